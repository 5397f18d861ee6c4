// Shrinking: simpler operands in place of failing ones.
#include <layoutcheck/engine/domain.hpp>
#include <layoutcheck/notation/text.hpp>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace layoutcheck::engine {

namespace {

/// Smaller numbers to try, smallest first.
Tuple smaller_numbers(Int n, Int least) {
  std::set<Int> candidates;
  for (Int candidate : {least, Int{1}, Int{2}, n / 2, n - 1})
    if (candidate >= least && candidate < n) candidates.insert(candidate);
  // A limit in the millions is not reached in steps of 1.
  for (Int step = n / 4; step > 256; step /= 4)
    if (n - step >= least) candidates.insert(n - step);
  for (Int p : {Int{2}, Int{3}, Int{5}, Int{7}})
    if (n % p == 0 && n / p >= least && n / p < n) candidates.insert(n / p);
  return {candidates.begin(), candidates.end()};
}

/// The words that arise by leaving out a pair of brackets, or an empty pair.
std::vector<std::string> with_fewer_brackets(const std::string& word) {
  std::vector<std::string> words;
  for (std::size_t open = 0; open < word.size(); ++open) {
    if (word[open] != '(') continue;
    std::size_t depth = 0;
    std::size_t close = open;
    do {
      depth += word[close] == '(' ? 1U : 0U;
      depth -= word[close] == ')' ? 1U : 0U;
    } while (depth > 0 && ++close < word.size());
    std::string shorter = word;
    shorter.erase(close, 1);
    shorter.erase(open, 1);
    words.push_back(shorter);
  }
  return words;
}

/// The word without its i-th star.
std::string without_star(const std::string& word, std::size_t i) {
  std::size_t at = 0;
  for (std::size_t seen = 0;; ++at)
    if (word[at] == '*' && seen++ == i) break;
  std::string shorter = word;
  shorter.erase(at, 1);
  return shorter;
}

Tuple without(Tuple entries, std::size_t i) {
  entries.erase(entries.begin() + static_cast<std::ptrdiff_t>(i));
  return entries;
}

Tuple with(Tuple entries, std::size_t i, Int value) {
  entries[i] = value;
  return entries;
}

/// Collects candidates; those that the constructors refuse are left out.
template <class T>
class Candidates {
 public:
  template <class Make>
  void add(Make&& make) {
    try {
      T candidate = make();
      if (seen_.insert(candidate).second) list_.push_back(std::move(candidate));
    } catch (const std::invalid_argument&) {
      // Not a value: nothing to try.
    }
  }

  std::vector<T> take() { return std::move(list_); }

 private:
  std::vector<T> list_;
  std::set<T> seen_;
};

std::vector<NestedTuple> simpler_tuples(const NestedTuple& tuple, Int least) {
  Candidates<NestedTuple> all;
  const Tuple& entries = tuple.entries();
  const std::string& word = tuple.profile().word();
  for (const NestedTuple& mode : tuple.modes())
    if (mode != tuple) all.add([&] { return mode; });
  for (std::size_t i = 0; i < entries.size() && !tuple.is_entry(); ++i) {
    all.add([&] {
      return NestedTuple(without(entries, i), Profile::from_word(without_star(word, i)));
    });
  }
  for (const std::string& shorter : with_fewer_brackets(word))
    all.add([&] { return NestedTuple(entries, Profile::from_word(shorter)); });
  for (std::size_t i = 0; i < entries.size(); ++i)
    for (Int n : smaller_numbers(entries[i], least))
      all.add([&] { return NestedTuple(with(entries, i, n), tuple.profile()); });
  return all.take();
}

Tuple smaller_strides(Int stride) {
  return smaller_numbers(stride, 0);
}

/// 0, smaller integers at the same places, single parts, and what is simpler in another place or
/// module.
std::vector<Element> smaller_strides(const Element& stride) {
  if (stride.is_zero()) return {};
  std::vector<Element> all{Element()};
  const std::vector<Element::Part>& parts = stride.parts();
  const Tuple first_place{0};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Int value = parts[i].value;
    const bool is_negative = value < 0;
    Tuple numbers = is_negative ? Tuple{value / 2, -value} : smaller_numbers(value, 1);
    if (value == INT64_MIN) numbers = {-1};
    for (const Int n : numbers) {
      if (n == 0) continue;
      std::vector<Element::Part> changed = parts;
      changed[i].value = n;
      if (stride.module() == Module::coordinates)
        all.push_back(Element::coordinate(std::move(changed)));
      else
        all.push_back(stride.module() == Module::bits ? Element::bits(n) : Element::integer(n));
    }
    if (stride.module() == Module::integers && value == -1) all.push_back(Element::bits(1));
    if (stride.module() != Module::coordinates) continue;
    if (parts.size() > 1) all.push_back(Element::coordinate({parts[i]}));
    if (parts[i].path != first_place && !is_negative)
      all.push_back(Element::coordinate({{first_place, value}}));
  }
  return all;
}

