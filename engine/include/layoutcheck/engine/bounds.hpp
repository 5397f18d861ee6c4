// Bounds: how a user limits an enumeration, "rank<=3, extent<=6, stride<=24".
#pragma once

#include <layoutcheck/notation/value.hpp>

#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace layoutcheck::engine {

/// No bound.
inline constexpr std::size_t unbounded = std::numeric_limits<std::size_t>::max();

/// Maximum values; each bounds every operand separately, but `weight` and `cases` bound all of them
/// together.
struct Bounds {
  std::size_t rank = unbounded;    // the modes of a tuple, on any level
  std::size_t length = unbounded;  // the entries of a tuple or layout, the points of a map
  std::size_t depth = unbounded;
  std::size_t extent = unbounded;  // the entries of shapes and tuples
  std::size_t stride = unbounded;
  std::size_t size = unbounded;    // the product of the extents of a layout or of a tuple
  std::size_t number = unbounded;  // operands that are integers
  std::size_t weight = unbounded;
  std::size_t cases = unbounded;  // how many choices of operands; not a bound on one of them
  bool nontrivial = false;        // no operand is trivial (see has_trivial())

  friend bool operator==(const Bounds&, const Bounds&) = default;
};

/// The bounds in a text such as "rank<=3, extent<=6, nontrivial"; a number alone bounds the cases.
/// If a bound on rank, length, extent, stride or size is given, missing bounds that would leave the
/// range infinite are added: depth<=2, number<=(stride, else extent, else 8); with a bound on cases
/// alone, weight<=14. Throws std::invalid_argument that names the place.
Bounds parse_bounds(std::string_view text);

/// "rank<=3, extent<=6", in the order of the fields.
std::string to_string(const Bounds& bounds);

/// Whether the value is within all bounds but those on weight and cases.
bool is_within(const Value& value, const Bounds& bounds);

/// Requirements on operands. The minimum values apply to each tuple and each entry, on any level;
/// that of the depth, to the operand. An operand that is an entry has rank 1.
struct Filter {
  Bounds most = {};
  std::size_t least_depth = 0;
  std::size_t least_rank = 0;    // the modes of a tuple or of a tuple of tilers
  std::size_t least_extent = 0;  // the entries of shapes
  std::size_t least_stride = 0;
};

/// The filter in a text such as "rank>=1, extent>=2, size<=4096": bounds, of which those on rank,
/// depth, extent and stride may be minimum values. Anything not named is unbounded. Throws
/// std::invalid_argument that names the place.
Filter parse_filter(std::string_view text);

/// Whether operands of these sorts, the last of which may be repeated, pass the filter.
bool passes(std::span<const Value> operands, std::span<const Sort> sorts, const Filter& filter);

/// The greatest weight of operands of these sorts within the bounds; `unbounded` if there is none.
std::size_t greatest_weight(std::span<const Sort> sorts, const Bounds& bounds);

/// The number of choices of operands of these sorts at each weight from 0 to `weight`; an upper
/// bound if size or length is bounded. Empty if one of the sorts cannot be counted.
std::vector<double> count_by_weight(std::span<const Sort> sorts, const Bounds& bounds,
                                    std::size_t weight);

/// One of `count` parts of an enumeration; the parts are disjoint and make up the whole.
struct Shard {
  std::size_t index = 0;
  std::size_t count = 1;

  friend bool operator==(const Shard&, const Shard&) = default;
};

/// "2/8", counted from 1. Throws std::invalid_argument.
Shard parse_shard(std::string_view text);

/// What an enumeration visits.
struct Range {
  Bounds bounds = {};
  Shard shard = {};
};

}  // namespace layoutcheck::engine
