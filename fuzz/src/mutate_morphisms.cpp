// Mutations of pointed maps and of morphisms, whose domain, map and codomain change together.
#include "mutate_values.hpp"
#include <layoutcheck/engine/draw.hpp>

#include <algorithm>
#include <array>

namespace layoutcheck::fuzz {

namespace {

/// A morphism taken apart. `s` has the entries of the domain and their values, which name entries
/// of the codomain by the numbers that these carry beside them, so that they stay with them.
struct Arrows {
  Draft s;
  Draft t;
};

Draft numbered(const NestedTuple& tuple) {
  Draft draft = draft_of(tuple);
  for (std::size_t j = 0; j < draft.length(); ++j)
    draft.b[j] = static_cast<Int>(j) + 1;
  return draft;
}

Arrows arrows_of(const Morphism& f) {
  return {{f.domain().profile().word(), f.domain().entries(), f.map()}, numbered(f.codomain())};
}

/// The morphism of the arrows that remain: one whose target is gone or taken goes to the base
/// point. Where the entries that an arrow joins differ, the domain's count if `domain_leads`.
Morphism morphism_of(const Arrows& arrows, bool domain_leads) {
  Tuple s = arrows.s.a;
  Tuple t = arrows.t.a;
  Tuple map(s.size(), 0);
  std::vector<bool> is_hit(t.size(), false);
  for (std::size_t i = 0; i < s.size(); ++i) {
    if (arrows.s.b[i] == 0) continue;
    for (std::size_t j = 0; j < t.size(); ++j) {
      if (arrows.t.b[j] == arrows.s.b[i] && !is_hit[j]) {
        is_hit[j] = true;
        map[i] = static_cast<Int>(j) + 1;
        (domain_leads ? t[j] : s[i]) = domain_leads ? s[i] : t[j];
        break;
      }
    }
  }
  return {NestedTuple(std::move(s), Profile::from_word(arrows.s.word)), std::move(map),
          NestedTuple(std::move(t), Profile::from_word(arrows.t.word))};
}

/// Another number in place of an entry, or an entry more or less.
bool change_entries(Entropy& entropy, Draft& side) {
  if (side.length() > 0 && entropy.chance(60)) {
    Int& entry = side.a[entropy.below(side.length())];
    const Int before = entry;
    entry = changed_number(entropy, entry, 1, side.a);
    return entry != before;
  }
  const Int entry = entropy.chance(35)                      ? 1
                    : !side.a.empty() && entropy.chance(40) ? entropy.pick(side.a)
                                                            : interesting_number(entropy, 1);
  return plant_entry(entropy, side, entry, 0);
}

bool change_side(Entropy& entropy, Draft& side) {
  return entropy.chance(65) ? change_structure(entropy, side) : change_entries(entropy, side);
}

/// The number of an entry of the codomain, or 0.
Int any_target(Entropy& entropy, const Arrows& arrows) {
  return arrows.t.length() == 0 ? 0 : arrows.t.b[entropy.below(arrows.t.length())];
}

bool retarget(Entropy& entropy, Arrows& arrows) {
  if (arrows.s.length() == 0) return false;
  Int& value = arrows.s.b[entropy.below(arrows.s.length())];
  const Int before = value;
  if (value != 0 && entropy.chance(35)) {
    value = 0;
    return true;
  }
  value = any_target(entropy, arrows);
  // What was there before gets what is free now.
  for (Int& other : arrows.s.b)
    if (&other != &value && other == value) other = before;
  return value != before;
}

/// A new entry of both sides, with an arrow between them.
bool plant_arrow(Entropy& entropy, Arrows& arrows) {
  const Int entry = entropy.chance(30) ? 1 : static_cast<Int>(entropy.between(2, 5));
  const Int fresh = static_cast<Int>(arrows.t.length()) + 1;
  return plant_entry(entropy, arrows.s, entry, fresh) &&
         plant_entry(entropy, arrows.t, entry, fresh);
}

/// Takes an arrow out with both of its ends.
bool drop_arrow(Entropy& entropy, Arrows& arrows) {
  if (arrows.s.length() == 0) return false;
  const std::size_t i = entropy.below(arrows.s.length());
  const Int target = arrows.s.b[i];
  drop_entry(arrows.s, i);
  const auto found = std::find(arrows.t.b.begin(), arrows.t.b.end(), target);
  if (target != 0 && found != arrows.t.b.end())
    drop_entry(arrows.t, static_cast<std::size_t>(found - arrows.t.b.begin()));
  return true;
}

/// Splits an arrow into two, as a refinement of both sides does.
bool split_arrow(Entropy& entropy, Arrows& arrows) {
  if (arrows.s.length() == 0) return false;
  const std::size_t i = entropy.below(arrows.s.length());
  const Int s = arrows.s.a[i];
  const Int target = arrows.s.b[i];
  const Int factor = entropy.chance(15) ? 1 : proper_divisor(entropy, s);
  if (factor == 0) return false;
  const auto found = std::find(arrows.t.b.begin(), arrows.t.b.end(), target);
  const bool has_target = target != 0 && found != arrows.t.b.end();
  const Int fresh = has_target ? static_cast<Int>(arrows.t.length()) + 1 : 0;
  const auto j = static_cast<std::size_t>(found - arrows.t.b.begin());
  split_entry(entropy, arrows.s, i, {factor, target}, {s / factor, fresh});
  if (has_target) split_entry(entropy, arrows.t, j, {factor, target}, {s / factor, fresh});
  return true;
}

Morphism redrawn(Entropy& entropy, const Morphism& f) {
  const int size = static_cast<int>(entropy.below(40));
  const bool flat = f.is_flat();
  const engine::MorphismWish wish{flat, entropy.chance(50), entropy.chance(50)};
  switch (entropy.below(4)) {
    case 0:
      return engine::draw_standard_morphism(entropy, size, flat);
    case 1:
      return engine::draw_morphism_into(entropy, size, f.codomain(), wish);
    case 2:
      return engine::draw_morphism_from(entropy, size, f.domain(), wish);
    default:
      return engine::draw_morphism(entropy, size, wish);
  }
}

/// The second morphism with the shared tuple as it is now.
Morphism with_shared(const Morphism& second, const Draft& shared, bool into_domain) {
  if (!into_domain) return morphism_of({arrows_of(second).s, shared}, false);
  Draft s = shared;
  for (Int& value : s.b)
    value = value == 0 ? 0 : second.map()[static_cast<std::size_t>(value) - 1];
  return morphism_of({std::move(s), numbered(second.codomain())}, true);
}

}  // namespace

bool change_morphism(Entropy& entropy, Morphism& f) {
  if (entropy.chance(8)) {
    const Morphism before = f;
    f = redrawn(entropy, before);
    return f != before && f.domain().length() <= most_entries &&
           f.codomain().length() <= most_entries;
  }
  const Arrows before = arrows_of(f);
  Arrows arrows = before;
  const std::size_t kind = entropy.below(100);
  bool domain_leads = entropy.chance(50);
  bool done = false;
  if (kind < 30) {
    domain_leads = true;
    done = change_side(entropy, arrows.s);
  } else if (kind < 58) {
    domain_leads = false;
    done = change_side(entropy, arrows.t);
  } else if (kind < 74) {
    done = retarget(entropy, arrows);
  } else if (kind < 82) {
    done = plant_arrow(entropy, arrows);
  } else if (kind < 89) {
    done = drop_arrow(entropy, arrows);
  } else {
    done = split_arrow(entropy, arrows);
  }
  if (!done || !is_small(arrows.s, before.s) || !is_small(arrows.t, before.t)) return false;
  Morphism changed = morphism_of(arrows, domain_leads);
  if (changed == f || !is_tame(entropy, f.domain().entries(), changed.domain().entries()) ||
      !is_tame(entropy, f.codomain().entries(), changed.codomain().entries())) {
    return false;
  }
  f = std::move(changed);
  return true;
}

bool change_shared(Entropy& entropy, Morphism& first, Morphism& second, bool into_domain) {
  if (first.codomain() != (into_domain ? second.domain() : second.codomain())) return false;
  const Draft before = numbered(first.codomain());
  Draft shared = before;
  if (!change_side(entropy, shared) || !is_small(shared, before) ||
      !is_tame(entropy, before.a, shared.a)) {
    return false;
  }
  if (first.is_flat() || second.is_flat()) flatten(shared);
  // Of an entry that is there twice, the second is a new one.
  for (std::size_t j = 0; j < shared.length(); ++j) {
    const auto end = shared.b.begin() + static_cast<std::ptrdiff_t>(j);
    if (std::find(shared.b.begin(), end, shared.b[j]) != end) shared.b[j] = 0;
  }
  first = with_shared(first, shared, false);
  second = with_shared(second, shared, into_domain);
  return true;
}

bool change_map(Entropy& entropy, PointedMap& map) {
  Tuple values = map.values();
  Int codomain = map.codomain();
  const auto any = [&] { return entropy.below(values.size()); };
  const auto any_target = [&] {
    const auto reach = static_cast<std::size_t>(std::min(codomain, Int{1} << 20));
    return static_cast<Int>(entropy.below(reach + 1));
  };
  const std::size_t kind = entropy.below(100);
  if (kind < 30 && !values.empty()) {
    values[any()] = entropy.chance(35) ? 0 : any_target();
  } else if (kind < 45 && !values.empty()) {
    const std::size_t i = any();
    std::swap(values[i], values[any()]);
  } else if (kind < 55 && !values.empty()) {
    const std::size_t i = any();
    values[i] = values[any()];
  } else if (kind < 65 && !values.empty()) {
    values.erase(values.begin() + static_cast<std::ptrdiff_t>(any()));
  } else if (kind < 77 && values.size() < most_entries) {
    const auto at = static_cast<std::ptrdiff_t>(entropy.below(values.size() + 1));
    values.insert(values.begin() + at, any_target());
  } else if (kind < 87) {
    codomain += codomain < static_cast<Int>(most_entries) ? 1 : 0;
  } else if (kind < 97) {
    codomain -= codomain > 0 ? 1 : 0;
  } else if (kind < 98) {
    codomain = interesting_number(entropy, 0);
  } else {
    std::reverse(values.begin(), values.end());
  }
  for (Int& value : values)
    value = value > codomain ? 0 : value;
  PointedMap changed(std::move(values), codomain);
  std::swap(map, changed);
  return map != changed;
}

}  // namespace layoutcheck::fuzz
