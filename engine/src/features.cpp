// Features of questions and answers.
#include <layoutcheck/engine/features.hpp>

#include <algorithm>
#include <array>
#include <string_view>
#include <type_traits>
#include <vector>

namespace layoutcheck::engine {

namespace {

constexpr std::array<std::string_view, fact_count> words = {
#define LAYOUTCHECK_FACT(name, words) words,
#include <layoutcheck/engine/facts.inc>
};

/// Sizes and steps, of which none is beyond 2^100.
__extension__ using Wide = unsigned __int128;
constexpr Wide most = Wide{1} << 100U;

Wide wide(Int number) {
  return number < 0 ? Wide{0} - static_cast<Wide>(number) : static_cast<Wide>(number);
}
Wide times(Wide a, Wide b) {
  return b != 0 && a > most / b ? most : a * b;
}
Wide plus(Wide a, Wide b) {
  return std::min(most, a + b);
}

/// What is said of one value, or of the question.
class Facts {
 public:
  Facts(Features& features, Of of) : features_(features), of_(of) {}

  void say(Fact fact, bool is_so = true) {
    if (is_so) features_.set(feature(of_, fact));
  }

  /// That of several which stands so many places behind the first; the last one stands for more.
  void say_count(Fact zero, std::size_t count, std::size_t last) {
    say(static_cast<Fact>(static_cast<std::size_t>(zero) + std::min(count, last)));
  }

  /// The edges that a number is at.
  void say_edges(Wide number, bool is_written) {
    const Fact first = is_written ? Fact::below_31 : Fact::passes_below_31;
    for (std::size_t i = 0; i < std::size(edge_powers); ++i) {
      const Wide edge = Wide{1} << static_cast<unsigned>(edge_powers[i]);
      if (number < edge - edge / 16 || number > edge + edge / 16) continue;
      say(static_cast<Fact>(static_cast<std::size_t>(first) + 2 * i + (number < edge ? 0 : 1)));
    }
  }

 private:
  Features& features_;
  Of of_;
};

struct Mode {
  Wide extent = 1;
  Wide stride = 0;
};

/// What values of all sorts have in common: extents, mostly with strides.
struct View {
  std::vector<Mode> modes;
  bool has_strides = false;
  bool is_empty = true;

  [[nodiscard]] Wide size() const {
    Wide product = 1;
    for (const Mode& mode : modes)
      product = times(product, mode.extent);
    return product;
  }
  [[nodiscard]] Wide cosize() const {
    Wide sum = 1;
    for (const Mode& mode : modes)
      if (mode.extent > 1) sum = plus(sum, times(mode.extent - 1, mode.stride));
    return sum;
  }
  [[nodiscard]] std::size_t above_one() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(modes, [](const Mode& mode) { return mode.extent > 1; }));
  }
};

Wide wide_magnitude(Int stride) {
  return wide(stride);
}
/// Of a coordinate, its greatest part.
Wide wide_magnitude(const Element& stride) {
  Wide greatest = 0;
  for (const Element::Part& part : stride.parts())
    greatest = std::max(greatest, wide(part.value));
  return greatest;
}

template <class Stride>
void add(View& view, const BasicLayout<Stride>& layout) {
  view.is_empty = false;
  view.has_strides = true;
  for (std::size_t i = 0; i < layout.length(); ++i)
    view.modes.push_back({wide(layout.extents()[i]), wide_magnitude(layout.strides()[i])});
}
void add(View& view, const NestedTuple& tuple) {
  view.is_empty = false;
  for (const Int entry : tuple.entries())
    view.modes.push_back({wide(entry), 0});
}
void add(View& view, const SwizzledLayout& swizzled) {
  add(view, swizzled.layout());
}
void add(View& view, const OffsetModuleLayout& moved) {
  add(view, moved.layout());
}
void add(View& view, const Tiler& tiler) {
  if (tiler.layout() != nullptr) {
    add(view, *tiler.layout());
  } else if (tiler.shape() != nullptr) {
    // An entry n of a tiler stands for n:1.
    view.is_empty = false;
    for (const Int entry : tiler.shape()->entries())
      view.modes.push_back({wide(entry), view.has_strides ? Wide{1} : Wide{0}});
  } else if (tiler.modes() != nullptr) {
    view.is_empty = false;
    for (const Tiler& mode : *tiler.modes())
      add(view, mode);
  }
}
/// The domain, with the strides of the layout that it encodes.
void add(View& view, const Morphism& f) {
  view.is_empty = false;
  view.has_strides = true;
  std::vector<Wide> starts{1};
  for (const Int entry : f.codomain().entries())
    starts.push_back(times(starts.back(), wide(entry)));
  for (std::size_t i = 0; i < f.map().size(); ++i) {
    const Int j = f.map()[i];
    view.modes.push_back({wide(f.domain().entries()[i]),
                          j == 0 ? Wide{0} : starts[static_cast<std::size_t>(j) - 1]});
  }
}
template <class Other>
void add(View&, const Other&) {}

