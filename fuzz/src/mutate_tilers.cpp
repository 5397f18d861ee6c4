// Mutations of tilers, down to the layouts and shapes in them.
#include "mutate_values.hpp"
#include <layoutcheck/engine/draw.hpp>

namespace layoutcheck::fuzz {

namespace {

/// Another form of what says nearly the same: a shape as a layout, modes as a tuple of tilers.
bool change_form(Entropy& entropy, Tiler& tiler) {
  if (const Layout* layout = tiler.layout()) {
    Tiler::Tuple modes;
    if (entropy.chance(30)) {
      tiler = Tiler(layout->shape());
    } else if (layout->is_entry() || entropy.chance(30)) {
      modes.push_back(std::move(tiler));
      tiler = Tiler(std::move(modes));
    } else {
      for (Layout& mode : layout->modes())
        modes.emplace_back(std::move(mode));
      tiler = Tiler(std::move(modes));
    }
    return true;
  }
  if (const NestedTuple* shape = tiler.shape()) {
    if (entropy.chance(30)) {
      tiler = Tiler(Layout(*shape, NestedTuple(Tuple(shape->length(), 1), shape->profile())));
      return true;
    }
    Tiler::Tuple modes;
    for (NestedTuple& mode : shape->modes())
      modes.emplace_back(std::move(mode));
    tiler = Tiler(std::move(modes));
    return true;
  }
  if (tiler.modes() != nullptr && tiler.modes()->size() == 1 && !tiler.modes()->front().keeps()) {
    Tiler only = tiler.modes()->front();
    tiler = std::move(only);
    return true;
  }
  return false;
}

bool change_modes(Entropy& entropy, Tiler::Tuple& modes) {
  const auto place = [&](std::size_t i) { return modes.begin() + static_cast<std::ptrdiff_t>(i); };
  const std::size_t kind = entropy.below(100);
  if (modes.empty() || kind < 20) {
    if (modes.size() >= 6) return false;
    Tiler mode = any_mode(entropy);
    modes.insert(place(entropy.below(modes.size() + 1)), std::move(mode));
    return true;
  }
  const std::size_t i = entropy.below(modes.size());
  if (kind < 35) {
    modes.erase(place(i));
  } else if (kind < 45) {
    const std::size_t j = entropy.below(modes.size());
    std::swap(modes[i], modes[j]);
    return i != j;
  } else if (kind < 55) {
    modes[i] = Tiler();
  } else if (kind < 60) {
    const Tiler copy = modes[i];
    modes.insert(place(i), copy);
  } else if (modes[i].keeps()) {
    modes[i] = any_mode(entropy);
  } else {
    return change_tiler(entropy, modes[i]);
  }
  return true;
}

}  // namespace

Tiler any_mode(Entropy& entropy) {
  switch (entropy.below(4)) {
    case 0:
      return {};
    case 1:
      return Tiler(NestedTuple(static_cast<Int>(entropy.between(1, 4))));
    case 2:
      return Tiler(engine::draw_shape(entropy, 5));
    default:
      return Tiler(engine::draw_layout(entropy, 5));
  }
}

bool change_tiler(Entropy& entropy, Tiler& tiler) {
  // Brackets of tilers are kept few by the length of the line and by this.
  if (entropy.chance(18) && text_length(tiler) < 80) return change_form(entropy, tiler);
  if (const Layout* held = tiler.layout()) {
    Layout layout = *held;
    if (!change_layout(entropy, layout)) return false;
    tiler = Tiler(std::move(layout));
    return true;
  }
  if (const NestedTuple* held = tiler.shape()) {
    NestedTuple shape = *held;
    if (!change_tuple(entropy, shape, 1)) return false;
    tiler = Tiler(std::move(shape));
    return true;
  }
  if (const Tiler::Tuple* held = tiler.modes()) {
    Tiler::Tuple modes = *held;
    if (!change_modes(entropy, modes)) return false;
    tiler = Tiler(std::move(modes));
    return true;
  }
  return false;
}

}  // namespace layoutcheck::fuzz
