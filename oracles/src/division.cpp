// Dividing and multiplying with the complements and compositions that define it.
#include <layoutcheck/oracles/complement.hpp>
#include <layoutcheck/oracles/division.hpp>

#include <algorithm>
#include <functional>

namespace layoutcheck::oracle {

std::optional<std::vector<Tiler>> by_mode(const Tiler& t) {
  if (t.modes() != nullptr) return *t.modes();
  if (t.shape() == nullptr || t.shape()->is_entry()) return std::nullopt;
  std::vector<Tiler> tilers;
  for (const NestedTuple& mode : t.shape()->modes())
    tilers.emplace_back(mode);
  return tilers;
}

ExactLayout layout_of(const Tiler& t) {
  if (t.layout() != nullptr) return *t.layout();
  return ExactLayout::entry(t.shape()->entries().front(), 1);
}

namespace {

Undefined no_complement(const std::string& of, const Exact& n, const std::string& reason) {
  return Undefined{of + " has no " + digits(n) + "-complement: " + reason};
}

Outcome<ExactLayout> complement(const char* name, const ExactLayout& a, const Exact& n,
                                Convention convention, const Limits& limits) {
  const Outcome<ExactLayout> flat = flat_complement(a, n, convention, limits);
  if (!flat) return no_complement(name, n, flat.reason());
  return in_coalesced_form(*flat);
}

Undefined too_many(std::size_t tilers, std::size_t modes) {
  return Undefined{std::to_string(tilers) + " tilers for " + std::to_string(modes) + " modes"};
}

using OnLayout = std::function<Outcome<ExactLayout>(const ExactLayout&, const ExactLayout&)>;

/// What becomes of the modes of A beyond the tilers.
enum class Beyond { dropped, kept };

Outcome<ExactLayout> apply_by_mode(const ExactLayout& a, const Tiler& t, Beyond beyond,
                                   const OnLayout& operation) {
  if (t.keeps()) return a;
  const std::optional<std::vector<Tiler>> tilers = by_mode(t);
  if (!tilers) return operation(a, layout_of(t));
  std::vector<ExactLayout> modes = a.modes();
  if (tilers->size() > modes.size()) return too_many(tilers->size(), modes.size());
  for (std::size_t i = 0; i < tilers->size(); ++i) {
    Outcome<ExactLayout> mode = apply_by_mode(modes[i], (*tilers)[i], beyond, operation);
    if (!mode) return Undefined{"mode " + std::to_string(i) + ": " + mode.reason()};
    modes[i] = *mode;
  }
  if (beyond == Beyond::dropped) modes.resize(tilers->size());
  return ExactLayout::tuple_of(modes);
}

OnLayout on_layout(Splitter splitter, Convention convention, const Limits& limits) {
  return [=](const ExactLayout& a, const ExactLayout& b) {
    return splitter == Splitter::divide ? logical_divide(a, b, convention, limits)
                                        : logical_product(a, b, convention, limits);
  };
}

Outcome<Pair> zipped(const ExactLayout& a, const Tiler& t, const OnLayout& operation) {
  if (t.keeps()) return Pair{ExactLayout::entry(1, 0), a};
  const std::optional<std::vector<Tiler>> tilers = by_mode(t);
  if (!tilers) {
    const Outcome<ExactLayout> both = operation(a, layout_of(t));
    if (!both) return both.undefined();
    const std::vector<ExactLayout> parts = both->modes();
    return Pair{parts[0], parts[1]};
  }
  const std::vector<ExactLayout> modes = a.modes();
  if (tilers->size() > modes.size()) return too_many(tilers->size(), modes.size());
  std::vector<ExactLayout> first;
  std::vector<ExactLayout> second;
  for (std::size_t i = 0; i < modes.size(); ++i) {
    if (i >= tilers->size()) {
      second.push_back(modes[i]);
      continue;
    }
    const Outcome<Pair> pair = zipped(modes[i], (*tilers)[i], operation);
    if (!pair) return Undefined{"mode " + std::to_string(i) + ": " + pair.reason()};
    first.push_back(pair->first);
    second.push_back(pair->second);
  }
  return Pair{ExactLayout::tuple_of(first), ExactLayout::tuple_of(second)};
}

Outcome<ExactLayout> product_by_rank(const ExactLayout& a, const ExactLayout& b, bool block_first,
                                     Convention convention, const Limits& limits) {
  const auto rank = [](const ExactLayout& layout) { return layout.modes().size(); };
  const std::size_t r = std::max(rank(a), rank(b));
  const Outcome<ExactLayout> both = logical_product(padded(a, r), padded(b, r), convention, limits);
  if (!both) return both.undefined();
  const std::vector<ExactLayout> x = both->modes()[0].modes();
  const std::vector<ExactLayout> y = both->modes()[1].modes();
  std::vector<ExactLayout> modes;
  for (std::size_t i = 0; i < r; ++i) {
    modes.push_back(
        ExactLayout::tuple_of(block_first ? std::vector{x[i], y[i]} : std::vector{y[i], x[i]}));
  }
  return ExactLayout::tuple_of(modes);
}

}  // namespace

Outcome<ExactLayout> composition(const ExactLayout& a, const Tiler& t, Convention convention,
                                 const Limits& limits) {
  return apply_by_mode(a, t, Beyond::dropped, [&](const ExactLayout& mode, const ExactLayout& b) {
    return composition(mode, b, convention, limits);
  });
}

Outcome<ExactLayout> logical_divide(const ExactLayout& a, const ExactLayout& b,
                                    Convention convention, const Limits& limits) {
  const Outcome<ExactLayout> rest = complement("B", b, size(a), convention, limits);
  if (!rest) return rest.undefined();
  return composition(a, ExactLayout::tuple_of(std::vector{b, *rest}), convention, limits);
}

Outcome<ExactLayout> logical_product(const ExactLayout& a, const ExactLayout& b,
                                     Convention convention, const Limits& limits) {
  const Exact n = complementable_from(a, size(a) * cosize(b));
  const Outcome<ExactLayout> places = complement("A", a, n, convention, limits);
  if (!places) return places.undefined();
  const Outcome<ExactLayout> repetition = composition(*places, b, convention, limits);
  if (!repetition) return repetition.undefined();
  return ExactLayout::tuple_of(std::vector{a, *repetition});
}

Outcome<ExactLayout> logical(Splitter splitter, const ExactLayout& a, const Tiler& t,
                             Convention convention, const Limits& limits) {
  return apply_by_mode(a, t, Beyond::kept, on_layout(splitter, convention, limits));
}

Outcome<Pair> zipped(Splitter splitter, const ExactLayout& a, const Tiler& t, Convention convention,
                     const Limits& limits) {
  return zipped(a, t, on_layout(splitter, convention, limits));
}

ExactLayout as_zipped(const Pair& pair) {
  return ExactLayout::tuple_of(std::vector{pair.first, pair.second});
}

ExactLayout as_tiled(const Pair& pair) {
  std::vector<ExactLayout> modes{pair.first};
  for (ExactLayout& mode : pair.second.modes())
    modes.push_back(std::move(mode));
  return ExactLayout::tuple_of(modes);
}

ExactLayout as_flat(const Pair& pair) {
  std::vector<ExactLayout> modes = pair.first.modes();
  for (ExactLayout& mode : pair.second.modes())
    modes.push_back(std::move(mode));
  return ExactLayout::tuple_of(modes);
}

ExactLayout padded(const ExactLayout& a, std::size_t r) {
  std::vector<ExactLayout> modes = a.modes();
  while (modes.size() < r)
    modes.push_back(ExactLayout::entry(1, 0));
  return ExactLayout::tuple_of(modes);
}

Outcome<ExactLayout> blocked_product(const ExactLayout& a, const ExactLayout& b,
                                     Convention convention, const Limits& limits) {
  return product_by_rank(a, b, true, convention, limits);
}

Outcome<ExactLayout> raked_product(const ExactLayout& a, const ExactLayout& b,
                                   Convention convention, const Limits& limits) {
  return product_by_rank(a, b, false, convention, limits);
}

Outcome<ExactLayout> colfax_flat_divide(const ExactLayout& a, const ExactLayout& b,
                                        const Limits& limits) {
  const Outcome<ExactLayout> rest = flat_complement(b, size(a), Convention::strict, limits);
  if (!rest) return no_complement("B", size(a), rest.reason());
  const Outcome<ExactLayout> quotient =
      composition(a, flat_concatenation(std::vector{b, *rest}), Convention::strict, limits);
  if (!quotient) return quotient;
  return quotient->flattened();
}

Outcome<ExactLayout> colfax_flat_product(const ExactLayout& a, const ExactLayout& b,
                                         const Limits& limits) {
  const Outcome<ExactLayout> product = logical_product(a, b, Convention::strict, limits);
  if (!product) return product;
  return product->flattened();
}

ExactLayout flat_concatenation(std::span<const ExactLayout> parts) {
  ExactLayout result;
  for (const ExactLayout& part : parts) {
    result.extents.insert(result.extents.end(), part.extents.begin(), part.extents.end());
    result.strides.insert(result.strides.end(), part.strides.begin(), part.strides.end());
  }
  result.profile = Profile::flat(result.length());
  return result;
}

}  // namespace layoutcheck::oracle
