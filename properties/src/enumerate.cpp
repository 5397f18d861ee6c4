// Enumeration: every value of a sort with a given weight, and weights themselves.
#include "enumerate.hpp"

#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/properties/domain.hpp>

#include <algorithm>

namespace layoutcheck::properties {

namespace {

std::size_t entry_weight(Int entry) {
  return entry < 1 ? 1 : static_cast<std::size_t>(entry);
}

std::size_t brackets(const Profile& profile) {
  return static_cast<std::size_t>(std::count(profile.word().begin(), profile.word().end(), '('));
}

std::size_t tuple_weight(const NestedTuple& tuple) {
  std::size_t sum = brackets(tuple.profile());
  for (Int entry : tuple.entries()) {
    sum += entry_weight(entry);
  }
  return sum;
}

std::size_t layout_weight(const Layout& layout) {
  std::size_t sum = brackets(layout.profile());
  for (std::size_t i = 0; i < layout.length(); ++i) {
    sum += static_cast<std::size_t>(layout.extents()[i]) +
           static_cast<std::size_t>(layout.strides()[i]);
  }
  return sum;
}

std::size_t tiler_weight(const Tiler& tiler) {
  if (tiler.layout() != nullptr) {
    return layout_weight(*tiler.layout());
  }
  if (tiler.shape() != nullptr) {
    return tuple_weight(*tiler.shape());
  }
  std::size_t sum = 1;
  if (tiler.modes() != nullptr) {
    for (const Tiler& mode : *tiler.modes()) {
      sum += tiler_weight(mode);
    }
  }
  return sum;
}

/// How deep the brackets of enumerated values may go: `flat` for exactly depth 1.
enum class Brackets { any, flat };

/// Visits every word of brackets with entries, of the given weight. `leaves(w, visit)` visits the
/// entries of weight w; it adds them to the value under construction and takes them off again.
class Words {
 public:
  using Leaves = std::function<bool(std::size_t, const std::function<bool()>&)>;

  Words(Leaves leaves, Brackets brackets) : leaves_(std::move(leaves)), brackets_(brackets) {}

  bool visit(std::size_t weight, const std::function<bool(const std::string&)>& done) {
    return mode(weight, true, [&] { return done(word_); });
  }

 private:
  using Next = std::function<bool()>;

  bool mode(std::size_t weight, bool outermost, const Next& next) {
    if (weight == 0) {
      return true;
    }
    if (brackets_ == Brackets::any || !outermost) {
      word_ += '*';
      const bool go_on = leaves_(weight, next);
      word_.pop_back();
      if (!go_on) {
        return false;
      }
    }
    if (brackets_ == Brackets::any || outermost) {
      word_ += '(';
      const bool go_on = sequence(weight - 1, next);
      word_.pop_back();
      return go_on;
    }
    return true;
  }

  bool sequence(std::size_t weight, const Next& next) {
    if (weight == 0) {
      word_ += ')';
      const bool go_on = next();
      word_.pop_back();
      return go_on;
    }
    for (std::size_t first = 1; first <= weight; ++first) {
      if (!mode(first, false, [&] { return sequence(weight - first, next); })) {
        return false;
      }
    }
    return true;
  }

