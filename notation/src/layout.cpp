// Layouts: construction and modes.
#include <layoutcheck/notation/layout.hpp>
#include <layoutcheck/notation/work.hpp>

#include <algorithm>
#include <stdexcept>

namespace layoutcheck {

namespace {

void require_strides(std::span<const Int> stride) {
  if (std::any_of(stride.begin(), stride.end(), [](Int d) { return d < 0; }))
    throw std::invalid_argument("a stride is negative");
}

void require_strides(std::span<const Element> stride) {
  require_one_module(stride);
}

template <class Stride>
void require_layout(const Profile& profile, std::span<const Int> shape,
                    std::span<const Stride> stride) {
  work(shape.size() + 1);
  if (shape.size() != profile.length() || stride.size() != profile.length())
    throw std::invalid_argument("shape and stride are not congruent");
  if (std::any_of(shape.begin(), shape.end(), [](Int s) { return s < 1; }))
    throw std::invalid_argument("an extent is not positive");
  require_strides(stride);
}

}  // namespace

template <class Stride>
BasicLayout<Stride>::BasicLayout(const NestedTuple& shape, const NestedTuple& stride)
  requires std::same_as<Stride, Int>
    : BasicLayout(shape.profile(), shape.entries(), stride.entries()) {
  if (shape.profile() != stride.profile())
    throw std::invalid_argument("shape and stride are not congruent");
}

template <class Stride>
BasicLayout<Stride>::BasicLayout(Profile profile, Tuple shape, Strides stride)
    : profile_(std::move(profile)), shape_(std::move(shape)), stride_(std::move(stride)) {
  require_layout<Stride>(profile_, shape_, stride_);
}

template <class Stride>
void BasicLayout<Stride>::assign(const Profile& profile, std::span<const Int> shape,
                                 std::span<const Stride> stride) {
  require_layout(profile, shape, stride);
  profile_ = profile;
  shape_.assign(shape.begin(), shape.end());
  stride_.assign(stride.begin(), stride.end());
}

template <class Stride>
BasicLayout<Stride> BasicLayout<Stride>::flat(Tuple shape, Strides stride) {
  const std::size_t rank = shape.size();
  return {Profile::flat(rank), std::move(shape), std::move(stride)};
}

template <class Stride>
BasicLayout<Stride> BasicLayout<Stride>::entry(Int extent, Stride stride) {
  return {Profile(), Tuple{extent}, Strides{std::move(stride)}};
}

template <class Stride>
BasicLayout<Stride> BasicLayout<Stride>::tuple_of(std::span<const BasicLayout> modes) {
  Tuple shape;
  Strides stride;
  std::vector<Profile> profiles;
  profiles.reserve(modes.size());
  for (const BasicLayout& mode : modes) {
    shape.insert(shape.end(), mode.shape_.begin(), mode.shape_.end());
    stride.insert(stride.end(), mode.stride_.begin(), mode.stride_.end());
    profiles.push_back(mode.profile_);
  }
  return {Profile::tuple_of(profiles), std::move(shape), std::move(stride)};
}

template <class Stride>
std::vector<BasicLayout<Stride>> BasicLayout<Stride>::modes() const {
  std::vector<BasicLayout> modes;
  std::ptrdiff_t next = 0;
  for (Profile& profile : profile_.modes()) {
    const std::ptrdiff_t end = next + static_cast<std::ptrdiff_t>(profile.length());
    modes.emplace_back(std::move(profile), Tuple(shape_.begin() + next, shape_.begin() + end),
                       Strides(stride_.begin() + next, stride_.begin() + end));
    next = end;
  }
  return modes;
}

template class BasicLayout<Int>;
template class BasicLayout<Element>;

ModuleLayout over_integers(const Layout& layout, bool is_negated) {
  std::vector<Element> strides;
  for (const Int d : layout.strides())
    strides.push_back(Element::integer(is_negated ? -d : d));
  return {layout.profile(), layout.extents(), std::move(strides)};
}

}  // namespace layoutcheck
