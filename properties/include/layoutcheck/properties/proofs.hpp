// Where docs/proofs speaks of a statement.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace layoutcheck::properties {

/// The headings of docs/proofs that name the statement, as "docs/proofs/colfax-2.3.md:106".
const std::vector<std::string>& places_in_proofs(std::string_view id);

}  // namespace layoutcheck::properties
