// Integer tuples, by recursion over the cases of the comments.
#include <layoutcheck/notation/work.hpp>
#include <layoutcheck/oracles/int_tuples.hpp>

#include <algorithm>
#include <functional>

namespace layoutcheck::oracle {
namespace {

using Tuples = std::vector<ExactTuple>;

ExactTuple integer(const Exact& x) {
  return {Profile(), {x}};
}

const Exact& value(const ExactTuple& x) {
  return x.entries.front();
}

bool is_integer(const ExactTuple& x) {
  return x.profile.is_entry();
}

Exact size(const ExactTuple& x) {
  work(x.entries.size() + 1);
  return product(x.entries);
}

Exact rounded_up(const Exact& x, const Exact& y) {
  return (x + y - 1) / y;
}

Undefined other_ranks(std::size_t x, std::size_t y) {
  return {"a tuple of rank " + std::to_string(x) + " meets one of rank " + std::to_string(y)};
}

Undefined integer_meets_tuple() {
  return {"an integer meets a tuple"};
}

using Binary = std::function<Outcome<ExactTuple>(const ExactTuple&, const ExactTuple&)>;

/// The tuple of f(x_i, y_i); what y lacks is 1, where it may have a smaller rank.
Outcome<ExactTuple> mode_by_mode(const ExactTuple& x, const ExactTuple& y, bool y_may_be_shorter,
                                 const Binary& f) {
  const Tuples xs = modes(x);
  Tuples ys = modes(y);
  if (xs.size() != ys.size() && !(y_may_be_shorter && ys.size() < xs.size()))
    return other_ranks(xs.size(), ys.size());
  ys.resize(xs.size(), integer(1));
  Tuples result;
  for (std::size_t i = 0; i < xs.size(); ++i) {
    Outcome<ExactTuple> mode = f(xs[i], ys[i]);
    if (!mode) return mode;
    result.push_back(*mode);
  }
  return tuple_of(result);
}

/// Each mode of x divided by what the modes before it have left of y.
Outcome<ExactTuple> folded(const ExactTuple& x, ExactTuple y, const Binary& divide) {
  Tuples result;
  for (const ExactTuple& mode : modes(x)) {
    Outcome<ExactTuple> quotient = divide(mode, y);
    if (!quotient) return quotient;
    result.push_back(*quotient);
    const Outcome<ExactTuple> left = divide(y, mode);
    if (!left) return left;
    y = *left;
  }
  return tuple_of(result);
}

Outcome<ExactTuple> divided(const ExactTuple& x, const ExactTuple& y, bool exactly) {
  const auto again = [&](const ExactTuple& a, const ExactTuple& b) {
    return divided(a, b, exactly);
  };
  if (!is_integer(x))
    return is_integer(y) ? folded(x, y, again) : mode_by_mode(x, y, !exactly, again);
  const Exact by = size(y);
  if (exactly && value(x) % by != 0 && by % value(x) != 0)
    return Undefined{digits(value(x)) + " and " + digits(by) + " do not divide one another"};
  return integer(rounded_up(value(x), by));
}

}  // namespace

std::vector<ExactTuple> modes(const ExactTuple& x) {
  if (is_integer(x)) return {x};
  work(x.profile.word().size());
  Tuples result;
  auto entry = x.entries.begin();
  for (const Profile& mode : x.profile.modes()) {
    const auto end = entry + static_cast<std::ptrdiff_t>(mode.length());
    result.emplace_back(mode, std::vector<Exact>(entry, end));
    entry = end;
  }
  return result;
}

ExactTuple tuple_of(std::span<const ExactTuple> modes) {
  std::vector<Profile> profiles;
  std::vector<Exact> entries;
  for (const ExactTuple& mode : modes) {
    work(mode.entries.size() + 1);
    profiles.push_back(mode.profile);
    entries.insert(entries.end(), mode.entries.begin(), mode.entries.end());
  }
  return {tuple_of(profiles), std::move(entries)};
}

ExactTuple product_each(const ExactTuple& x) {
  Tuples sizes;
  for (const ExactTuple& mode : modes(x))
    sizes.push_back(integer(size(mode)));
  return tuple_of(sizes);
}

Outcome<ExactTuple> product_like(const ExactTuple& x, const Profile& profile) {
  if (profile.is_entry()) return integer(size(x));
  if (is_integer(x)) return integer_meets_tuple();
  const std::vector<Profile> places = profile.modes();
  const Tuples xs = modes(x);
  if (xs.size() != places.size()) return other_ranks(xs.size(), places.size());
  Tuples result;
  for (std::size_t i = 0; i < xs.size(); ++i) {
    Outcome<ExactTuple> mode = product_like(xs[i], places[i]);
    if (!mode) return mode;
    result.push_back(*mode);
  }
  return tuple_of(result);
}

Outcome<Exact> inner_product(const ExactTuple& x, const ExactTuple& y) {
  if (x.profile != y.profile) return Undefined{"the tuples are not congruent"};
  Exact sum = 0;
  for (std::size_t i = 0; i < x.entries.size(); ++i)
    sum += x.entries[i] * y.entries[i];
  return sum;
}

Outcome<ExactTuple> elem_scale(const ExactTuple& x, const ExactTuple& y) {
  if (is_integer(x)) return integer(value(x) * size(y));
  if (is_integer(y)) return integer_meets_tuple();
  return mode_by_mode(x, y, false, elem_scale);
}

Outcome<ExactTuple> shape_div(const ExactTuple& x, const ExactTuple& y) {
  return divided(x, y, true);
}

Outcome<ExactTuple> ceil_div(const ExactTuple& x, const ExactTuple& y) {
  return divided(x, y, false);
}

Outcome<ExactTuple> round_up(const ExactTuple& x, const ExactTuple& y) {
  if (is_integer(x) != is_integer(y)) return integer_meets_tuple();
  if (!is_integer(x)) return mode_by_mode(x, y, true, round_up);
  return integer(rounded_up(value(x), value(y)) * value(y));
}

bool weakly_congruent(const Profile& x, const Profile& y) {
  if (x.is_entry()) return true;
  if (y.is_entry()) return false;
  work(y.word().size());
  const std::vector<Profile> xs = x.modes();
  const std::vector<Profile> ys = y.modes();
  return std::equal(xs.begin(), xs.end(), ys.begin(), ys.end(), weakly_congruent);
}

bool compatible(const ExactTuple& x, const ExactTuple& y) {
  if (is_integer(x)) return value(x) == size(y);
  if (is_integer(y)) return false;
  const Tuples xs = modes(x);
  const Tuples ys = modes(y);
  return std::equal(xs.begin(), xs.end(), ys.begin(), ys.end(), compatible);
}

bool evenly_divides(const ExactTuple& x, const ExactTuple& y) {
  if (is_integer(y)) return size(x) == value(y) * size(*ceil_div(x, y));
  const Tuples xs = modes(x);
  const Tuples ys = modes(y);
  return ys.size() <= xs.size() && std::equal(ys.begin(), ys.end(), xs.begin(),
                                              [](const ExactTuple& tile, const ExactTuple& mode) {
                                                return evenly_divides(mode, tile);
                                              });
}

Outcome<ExactTuple> common_refinement(const ExactTuple& x, const ExactTuple& y) {
  if (!is_integer(x) && !is_integer(y)) return mode_by_mode(x, y, false, common_refinement);
  if (size(x) != size(y))
    return Undefined{"the sizes are " + digits(size(x)) + " and " + digits(size(y))};
  return is_integer(x) ? y : x;
}

Outcome<ExactTuple> common_coarsening(const ExactTuple& x, const ExactTuple& y) {
  if (!is_integer(x) && !is_integer(y)) {
    const Outcome<ExactTuple> by_mode = mode_by_mode(x, y, false, common_coarsening);
    if (by_mode) return by_mode;
  }
  if (size(x) != size(y))
    return Undefined{"the sizes are " + digits(size(x)) + " and " + digits(size(y))};
  return integer(size(x));
}

Outcome<std::strong_ordering> compare(const ExactTuple& x, const ExactTuple& y, Mode decides) {
  if (is_integer(x) != is_integer(y)) return integer_meets_tuple();
  if (is_integer(x)) {
    return value(x) < value(y)   ? std::strong_ordering::less
           : value(y) < value(x) ? std::strong_ordering::greater
                                 : std::strong_ordering::equal;
  }
  Tuples xs = modes(x);
  Tuples ys = modes(y);
  if (decides == Mode::last) {
    std::reverse(xs.begin(), xs.end());
    std::reverse(ys.begin(), ys.end());
  }
  std::strong_ordering result = std::strong_ordering::equal;
  for (std::size_t i = 0; i < std::min(xs.size(), ys.size()); ++i) {
    const Outcome<std::strong_ordering> mode = compare(xs[i], ys[i], decides);
    if (!mode) return mode;
    if (result == 0) result = *mode;
  }
  return result != 0 ? result : xs.size() <=> ys.size();
}

Outcome<bool> elem_less(const ExactTuple& x, const ExactTuple& y, bool or_equal) {
  if (is_integer(x) != is_integer(y)) return integer_meets_tuple();
  if (is_integer(x)) return or_equal ? value(x) <= value(y) : value(x) < value(y);
  const Tuples xs = modes(x);
  const Tuples ys = modes(y);
  bool result = xs.size() <= ys.size();
  for (std::size_t i = 0; i < std::min(xs.size(), ys.size()); ++i) {
    const Outcome<bool> mode = elem_less(xs[i], ys[i], or_equal);
    if (!mode) return mode;
    result = result && *mode;
  }
  return result;
}

Outcome<Exact> crd2idx(const ExactTuple& coordinate, const ExactTuple& shape) {
  const Outcome<ExactTuple> sizes = product_like(shape, coordinate.profile);
  if (!sizes) return Undefined{"the coordinate does not fit the shape: " + sizes.reason()};
  for (std::size_t i = 0; i < sizes->entries.size(); ++i) {
    if (coordinate.entries[i] >= sizes->entries[i]) {
      return Undefined{"part " + std::to_string(i) + " is " + digits(coordinate.entries[i]) +
                       ", of " + digits(sizes->entries[i])};
    }
  }
  return index_of(sizes->entries, coordinate.entries);
}

Outcome<ExactTuple> idx2crd(const ExactTuple& coordinate, const ExactTuple& shape) {
  const Outcome<Exact> index = crd2idx(coordinate, shape);
  if (!index) return index.undefined();
  return ExactTuple(shape.profile, coordinate_of(shape.entries, *index));
}

Outcome<ExactTuple> crd2crd(const ExactTuple& coordinate, const ExactTuple& from,
                            const ExactTuple& to) {
  if (is_integer(coordinate) || is_integer(from) || is_integer(to)) {
    if (size(from) != size(to))
      return Undefined{"the sizes are " + digits(size(from)) + " and " + digits(size(to))};
    const Outcome<Exact> index = crd2idx(coordinate, from);
    if (!index) return index.undefined();
    return ExactTuple(to.profile, coordinate_of(to.entries, *index));
  }
  const Tuples parts = modes(coordinate);
  const Tuples sources = modes(from);
  const Tuples targets = modes(to);
  if (parts.size() != sources.size() || parts.size() != targets.size())
    return other_ranks(parts.size(),
                       parts.size() == sources.size() ? targets.size() : sources.size());
  Tuples result;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    Outcome<ExactTuple> mode = crd2crd(parts[i], sources[i], targets[i]);
    if (!mode) return mode;
    result.push_back(*mode);
  }
  return tuple_of(result);
}

Outcome<ExactTuple> increment(const ExactTuple& coordinate, const ExactTuple& shape) {
  if (coordinate.profile != shape.profile)
    return Undefined{"the coordinate is not congruent to the shape"};
  const Outcome<Exact> index = crd2idx(coordinate, shape);
  if (!index) return index.undefined();
  if (*index + 1 == size(shape)) return Undefined{"it is the last coordinate"};
  return ExactTuple(shape.profile, coordinate_of(shape.entries, *index + 1));
}

}  // namespace layoutcheck::oracle
