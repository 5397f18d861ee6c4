// The definitions' answer to a case, and their objections to a given answer.
#pragma once

#include <layoutcheck/notation/case.hpp>
#include <layoutcheck/notation/outcome.hpp>
#include <layoutcheck/oracles/functions.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace layoutcheck::oracle {

/// The answer by the definitions, in canonical form, or the reason why it is not a value.
struct Expectation {
  Answer answer;
  std::string reason;
  /// Whether nothing but strides of extents of 1, which no value depends on, exceeds 64 bits. These
  /// strides are 0 in the answer, and `overflow` is right as well.
  bool admits_overflow = false;
};

/// The definitions' answer to the question, for every operation of standard_vocabulary(); for a
/// chain, their answer to its outer operation on the canonical answers of the inner ones. The
/// convention that the case names overrides the argument. An operation or a choice of operands
/// outside the vocabulary is `unsupported`. Throws LimitReached, at the latest after
/// limits.steps().
Expectation expect(const Case& question, Convention convention, const Limits& limits = {});

/// Whether the claimed layout answers a question whose operation specifies_property(); false for
/// any other. Throws LimitReached.
bool has_property(const Case& question, const Layout& claimed, Convention convention,
                  const Limits& limits);

/// The same for a layout over a module: an inverse, or over XOR a complement with other values than
/// the canonical one.
bool has_property(const Case& question, const ModuleLayout& claimed, Convention convention,
                  const Limits& limits);

/// The first clause of the specification that the claimed answer violates, in words with numbers;
/// nothing if there is none. It tabulates nothing: it checks the form of the answer in full, and
/// its function at those of the given points that lie in its domain (for the arrangements of a
/// division or a product, as points of the logical one, which has equally many). It serves cases
/// that are too large for expect(). Pre: can_object(question); otherwise it objects to nothing.
std::optional<std::string> objection(const Case& question, const Layout& claimed,
                                     Convention convention, std::span<const Exact> points);

/// The same for a layout over a module that answers `coalesce` or `composition`: its size, and its
/// values at those of the points that are below its size. Ignores its form. Nothing for any other
/// operation.
std::optional<std::string> objection(const Case& question, const ModuleLayout& claimed,
                                     Convention convention, std::span<const Exact> points);

/// The same for a swizzled layout that answers a composition after one.
std::optional<std::string> objection(const Case& question, const SwizzledLayout& claimed,
                                     Convention convention, std::span<const Exact> points);

/// The layout in the required form (coalesced over the shape that the specification names, and
/// arranged) with the function of the claimed one, in 64 bits; nothing if there is none, and so no
/// answer with that function. objection() decides whether the function is right. Pre:
/// can_object(question).
std::optional<Layout> in_required_form(const Case& question, const Layout& claimed,
                                       Convention convention);

/// Whether objection() supports the question: its operation specifies_function(), no tiler acts by
/// mode, and the form of the answer follows from its function, unlike that of a weak composite.
bool can_object(const Case& question);

/// At most `count` points of the domain of the layout: all, if there are no more; else 0, the last
/// one, the corners of the digit ranges, then pseudo-random ones. The same arguments give the same
/// points.
std::vector<Exact> sample_points(const ExactLayout& layout, std::size_t count, std::uint64_t seed);

}  // namespace layoutcheck::oracle
