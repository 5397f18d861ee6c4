// What commands that are cut into pieces share.
#include "work.hpp"

#include <boost/crc.hpp>

#include <array>
#include <cstdint>
#include <cstdio>
#include <stdexcept>

namespace layoutcheck::cli {

void refuse_in_plan(bool is_given, const std::string& option, const std::string& why) {
  if (is_given) throw std::invalid_argument("a plan cannot have " + option + ": " + why);
}

std::string digest_of(std::string_view text) {
  // CRC-64/XZ
  boost::crc_optimal<64, 0x42F0E1EBA9EA3693, ~std::uint64_t{0}, ~std::uint64_t{0}, true, true> crc;
  crc.process_bytes(text.data(), text.size());
  std::array<char, 17> digits{};
  std::snprintf(digits.data(), digits.size(), "%016llx",
                static_cast<unsigned long long>(crc.checksum()));
  return digits.data();
}

}  // namespace layoutcheck::cli