View view_of(const Value& value) {
  View view;
  std::visit([&](const auto& of_sort) { add(view, of_sort); }, value);
  return view;
}

void say_brackets(Facts& facts, const Profile& profile) {
  std::size_t depth = 0;
  std::size_t deepest = 0;
  char before = ' ';
  for (const char c : profile.word()) {
    if (c == '(') deepest = std::max(deepest, ++depth);
    if (c == ')') {
      --depth;
      if (before == '(') facts.say(depth == 0 ? Fact::empty : Fact::empty_inside);
    }
    before = c;
  }
  facts.say_count(Fact::depth_0, deepest, 3);
}

void say_extents(Facts& facts, const View& view) {
  facts.say_count(Fact::above_one_0, view.above_one(), 4);
  std::vector<Wide> seen;
  for (const Mode& mode : view.modes) {
    facts.say_edges(mode.extent, true);
    facts.say(Fact::extent_one, mode.extent == 1);
    if (mode.extent <= 1) continue;
    facts.say(Fact::odd_extent, (mode.extent & (mode.extent - 1)) != 0);
    seen.push_back(mode.extent);
  }
  Wide product = 1;
  for (const Wide extent : seen) {
    product = times(product, extent);
    facts.say_edges(product, false);
  }
  facts.say(Fact::no_table, product > 65536);
  std::ranges::sort(seen);
  facts.say(Fact::equal_extents, std::ranges::adjacent_find(seen) != seen.end());
}

/// A mode and the one before it; modes of extent 1 or stride 0 between them are said to be there.
void say_neighbors(Facts& facts, const View& view) {
  const Mode* before = nullptr;
  std::size_t continuing = 0;
  std::size_t pairs = 0;
  bool zero = false;
  bool one = false;
  bool rises = false;
  bool falls = false;
  for (const Mode& mode : view.modes) {
    if (mode.extent <= 1) {
      one = true;
      continue;
    }
    if (mode.stride == 0) {
      zero = true;
      continue;
    }
    if (before != nullptr) {
      const Wide step = times(before->extent, before->stride);
      ++pairs;
      facts.say(Fact::zero_between, zero);
      facts.say(Fact::one_between, one);
      continuing += mode.stride == step ? 1 : 0;
      rises = rises || mode.stride > before->stride;
      falls = falls || mode.stride < before->stride;
      facts.say(Fact::gap_next, mode.stride > step);
      facts.say(Fact::gap_next_by_one,
                mode.stride == step + 1 || mode.stride == plus(step, before->stride));
      facts.say(Fact::overlap_next, mode.stride > before->stride && mode.stride < step);
      facts.say(Fact::overlap_next_by_one,
                mode.stride + 1 == step || plus(mode.stride, before->stride) == step);
    }
    before = &mode;
    zero = one = false;
  }
  if (pairs == 0) return;
  facts.say_count(Fact::continues_0, continuing, 3);
  facts.say(rises && falls ? Fact::mixed
            : falls        ? Fact::decreasing
                           : Fact::increasing,
            rises || falls);
}