  Leaves leaves_;
  Brackets brackets_;
  std::string word_;
};

bool tuples(std::size_t weight, Brackets brackets, Int least,
            const std::function<bool(const NestedTuple&)>& visit) {
  Tuple entries;
  Words words(
      [&](std::size_t w, const std::function<bool()>& next) {
        const Int entry = static_cast<Int>(w);
        for (Int candidate : {entry, Int{0}}) {
          if (candidate < least || (candidate == 0 && w != 1)) {
            continue;
          }
          entries.push_back(candidate);
          const bool go_on = next();
          entries.pop_back();
          if (!go_on) {
            return false;
          }
        }
        return true;
      },
      brackets);
  return words.visit(weight, [&](const std::string& word) {
    return visit(NestedTuple(entries, Profile::from_word(word)));
  });
}

bool profiles(std::size_t weight, const std::function<bool(const Profile&)>& visit) {
  Words words([](std::size_t w, const std::function<bool()>& next) { return w != 1 || next(); },
              Brackets::any);
  return words.visit(weight,
                     [&](const std::string& word) { return visit(Profile::from_word(word)); });
}

bool layouts(std::size_t weight, Brackets brackets,
             const std::function<bool(const Layout&)>& visit) {
  Tuple shape;
  Tuple stride;
  Words words(
      [&](std::size_t w, const std::function<bool()>& next) {
        for (std::size_t s = 1; s <= w; ++s) {
          shape.push_back(static_cast<Int>(s));
          stride.push_back(static_cast<Int>(w - s));
          const bool go_on = next();
          shape.pop_back();
          stride.pop_back();
          if (!go_on) {
            return false;
          }
        }
        return true;
      },
      brackets);
  return words.visit(weight, [&](const std::string& word) {
    return visit(Layout(Profile::from_word(word), shape, stride));
  });
}

bool pointed_maps(std::size_t weight, const std::function<bool(const PointedMap&)>& visit) {
  for (std::size_t m = 0; m <= weight; ++m) {
    const std::size_t n = weight - m;
    Tuple values(m, 0);
    // Counting in base n + 1 visits every map.
    for (bool more = true; more;) {
      if (!visit(PointedMap(values, static_cast<Int>(n)))) {
        return false;
      }
      more = false;
      for (Int& value : values) {
        if (value < static_cast<Int>(n)) {
          ++value;
          more = true;
          break;
        }
        value = 0;
      }
    }
  }
  return true;
}

bool tilers(std::size_t weight, bool inside, const std::function<bool(const Tiler&)>& visit) {
  if (inside && weight == 1 && !visit(Tiler())) {
    return false;
  }
  if (!layouts(weight, Brackets::any, [&](const Layout& l) { return visit(Tiler(l)); }) ||
      !tuples(weight, Brackets::any, 1, [&](const NestedTuple& s) { return visit(Tiler(s)); })) {
    return false;
  }
  Tiler::Tuple modes;
  const std::function<bool(std::size_t)> sequence = [&](std::size_t left) {
    if (left == 0) {
      return visit(Tiler(modes));
    }
    for (std::size_t first = 1; first <= left; ++first) {
      const bool go_on = tilers(first, true, [&](const Tiler& mode) {
        modes.push_back(mode);
        const bool inner = sequence(left - first);
        modes.pop_back();
        return inner;
      });
      if (!go_on) {
        return false;
      }
    }
    return true;
  };
  return weight == 0 || sequence(weight - 1);
}

bool extend_map(const NestedTuple& domain, const NestedTuple& codomain, Tuple& map,
                std::vector<bool>& taken, const std::function<bool(const Morphism&)>& visit) {
  const std::size_t i = map.size();
  if (i == domain.length()) {
    return visit(Morphism(domain, map, codomain));
  }
  for (std::size_t j = 0; j <= codomain.length(); ++j) {
    if (j > 0 && (taken[j] || codomain.entries()[j - 1] != domain.entries()[i])) {
      continue;
    }
    taken[j] = j > 0;
    map.push_back(static_cast<Int>(j));
    const bool go_on = extend_map(domain, codomain, map, taken, visit);
    map.pop_back();
    taken[j] = false;
    if (!go_on) {
      return false;
    }
  }
  return true;
}

}  // namespace

bool enumerate_shapes(std::size_t weight, bool flat,
                      const std::function<bool(const NestedTuple&)>& visit) {
  return tuples(weight, flat ? Brackets::flat : Brackets::any, 1, visit);
}

bool enumerate_maps(const NestedTuple& domain, const NestedTuple& codomain,
                    const std::function<bool(const Morphism&)>& visit) {
  Tuple map;
  std::vector<bool> taken(codomain.length() + 1, false);
  return extend_map(domain, codomain, map, taken, visit);
}

bool enumerate_morphisms(std::size_t weight, bool flat,
                         const std::function<bool(const Morphism&)>& visit) {
  for (std::size_t w = 1; w < weight; ++w) {
    const bool go_on = enumerate_shapes(w, flat, [&](const NestedTuple& domain) {
      return enumerate_shapes(weight - w, flat, [&](const NestedTuple& codomain) {
        return enumerate_maps(domain, codomain, visit);
      });
    });
    if (!go_on) {
      return false;
    }
  }
  return true;
}

std::size_t weight(const Value& value) {
  struct Weigh {
    std::size_t operator()(bool) const { return 0; }
    std::size_t operator()(Int integer) const { return static_cast<std::size_t>(integer); }
    std::size_t operator()(const NestedTuple& tuple) const { return tuple_weight(tuple); }
    std::size_t operator()(const Profile& profile) const {
      return profile.length() + brackets(profile);
    }
    std::size_t operator()(const Layout& layout) const { return layout_weight(layout); }
    std::size_t operator()(const PointedMap& map) const {
      return static_cast<std::size_t>(map.domain() + map.codomain());
    }
    std::size_t operator()(const Morphism& f) const {
      return tuple_weight(f.domain()) + tuple_weight(f.codomain());
    }
    std::size_t operator()(const Tiler& tiler) const { return tiler_weight(tiler); }
  };
  return std::visit(Weigh{}, value);
}

std::size_t weight(const Operands& operands) {
  std::size_t sum = 0;
  for (const Value& operand : operands) {
    sum += weight(operand);
  }
  return sum;
}

bool enumerate(Sort sort, std::size_t weight, const std::function<bool(const Value&)>& visit) {
  const auto as_value = [&](const auto& value) { return visit(Value(value)); };
  switch (sort) {
    case Sort::truth:
      return weight != 0 || (visit(Value(false)) && visit(Value(true)));
    case Sort::integer:
      return visit(Value(static_cast<Int>(weight)));
    case Sort::positive:
      return weight == 0 || visit(Value(static_cast<Int>(weight)));
    case Sort::shape:
      return tuples(weight, Brackets::any, 1, as_value);
    case Sort::flat_shape:
      return tuples(weight, Brackets::flat, 1, as_value);
    case Sort::tuple:
      return tuples(weight, Brackets::any, 0, as_value);
    case Sort::flat_tuple:
      return tuples(weight, Brackets::flat, 0, as_value);
    case Sort::profile:
      return profiles(weight, as_value);
    case Sort::layout:
      return layouts(weight, Brackets::any, as_value);
    case Sort::flat_layout:
      return layouts(weight, Brackets::flat, as_value);
    case Sort::map:
      return pointed_maps(weight, as_value);
    case Sort::morphism:
      return enumerate_morphisms(weight, false, as_value);
    case Sort::flat_morphism:
      return enumerate_morphisms(weight, true, as_value);
    case Sort::tiler:
      return tilers(weight, false, as_value);
  }
  return true;
}

bool enumerate(std::span<const Sort> sorts, std::size_t weight, const Visitor& visit) {
  Operands operands;
  const std::function<bool(std::size_t, std::size_t)> rest = [&](std::size_t i, std::size_t left) {
    if (i == sorts.size()) {
      return left != 0 || visit(operands);
    }
    const bool last = i + 1 == sorts.size();
    for (std::size_t w = last ? left : 0; w <= left; ++w) {
      const bool go_on = enumerate(sorts[i], w, [&](const Value& value) {
        operands.push_back(value);
        const bool inner = rest(i + 1, left - w);
        operands.pop_back();
        return inner;
      });
      if (!go_on) {
        return false;
      }
    }
    return true;
  };
  return rest(0, weight);
}

Domain make_domain(std::string name, std::vector<Sort> sorts,
                   std::function<Operands(Entropy&, int)> draw) {
  Domain domain;
  domain.name = std::move(name);
  domain.sorts = sorts;
  domain.draw = std::move(draw);
  domain.enumerate = [sorts = std::move(sorts)](std::size_t weight, const Visitor& visit) {
    return enumerate(sorts, weight, visit);
  };
  return domain;
}

Domain make_instances(std::string name, std::vector<Sort> sorts, std::vector<Operands> instances) {
  Domain domain;
  domain.name = std::move(name);
  domain.sorts = std::move(sorts);
  domain.draw = [instances](Entropy& entropy, int) { return entropy.pick(instances); };
  domain.enumerate = [instances](std::size_t w, const Visitor& visit) {
    return std::all_of(instances.begin(), instances.end(), [&](const Operands& operands) {
      return weight(operands) != w || visit(operands);
    });
  };
  return domain;
}

}  // namespace layoutcheck::properties
