// Layouts: construction and modes.
#include <layoutcheck/notation/layout.hpp>
#include <layoutcheck/notation/work.hpp>

#include <algorithm>
#include <stdexcept>

namespace layoutcheck {

Layout::Layout(const NestedTuple& shape, const NestedTuple& stride)
    : Layout(shape.profile(), shape.entries(), stride.entries()) {
  if (shape.profile() != stride.profile())
    throw std::invalid_argument("shape and stride are not congruent");
}

namespace {

void require_layout(const Profile& profile, const Tuple& shape, const Tuple& stride) {
  work(shape.size() + 1);
  if (shape.size() != profile.length() || stride.size() != profile.length())
    throw std::invalid_argument("shape and stride are not congruent");
  if (std::any_of(shape.begin(), shape.end(), [](Int s) { return s < 1; }))
    throw std::invalid_argument("an extent is not positive");
  if (std::any_of(stride.begin(), stride.end(), [](Int d) { return d < 0; }))
    throw std::invalid_argument("a stride is negative");
}

}  // namespace

Layout::Layout(Profile profile, Tuple shape, Tuple stride)
    : profile_(std::move(profile)), shape_(std::move(shape)), stride_(std::move(stride)) {
  require_layout(profile_, shape_, stride_);
}

void Layout::assign(const Profile& profile, const Tuple& shape, const Tuple& stride) {
  require_layout(profile, shape, stride);
  profile_ = profile;
  shape_ = shape;
  stride_ = stride;
}

Layout Layout::flat(Tuple shape, Tuple stride) {
  const std::size_t rank = shape.size();
  return {Profile::flat(rank), std::move(shape), std::move(stride)};
}

Layout Layout::entry(Int extent, Int stride) {
  return {Profile(), Tuple{extent}, Tuple{stride}};
}

Layout Layout::tuple_of(std::span<const Layout> modes) {
  Tuple shape;
  Tuple stride;
  std::vector<Profile> profiles;
  profiles.reserve(modes.size());
  for (const Layout& mode : modes) {
    shape.insert(shape.end(), mode.shape_.begin(), mode.shape_.end());
    stride.insert(stride.end(), mode.stride_.begin(), mode.stride_.end());
    profiles.push_back(mode.profile_);
  }
  return {Profile::tuple_of(profiles), std::move(shape), std::move(stride)};
}

std::vector<Layout> Layout::modes() const {
  if (is_entry()) return {*this};
  std::vector<Layout> modes;
  std::ptrdiff_t next = 0;
  for (Profile& profile : profile_.modes()) {
    const std::ptrdiff_t end = next + static_cast<std::ptrdiff_t>(profile.length());
    modes.emplace_back(std::move(profile), Tuple(shape_.begin() + next, shape_.begin() + end),
                       Tuple(stride_.begin() + next, stride_.begin() + end));
    next = end;
  }
  return modes;
}

}  // namespace layoutcheck