template <class Stride>
std::vector<Stride> without_stride(std::vector<Stride> strides, std::size_t i) {
  strides.erase(strides.begin() + static_cast<std::ptrdiff_t>(i));
  return strides;
}

/// What is simpler by its modes, brackets, extents and strides.
template <class Stride>
Candidates<BasicLayout<Stride>> simpler_parts(const BasicLayout<Stride>& layout) {
  using L = BasicLayout<Stride>;
  Candidates<L> all;
  const Tuple& shape = layout.extents();
  const auto& stride = layout.strides();
  const std::string& word = layout.profile().word();
  for (const L& mode : layout.modes())
    if (mode != layout) all.add([&] { return mode; });
  for (std::size_t i = 0; i < shape.size() && !layout.is_entry(); ++i) {
    all.add([&] {
      return L(Profile::from_word(without_star(word, i)), without(shape, i),
               without_stride(stride, i));
    });
  }
  for (const std::string& shorter : with_fewer_brackets(word))
    all.add([&] { return L(Profile::from_word(shorter), shape, stride); });
  for (std::size_t i = 0; i < shape.size(); ++i) {
    for (Int n : smaller_numbers(shape[i], 1))
      all.add([&] { return L(layout.profile(), with(shape, i, n), stride); });
    for (const Stride& smaller : smaller_strides(stride[i])) {
      all.add([&] {
        auto strides = stride;
        strides[i] = smaller;
        return L(layout.profile(), shape, std::move(strides));
      });
    }
  }
  return all;
}

std::vector<Layout> simpler_layouts(const Layout& layout) {
  Candidates<Layout> all = simpler_parts(layout);
  const Tuple& shape = layout.extents();
  const Tuple& stride = layout.strides();
  const Int divisor = std::accumulate(stride.begin(), stride.end(), Int{0},
                                      [](Int a, Int b) { return std::gcd(a, b); });
  if (divisor > 1) {
    Tuple divided = stride;
    for (Int& d : divided)
      d /= divisor;
    all.add([&] { return Layout(layout.profile(), shape, divided); });
  }
  return all.take();
}

std::vector<SwizzledLayout> simpler_swizzled(const SwizzledLayout& swizzled) {
  Candidates<SwizzledLayout> all;
  const Swizzle swizzle = swizzled.swizzle();
  const auto add = [&](Swizzle s, Int offset, const Layout& layout) {
    all.add([&] { return SwizzledLayout(s, offset, layout); });
  };
  for (const Layout& layout : simpler_layouts(swizzled.layout()))
    add(swizzle, swizzled.offset(), layout);
  for (const Int n : smaller_numbers(swizzled.offset(), 0))
    add(swizzle, n, swizzled.layout());
  for (const Int n : smaller_numbers(swizzle.bits, 0))
    add({n, swizzle.base, swizzle.shift}, swizzled.offset(), swizzled.layout());
  for (const Int n : smaller_numbers(swizzle.base, 0))
    add({swizzle.bits, n, swizzle.shift}, swizzled.offset(), swizzled.layout());
  for (const Int n : smaller_numbers(std::abs(swizzle.shift), 0))
    add({swizzle.bits, swizzle.base, n}, swizzled.offset(), swizzled.layout());
  return all.take();
}

/// The map with the value j taken out of the codomain: arrows to it go to the base point.
Tuple map_without_target(Tuple map, Int j) {
  for (Int& value : map)
    value = value == j ? 0 : value - (value > j ? 1 : 0);
  return map;
}

