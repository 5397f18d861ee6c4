// Expectations of where the elements of a buffer come from: 'y = x o LAYOUT',
// 'c[m,n] = sum_k a[m,k] * b[k,n] where …'.
#pragma once

#include <layoutcheck/kernels/expectation.hpp>
#include <layoutcheck/machine/origins.hpp>

namespace layoutcheck::gpu {

/// A buffer at coordinates that are called by letters, one for each mode of the layout.
struct Indexed {
  std::string buffer;
  std::vector<std::string> indices;
  std::optional<Swizzle> swizzle = {};
  Layout layout = {};
};

/// The element of `result` at each coordinate is the sum of the products of one or two factors,
/// over the indices that the result has not.
struct OriginExpectation {
  std::string text;
  Indexed result;
  std::vector<Indexed> factors;
  /// The number by which all of it is multiplied; nothing if that may be any, and other for each
  /// term. Of an element by itself it may be any function, unless there is a number.
  std::optional<double> scale = {};
};

/// Whether the text is one, and not one of addresses.
bool is_origin_expectation(std::string_view text);

/// Throws std::invalid_argument.
OriginExpectation parse_origin_expectation(std::string_view text);

/// An element that does not come from where it should.
struct WrongOrigin {
  enum class Kind { wrong, unwritten, unexpected };
  Kind kind = Kind::wrong;
  /// Of the result.
  std::uint64_t element = 0;
  /// As words: "x[33]", "64 products, among them a[1]*b[33]".
  std::string expected;
  std::string found;
  Origins::Writer writer;
};

/// Where the buffers of an expectation lie: that of the result, then of the factors; of an element
/// at offset i of a buffer the place is i + start in its source.
struct OriginPlace {
  /// The number of the factor's source.
  std::size_t source = 0;
  std::int64_t start = 0;
};

/// What was compared with an expectation.
struct ComparedOrigins {
  std::uint64_t elements = 0;
  /// Of which it is not known with which factor each term went in, though the expectation says it.
  std::uint64_t without_factors = 0;
};

/// Compares what `buffer` holds with the expectation, and tells what is wrong. `all` says whether
/// all blocks ran, so that an element that nothing wrote is told. `stop` is asked now and then; if
/// it says so, what is left is not compared. Throws std::invalid_argument if an offset lies beyond
/// the buffer or is too large, and LaunchError.
ComparedOrigins compare_origins(const OriginExpectation& expectation, Origins& origins,
                                const Source& buffer, std::int64_t buffer_start,
                                const std::vector<OriginPlace>& factors, bool all,
                                const std::function<void()>& stop,
                                const std::function<void(const WrongOrigin&)>& report);

}  // namespace layoutcheck::gpu
