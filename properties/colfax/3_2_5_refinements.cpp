// Refinements of nested tuples and of their morphisms (colfax 3.2.5): pullbacks and pushforwards.
#include "as_printed/refinements.hpp"
#include "lists.hpp"

namespace layoutcheck::properties {

namespace {

using namespace as_printed;

/// What a pulled back or pushed forward morphism is compared with, for an entry s:d of L_f.
enum class EntryForm { as_printed, coalesced };

/// coal(L_{f'_i}) = s_i:d_i for the modes f'_i of f' relative to the domain of f.
template <EntryForm form>
Result has_modes_of(const Morphism& f, const Outcome<Morphism>& refined) {
  if (!refined) return fails("f' is undefined: " + refined.reason());
  const Layout layout = algebra::layout_of(f);
  for (std::size_t i = 0; i < layout.length(); ++i) {
    const Outcome<Layout> entry = Layout::entry(layout.extents()[i], layout.strides()[i]);
    const Outcome<Layout> found =
        coalesced(encoded(algebra::relative_mode(*refined, f.domain(), i)));
    const Outcome<Layout> claimed = form == EntryForm::as_printed ? entry : coalesced(entry);
    if (!found || *found != *claimed) {
      return fails("for i = " + std::to_string(i + 1) + " it is " + text(found) + ", not " +
                   text(claimed));
    }
  }
  return holds();
}

/// Φ_{L_f} = Φ_{L_{f'}}.
Result has_function_of(const Morphism& f, const Outcome<Morphism>& refined) {
  if (!refined) return fails("f' is undefined: " + refined.reason());
  const Layout before = algebra::layout_of(f);
  const Layout after = algebra::layout_of(*refined);
  return holds_if(same_function(before, after), [&] {
    return "L_f is " + to_string(before) + ", and L_{f'} is " + to_string(after);
  });
}

/// A check of a pullback along f, or of a pushforward, where the sides of the square refine.
template <class F>
Check on_pullback(F check, Wording wording = Wording::amended) {
  return [=](const Morphism& f, const NestedTuple& refined) {
    if (!refines(refined, f.codomain(), wording) ||
        !refines(pulled_back(f, refined), f.domain(), wording))
      return unmet();
    return check(f, algebra::pullback(f, refined));
  };
}

template <class F>
Check on_pushforward(F check, Wording wording = Wording::amended) {
  return [=](const Morphism& f, const NestedTuple& refined) {
    if (!refines(refined, f.domain(), wording)) return unmet();
    if (!refines(pushed_forward(f, refined), f.codomain(), wording)) return unmet();
    return check(f, algebra::pushforward(f, refined));
  };
}

/// (f'_1, …, f'_m) after the reparenthesization of S', where f'_i is trivial if α(i) = *, and
/// incl_{α(i)}(T', T) otherwise.
Morphism over(const Morphism& f, const NestedTuple& fine_domain, const NestedTuple& fine_codomain) {
  const std::vector<NestedTuple> sources = relative_modes(fine_domain, f.domain());
  std::vector<Morphism> parts;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const Int j = f.map()[i];
    parts.push_back(j == 0
                        ? Morphism(sources[i], Tuple(sources[i].length(), 0), fine_codomain)
                        : inclusion(fine_codomain, f.codomain(), static_cast<std::size_t>(j) - 1));
  }
  const NestedTuple tuple = NestedTuple::tuple_of(sources);
  return composed(side_by_side(tuple, parts, fine_codomain),
                  reparenthesization(fine_domain, tuple));
}

/// Whether f' is the only morphism between its ends that lies over f; for short tuples all are
/// tried, others pass.
bool is_the_only_one_over(const Morphism& refined, const Morphism& f) {
  if (refined.domain().length() + refined.codomain().length() > 6) return true;
  return std::ranges::count_if(hom(refined.domain(), refined.codomain()),
                               [&](const Morphism& g) { return lies_over(g, f); }) == 1;
}

/// f' of a construction against its ends and its maps: the sides of the square refine.
Result is_square(const Morphism& f, const NestedTuple& fine_domain,
                 const NestedTuple& fine_codomain, const Outcome<Morphism>& found,
                 const Outcome<Morphism>& by_oracle, Wording wording) {
  if (!refines(fine_domain, f.domain(), wording) ||
      !refines(fine_codomain, f.codomain(), wording)) {
    return fails("S' = " + to_string(fine_domain) + " and T' = " + to_string(fine_codomain) +
                 " do not both refine");
  }
  const Morphism claimed = over(f, fine_domain, fine_codomain);
  if (!is(found, claimed)) return fails("f' is " + text(found) + ", not " + to_string(claimed));
  return all_hold({
      {is(by_oracle, claimed), "the oracle's f'"},
      {lies_over(claimed, f), "its relative modes are the f'_i"},
      {is_the_only_one_over(claimed, f), "no other morphism has these relative modes"},
  });
}

/// Colfax 3.2.5.5.
Result is_pullback(const Morphism& f, const NestedTuple& fine, Wording wording) {
  if (!refines(fine, f.codomain(), wording)) {
    return !oracle::refines(fine, f.codomain()) && algebra::pullback(f, fine)
               ? fails("T' does not refine T")
               : unmet();
  }
  if (wording == Wording::as_printed &&
      !can_substitute_as_printed(f.domain().profile(), pulled_back_modes(f, fine))) {
    return fails("2.2.1.8 gives the modes of S other numbers of entries than they have");
  }
  return is_square(f, pulled_back(f, fine), fine, algebra::pullback(f, fine),
                   oracle::pullback(f, fine), wording);
}

/// Colfax 3.2.5.12.
Result is_pushforward(const Morphism& f, const NestedTuple& fine, Wording wording) {
  if (!refines(fine, f.domain(), wording)) {
    return !oracle::refines(fine, f.domain()) && algebra::pushforward(f, fine)
               ? fails("S' does not refine S")
               : unmet();
  }
  if (wording == Wording::as_printed &&
      !can_substitute_as_printed(f.codomain().profile(), pushed_forward_modes(f, fine))) {
    return fails("2.2.1.8 gives the modes of T other numbers of entries than they have");
  }
  return is_square(f, fine, pushed_forward(f, fine), algebra::pushforward(f, fine),
                   oracle::pushforward(f, fine), wording);
}

/// The pullback of S' along id_{S♭}^S (colfax 3.2.5.7).
Result pulls_back_to_flat(const NestedTuple& fine, const NestedTuple& coarse, Wording wording) {
  if (!refines(fine, coarse, wording)) return unmet();
  const Outcome<Morphism> along = algebra::reparenthesize(flattened(coarse), coarse);
  const NestedTuple tuple = NestedTuple::tuple_of(relative_modes(fine, coarse));
  if (!refines(tuple, flattened(coarse), wording))
    return fails(to_string(tuple) + " does not refine " + to_string(flattened(coarse)));
  return equation<Morphism>(along ? algebra::pullback(*along, fine) : along,
                            reparenthesization(tuple, fine));
}

/// S', S and sometimes S'' that refine each other in this order.
Operands draw_refined(Entropy& entropy, int size, std::size_t count) {
  Operands operands{draw_shape(entropy, size)};
  while (operands.size() < count) {
    const NestedTuple last = std::get<NestedTuple>(operands.back());
    operands.emplace_back(entropy.chance(94) ? draw_refinement(entropy, last)
                                             : draw_shape(entropy, size));
  }
  std::reverse(operands.begin(), operands.end());
  return operands;
}

/// S' and S, where S' mostly refines S.
Domain refinements() {
  return make_domain(
      "two shapes, of which the first refines the second", {Sort::shape, Sort::shape},
      [](Entropy& entropy, int size) { return draw_refined(entropy, size, 2); },
      in_turn({any(Sort::shape), refining(shape_at(0))}, {1, 0}));
}

/// f' and S, where the domain of f' mostly refines S.
Domain morphism_over_shape() {
  return make_domain(
      "a morphism and a shape that its domain refines", {Sort::morphism, Sort::shape},
      [](Entropy& entropy, int size) -> Operands {
        Morphism f = draw_morphism(entropy, size);
        NestedTuple s =
            entropy.chance(94) ? draw_coarsening(entropy, f.domain()) : draw_shape(entropy, size);
        return {std::move(f), std::move(s)};
      },
      in_turn({any(Sort::morphism),
               such_that(any(Sort::shape), [](const Operands& before, const Value& coarse) {
                 return oracle::refines(std::get<Morphism>(before[0]).domain(),
                                        std::get<NestedTuple>(coarse));
               })}));
}

/// f and a refinement of its domain or codomain.
Domain with_refined_end(Domain domain, const ShapeOf& end) {
  domain.enumerate = in_turn({any(Sort::morphism), refining(end)});
  return domain;
}
Domain with_fine_codomain() {
  return with_refined_end(morphism_with_refined_codomain(), codomain_at(0));
}
Domain with_fine_domain() {
  return with_refined_end(morphism_with_refined_domain(), domain_at(0));
}

Result check_3_2_5_1(const NestedTuple& fine, const NestedTuple& coarse) {
  if (!oracle::refines(fine, coarse)) {
    return algebra::relative_mode_inclusion(fine, coarse, 0) ? fails("S' does not refine S")
                                                             : unmet();
  }
  const std::vector<NestedTuple> parts = relative_modes(fine, coarse);
  const NestedTuple tuple = NestedTuple::tuple_of(parts);
  const Outcome<Morphism> back = algebra::reparenthesize(tuple, fine);
  if (parts.size() != coarse.length() || !back)
    return fails("(S'_1, …, S'_m) is " + to_string(tuple));
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Outcome<Morphism> mode = algebra::mode(algebra::identity(tuple), i);
    const Morphism claimed = inclusion(fine, coarse, i);
    if (!mode || composed(*back, *mode) != claimed ||
        !is(algebra::relative_mode_inclusion(fine, coarse, i), claimed)) {
      return fails("for i = " + std::to_string(i + 1));
    }
  }
  return holds_if(!algebra::relative_mode_inclusion(fine, coarse, parts.size()),
                  "there is a mode too many");
}

