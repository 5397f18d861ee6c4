// The statements on the basic operations on layouts (colfax 2.3.2).
#include "as_printed/layouts.hpp"
#include "lists.hpp"
#include <layoutcheck/algebra/layouts.hpp>

namespace layoutcheck::properties {

namespace {

using namespace as_printed;

using Nesting::nested;

template <class... Layouts>
Layout concatenated(const Layouts&... layouts) {
  return algebra::concatenate(std::vector<Layout>{layouts...});
}

/// L and P, mostly with len(P) = rank(L).
Domain layout_with_profile_of_rank() {
  return make_domain("a layout and a profile as long as its rank", {Sort::layout, Sort::profile},
                     [](Entropy& entropy, int size) -> Operands {
                       Layout layout = draw_layout(entropy, size);
                       const std::size_t rank = layout.modes().size() + (entropy.chance(8) ? 1 : 0);
                       return {std::move(layout), draw_profile(entropy, rank)};
                     });
}

Result check_2_3_2_1(const Layout& layout) {
  const Layout flat = algebra::flatten(layout);
  std::vector<Layout> modes = layout.is_entry() ? std::vector{layout} : layout.modes();
  for (Layout& mode : modes)
    mode = algebra::flatten(mode);
  return all_hold({has_text("L♭", flat, flat_text(layout)),
                   holds_if_equal(algebra::flat_concatenate(modes), flat)});
}

Result check_2_3_2_4(const Layout& layout) {
  return agree<bool>({{"L = L♭", algebra::flatten(layout) == layout},
                      {"by their texts", flat_text(layout) == to_string(layout)},
                      {"depth(L) = 1", algebra::depth(layout) == 1},
                      {"by the text", depth_in(shape_text(layout)) == 1}});
}

/// The algebra's concatenation is that of the texts.
Result is_concatenated(const std::vector<Layout>& layouts) {
  return has_text("the concatenation", algebra::concatenate(layouts),
                  substituted_text(Profile::flat(layouts.size()), layouts));
}
/// The first of 0 to 3 layouts, and the modes of the first one: of these there is any number.
Result check_2_3_2_5(const Layout& a, const Layout& b, const Layout& c) {
  return all_hold({is_concatenated({}), is_concatenated({a}), is_concatenated({a, b}),
                   is_concatenated({a, b, c}), is_concatenated(a.modes())});
}

Result check_2_3_2_6(const Layout& a, const Layout& b, const Layout& c) {
  const Layout right = concatenated(a, concatenated(b, c));
  const Layout left = concatenated(concatenated(a, b), c);
  const Layout flat = concatenated(a, b, c);
  return all_hold(
      {{right != left && right != flat && left != flat, "they differ"},
       {algebra::flatten(left) == algebra::flatten(right) &&
            algebra::flatten(flat) == algebra::flatten(right),
        "they have the same flattening"},
       {same_function(left, right) && same_function(flat, right), "they have the same function"}});
}

Result check_2_3_2_8(const Layout& a, const Layout& b) {
  const Layout both = concatenated(a, b);
  return agree<std::size_t>({{"depth(L, L')", algebra::depth(both)},
                             {"that of its text", depth_in(shape_text(both))},
                             {"claimed", 1 + std::max(algebra::depth(a), algebra::depth(b))}});
}

Result check_2_3_2_9(const Layout& a, const Layout& b) {
  const Layout nested_one = concatenated(a, b);
  const Layout flat = algebra::flat_concatenate(std::vector{a, b});
  return all_hold({{flat == join(a, b), "L ⋆ L' is the flat concatenation"},
                   {flat != nested_one, "L ⋆ L' is not (L, L')"},
                   {flat == algebra::flatten(nested_one), "L ⋆ L' = (L, L')♭"}});
}

std::vector<Layout> modes_of(const Layout& layout) {
  std::vector<Layout> modes;
  for (std::size_t i = 0; i < algebra::rank(layout); ++i)
    modes.push_back(*algebra::mode(layout, i));
  return modes;
}

bool has_depth(const Layout& layout) {
  return algebra::depth(layout) > 0;
}

Result check_2_3_2_10(const Layout& layout) {
  return holds_if_equal(algebra::concatenate(modes_of(layout)), layout);
}

/// By the letter of 2.2.2.10 the modes of L are flat.
Result check_2_3_2_10_printed(const Layout& layout) {
  std::vector<Layout> modes = layout.modes();
  for (Layout& mode : modes)
    mode = parse_layout(flat_text(mode));
  return holds_if_equal(Layout::tuple_of(modes), layout);
}

template <Wording wording>
Result check_2_3_2_12(const Layout& layout, const Profile& profile) {
  const auto shapes = modes_in(shape_text(layout));
  if (profile.length() != shapes.size()) return unmet();
  if (wording == Wording::as_printed && !can_substitute_as_printed(profile, layout.modes()))
    return fails("by the letter of 2.2.1.8 there is no L_P");
  const std::string brackets = to_string(profile);
  const Outcome<Layout> found = algebra::substitute(profile, modes_of(layout));
  return has_text("L_P", found,
                  filled(brackets, shapes) + ":" + filled(brackets, modes_in(stride_text(layout))))
      .then([&] {
        // For a flat L this is the L_P of 2.3.1.19.
        return holds_if(
            !layout.is_flat() || *found == Layout(profile, layout.extents(), layout.strides()),
            [&] { return to_string(*found) + " is not the L_P of 2.3.1.19"; });
      });
}

}  // namespace

std::vector<Binding> colfax_2_3_2() {
  const Domain any = layouts(nested);
  return {
      {"colfax.2.3.2.1", any, check_2_3_2_1},
      {"colfax.2.3.2.4", any, check_2_3_2_4},
      {"colfax.2.3.2.5", layouts(nested, 3), check_2_3_2_5},
      {"colfax.2.3.2.6", layouts(nested, 3), check_2_3_2_6},
      {"colfax.2.3.2.8", layouts(nested, 2), check_2_3_2_8},
      {"colfax.2.3.2.9", layouts(Nesting::flat, 2), check_2_3_2_9},
      {"colfax.2.3.2.10", any, given(has_depth, check_2_3_2_10_printed)},
      {"colfax.2.3.2.10.amended", given(has_depth, check_2_3_2_10)},
      {"colfax.2.3.2.12", layout_with_profile_of_rank(), check_2_3_2_12<Wording::as_printed>},
      {"colfax.2.3.2.12.amended", check_2_3_2_12<Wording::amended>},
  };
}

}  // namespace layoutcheck::properties