std::vector<Morphism> simpler_morphisms(const Morphism& f) {
  Candidates<Morphism> all;
  const NestedTuple& s = f.domain();
  const NestedTuple& t = f.codomain();
  for (std::size_t i = 0; i < s.length() && !s.is_entry(); ++i) {
    const NestedTuple shorter(without(s.entries(), i),
                              Profile::from_word(without_star(s.profile().word(), i)));
    all.add([&] { return Morphism(shorter, without(f.map(), i), t); });
  }
  for (std::size_t j = 0; j < t.length() && !t.is_entry(); ++j) {
    const NestedTuple shorter(without(t.entries(), j),
                              Profile::from_word(without_star(t.profile().word(), j)));
    all.add(
        [&] { return Morphism(s, map_without_target(f.map(), static_cast<Int>(j) + 1), shorter); });
  }
  for (const std::string& shorter : with_fewer_brackets(s.profile().word())) {
    all.add([&] {
      return Morphism(NestedTuple(s.entries(), Profile::from_word(shorter)), f.map(), t);
    });
  }
  for (const std::string& shorter : with_fewer_brackets(t.profile().word())) {
    all.add([&] {
      return Morphism(s, f.map(), NestedTuple(t.entries(), Profile::from_word(shorter)));
    });
  }
  for (std::size_t i = 0; i < s.length(); ++i) {
    const Int j = f.map()[i];
    if (j > 0) all.add([&] { return Morphism(s, with(f.map(), i, 0), t); });
    for (Int n : smaller_numbers(s.entries()[i], 1)) {
      all.add([&] {
        const NestedTuple domain(with(s.entries(), i, n), s.profile());
        const NestedTuple codomain(
            j > 0 ? with(t.entries(), static_cast<std::size_t>(j) - 1, n) : t.entries(),
            t.profile());
        return Morphism(domain, f.map(), codomain);
      });
    }
  }
  for (std::size_t j = 0; j < t.length(); ++j) {
    for (Int n : smaller_numbers(t.entries()[j], 1)) {
      all.add(
          [&] { return Morphism(s, f.map(), NestedTuple(with(t.entries(), j, n), t.profile())); });
    }
  }
  return all.take();
}

std::vector<Tiler> simpler_tilers(const Tiler& tiler) {
  std::vector<Tiler> all;
  if (tiler.layout() != nullptr) {
    for (Layout& layout : simpler_layouts(*tiler.layout()))
      all.emplace_back(std::move(layout));
  } else if (tiler.shape() != nullptr) {
    for (NestedTuple& shape : simpler_tuples(*tiler.shape(), tiler.shape()->is_positive() ? 1 : 0))
      all.emplace_back(std::move(shape));
  } else if (tiler.modes() != nullptr) {
    const Tiler::Tuple& modes = *tiler.modes();
    for (std::size_t i = 0; i < modes.size(); ++i) {
      if (!modes[i].keeps()) all.push_back(modes[i]);
      Tiler::Tuple fewer = modes;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      all.emplace_back(std::move(fewer));
      for (const Tiler& mode : simpler_tilers(modes[i])) {
        Tiler::Tuple changed = modes;
        changed[i] = mode;
        all.emplace_back(std::move(changed));
      }
    }
  }
  return all;
}

std::vector<Value> simpler_values(const Value& value) {
  std::vector<Value> all;
  const auto take = [&](auto&& candidates) {
    for (auto& candidate : candidates)
      all.emplace_back(std::move(candidate));
  };
  if (const auto* integer = std::get_if<Int>(&value)) {
    for (Int n : smaller_numbers(*integer, 0))
      all.emplace_back(n);
  } else if (const auto* tuple = std::get_if<NestedTuple>(&value)) {
    take(simpler_tuples(*tuple, tuple->is_positive() ? 1 : 0));
  } else if (const auto* profile = std::get_if<Profile>(&value)) {
    for (const Profile& mode : profile->modes())
      if (mode != *profile) all.emplace_back(mode);
  } else if (const auto* layout = std::get_if<Layout>(&value)) {
    take(simpler_layouts(*layout));
  } else if (const auto* morphism = std::get_if<Morphism>(&value)) {
    take(simpler_morphisms(*morphism));
  } else if (const auto* tiler = std::get_if<Tiler>(&value)) {
    take(simpler_tilers(*tiler));
  } else if (const auto* module_layout = std::get_if<ModuleLayout>(&value)) {
    std::vector<ModuleLayout> candidates = simpler_parts(*module_layout).take();
    // Only beside another operand over a module is a layout over the integers one of these.
    if (!reads_as_layout(*module_layout)) std::erase_if(candidates, reads_as_layout);
    take(std::move(candidates));
  } else if (const auto* element = std::get_if<Element>(&value)) {
    take(smaller_strides(*element));
  } else if (const auto* swizzled = std::get_if<SwizzledLayout>(&value)) {
    take(simpler_swizzled(*swizzled));
  } else if (const auto* map = std::get_if<PointedMap>(&value)) {
    for (std::size_t i = 0; i < map->values().size(); ++i)
      all.emplace_back(PointedMap(without(map->values(), i), map->codomain()));
    if (map->codomain() > 0) {
      all.emplace_back(
          PointedMap(map_without_target(map->values(), map->codomain()), map->codomain() - 1));
    }
  }
  return all;
}