/// The modes in the order of strides.
void say_chain(Facts& facts, const View& view) {
  std::vector<Mode> chain;
  bool is_constant = true;
  for (const Mode& mode : view.modes) {
    facts.say_edges(mode.stride, true);
    facts.say(Fact::extent_one_strided, mode.extent == 1 && mode.stride > 0);
    if (mode.extent <= 1) continue;
    facts.say_edges(times(mode.extent, mode.stride), false);
    facts.say(Fact::stride_zero, mode.stride == 0);
    is_constant = is_constant && mode.stride == 0;
    if (mode.stride > 0) chain.push_back(mode);
  }
  facts.say(Fact::constant, is_constant);
  const Wide size = view.size();
  const Wide cosize = view.cosize();
  facts.say_edges(cosize, false);
  facts.say(size < cosize    ? Fact::size_below_cosize
            : size == cosize ? Fact::size_is_cosize
                             : Fact::size_above_cosize);
  std::ranges::sort(chain, [](const Mode& a, const Mode& b) {
    return a.stride != b.stride ? a.stride < b.stride : a.extent < b.extent;
  });
  Wide reached = 1;  // what the modes before take up
  std::size_t gaps = 0;
  const Mode* before = nullptr;
  for (const Mode& mode : chain) {
    if (mode.stride > reached) {
      ++gaps;
      facts.say(Fact::rough_gap, mode.stride % reached != 0);
    }
    facts.say(Fact::chain_overlaps, mode.stride < reached);
    if (before != nullptr) {
      facts.say(Fact::equal_strides, mode.stride == before->stride);
      facts.say(mode.stride % before->stride == 0 ? Fact::strides_divide
                                                  : Fact::strides_do_not_divide);
    }
    reached = std::max(reached, times(mode.extent, mode.stride));
    before = &mode;
  }
  if (chain.empty()) return;
  facts.say(Fact::first_gap, chain.front().stride > 1);
  facts.say_count(Fact::gaps_0, gaps, 3);
}

void say_strides_of_module(Facts& facts, const ModuleLayout& layout) {
  Wide bits = 0;
  std::vector<const Tuple*> places;
  for (const Element& stride : layout.strides()) {
    for (const Element::Part& part : stride.parts()) {
      facts.say_edges(wide(part.value), true);
      switch (stride.module()) {
        case Module::integers:
          facts.say(Fact::over_integers);
          break;
        case Module::bits:
          facts.say(Fact::over_bits);
          facts.say(Fact::shared_bits, (bits & wide(part.value)) != 0);
          bits |= wide(part.value);
          break;
        case Module::coordinates:
          facts.say(Fact::over_coordinates);
          facts.say(Fact::shared_places, std::ranges::any_of(places, [&](const Tuple* place) {
                      return *place == part.path;
                    }));
          places.push_back(&part.path);
      }
    }
  }
}

void say_number(Facts& facts, Int number) {
  facts.say_count(Fact::number_0, static_cast<std::size_t>(wide(number)), 2);
  facts.say_edges(wide(number), true);
}

/// What is said of one value.
struct Say {
  Facts& facts;

  void operator()(bool truth) const { facts.say(truth ? Fact::truth : Fact::falsehood); }
  void operator()(Int number) const { say_number(facts, number); }
  void operator()(const Profile& profile) const { say_brackets(facts, profile); }
  void operator()(const NestedTuple& tuple) const {
    say_brackets(facts, tuple.profile());
    View view;
    add(view, tuple);
    say_extents(facts, view);
  }
  template <class Stride>
  void operator()(const BasicLayout<Stride>& layout) const {
    say_brackets(facts, layout.profile());
    View view;
    add(view, layout);
    say_extents(facts, view);
    say_neighbors(facts, view);
    say_chain(facts, view);
    if constexpr (std::is_same_v<Stride, Element>) say_strides_of_module(facts, layout);
  }
  void operator()(const PointedMap& map) const {
    facts.say_count(Fact::base_0, static_cast<std::size_t>(std::ranges::count(map.values(), 0)), 2);
    say_arrows(map.values(), static_cast<std::size_t>(map.codomain()));
  }
  void operator()(const Morphism& f) const {
    say_brackets(facts, f.domain().profile());
    View view;
    add(view, f);
    say_extents(facts, view);
    say_neighbors(facts, view);
    say_chain(facts, view);
    facts.say_count(Fact::base_0, static_cast<std::size_t>(std::ranges::count(f.map(), 0)), 2);
    say_arrows(f.map(), f.codomain().length());
    Wide product = 1;
    for (const Int entry : f.codomain().entries()) {
      product = times(product, wide(entry));
      facts.say_edges(wide(entry), true);
      facts.say_edges(product, false);
    }
  }
  void operator()(const Tiler& tiler) const {
    View view;
    view.has_strides = true;  // so that a shape has strides of 1
    add(view, tiler);
    say_extents(facts, view);
    if (tiler.layout() != nullptr) say_brackets(facts, tiler.layout()->profile());
    say_neighbors(facts, view);
    say_chain(facts, view);
    say_parts(tiler);
  }
  void operator()(const Element& element) const {
    for (const Element::Part& part : element.parts())
      facts.say_edges(wide(part.value), true);
    say_number(facts, element.value());
    if (element.is_zero()) return;
    facts.say(element.module() == Module::bits          ? Fact::over_bits
              : element.module() == Module::coordinates ? Fact::over_coordinates
                                                        : Fact::over_integers);
  }
  void operator()(const OffsetModuleLayout& moved) const {
    (*this)(moved.layout());
    facts.say(Fact::offset, !moved.offset().is_zero());
  }
  void operator()(const SwizzledLayout& swizzled) const {
    (*this)(swizzled.layout());
    const Swizzle& swizzle = swizzled.swizzle();
    facts.say(Fact::offset, swizzled.offset() != 0);
    facts.say_edges(wide(swizzled.offset()), true);
    facts.say(swizzle.bits == 0   ? Fact::no_swizzle
              : swizzle.shift < 0 ? Fact::swizzle_up
                                  : Fact::swizzle_down);
    View view;
    add(view, swizzled);
    const auto lowest = static_cast<unsigned>(swizzle.base + std::max<Int>(swizzle.shift, 0));
    facts.say(Fact::swizzle_unreached,
              swizzle.bits > 0 && plus(view.cosize() - 1, wide(swizzled.offset())) >> lowest == 0);
    // What the bits that are read come to.
    facts.say_edges(Wide{1} << (lowest + static_cast<unsigned>(swizzle.bits)), false);
  }

