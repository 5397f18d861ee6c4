// Enumeration: every value of a sort with a given weight, and weights themselves.
#include "function_ref.hpp"
#include "saturating.hpp"
#include <layoutcheck/engine/enumerate.hpp>
#include <layoutcheck/engine/runner.hpp>
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/notation/work.hpp>

#include <algorithm>

template class std::vector<layoutcheck::Value>;
template class std::vector<layoutcheck::Tiler>;
template class std::vector<layoutcheck::engine::Operands>;

namespace layoutcheck::engine {

namespace {

using detail::saturating_add;
using detail::saturating_multiply;

std::size_t entry_weight(Int entry) {
  return entry < 1 ? 1 : static_cast<std::size_t>(entry);
}

std::size_t brackets(const Profile& profile) {
  return static_cast<std::size_t>(std::count(profile.word().begin(), profile.word().end(), '('));
}

std::size_t tuple_weight(const NestedTuple& tuple) {
  std::size_t sum = brackets(tuple.profile());
  for (Int entry : tuple.entries())
    sum = saturating_add(sum, entry_weight(entry));
  return sum;
}

std::size_t magnitude(Int n) {
  return n < 0 ? std::size_t{0} - static_cast<std::size_t>(n) : static_cast<std::size_t>(n);
}

/// Of the n-th stride it is n, in the order of each module in which module_stride counts: XOR's
/// F1, F2, F3, …, coordinates 1@0, 1@1, 2@0, 2@1, …, integers 1, -1, 2, -2, ….
std::size_t stride_weight(const Element& stride) {
  if (stride.module() == Module::bits) return magnitude(stride.value());
  std::size_t sum = 0;
  for (const Element::Part& part : stride.parts()) {
    const std::size_t twice = saturating_multiply(2, magnitude(part.value));
    sum = saturating_add(sum,
                         twice - (stride.module() == Module::integers && part.value < 0 ? 0 : 1));
    if (part.path.empty()) continue;
    sum = saturating_add(sum, part.path.size() - 1 + (part.value < 0 ? 1 : 0));
    for (const Int place : part.path)
      sum = saturating_add(sum, static_cast<std::size_t>(place));
  }
  return sum;
}

std::size_t stride_weight(Int stride) {
  return static_cast<std::size_t>(stride);
}

template <class Stride>
std::size_t layout_weight(const BasicLayout<Stride>& layout) {
  std::size_t sum = brackets(layout.profile());
  for (std::size_t i = 0; i < layout.length(); ++i) {
    sum = saturating_add(sum, static_cast<std::size_t>(layout.extents()[i]));
    sum = saturating_add(sum, stride_weight(layout.strides()[i]));
  }
  return sum;
}

std::size_t swizzled_weight(const SwizzledLayout& layout) {
  const auto [bits, base, shift] = layout.swizzle();
  return layout_weight(layout.layout()) + static_cast<std::size_t>(layout.offset() + bits + base) +
         2 * magnitude(shift) - (shift > 0 ? 1 : 0);
}

std::size_t tiler_weight(const Tiler& tiler) {
  if (tiler.layout() != nullptr) return layout_weight(*tiler.layout());
  if (tiler.shape() != nullptr) return tuple_weight(*tiler.shape());
  std::size_t sum = 1;
  if (tiler.modes() != nullptr)
    for (const Tiler& mode : *tiler.modes())
      sum = saturating_add(sum, tiler_weight(mode));
  return sum;
}

using Next = FunctionRef<bool()>;

/// Visits every word of brackets with entries, of the given weight and within the bounds.
/// `leaves(w, next)` visits the entries of weight w; it adds them to the value under construction
/// and takes them off again.
class Words {
 public:
  using Leaves = FunctionRef<bool(std::size_t, Next)>;

  Words(Leaves leaves, bool flat, std::size_t greatest_entry, const Bounds& bounds)
      : leaves_(leaves),
        flat_(flat),
        rank_(bounds.rank),
        length_(bounds.length),
        depth_(flat ? std::min<std::size_t>(1, bounds.depth) : bounds.depth) {
    // From the deepest level outwards: what a mode may weigh there. Without a bound on depth, and
    // beyond the levels kept here, there is none.
    greatest_.assign(depth_ < kept_levels ? depth_ + 1 : 0, greatest_entry);
    for (std::size_t level = greatest_.size(); level-- > 1;) {
      const std::size_t brackets = saturating_add(1, saturating_multiply(rank_, greatest_[level]));
      greatest_[level - 1] = std::max(greatest_entry, brackets);
    }
  }