/// Replaces the extent x by y in all operands at once, and x by y in the strides that x divides:
/// operands that depend on each other stay in step.
std::optional<Value> with_extent_replaced(const Value& value, Int x, Int y) {
  const auto replace = [&](Tuple entries) {
    std::replace(entries.begin(), entries.end(), x, y);
    return entries;
  };
  try {
    if (const auto* tuple = std::get_if<NestedTuple>(&value))
      return NestedTuple(replace(tuple->entries()), tuple->profile());
    if (const auto* layout = std::get_if<Layout>(&value)) {
      Tuple strides = layout->strides();
      for (Int& d : strides)
        if (d % x == 0) d = d / x * y;
      return Layout(layout->profile(), replace(layout->extents()), std::move(strides));
    }
    if (const auto* f = std::get_if<Morphism>(&value)) {
      return Morphism(NestedTuple(replace(f->domain().entries()), f->domain().profile()), f->map(),
                      NestedTuple(replace(f->codomain().entries()), f->codomain().profile()));
    }
    if (const auto* integer = std::get_if<Int>(&value))
      return *integer > 0 && *integer % x == 0 ? *integer / x * y : *integer;
  } catch (const std::invalid_argument&) {
    return std::nullopt;
  }
  return value;
}

std::set<Int> extents_of(const Operands& operands) {
  std::set<Int> extents;
  const auto add = [&](const Tuple& entries) { extents.insert(entries.begin(), entries.end()); };
  for (const Value& operand : operands) {
    if (const auto* tuple = std::get_if<NestedTuple>(&operand)) {
      add(tuple->entries());
    } else if (const auto* layout = std::get_if<Layout>(&operand)) {
      add(layout->extents());
    } else if (const auto* f = std::get_if<Morphism>(&operand)) {
      add(f->domain().entries());
      add(f->codomain().entries());
    }
  }
  return extents;
}

/// Takes the entry j out of a tuple that two morphisms share: of the codomain of `first` and of the
/// domain
/// (`into_domain`) or codomain of `second`.
std::optional<std::pair<Morphism, Morphism>> without_shared_entry(const Morphism& first,
                                                                  const Morphism& second,
                                                                  std::size_t j, bool into_domain) {
  const NestedTuple& shared = first.codomain();
  if (shared.is_entry()) return std::nullopt;
  const NestedTuple shorter(without(shared.entries(), j),
                            Profile::from_word(without_star(shared.profile().word(), j)));
  const Int target = static_cast<Int>(j) + 1;
  const Morphism f(first.domain(), map_without_target(first.map(), target), shorter);
  if (into_domain)
    return std::pair(f, Morphism(shorter, without(second.map(), j), second.codomain()));
  return std::pair(f, Morphism(second.domain(), map_without_target(second.map(), target), shorter));
}

void add_shared_removals(const Operands& operands, std::vector<Operands>& all) {
  for (std::size_t a = 0; a < operands.size(); ++a) {
    for (std::size_t b = 0; b < operands.size(); ++b) {
      const auto* f = std::get_if<Morphism>(&operands[a]);
      const auto* g = std::get_if<Morphism>(&operands[b]);
      if (a == b || f == nullptr || g == nullptr) continue;
      for (bool into_domain : {true, false}) {
        if (f->codomain() != (into_domain ? g->domain() : g->codomain()) || (!into_domain && a > b))
          continue;
        for (std::size_t j = 0; j < f->codomain().length(); ++j) {
          if (auto pair = without_shared_entry(*f, *g, j, into_domain)) {
            Operands changed = operands;
            changed[a] = std::move(pair->first);
            changed[b] = std::move(pair->second);
            all.push_back(std::move(changed));
          }
        }
      }
    }
  }
}

}  // namespace

std::vector<Operands> simpler(const Operands& operands) {
  std::vector<Operands> all;
  add_shared_removals(operands, all);
  for (Int x : extents_of(operands)) {
    for (Int y : x > 1 ? smaller_numbers(x, 1) : Tuple{}) {
      Operands changed;
      for (const Value& operand : operands)
        if (auto value = with_extent_replaced(operand, x, y)) changed.push_back(std::move(*value));
      if (changed.size() == operands.size()) all.push_back(std::move(changed));
    }
  }
  for (std::size_t i = 0; i < operands.size(); ++i) {
    for (Value& value : simpler_values(operands[i])) {
      Operands changed = operands;
      changed[i] = std::move(value);
      all.push_back(std::move(changed));
    }
  }
  std::erase_if(all, [&](const Operands& candidate) { return candidate == operands; });
  return all;
}

}  // namespace layoutcheck::engine
