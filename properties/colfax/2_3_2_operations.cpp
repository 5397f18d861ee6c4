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

std::vector<Statement> colfax_2_3_2() {
  const Domain any = layouts(nested);
  const char* const no_substitution =
      "By the letter of 2.2.1.8 mode i of L_P is made of len(mode_i(L)) modes of L, where P wants "
      "the length of its mode i.";
  return {
      statement("colfax.2.3.2.1", "Definition",
                "The flattening of S:D is L♭ = S♭:D♭, as in 2.3.1.13. (Also: it is mode_1(L)♭ ⋆ … "
                "⋆ mode_r(L)♭.)",
                any, check_2_3_2_1),
      misprinted_example("colfax.2.3.2.2",
                         "The flattening of ((2,2,2,(2,2))):((1,0,8,(0,16))) is, as printed, "
                         "(2,2,2,2):(1,0,8,0,16).",
                         "flatten(((2,2,2,(2,2)))) = (2,2,2,2)",
                         "The shape of the flattening is printed with four entries, its stride "
                         "with five; 2.3.1.15 has both right.",
                         "(2,2,2,2,2) for (2,2,2,2)."),
      example("colfax.2.3.2.3", "The flattening of 10:4 is (10):(4)."),
      statement("colfax.2.3.2.4", "Example", "depth(L) = 1 exactly if L = L♭.", any, check_2_3_2_4),
      statement("colfax.2.3.2.5", "Definition",
                "The concatenation of S_1:D_1, …, S_k:D_k is (S_1, …, S_k):(D_1, …, D_k). (Checked "
                "for k = 0 to 3, and for the modes of L_1.)",
                layouts(nested, 3), check_2_3_2_5),
      {.id = "colfax.2.3.2.6",
       .kind = "Remark",
       .says = "(L_1, (L_2, L_3)), ((L_1, L_2), L_3) and (L_1, L_2, L_3) differ, but have the same "
               "flattening, and so the same layout function.",
       .domain = layouts(nested, 3),
       .check = check_2_3_2_6,
       .remark = "The source shows that they differ for one choice; they do for every one."},
      misprinted_example(
          "colfax.2.3.2.7",
          "The concatenation of (3,7,2):(1,3,6) and, as printed, (2,(2,(4,3))):(5,3,(2,2)) is "
          "((3,7,2),(2,(2,(4,3)))):((1,3,6),(5,3,(2,2))).",
          "congruent((2,(2,(4,3))), (5,3,(2,2))) = true",
          "The stride of the second layout is printed as (5,3,(2,2)), also in the "
          "answer; it is not congruent to the shape (2,(2,(4,3))), so that there "
          "is no such layout (2.3.1.1).",
          "(5,(3,(2,2))) for (5,3,(2,2)), twice."),
      statement("colfax.2.3.2.8", "Remark", "depth(L, L') = 1 + max(depth(L), depth(L')).",
                layouts(nested, 2), check_2_3_2_8),
      statement(
          "colfax.2.3.2.9", "Remark",
          "For flat L and L' the concatenations (L, L') and L ⋆ L' differ, and L ⋆ L' = (L, L')♭.",
          layouts(Nesting::flat, 2), check_2_3_2_9),
      {.id = "colfax.2.3.2.10",
       .kind = "Remark",
       .says = "A layout of positive depth is the concatenation of its modes.",
       .domain = any,
       .check = given(has_depth, check_2_3_2_10_printed),
       .counterexample = "colfax.2.3.2.10((1):(0)) = false",
       .remark = "By the letter of 2.2.2.10 the modes of S and of D are flat, so that an entry "
                 "that is a mode gets brackets, and a mode of greater depth loses some.",
       .uses = {"colfax.2.2.2.10"}},
      amendment(
          "colfax.2.3.2.10.amended",
          "With 2.2.2.10 as amended: a layout of positive depth is the concatenation of its modes.",
          given(has_depth, check_2_3_2_10)),
      example("colfax.2.3.2.11",
              "((5,(7,7)),2,(4,5)):((1,(35,5)),0,(1,8)) is the concatenation of its modes "
              "(5,(7,7)):(1,(35,5)), 2:0 and (4,5):(1,8)."),
      {.id = "colfax.2.3.2.12",
       .kind = "Definition",
       .says = "L_P = S_P:D_P for a layout S:D and a profile P of length rank(L), with the modes "
               "of S and of D in the places of P.",
       .domain = layout_with_profile_of_rank(),
       .check = check_2_3_2_12<Wording::as_printed>,
       .counterexample = "colfax.2.3.2.12(():(), (())) = false",
       .remark = no_substitution,
       .uses = {"colfax.2.2.1.8", "colfax.2.2.2.10"}},
      amendment("colfax.2.3.2.12.amended",
                "With 2.2.1.8 and 2.2.2.10 as amended: L_P = S_P:D_P for a layout S:D and a "
                "profile P of length rank(L), with the modes of S and of D in the places of P.",
                check_2_3_2_12<Wording::amended>),
      example_by({"colfax.2.2.1.8"}, "colfax.2.3.2.13",
                 "(8,8,8):(1,8,64) with the profile (*,(*,*)) is (8,(8,8)):(1,(8,64)).",
                 "colfax.2.3.2.12((8,8,8):(1,8,64), (*,(*,*))) = true", no_substitution),
      example_by({"colfax.2.2.1.8"}, "colfax.2.3.2.14",
                 "((2,2),(3,3),(5,5)):((2,1),(12,4),(180,36)) with the profile (*,(*,*)) is "
                 "((2,2),((3,3),(5,5))):((2,1),((12,4),(180,36))).",
                 "colfax.2.3.2.12(((2,2),(3,3),(5,5)):((2,1),(12,4),(180,36)), (*,(*,*))) = true",
                 no_substitution),
      example("colfax.2.3.2.15", "(16):(1) with the profile * is 16:1."),
  };
}

}  // namespace layoutcheck::properties
