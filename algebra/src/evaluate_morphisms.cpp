// The table of operations on pointed maps and morphisms.
#include <layoutcheck/algebra/composition_algorithm.hpp>
#include <layoutcheck/algebra/encoding.hpp>
#include <layoutcheck/algebra/evaluate_morphisms.hpp>
#include <layoutcheck/algebra/maps.hpp>
#include <layoutcheck/algebra/morphism_operations.hpp>
#include <layoutcheck/algebra/morphisms.hpp>
#include <layoutcheck/algebra/refinements.hpp>
#include <layoutcheck/algebra/tuples.hpp>

#include <algorithm>
#include <initializer_list>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace layoutcheck::algebra {

namespace {

using enum Sort;

/// The operands of a question, read as what its signature promises.
class Operands {
 public:
  Operands(std::span<const Value> values, Int limit) : values_(values), limit_(limit) {}

  [[nodiscard]] const Morphism& f() const { return get<Morphism>(0); }
  [[nodiscard]] const Morphism& g() const { return get<Morphism>(1); }
  [[nodiscard]] const PointedMap& a() const { return get<PointedMap>(0); }
  [[nodiscard]] const PointedMap& b() const { return get<PointedMap>(1); }
  [[nodiscard]] const NestedTuple& tuple(std::size_t i) const { return get<NestedTuple>(i); }
  [[nodiscard]] const Layout& layout(std::size_t i) const { return get<Layout>(i); }
  [[nodiscard]] std::size_t index(std::size_t i) const {
    return static_cast<std::size_t>(get<Int>(i));
  }
  [[nodiscard]] const Tuple& list(std::size_t i) const { return tuple(i).entries(); }
  [[nodiscard]] Int limit() const { return limit_; }

  [[nodiscard]] std::vector<Morphism> morphisms() const {
    std::vector<Morphism> all;
    for (const Value& value : values_) {
      all.push_back(std::get<Morphism>(value));
    }
    return all;
  }

 private:
  template <class T>
  [[nodiscard]] const T& get(std::size_t i) const {
    return std::get<T>(values_[i]);
  }

  std::span<const Value> values_;
  Int limit_;
};

using In = const Operands&;
using Answered = Outcome<Value>;

template <class T>
Answered answer(T value) {
  return Value(std::move(value));
}

template <class T>
Answered answer(const Outcome<T>& outcome) {
  return outcome ? Answered(Value(*outcome)) : Answered(outcome.undefined());
}

Answered answer(const Outcome<MutualRefinement>& outcome) {
  if (!outcome) {
    return outcome.undefined();
  }
  return answer(concatenate(std::vector{outcome->first, outcome->second}));
}

struct Rule {
  std::vector<Sort> operands;
  /// The last operand may be repeated.
  bool variadic;
  Answered (*compute)(In);

