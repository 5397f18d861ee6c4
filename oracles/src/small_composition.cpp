// Composing in machine words, within bounds that keep them from overflowing.
#include <layoutcheck/oracles/small_composition.hpp>

#include <algorithm>

namespace layoutcheck::oracle {
namespace {

constexpr Int greatest_size = Int{1} << 12;
constexpr Int greatest_stride = Int{1} << 20;

// With these bounds no more than 12 extents exceed 1, so that values of B stay below 2^36, and
// values of A on them, in either convention, below 2^56.
bool is_small(const Layout& layout) {
  Int size = 1;
  for (const Int extent : layout.extents()) {
    if (extent > greatest_size) return false;
    size *= extent;
    if (size > greatest_size) return false;
  }
  return std::all_of(layout.strides().begin(), layout.strides().end(),
                     [](Int stride) { return stride <= greatest_stride; });
}

Int size_of(const Layout& layout) {
  Int size = 1;
  for (const Int extent : layout.extents())
    size *= extent;
  return size;
}

/// Φ(x + c·s_1 ⋯ s_{i−1}) = Φ(x) + c·d_i, as in table() of functions.hpp.
void tabulate(const std::vector<Int>& extents, const std::vector<Int>& strides,
              std::vector<Int>& values) {
  values.assign(1, 0);
  for (std::size_t i = 0; i < extents.size(); ++i) {
    const std::size_t below = values.size();
    for (Int c = 1; c < extents[i]; ++c)
      for (std::size_t x = 0; x < below; ++x)
        values.push_back(values[x] + c * strides[i]);
  }
}

/// The layout function at x, as value_at() of functions.hpp has it; strictly, x is in the domain.
Int value_at(const Layout& layout, Int x, Convention convention) {
  std::size_t last = layout.length();
  while (convention == Convention::squeezed && last > 0 && layout.extents()[last - 1] == 1)
    --last;
  Int result = 0;
  for (std::size_t i = 0; i < last; ++i) {
    const bool is_endless = convention != Convention::strict && i + 1 == last;
    result += (is_endless ? x : x % layout.extents()[i]) * layout.strides()[i];
    x /= layout.extents()[i];
  }
  return result;
}

}  // namespace

bool SmallComposition::takes(const Layout& a, const Layout& b) {
  return is_small(a) && is_small(b);
}

bool SmallComposition::compose(const Layout& a, const Layout& b, Convention convention) {
  tabulate(b.extents(), b.strides(), composed_);
  const bool strict = convention == Convention::strict;
  // The last point of B has the largest value.
  if (strict && composed_.back() >= size_of(a)) return false;
  for (Int& value : composed_)
    value = value_at(a, value, convention);

  extents_.clear();
  strides_.clear();
  lengths_.clear();
  word_.clear();
  std::size_t place = 1;  // s_1 ⋯ s_{i−1}
  for (const Int entry : b.extents()) {
    const auto extent = static_cast<std::size_t>(entry);
    if (!recognize(place, extent)) return false;
    place *= extent;
  }
  // Each part in coalesced form: (1):(0) and (s):(d) have depth 0.
  std::size_t i = 0;
  for (const char c : b.profile().word()) {
    if (c != '*' || lengths_[i] <= 1) {
      word_ += c;
    } else {
      word_ += '(';
      word_.append(lengths_[i], '*');
      word_ += ')';
    }
    i += c == '*' ? 1 : 0;
  }
  tabulate(extents_, strides_, values_);
  return values_ == composed_;
}

/// Appends the modes that k ↦ A(B(k·place)) on [0, extent) has if it is a layout function, as
/// flat_layout_of_table() of recognition.hpp finds them; that the function has all of its values is
/// compared at the end.
bool SmallComposition::recognize(std::size_t place, std::size_t extent) {
  const std::size_t before = extents_.size();
  std::size_t rest = extent;
  while (rest > 1) {
    const Int stride = composed_[place];
    std::size_t reach = 1;
    for (Int expected = stride; reach < rest && composed_[reach * place] == expected; ++reach)
      expected += stride;
    if (rest % reach != 0) return false;
    extents_.push_back(static_cast<Int>(reach));
    strides_.push_back(stride);
    place *= reach;
    rest /= reach;
  }
  if (extents_.size() == before) {
    extents_.push_back(1);
    strides_.push_back(0);
  }
  lengths_.push_back(extents_.size() - before);
  return true;
}

bool SmallComposition::is(const Layout& answer) const {
  return answer.extents() == extents_ && answer.strides() == strides_ &&
         answer.profile().word() == word_;
}

}  // namespace layoutcheck::oracle
