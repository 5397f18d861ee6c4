// The form of an answer: the shape that it is to refine, for each operation, and what it lacks.
#include <layoutcheck/notation/operations.hpp>
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/oracles/complement.hpp>
#include <layoutcheck/oracles/division.hpp>
#include <layoutcheck/oracles/form.hpp>
#include <layoutcheck/oracles/layouts.hpp>

#include <algorithm>

namespace layoutcheck::oracle {
namespace {

using Layouts = std::vector<ExactLayout>;

// The demanded shape is a layout whose strides mean nothing, so that it is arranged as answers are.

ExactLayout whole(const ExactLayout& layout) {
  return ExactLayout::entry(size(layout), 0);
}

Layouts each_whole(Layouts modes) {
  std::transform(modes.begin(), modes.end(), modes.begin(), whole);
  return modes;
}

/// The demanded shape by mode, where `over` says that of a layout under a tiler that is one.
template <class Over>
ExactLayout by_mode_over(const ExactLayout& a, const Tiler& t, const ExactLayout& canonical,
                         const Over& over) {
  if (t.keeps()) return canonical;
  const std::optional<std::vector<Tiler>> tilers = by_mode(t);
  if (!tilers) return over(a, layout_of(t), canonical);
  const Layouts of_a = a.modes();
  Layouts modes = canonical.modes();
  for (std::size_t i = 0; i < tilers->size(); ++i)
    modes[i] = by_mode_over(of_a[i], (*tilers)[i], modes[i], over);
  return ExactLayout::tuple_of(modes);
}

/// What the demanded shape of a division or a product depends on.
struct Split {
  Family family;
  Convention convention;

  /// That of the parts where the tiler is a layout: the block is the first operand, the repetition
  /// and the tile lie over the tiler, and the rest lies over its complement. CuTe says nothing of
  /// the form of a complement, so that its size is left.
  [[nodiscard]] Pair over(const ExactLayout& a, const ExactLayout& b, const Pair& canonical) const {
    if (family == Family::product) return {canonical.first, b};
    if (convention != Convention::strict) return {b, whole(canonical.second)};
    const Outcome<ExactLayout> rest = flat_complement(b, size(a), convention, Limits{0});
    return {b, rest ? in_coalesced_form(*rest) : whole(canonical.second)};
  }

