// Texts that a later run believes: the last line has the digest of those before it.
#include <layoutcheck/engine/sealed.hpp>
#include <layoutcheck/notation/tab_separated.hpp>

#include <boost/crc.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <stdexcept>

namespace layoutcheck::engine {

namespace {

constexpr std::size_t digits_of_digest = 16;
constexpr const char* was_edited = "it was edited or damaged: its digest is another";

}  // namespace

std::string digest_of(std::string_view text) {
  // CRC-64/XZ
  boost::crc_optimal<64, 0x42F0E1EBA9EA3693, ~std::uint64_t{0}, ~std::uint64_t{0}, true, true> crc;
  crc.process_bytes(text.data(), text.size());
  std::array<char, digits_of_digest + 1> digits{};
  std::snprintf(digits.data(), digits.size(), "%016llx",
                static_cast<unsigned long long>(crc.checksum()));
  return digits.data();
}

std::string sealed(std::string text) {
  const std::string digest = digest_of(text);
  return std::move(text) + tab_separated::line_of({"end", digest});
}

bool is_seal(std::span<const std::string> cells, std::string_view before) {
  // One that is shorter was cut off.
  if (cells.size() != 2 || cells[0] != "end" || cells[1].size() != digits_of_digest) return false;
  if (cells[1] != digest_of(before)) throw std::invalid_argument(was_edited);
  return true;
}

bool is_sealed(std::string_view text) {
  const std::size_t end = text.rfind("\nend\t");
  if (end == std::string_view::npos) return false;
  std::string_view line = text.substr(end + 1);
  const std::size_t length = std::min(line.find('\n'), line.size());
  if (length + 1 < line.size()) throw std::invalid_argument(was_edited);
  return is_seal(tab_separated::cells_of(line.substr(0, length)), text.substr(0, end + 1));
}

}  // namespace layoutcheck::engine