 private:
  void say_arrows(const Tuple& values, std::size_t codomain) const {
    Int greatest = 0;
    std::vector<bool> is_hit(codomain + 1, false);
    for (const Int value : values) {
      if (value == 0) continue;
      facts.say(Fact::arrows_cross, value < greatest);
      greatest = std::max(greatest, value);
      is_hit[static_cast<std::size_t>(value)] = true;
    }
    facts.say_count(Fact::missed_0,
                    codomain - static_cast<std::size_t>(std::ranges::count(is_hit, true)), 2);
  }

  void say_parts(const Tiler& tiler) const {
    facts.say(Fact::by_layout, tiler.layout() != nullptr);
    facts.say(Fact::by_shape, tiler.shape() != nullptr);
    facts.say(Fact::keeps, tiler.keeps());
    if (tiler.modes() == nullptr) return;
    facts.say(Fact::by_modes);
    facts.say(Fact::empty, tiler.modes()->empty());
    for (const Tiler& mode : *tiler.modes())
      say_parts(mode);
  }
};

const Profile* profile_of(const Value& value) {
  if (const auto* tuple = std::get_if<NestedTuple>(&value)) return &tuple->profile();
  if (const auto* layout = std::get_if<Layout>(&value)) return &layout->profile();
  if (const auto* over = std::get_if<ModuleLayout>(&value)) return &over->profile();
  if (const auto* swizzled = std::get_if<SwizzledLayout>(&value))
    return &swizzled->layout().profile();
  if (const auto* moved = std::get_if<OffsetModuleLayout>(&value))
    return &moved->layout().profile();
  if (const auto* f = std::get_if<Morphism>(&value)) return &f->domain().profile();
  if (const auto* tiler = std::get_if<Tiler>(&value)) {
    if (tiler->layout() != nullptr) return &tiler->layout()->profile();
    if (tiler->shape() != nullptr) return &tiler->shape()->profile();
  }
  return std::get_if<Profile>(&value);
}

/// Where the modes of B start and end in A, whose extents are `modes`.
void say_steps(Facts& facts, const std::vector<Mode>& modes, const std::vector<Mode>& b) {
  std::vector<Wide> ends{1};  // of the modes of A
  for (const Mode& mode : modes)
    if (mode.extent > 1) ends.push_back(times(ends.back(), mode.extent));
  for (const Mode& mode : b) {
    if (mode.extent <= 1 || mode.stride == 0) continue;
    const Wide end = times(mode.extent, mode.stride);
    const auto after = std::ranges::upper_bound(ends, mode.stride);  // the first end behind a step
    const Wide start = *(after - 1);
    facts.say(mode.stride == start ? Fact::starts_with_mode : Fact::starts_inside_mode);
    facts.say(Fact::step_does_not_divide,
              mode.stride % start != 0 || (after != ends.end() && *after % mode.stride != 0));
    const auto crossed = std::count_if(after, ends.end(), [&](const Wide at) { return at < end; });
    facts.say(Fact::crosses_1, crossed == 1);
    facts.say(Fact::crosses_2, crossed > 1);
    facts.say(std::ranges::find(ends, end) != ends.end() ? Fact::ends_with_mode
                                                         : Fact::ends_inside_mode);
  }
}

