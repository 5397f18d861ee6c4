// Operations as statements: the algebra's answer has the verdict `agrees`. Their domains are built
// for them.
#include <layoutcheck/algebra/composition.hpp>
#include <layoutcheck/algebra/evaluate.hpp>
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/oracles/small_composition.hpp>
#include <layoutcheck/properties/domains.hpp>
#include <layoutcheck/properties/draw.hpp>
#include <layoutcheck/properties/registry.hpp>

#include <algorithm>
#include <map>

namespace layoutcheck::properties {

namespace {

/// An index list into something of this length: increasing, a permutation, or anything.
NestedTuple draw_indices(Entropy& entropy, std::size_t length, bool permutation) {
  Tuple indices;
  if (permutation) {
    for (std::size_t i : entropy.permutation(length)) {
      indices.push_back(static_cast<Int>(i));
    }
  } else {
    for (std::size_t i = 0; i < length; ++i) {
      if (entropy.chance(55)) {
        indices.push_back(static_cast<Int>(i));
      }
    }
  }
  if (entropy.chance(6)) {
    indices.push_back(static_cast<Int>(entropy.below(length + 2)));
  }
  return NestedTuple::flat(std::move(indices));
}

std::size_t length_of(const Value& value) {
  if (const auto* tuple = std::get_if<NestedTuple>(&value)) {
    return tuple->length();
  }
  if (const auto* profile = std::get_if<Profile>(&value)) {
    return profile->length();
  }
  if (const auto* layout = std::get_if<Layout>(&value)) {
    return layout->length();
  }
  if (const auto* f = std::get_if<Morphism>(&value)) {
    return f->domain().length();
  }
  return 0;
}

const NestedTuple& shape_of(const Value& value, NestedTuple& storage) {
  if (const auto* layout = std::get_if<Layout>(&value)) {
    return storage = layout->shape();
  }
  if (const auto* f = std::get_if<Morphism>(&value)) {
    return storage = f->domain();
  }
  return std::get<NestedTuple>(value);
}

/// A coordinate, inside the shape most of the time; a mode is indexed by an integer now and then.
NestedTuple draw_coordinate(Entropy& entropy, const NestedTuple& shape) {
  if (shape.is_entry() || entropy.chance(20)) {
    const Int size = saturating_product(shape.entries());
    if (entropy.chance(4)) {
      return NestedTuple(size);  // the first that is outside
    }
    return NestedTuple(static_cast<Int>(entropy.below(static_cast<std::size_t>(size))));
  }
  std::vector<NestedTuple> modes;
  for (const NestedTuple& mode : shape.modes()) {
    modes.push_back(draw_coordinate(entropy, mode));
  }
  return NestedTuple::tuple_of(modes);
}

PointedMap draw_map(Entropy& entropy, std::size_t domain, std::size_t codomain, bool tractable) {
  Tuple values(domain, 0);
  const std::vector<std::size_t> targets = entropy.permutation(codomain);
  for (std::size_t i = 0; i < domain; ++i) {
    if (entropy.chance(25)) {
      continue;
    }
    if (!tractable) {
      values[i] = static_cast<Int>(entropy.below(codomain + 1));
    } else if (i < codomain) {
      values[i] = static_cast<Int>(targets[i]) + 1;
    }
  }
  return {std::move(values), static_cast<Int>(codomain)};
}

Value draw_sort(Entropy& entropy, int size, Sort sort) {
  switch (sort) {
    case Sort::truth:
      return entropy.chance(50);
    case Sort::integer:
      return static_cast<Int>(entropy.below(6));
    case Sort::positive:
      return draw_extent(entropy, size);
    case Sort::shape:
    case Sort::tuple:
      return draw_shape(entropy, size);
    case Sort::flat_shape:
    case Sort::flat_tuple:
      return draw_shape(entropy, size, true);
    case Sort::profile:
      return draw_profile(entropy, entropy.below(5));
    case Sort::layout:
      return draw_layout(entropy, size);
    case Sort::flat_layout:
      return draw_layout(entropy, size, true);
    case Sort::map:
      return draw_map(entropy, entropy.below(5), entropy.below(5), entropy.chance(70));
    case Sort::morphism:
      return draw_morphism(entropy, size);
    case Sort::flat_morphism:
      return draw_morphism(entropy, size, {true, false, false});
    case Sort::tiler:
      return Tiler(draw_layout(entropy, size));
  }
  return false;
}

/// A tiler for a layout: a layout inside its domain, or such layouts by mode.
Tiler draw_tiler(Entropy& entropy, const Layout& a, bool product) {
  const auto part = [&](const Layout& mode) -> Tiler {
    if (product) {
      return entropy.chance(30) ? Tiler(NestedTuple(static_cast<Int>(entropy.between(1, 4))))
                                : Tiler(draw_layout(entropy, 20));
    }
    if (entropy.chance(20)) {
      return Tiler(NestedTuple(draw_divisor(entropy, saturating_product(mode.extents()))));
    }
    return Tiler(draw_composable(entropy, mode));
  };
  if (a.is_entry() || entropy.chance(60)) {
    return part(a);
  }
  Tiler::Tuple modes;
  for (const Layout& mode : a.modes()) {
    if (entropy.chance(15)) {
      break;
    }
    if (entropy.chance(15)) {
      modes.emplace_back();
    } else if (!mode.is_entry() && entropy.chance(15)) {
      modes.push_back(draw_tiler(entropy, mode, product));
    } else {
      modes.push_back(part(mode));
    }
  }
  if (entropy.chance(3)) {
    modes.emplace_back(NestedTuple(2));
  }
  return Tiler(std::move(modes));
}

/// Draws operands by their sorts, each with regard to those before it, so that most answers exist.
Operands draw_by_signature(const Operation& operation, Entropy& entropy, int size) {
  Operands operands;
  const std::string& name = operation.name;
  std::size_t count = operation.operands.size();
  if (operation.variadic) {
    count += entropy.below(3);
  }
  const auto sort_of = [&](std::size_t i) {
    return operation.operands[std::min(i, operation.operands.size() - 1)];
  };
  operands.push_back(draw_sort(entropy, size, sort_of(0)));
  if (name == "substitute") {
    count = 1 + std::max<std::size_t>(1, length_of(operands[0]) + (entropy.chance(5) ? 1 : 0));
    size /= 2;
  }
  while (operands.size() < count) {
    const Sort sort = sort_of(operands.size());
    const Value& first = operands[0];
    NestedTuple storage;
    if (sort == Sort::flat_tuple && name != "index") {
      operands.emplace_back(draw_indices(entropy, length_of(first), name == "permute"));
    } else if (sort == Sort::tuple || (sort == Sort::flat_tuple && name == "index")) {
      NestedTuple coordinate = draw_coordinate(entropy, shape_of(first, storage));
      if (sort == Sort::flat_tuple) {
        Tuple entries;
        for (Int s : shape_of(first, storage).entries()) {
          entries.push_back(static_cast<Int>(entropy.below(static_cast<std::size_t>(s))));
        }
        coordinate = NestedTuple::flat(std::move(entries));
      }
      operands.emplace_back(std::move(coordinate));
    } else if (sort == Sort::integer && name == "coordinate") {
      const Int bound = saturating_product(shape_of(first, storage).entries());
      operands.emplace_back(static_cast<Int>(entropy.below(static_cast<std::size_t>(bound))));
    } else if (sort == Sort::integer) {
      operands.emplace_back(static_cast<Int>(
          entropy.below(length_of(operands.back()) + (entropy.chance(10) ? 2 : 0))));
    } else if (sort == Sort::tiler) {
      operands.emplace_back(
          draw_tiler(entropy, std::get<Layout>(first), name.ends_with("product")));
    } else if (sort == Sort::map) {
      const auto& a = std::get<PointedMap>(first);
      const auto shared =
          static_cast<std::size_t>(name == "composition" ? a.domain() : a.codomain());
      operands.emplace_back(name == "sum"
                                ? std::get<PointedMap>(draw_sort(entropy, size, Sort::map))
                                : draw_map(entropy, entropy.below(4), shared, entropy.chance(70)));
    } else if (name == "dilation") {
      Tuple factors;
      for (std::size_t i = 0; i < length_of(first); ++i) {
        factors.push_back(static_cast<Int>(entropy.between(1, 4)));
      }
      operands.emplace_back(NestedTuple::flat(std::move(factors)));
    } else if (name == "expansion" || name == "divides") {
      Tuple entries = std::get<NestedTuple>(first).entries();
      for (std::size_t more = entropy.below(3); more > 0; --more) {
        entries.push_back(draw_extent(entropy, size));
      }
      operands.emplace_back(NestedTuple::flat(std::move(entries)));
    } else if (name == "reparenthesize" || name == "congruent") {
      const Tuple& entries = std::get<NestedTuple>(first).entries();
      operands.emplace_back(NestedTuple(entries, draw_profile(entropy, entries.size())));
    } else {
      operands.push_back(draw_sort(entropy, size, sort));
    }
  }
  return operands;
}

/// Operations whose operands must fit together, with the domain that a statement has for them.
const std::map<std::string, Domain>& special_domains() {
  static const std::map<std::string, Domain> domains = [] {
    using enum Nesting;
    // A shape or layout and what it refines, with the index of an entry.
    const auto with_index = [](Domain domain, std::size_t coarse) {
      domain.sorts.push_back(Sort::integer);
      const auto draw = domain.draw;
      return make_domain(
          domain.name + ", and an index", domain.sorts, [=](Entropy& entropy, int size) {
            Operands operands = draw(entropy, size);
            const std::size_t length = std::get<NestedTuple>(operands[coarse]).length();
            operands.emplace_back(
                static_cast<Int>(entropy.below(length + (entropy.chance(8) ? 2 : 0))));
            return operands;
          });
    };
    const Domain refinement =
        make_domain("a shape and one that it refines", {Sort::shape, Sort::shape},
                    [](Entropy& entropy, int size) -> Operands {
                      NestedTuple coarse = draw_shape(entropy, size);
                      NestedTuple fine = entropy.chance(90) ? draw_refinement(entropy, coarse)
                                                            : draw_shape(entropy, size);
                      return {std::move(fine), std::move(coarse)};
                    });
    const Domain over_domain =
        make_domain("a morphism and a shape that its domain refines", {Sort::morphism, Sort::shape},
                    [](Entropy& entropy, int size) -> Operands {
                      Morphism f = draw_morphism(entropy, size);
                      NestedTuple coarse = draw_coarsening(entropy, f.domain());
                      return {std::move(f), std::move(coarse)};
                    });
    std::map<std::string, Domain> map;
    map.emplace("refines(shape, shape)", refinement);
    map.emplace("relative_flatten(shape, shape)", refinement);
    map.emplace("relative_mode(shape, shape, integer)", with_index(refinement, 1));
    map.emplace("relative_mode(layout, shape, integer)", with_index(layout_over_shape(), 1));
    map.emplace("relative_mode(morphism, shape, integer)", with_index(over_domain, 1));
    map.emplace("is_coalesced(layout, shape)", layout_over_shape());
    map.emplace("coalesce(layout, shape)", layout_over_shape());
    map.emplace("same_function(layout, layout)", layout_pairs(nested));
    map.emplace("is_complement(layout, layout)", complement_pairs(nested));
    map.emplace("is_complementable(layout)", complementable_layouts(nested));
    map.emplace("is_complementable(layout, positive integer)", complementable_with_number(nested));
    map.emplace("complement(layout)", complementable_layouts(nested));
    map.emplace("complement(layout, positive integer)", complementable_with_number(nested));
    map.emplace("flat_complement(flat layout)", complementable_layouts(flat));
    map.emplace("flat_complement(flat layout, positive integer)", complementable_with_number(flat));
    const Domain overlapping =
        make_domain("two layouts of which one mostly has the function of the other, or nearly",
                    {Sort::layout, Sort::layout}, [](Entropy& entropy, int size) -> Operands {
                      Int number = 1;
                      Layout b = draw_complementable(entropy, size, number);
                      Layout a = entropy.chance(85) ? draw_same_function(entropy, b)
                                                    : draw_layout(entropy, size);
                      if (entropy.chance(60)) a = perturb(entropy, a);
                      if (entropy.chance(50)) std::swap(a, b);
                      return {std::move(a), std::move(b)};
                    });
    map.emplace("max_common_layout(layout, layout)", overlapping);
    map.emplace("max_common_vector(layout, layout)", overlapping);
    map.emplace("left_inverse(layout)", complementable_layouts(nested));
    map.emplace("flat_composition(flat layout, flat layout)", composable_layouts(flat));
    map.emplace("weak_composite(layout, layout)", composable_tractable());
    map.emplace("mutual_refinement(shape, shape)", mutually_refinable());
    map.emplace("colfax_flat_divide(flat layout, flat layout)", divisible_layouts(flat));
    map.emplace("colfax_flat_product(flat layout, flat layout)", multipliable_layouts(flat));
    map.emplace("blocked_product(layout, layout)", multipliable_layouts(nested));
    map.emplace("raked_product(layout, layout)", multipliable_layouts(nested));
    map.emplace("is_tractable(layout)", tractable_layouts(nested));
    map.emplace("morphism(layout)", tractable_layouts(nested));
    // Operations on two morphisms that need not fit together are undefined where they do not.
    const auto or_any = [](Domain domain) {
      domain.draw = [pair = domain.draw](Entropy& entropy, int size) {
        Operands operands = pair(entropy, size);
        if (entropy.chance(6)) {
          const bool is_flat = std::get<Morphism>(operands.back()).is_flat();
          operands.back() = draw_morphism(entropy, size, {is_flat, false, false});
        }
        return operands;
      };
      return domain;
    };
    map.emplace("composition(morphism, morphism)", or_any(composable_morphisms(nested, false)));
    map.emplace(
        "inverse(morphism)",
        make_domain("an isomorphism", {Sort::morphism}, [](Entropy& entropy, int size) -> Operands {
          const NestedTuple s = draw_shape(entropy, size);
          Tuple map_values;
          Tuple codomain(s.length());
          for (std::size_t i : entropy.permutation(s.length())) {
            map_values.push_back(static_cast<Int>(i) + 1);
          }
          for (std::size_t i = 0; i < s.length(); ++i) {
            codomain[static_cast<std::size_t>(map_values[i]) - 1] = s.entries()[i];
          }
          const std::size_t length = codomain.size();
          return {Morphism(s, std::move(map_values),
                           NestedTuple(std::move(codomain), draw_profile(entropy, length)))};
        }));
    map.emplace("factorize(flat morphism, tuple)",
                make_domain("a tuple morphism and indices of its codomain",
                            {Sort::flat_morphism, Sort::flat_tuple},
                            [](Entropy& entropy, int size) -> Operands {
                              Morphism f = draw_morphism(entropy, size, {true, false, false});
                              Tuple indices;
                              for (std::size_t j = 0; j < f.codomain().length(); ++j) {
                                const bool hit = std::count(f.map().begin(), f.map().end(),
                                                            static_cast<Int>(j) + 1) > 0;
                                if (entropy.chance(hit ? 97 : 40)) {
                                  indices.push_back(static_cast<Int>(j));
                                }
                              }
                              return {std::move(f), NestedTuple::flat(std::move(indices))};
                            }));
    map.emplace("concatenate(morphism, ...)", or_any(disjoint_morphisms(nested)));
    map.emplace("flat_concatenate(flat morphism, ...)", or_any(disjoint_morphisms(flat)));
    map.emplace("complement(morphism)", injective_morphisms(nested));
    map.emplace("logical_divide(morphism, morphism)", or_any(composable_morphisms(nested, false)));
    map.emplace("colfax_flat_divide(flat morphism, flat morphism)",
                or_any(composable_morphisms(flat, false)));
    map.emplace("logical_product(morphism, morphism)",
                or_any(product_admissible_morphisms(nested, false)));
    map.emplace("colfax_flat_product(flat morphism, flat morphism)",
                or_any(product_admissible_morphisms(flat, false)));
    map.emplace("is_complementable(morphism)", injective_morphisms(nested));
    map.emplace("is_standard_form(morphism)", standard_morphisms(nested));
    map.emplace("is_disjoint(morphism, morphism)", or_any(disjoint_morphisms(nested)));
    map.emplace("is_complement(morphism, morphism)", or_any(complement_morphisms(nested)));
    map.emplace("is_product_admissible(morphism, morphism)",
                or_any(product_admissible_morphisms(nested, false)));
    map.emplace("pullback(morphism, shape)", morphism_with_refined_codomain());
    map.emplace("pushforward(morphism, shape)", morphism_with_refined_domain());
    return map;
  }();
  return domains;
}

Domain domain_of(const Operation& operation) {
  const auto found = special_domains().find(signature(operation));
  if (found != special_domains().end()) {
    return found->second;
  }
  std::vector<Sort> sorts = operation.operands;
  if (operation.variadic) {
    sorts.push_back(sorts.back());
  }
  return make_domain(signature(operation), std::move(sorts),
                     [&operation](Entropy& entropy, int size) {
                       return draw_by_signature(operation, entropy, size);
                     });
}

/// The hypothesis of an operation is that there is an answer; that there is none must be
/// recognized, too.
Result check_operation(const Operation& operation, Convention convention,
                       const Operands& operands) {
  Case c;
  c.operation = operation.name;
  if (convention != Convention::strict) c.convention = convention;
  c.operands = operands;
  c.answer = algebra::evaluate(c, convention).answer;
  JudgeOptions options;
  options.convention = convention;
  const Verdict verdict = judge(c, options);
  Result result;
  result.verdict = verdict.kind;
  if (verdict.kind == VerdictKind::undecided) {
    result.kind = Result::Kind::undecided;
  } else if (verdict.kind != VerdictKind::agrees) {
    result.kind = Result::Kind::fails;
    result.why = to_string(c) + ": " + to_string(verdict);
  } else if (*c.answer == Answer(NonValue::undefined)) {
    result.kind = Result::Kind::unmet;
  }
  return result;
}

/// As check_operation for two layouts, but what the oracle decides in machine words needs no judge
/// as long as the algebra agrees.
Result check_composition(const Operands& operands, Convention convention) {
  thread_local oracle::SmallComposition small;
  const Layout& a = std::get<Layout>(operands.at(0));
  const Layout& b = std::get<Layout>(operands.at(1));
  const bool is_small = oracle::SmallComposition::takes(a, b);
  if (is_small) {
    const Outcome<Layout> answer = algebra::composition(a, b, convention);
    const bool exists = small.compose(a, b, convention);
    if (exists == answer.has_value() && (!exists || small.is(*answer))) {
      return {exists ? Result::Kind::holds : Result::Kind::unmet, "", VerdictKind::agrees};
    }
  }
  const Operands with_tiler{a, Tiler(b)};
  const Operation& operation = *standard_vocabulary().find("composition", with_tiler);
  Result result = check_operation(operation, convention, with_tiler);
  if (is_small && result.kind != Result::Kind::fails) {
    result = fails("the oracle's two ways to compose " + to_string(a) + " and " + to_string(b) +
                   " do not agree");
  }
  return result;
}

/// The signature, with "@extended" or the like behind the name in another convention than strict.
std::string operation_id(const Operation& operation, Convention convention) {
  std::string id = signature(operation);
  if (convention != Convention::strict) {
    id.insert(operation.name.size(), "@" + std::string(name(convention)));
  }
  return id;
}

/// Composition of two layouts, of which the enumeration reaches further than with all tilers.
Statement composition_of_layouts(const Operation& operation, Convention convention) {
  Statement statement;
  Operation on_layouts = operation;
  on_layouts.operands = {Sort::layout, Sort::layout};
  statement.id = operation_id(on_layouts, convention);
  statement.kind = "Operation";
  statement.operation = &operation;
  statement.convention = convention;
  statement.says = "c -> A(B(c)), coalesced over the shape of B";
  statement.domain = composable_layouts(Nesting::nested);
  statement.check = [convention](const Operands& operands) {
    return check_composition(operands, convention);
  };
  return statement;
}

std::vector<Statement> make_operations() {
  std::vector<Statement> list;
  for (const Operation& operation : standard_vocabulary().operations()) {
    for (const Convention convention : conventions) {
      if (convention != Convention::strict && !operation.conventional) continue;
      Statement statement;
      statement.id = operation_id(operation, convention);
      statement.kind = "Operation";
      statement.operation = &operation;
      statement.convention = convention;
      statement.says = operation.summary;
      statement.domain = domain_of(operation);
      statement.check = [&operation, convention](const Operands& operands) {
        return check_operation(operation, convention, operands);
      };
      list.push_back(std::move(statement));
    }
    if (signature(operation) == "composition(layout, tiler)") {
      for (const Convention convention : conventions)
        list.push_back(composition_of_layouts(operation, convention));
    }
  }
  return list;
}

}  // namespace

const std::vector<Statement>& operations() {
  static const std::vector<Statement> list = make_operations();
  return list;
}

Case question_of(const Statement& row, Operands operands) {
  Case c;
  c.operation = row.operation == nullptr ? row.id : row.operation->name;
  if (row.convention != Convention::strict) c.convention = row.convention;
  c.operands = std::move(operands);
  // A row of layouts asks an operation that takes a tiler, which a layout is.
  if (row.operation != nullptr && row.operation->operands.back() == Sort::tiler) {
    if (const auto* layout = std::get_if<Layout>(&c.operands.back())) {
      c.operands.back() = Tiler(*layout);
    }
  }
  return c;
}

const Statement* row_of(const Case& question, Convention convention) {
  const Operation* operation = standard_vocabulary().find(question.operation, question.operands);
  if (operation == nullptr) return find_statement(question.operation);
  return find_statement(operation_id(*operation, operation->conventional
                                                     ? question.convention.value_or(convention)
                                                     : Convention::strict));
}

}  // namespace layoutcheck::properties