  [[nodiscard]] bool fits(std::span<const Value> values) const {
    if (variadic ? values.size() < operands.size() : values.size() != operands.size()) {
      return false;
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (!is_of(values[i], operands[std::min(i, operands.size() - 1)])) {
        return false;
      }
    }
    return true;
  }
};

struct NamedRule {
  std::string_view name;
  Rule rule;
};

using Rules = std::unordered_map<std::string_view, std::vector<Rule>>;

Rules make_rules() {
  const auto one = [](std::string_view name, std::initializer_list<Sort> operands,
                      Answered (*compute)(In)) {
    return NamedRule{name, Rule{operands, false, compute}};
  };
  const auto many = [](std::string_view name, Sort operand, Answered (*compute)(In)) {
    return NamedRule{name, Rule{{operand}, true, compute}};
  };
  const std::vector<NamedRule> all = {
      one("is_tractable", {map}, [](In o) { return answer(is_tractable(o.a())); }),
      one("composition", {map, map}, [](In o) { return answer(composition(o.a(), o.b())); }),
      one("sum", {map, map}, [](In o) { return answer(sum(o.a(), o.b())); }),
      one("concatenate", {map, map}, [](In o) { return answer(concatenate(o.a(), o.b())); }),

      one("domain", {morphism}, [](In o) { return answer(o.f().domain()); }),
      one("codomain", {morphism}, [](In o) { return answer(o.f().codomain()); }),
      one("layout", {morphism}, [](In o) { return answer(layout_of(o.f())); }),
      one("table", {morphism},
          [](In o) { return answer(NestedTuple::flat(realization(o.f(), o.limit()))); }),
      one("morphism", {layout}, [](In o) { return answer(standard_representation(o.layout(0))); }),
      one("flatten", {morphism}, [](In o) { return answer(flatten(o.f())); }),
      one("identity", {shape}, [](In o) { return answer(identity(o.tuple(0))); }),
      one("reparenthesize", {shape, shape},
          [](In o) { return answer(reparenthesize(o.tuple(0), o.tuple(1))); }),
      one("projection", {flat_shape, flat_tuple},
          [](In o) { return answer(projection(o.tuple(0), o.list(1))); }),
      one("dilation", {flat_shape, flat_shape},
          [](In o) { return answer(dilation(o.tuple(0), o.list(1))); }),
      one("expansion", {flat_shape, flat_shape},
          [](In o) { return answer(expansion(o.tuple(0), o.tuple(1))); }),
      one("composition", {morphism, morphism},
          [](In o) { return answer(composition(o.f(), o.g())); }),
      one("inverse", {morphism}, [](In o) { return answer(inverse(o.f())); }),
      one("restrict", {flat_morphism, flat_tuple},
          [](In o) { return answer(restrict(o.f(), o.list(1))); }),
      one("factorize", {flat_morphism, flat_tuple},
          [](In o) { return answer(factorize(o.f(), o.list(1))); }),
      one("entry", {morphism, integer}, [](In o) { return answer(entry(o.f(), o.index(1))); }),
      one("mode", {morphism, integer}, [](In o) { return answer(mode(o.f(), o.index(1))); }),
      one("relative_mode", {morphism, shape, integer},
          [](In o) { return answer(relative_mode(o.f(), o.tuple(1), o.index(2))); }),

      one("sum", {flat_morphism, flat_morphism}, [](In o) { return answer(sum(o.f(), o.g())); }),
      one("squeeze", {flat_morphism}, [](In o) { return answer(squeeze(o.f())); }),
      one("sort", {flat_morphism}, [](In o) { return answer(sort(o.f())); }),
      one("flat_coalesce", {flat_morphism}, [](In o) { return answer(flat_coalesce(o.f())); }),
      one("coalesce", {morphism}, [](In o) { return answer(coalesce(o.f())); }),
      many("concatenate", morphism, [](In o) { return answer(concatenate(o.morphisms())); }),
      many("flat_concatenate", flat_morphism,
           [](In o) { return answer(flat_concatenate(o.morphisms())); }),
      one("complement", {morphism}, [](In o) { return answer(complement(o.f())); }),
      one("logical_divide", {morphism, morphism},
          [](In o) { return answer(logical_divide(o.f(), o.g())); }),
      one("logical_product", {morphism, morphism},
          [](In o) { return answer(logical_product(o.f(), o.g())); }),
      one("colfax_flat_divide", {flat_morphism, flat_morphism},
          [](In o) { return answer(colfax_flat_divide(o.f(), o.g())); }),
      one("colfax_flat_product", {flat_morphism, flat_morphism},
          [](In o) { return answer(colfax_flat_product(o.f(), o.g())); }),

      one("is_isomorphism", {morphism}, [](In o) { return answer(is_isomorphism(o.f())); }),
      one("is_complementable", {morphism}, [](In o) { return answer(is_complementable(o.f())); }),
      one("is_nondegenerate", {morphism}, [](In o) { return answer(is_nondegenerate(o.f())); }),
      one("is_standard_form", {morphism}, [](In o) { return answer(is_standard_form(o.f())); }),
      one("is_sorted", {morphism}, [](In o) { return answer(is_sorted(o.f())); }),
      one("is_coalesced", {morphism}, [](In o) { return answer(is_coalesced(o.f())); }),
      one("is_disjoint", {morphism, morphism},
          [](In o) { return answer(is_disjoint(o.f(), o.g())); }),
      one("is_complement", {morphism, morphism},
          [](In o) { return answer(is_complement(o.f(), o.g())); }),
      one("is_product_admissible", {morphism, morphism},
          [](In o) { return answer(is_product_admissible(o.f(), o.g())); }),

      one("pullback", {morphism, shape}, [](In o) { return answer(pullback(o.f(), o.tuple(1))); }),
      one("pushforward", {morphism, shape},
          [](In o) { return answer(pushforward(o.f(), o.tuple(1))); }),
      one("mutual_refinement", {shape, shape},
          [](In o) { return answer(mutual_refinement(o.tuple(0), o.tuple(1))); }),
      one("weak_composite", {layout, layout},
          [](In o) { return answer(weak_composite(o.layout(0), o.layout(1))); }),
  };
  Rules rules;
  for (const NamedRule& entry : all) {
    rules[entry.name].push_back(entry.rule);
  }
  return rules;
}

}  // namespace

std::optional<Evaluation> evaluate_morphisms(const Case& question, Int limit) {
  static const Rules rules = make_rules();
  const auto found = rules.find(question.operation);
  if (found == rules.end()) {
    return std::nullopt;
  }
  for (const Rule& rule : found->second) {
    if (!rule.fits(question.operands)) {
      continue;
    }
    try {
      Answered answered = rule.compute(Operands(question.operands, limit));
      if (!answered) {
        return Evaluation{NonValue::undefined, answered.reason()};
      }
      return Evaluation{std::move(answered).value(), ""};
    } catch (const Overflow& overflow) {
      return Evaluation{NonValue::overflow, overflow.what()};
    }
  }
  return std::nullopt;
}

}  // namespace layoutcheck::algebra
