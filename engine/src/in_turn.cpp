// Enumerators of operands that depend on each other.
#include <layoutcheck/engine/enumerate.hpp>
#include <layoutcheck/engine/in_turn.hpp>
#include <layoutcheck/oracles/nesting.hpp>

#include <algorithm>

namespace layoutcheck::engine {

namespace {

/// Goes through the parts, of which the operands before `first` have been chosen already.
class Turns {
 public:
  Turns(const std::vector<Part>& parts, const std::vector<std::size_t>& order, const Range& range,
        const Visitor& visit)
      : parts_(parts), order_(order), range_(range), visit_(visit), least_(parts.size() + 1, 0) {
    for (std::size_t i = parts.size(); i-- > 0;)
      least_[i] = least_[i + 1] + parts[i].least;
  }

  bool after(const Operands& first, std::size_t left) {
    chosen_.reserve(first.size() + parts_.size());
    chosen_ = first;
    return from(0, left);
  }

  /// The same with no operands before, where the choices of the first part are dealt to the shards.
  bool all(std::size_t weight) {
    deals_ = true;
    chosen_.reserve(parts_.size());
    return from(0, weight);
  }

  [[nodiscard]] std::size_t least() const { return least_[0]; }

 private:
  bool from(std::size_t i, std::size_t left) {
    if (i == parts_.size()) return left != 0 || done();
    const Part& part = parts_[i];
    const auto put = [&](const Value& value, std::size_t weight) {
      if (!is_within(value, range_.bounds)) return true;
      if (i == 0 && deals_ && place_++ % range_.shard.count != range_.shard.index) return true;
      chosen_.push_back(value);
      const bool go_on = from(i + 1, left - weight);
      chosen_.pop_back();
      return go_on;
    };
    if (part.all) {
      return part.all(chosen_, [&](const Value& value) {
        const std::size_t w = weight(value);
        return w > left || left - w < least_[i + 1] || put(value, w);
      });
    }
    const bool is_last = i + 1 == parts_.size();
    for (std::size_t w = is_last ? left : part.least; w + least_[i + 1] <= left; ++w) {
      const auto next = [&](const Value& value) { return put(value, w); };
      if (!part.of_weight(chosen_, w, range_.bounds, next)) return false;
    }
    return true;
  }

  bool done() {
    if (order_.empty()) return visit_(chosen_);
    arranged_.resize(order_.size());
    for (std::size_t i = 0; i < order_.size(); ++i)
      arranged_[i] = chosen_[order_[i]];
    return visit_(arranged_);
  }

