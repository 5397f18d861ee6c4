// Nested tuples: construction and modes.
#include <layoutcheck/notation/nested_tuple.hpp>
#include <layoutcheck/notation/work.hpp>

#include <algorithm>
#include <stdexcept>

namespace layoutcheck {

NestedTuple::NestedTuple(Int entry) : NestedTuple(Tuple{entry}, Profile()) {}

namespace {

void require_nested_tuple(const Tuple& entries, const Profile& profile) {
  work(entries.size() + 1);
  if (entries.size() != profile.length())
    throw std::invalid_argument("a nested tuple needs as many entries as its profile has");
  if (std::any_of(entries.begin(), entries.end(), [](Int x) { return x < 0; }))
    throw std::invalid_argument("an entry of a nested tuple is negative");
}

}  // namespace

NestedTuple::NestedTuple(Tuple entries, Profile profile)
    : entries_(std::move(entries)), profile_(std::move(profile)) {
  require_nested_tuple(entries_, profile_);
}

void NestedTuple::assign(const Tuple& entries, const Profile& profile) {
  require_nested_tuple(entries, profile);
  entries_ = entries;
  profile_ = profile;
}

NestedTuple NestedTuple::flat(Tuple entries) {
  const std::size_t rank = entries.size();
  return {std::move(entries), Profile::flat(rank)};
}

NestedTuple NestedTuple::tuple_of(std::span<const NestedTuple> modes) {
  Tuple entries;
  std::vector<Profile> profiles;
  profiles.reserve(modes.size());
  for (const NestedTuple& mode : modes) {
    entries.insert(entries.end(), mode.entries_.begin(), mode.entries_.end());
    profiles.push_back(mode.profile_);
  }
  return {std::move(entries), Profile::tuple_of(profiles)};
}

bool NestedTuple::is_positive() const {
  return std::all_of(entries_.begin(), entries_.end(), [](Int x) { return x > 0; });
}

std::vector<NestedTuple> NestedTuple::modes() const {
  std::vector<NestedTuple> modes;
  auto next = entries_.begin();
  for (Profile& profile : profile_.modes()) {
    const auto end = next + static_cast<std::ptrdiff_t>(profile.length());
    modes.emplace_back(Tuple(next, end), std::move(profile));
    next = end;
  }
  return modes;
}

}  // namespace layoutcheck
