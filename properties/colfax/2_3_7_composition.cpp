// The statements on composition (colfax 2.3.7). The source's B∘A is composition(B, A), and the
// operands are B, A.
#include "as_printed/layouts.hpp"
#include "lists.hpp"
#include <layoutcheck/algebra/coalesce.hpp>
#include <layoutcheck/algebra/composition.hpp>
#include <layoutcheck/algebra/layouts.hpp>
#include <layoutcheck/oracles/search.hpp>

namespace layoutcheck::properties {

namespace {

using namespace as_printed;

using Nesting::nested;

/// The algebra's B∘A, where its shape refines that of A.
Outcome<Layout> composition(const Layout& b, const Layout& a, Wording wording = Wording::amended) {
  return if_refining(algebra::composition(b, a, Convention::strict), a, wording);
}

/// Φ_B∘Φ_A^{size(B)}; nothing if A leaves [0, size(B)). Throws LimitReached.
std::optional<std::vector<Exact>> composed(const Layout& b, const Layout& a) {
  const Exact size = oracle::size(b);
  std::vector<Exact> values;
  for (const Exact& value : oracle::table(a, limits)) {
    if (value >= size) return std::nullopt;
    values.push_back(oracle::value_at(b, value));
  }
  return values;
}

/// Which of the conditions of colfax 2.3.7.1 C violates; "" if none.
std::string violated(const Layout& c, const Layout& b, const Layout& a, Wording wording) {
  const NestedTuple shape = a.shape();
  if (!refines(c.shape(), shape, wording)) return "condition 1";
  if (!is_coalesced_over(c, shape)) return "condition 2";
  const auto values = composed(b, a);
  return values && oracle::table(c, limits) == *values ? "" : "condition 3";
}

/// B, A and a layout, mostly a weak composite of them: each mode of B∘A relative to shape(A) is
/// replaced by a layout with the same function.
Domain composable_with_weak_composite() {
  const auto draw = [](Entropy& entropy, int, const Operands& before) -> Value {
    const Layout& b = layout(before, 0);
    const Layout& a = layout(before, 1);
    Layout weak = a;
    try {
      const Outcome<Layout> composite = composition(b, a);
      if (composite) {
        std::vector<Layout> modes = relative_modes(*composite, a.shape());
        for (Layout& mode : modes)
          if (entropy.chance(70)) mode = draw_same_function(entropy, mode);
        weak = *algebra::substitute(a.profile(), modes);
      }
    } catch (const LimitReached&) {
      // Then A stands for it, which is a near miss.
    }
    return mostly(entropy, std::move(weak));
  };
  return extended(composable_layouts(nested),
                  "composable layouts B, A and a weak composite of them", Sort::layout, draw,
                  any(Sort::layout));
}

/// Whether C, if there is one, satisfies the three conditions.
Result is_a_composite(const Outcome<Layout>& c, const Layout& b, const Layout& a, Wording wording) {
  const std::string condition = c ? violated(*c, b, a, wording) : "";
  return holds_if(condition.empty(), [&] { return text(c) + " violates " + condition; });
}

/// Whether the letter of 2.2.4.1 leaves C, read off from the table, wherever there is one as
/// amended.
Result is_not_excluded(const Outcome<Layout>& c, const Layout& b, const Layout& a) {
  if (c) return holds();
  const Outcome<Layout> amended = composite(b, a);
  return holds_if(
      !amended, [&] { return text(amended) + " meets the conditions 2 and 3, but " + c.reason(); });
}

/// Whether C, or nothing, is all that a search among all layouts finds, where that is short.
Result is_the_only_one(const Outcome<Layout>& c, const Layout& b, const Layout& a,
                       Wording wording) {
  constexpr int searched_points = 8;
  constexpr int searched_value = 6;
  const auto values = composed(b, a);
  if (!values || values->size() > searched_points || std::ranges::max(*values) > searched_value)
    return holds();
  std::vector<Layout> all = oracle::composites_by_search(b, a, Convention::strict);
  std::erase_if(all, [&](const Layout& other) { return !violated(other, b, a, wording).empty(); });
  return holds_if(all == (c ? std::vector{*c} : std::vector<Layout>{}), [&] {
    return "found " + text(c) + ", but " + std::to_string(all.size()) +
           " layouts satisfy the conditions";
  });
}

template <Wording wording>
Result check_2_3_7_1(const Layout& b, const Layout& a) {
  const Outcome<Layout> found = composition(b, a, wording);
  const Outcome<Layout> recognized = composite(b, a, wording);
  return is_a_composite(found, b, a, wording)
      .then([&] { return is_not_excluded(recognized, b, a); })
      .then([&] {
        return agree<Layout>({{"B∘A", found}, {"by the table of the composite", recognized}});
      })
      .then([&] { return is_the_only_one(found, b, a, wording); })
      .then([&] { return found ? holds() : unmet(); });
}

template <Wording wording>
Result check_2_3_7_2(const Layout& b, const Layout& a) {
  if (!composition(b, a, wording)) return unmet();
  return holds_for_all(oracle::table(a, limits), [&](const Exact& value) {
    return holds_if(value < oracle::size(b), [&] { return "A has the value " + digits(value); });
  });
}

template <Wording wording>
Result check_2_3_7_3(const Layout& b, const Layout& a, const Layout& weak) {
  const NestedTuple shape = a.shape();
  if (!refines(weak.shape(), shape, wording)) return unmet();
  const auto values = composed(b, a);
  if (!values || oracle::table(weak, limits) != *values) return unmet();
  const Outcome<Layout> composite = composition(b, a, wording);
  const Outcome<Layout> coalesced_weak = algebra::coalesce(weak, shape);
  if (wording == Wording::as_printed &&
      !can_substitute_as_printed(a.profile(), coalesced_modes(weak, shape)))
    return fails("by the letter of 2.2.1.8 there is no coal(C, shape(A))");
  return equation(composite, coalesced_weak).then([&] {
    // There is at most one composite.
    return holds_if(!is_coalesced_over(weak, shape) || weak == *composite,
                    [&] { return "C and " + text(composite) + " are both composites"; });
  });
}

template <Wording wording>
Result check_2_3_7_4(const Layout& b, const Layout& a) {
  const Outcome<Layout> composite = composition(b, a, wording);
  if (!composite) return unmet();
  return holds_if(oracle::is_nondegenerate(*composite),
                  [&] { return "B∘A is " + text(composite) + ", which is degenerate"; });
}

template <Wording wording>
Result check_2_3_7_10(const Layout& b, const Layout& extension, const Layout& a) {
  if (oracle::size(b) > oracle::size(extension)) return unmet();
  Exact x = 0;
  for (const Exact& value : oracle::table(b, limits)) {
    if (oracle::value_at(extension, x) != value) return unmet();
    ++x;
  }
  const Outcome<Layout> claimed = composite(b, a, wording);
  if (!claimed) return unmet();
  return agree<Layout>({{"the composite", claimed},
                        {"B∘A", composition(b, a, wording)},
                        {"with the extension", composition(extension, a, wording)}});
}

template <Wording wording>
Result check_2_3_7_11(const Layout& b, const Layout& a) {
  return agree<Layout>({{"B∘A", composite(b, a, wording)},
                        {"coal(B)∘A", composition(algebra::coalesce(b), a, wording)}});
}

}  // namespace

std::vector<Binding> colfax_2_3_7() {
  constexpr auto printed = Wording::as_printed;
  constexpr auto amended = Wording::amended;
  const Domain composable = composable_layouts(nested);
  const Domain often_after_entry = often_an_entry(composable, 1);
  const Domain extended = composable_with_extension();
  return {
      {"colfax.2.3.7.1", composable, check_2_3_7_1<printed>},
      {"colfax.2.3.7.1.amended", check_2_3_7_1<amended>},
      {"colfax.2.3.7.2", often_after_entry, check_2_3_7_2<printed>},
      {"colfax.2.3.7.2.amended", composable, check_2_3_7_2<amended>},
      {"colfax.2.3.7.3", composable_with_weak_composite(), check_2_3_7_3<printed>},
      {"colfax.2.3.7.3.amended", check_2_3_7_3<amended>},
      {"colfax.2.3.7.4", often_after_entry, check_2_3_7_4<printed>},
      {"colfax.2.3.7.4.amended", composable, check_2_3_7_4<amended>},
      {"colfax.2.3.7.10", often_an_entry(extended, 2), check_2_3_7_10<printed>},
      {"colfax.2.3.7.10.amended", extended, check_2_3_7_10<amended>},
      {"colfax.2.3.7.11", often_after_entry, check_2_3_7_11<printed>},
      {"colfax.2.3.7.11.amended", composable, check_2_3_7_11<amended>},
  };
}

}  // namespace layoutcheck::properties
