// The form of an answer: what an operation specifies beyond its function.
#pragma once

#include <layoutcheck/notation/case.hpp>
#include <layoutcheck/notation/operations.hpp>
#include <layoutcheck/oracles/functions.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace layoutcheck::oracle {

/// An aspect of the form that an operation specifies.
enum class FormPart {
  modes,      // rank and nesting: the shape refines one that the operands determine
  coalesced,  // over the entries of that shape, as few modes as the function allows
};

/// "modes" or "coalesced", as in a profile.
std::string_view name(FormPart part);

/// The text of a violation: "other modes" or "not coalesced".
std::string_view describe(FormPart part);

/// The form that an operation specifies for an answer.
struct Form {
  /// The shape that it refines; the strides are ignored.
  ExactLayout over;
  /// Whether it is coalesced over the entries of that shape.
  bool is_coalesced = true;
  /// The maximum depth, if the answer is a definite list of modes.
  std::optional<Int> depth = {};
};

/// "over (4,3)", "coalesced over (4,3)" or "coalesced over (4,3), depth 1".
std::string to_string(const Form& form);

/// The form of an answer to the question, given the canonical one; nothing if any function with the
/// required property is right.
std::optional<Form> form_of(const Case& question, const Layout& canonical, Convention convention);

/// How an answer with the right function deviates from the form.
struct FormFault {
  FormPart part = FormPart::modes;
  /// In words with numbers.
  std::string why;
};

/// How the claimed answer, which has the function of the canonical one, deviates from the form that
/// the operation specifies (docs/cases.md, "Form"); nothing if it does not, or if the sources leave
/// its form open.
///
/// The shape must refine a shape S that the operation and its operands determine, and the layout
/// must be coalesced over S. If the answer is a definite list of modes, S is the canonical shape,
/// so that every entry stays one. Brackets around a single entry make no difference, up to the
/// stated depth, and neither does the stride of an extent of 1: neither function nor rank depends
/// on them.
///
/// Left open are inverses entirely (any one is right); how a pair of a blocked or raked product is
/// coalesced, since CuTe's own documents fix only its rank; and outside `strict`, whether
/// complements, compositions, divisions and products are coalesced: CuTe documents the shape that
/// they are compatible with (media/docs/cpp/cute/02_layout_algebra.md).
std::optional<FormFault> form_fault(const Case& question, const Layout& canonical,
                                    const Layout& claimed, Convention convention);

/// The same for nested tuples with equal entries: the nesting must be the canonical one, up to
/// brackets around single entries.
std::optional<FormFault> form_fault(const NestedTuple& canonical, const NestedTuple& claimed);

/// The shape that a composition, a division or a product of a layout and a tiler must refine, given
/// that of the canonical answer, for layouts over integers and over modules; the strides are
/// ignored.
ExactLayout shape_of_tiles(Family family, Arrangement arrangement, const ExactLayout& a,
                           const Tiler& t, Convention convention, const ExactLayout& canonical);

/// Whether a claimed shape refines another, up to brackets around single entries.
bool is_over(const NestedTuple& shape, const NestedTuple& claimed);

/// The number of entries of a claimed shape over each entry of another; nothing unless it refines
/// that one, up to brackets around single entries, and has depth at most 1 over each entry.
std::optional<std::vector<std::size_t>> lengths_over(const NestedTuple& shape,
                                                     const NestedTuple& claimed);

}  // namespace layoutcheck::oracle
