// Texts of the repository that the build puts into the library: the causes of what fails, the
// record of long runs, the entries of statements, and the report on proofs.
#pragma once

#include <layoutcheck/notation/embedded_file.hpp>

#include <algorithm>
#include <span>
#include <string_view>

namespace layoutcheck::properties {

/// causes.txt, record.tsv, those of the sections and those of docs/proofs.
std::span<const EmbeddedFile> embedded_files();

struct BuiltIn {
  std::string_view causes;
  std::string_view record;
  std::span<const EmbeddedFile> sections;
  std::span<const EmbeddedFile> proofs;
};

inline BuiltIn built_in() {
  const auto all = embedded_files();
  const auto causes = all.begin();
  const auto record = causes + 1;
  const auto proofs = std::find_if(
      record, all.end(), [](const EmbeddedFile& file) { return file.name.ends_with(".md"); });
  return {causes->text, record->text, {record + 1, proofs}, {proofs, all.end()}};
}

}  // namespace layoutcheck::properties