  [[nodiscard]] Pair over(const ExactLayout& a, const Tiler& t, const Pair& canonical) const {
    if (t.keeps()) return canonical;
    const std::optional<std::vector<Tiler>> tilers = by_mode(t);
    if (!tilers) return over(a, layout_of(t), canonical);
    const Layouts modes = a.modes();
    Layouts first = canonical.first.modes();
    Layouts second = canonical.second.modes();
    for (std::size_t i = 0; i < tilers->size(); ++i) {
      Pair parts = over(modes[i], (*tilers)[i], {first[i], second[i]});
      first[i] = std::move(parts.first);
      second[i] = std::move(parts.second);
    }
    return {ExactLayout::tuple_of(first), ExactLayout::tuple_of(second)};
  }
};

/// How many modes of an answer that is arranged flat make up its first part.
std::size_t modes_of_first(const ExactLayout& first, const Tiler& t, const Layouts& modes) {
  if (t.keeps()) return 1;
  if (const std::optional<std::vector<Tiler>> tilers = by_mode(t)) return tilers->size();
  if (!first.is_entry()) return first.modes().size();
  std::size_t count = 1;
  for (Exact made = size(modes[0]); count < modes.size() && made < size(first); ++count)
    made *= size(modes[count]);
  return count;
}

/// That of a division or a product that is arranged zipped, tiled or flat.
ExactLayout arranged_over(const Split& split, Arrangement arrangement, const ExactLayout& a,
                          const Tiler& t, const ExactLayout& canonical) {
  const Layouts modes = canonical.modes();
  if (arrangement == Arrangement::zipped)
    return as_zipped<ExactLayout>(split.over(a, t, {modes[0], modes[1]}));
  const bool is_tiled = arrangement == Arrangement::tiled;
  const bool is_by_mode = t.keeps() || by_mode(t);
  const std::size_t count =
      is_tiled ? 1
               : modes_of_first(split.family == Family::product || is_by_mode ? a : layout_of(t), t,
                                modes);
  const auto cut = modes.begin() + static_cast<std::ptrdiff_t>(count);
  const Pair pair{is_tiled ? modes[0] : ExactLayout::tuple_of(Layouts(modes.begin(), cut)),
                  ExactLayout::tuple_of(Layouts(cut, modes.end()))};
  Pair over = split.over(a, t, pair);
  // What lies over an entry has been spread: of its pieces each has nothing but a size.
  const auto spread = [&](ExactLayout& part, const ExactLayout& pieces) {
    if (!is_by_mode && part.is_entry()) part = ExactLayout::tuple_of(each_whole(pieces.modes()));
  };
  if (!is_tiled) spread(over.first, pair.first);
  spread(over.second, pair.second);
  return is_tiled ? as_tiled(over) : as_flat(over);
}

/// The shape that the answer is to refine.
ExactLayout demanded(const Case& question, const Operation& operation, Convention convention,
                     const ExactLayout& canonical) {
  if (!specifies_function(operation)) return canonical;
  const Family family = operation.family;
  if (family == Family::complement) return whole(canonical);
  if (family == Family::coalescing) {
    return question.operands.size() > 1 ? column_major(std::get<NestedTuple>(question.operands[1]))
                                        : whole(canonical);
  }
  if (family == Family::addition) return whole(canonical);
  if (family == Family::modes) {
    const auto* shape = std::get_if<NestedTuple>(&question.operands[1]);
    return shape != nullptr ? column_major(*shape)
                            : ExactLayout::tuple_of(each_whole(canonical.modes()));
  }
  if (operation.answer == Sort::flat_layout || family == Family::weak_composition) return canonical;
  const auto* b = std::get_if<Layout>(&question.operands.at(1));
  return shape_of_tiles(family, operation.arrangement, std::get<Layout>(question.operands.front()),
                        b != nullptr ? Tiler(*b) : std::get<Tiler>(question.operands[1]),
                        convention, canonical);
}

/// Whether the sources say that the answers are coalesced over the shape that they refine.
bool is_coalesced_demanded(const Operation& operation, Convention convention) {
  if (operation.family == Family::addition || operation.family == Family::modes) return false;
  if (operation.arrangement == Arrangement::blocked || operation.arrangement == Arrangement::raked)
    return false;
  return convention == Convention::strict || !operation.conventional;
}

/// Appends the parts of `claimed` over the entries of the shape; false unless it refines the shape,
/// for which an entry is as good as brackets around it.
bool split_over(const ExactLayout& claimed, const ExactLayout& shape, Layouts& parts) {
  if (shape.is_entry()) {
    parts.push_back(claimed);
    return size(claimed) == shape.extents[0];
  }
  if (claimed.is_entry()) {
    parts.push_back(claimed);
    return shape.extents == claimed.extents;
  }
  const Layouts over = shape.modes();
  const Layouts modes = claimed.modes();
  if (modes.size() != over.size()) return false;
  for (std::size_t i = 0; i < modes.size(); ++i)
    if (!split_over(modes[i], over[i], parts)) return false;
  return true;
}

std::string text(const ExactTuple& shape) {
  std::string result;
  auto entry = shape.entries.begin();
  for (const char c : to_string(shape.profile))
    result += c == '*' ? digits(*entry++) : std::string(1, c);
  return result;
}

std::optional<FormFault> too_deep(const Profile& claimed, Int most) {
  if (depth(claimed) <= most) return std::nullopt;
  return FormFault{FormPart::modes, "its depth is " + std::to_string(depth(claimed)) +
                                        ", more than " + std::to_string(most)};
}

Int depth_of_list(const Profile& canonical) {
  return std::max<Int>(1, depth(canonical));
}

}  // namespace

ExactLayout shape_of_tiles(Family family, Arrangement arrangement, const ExactLayout& a,
                           const Tiler& t, Convention convention, const ExactLayout& canonical) {
  if (arrangement == Arrangement::blocked || arrangement == Arrangement::raked)
    return ExactLayout::tuple_of(each_whole(canonical.modes()));
  if (family == Family::composition) {
    return by_mode_over(a, t, canonical,
                        [](const auto&, const ExactLayout& b, const auto&) { return b; });
  }
  const Split split{family, convention};
  if (arrangement != Arrangement::logical)
    return arranged_over(split, arrangement, a, t, canonical);
  return by_mode_over(a, t, canonical, [&](const auto& mode, const auto& b, const auto& both) {
    const Layouts parts = both.modes();
    return as_zipped<ExactLayout>(split.over(mode, b, {parts[0], parts[1]}));
  });
}

std::string_view name(FormPart part) {
  return part == FormPart::modes ? "modes" : "coalesced";
}

std::string_view describe(FormPart part) {
  return part == FormPart::modes ? "other modes" : "not coalesced";
}

std::string to_string(const Form& form) {
  return (form.is_coalesced ? "coalesced over " : "over ") + text(shape(form.over)) +
         (form.depth ? ", depth " + std::to_string(*form.depth) : "");
}

std::optional<Form> form_of(const Case& question, const Layout& canonical, Convention convention) {
  convention = question.convention.value_or(convention);
  const Operation* operation = operation_of(question);
  if (operation == nullptr || specifies_property(*operation)) return std::nullopt;
  Form form{demanded(question, *operation, convention, canonical),
            is_coalesced_demanded(*operation, convention)};
  if (!specifies_function(*operation) || operation->answer == Sort::flat_layout)
    form.depth = depth_of_list(canonical.profile());
  return form;
}

std::optional<FormFault> form_fault(const Case& question, const Layout& canonical,
                                    const Layout& claimed, Convention convention) {
  const std::optional<Form> form = form_of(question, canonical, convention);
  if (!form) return std::nullopt;
  const std::string over = text(shape(form->over));
  Layouts parts;
  if (!split_over(claimed, form->over, parts))
    return FormFault{FormPart::modes, "its shape does not refine " + over};
  if (form->depth) {
    if (auto fault = too_deep(claimed.profile(), *form->depth)) return fault;
  }
  if (!form->is_coalesced) return std::nullopt;
  for (const ExactLayout& part : parts)
    if (depth(part.profile) > 1)
      return FormFault{FormPart::modes, "it has a nested tuple over an entry of " + over};
  for (const ExactLayout& part : parts) {
    const std::size_t least = std::max<std::size_t>(1, flat_coalesce_by_rewriting(part).length());
    if (part.length() > least)
      return FormFault{FormPart::coalesced, "it is not coalesced over " + over};
  }
  return std::nullopt;
}

std::optional<FormFault> form_fault(const NestedTuple& canonical, const NestedTuple& claimed) {
  Layouts parts;
  const ExactLayout shape = column_major(canonical);
  if (!split_over(column_major(claimed), shape, parts) ||
      std::any_of(parts.begin(), parts.end(),
                  [](const auto& part) { return part.length() != 1; })) {
    return FormFault{FormPart::modes, "its nesting is not that of " + to_string(canonical)};
  }
  return too_deep(claimed.profile(), depth_of_list(canonical.profile()));
}

bool is_over(const NestedTuple& shape, const NestedTuple& claimed) {
  Layouts parts;
  return split_over(column_major(claimed), column_major(shape), parts);
}

std::optional<std::vector<std::size_t>> lengths_over(const NestedTuple& shape,
                                                     const NestedTuple& claimed) {
  Layouts parts;
  if (!split_over(column_major(claimed), column_major(shape), parts)) return std::nullopt;
  std::vector<std::size_t> lengths;
  for (const ExactLayout& part : parts) {
    if (depth(part.profile) > 1) return std::nullopt;
    lengths.push_back(part.length());
  }
  return lengths;
}

}  // namespace layoutcheck::oracle
