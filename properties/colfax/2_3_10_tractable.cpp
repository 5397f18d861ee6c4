// The statements on tractable layouts (colfax 2.3.10).
#include "as_printed/flat.hpp"
#include "as_printed/layouts.hpp"
#include "lists.hpp"
#include <layoutcheck/algebra/layouts.hpp>

namespace layoutcheck::properties {

namespace {

using namespace as_printed;

using Nesting::nested;

Result check_2_3_10_1(const Layout& l) {
  // Without sorting: of any two entries with strides above 0 one divides the other. In the order of
  // strides that is the later one, and the condition passes on from each entry to all later ones.
  bool by_pairs = true;
  for (std::size_t i = 0; i < l.length(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const Int d = l.strides()[i];
      const Int e = l.strides()[j];
      by_pairs = by_pairs && (d == 0 || e == 0 || divides(Exact{l.extents()[i]} * d, e) ||
                              divides(Exact{l.extents()[j]} * e, d));
    }
  }
  const Layout flat = algebra::flatten(l);
  return agree<bool>({{"tractable", is_tractable(l)},
                      {"by pairs of entries", by_pairs},
                      {"L♭", is_tractable(flat)},
                      {"the algebra", algebra::is_tractable(l)},
                      {"the algebra for L♭", algebra::is_tractable(flat)},
                      {"the oracle", oracle::is_tractable(l)}});
}

/// "Any layout with this property is tractable."
Check implies_tractable(bool (*has_property)(const Layout&)) {
  return given(has_property, [](const Layout& l) {
    return holds_if(is_tractable(l) && algebra::is_tractable(l),
                    [&] { return "sorted it is " + to_string(oracle::sort(l)); });
  });
}

bool has_length_one(const Layout& l) {
  return numbers_in(shape_text(l)).size() == 1;
}

bool has_one_positive_stride(const Layout& l) {
  return std::count_if(l.strides().begin(), l.strides().end(), [](Int d) { return d != 0; }) == 1;
}

bool is_nondegenerate_layout(const Layout& l) {
  return oracle::is_nondegenerate(l);
}

Domain layouts_of_length_one() {
  return mostly_layouts("a layout of length 1", [](Entropy& entropy, int size) {
    if (entropy.chance(10)) return draw_layout(entropy, size);
    Profile profile = draw_profile(entropy, 1);
    for (std::size_t depth = entropy.below(3); depth > 0; --depth) {
      std::vector<Profile> modes{profile};
      if (entropy.chance(20)) modes.insert(modes.begin(), Profile::flat(0));
      profile = Profile::tuple_of(modes);
    }
    const auto stride = static_cast<Int>(entropy.below(20));
    return Layout(std::move(profile), {draw_extent(entropy, size)}, {stride});
  });
}

/// Column-major or row-major layouts, from the definition.
Domain ordered_layouts(std::string name, bool column_major) {
  return mostly_layouts(std::move(name), [column_major](Entropy& entropy, int size) {
    const NestedTuple shape = draw_shape(entropy, size);
    Tuple strides(shape.length());
    Int product = 1;
    for (std::size_t k = 0; k < strides.size(); ++k) {
      const std::size_t i = column_major ? k : strides.size() - 1 - k;
      strides[i] = product;
      if (k + 1 < strides.size()) product = checked_multiply(product, shape.entries()[i]);
    }
    return Layout(shape.profile(), shape.entries(), std::move(strides));
  });
}

Domain layouts_with_one_positive_stride() {
  return mostly_layouts("a layout with one positive stride", [](Entropy& entropy, int size) {
    const NestedTuple shape = draw_shape(entropy, size);
    Tuple strides(shape.length(), 0);
    if (!strides.empty())
      strides[entropy.below(strides.size())] = static_cast<Int>(entropy.between(1, 30));
    return Layout(shape.profile(), shape.entries(), std::move(strides));
  });
}

/// The domain with its layouts mostly made non-degenerate.
Domain mostly_nondegenerate(Domain domain) {
  domain.name += ", mostly non-degenerate";
  domain.draw = [draw = domain.draw](Entropy& entropy, int size) {
    Operands operands = draw(entropy, size);
    const Layout& l = layout(operands, 0);
    Tuple strides = l.strides();
    for (std::size_t i = 0; i < strides.size(); ++i)
      if (l.extents()[i] == 1 && entropy.chance(85)) strides[i] = 0;
    operands[0] = Layout(l.profile(), l.extents(), std::move(strides));
    return operands;
  };
  return domain;
}

}  // namespace

std::vector<Statement> colfax_2_3_10() {
  const Domain compact = mostly_nondegenerate(mostly_compact_layouts());
  const Domain complementable = mostly_nondegenerate(complementable_layouts(nested));
  const Check compact_is_tractable =
      implies_tractable([](const Layout& l) { return is_compact(l); });
  const Check complementable_is_tractable =
      implies_tractable([](const Layout& l) { return is_complementable(l); });
  const auto example_of = [](Text id, Text says, Domain domain, Check check) {
    Statement statement = example(id, says);
    statement.domain = std::move(domain);
    statement.check = std::move(check);
    return statement;
  };
  const auto of_flattening = [](Statement statement) {
    statement.remark = "2.1.2.6 defines the word for flat layouts; it is read as that of L♭.";
    return statement;
  };
  return {
      statement("colfax.2.3.10.1", "Definition",
                "L is tractable if L♭ is: sort(L♭) has d_i = 0 or s_i·d_i | d_{i+1} for each i < "
                "m. (Checked by pairs of entries, without sorting, too.)",
                tractable_layouts(nested), check_2_3_10_1),
      example_of("colfax.2.3.10.2", "(((12))):(((17))) is tractable, as any layout of length 1 is.",
                 layouts_of_length_one(), implies_tractable(has_length_one)),
      of_flattening(example_of("colfax.2.3.10.3",
                               "((2,4),32):((1,2),8) is tractable, as any column-major layout is.",
                               ordered_layouts("a column-major layout", true),
                               implies_tractable(as_printed::is_column_major))),
      of_flattening(example_of("colfax.2.3.10.4",
                               "(2,(4,32)):(128,(32,1)) is tractable, as any row-major layout is.",
                               ordered_layouts("a row-major layout", false),
                               implies_tractable(as_printed::is_row_major))),
      {.id = "colfax.2.3.10.5",
       .kind = "Example",
       .says =
           "((3,3),(1,3),(3,1,3)):((81,1),(0,8),(3,0,27)) is tractable, as any compact layout is.",
       .domain = compact,
       .check = compact_is_tractable,
       .counterexample = "colfax.2.3.10.5((1,1):(2,3)) = false",
       .remark = "An extent 1 does not matter to a compact layout, but its stride does to a "
                 "tractable one: sort keeps it. Besides, the example prints the stride 8 for 9; "
                 "with 8 it is neither compact nor tractable.",
       .change = "9 for 8; any non-degenerate compact layout."},
      amendment("colfax.2.3.10.5.amended",
                "((3,3),(1,3),(3,1,3)):((81,1),(0,9),(3,0,27)) is tractable, as any non-degenerate "
                "compact layout is.",
                given(is_nondegenerate_layout, compact_is_tractable)),
      example_of("colfax.2.3.10.6",
                 "((3,7,7)):((0,15,0)) is tractable, as any layout with exactly one stride above 0 "
                 "is.",
                 layouts_with_one_positive_stride(), implies_tractable(has_one_positive_stride)),
      {.id = "colfax.2.3.10.7",
       .kind = "Example",
       .says = "(2,(2,(2,2))):(1,(2048,(16,64))) is tractable, as any complementable layout is.",
       .domain = complementable,
       .check = complementable_is_tractable,
       .counterexample = "colfax.2.3.10.7((1,1):(2,3)) = false",
       .remark = "2.1.6.11 looks at squeeze(L), which drops extents of 1; 2.3.10.1 does not.",
       .change = "Any non-degenerate complementable layout.",
       .uses = {"colfax.2.1.6.11"}},
      {.id = "colfax.2.3.10.7.amended",
       .kind = "Amendment",
       .says = "Any non-degenerate complementable layout is tractable.",
       .check = given(is_nondegenerate_layout, complementable_is_tractable),
       .remark = "Checked for the complementable layouts of 2.1.6.11 as printed, among which are "
                 "those of the amended one."},
      example("colfax.2.3.10.8",
              "(8,8):(8,1) and (5,5):(10,2) are tractable, but their concatenation "
              "((8,8),(5,5)):((8,1),(10,2)) is not."),
  };
}

}  // namespace layoutcheck::properties