  bool visit(std::size_t weight, Next done) {
    return weight > greatest(0) || mode(weight, 0, [&] { return done(); });
  }

  /// The word at the time of a visit.
  [[nodiscard]] const std::string& word() const { return word_; }

 private:
  static constexpr std::size_t kept_levels = 64;

  [[nodiscard]] std::size_t greatest(std::size_t level) const {
    return level < greatest_.size() ? greatest_[level] : unbounded;
  }

  bool mode(std::size_t weight, std::size_t level, Next next) {
    if (weight == 0) return true;
    if (Interruption::is_due()) return false;
    if ((!flat_ || level > 0) && length_ > 0) {
      word_ += '*';
      --length_;
      const bool go_on = leaves_(weight, next);
      ++length_;
      word_.pop_back();
      if (!go_on) return false;
    }
    if (level < depth_) {
      word_ += '(';
      const bool go_on = sequence(weight - 1, level + 1, rank_, next);
      word_.pop_back();
      return go_on;
    }
    return true;
  }

  /// The modes that are left in a tuple, at most `rank` of them, and its closing bracket.
  bool sequence(std::size_t weight, std::size_t level, std::size_t rank, Next next) {
    if (weight == 0) {
      word_ += ')';
      const bool go_on = next();
      word_.pop_back();
      return go_on;
    }
    if (rank == 0) return true;
    const std::size_t most = greatest(level);
    for (std::size_t first = 1; first <= std::min(weight, most); ++first) {
      const std::size_t left = weight - first;
      if (most != unbounded && rank - 1 < (left + most - 1) / most) continue;
      const auto rest = [&] { return sequence(left, level, rank - 1, next); };
      if (!mode(first, level, rest)) return false;
    }
    return true;
  }

