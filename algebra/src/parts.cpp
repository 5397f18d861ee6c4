// Parts of nested values: walking two profiles at once.
#include "parts.hpp"

#include <layoutcheck/algebra/tuples.hpp>
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/notation/work.hpp>

#include <algorithm>
#include <stdexcept>

namespace layoutcheck::algebra::detail {

namespace {

/// Whether the product of the entries is `size`, although it may not fit.
bool has_size(const Int* begin, const Int* end, Int size) {
  work(static_cast<std::size_t>(end - begin));
  Int product = 1;
  bool too_large = false;
  for (const Int* entry = begin; entry != end; ++entry) {
    if (*entry == 0) return size == 0;
    too_large = too_large || __builtin_mul_overflow(product, *entry, &product);
  }
  return !too_large && product == size;
}

}  // namespace

std::string to_text(Wide number) {
  std::string digits;
  do {
    digits += static_cast<char>('0' + static_cast<int>(number % 10));
    number /= 10;
  } while (number != 0);
  std::reverse(digits.begin(), digits.end());
  return digits;
}

std::string to_text(Int extent, Int stride) {
  return std::to_string(extent) + ":" + std::to_string(stride);
}

Profile nest(std::string word) {
  work(word.size() / 8 + 1);
  std::size_t open = 0;
  for (const char c : word) {
    if (c == '(') {
      if (++open > max_depth)
        throw LimitReached("the answer nests deeper than " + std::to_string(max_depth));
    } else if (c == ')') {
      --open;
    }
  }
  return Profile::from_word(std::move(word));
}

Profile fill(const Profile& profile, const std::vector<std::string_view>& parts) {
  std::size_t size = profile.word().size();
  for (const std::string_view part : parts)
    size += part.size();
  std::string word;
  word.reserve(size);
  std::size_t next = 0;
  for (const char c : profile.word())
    if (c == '*')
      word += parts[next++];
    else
      word += c;
  return nest(std::move(word));
}

Part part_at(std::string_view word, std::size_t word_begin, std::size_t first) {
  std::size_t open = 0;
  std::size_t last = first;
  std::size_t at = word_begin;
  do {
    const char c = word[at++];
    if (c == '(')
      ++open;
    else if (c == ')')
      --open;
    else
      ++last;
  } while (open > 0);
  work((at - word_begin) / 8 + 1);
  return {word_begin, at, first, last};
}

std::vector<Part> modes_of(const Profile& profile) {
  if (profile.is_entry()) return {{0, 1, 0, 1}};
  std::vector<Part> modes;
  const std::string_view word = profile.word();
  std::size_t first = 0;
  for (std::size_t at = 1; at + 1 < word.size();) {
    modes.push_back(part_at(word, at, first));
    at = modes.back().word_end;
    first = modes.back().last;
  }
  return modes;
}

Outcome<std::vector<Part>> relative_parts(const Tuple& fine_entries, const Profile& fine,
                                          const NestedTuple& coarse) {
  const auto refuse = [&](const std::string& why) {
    return Undefined{to_string(NestedTuple(fine_entries, fine)) + " does not refine " +
                     to_string(coarse) + ": " + why};
  };
  std::vector<Part> parts;
  parts.reserve(coarse.length());
  const std::string_view word = fine.word();
  std::size_t at = 0;
  std::size_t first = 0;
  for (const char c : coarse.profile().word()) {
    // Both words are read up to the same place inside the same brackets, so that `at` is never
    // behind the end.
    if (c == '*') {
      const std::string place = "entry " + std::to_string(parts.size());
      if (word[at] == ')') return refuse("nothing stands in place of " + place);
      const Part part = part_at(word, at, first);
      const Int size = coarse.entries()[parts.size()];
      if (!has_size(fine_entries.data() + part.first, fine_entries.data() + part.last, size)) {
        return refuse("the size of its part in place of " + place + " is not " +
                      std::to_string(size));
      }
      parts.push_back(part);
      at = part.word_end;
      first = part.last;
    } else if (word[at] != c) {
      const std::string place = parts.size() == coarse.length()
                                    ? "after the last entry"
                                    : "before entry " + std::to_string(parts.size());
      return refuse("the ranks or nestings differ " + place);
    } else {
      ++at;
    }
  }
  return parts;
}

Outcome<std::vector<Part>> places(const Profile& coarse, const Profile& fine) {
  std::vector<Part> parts;
  parts.reserve(coarse.length());
  const std::string_view word = fine.word();
  std::size_t at = 0;
  std::size_t first = 0;
  for (const char c : coarse.word()) {
    if (word[at] != c && (c != '*' || word[at] == ')'))
      return Undefined{to_string(fine) + " does not follow the nesting " + to_string(coarse)};
    if (c == '*') {
      parts.push_back(part_at(word, at, first));
      first = parts.back().last;
      at = parts.back().word_end;
    } else {
      ++at;
    }
  }
  return parts;
}

NestedTuple cut(const NestedTuple& tuple, const Part& part) {
  const auto begin = tuple.entries().begin();
  return {Tuple(begin + static_cast<std::ptrdiff_t>(part.first),
                begin + static_cast<std::ptrdiff_t>(part.last)),
          Profile::from_word(
              tuple.profile().word().substr(part.word_begin, part.word_end - part.word_begin))};
}

Undefined out_of_range(std::size_t index, std::size_t count, std::string_view what) {
  return {"there is no " + std::string(what) + " " + std::to_string(index) +
          ": the number of them is " + std::to_string(count)};
}

std::string not_a_permutation(std::span<const Int> order, std::size_t count) {
  work(count);
  std::vector<bool> seen(count, false);
  for (const Int i : order) {
    if (i < 0 || static_cast<std::size_t>(i) >= count)
      return out_of_range(static_cast<std::size_t>(i), count, "entry").reason();
    if (seen[static_cast<std::size_t>(i)]) return "index " + std::to_string(i) + " occurs twice";
    seen[static_cast<std::size_t>(i)] = true;
  }
  if (order.size() != count) {
    return "the order has " + std::to_string(order.size()) + " indices for " +
           std::to_string(count) + " entries";
  }
  return "";
}

}  // namespace layoutcheck::algebra::detail
