// How far a kernel holds: the smallest value of a named size at which something is wrong.
#include <layoutcheck/kernels/growth.hpp>
#include <layoutcheck/kernels/numbers.hpp>

#include <algorithm>
#include <cctype>
#include <limits>
#include <random>
#include <stdexcept>

namespace layoutcheck::gpu {

namespace {

/// Sizes that are sampled on each side of the boundary.
constexpr int samples = 12;

/// Sizes by their number: `first + i * step`.
class Search {
 public:
  Search(const Growth& growth, const TrySize& try_size) : try_size_(try_size) {
    report_.growth = growth;
    last_ = report_.sizes() - 1;
  }

  GrowthReport run() {
    try {
      double_up();
      bisect();
      // Each round that finds something smaller begins anew below it.
      for (bool found = true; found;) {
        found = sample_below();
        bisect();
      }
      sample_above();
      report_.finished = true;
    } catch (const Stopped&) {
    }
    if (bad_) report_.not_right_from = size_of(*bad_);
    if (good_) report_.right_up_to = size_of(*good_);
    return std::move(report_);
  }

 private:
  struct Stopped {};

  [[nodiscard]] std::int64_t size_of(std::uint64_t i) const {
    return report_.growth.first +
           static_cast<std::int64_t>(i * static_cast<std::uint64_t>(report_.growth.step));
  }

  /// Tries the size, and puts it on its side of the boundary.
  bool is_right(std::uint64_t i) {
    const std::int64_t size = size_of(i);
    auto it = report_.tried.find(size);
    if (it == report_.tried.end()) {
      const auto at_size = try_size_(size);
      if (!at_size) throw Stopped();
      it = report_.tried.emplace(size, *at_size).first;
    }
    const bool right = gpu::is_right(it->second.kind);
    if (!right && (!bad_ || i < *bad_)) bad_ = i;
    if (right && (!good_ || i > *good_)) good_ = i;
    if (good_ && bad_ && *good_ > *bad_) {
      // The largest right size below the smallest that is not.
      good_.reset();
      for (const auto& [tried, at] : report_.tried) {
        if (tried >= size_of(*bad_)) break;
        if (gpu::is_right(at.kind)) good_ = index_of(tried);
      }
    }
    return right;
  }

  [[nodiscard]] std::uint64_t index_of(std::int64_t size) const {
    return static_cast<std::uint64_t>(size - report_.growth.first) /
           static_cast<std::uint64_t>(report_.growth.step);
  }

  void double_up() {
    if (!is_right(0)) return;
    for (std::int64_t size = report_.growth.first; size <= report_.growth.last / 2;) {
      size *= 2;
      const std::uint64_t i = index_of(size);
      if (i < last_ && !is_right(i)) return;
    }
    is_right(last_);
  }

  void bisect() {
    while (bad_ && good_ && *bad_ - *good_ > 1)
      is_right(*good_ + (*bad_ - *good_) / 2);
  }

  std::uint64_t between(std::uint64_t least, std::uint64_t greatest) {
    // Sizes of all magnitudes, and no multiples of anything.
    const std::uint64_t width = greatest - least;
    const std::uint64_t part = width >> (random_() % 8 * 2);
    const std::uint64_t offset = part == 0 ? 0 : random_() % part;
    return random_() % 2 == 0 ? least + offset : greatest - offset;
  }

  /// Whether a size below the boundary is not right.
  bool sample_below() {
    if (!good_ || *good_ == 0) return false;
    const std::uint64_t end = *good_;
    for (int i = 0; i < samples; ++i)
      if (!is_right(between(0, end))) return true;
    return false;
  }

  void sample_above() {
    if (!bad_ || *bad_ == last_) return;
    is_right(last_);
    for (int i = 0; i < samples; ++i)
      is_right(between(*bad_, last_));
  }

  const TrySize& try_size_;
  GrowthReport report_;
  std::uint64_t last_ = 0;
  std::optional<std::uint64_t> good_;
  std::optional<std::uint64_t> bad_;
  /// The same sizes in each run.
  std::mt19937_64 random_{1};
};

bool is_part_of_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '$';
}

constexpr std::int64_t most_size = std::int64_t{1} << 62;

[[noreturn]] void bad_sizes(std::string_view text, const std::string& why) {
  throw std::invalid_argument("'" + std::string(text.substr(0, 200)) + "': " + why);
}

/// The name before the sign of equality.
std::string name_in(std::string_view text, std::size_t equals) {
  std::string name(trimmed(text.substr(0, equals)));
  if (!is_identifier(name)) bad_sizes(text, "'" + name + "' is no name");
  return name;
}

}  // namespace

std::string_view name(AtSize::Kind kind) {
  switch (kind) {
    case AtSize::Kind::right:
      return "right";
    case AtSize::Kind::right_in_part:
      return "right in part";
    case AtSize::Kind::wrong:
      return "wrong";
    case AtSize::Kind::undecided:
      return "undecided";
    case AtSize::Kind::refused:
      return "refused";
  }
  return "?";
}

Growth parse_growth(std::string_view text) {
  const auto bad = [&](const std::string& why) { bad_sizes(text, why); };
  const std::size_t equals = text.find('=');
  const std::size_t dots = text.find("..");
  if (equals == std::string_view::npos || dots == std::string_view::npos || dots < equals)
    bad("a size that grows is 'NAME=FIRST..LAST', perhaps 'by STEP'");
  Growth growth;
  growth.name = name_in(text, equals);
  const auto parts = split_at_word(text.substr(dots + 2), "by");
  if (parts.size() > 2) bad("there is more than one 'by'");
  growth.first =
      parse_number_in(text.substr(equals + 1, dots - equals - 1), "the first size", 1, most_size);
  growth.last = parse_number_in(parts[0], "the last size", growth.first, most_size);
  if (parts.size() == 2) growth.step = parse_number_in(parts[1], "the step", 1, most_size);
  return growth;
}

Sizes parse_sizes(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos) bad_sizes(text, "sizes are 'NAME=NUMBER,NUMBER,...'");
  Sizes sizes;
  sizes.name = name_in(text, equals);
  for (const std::string_view part : split_outside_brackets(text.substr(equals + 1), ','))
    sizes.values.push_back(parse_number_in(part, "a size", 1, most_size));
  return sizes;
}

Replaced with_size(std::string_view text, const std::string& name, std::int64_t size) {
  Replaced replaced;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && is_part_of_word(text[end]))
      ++end;
    const std::string_view word = text.substr(i, std::max<std::size_t>(end - i, 1));
    const bool is_it = word == name;
    replaced.text += is_it ? std::to_string(size) : std::string(word);
    replaced.count += is_it ? 1 : 0;
    i += word.size();
  }
  return replaced;
}

std::optional<std::int64_t> GrowthReport::right_again() const {
  if (!not_right_from) return std::nullopt;
  for (auto it = tried.upper_bound(*not_right_from); it != tried.end(); ++it)
    if (is_right(it->second.kind)) return it->first;
  return std::nullopt;
}

GrowthReport grow(const Growth& growth, const TrySize& try_size) {
  return Search(growth, try_size).run();
}

}  // namespace layoutcheck::gpu
