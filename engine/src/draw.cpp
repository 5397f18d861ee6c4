// Drawing values at random, built so that what a hypothesis asks for holds.
#include <layoutcheck/algebra/making.hpp>
#include <layoutcheck/algebra/modules.hpp>
#include <layoutcheck/engine/draw.hpp>

#include <algorithm>
#include <numeric>
#include <utility>

namespace layoutcheck::engine {

namespace {

/// Most tables are to be compared in full, so most sizes stay below this.
constexpr Int usual_size = 2048;

/// Appends a factor if the product stays small enough to be tabulated.
bool append_within(Tuple& entries, Int factor, Int bound) {
  const Int p = saturating_product(entries);
  if (p > bound / factor) return false;
  entries.push_back(factor);
  return true;
}

bool is_substantial(Entropy& entropy) {
  return entropy.wishes(DrawWish::Kind::substance);
}

std::size_t draw_length(Entropy& entropy, int size) {
  if (is_substantial(entropy))
    return entropy.between(entropy.chance(80) ? 2 : 1, 2 + static_cast<std::size_t>(size) / 20);
  const auto most = static_cast<std::size_t>(1 + size / 17);
  return entropy.chance(25) ? entropy.below(2) : entropy.below(most + 1);
}

NestedTuple nest(Entropy& entropy, Tuple entries, bool flat) {
  return flat ? NestedTuple::flat(std::move(entries)) : [&] {
    Profile profile = draw_profile(entropy, entries.size());
    return NestedTuple(std::move(entries), std::move(profile));
  }();
}

/// The positions of a chain t_1 … t_n, in it each entry starts at the product of those before it.
Tuple prefix_products(const Tuple& entries) {
  Tuple products;
  Int p = 1;
  for (Int t : entries) {
    products.push_back(p);
    if (__builtin_mul_overflow(p, t, &p)) p = std::numeric_limits<Int>::max() / 2;
  }
  return products;
}

/// Inserts a mode 1:d.
void insert_one(Entropy& entropy, Tuple& shape, Tuple& stride, Int d) {
  const auto at = static_cast<std::ptrdiff_t>(entropy.below(shape.size() + 1));
  shape.insert(shape.begin() + at, 1);
  stride.insert(stride.begin() + at, d);
}

Layout nest_layout(Entropy& entropy, Tuple shape, Tuple stride, bool flat) {
  if (flat) return Layout::flat(std::move(shape), std::move(stride));
  Profile profile = draw_profile(entropy, shape.size());
  return {std::move(profile), std::move(shape), std::move(stride)};
}

}  // namespace

Int saturating_product(const Tuple& entries) {
  Int p = 1;
  for (Int x : entries)
    if (__builtin_mul_overflow(p, x, &p)) return std::numeric_limits<Int>::max();
  return p;
}

bool wants_large(Entropy& entropy) {
  return entropy.one_in(150);
}

Int draw_extent(Entropy& entropy, int size) {
  if (wants_large(entropy)) {
    return entropy.pick({Int{1000}, Int{4096}, Int{65537}, Int{1} << 20, Int{1} << 31,
                         (Int{1} << 32) - 1, Int{1} << 40, std::numeric_limits<Int>::max()});
  }
  if (entropy.wishes(DrawWish::Kind::trivial) && entropy.chance(95)) return 1;
  const std::size_t kind = entropy.below(10);
  if (kind < 1 && !(is_substantial(entropy) && entropy.chance(60))) return 1;
  if (kind < 5) return 2;
  if (kind < 7) return 3;
  return static_cast<Int>(entropy.between(2, static_cast<std::size_t>(4 + size / 8)));
}

namespace {

/// The extents with one more, which is as wished or makes their product so.
void take_large_extent(Entropy& entropy, Tuple& extents) {
  DrawWish* wish = entropy.wish();
  if (wish == nullptr || !wish->edge || entropy.chance(15)) return;
  const Edge edge = *std::exchange(wish->edge, std::nullopt);
  if (!edge.is_written() && saturating_product(extents) == 1) extents.push_back(2);
  const Int others = entropy.chance(50) || !edge.is_written() ? saturating_product(extents) : 1;
  extents.insert(extents.begin() + static_cast<std::ptrdiff_t>(entropy.below(extents.size() + 1)),
                 std::max(edge.factor(others), Int{2}));
}

}  // namespace

Tuple draw_extents(Entropy& entropy, int size) {
  const Int bound = wants_large(entropy) ? std::numeric_limits<Int>::max()
                    : is_substantial(entropy)
                        ? entropy.pick({Int{16}, Int{32}, Int{64}, Int{128}})
                        : entropy.pick({Int{16}, Int{64}, Int{256}, usual_size});
  Tuple extents;
  for (std::size_t i = draw_length(entropy, size); i > 0; --i)
    append_within(extents, draw_extent(entropy, size), bound);
  take_large_extent(entropy, extents);
  return extents;
}

Profile draw_profile(Entropy& entropy, std::size_t length) {
  const bool plain = is_substantial(entropy);
  if (length == 1 && entropy.chance(50)) return {};
  if (entropy.chance(plain ? 65 : 40)) return Profile::flat(length);
  std::vector<Profile> modes;
  std::size_t left = length;
  while (left > 0) {
    const std::size_t part = entropy.between(1, left);
    if (part == length && modes.empty() && !entropy.chance(15)) {
      // One mode that holds everything only adds a bracket; that is wanted, but not often.
      modes.emplace_back();
      --left;
      continue;
    }
    modes.push_back(part == 1 && entropy.chance(80) ? Profile() : draw_profile(entropy, part));
    left -= part;
  }
  if (entropy.chance(plain ? 2 : 8)) {
    const auto at = static_cast<std::ptrdiff_t>(entropy.below(modes.size() + 1));
    modes.insert(modes.begin() + at, Profile::flat(0));
  }
  return Profile::tuple_of(modes);
}

NestedTuple draw_shape(Entropy& entropy, int size, bool flat) {
  return nest(entropy, draw_extents(entropy, size), flat);
}

namespace {

/// A stride behind a mode s:d: what continues it, with a gap or an overlap, of one or more, or what
/// has nothing to do with it.
Int draw_next_stride(Entropy& entropy, Int s, Int d) {
  Int end = 0;
  if (__builtin_mul_overflow(s, d, &end) || end > std::numeric_limits<Int>::max() / 4 || d == 0)
    return entropy.chance(20) ? 0 : static_cast<Int>(entropy.between(1, 24));
  switch (entropy.below(16)) {
    case 0:
      return 0;
    case 1:
      return d;
    case 2:
      return static_cast<Int>(entropy.between(1, 24));
    case 3:
      return entropy.chance(50) ? end + 1 : end + d;
    case 4:
      return entropy.chance(50) ? end - 1 : end - d;
    case 5:
    case 6:
    case 7:
      return end * static_cast<Int>(entropy.between(2, 4));
    case 8:
      return end + static_cast<Int>(entropy.between(1, 8));
    default:
      return end;
  }
}

/// Strides of modes one behind another, in some order.
Tuple draw_related_strides(Entropy& entropy, const Tuple& extents) {
  Tuple strides(extents.size());
  std::vector<std::size_t> order = entropy.permutation(extents.size());
  if (entropy.chance(50)) std::sort(order.begin(), order.end());
  Int s = 1;
  Int d = entropy.chance(65) ? 1 : static_cast<Int>(entropy.below(9));
  bool is_first = true;
  for (const std::size_t i : order) {
    strides[i] = std::exchange(is_first, false) ? d : draw_next_stride(entropy, s, d);
    if (strides[i] == 0 || extents[i] == 1) continue;
    s = extents[i];
    d = strides[i];
  }
  return strides;
}

}  // namespace

Layout draw_strides(Entropy& entropy, const NestedTuple& shape) {
  const Tuple& extents = shape.entries();
  if (is_substantial(entropy) && entropy.chance(75))
    return {shape.profile(), extents, draw_related_strides(entropy, extents)};
  Tuple strides(extents.size());
  switch (entropy.below(4)) {
    case 0: {  // a chain in some order, perhaps with gaps
      Int next = entropy.chance(70) ? 1 : static_cast<Int>(entropy.between(2, 5));
      for (std::size_t i : entropy.permutation(extents.size())) {
        strides[i] = entropy.chance(12) ? 0 : next;
        const Int gap = entropy.chance(25) ? static_cast<Int>(entropy.between(2, 4)) : 1;
        if (__builtin_mul_overflow(next, gap, &next) ||
            __builtin_mul_overflow(next, extents[i], &next))
          next = 1;
      }
      break;
    }
    case 1: {  // continuing the entry before, now and then
      for (std::size_t i = 0; i < extents.size(); ++i) {
        if (i > 0 && entropy.chance(60) &&
            !__builtin_mul_overflow(extents[i - 1], strides[i - 1], &strides[i]))
          continue;
        strides[i] = static_cast<Int>(entropy.below(8));
      }
      break;
    }
    case 2: {  // few distinct strides
      const Int a = static_cast<Int>(entropy.below(4));
      const Int b = static_cast<Int>(entropy.below(13));
      for (Int& stride : strides)
        stride = entropy.chance(50) ? a : b;
      break;
    }
    default: {
      // Strides next to the greatest Int give offsets that do not fit.
      const std::size_t bound =
          wants_large(entropy)
              ? entropy.pick({std::size_t{1} << 40U, std::size_t{1} << 62U, std::size_t{1} << 63U})
              : 32;
      for (Int& stride : strides)
        stride = entropy.chance(15) ? 0 : static_cast<Int>(entropy.below(bound));
    }
  }
  return {shape.profile(), extents, std::move(strides)};
}

Tiler draw_kept_coordinate(Entropy& entropy, const NestedTuple& shape) {
  if (entropy.chance(30)) return {};
  if (shape.is_entry() || entropy.chance(15)) {
    const Int size = saturating_product(shape.entries());
    return Tiler(NestedTuple(
        entropy.chance(4) ? size
                          : static_cast<Int>(entropy.below(static_cast<std::size_t>(size)))));
  }
  Tiler::Tuple modes;
  for (const NestedTuple& mode : shape.modes())
    modes.push_back(draw_kept_coordinate(entropy, mode));
  return Tiler(std::move(modes));
}

Layout draw_layout(Entropy& entropy, int size, bool flat) {
  if (entropy.chance(25)) return draw_tractable(entropy, size, flat);
  return draw_strides(entropy, draw_shape(entropy, size, flat));
}

Layout draw_compact(Entropy& entropy, const NestedTuple& shape) {
  Tuple order;
  for (const std::size_t i : entropy.permutation(shape.length()))
    order.push_back(static_cast<Int>(i));
  return algebra::make_ordered_layout(shape, NestedTuple(std::move(order), shape.profile()))
      .value();
}

Layout draw_nearly_compact(Entropy& entropy, std::size_t rank) {
  Tuple extents;
  for (std::size_t i = 0; i < rank; ++i)
    extents.push_back(entropy.wishes(DrawWish::Kind::trivial)
                          ? draw_extent(entropy, 0)
                          : entropy.pick({Int{1}, Int{2}, Int{2}, Int{3}, Int{4}, Int{8}}));
  const NestedTuple shape = entropy.chance(25)
                                ? draw_refinement(entropy, NestedTuple::flat(extents))
                                : NestedTuple::flat(std::move(extents));
  return entropy.chance(6) ? draw_strides(entropy, shape) : draw_compact(entropy, shape);
}

Layout draw_tractable(Entropy& entropy, int size, bool flat) {
  Tuple chain = draw_extents(entropy, size);
  const Tuple starts = prefix_products(chain);
  Tuple shape;
  Tuple stride;
  for (std::size_t i : entropy.permutation(chain.size())) {
    if (entropy.chance(70)) {
      shape.push_back(chain[i]);
      stride.push_back(chain[i] == 1 && entropy.chance(70) ? 0 : starts[i]);
    }
  }
  for (std::size_t zeros = entropy.chance(25) ? entropy.between(1, 2) : 0; zeros > 0; --zeros) {
    const auto at = static_cast<std::ptrdiff_t>(entropy.below(shape.size() + 1));
    if (saturating_product(shape) <= usual_size) {
      shape.insert(shape.begin() + at, draw_extent(entropy, size));
      stride.insert(stride.begin() + at, 0);
    }
  }
  return nest_layout(entropy, std::move(shape), std::move(stride), flat);
}

namespace {

/// Modes with a gap before each, or nearly.
Layout draw_gaps(Entropy& entropy, Int& number, bool flat) {
  Tuple shape;
  Tuple stride;
  number = 1;
  for (std::size_t gaps = entropy.between(2, 4); gaps > 0; --gaps) {
    number *= static_cast<Int>(entropy.chance(85) ? entropy.between(2, 3) : 1);
    shape.push_back(static_cast<Int>(entropy.between(2, gaps > 2 ? 2 : 3)));
    stride.push_back(number);
    number *= shape.back();
  }
  if (entropy.chance(50)) {
    std::ranges::reverse(shape);
    std::ranges::reverse(stride);
  }
  number *= static_cast<Int>(entropy.between(1, 2));
  return nest_layout(entropy, std::move(shape), std::move(stride), flat);
}

}  // namespace

Layout draw_complementable(Entropy& entropy, int size, Int& number, bool flat) {
  if (is_substantial(entropy) && size >= 20 && entropy.chance(20))
    return draw_gaps(entropy, number, flat);
  const Tuple chain = draw_extents(entropy, size);
  const Tuple starts = prefix_products(chain);
  number = saturating_product(chain);
  Tuple shape;
  Tuple stride;
  for (std::size_t i : entropy.permutation(chain.size())) {
    if (chain[i] > 1 && entropy.chance(is_substantial(entropy) ? 75 : 55)) {
      shape.push_back(chain[i]);
      stride.push_back(starts[i]);
    }
  }
  if (entropy.chance(20)) insert_one(entropy, shape, stride, static_cast<Int>(entropy.below(6)));
  return nest_layout(entropy, std::move(shape), std::move(stride), flat);
}

Layout perturb(Entropy& entropy, const Layout& layout) {
  if (layout.length() == 0) return layout;
  Tuple shape = layout.extents();
  Tuple stride = layout.strides();
  const std::size_t i = entropy.below(shape.size());
  switch (entropy.below(6)) {
    case 0:
      stride[i] = stride[i] > 0 ? stride[i] - 1 : 1;
      break;
    case 1:
      stride[i] = stride[i] < (Int{1} << 40) ? stride[i] + 1 : 1;
      break;
    case 2:
      stride[i] = stride[i] < (Int{1} << 40) ? stride[i] * 2 : 1;
      break;
    case 3:
      stride[i] = stride[entropy.below(stride.size())];
      break;
    case 4:
      shape[i] = shape[i] < (Int{1} << 40) ? shape[i] + 1 : 1;
      break;
    default:
      stride[i] = 0;
  }
  return {layout.profile(), std::move(shape), std::move(stride)};
}

Blocks draw_blocks(Entropy& entropy, bool may_fail) {
  // A block is (2,2,r):(s,t,u), and B has (2,2):(3,3) there: A(3) = s + t and A(6) = t + u, which
  // is twice that exactly if u = 2 s + t.
  Tuple extents;
  Tuple strides;
  std::vector<Int> of_b;
  Int size = 1;
  Int scale = 1;
  for (std::size_t left = entropy.between(2, 4); left > 0; --left) {
    const Int s = scale * static_cast<Int>(entropy.between(1, 9));
    const Int t = scale * static_cast<Int>(entropy.between(0, 20));
    const bool cancels = !may_fail || !entropy.chance(20);
    const Int r = entropy.chance(70) ? 2 : static_cast<Int>(entropy.between(2, 8));
    extents.insert(extents.end(), {2, 2, r});
    strides.insert(strides.end(), {s, t, 2 * s + t + (cancels ? 0 : scale)});
    of_b.insert(of_b.end(), {3 * size, 3 * size});
    size *= 4 * r;
    scale *= 7;
  }
  Tuple steps;
  for (const std::size_t i : entropy.permutation(of_b.size()))
    steps.push_back(of_b[i]);
  Tuple halves(steps.size(), 2);
  return {Layout::flat(std::move(extents), std::move(strides)),
          Layout::flat(std::move(halves), std::move(steps))};
}

namespace {

/// A part of a coordinate with two places, or with three of which the last two are in a tuple.
Element::Part draw_part(Entropy& entropy, bool deep, Int value) {
  const auto place = static_cast<Int>(entropy.below(2));
  if (deep && place == 1) return {{1, static_cast<Int>(entropy.below(2))}, value};
  return {{place}, value};
}

Element draw_coordinate(Entropy& entropy, bool deep) {
  const auto value = static_cast<Int>(entropy.between(1, 6));
  const Element::Part first = draw_part(entropy, deep, value);
  const Element::Part second = draw_part(entropy, deep, static_cast<Int>(entropy.between(1, 6)));
  if (first.path == second.path || !entropy.chance(25)) return Element::coordinate({first});
  return Element::coordinate({first, second});
}

/// s·d in the module, if it fits.
Element continued(Int s, const Element& d) {
  std::vector<Element::Part> parts = d.parts();
  for (Element::Part& part : parts)
    if (__builtin_mul_overflow(part.value, s, &part.value)) return d;
  switch (d.module()) {
    case Module::integers:
      return Element::integer(d.is_zero() ? 0 : parts.front().value);
    case Module::bits:
      return Element::bits(parts.front().value);
    case Module::coordinates:
      break;
  }
  return Element::coordinate(std::move(parts));
}

}  // namespace

ModuleLayout draw_module_layout(Entropy& entropy, int size) {
  Tuple extents;
  std::size_t length = entropy.below(4 + static_cast<std::size_t>(size) / 30);
  if (is_substantial(entropy)) length = std::max<std::size_t>(length, 1 + entropy.below(3));
  for (std::size_t i = length; i > 0; --i) {
    append_within(extents,
                  entropy.chance(60) && !entropy.wishes(DrawWish::Kind::trivial)
                      ? entropy.pick({Int{2}, Int{2}, Int{4}, Int{8}})
                      : draw_extent(entropy, 0),
                  96);
  }
  const std::size_t kind = entropy.below(10);
  const bool deep = entropy.chance(30);
  std::vector<Element> strides;
  for (std::size_t i = 0; i < extents.size(); ++i) {
    if (i > 0 && entropy.chance(45)) {
      strides.push_back(continued(extents[i - 1], strides[i - 1]));
    } else if (entropy.chance(8)) {
      strides.emplace_back();
    } else if (kind < 7) {
      const Int bit = Int{1} << entropy.below(6);
      strides.push_back(Element::bits(entropy.chance(40) ? bit
                                      : entropy.chance(50)
                                          ? bit * entropy.pick({Int{3}, Int{5}, Int{9}, Int{17}})
                                          : static_cast<Int>(entropy.below(32))));
    } else if (kind < 9) {
      strides.push_back(draw_coordinate(entropy, deep));
    } else {
      strides.push_back(Element::integer(static_cast<Int>(entropy.below(17)) - 8));
    }
  }
  const auto is_new = [](const Element& d) {
    return d.module() != Module::integers || d.value() < 0;
  };
  if (std::ranges::none_of(strides, is_new)) {
    // Strides that are all 0, or none, or integers that are not negative.
    if (extents.empty()) {
      extents.push_back(2);
      strides.emplace_back();
    }
    for (Element& d : strides)
      d = Element::integer(-d.value());
    Element& last = strides.back();
    if (last.is_zero()) last = kind < 7 ? Element::bits(1) : Element::integer(-1);
    if (kind < 7)
      for (Element& d : strides)
        d = Element::bits(std::abs(d.value()));
  }
  Profile profile = draw_profile(entropy, extents.size());
  return {std::move(profile), std::move(extents), std::move(strides)};
}

ModuleLayout draw_linear_layout(Entropy& entropy) {
  const std::size_t count = entropy.between(1, 5);
  Tuple columns;
  for (const std::size_t bit : entropy.permutation(count + (entropy.chance(40) ? 2 : 0)))
    if (columns.size() < count) columns.push_back(Int{1} << bit);
  if (entropy.chance(40)) std::sort(columns.begin(), columns.end());
  // Every other bit is a gap.
  if (is_substantial(entropy) && entropy.chance(20))
    for (std::size_t i = 0; i < count; ++i)
      columns[i] = Int{2} << (2 * i);
  for (std::size_t changes = count > 1 ? entropy.below(4) : 0; changes > 0; --changes) {
    const std::vector<std::size_t> pair = entropy.permutation(count);
    columns[pair[0]] ^= columns[pair[1]];
  }
  if (entropy.chance(15)) columns[entropy.below(count)] = entropy.chance(50) ? 0 : columns.front();
  if (std::ranges::all_of(columns, [](Int column) { return column == 0; })) columns.back() = 1;
  const ModuleLayout layout = algebra::from_linear(columns);
  return {draw_profile(entropy, layout.length()), layout.extents(), layout.strides()};
}

SwizzledLayout draw_swizzled_layout(Entropy& entropy, int size) {
  const auto bits = static_cast<Int>(
      is_substantial(entropy) && entropy.chance(90) ? entropy.between(1, 3) : entropy.below(4));
  const auto base = static_cast<Int>(entropy.below(4));
  Int shift = bits + static_cast<Int>(entropy.below(3));
  if (entropy.chance(20)) shift = -shift;
  const Int offset = entropy.chance(75) ? 0 : static_cast<Int>(entropy.below(64));
  Layout layout;
  if (entropy.chance(70) && !entropy.wishes(DrawWish::Kind::trivial)) {
    Tuple extents;
    for (std::size_t i = is_substantial(entropy) ? entropy.between(1, 4) : entropy.below(4); i > 0;
         --i)
      append_within(extents, Int{1} << entropy.between(1, 3), is_substantial(entropy) ? 64 : 128);
    const NestedTuple shape = nest(entropy, std::move(extents), false);
    layout = is_substantial(entropy) && entropy.chance(50) ? draw_compact(entropy, shape)
                                                           : draw_strides(entropy, shape);
  } else {
    layout = draw_layout(entropy, size / 2);
  }
  return {{bits, base, shift}, offset, std::move(layout)};
}

Int draw_divisor(Entropy& entropy, Int n) {
  Int divisor = 1;
  for (Int factor : draw_factors(entropy, n))
    if (entropy.chance(50)) divisor *= factor;
  return divisor;
}

Tuple draw_factors(Entropy& entropy, Int n) {
  Tuple factors;
  Int rest = n;
  // Trial division by small primes is enough: what is left over stays one factor.
  for (Int p : {Int{2}, Int{3}, Int{5}, Int{7}, Int{11}, Int{13}}) {
    while (rest % p == 0) {
      factors.push_back(p);
      rest /= p;
    }
  }
  if (rest > 1) factors.push_back(rest);
  Tuple shuffled;
  for (std::size_t i : entropy.permutation(factors.size()))
    if (!shuffled.empty() && entropy.chance(30))
      shuffled.back() *= factors[i];
    else
      shuffled.push_back(factors[i]);
  // A power of 2 has so many that a table of them says nothing.
  while (is_substantial(entropy) && shuffled.size() > 4) {
    const Int factor = shuffled.back();
    shuffled.pop_back();
    shuffled[entropy.below(shuffled.size())] *= factor;
  }
  if (entropy.chance(8)) {
    shuffled.insert(
        shuffled.begin() + static_cast<std::ptrdiff_t>(entropy.below(shuffled.size() + 1)), 1);
  }
  return shuffled;
}

namespace {

/// Rebuilds a nested tuple with each entry replaced by replace(i).
template <class Replace>
NestedTuple replace_entries(const NestedTuple& shape, std::size_t& next, Replace&& replace) {
  if (shape.is_entry()) return replace(next++);
  std::vector<NestedTuple> modes;
  for (const NestedTuple& mode : shape.modes())
    modes.push_back(replace_entries(mode, next, replace));
  return NestedTuple::tuple_of(modes);
}

NestedTuple coarsen(Entropy& entropy, const NestedTuple& shape) {
  const Int size = saturating_product(shape.entries());
  if (entropy.chance(40) && size < std::numeric_limits<Int>::max()) return NestedTuple(size);
  if (shape.is_entry()) return shape;
  std::vector<NestedTuple> modes;
  for (const NestedTuple& mode : shape.modes())
    modes.push_back(coarsen(entropy, mode));
  return NestedTuple::tuple_of(modes);
}

}  // namespace

NestedTuple draw_refinement(Entropy& entropy, const NestedTuple& shape) {
  std::size_t next = 0;
  return replace_entries(shape, next, [&](std::size_t i) {
    const Int entry = shape.entries()[i];
    if (entropy.chance(45)) return NestedTuple(entry);
    return nest(entropy, draw_factors(entropy, entry), false);
  });
}

NestedTuple draw_coarsening(Entropy& entropy, const NestedTuple& shape) {
  if (shape.is_entry() || entropy.chance(10)) return coarsen(entropy, shape);
  std::vector<NestedTuple> modes;
  for (const NestedTuple& mode : shape.modes())
    modes.push_back(coarsen(entropy, mode));
  return NestedTuple::tuple_of(modes);
}

Layout draw_same_function(Entropy& entropy, const Layout& layout, bool flat) {
  Tuple shape;
  Tuple stride;
  for (std::size_t i = 0; i < layout.length(); ++i) {
    const Int s = layout.extents()[i];
    const Int d = layout.strides()[i];
    // Joining what continues the entry before and splitting afterwards reaches every layout with
    // the function.
    Int end = 0;
    if (!shape.empty() && entropy.chance(30) &&
        !__builtin_mul_overflow(shape.back(), stride.back(), &end) && end == d &&
        shape.back() <= std::numeric_limits<Int>::max() / s) {
      shape.back() *= s;
      continue;
    }
    if (s == 1) {
      if (entropy.chance(50)) continue;
      shape.push_back(1);
      stride.push_back(static_cast<Int>(entropy.below(5)));
      continue;
    }
    Int step = d;
    for (Int factor : entropy.chance(40) ? draw_factors(entropy, s) : Tuple{s}) {
      shape.push_back(factor);
      stride.push_back(step);
      if (__builtin_mul_overflow(step, factor, &step)) return layout;
    }
  }
  if (entropy.chance(15)) insert_one(entropy, shape, stride, static_cast<Int>(entropy.below(5)));
  return nest_layout(entropy, std::move(shape), std::move(stride), flat);
}

Layout draw_composable(Entropy& entropy, const Layout& a) {
  // The positions of A's factors, in the order of its domain: an entry of B that runs over adjacent
  // ones composes.
  Tuple factors;
  for (Int s : a.extents()) {
    for (Int f : draw_factors(entropy, s))
      if (f > 1) factors.push_back(f);
  }
  const Tuple starts = prefix_products(factors);
  struct Run {
    Int extent;
    Int stride;
  };
  std::vector<Run> runs;
  for (std::size_t i = 0; i < factors.size();) {
    if (entropy.chance(35)) {
      ++i;
      continue;
    }
    Int extent = factors[i];
    const std::size_t first = i++;
    while (i < factors.size() && entropy.chance(45) &&
           extent <= std::numeric_limits<Int>::max() / factors[i])
      extent *= factors[i++];
    // An initial part of a run composes as well.
    runs.push_back({entropy.chance(15) ? draw_divisor(entropy, extent) : extent, starts[first]});
  }
  Tuple shape;
  Tuple stride;
  for (std::size_t i : entropy.permutation(runs.size())) {
    shape.push_back(runs[i].extent);
    stride.push_back(runs[i].stride);
  }
  if (entropy.chance(15)) {
    shape.push_back(static_cast<Int>(entropy.between(1, 4)));
    stride.push_back(0);
  }
  if (entropy.chance(8)) insert_one(entropy, shape, stride, static_cast<Int>(entropy.below(4)));
  return nest_layout(entropy, std::move(shape), std::move(stride), false);
}

Morphism draw_morphism_into(Entropy& entropy, int size, const NestedTuple& codomain,
                            const MorphismWish& wish) {
  Tuple domain;
  Tuple map;
  for (std::size_t j : entropy.permutation(codomain.length())) {
    const Int entry = codomain.entries()[j];
    if (entropy.chance(60) && !(wish.nondegenerate && entry == 1)) {
      domain.push_back(entry);
      map.push_back(static_cast<Int>(j) + 1);
    }
  }
  // Permutations make most arrows cross; a sorted map is a case of its own.
  if (entropy.chance(35)) {
    std::sort(map.begin(), map.end());
    for (std::size_t i = 0; i < map.size(); ++i)
      domain[i] = codomain.entries()[static_cast<std::size_t>(map[i]) - 1];
  }
  if (!wish.injective) {
    for (std::size_t free = entropy.chance(40) ? entropy.between(1, 2) : 0; free > 0; --free) {
      const auto at = static_cast<std::ptrdiff_t>(entropy.below(domain.size() + 1));
      if (saturating_product(domain) <= usual_size) {
        domain.insert(domain.begin() + at, draw_extent(entropy, size));
        map.insert(map.begin() + at, 0);
      }
    }
  }
  return {nest(entropy, std::move(domain), wish.flat), std::move(map), codomain};
}

Morphism draw_morphism_from(Entropy& entropy, int size, const NestedTuple& domain,
                            const MorphismWish& wish) {
  struct Arrow {
    Int entry;
    std::size_t from;  // 0 for none, else the index in the domain + 1
  };
  std::vector<Arrow> targets;
  for (std::size_t i = 0; i < domain.length(); ++i) {
    const Int entry = domain.entries()[i];
    const bool hits = wish.injective || entropy.chance(75);
    if (hits && !(wish.nondegenerate && entry == 1)) targets.push_back({entry, i + 1});
  }
  const bool crossing = entropy.chance(60);
  if (crossing) {
    std::vector<Arrow> shuffled;
    for (std::size_t i : entropy.permutation(targets.size()))
      shuffled.push_back(targets[i]);
    targets = std::move(shuffled);
  }
  for (std::size_t more = entropy.below(3); more > 0; --more) {
    const auto at = static_cast<std::ptrdiff_t>(entropy.below(targets.size() + 1));
    targets.insert(targets.begin() + at, {draw_extent(entropy, size), 0});
  }
  Tuple codomain;
  Tuple map(domain.length(), 0);
  for (std::size_t j = 0; j < targets.size(); ++j) {
    codomain.push_back(targets[j].entry);
    if (targets[j].from > 0) map[targets[j].from - 1] = static_cast<Int>(j) + 1;
  }
  return {domain, std::move(map), nest(entropy, std::move(codomain), wish.flat)};
}

Morphism draw_morphism(Entropy& entropy, int size, const MorphismWish& wish) {
  return draw_morphism_into(entropy, size, draw_shape(entropy, size, wish.flat), wish);
}

Morphism draw_standard_morphism(Entropy& entropy, int size, bool flat) {
  Tuple codomain;
  Tuple domain;
  Tuple targets;
  const Tuple extents = draw_extents(entropy, size);
  for (Int entry : extents) {
    if (entry == 1) continue;
    // An entry that is not hit must be followed by one that is.
    if (entropy.chance(35)) codomain.push_back(static_cast<Int>(entropy.between(2, 5)));
    codomain.push_back(entry);
    targets.push_back(static_cast<Int>(codomain.size()));
  }
  Tuple map;
  for (std::size_t i : entropy.permutation(targets.size())) {
    map.push_back(targets[i]);
    domain.push_back(codomain[static_cast<std::size_t>(targets[i]) - 1]);
  }
  for (std::size_t free = entropy.chance(40) ? entropy.between(1, 2) : 0; free > 0; --free) {
    const auto at = static_cast<std::ptrdiff_t>(entropy.below(domain.size() + 1));
    domain.insert(domain.begin() + at, draw_extent(entropy, size));
    map.insert(map.begin() + at, 0);
  }
  return {nest(entropy, std::move(domain), flat), std::move(map),
          NestedTuple::flat(std::move(codomain))};
}

}  // namespace layoutcheck::engine
