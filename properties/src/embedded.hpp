// Texts of the repository that the build puts into the library: the worked examples, so that the
// registry can name the lines that check a statement, and the record of long runs.
#pragma once

#include <span>
#include <string_view>

namespace layoutcheck::properties {

struct EmbeddedFile {
  std::string_view name;
  std::string_view text;
};

/// The files of corpus/papers, and record.tsv.
std::span<const EmbeddedFile> embedded_files();

/// The files of corpus/papers.
inline std::span<const EmbeddedFile> examples_files() {
  return embedded_files().first(embedded_files().size() - 1);
}

/// The text of record.tsv.
inline std::string_view record_text() {
  return embedded_files().back().text;
}

}  // namespace layoutcheck::properties