  Leaves leaves_;
  bool flat_;
  std::size_t rank_;
  std::size_t length_;
  std::size_t depth_;
  std::vector<std::size_t> greatest_;
  std::string word_;
};

/// The product, if it is within the bound on sizes.
std::optional<std::size_t> multiplied(std::size_t size, std::size_t extent, const Bounds& bounds) {
  const std::size_t product = saturating_multiply(size, extent);
  if (product > bounds.size) return std::nullopt;
  return product;
}

/// The profile with this word; the last one is kept, as it mostly is the same.
const Profile& profile_of(const std::string& word, Profile& last) {
  if (last.word() != word) last = Profile::from_word(word);
  return last;
}

bool tuples(std::size_t weight, bool flat, std::size_t least, const Bounds& bounds,
            NestedTuple& tuple, Next next) {
  Tuple entries;
  Profile profile = tuple.profile();
  std::size_t size = 1;
  const auto leaf = [&](std::size_t entry, Next rest) {
    const std::size_t before = size;
    if (entry > 0 && bounds.size != unbounded) {
      const auto product = multiplied(size, entry, bounds);
      if (!product) return true;
      size = *product;
    }
    entries.push_back(static_cast<Int>(entry));
    const bool go_on = rest();
    entries.pop_back();
    size = before;
    return go_on;
  };
  const auto leaves = [&](std::size_t w, Next rest) {
    return (w > bounds.extent || leaf(w, rest)) && (w != 1 || least > 0 || leaf(0, rest));
  };
  Words words(leaves, flat, std::max<std::size_t>(bounds.extent, 1), bounds);
  return words.visit(weight, [&] {
    tuple.assign(entries, profile_of(words.word(), profile));
    return next();
  });
}

bool profiles(std::size_t weight, const Bounds& bounds, Profile& profile, Next next) {
  const auto leaves = [](std::size_t w, Next rest) { return w != 1 || rest(); };
  Words words(leaves, false, 1, bounds);
  return words.visit(weight, [&] {
    profile = Profile::from_word(words.word());
    return next();
  });
}

bool layouts(std::size_t weight, bool flat, const Bounds& bounds, Layout& layout, Next next) {
  Tuple shape;
  Tuple stride;
  Profile profile = layout.profile();
  std::size_t size = 1;
  const auto leaves = [&](std::size_t w, Next rest) {
    const std::size_t least = bounds.stride < w ? w - bounds.stride : 1;
    for (std::size_t s = least; s <= std::min(w, bounds.extent); ++s) {
      const std::size_t before = size;
      if (bounds.size != unbounded) {
        const auto product = multiplied(size, s, bounds);
        if (!product) break;
        size = *product;
      }
      shape.push_back(static_cast<Int>(s));
      stride.push_back(static_cast<Int>(w - s));
      const bool go_on = rest();
      shape.pop_back();
      stride.pop_back();
      size = before;
      if (!go_on) return false;
    }
    return true;
  };
  Words words(leaves, flat, saturating_add(bounds.extent, bounds.stride), bounds);
  return words.visit(weight, [&] {
    layout.assign(profile_of(words.word(), profile), shape, stride);
    return next();
  });
}

/// The stride number n of the module; 0 is the first.
Element module_stride(Module module, Int n) {
  const Int half = (n + 1) / 2;
  switch (module) {
    case Module::integers:
      return Element::integer(n % 2 == 1 ? half : -half);
    case Module::coordinates:
      return n == 0 ? Element() : Element::coordinate({{{n % 2 == 1 ? 0 : 1}, half}});
    case Module::bits:
      break;
  }
  return Element::bits(n);
}

/// Layouts over XOR, then over coordinates, then over the integers; what reads as a layout over the
/// integers is left to the sort of those.
bool module_layouts(std::size_t weight, const Bounds& bounds, ModuleLayout& layout, Next next) {
  Layout numbered;
  std::vector<Element> strides;
  for (const Module module : {Module::bits, Module::coordinates, Module::integers}) {
    const bool go_on = layouts(weight, false, bounds, numbered, [&] {
      strides.clear();
      bool is_new = false;
      for (const Int n : numbered.strides()) {
        strides.push_back(module_stride(module, n));
        is_new = is_new || (module == Module::integers ? n > 0 && n % 2 == 0 : n > 0);
      }
      if (!is_new) return true;
      layout.assign(numbered.profile(), numbered.extents(), strides);
      return next();
    });
    if (!go_on) return false;
  }
  return true;
}

/// Small swizzles after small offsets.
bool swizzled_layouts(std::size_t weight, const Bounds& bounds,
                      const std::function<bool(const SwizzledLayout&)>& visit) {
  Layout layout;
  const auto most = static_cast<Int>(std::min<std::size_t>(weight, 40));
  for (Int bits = 0; bits <= most; ++bits) {
    for (Int base = 0; bits + base <= most; ++base) {
      for (Int shift = -most; shift <= most; ++shift) {
        if (std::abs(shift) < bits || bits + base + std::abs(shift) > most) continue;
        const std::size_t swizzle = swizzled_weight({{bits, base, shift}, 0, Layout()}) - 1;
        for (std::size_t offset = 0; swizzle + offset < weight; ++offset) {
          if (offset > bounds.number) break;
          const bool go_on = layouts(weight - swizzle - offset, false, bounds, layout, [&] {
            return visit(SwizzledLayout({bits, base, shift}, static_cast<Int>(offset), layout));
          });
          if (!go_on) return false;
        }
      }
    }
  }
  return true;
}

bool elements(std::size_t weight, const std::function<bool(const Element&)>& visit) {
  const auto n = static_cast<Int>(weight);
  if (n == 0) return visit(Element());
  return visit(Element::bits(n)) && visit(module_stride(Module::coordinates, n)) &&
         visit(module_stride(Module::integers, n));
}

bool pointed_maps(std::size_t weight, const Bounds& bounds,
                  const std::function<bool(const PointedMap&)>& visit) {
  for (std::size_t m = 0; m <= std::min(weight, bounds.length); ++m) {
    const std::size_t n = weight - m;
    if (n > bounds.length) continue;
    Tuple values(m, 0);
    // Counting in base n + 1 visits every map.
    for (bool more = true; more;) {
      if (!visit(PointedMap(values, static_cast<Int>(n)))) return false;
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

/// Tilers, or coordinates, which have no layouts, and may hold 0.
bool tilers(std::size_t weight, Sort sort, bool inside, const Bounds& bounds,
            const std::function<bool(const Tiler&)>& visit) {
  const bool is_tiler = sort == Sort::tiler;
  if (inside && weight == 1 && !visit(Tiler())) return false;
  Layout layout;
  NestedTuple shape;
  if ((is_tiler && !layouts(weight, false, bounds, layout, [&] { return visit(Tiler(layout)); })) ||
      !tuples(weight, false, is_tiler ? 1 : 0, bounds, shape,
              [&] { return visit(Tiler(shape)); })) {
    return false;
  }
  if (weight == 0 || bounds.depth == 0) return true;
  Bounds inner = bounds;
  inner.depth -= bounds.depth == unbounded ? 0 : 1;
  Tiler::Tuple modes;
  const std::function<bool(std::size_t)> sequence = [&](std::size_t left) {
    if (left == 0) return visit(Tiler(modes));
    for (std::size_t first = 1; first <= left && modes.size() < bounds.rank; ++first) {
      const bool go_on = tilers(first, sort, true, inner, [&](const Tiler& mode) {
        modes.push_back(mode);
        const bool rest = sequence(left - first);
        modes.pop_back();
        return rest;
      });
      if (!go_on) return false;
    }
    return true;
  };
  return sequence(weight - 1);
}

bool extend_map(const NestedTuple& domain, const NestedTuple& codomain, Tuple& map,
                std::vector<bool>& taken, const std::function<bool(const Morphism&)>& visit) {
  const std::size_t i = map.size();
  work(codomain.length() + 1);
  if (i == domain.length()) return visit(Morphism(domain, map, codomain));
  for (std::size_t j = 0; j <= codomain.length(); ++j) {
    if (j > 0 && (taken[j] || codomain.entries()[j - 1] != domain.entries()[i])) continue;
    taken[j] = j > 0;
    map.push_back(static_cast<Int>(j));
    const bool go_on = extend_map(domain, codomain, map, taken, visit);
    map.pop_back();
    taken[j] = false;
    if (!go_on) return false;
  }
  return true;
}

}  // namespace

bool enumerate_shapes(std::size_t weight, bool flat, const Bounds& bounds,
                      const std::function<bool(const NestedTuple&)>& visit) {
  NestedTuple shape;
  return tuples(weight, flat, 1, bounds, shape, [&] { return visit(shape); });
}

bool enumerate_maps(const NestedTuple& domain, const NestedTuple& codomain,
                    const std::function<bool(const Morphism&)>& visit) {
  Tuple map;
  std::vector<bool> taken(codomain.length() + 1, false);
  return extend_map(domain, codomain, map, taken, visit);
}

bool enumerate_morphisms(std::size_t weight, bool flat, const Bounds& bounds,
                         const std::function<bool(const Morphism&)>& visit) {
  for (std::size_t w = 1; w < weight; ++w) {
    const bool go_on = enumerate_shapes(w, flat, bounds, [&](const NestedTuple& domain) {
      return enumerate_shapes(weight - w, flat, bounds, [&](const NestedTuple& codomain) {
        return enumerate_maps(domain, codomain, visit);
      });
    });
    if (!go_on) return false;
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
      return saturating_add(tuple_weight(f.domain()), tuple_weight(f.codomain()));
    }
    std::size_t operator()(const Tiler& tiler) const { return tiler_weight(tiler); }
    std::size_t operator()(const ModuleLayout& layout) const { return layout_weight(layout); }
    std::size_t operator()(const Element& element) const { return stride_weight(element); }
    std::size_t operator()(const SwizzledLayout& layout) const { return swizzled_weight(layout); }
    std::size_t operator()(const OffsetModuleLayout& layout) const {
      return saturating_add(layout_weight(layout.layout()), stride_weight(layout.offset()));
    }
  };
  return std::visit(Weigh{}, value);
}

std::size_t weight(const Operands& operands) {
  std::size_t sum = 0;
  for (const Value& operand : operands)
    sum = saturating_add(sum, weight(operand));
  return sum;
}

namespace {

/// The value in the slot, which becomes one of this type if it is none.
template <class T>
T& as(Value& slot) {
  auto* value = std::get_if<T>(&slot);
  return value == nullptr ? slot.emplace<T>() : *value;
}

/// Puts every value of the sort with this weight into the slot, one after the other, in place where
/// that saves an allocation.
bool fill(Value& slot, Sort sort, std::size_t weight, const Bounds& bounds, Next next) {
  const auto put = [&](const auto& value) {
    slot = value;
    return next();
  };
  const auto within = [&](std::size_t least) { return weight >= least && weight <= bounds.number; };
  switch (sort) {
    case Sort::truth:
      return weight != 0 || (put(false) && put(true));
    case Sort::integer:
      return !within(0) || put(static_cast<Int>(weight));
    case Sort::positive:
      return !within(1) || put(static_cast<Int>(weight));
    case Sort::shape:
      return tuples(weight, false, 1, bounds, as<NestedTuple>(slot), next);
    case Sort::flat_shape:
      return tuples(weight, true, 1, bounds, as<NestedTuple>(slot), next);
    case Sort::tuple:
      return tuples(weight, false, 0, bounds, as<NestedTuple>(slot), next);
    case Sort::flat_tuple:
      return tuples(weight, true, 0, bounds, as<NestedTuple>(slot), next);
    case Sort::profile:
      return profiles(weight, bounds, as<Profile>(slot), next);
    case Sort::layout:
      return layouts(weight, false, bounds, as<Layout>(slot), next);
    case Sort::flat_layout:
      return layouts(weight, true, bounds, as<Layout>(slot), next);
    case Sort::map:
      return pointed_maps(weight, bounds, put);
    case Sort::morphism:
      return enumerate_morphisms(weight, false, bounds, put);
    case Sort::flat_morphism:
      return enumerate_morphisms(weight, true, bounds, put);
    case Sort::tiler:
    case Sort::coordinate:
      return tilers(weight, sort, sort == Sort::coordinate, bounds, put);
    case Sort::offset_layout:
    case Sort::offset_module_layout:
      return true;
    case Sort::module_layout:
      return module_layouts(weight, bounds, as<ModuleLayout>(slot), next);
    case Sort::element:
      return elements(weight, put);
    case Sort::swizzled_layout:
      return swizzled_layouts(weight, bounds, put);
  }
  return true;
}

/// Fills the operands from number `first` on, of this weight in all.
class Filler {
 public:
  Filler(std::span<const Sort> sorts, const Range& range, const Visitor& visit)
      : sorts_(sorts), range_(range), visit_(visit), operands_(sorts.size()) {
    greatest_.assign(sorts.size() + 1, 0);
    for (std::size_t i = sorts.size(); i-- > 0;)
      greatest_[i] = greatest_weight(sorts.subspan(i), range.bounds);
  }

  bool visit(std::size_t weight) { return weight > greatest_[0] || from(0, weight); }

 private:
  bool from(std::size_t i, std::size_t left) {
    if (i == sorts_.size()) return left != 0 || visit_(operands_);
    const bool last = i + 1 == sorts_.size();
    const std::size_t least = last ? left : left > greatest_[i + 1] ? left - greatest_[i + 1] : 0;
    for (std::size_t w = least; w <= left; ++w) {
      const auto rest = [&] {
        if (range_.bounds.nontrivial && has_trivial({&operands_[i], 1}))
          return !Interruption::is_due();
        // The first operand decides to which shard a choice belongs, so that the others are not
        // even enumerated elsewhere.
        if (i == 0 && firsts_++ % range_.shard.count != range_.shard.index) return true;
        return from(i + 1, left - w);
      };
      if (!fill(operands_[i], sorts_[i], w, range_.bounds, rest)) return false;
    }
    return true;
  }

  std::span<const Sort> sorts_;
  const Range& range_;
  const Visitor& visit_;
  Operands operands_;
  std::vector<std::size_t> greatest_;
  std::size_t firsts_ = 0;
};

}  // namespace

bool enumerate(Sort sort, std::size_t weight, const Bounds& bounds,
               const std::function<bool(const Value&)>& visit) {
  Value slot;
  return fill(slot, sort, weight, bounds, [&] { return visit(slot); });
}

bool enumerate(std::span<const Sort> sorts, std::size_t weight, const Range& range,
               const Visitor& visit) {
  if (sorts.empty()) return weight != 0 || range.shard.index != 0 || visit({});
  return Filler(sorts, range, visit).visit(weight);
}

namespace {

thread_local const Interruption* innermost = nullptr;

}  // namespace

Interruption::Interruption(const std::atomic<bool>* stop,
                           std::optional<std::chrono::steady_clock::time_point> deadline)
    : Interruption(stop, std::function<bool()>()) {
  if (deadline) is_late_ = [end = *deadline] { return std::chrono::steady_clock::now() >= end; };
}

Interruption::Interruption(const std::atomic<bool>* stop, std::function<bool()> is_late)
    : outer_(innermost), stop_(stop), is_late_(std::move(is_late)) {
  innermost = this;
}

Interruption::~Interruption() {
  innermost = outer_;
}

bool Interruption::is_due() {
  // Looking at the clock costs as much as some hundred steps of an enumeration.
  constexpr unsigned looks_at_flag_a_look_at_clock = 4096;
  for (const Interruption* i = innermost; i != nullptr; i = i->outer_) {
    if (i->stop_ != nullptr && i->stop_->load(std::memory_order_relaxed)) return true;
    if (i->is_late_ && ++i->looks_ % looks_at_flag_a_look_at_clock == 0 && i->is_late_())
      return true;
  }
  return false;
}

Enumerator::Within Enumerator::filtered(Whole whole) {
  return [whole = std::move(whole)](std::size_t weight, const Range& range, const Visitor& visit) {
    const Visitor in_part = in_shard(range, visit);
    return whole(weight, [&](const Operands& operands) {
      return !std::all_of(operands.begin(), operands.end(), [&](const Value& value) {
        return is_within(value, range.bounds);
      }) || in_part(operands);
    });
  };
}

bool Enumerator::visit_nontrivial(std::size_t weight, const Range& range,
                                  const Visitor& visit) const {
  return within_(weight, range, [&](const Operands& operands) {
    return has_trivial(operands) ? !Interruption::is_due() : visit(operands);
  });
}

Visitor in_shard(const Range& range, const Visitor& visit) {
  if (range.shard.count == 1) return visit;
  return [&visit, shard = range.shard, place = std::size_t{0}](const Operands& operands) mutable {
    return place++ % shard.count != shard.index || visit(operands);
  };
}

Domain::Domain() = default;
Domain::Domain(const Domain&) = default;
Domain::Domain(Domain&&) noexcept = default;
Domain& Domain::operator=(const Domain&) = default;
Domain& Domain::operator=(Domain&&) noexcept = default;
Domain::~Domain() = default;

Enumerator::Enumerator(std::vector<Sort> sorts)
    : within_([sorts](std::size_t weight, const Range& range, const Visitor& visit) {
        return enumerate(sorts, weight, range, visit);
      }),
      all_of_(std::move(sorts)) {}

std::vector<double> Enumerator::counts(const Range& range, std::size_t weight) const {
  const Bounds& bounds = range.bounds;
  // What these exclude is counted, too.
  const bool is_exact =
      bounds.size == unbounded && bounds.length == unbounded && !bounds.nontrivial;
  if (!all_of_ || !is_exact || range.shard.count > 1) return {};
  return count_by_weight(*all_of_, bounds, weight);
}

Domain make_domain(std::string name, std::vector<Sort> sorts,
                   std::function<Operands(Entropy&, int)> draw) {
  Domain domain;
  domain.name = std::move(name);
  domain.sorts = sorts;
  domain.draw = std::move(draw);
  domain.enumerate = Enumerator(sorts);
  domain.count = [sorts = std::move(sorts)](const Bounds& bounds, std::size_t weight) {
    return count_by_weight(sorts, bounds, weight);
  };
  return domain;
}

Domain make_domain(std::string name, std::vector<Sort> sorts,
                   std::function<Operands(Entropy&, int)> draw, Enumerator enumerate) {
  Domain domain;
  domain.name = std::move(name);
  domain.sorts = std::move(sorts);
  domain.draw = std::move(draw);
  domain.enumerate = std::move(enumerate);
  return domain;
}

Domain enumerated_where(Domain domain, std::function<bool(const Operands&)> test) {
  domain.enumerate = [all = std::move(domain.enumerate), test = std::move(test)](
                         std::size_t weight, const Range& range, const Visitor& visit) {
    return all(weight, range,
               [&](const Operands& operands) { return !test(operands) || visit(operands); });
  };
  return domain;
}

Domain up_to_order(Domain domain) {
  return enumerated_where(std::move(domain), [](const Operands& operands) {
    return !(operands.at(1) < operands.at(0));
  });
}

Domain make_instances(std::string name, std::vector<Sort> sorts, std::vector<Operands> instances) {
  Domain domain;
  domain.name = std::move(name);
  domain.sorts = std::move(sorts);
  domain.heaviest = 0;
  for (const Operands& operands : instances)
    domain.heaviest = std::max(domain.heaviest, weight(operands));
  domain.instances = instances;
  domain.draw = [instances](Entropy& entropy, int) { return entropy.pick(instances); };
  domain.enumerate = [instances](std::size_t w, const Visitor& visit) {
    return std::all_of(instances.begin(), instances.end(), [&](const Operands& operands) {
      return weight(operands) != w || visit(operands);
    });
  };
  return domain;
}

}  // namespace layoutcheck::engine