Result check_3_2_5_3(const Morphism& f, const NestedTuple& coarse) {
  if (!oracle::refines(f.domain(), coarse)) return unmet();
  for (std::size_t i = 0; i < coarse.length(); ++i) {
    const Morphism incl = inclusion(f.domain(), coarse, i);
    const Morphism claimed = composed(f, incl);
    if (!is(algebra::relative_mode(f, coarse, i), claimed) ||
        !is(oracle::relative_mode(f, coarse, static_cast<Int>(i)), claimed) ||
        !is(algebra::relative_mode(algebra::identity(f.domain()), coarse, i), incl)) {
      return fails("for i = " + std::to_string(i + 1));
    }
  }
  return holds_if(!algebra::relative_mode(f, coarse, coarse.length()), "there is a mode too many");
}

// 3.2.5: relative modes.
std::vector<Binding> relative_mode_statements() {
  return {
      {"colfax.3.2.5.1", refinements(), check_3_2_5_1},
      {"colfax.3.2.5.3", morphism_over_shape(), check_3_2_5_3},
  };
}

Result check_3_2_5_8(const NestedTuple& fine, const NestedTuple& coarse) {
  if (!oracle::refines(fine, coarse)) return unmet();
  for (std::size_t i = 0; i < coarse.length(); ++i) {
    const Outcome<Morphism> entry = algebra::entry(algebra::identity(coarse), i);
    const Outcome<Morphism> pulled = entry ? algebra::pullback(*entry, fine) : entry;
    if (!is(pulled, inclusion(fine, coarse, i)))
      return fails("for i = " + std::to_string(i + 1) + " it is " + text(pulled));
  }
  return holds();
}

