// Expected origins of the elements of a buffer: 'y = x o LAYOUT', 'c[m,n] = sum_k a[m,k] * b[k,n]
// where …'.
#pragma once

#include <layoutcheck/kernels/expectation.hpp>
#include <layoutcheck/machine/origins.hpp>

namespace layoutcheck::gpu {

/// A buffer with named coordinates, one letter for each mode of the layout.
struct Indexed {
  std::string buffer;
  std::vector<std::string> indices;
  std::optional<Swizzle> swizzle = {};
  Layout layout = {};
};

/// The element of `result` at each coordinate is the sum of the products of one or two factors,
/// over the indices that do not occur in the result.
struct OriginExpectation {
  std::string text;
  Indexed result;
  std::vector<Indexed> factors;
  /// The common factor; nothing if any factor is allowed, and different ones for each term. A
  /// single element may be any function of its source unless there is a number.
  std::optional<double> scale = {};
};

/// Whether the text is an origin expectation, not one of addresses.
bool is_origin_expectation(std::string_view text);

/// Throws std::invalid_argument.
OriginExpectation parse_origin_expectation(std::string_view text);

/// An element with the wrong origin.
struct WrongOrigin {
  enum class Kind { wrong, unwritten, unexpected };
  Kind kind = Kind::wrong;
  /// The offset in the result.
  std::uint64_t element = 0;
  /// In words: "x[33]", "64 products, among them a[1]*b[33]".
  std::string expected;
  std::string found;
  Origins::Writer writer;
};

/// The places of an expectation's buffers, first the result, then the factors: the element at
/// offset i of a buffer is at i + start in its source.
struct OriginPlace {
  /// The number of the factor's source.
  std::size_t source = 0;
  std::int64_t start = 0;
};

/// The result of a comparison with an expectation.
struct ComparedOrigins {
  std::uint64_t elements = 0;
  /// The number of elements for which the factors are expected but unknown.
  std::uint64_t without_factors = 0;
};

/// Compares the contents of `buffer` with the expectation, and reports mismatches. `all` says
/// whether all blocks ran, so that unwritten elements are reported. `stop` is polled; once it is
/// true, the rest is not compared. Throws std::invalid_argument if an offset lies beyond the buffer
/// or is too large, and LaunchError.
ComparedOrigins compare_origins(const OriginExpectation& expectation, Origins& origins,
                                const Source& buffer, std::int64_t buffer_start,
                                const std::vector<OriginPlace>& factors, bool all,
                                const std::function<void()>& stop,
                                const std::function<void(const WrongOrigin&)>& report);

}  // namespace layoutcheck::gpu
