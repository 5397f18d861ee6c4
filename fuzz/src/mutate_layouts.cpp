// Mutations of layouts, tuples, profiles and integers.
#include "mutate_values.hpp"
#include <layoutcheck/engine/draw.hpp>

#include <algorithm>
#include <array>
#include <numeric>

namespace layoutcheck::fuzz {

namespace {

std::optional<Int> product(Int a, Int b) {
  Int c = 0;
  return __builtin_mul_overflow(a, b, &c) ? std::nullopt : std::optional(c);
}

bool set(Int& place, Int value) {
  const bool changes = place != value;
  place = value;
  return changes;
}

bool set(Int& place, std::optional<Int> value) {
  return value && set(place, *value);
}

/// Some entry; none if there is none.
std::optional<std::size_t> any_entry(Entropy& entropy, const Draft& draft) {
  if (draft.length() == 0) return std::nullopt;
  return entropy.below(draft.length());
}

bool split_mode(Entropy& entropy, Draft& draft) {
  const auto i = any_entry(entropy, draft);
  if (!i) return false;
  const Int s = draft.a[*i];
  const Int d = draft.b[*i];
  const Int factor = entropy.chance(8) ? s : proper_divisor(entropy, s);
  if (factor == 0) return false;
  const auto far = product(factor, d);
  if (!far) return false;
  const std::pair<Int, Int> near{factor, d};
  const std::pair<Int, Int> rest{s / factor, *far};
  // With the parts in the wrong order it has another function.
  const bool right = entropy.chance(85);
  split_entry(entropy, draft, *i, right ? near : rest, right ? rest : near);
  return true;
}

bool merge_modes(Entropy& entropy, Draft& draft) {
  const std::size_t n = draft.length();
  if (n < 2) return false;
  const auto continues = [&](std::size_t i) {
    return draft.a[i] == 1 || product(draft.a[i], draft.b[i]) == draft.b[i + 1];
  };
  std::size_t i = entropy.below(n - 1);
  for (std::size_t step = 0; step < n && !continues(i) && entropy.chance(90); ++step)
    i = (i + 1) % (n - 1);
  const auto s = product(draft.a[i], draft.a[i + 1]);
  if (!s) return false;
  draft.b[i] = draft.a[i] == 1 ? draft.b[i + 1] : draft.b[i];
  draft.a[i] = *s;
  drop_entry(draft, i + 1);
  return true;
}

bool scale_strides(Entropy& entropy, Draft& draft) {
  const auto chosen = any_entry(entropy, draft);
  if (!chosen) return false;
  const bool all = entropy.chance(50);
  const Int factor =
      entropy.chance(92) ? static_cast<Int>(entropy.between(2, 6)) : interesting_number(entropy, 2);
  for (std::size_t i = 0; i < draft.length(); ++i) {
    if (all || i == *chosen) {
      const auto scaled = product(draft.b[i], factor);
      if (!scaled) return false;
      draft.b[i] = *scaled;
    }
  }
  return true;
}

bool divide_strides(Entropy& entropy, Draft& draft) {
  const auto chosen = any_entry(entropy, draft);
  if (!chosen) return false;
  if (entropy.chance(50)) {
    const Int divisor = std::accumulate(draft.b.begin(), draft.b.end(), Int{0},
                                        [](Int a, Int b) { return std::gcd(a, b); });
    if (divisor < 2) return false;
    for (Int& d : draft.b)
      d /= divisor;
    return true;
  }
  return set(draft.b[*chosen], draft.b[*chosen] / static_cast<Int>(entropy.between(2, 3)));
}

bool plant_one(Entropy& entropy, Draft& draft) {
  const Int stride = entropy.chance(40)   ? 0
                     : draft.b.empty()    ? interesting_number(entropy, 0)
                     : entropy.chance(50) ? entropy.pick(draft.b)
                                          : interesting_number(entropy, 0);
  const auto i = any_entry(entropy, draft);
  if (i && entropy.chance(30)) {
    draft.a[*i] = 1;
    return set(draft.b[*i], stride);
  }
  return plant_entry(entropy, draft, 1, stride);
}

bool plant_zero_stride(Entropy& entropy, Draft& draft) {
  const auto i = any_entry(entropy, draft);
  if (i && entropy.chance(70)) return set(draft.b[*i], Int{0});
  return plant_entry(entropy, draft, static_cast<Int>(entropy.between(1, 4)), 0);
}

bool plant_mode(Entropy& entropy, Draft& draft) {
  const Int s = static_cast<Int>(entropy.between(2, 4));
  const Int d = entropy.chance(50) ? size_of(draft.a) : interesting_number(entropy, 0);
  return plant_entry(entropy, draft, s, d);
}

bool change_extent(Entropy& entropy, Draft& draft) {
  const auto i = any_entry(entropy, draft);
  return i && set(draft.a[*i], changed_number(entropy, draft.a[*i], 1, draft.a));
}

bool change_stride(Entropy& entropy, Draft& draft) {
  const auto i = any_entry(entropy, draft);
  return i && set(draft.b[*i],
                  changed_number(entropy, draft.b[*i], 0, entropy.chance(50) ? draft.a : draft.b));
}

/// A stride becomes the product of extents before it, or goes on where another mode ends.
bool chain_stride(Entropy& entropy, Draft& draft) {
  const auto i = any_entry(entropy, draft);
  if (!i) return false;
  if (entropy.chance(40)) {
    const auto end = draft.a.begin() + static_cast<std::ptrdiff_t>(*i);
    return set(draft.b[*i], size_of(Tuple(draft.a.begin(), end)));
  }
  const std::size_t j = *i > 0 && entropy.chance(60) ? *i - 1 : entropy.below(draft.length());
  return j != *i && set(draft.b[*i], product(draft.a[j], draft.b[j]));
}

/// All strides become products of extents, in some order of the modes.
bool make_compact(Entropy& entropy, Draft& draft) {
  std::vector<std::size_t> order(draft.length());
  std::iota(order.begin(), order.end(), 0U);
  if (entropy.chance(25))
    std::reverse(order.begin(), order.end());
  else if (entropy.chance(50))
    order = entropy.permutation(draft.length());
  Int stride = 1;
  for (std::size_t i : order) {
    draft.b[i] = stride;
    const auto next = product(stride, draft.a[i]);
    if (!next) return false;
    stride = *next;
  }
  return draft.length() > 0;
}

bool equal_strides(Entropy& entropy, Draft& draft) {
  const auto i = any_entry(entropy, draft);
  return i && set(draft.b[*i], entropy.pick(draft.b));
}

bool equal_extents(Entropy& entropy, Draft& draft) {
  const auto i = any_entry(entropy, draft);
  return i && set(draft.a[*i], entropy.pick(draft.a));
}

bool swap_strides(Entropy& entropy, Draft& draft) {
  if (draft.length() < 2) return false;
  const std::size_t i = entropy.below(draft.length() - 1);
  std::swap(draft.b[i], draft.b[i + 1]);
  return draft.b[i] != draft.b[i + 1];
}

/// A change by what draws values with a property.
bool redraw_layout(Entropy& entropy, Layout& layout) {
  switch (entropy.below(8)) {
    case 0:
    case 1:
    case 2:
      layout = engine::draw_same_function(entropy, layout);
      return true;
    case 3:
      layout = engine::draw_strides(entropy, engine::draw_refinement(entropy, layout.shape()));
      return true;
    case 4:
      layout = engine::draw_strides(entropy, layout.shape());
      return true;
    case 5:
      layout = engine::draw_composable(entropy, layout);
      return true;
    default:
      layout = engine::perturb(entropy, layout);
      return true;
  }
}

bool split_entry_of_tuple(Entropy& entropy, Draft& draft) {
  const auto i = any_entry(entropy, draft);
  const Int factor = i ? proper_divisor(entropy, draft.a[*i]) : 0;
  if (factor == 0) return false;
  split_entry(entropy, draft, *i, {factor, 0}, {draft.a[*i] / factor, 0});
  return true;
}

bool merge_entries_of_tuple(Entropy& entropy, Draft& draft) {
  if (draft.length() < 2) return false;
  const std::size_t i = entropy.below(draft.length() - 1);
  if (!set(draft.a[i], product(draft.a[i], draft.a[i + 1]))) return false;
  drop_entry(draft, i + 1);
  return true;
}

}  // namespace

bool change_layout(Entropy& entropy, Layout& layout) {
  if (entropy.chance(10)) {
    const Layout before = layout;
    return redraw_layout(entropy, layout) && layout != before &&
           is_small(draft_of(layout), draft_of(before)) &&
           is_tame(entropy, before.extents(), layout.extents());
  }
  using Change = Weighted<Draft&>;
  static constexpr std::array changes{
      Change{12, split_mode},       Change{10, merge_modes},   Change{34, change_structure},
      Change{5, scale_strides},     Change{4, divide_strides}, Change{5, plant_one},
      Change{5, plant_zero_stride}, Change{4, plant_mode},     Change{8, change_extent},
      Change{8, change_stride},     Change{8, chain_stride},   Change{4, make_compact},
      Change{4, equal_strides},     Change{2, equal_extents},  Change{3, swap_strides},
  };
  const Draft before = draft_of(layout);
  Draft draft = before;
  if (!do_one_of(entropy, std::span<const Change>(changes), draft) || !is_small(draft, before) ||
      !is_tame(entropy, before.a, draft.a)) {
    return false;
  }
  layout = layout_of(draft);
  return true;
}

bool change_tuple(Entropy& entropy, NestedTuple& tuple, Int least) {
  const Draft before = draft_of(tuple);
  Draft draft = before;
  const std::size_t kind = entropy.below(100);
  bool done = false;
  if (kind < 40) {
    done = change_structure(entropy, draft);
  } else if (kind < 52) {
    done = split_entry_of_tuple(entropy, draft);
  } else if (kind < 60) {
    done = merge_entries_of_tuple(entropy, draft);
  } else if (kind < 66) {
    done = plant_entry(entropy, draft, std::max(least, Int{1}), 0);
  } else if (kind < 72) {
    done = plant_entry(entropy, draft, interesting_number(entropy, least), 0);
  } else if (kind < 74 && tuple.is_positive()) {
    tuple = engine::draw_refinement(entropy, tuple);
    return is_small(draft_of(tuple), before);
  } else if (kind < 76 && tuple.is_positive()) {
    tuple = engine::draw_coarsening(entropy, tuple);
    return true;
  } else if (const auto i = any_entry(entropy, draft)) {
    done = set(draft.a[*i], changed_number(entropy, draft.a[*i], least, draft.a));
  }
  if (!done || !is_small(draft, before) || !is_tame(entropy, before.a, draft.a)) return false;
  tuple = tuple_of(draft);
  return true;
}

bool change_profile(Entropy& entropy, Profile& profile) {
  const Draft before = draft_of(profile);
  Draft draft = before;
  const bool done =
      entropy.chance(75) ? change_structure(entropy, draft) : plant_entry(entropy, draft, 0, 0);
  if (!done || draft.word == before.word || !is_small(draft, before)) return false;
  profile = profile_of(draft);
  return true;
}

bool change_integer(Entropy& entropy, Int& integer, Int least) {
  return set(integer, changed_number(entropy, integer, least, {}));
}

}  // namespace layoutcheck::fuzz
