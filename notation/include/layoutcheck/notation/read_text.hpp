// Reading what is read as a whole: a file, or what comes from a pipe, up to a limit, so that what
// never ends takes neither all memory nor for ever.
#pragma once

#include <cstddef>
#include <cstdint>
#include <istream>
#include <stdexcept>
#include <string>

namespace layoutcheck {

/// The most bytes that are read of a text, and of a line of it.
inline constexpr std::uint64_t longest_text = std::uint64_t{1} << 28U;

/// Appends the rest of the stream, of which the message of an error tells the name; bytes are those
/// of a string or a vector. Throws std::runtime_error if there are more than so many, or if reading
/// fails.
template <class Bytes>
void read_rest(std::istream& in, Bytes& to, const std::string& name, std::uint64_t most) {
  constexpr std::size_t part = std::size_t{1} << 16U;
  while (in) {
    const std::size_t size = to.size();
    to.resize(size + part);
    in.read(reinterpret_cast<char*>(to.data()) + size, part);
    to.resize(size + static_cast<std::size_t>(in.gcount()));
    if (to.size() > most) {
      throw std::runtime_error("cannot read " + name + ": it has more than " +
                               std::to_string(most) + " bytes, the limit");
    }
  }
  if (in.bad()) throw std::runtime_error("cannot read " + name);
}

/// The rest of the stream, likewise.
inline std::string rest_of(std::istream& in, const std::string& name,
                           std::uint64_t most = longest_text) {
  std::string text;
  read_rest(in, text, name, most);
  return text;
}

}  // namespace layoutcheck
