// The conditions that a precondition of a profile can name. They are those that implementations
// document, in exact integers: whether their own code decides them is a different question.
#include "conditions.hpp"

#include <layoutcheck/algebra/complement.hpp>
#include <layoutcheck/algebra/int_tuples.hpp>
#include <layoutcheck/algebra/layouts.hpp>
#include <layoutcheck/algebra/modules.hpp>
#include <layoutcheck/engine/features.hpp>
#include <layoutcheck/notation/answer.hpp>
#include <layoutcheck/oracles/functions.hpp>
#include <layoutcheck/oracles/weak.hpp>

#include <algorithm>
#include <limits>
#include <utility>

namespace layoutcheck::conformance {

namespace {

/// What is at work in it; a partition is made of a division.
Family family_of(const Operation& operation) {
  return operation.answer == Sort::offset_layout && operation.family == Family::modes
             ? Family::division
             : operation.family;
}

/// Whether composition is at work in it.
bool composes(const Operation& operation) {
  const Family family = family_of(operation);
  return specifies_function(operation) &&
         (family == Family::composition || family == Family::division || family == Family::product);
}

bool takes_module_layout(const Operation& operation) {
  return std::ranges::count(operation.operands, Sort::module_layout) > 0;
}

/// Also of a layout over a module.
bool composes_anything(const Operation& operation) {
  return composes(operation) ||
         (operation.operands.front() == Sort::module_layout &&
          operation.operands.back() == Sort::tiler &&
          (operation.name == "composition" || operation.family == Family::division));
}

bool composes_or_complements(const Operation& operation) {
  return composes(operation) ||
         (specifies_function(operation) && operation.family == Family::complement);
}

bool takes_two_layouts(const Operation& operation) {
  return composes(operation) && operation.operands.size() == 2 &&
         operation.operands[1] == Sort::layout;
}

bool is_by_mode(const Operation& operation) {
  return specifies_function(operation) && operation.operands.size() >= 2 &&
         (operation.operands[1] == Sort::tiler || operation.operands[1] == Sort::shape);
}

Family family_of(const Case& question) {
  return family_of(*operation_of(question));
}

bool concerns_all(const Operation& /*operation*/) {
  return true;
}

template <class L>
struct BasicPair {
  L a;
  Layout b;
};

using Pair = BasicPair<Layout>;

/// The pairs of a mode of A and a layout of the tiler that meet; a shape stands for layouts of
/// stride 1, mode by mode.
template <class L>
void meet(const L& a, const Tiler& tiler, std::vector<BasicPair<L>>& pairs) {
  const auto meet_modes = [&](const auto& tilers) {
    const std::vector<L> modes = a.modes();
    for (std::size_t i = 0; i < std::min(modes.size(), tilers.size()); ++i)
      meet(modes[i], Tiler(tilers[i]), pairs);
  };
  if (tiler.layout() != nullptr)
    pairs.push_back({a, *tiler.layout()});
  else if (tiler.modes() != nullptr)
    meet_modes(*tiler.modes());
  else if (tiler.shape() != nullptr && tiler.shape()->profile().is_entry())
    pairs.push_back({a, Layout::entry(tiler.shape()->entries().front(), 1)});
  else if (tiler.shape() != nullptr)
    meet_modes(tiler.shape()->modes());
}

/// For conditions on extents, which strides have no part in, a layout over a module is one over the
/// integers: with its extents, where it is coalesced, and strides that do not continue each other.
Layout as_extents(const ModuleLayout& layout) {
  const ModuleLayout merged = algebra::coalesce(layout);
  Tuple strides;
  for (std::size_t i = 0; i < merged.length(); ++i)
    strides.push_back(i % 2 == 0 ? 1 : 0);
  return {merged.shape(), NestedTuple(std::move(strides), merged.profile())};
}

/// What of a layout over a module meets what of the second operand.
std::vector<BasicPair<ModuleLayout>> pairs_over_module(const Case& question) {
  std::vector<BasicPair<ModuleLayout>> pairs;
  const auto& v = std::get<ModuleLayout>(question.operands.front());
  const Value& second = question.operands.at(1);
  if (const auto* tiler = std::get_if<Tiler>(&second)) meet(v, *tiler, pairs);
  if (const auto* layout = std::get_if<Layout>(&second)) pairs.push_back({v, *layout});
  return pairs;
}

std::vector<Pair> pairs_of(const Case& question) {
  std::vector<Pair> pairs;
  if (question.operands.size() < 2) return pairs;
  if (std::holds_alternative<ModuleLayout>(question.operands.front())) {
    for (const auto& [a, b] : pairs_over_module(question))
      pairs.push_back({as_extents(a), b});
    return pairs;
  }
  const auto& a = std::get<Layout>(question.operands.front());
  const Value& second = question.operands[1];
  if (const auto* tiler = std::get_if<Tiler>(&second)) meet(a, *tiler, pairs);
  if (const auto* layout = std::get_if<Layout>(&second)) {
    // A layout of threads divides by the sizes of its modes.
    if (question.operands.size() == 2)
      pairs.push_back({a, *layout});
    else
      meet(a, Tiler(algebra::product_each(layout->shape())), pairs);
  }
  if (const auto* shape = std::get_if<NestedTuple>(&second)) meet(a, Tiler(*shape), pairs);
  return pairs;
}

/// What a question composes with what: in a division A with B and with the complement of B, in a
/// product the complement of A with B. A complement that there is none of composes nothing.
std::vector<Pair> compositions(const Case& question, Convention convention) {
  std::vector<Pair> all;
  for (Pair& pair : pairs_of(question)) {
    if (family_of(question) == Family::product) {
      // Where the complement ends concerns its last mode alone, which the rules ask nothing.
      const oracle::ExactLayout a(pair.a);
      const Exact end =
          std::min<Exact>(oracle::size(a) * oracle::cosize(oracle::ExactLayout(pair.b)),
                          std::numeric_limits<Int>::max());
      auto rest = algebra::complement(pair.a, static_cast<Int>(end), convention);
      if (rest) all.push_back({*std::move(rest), pair.b});
      continue;
    }
    if (family_of(question) == Family::division) {
      if (auto rest = algebra::complement(pair.b, algebra::size(pair.a), convention))
        all.push_back({pair.a, *rest});
    }
    all.push_back(std::move(pair));
  }
  return all;
}

struct Mode {
  Exact extent;
  Exact stride;
};

/// The modes of the layout that composition runs over: those that continue each other are one, and
/// the last goes on for ever. Under the convention `extended` it does so even if its extent is 1.
std::vector<Mode> merged_modes(const Layout& layout, Convention convention) {
  std::vector<Mode> modes;
  for (std::size_t i = 0; i < layout.length(); ++i) {
    Mode mode{layout.extents()[i], layout.strides()[i]};
    const bool goes_on = i + 1 == layout.length() && convention == Convention::extended;
    if (mode.extent == 1 && !goes_on) continue;
    if (!modes.empty() && modes.back().extent * modes.back().stride == mode.stride)
      modes.back().extent *= mode.extent;
    else
      modes.push_back(std::move(mode));
  }
  return modes;
}

enum class Rule { stride, weak_stride, shape };

/// Goes through A as CuTe's composition does, for one mode of B: its stride is divided out of the
/// extents of A from the left, and its extent is taken out of what is left of them. The last mode
/// of A is asked nothing.
bool divides(const std::vector<Mode>& a, Exact extent, Exact stride, Rule rule) {
  if (stride == 0) return true;
  const auto quotient_up = [](const Exact& x, const Exact& y) { return (x + y - 1) / y; };
  for (std::size_t i = 0; i + 1 < a.size(); ++i) {
    const Exact& s = a[i].extent;
    if (rule == Rule::stride && s % stride != 0 && stride % s != 0) return false;
    if (rule == Rule::weak_stride && stride % s != 0 && stride >= s) return false;
    const Exact left = quotient_up(s, stride);
    stride = quotient_up(stride, s);
    if (left == 1 || extent == 1) continue;
    const Exact taken = std::min(left, extent);
    if (rule == Rule::shape && extent % taken != 0) return false;
    extent /= taken;
  }
  return true;
}

template <Rule rule>
bool is_divisible(const Judged& judged, Convention convention) {
  for (const Pair& pair : compositions(judged.question, convention)) {
    const std::vector<Mode> a = merged_modes(pair.a, convention);
    for (std::size_t i = 0; i < pair.b.length(); ++i)
      if (!divides(a, pair.b.extents()[i], pair.b.strides()[i], rule)) return false;
  }
  return true;
}

bool is_injective(const Layout& layout) {
  constexpr Int most = Int{1} << 16;
  Tuple values = algebra::table(layout, most);
  std::sort(values.begin(), values.end());
  return std::adjacent_find(values.begin(), values.end()) == values.end();
}

bool is_injective_where_asked(const Judged& judged, Convention /*convention*/) {
  const Case& question = judged.question;
  if (family_of(question) == Family::complement)
    return is_injective(std::get<Layout>(question.operands.at(0)));
  const std::vector<Pair> pairs = pairs_of(question);
  return std::all_of(pairs.begin(), pairs.end(), [&](const Pair& pair) {
    return is_injective(family_of(question) == Family::product ? pair.a : pair.b);
  });
}

bool is_complementable(const Judged& judged, Convention /*convention*/) {
  return oracle::is_complementable_where_asked(judged.question, {});
}

bool takes_tiler(const Operation& operation) {
  return operation.operands.size() >= 2 && operation.operands[1] == Sort::tiler;
}

bool keeps_no_mode(const Tiler& tiler) {
  return !tiler.keeps() &&
         (tiler.modes() == nullptr ||
          std::all_of(tiler.modes()->begin(), tiler.modes()->end(), keeps_no_mode));
}

bool is_without_kept_modes(const Judged& judged, Convention /*convention*/) {
  return keeps_no_mode(std::get<Tiler>(judged.question.operands.at(1)));
}

bool is_layout_as_tiler(const Judged& judged, Convention /*convention*/) {
  return std::get<Tiler>(judged.question.operands.at(1)).layout() != nullptr;
}

bool is_no_integer_as_tiler(const Judged& judged, Convention /*convention*/) {
  const NestedTuple* shape = std::get<Tiler>(judged.question.operands.at(1)).shape();
  return shape == nullptr || !shape->profile().is_entry();
}

using Compare = bool (*)(std::size_t modes_of_tuple, std::size_t modes_it_meets);

/// Whether each tuple of the tiler has so many modes beside those that it meets.
bool fits(const Layout& a, const Tiler& tiler, Compare has_as_many) {
  const auto fit_modes = [&](const auto& tilers) {
    const std::vector<Layout> modes = a.modes();
    if (!has_as_many(tilers.size(), modes.size())) return false;
    for (std::size_t i = 0; i < std::min(tilers.size(), modes.size()); ++i)
      if (!fits(modes[i], Tiler(tilers[i]), has_as_many)) return false;
    return true;
  };
  if (tiler.modes() != nullptr) return fit_modes(*tiler.modes());
  if (tiler.shape() != nullptr && !tiler.shape()->profile().is_entry())
    return fit_modes(tiler.shape()->modes());
  return true;
}

bool modes_fit(const Judged& judged, Compare has_as_many) {
  const auto& a = std::get<Layout>(judged.question.operands.at(0));
  const Value& second = judged.question.operands.at(1);
  if (const auto* tiler = std::get_if<Tiler>(&second)) return fits(a, *tiler, has_as_many);
  if (const auto* shape = std::get_if<NestedTuple>(&second))
    return fits(a, Tiler(*shape), has_as_many);
  return true;
}

bool has_few_modes(const Judged& judged, Convention /*convention*/) {
  return modes_fit(judged, [](std::size_t tuple, std::size_t met) { return tuple <= met; });
}

bool has_all_modes(const Judged& judged, Convention /*convention*/) {
  return modes_fit(judged, [](std::size_t tuple, std::size_t met) { return tuple >= met; });
}

bool has_equal_ranks(const Judged& judged, Convention /*convention*/) {
  const auto rank_of = [&](std::size_t i) {
    return std::get<Layout>(judged.question.operands.at(i)).modes().size();
  };
  return rank_of(0) == rank_of(1);
}

bool counts_units(const Operation& operation) {
  return operation.name == "upcast";
}

bool recasts(const Operation& operation) {
  return operation.name == "recast";
}

bool has_whole_scale(const Judged& judged, Convention /*convention*/) {
  const Int to = std::get<Int>(judged.question.operands.at(1));
  const Int from = std::get<Int>(judged.question.operands.at(2));
  return to % from == 0 || from % to == 0;
}

bool is_adjacent(const Judged& judged, Convention /*convention*/) {
  const auto& layout = std::get<Layout>(judged.question.operands.at(0));
  const Int to = std::get<Int>(judged.question.operands.at(1));
  const Int from = std::get<Int>(judged.question.operands.at(2));
  return to >= from || std::count(layout.strides().begin(), layout.strides().end(), Int{1}) > 0;
}

bool is_unit_divisible(const Judged& judged, Convention /*convention*/) {
  const auto& layout = std::get<Layout>(judged.question.operands.at(0));
  const Int n = std::get<Int>(judged.question.operands.at(1));
  return std::all_of(layout.strides().begin(), layout.strides().end(),
                     [&](Int d) { return d == 0 || d % n == 0 || n % d == 0; });
}

/// Whether x·d is the product without carries for all x ≤ most: docs/modules.md, Theorem 1.
bool multiplies_without_carries(const Exact& most, Int d) {
  for (unsigned j = 1; j < 63 && 1 + (Exact(1) << j) <= most; ++j)
    if ((d & (d >> j)) != 0) return false;
  return true;
}

/// Whether all multiples that the layout's function takes are those without carries, where its
/// last entry is asked up to last, and each entry up to all.
bool multiplies_without_carries(const ModuleLayout& layout, const Exact& last, const Exact& all) {
  if (module_of(layout.strides()) != Module::bits) return true;
  for (std::size_t i = 0; i < layout.length(); ++i) {
    const Exact& asked = i + 1 == layout.length() ? std::max(last, all) : all;
    if (!multiplies_without_carries(std::max<Exact>(layout.extents()[i] - 1, asked),
                                    layout.strides()[i].value()))
      return false;
  }
  return true;
}

bool multiplies_without_carries(const Answer& answer) {
  const Value* value = value_in(answer);
  const auto* layout = value == nullptr ? nullptr : std::get_if<ModuleLayout>(value);
  return layout == nullptr || multiplies_without_carries(*layout, 0, 0);
}

/// How far a division of V by B, or a composition, goes on: to the last value of (B, B*), or of B.
Exact last_index(const Case& question, const ModuleLayout& v, const Layout& b,
                 Convention convention) {
  Exact last = oracle::cosize(oracle::ExactLayout(b)) - 1;
  if (family_of(question) != Family::division) return last;
  if (const auto rest =
          algebra::complement(b, algebra::size(algebra::column_major(v.shape())), convention))
    last += oracle::cosize(oracle::ExactLayout(*rest)) - 1;
  return last;
}

bool is_without_carries(const Judged& judged, Convention convention) {
  const std::vector<Value>& operands = judged.question.operands;
  const auto* layout = std::get_if<ModuleLayout>(operands.data());
  if (layout == nullptr) return true;
  if (!multiplies_without_carries(judged.reply.answer) ||
      !multiplies_without_carries(judged.verdict.expected.value_or(NonValue::undefined)))
    return false;
  const auto asks_none = [](const ModuleLayout& v, Exact last, const Exact& all) {
    for (std::size_t i = 0; i + 1 < v.length(); ++i)
      last /= v.extents()[i];
    return multiplies_without_carries(v, last, all);
  };
  Exact last = 0;
  Exact all = 0;
  if (operands.size() == 2) {
    for (const auto& [v, b] : pairs_over_module(judged.question))
      if (!asks_none(v, last_index(judged.question, v, b, convention), 0)) return false;
    if (const auto* coordinate = std::get_if<NestedTuple>(&operands[1])) {
      for (const Int x : coordinate->entries())
        all = std::max<Exact>(all, x);
      if (coordinate->profile().is_entry()) last = std::exchange(all, 0);
    } else if (const auto* after = std::get_if<ModuleLayout>(&operands[1])) {
      for (std::size_t i = 0; i < after->length(); ++i)
        for (const Element::Part& part : after->strides()[i].parts())
          all += Exact(after->extents()[i] - 1) * abs(Exact(part.value));
    }
  }
  return asks_none(*layout, last, all);
}

bool takes_order(const Operation& operation) {
  return operation.name == "make_ordered_layout";
}

bool is_congruent(const Judged& judged, Convention /*convention*/) {
  const std::vector<Value>& operands = judged.question.operands;
  return std::get<NestedTuple>(operands.at(0)).profile() ==
         std::get<NestedTuple>(operands.at(1)).profile();
}

bool inverts_over_module(const Operation& operation) {
  return operation.name == "left_inverse" && takes_module_layout(operation);
}

bool has_unit_stride(const Judged& judged, Convention /*convention*/) {
  const ModuleLayout v = algebra::coalesce(std::get<ModuleLayout>(judged.question.operands.at(0)));
  if (module_of(v.strides()) != Module::bits) return true;
  Int sum = 0;
  for (const Element& d : v.strides())
    sum += std::min<Int>(d.value(), 2);
  return sum <= 1;
}

bool is_right_inverse(const Operation& operation) {
  return operation.name == "right_inverse";
}

bool never_holds(const Judged& /*judged*/, Convention /*convention*/) {
  return false;
}

bool is_defined(const Judged& judged, Convention /*convention*/) {
  return judged.verdict.expected != Answer(NonValue::undefined);
}

bool has_32_bits(const Judged& judged, Convention /*convention*/) {
  return engine::are_below(31, judged.question.operands,
                           judged.verdict.expected.value_or(NonValue::undefined));
}

constexpr Condition conditions_there_are[] = {
    {"defined", "the operation has an answer there", concerns_all, is_defined},
    {"32 bits",
     "the numbers of the question and of its answer are below 2^31: extents, strides, sizes, "
     "cosizes",
     concerns_all, has_32_bits},
    {"stride-divisible",
     "when a stride of B is divided by A's coalesced extents from left to right, at each extent "
     "but the last either the extent or the remaining stride divides the other",
     composes_anything, is_divisible<Rule::stride>},
    {"weakly stride-divisible",
     "the same, but the remaining stride may also be less than the extent", composes_anything,
     is_divisible<Rule::weak_stride>},
    {"shape-divisible",
     "the part taken from each extent of A but the last divides the remaining extent of B",
     composes_anything, is_divisible<Rule::shape>},
    {"injective", "the layout that is complemented, or B in a composition, takes no value twice",
     composes_or_complements, is_injective_where_asked},
    {complementable, "each layout that is complemented has a complement",
     oracle::is_about_complement, is_complementable},
    {longest,
     "the question requires the longest right inverse; this condition holds for no question",
     is_right_inverse, never_holds},
    {"few modes",
     "no tuple of the second operand has more modes than the corresponding mode of the first",
     is_by_mode, has_few_modes},
    {"all modes",
     "no tuple of the second operand has fewer modes than the corresponding mode of the first",
     is_by_mode, has_all_modes},
    {"equal ranks", "the two layouts have the same number of modes", takes_two_layouts,
     has_equal_ranks},
    {"no kept mode", "no `_` leaves a mode unchanged", takes_tiler, is_without_kept_modes},
    {"layout as tiler", "the tiler is a layout, not a shape or a tuple", takes_tiler,
     is_layout_as_tiler},
    {"no integer as tiler", "the tiler is not an integer", takes_tiler, is_no_integer_as_tiler},
    {"unit-divisible",
     "each stride divides the number of offsets in a unit, or is a multiple of it", counts_units,
     is_unit_divisible},
    {"whole scale", "one of the two units is a multiple of the other", recasts, has_whole_scale},
    {"adjacent", "an entry has stride 1, or the unit does not become smaller", recasts,
     is_adjacent},
    {"congruent", "the second operand has the nesting of the first", takes_order, is_congruent},
    {"unit stride",
     "over XOR, the strides of the coalesced layout are 0 or 1, and at most one is 1",
     inverts_over_module, has_unit_stride},
    {"without carries",
     "over XOR, each multiple of a stride, in the question or the answer, equals the carry-less "
     "product",
     takes_module_layout, is_without_carries},
};

}  // namespace

std::span<const Condition> all_conditions() {
  return conditions_there_are;
}

bool concerns(const Condition& condition, const Operation& operation) {
  std::vector<Sort> sorts = operation.operands;
  std::ranges::replace(sorts, Sort::swizzled_layout, Sort::layout);
  if (sorts == operation.operands) return condition.concerns(operation);
  const auto operations = standard_vocabulary().operations();
  const auto found = std::ranges::find_if(operations, [&](const Operation& plain) {
    return plain.name == operation.name && plain.operands == sorts;
  });
  return condition.concerns(found == operations.end() ? operation : *found);
}

bool holds(const Condition& condition, const Judged& judged, Convention convention) {
  const auto swizzled = [](const Value& operand) {
    return std::holds_alternative<SwizzledLayout>(operand);
  };
  if (std::ranges::none_of(judged.question.operands, swizzled))
    return condition.holds(judged, convention);
  Judged plain = judged;
  for (Value& operand : plain.question.operands)
    if (const auto* layout = std::get_if<SwizzledLayout>(&operand))
      operand = Layout(layout->layout());
  return condition.holds(plain, convention);
}

}  // namespace layoutcheck::conformance