// 3.2.5: pullbacks.
std::vector<Binding> pullback_statements() {
  return {
      {"colfax.3.2.5.5", with_fine_codomain(), with(is_pullback, Wording::as_printed)},
      {"colfax.3.2.5.5.amended", with(is_pullback, Wording::amended)},
      {"colfax.3.2.5.7", refinements(), with(pulls_back_to_flat, Wording::as_printed)},
      {"colfax.3.2.5.7.amended", with(pulls_back_to_flat, Wording::amended)},
      {"colfax.3.2.5.8", refinements(), check_3_2_5_8},
      {"colfax.3.2.5.10", with_fine_codomain(),
       on_pullback(has_modes_of<EntryForm::as_printed>, Wording::as_printed)},
      {"colfax.3.2.5.10.amended", on_pullback(has_modes_of<EntryForm::coalesced>)},
      {"colfax.3.2.5.11", with_fine_codomain(), on_pullback(has_function_of)},
  };
}

// 3.2.5: pushforwards.
std::vector<Binding> pushforward_statements() {
  return {
      {"colfax.3.2.5.12", with_fine_domain(), with(is_pushforward, Wording::as_printed)},
      {"colfax.3.2.5.12.amended", with(is_pushforward, Wording::amended)},
      {"colfax.3.2.5.14", with_fine_domain(),
       on_pushforward(has_modes_of<EntryForm::as_printed>, Wording::as_printed)},
      {"colfax.3.2.5.14.amended", on_pushforward(has_modes_of<EntryForm::coalesced>)},
      {"colfax.3.2.5.15", with_fine_domain(), on_pushforward(has_function_of)},
  };
}

}  // namespace

std::vector<Binding> colfax_3_2_5() {
  return joined({relative_mode_statements, pullback_statements, pushforward_statements});
}

}  // namespace layoutcheck::properties
