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

std::vector<Binding> colfax_2_3_10() {
  const Domain compact = mostly_nondegenerate(mostly_compact_layouts());
  const Domain complementable = mostly_nondegenerate(complementable_layouts(nested));
  const Check compact_is_tractable =
      implies_tractable([](const Layout& l) { return is_compact(l); });
  const Check complementable_is_tractable =
      implies_tractable([](const Layout& l) { return is_complementable(l); });
  return {
      {"colfax.2.3.10.1", tractable_layouts(nested), check_2_3_10_1},
      {"colfax.2.3.10.2", layouts_of_length_one(), implies_tractable(has_length_one)},
      {"colfax.2.3.10.3", ordered_layouts("a column-major layout", true),
       implies_tractable(as_printed::is_column_major)},
      {"colfax.2.3.10.4", ordered_layouts("a row-major layout", false),
       implies_tractable(as_printed::is_row_major)},
      {"colfax.2.3.10.5", compact, compact_is_tractable},
      {"colfax.2.3.10.5.amended", given(is_nondegenerate_layout, compact_is_tractable)},
      {"colfax.2.3.10.6", layouts_with_one_positive_stride(),
       implies_tractable(has_one_positive_stride)},
      {"colfax.2.3.10.7", complementable, complementable_is_tractable},
      {"colfax.2.3.10.7.amended", given(is_nondegenerate_layout, complementable_is_tractable)},
  };
}

}  // namespace layoutcheck::properties
