// Expectations of where the elements of a buffer come from.
#include <layoutcheck/kernels/numbers.hpp>
#include <layoutcheck/kernels/origin_expectation.hpp>
#include <layoutcheck/notation/number.hpp>
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/oracles/functions.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace layoutcheck::gpu {

namespace {

[[noreturn]] void refuse_origin(std::string_view text, const std::string& why) {
  throw std::invalid_argument("'" + std::string(trimmed(text).substr(0, 200)) + "': " + why);
}

bool is_name(std::string_view text) {
  return !text.empty() && text.find_first_of("()<>:[],* \t") == std::string_view::npos;
}

/// What stands behind the first `=`, before `where`.
std::string_view right_side(std::string_view text) {
  const std::size_t equals = text.find('=');
  return equals == std::string_view::npos ? std::string_view()
                                          : split_at_word(text.substr(equals + 1), "where").front();
}

/// "c[m,n]".
Indexed parse_indexed(std::string_view text) {
  Indexed indexed;
  const std::size_t bracket = text.find('[');
  indexed.buffer = trimmed(text.substr(0, bracket));
  if (bracket == std::string_view::npos || text.back() != ']' || !is_name(indexed.buffer))
    refuse_origin(text, "here stands a buffer with its indices: a[m,k]");
  for (const std::string_view index :
       split_outside_brackets(text.substr(bracket + 1, text.size() - bracket - 2), ',')) {
    if (!is_identifier(index)) refuse_origin(text, "'" + std::string(index) + "' is no index");
    if (std::ranges::find(indexed.indices, index) != indexed.indices.end())
      refuse_origin(text, "an index stands there twice");
    indexed.indices.emplace_back(index);
  }
  return indexed;
}

/// "0.5", "1/96".
double parse_scale(std::string_view text) {
  const auto number = [&](std::string_view part) {
    const auto value = number_from<double>(trimmed(part));
    if (!value) refuse_origin(text, "here stands a number, 'any', or a buffer with its indices");
    return *value;
  };
  const std::size_t slash = text.find('/');
  const double scale = slash == std::string_view::npos
                           ? number(text)
                           : number(text.substr(0, slash)) / number(text.substr(slash + 1));
  if (!std::isfinite(scale) || scale == 0) refuse_origin(text, "it is a number other than 0");
  return scale;
}

/// What stands before a sum or a buffer, which is taken off: "-0.5 * ", "-"; nothing for "any * ",
/// and `usual` where nothing stands there.
std::optional<double> take_scale(std::string_view& text, std::optional<double> usual) {
  const bool negative = text.starts_with('-');
  if (negative) text = trimmed(text.substr(1));
  const std::size_t star = text.find('*');
  const std::string_view first = trimmed(text.substr(0, star));
  const bool has_factor = star != std::string_view::npos && !first.starts_with("sum_") &&
                          first.find('[') == std::string_view::npos;
  if (!has_factor) return negative ? std::optional(-1.0) : usual;
  text = trimmed(text.substr(star + 1));
  if (first == "any" && !negative) return std::nullopt;
  return negative ? -parse_scale(first) : parse_scale(first);
}

/// "sum_k a[m,k] * b[k,n]": the factors, and the indices that are summed over.
std::pair<std::vector<Indexed>, std::vector<std::string>> parse_product(std::string_view text) {
  std::pair<std::vector<Indexed>, std::vector<std::string>> product;
  constexpr std::string_view sum = "sum_";
  if (text.starts_with(sum)) {
    const std::size_t blank = text.find_first_of(" \t");
    std::string_view over = text.substr(sum.size(), blank - sum.size());
    if (over.starts_with('{') && over.ends_with('}')) over = over.substr(1, over.size() - 2);
    for (const std::string_view index : split_outside_brackets(over, ','))
      product.second.emplace_back(index);
    text = blank == std::string_view::npos ? "" : trimmed(text.substr(blank));
  }
  for (const std::string_view factor : split_outside_brackets(text, '*'))
    product.first.push_back(parse_indexed(factor));
  if (product.first.size() > 2) refuse_origin(text, "a product has at most two factors");
  return product;
}

/// The layouts of "a = LAYOUT and b = LAYOUT".
void parse_layouts(std::string_view text, OriginExpectation& expectation) {
  std::map<std::string, Layout> layouts;
  for (const std::string_view part : split_at_word(text, "and")) {
    const std::size_t equals = part.find('=');
    if (equals == std::string_view::npos) refuse_origin(part, "here stands 'BUFFER = LAYOUT'");
    layouts[std::string(trimmed(part.substr(0, equals)))] =
        parse_layout_expression(part.substr(equals + 1));
  }
  std::vector<Indexed*> all = {&expectation.result};
  for (Indexed& factor : expectation.factors)
    all.push_back(&factor);
  for (Indexed* indexed : all) {
    const auto found = layouts.find(indexed->buffer);
    if (found == layouts.end())
      refuse_origin(expectation.text, "'where' does not say the layout of " + indexed->buffer);
    indexed->layout = found->second;
  }
}

OriginExpectation parse_moved(std::string_view text) {
  OriginExpectation expectation;
  expectation.text = trimmed(text);
  const auto left = split_at_word(text.substr(0, text.find('=')), "o");
  const auto right = split_at_word(right_side(text), "o");
  expectation.result = {std::string(left[0]), {"i"}};
  expectation.factors = {{std::string(right[0]), {"i"}}};
  if (left.size() > 2 || right.size() > 3 || !is_name(left[0]))
    refuse_origin(text, "it is 'BUFFER = BUFFER o LAYOUT', or 'BUFFER o LAYOUT = BUFFER o LAYOUT'");
  Indexed& factor = expectation.factors[0];
  if (right.size() == 3) factor.swizzle = parse_swizzle(right[1]);
  factor.layout = parse_layout_expression(right.back());
  if (left.size() == 2) {
    expectation.result.layout = parse_layout_expression(left[1]);
    return expectation;
  }
  const Exact size = oracle::size(factor.layout);
  if (size > std::numeric_limits<Int>::max()) refuse_origin(text, "its layout is too large");
  expectation.result.layout = Layout::entry(oracle::to_int(size), 1);
  return expectation;
}

/// The entries of a mode: an index from 0 up gives an offset.
struct Digits {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> entries;  // extent, stride

  [[nodiscard]] std::uint64_t at(std::uint64_t i) const {
    std::uint64_t offset = 0;
    for (std::size_t k = 0; k < entries.size(); ++k) {
      const auto& [extent, stride] = entries[k];
      offset += (k + 1 == entries.size() ? i : i % extent) * stride;
      i /= extent;
    }
    return offset;
  }
};

/// The offsets of a buffer at indices.
struct Offsets {
  /// For each mode: which index it takes.
  std::vector<std::pair<std::size_t, Digits>> modes;
  std::optional<Swizzle> swizzle;

  [[nodiscard]] std::uint64_t at(const std::vector<std::uint64_t>& indices) const {
    std::uint64_t offset = 0;
    for (const auto& [index, digits] : modes)
      offset += digits.at(indices[index]);
    return swizzle ? (*swizzle)(offset) : offset;
  }
};

/// All indices of an expectation, those of the result first, with their extents.
class IndexSpace {
 public:
  explicit IndexSpace(const std::string& text) : text_(text) {}

  Offsets add(const Indexed& indexed) {
    // An expectation with one index takes its layout as it is, whatever its rank.
    const std::vector<Layout> modes =
        indexed.indices.size() == 1 ? std::vector{indexed.layout} : indexed.layout.modes();
    if (modes.size() != indexed.indices.size()) {
      refuse_origin(text_, to_string(indexed.layout) + " has " + std::to_string(modes.size()) +
                               " modes, but " + indexed.buffer + " " +
                               std::to_string(indexed.indices.size()) + " indices");
    }
    if (oracle::cosize(indexed.layout) > std::numeric_limits<Int>::max())
      refuse_origin(text_,
                    "an offset of " + to_string(indexed.layout) + " does not fit in 64 bits");
    Offsets offsets;
    offsets.swizzle = indexed.swizzle;
    for (std::size_t i = 0; i < modes.size(); ++i) {
      const auto size = oracle::size(modes[i]).convert_to<std::uint64_t>();
      const auto found = std::ranges::find(names, indexed.indices[i]);
      const auto index = static_cast<std::size_t>(found - names.begin());
      if (found == names.end()) {
        names.push_back(indexed.indices[i]);
        extents.push_back(size);
      } else if (extents[index] != size) {
        refuse_origin(text_, "the index " + names[index] + " has " +
                                 std::to_string(extents[index]) + " values in one layout, and " +
                                 std::to_string(size) + " in that of " + indexed.buffer);
      }
      Digits digits;
      for (std::size_t k = 0; k < modes[i].extents().size(); ++k) {
        digits.entries.emplace_back(static_cast<std::uint64_t>(modes[i].extents()[k]),
                                    static_cast<std::uint64_t>(modes[i].strides()[k]));
      }
      offsets.modes.emplace_back(index, std::move(digits));
    }
    return offsets;
  }

  std::vector<std::string> names;
  std::vector<std::uint64_t> extents;

 private:
  std::string text_;
};

/// The next indices of [first, last), the first fastest; false behind the last ones.
bool advance(std::vector<std::uint64_t>& indices, const std::vector<std::uint64_t>& extents,
             std::size_t first, std::size_t last) {
  for (std::size_t i = first; i < last; ++i) {
    if (++indices[i] < extents[i]) return true;
    indices[i] = 0;
  }
  return false;
}

using Summand = Origins::Summand;

/// Numbers that are rounded to 8 bits are the same factor.
bool is_factor(double found, double expected) {
  constexpr double most = 1.0 / 256;
  return std::fabs(found - expected) <= most * std::fabs(expected);
}

enum class Met { no, but_for_factors, yes };

/// Whether the sum that was found is the expected one. Factors are only judged if `scaled` says so;
/// but_for_factors: one that is to be judged is not known. Both are collected.
Met compare_sums(std::vector<Summand> found, const std::vector<Summand>& expected, bool scaled) {
  const auto is_expected = [&](const Origins::Term& term) {
    return std::ranges::binary_search(expected, term, {}, &Summand::term);
  };
  // Some function of an element may be its square.
  for (auto& [term, factor] : found)
    if (std::isnan(factor) && !term.b && !is_expected(term) && is_expected({term.a, term.a}))
      term.b = term.a;
  Origins::collect(found);
  // What cancels out does not go in, unless it may do so with any factor.
  std::erase_if(found, [&](const Summand& summand) {
    return summand.factor == 0 && (scaled || !is_expected(summand.term));
  });
  if (!std::ranges::equal(found, expected, {}, &Summand::term, &Summand::term)) return Met::no;
  Met met = Met::yes;
  for (std::size_t i = 0; scaled && i < found.size(); ++i)
    if (std::isnan(found[i].factor))
      met = Met::but_for_factors;
    else if (!is_factor(found[i].factor, expected[i].factor))
      return Met::no;
  return met;
}

/// Whether nothing but this element went in, however often.
bool has_only(const std::vector<Summand>& sum, const Origins::Term& element) {
  return !sum.empty() && std::ranges::all_of(sum, [&](const Summand& summand) {
    return summand.term.a == element.a && (!summand.term.b || summand.term.b == element.a);
  });
}

std::string words_of(const Origins& origins, std::vector<Summand> sum,
                     const std::vector<Summand>& without) {
  std::erase_if(sum, [](const Summand& summand) { return summand.factor == 0; });
  if (sum.empty()) return "no element of a source";
  if (sum.size() == 1) return origins.to_string(sum[0]);
  // One that the other side has not says the most.
  const auto differs = [&](const Summand& summand) {
    return std::ranges::none_of(without, [&](const Summand& other) {
      return other.term == summand.term &&
             (std::isnan(other.factor) || std::isnan(summand.factor) ||
              is_factor(summand.factor, other.factor));
    });
  };
  const auto rest = std::ranges::find_if(sum, differs);
  return "the sum of " + std::to_string(sum.size()) + ", among them " +
         origins.to_string(rest == sum.end() ? sum[0] : *rest);
}

}  // namespace

bool is_origin_expectation(std::string_view text) {
  const std::string_view right = right_side(text);
  if (right.find('[') != std::string_view::npos) return true;
  const auto maps = split_at_word(right, "o");
  return maps.size() > 1 && is_name(maps[0]);
}

OriginExpectation parse_origin_expectation(std::string_view text) {
  if (right_side(text).find('[') == std::string_view::npos) return parse_moved(text);
  OriginExpectation expectation;
  expectation.text = trimmed(text);
  const std::size_t equals = text.find('=');
  expectation.result = parse_indexed(trimmed(text.substr(0, equals)));
  const auto parts = split_at_word(text.substr(equals + 1), "where");
  if (parts.size() != 2)
    refuse_origin(text,
                  "behind one 'where' stand the layouts: a = LAYOUT and b = LAYOUT and c = LAYOUT");
  std::string_view sum = parts[0];
  const bool is_element = sum.find('*') == std::string_view::npos && !sum.starts_with("sum_") &&
                          !sum.starts_with("-sum_");
  expectation.scale = take_scale(sum, is_element ? std::nullopt : std::optional(1.0));
  std::vector<std::string> summed;
  std::tie(expectation.factors, summed) = parse_product(sum);
  parse_layouts(parts[1], expectation);
  std::vector<std::string> others;
  for (const Indexed& factor : expectation.factors)
    for (const std::string& index : factor.indices)
      if (std::ranges::find(expectation.result.indices, index) ==
              expectation.result.indices.end() &&
          std::ranges::find(others, index) == others.end()) {
        others.push_back(index);
      }
  std::ranges::sort(others);
  std::ranges::sort(summed);
  if (others != summed)
    refuse_origin(text, "indices that the result does not have are summed over: sum_k, sum_{k,l}");
  return expectation;
}

ComparedOrigins compare_origins(const OriginExpectation& expectation, Origins& origins,
                                const Source& buffer, std::int64_t buffer_start,
                                const std::vector<OriginPlace>& factors, bool all,
                                const std::function<void()>& stop,
                                const std::function<void(const WrongOrigin&)>& report) {
  IndexSpace space(expectation.text);
  const Offsets result = space.add(expectation.result);
  const std::size_t of_result = space.names.size();
  std::vector<Offsets> offsets;
  for (const Indexed& factor : expectation.factors)
    offsets.push_back(space.add(factor));
  const std::vector<std::uint64_t> written =
      origins.written(buffer.address, buffer.elements, buffer.element_bytes);
  const auto start = static_cast<std::uint64_t>(buffer_start);
  const auto address_of = [&](std::uint64_t offset) {
    return buffer.address + (offset + start) * buffer.element_bytes;
  };
  ComparedOrigins compared;
  std::uint64_t asked = 0;
  std::vector<std::uint64_t> expected_there;
  std::vector<std::uint64_t> indices(space.extents.size());
  const auto compare = [&](std::uint64_t offset) {
    if (++asked % 64 == 0 && stop) stop();
    WrongOrigin wrong;
    wrong.element = offset;
    const Origins::Held held = origins.held(address_of(offset), buffer.element_bytes);
    wrong.writer = held.writer;
    if (!held.written && !all) return;
    std::vector<Summand> expected;
    std::fill(indices.begin() + static_cast<std::ptrdiff_t>(of_result), indices.end(), 0);
    do {
      const auto factor = [&](std::size_t f) {
        return Origins::Element{
            factors[f].source,
            offsets[f].at(indices) + static_cast<std::uint64_t>(factors[f].start)};
      };
      expected.push_back({factors.size() == 1 ? Origins::Term{factor(0), {}}
                                              : Origins::product_of(factor(0), factor(1)),
                          expectation.scale.value_or(1)});
    } while (advance(indices, space.extents, of_result, space.extents.size()));
    Origins::collect(expected);
    ++compared.elements;
    // Of an element by itself it does not matter what was done to it: x + x.
    const bool is_element =
        of_result == space.extents.size() && factors.size() == 1 && !expectation.scale;
    const Met met = !held.written ? Met::no
                    : is_element  ? (has_only(held.sum, expected[0].term) ? Met::yes : Met::no)
                                  : compare_sums(held.sum, expected, expectation.scale.has_value());
    if (met != Met::no && !held.shuffled) {
      compared.without_factors += met == Met::but_for_factors ? 1 : 0;
      return;
    }
    wrong.kind = held.written ? WrongOrigin::Kind::wrong : WrongOrigin::Kind::unwritten;
    wrong.expected = words_of(origins, expected, held.sum);
    wrong.found = words_of(origins, held.sum, expected) +
                  (held.shuffled ? " with its bytes in another order" : "");
    report(wrong);
  };
  constexpr std::uint64_t most = std::uint64_t{1} << 26;
  Exact size = 1;
  for (std::size_t i = 0; i < of_result; ++i)
    size *= space.extents[i];
  const bool is_identity = of_result == 1 && result.modes[0].second.entries.size() == 1 &&
                           result.modes[0].second.entries[0].second == 1 && !result.swizzle;
  if (is_identity && (!all || size > most)) {
    // Most of it may not be there.
    for (const std::uint64_t address : written) {
      const std::uint64_t offset = (address - buffer.address) / buffer.element_bytes - start;
      if (offset >= space.extents[0]) continue;
      indices[0] = offset;
      expected_there.push_back(address);
      compare(offset);
    }
  } else if (size > most) {
    refuse_origin(expectation.text,
                  "at most " + std::to_string(most) + " elements can be followed");
  } else {
    do {
      const std::uint64_t offset = result.at(indices);
      expected_there.push_back(address_of(offset));
      compare(offset);
    } while (advance(indices, space.extents, 0, of_result));
    std::ranges::sort(expected_there);
  }
  for (const std::uint64_t address : written) {
    if (std::ranges::binary_search(expected_there, address)) continue;
    const Origins::Held held = origins.held(address, buffer.element_bytes);
    report({WrongOrigin::Kind::unexpected,
            (address - buffer.address) / buffer.element_bytes - start, "no element there",
            words_of(origins, held.sum, {}), held.writer});
    ++compared.elements;
  }
  return compared;
}

}  // namespace layoutcheck::gpu