void say_pair(Facts& facts, const Value& first, const Value& second) {
  facts.say(Fact::equal_operands, first == second);
  const Profile* a_profile = profile_of(first);
  const Profile* b_profile = profile_of(second);
  facts.say(Fact::congruent,
            a_profile != nullptr && b_profile != nullptr && *a_profile == *b_profile);
  const View a = view_of(first);
  View b = view_of(second);
  if (a.is_empty || b.is_empty) return;
  const Wide a_size = a.size();
  const Wide b_size = b.size();
  facts.say(b_size < a_size ? Fact::smaller : b_size == a_size ? Fact::same_size : Fact::larger);
  if (a_size > 0 && b_size > 0) {
    const bool divides = a_size % b_size == 0;
    const bool is_multiple = b_size % a_size == 0;
    facts.say(Fact::size_divides, divides && !is_multiple);
    facts.say(Fact::size_is_multiple, is_multiple && !divides);
    facts.say(Fact::sizes_apart, !divides && !is_multiple);
  }
  if (!b.has_strides) return;
  const Wide b_cosize = b.cosize();
  facts.say(b_cosize < a_size ? Fact::inside : b_cosize == a_size ? Fact::fills : Fact::beyond);
  say_steps(facts, a.modes, b.modes);
  for (const Mode& of_a : a.modes)
    for (const Mode& of_b : b.modes)
      facts.say_edges(times(of_a.stride, of_b.stride), false);
  facts.say_edges(times(a_size, b_size), false);
}

/// A number and the first operand that has extents.
void say_number_and(Facts& facts, Wide number, const View& view) {
  const Wide size = view.size();
  facts.say(Fact::number_below_size, number < size);
  facts.say(Fact::number_is_size, number == size);
  for (const Mode& mode : view.modes) {
    if (number == 0 || mode.extent <= 1) continue;
    facts.say(Fact::number_divides_extent, number > 1 && mode.extent % number == 0);
    if (mode.stride == 0) continue;
    const bool divides = mode.stride % number == 0;
    const bool is_multiple = number % mode.stride == 0;
    facts.say(Fact::number_divides, divides && number > 1);
    facts.say(Fact::number_is_multiple, is_multiple && mode.stride > 1);
    facts.say(Fact::number_apart, !divides && !is_multiple);
    facts.say_edges(times(mode.stride, number), false);
    facts.say_edges(times(mode.extent, number), false);
  }
  if (!view.has_strides) return;
  const Wide cosize = view.cosize();
  facts.say(number < cosize    ? Fact::number_below_cosize
            : number == cosize ? Fact::number_is_cosize
                               : Fact::number_above_cosize);
  facts.say_edges(times(cosize, number), false);
}

void say_numbers(Facts& facts, Wide first, Wide second) {
  facts.say(Fact::numbers_equal, first == second);
  if (first == 0 || second == 0 || first == second) return;
  const bool rises = second % first == 0;
  const bool falls = first % second == 0;
  facts.say(rises ? Fact::numbers_rise : falls ? Fact::numbers_fall : Fact::numbers_apart);
  facts.say_edges(times(first, second), false);
}

/// The integers of a coordinate beside the extents of a shape, where both have as many.
void say_place(Facts& facts, const std::vector<Mode>& coordinate, const std::vector<Mode>& shape) {
  facts.say(Fact::at_origin,
            std::ranges::all_of(coordinate, [](const Mode& at) { return at.extent == 0; }));
  const auto compare = [&](Wide at, Wide extent) {
    facts.say(Fact::at_end, at + 1 == extent);
    facts.say(Fact::outside, at >= extent);
  };
  if (coordinate.size() == shape.size()) {
    for (std::size_t i = 0; i < shape.size(); ++i)
      compare(coordinate[i].extent, shape[i].extent);
  } else if (coordinate.size() == 1) {
    Wide size = 1;
    for (const Mode& mode : shape)
      size = times(size, mode.extent);
    compare(coordinate[0].extent, size);
  }
}

bool is_coordinate(Sort sort) {
  return sort == Sort::tuple || sort == Sort::flat_tuple || sort == Sort::coordinate;
}