  const std::vector<Part>& parts_;
  const std::vector<std::size_t>& order_;
  const Range& range_;
  const Visitor& visit_;
  /// The least weight of the parts from each on.
  std::vector<std::size_t> least_;
  /// It never grows beyond what it reserves, so that a part can refer to the operands before it.
  Operands chosen_;
  Operands arranged_;
  std::size_t place_ = 0;
  bool deals_ = false;
};

template <class T>
ShapeOf shape_of(std::size_t operand, const NestedTuple& (T::*side)() const) {
  return [=](const Operands& before) { return (std::get<T>(before.at(operand)).*side)(); };
}

/// The shapes that are in a relation to one that is given.
Part shapes_beside(ShapeOf shape, bool (*related)(const NestedTuple&, const NestedTuple&)) {
  return {.of_weight = [=](const Operands& before, std::size_t weight, const Bounds& bounds,
                           const Part::Visit& visit) {
    const std::optional<NestedTuple> given = shape(before);
    return !given || enumerate_shapes(weight, false, bounds, [&](const NestedTuple& other) {
      return !related(other, *given) || visit(other);
    });
  }};
}

/// The morphisms of a weight between a shape that is given and one that is enumerated.
template <class Between>
Part morphisms_at(ShapeOf shape, bool flat, Between between) {
  return {.of_weight =
              [=](const Operands& before, std::size_t weight, const Bounds& bounds,
                  const Part::Visit& visit) {
                const std::optional<NestedTuple> given = shape(before);
                const std::size_t used = given ? engine::weight(Value(*given)) : weight;
                return used >= weight ||
                       enumerate_shapes(weight - used, flat, bounds, [&](const NestedTuple& other) {
                         return between(*given, other, visit);
                       });
              },
          .least = 2};
}

}  // namespace

Enumerator in_turn(std::vector<Part> parts, std::vector<std::size_t> order) {
  return [parts = std::move(parts), order = std::move(order)](
             std::size_t weight, const Range& range, const Visitor& visit) {
    return Turns(parts, order, range, visit).all(weight);
  };
}

Enumerator in_turn(Enumerator first, std::vector<Part> parts, std::vector<std::size_t> order) {
  return [first = std::move(first), parts = std::move(parts), order = std::move(order)](
             std::size_t weight, const Range& range, const Visitor& visit) {
    Turns turns(parts, order, range, visit);
    for (std::size_t w = 0; w + turns.least() <= weight; ++w) {
      const auto then = [&](const Operands& chosen) { return turns.after(chosen, weight - w); };
      if (!first(w, range, then)) return false;
    }
    return true;
  };
}

Part any(Sort sort) {
  const bool may_weigh_nothing = sort == Sort::truth || sort == Sort::integer ||
                                 sort == Sort::map || sort == Sort::tiler ||
                                 sort == Sort::coordinate;
  return {.of_weight =
              [sort](const Operands&, std::size_t weight, const Bounds& bounds,
                     const Part::Visit& visit) { return enumerate(sort, weight, bounds, visit); },
          .least = may_weigh_nothing ? 0U : 1U};
}

Part such_that(Part part, std::function<bool(const Operands&, const Value&)> test) {
  Part tested;
  tested.least = part.least;
  if (part.all) {
    tested.all = [=](const Operands& before, const Part::Visit& visit) {
      return part.all(before,
                      [&](const Value& choice) { return !test(before, choice) || visit(choice); });
    };
  } else {
    tested.of_weight = [=](const Operands& before, std::size_t weight, const Bounds& bounds,
                           const Part::Visit& visit) {
      return part.of_weight(before, weight, bounds, [&](const Value& choice) {
        return !test(before, choice) || visit(choice);
      });
    };
  }
  return tested;
}

ShapeOf shape_at(std::size_t operand) {
  return [=](const Operands& before) { return std::get<NestedTuple>(before.at(operand)); };
}
ShapeOf domain_at(std::size_t operand) {
  return shape_of(operand, &Morphism::domain);
}
ShapeOf codomain_at(std::size_t operand) {
  return shape_of(operand, &Morphism::codomain);
}

Part refining(ShapeOf shape) {
  return shapes_beside(std::move(shape), [](const NestedTuple& fine, const NestedTuple& coarse) {
    return oracle::refines(fine, coarse);
  });
}

Part reparenthesizing(ShapeOf shape) {
  return shapes_beside(std::move(shape), [](const NestedTuple& other, const NestedTuple& given) {
    return other.entries() == given.entries();
  });
}

Part morphism_into(ShapeOf codomain, bool flat) {
  return morphisms_at(
      std::move(codomain), flat,
      [](const NestedTuple& given, const NestedTuple& other, const Part::Visit& visit) {
        return enumerate_maps(other, given, [&](const Morphism& f) { return visit(f); });
      });
}

Part morphism_from(ShapeOf domain, bool flat) {
  return morphisms_at(
      std::move(domain), flat,
      [](const NestedTuple& given, const NestedTuple& other, const Part::Visit& visit) {
        return enumerate_maps(given, other, [&](const Morphism& f) { return visit(f); });
      });
}

Domain extended(Domain domain, std::string name, Sort sort,
                std::function<Value(Entropy&, int, const Operands&)> draw, Part part) {
  domain.name = std::move(name);
  domain.sorts.push_back(sort);
  domain.draw = [first = std::move(domain.draw), draw = std::move(draw)](Entropy& entropy,
                                                                         int size) {
    Operands operands = first(entropy, size);
    operands.push_back(draw(entropy, size, operands));
    return operands;
  };
  domain.enumerate = in_turn(std::move(domain.enumerate), {std::move(part)});
  domain.count = {};
  return domain;
}

}  // namespace layoutcheck::engine
