// What the definitions answer to a case, and what they object to in an answer.
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

/// The answer that the definitions give, in canonical form; why, if it is not a value.
struct Expectation {
  Answer answer;
  std::string reason;
  /// Whether nothing but strides of extents of 1, which no value depends on, exceeds 64 bits. These
  /// strides are 0 in the answer, and `overflow` is right as well.
  bool admits_overflow = false;
};

/// What the definitions answer to the question, for every operation of standard_vocabulary(); to a
/// chain what they answer to its outer operation on the canonical answers of the inner ones. The
/// convention that the case names wins over the argument. An operation or a choice of operands
/// outside the vocabulary is `unsupported`. Throws LimitReached, at the latest after
/// limits.steps().
Expectation expect(const Case& question, Convention convention, const Limits& limits = {});

/// Whether the claimed layout answers a question whose operation specifies_property(); false for
/// any other. Throws LimitReached.
bool has_property(const Case& question, const Layout& claimed, Convention convention,
                  const Limits& limits);

/// The same of a layout over a module: an inverse, or over XOR a complement with other values than
/// the canonical one.
bool has_property(const Case& question, const ModuleLayout& claimed, Convention convention,
                  const Limits& limits);

/// The first clause of the specification that the claimed answer violates, in words with numbers;
/// nothing if there is none. It tabulates nothing: the form of the answer is checked in full, its
/// function at those of the given points that lie in its domain (for the arrangements of a divide
/// or a product, they are taken for points of the logical one, which has as many). This serves
/// cases that are too large for expect(). Pre: can_object(question); it objects to nothing
/// otherwise.
std::optional<std::string> objection(const Case& question, const Layout& claimed,
                                     Convention convention, std::span<const Exact> points);

/// The same of a layout over a module that answers `coalesce` or `composition`: its size, and its
/// values at those of the points, which are below its size. Its form is not looked at. Nothing for
/// any other operation.
std::optional<std::string> objection(const Case& question, const ModuleLayout& claimed,
                                     Convention convention, std::span<const Exact> points);

/// The same of a swizzled layout that answers a composition after one.
std::optional<std::string> objection(const Case& question, const SwizzledLayout& claimed,
                                     Convention convention, std::span<const Exact> points);

/// The layout in the form that the specification asks for (coalesced over the shape that it names,
/// and arranged) with the function of the claimed one, in 64 bits; nothing if there is none, and so
/// no answer with that function. Whether the function is right is for objection() to say.
/// Pre: can_object(question).
std::optional<Layout> in_required_form(const Case& question, const Layout& claimed,
                                       Convention convention);

/// Whether objection() knows the question: its operation specifies_function(), no tiler acts by
/// mode, and the form of the answer follows from its function, as that of a weak composite does
/// not.
bool can_object(const Case& question);

/// At most `count` points of the domain of the layout: all, if there are no more; else 0, the last
/// one, the corners of the digit ranges, then pseudo-random ones. The same arguments give the same
/// points.
std::vector<Exact> sample_points(const ExactLayout& layout, std::size_t count, std::uint64_t seed);

}  // namespace layoutcheck::oracle