/// What the operands say of each other.
void say_relations(Facts& facts, const Operation* operation, std::span<const Value> operands) {
  if (operands.size() > 1) say_pair(facts, operands[0], operands[1]);
  std::vector<Wide> numbers;
  const Value* with_extents = nullptr;
  for (std::size_t i = 0; i < operands.size(); ++i)
    if (const auto* number = std::get_if<Int>(&operands[i]))
      numbers.push_back(wide(*number));
    else if (with_extents == nullptr &&
             (operation == nullptr || !is_coordinate(sort_at(*operation, i))))
      with_extents = &operands[i];
  if (numbers.size() > 1) say_numbers(facts, numbers[0], numbers[1]);
  if (with_extents == nullptr) return;
  const View view = view_of(*with_extents);
  if (view.is_empty) return;
  for (const Wide number : numbers)
    say_number_and(facts, number, view);
  if (operation == nullptr) return;
  for (std::size_t i = 0; i < operands.size(); ++i)
    if (is_coordinate(sort_at(*operation, i)))
      say_place(facts, view_of(operands[i]).modes, view.modes);
}

void say_answer(Facts& facts, std::span<const Value> operands, const Answer& answer) {
  if (const auto* none = std::get_if<NonValue>(&answer)) {
    facts.say(Fact::undefined, *none == NonValue::undefined);
    facts.say(Fact::overflow, *none == NonValue::overflow);
    return;
  }
  const Value& value = std::get<Value>(answer);
  std::visit(Say{facts}, value);
  if (operands.empty()) return;
  facts.say(Fact::unchanged, value == operands[0]);
  const View before = view_of(operands[0]);
  const View after = view_of(value);
  if (before.is_empty || after.is_empty) return;
  const std::size_t had = before.above_one();
  const std::size_t has = after.above_one();
  facts.say(has < had ? Fact::fewer_modes : has == had ? Fact::as_many_modes : Fact::more_modes);
}

}  // namespace

std::string feature_name(std::size_t feature) {
  static constexpr std::string_view of[] = {
      "", "operand 1: ", "operand 2: ", "other operands: ", "answer: "};
  return std::string(of[feature / fact_count]) + std::string(words[feature % fact_count]);
}

Features features_of(const Operation* operation, std::span<const Value> operands,
                     const Answer& answer) {
  Features features;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    Facts facts(features, i == 0 ? Of::first : i == 1 ? Of::second : Of::others);
    std::visit(Say{facts}, operands[i]);
  }
  Facts of_question(features, Of::question);
  say_relations(of_question, operation, operands);
  Facts of_answer(features, Of::answer);
  say_answer(of_answer, operands, answer);
  return features;
}

std::bitset<edge_count> edges_of(const Features& features) {
  std::bitset<edge_count> edges;
  for (const Of of : {Of::question, Of::first, Of::second, Of::others, Of::answer})
    for (const Fact first : {Fact::below_31, Fact::passes_below_31})
      for (std::size_t i = 0; i < edge_count; ++i)
        if (features[feature(of, first) + i]) edges.set(i);
  return edges;
}

bool are_below(int power, std::span<const Value> operands, const Answer& answer) {
  const Wide bound = Wide{1} << static_cast<unsigned>(power);
  const auto is_below = [&](const Value& value, bool is_operand) {
    if (const auto* number = std::get_if<Int>(&value)) return wide(*number) < bound;
    if (const auto* element = std::get_if<Element>(&value)) return wide_magnitude(*element) < bound;
    const auto* swizzled = std::get_if<SwizzledLayout>(&value);
    if (swizzled != nullptr && wide(swizzled->offset()) >= bound) return false;
    const View view = view_of(value);
    return (!(is_operand || view.has_strides) || view.size() < bound) &&
           (!view.has_strides || view.cosize() < bound) &&
           std::ranges::all_of(view.modes, [&](const Mode& mode) {
             return mode.extent < bound && mode.stride < bound;
           });
  };
  const auto* value = std::get_if<Value>(&answer);
  return std::ranges::all_of(operands,
                             [&](const Value& operand) { return is_below(operand, true); }) &&
         (value == nullptr || is_below(*value, false));
}

std::size_t most_above_one(const Features& features) {
  for (std::size_t count = 4; count > 0; --count)
    for (const Of of : {Of::first, Of::second, Of::others})
      if (features[feature(of, Fact::above_one_0) + count]) return count;
  return 0;
}

}  // namespace layoutcheck::engine
