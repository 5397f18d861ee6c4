// Objections to answers that are too large to be tabulated: what some of their values show.
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/oracles/answer.hpp>
#include <layoutcheck/oracles/complement.hpp>
#include <layoutcheck/oracles/division.hpp>
#include <layoutcheck/oracles/layouts.hpp>

#include <algorithm>
#include <functional>
#include <random>
#include <set>

namespace layoutcheck::oracle {
namespace {

/// The first clause that is violated, if any.
using Complaint = std::optional<std::string>;

/// A limit under which nothing is tabulated: coalesced layouts are rewritten, complements come from
/// the lemma.
const Limits no_tables{0};

std::string text(const ExactLayout& layout) {
  const auto list = [&](const std::vector<Exact>& xs) {
    std::string result;
    for (const Exact& x : xs)
      result += (result.empty() ? "" : ",") + digits(x);
    return layout.is_entry() ? result : "(" + result + ")";
  };
  return list(layout.extents) + ":" + list(layout.strides);
}

Complaint different_size(const ExactLayout& claimed, const Exact& expected) {
  if (size(claimed) == expected) return std::nullopt;
  return "its size is " + digits(size(claimed)) + ", not " + digits(expected);
}

/// Whether it has the function f at those of the points that lie in its domain.
Complaint different_at(const ExactLayout& claimed, std::span<const Exact> points,
                       const std::function<Exact(const Exact&)>& f) {
  const Exact end = size(claimed);
  for (const Exact& x : points) {
    if (x < 0 || x >= end) continue;
    const Exact value = value_at(claimed, x);
    if (value != f(x))
      return "at " + digits(x) + " it is " + digits(value) + ", not " + digits(f(x));
  }
  return std::nullopt;
}

/// colfax 2.3.7.1 (or 2.1.7.1 if `flat`) for outer∘inner.
enum class Composed { composite, flat };

Complaint to_composite(const ExactLayout& claimed, const ExactLayout& outer,
                       const ExactLayout& inner, Composed form, Convention convention,
                       std::span<const Exact> points) {
  if (convention == Convention::strict && cosize(inner) > size(outer)) {
    return "there is no answer: " + text(inner) + " takes the value " + digits(cosize(inner) - 1) +
           " outside the domain of " + text(outer);
  }
  if (form == Composed::flat) {
    if (claimed.profile != Profile::flat(inner.length()) || claimed.extents != inner.extents)
      return "its shape is not that of " + text(inner);
    if (!is_nondegenerate(claimed)) return "an extent 1 has a stride that is not 0";
  } else {
    const Outcome<bool> coalesced = is_coalesced_over(claimed, shape(inner));
    if (!coalesced)
      return "its shape does not refine that of " + text(inner) + ": " + coalesced.reason();
    if (!*coalesced) return "it is not coalesced over the shape of " + text(inner);
  }
  return different_at(claimed, points, [&](const Exact& x) {
    return value_at(outer, value_at(inner, x), convention);
  });
}

Complaint to_complement(const ExactLayout& claimed, const ExactLayout& a, const Exact& n,
                        bool flat) {
  if (flat ? !(claimed.profile.is_flat() && is_flat_coalesced(claimed)) : !is_coalesced(claimed))
    return "it is not coalesced";
  if (!is_sorted(claimed)) return "it is not sorted";
  if (size(a) * size(claimed) != n) {
    return "the sizes " + digits(size(a)) + " and " + digits(size(claimed)) +
           " do not multiply to " + digits(n);
  }
  if (!is_compact_by_radix(flat_concatenation(std::vector{a, claimed})))
    return "together with A it is not compact";
  return std::nullopt;
}

/// The two parts that the modes of a divide or a product are made of, where the parts lie over
/// `first` and `second`: a part over an entry is an entry or, in several pieces, a flat tuple; a
/// part over a tuple is one of the same rank.
std::optional<Pair> regrouped(const std::vector<ExactLayout>& modes, std::size_t count,
                              const ExactLayout& first, const ExactLayout& second) {
  if (count > modes.size()) return std::nullopt;
  const auto part = [](std::span<const ExactLayout> of, const ExactLayout& over) {
    return over.is_entry() && of.size() == 1 && of.front().is_entry() ? of.front()
                                                                      : ExactLayout::tuple_of(of);
  };
  return Pair{part(std::span(modes).first(count), first),
              part(std::span(modes).subspan(count), second)};
}

/// The parts of an answer that is arranged logical, zipped, tiled or flat.
std::optional<Pair> parts_of(const ExactLayout& claimed, Arrangement arrangement,
                             const ExactLayout& first, const ExactLayout& second) {
  if (claimed.is_entry()) return std::nullopt;
  const std::vector<ExactLayout> modes = claimed.modes();
  if (arrangement == Arrangement::logical || arrangement == Arrangement::zipped) {
    if (modes.size() != 2) return std::nullopt;
    return Pair{modes[0], modes[1]};
  }
  if (arrangement == Arrangement::tiled) {
    if (modes.empty()) return std::nullopt;
    const std::optional<Pair> rest =
        regrouped({modes.begin() + 1, modes.end()}, 0, ExactLayout(), second);
    return Pair{modes[0], rest->second};
  }
  std::size_t count = first.modes().size();
  if (first.is_entry()) {
    // As many pieces as it takes to make up its size.
    Exact pieces = modes.empty() ? Exact(1) : size(modes[0]);
    while (count < modes.size() && pieces < size(first))
      pieces *= size(modes[count++]);
  }
  return regrouped(modes, count, first, second);
}

/// The parts of an answer of blocked_product, or raked_product if not `block_first`.
std::optional<Pair> unblocked(const ExactLayout& claimed, bool block_first) {
  if (claimed.is_entry()) return std::nullopt;
  std::vector<ExactLayout> x;
  std::vector<ExactLayout> y;
  for (const ExactLayout& mode : claimed.modes()) {
    const std::vector<ExactLayout> parts = mode.modes();
    if (parts.size() != 2) return std::nullopt;
    x.push_back(parts[block_first ? 0 : 1]);
    y.push_back(parts[block_first ? 1 : 0]);
  }
  return Pair{ExactLayout::tuple_of(x), ExactLayout::tuple_of(y)};
}

Complaint to_divide(const ExactLayout& claimed, const Operation& operation, const ExactLayout& a,
                    const ExactLayout& b, Convention convention, std::span<const Exact> points) {
  const Outcome<ExactLayout> flat = flat_complement(b, size(a), convention, no_tables);
  if (!flat) return "there is no answer: the tiler has no complement: " + flat.reason();
  const ExactLayout rest = in_coalesced_form(*flat);
  const std::optional<Pair> parts = parts_of(claimed, operation.arrangement, b, rest);
  if (!parts) return "it does not have the modes of a " + operation.name;
  return to_composite(as_zipped(*parts), a, as_zipped<ExactLayout>({b, rest}), Composed::composite,
                      convention, points);
}

Complaint to_product(const std::optional<Pair>& parts, const ExactLayout& a, const ExactLayout& b,
                     const ExactLayout& places, Convention convention,
                     std::span<const Exact> points) {
  if (!parts) return "it does not have the modes of a product";
  if (parts->first != a) return "its block is not the first operand";
  std::vector<Exact> points_of_second;
  for (const Exact& x : points)
    points_of_second.emplace_back(x / size(a));
  return to_composite(parts->second, places, b, Composed::composite, convention, points_of_second);
}

// The questions that objection() knows.

struct Question {
  const ExactLayout a;
  const ExactLayout b;  // the second layout, if there is one
  const std::optional<NestedTuple> over;
  const std::optional<Int> n;
  const Operation& operation;
  const Convention convention;
  const std::span<const Exact> points;

  /// Whether the answer is to be flat.
  [[nodiscard]] bool is_flat() const { return operation.answer == Sort::flat_layout; }
};

Complaint to_coalesced(const Question& q, const ExactLayout& claimed) {
  if (q.over) {
    if (!refines(shape(q.a), *q.over))
      return "there is no answer: the shape does not refine " + to_string(*q.over);
    const Outcome<bool> coalesced = is_coalesced_over(claimed, *q.over);
    if (!coalesced) return coalesced.reason();
    if (!*coalesced) return "it is not coalesced over " + to_string(*q.over);
  } else if (q.is_flat() ? !(claimed.profile.is_flat() && is_flat_coalesced(claimed))
                         : !is_coalesced(claimed)) {
    return "it is not coalesced";
  }
  if (Complaint complaint = different_size(claimed, size(q.a))) return complaint;
  return different_at(claimed, q.points, [&](const Exact& x) { return value_at(q.a, x); });
}

Complaint to_composition(const Question& q, const ExactLayout& claimed) {
  const Composed form = q.is_flat() ? Composed::flat : Composed::composite;
  const Convention convention = form == Composed::composite ? q.convention : Convention::strict;
  return to_composite(claimed, q.a, q.b, form, convention, q.points);
}

Complaint to_any_complement(const Question& q, const ExactLayout& claimed) {
  const bool flat = q.is_flat();
  const bool strict = flat || q.convention == Convention::strict;
  const ExactLayout kept = strict ? q.a : without_zero_strides(q.a);
  const Exact least = reach(kept);
  if (!q.n) return to_complement(claimed, kept, least, flat);
  return to_complement(claimed, kept,
                       strict ? Exact(*q.n) : Exact((*q.n + least - 1) / least * least), flat);
}

Complaint to_any_divide(const Question& q, const ExactLayout& claimed) {
  return to_divide(claimed, q.operation, q.a, q.b, q.convention, q.points);
}

Complaint to_any_product(const Question& q, const ExactLayout& claimed) {
  const Arrangement arrangement = q.operation.arrangement;
  const bool by_rank = arrangement == Arrangement::blocked || arrangement == Arrangement::raked;
  const std::size_t r = std::max(q.a.modes().size(), q.b.modes().size());
  const ExactLayout a = by_rank ? padded(q.a, r) : q.a;
  const ExactLayout b = by_rank ? padded(q.b, r) : q.b;
  const Outcome<ExactLayout> flat =
      flat_complement(a, complementable_from(a, size(a) * cosize(b)), q.convention, no_tables);
  if (!flat) return "there is no answer: the block has no complement: " + flat.reason();
  return to_product(by_rank ? unblocked(claimed, arrangement == Arrangement::blocked)
                            : parts_of(claimed, arrangement, a, b),
                    a, b, in_coalesced_form(*flat), q.convention, q.points);
}

/// The layout over the entries of `inner` that a flat layout flattens: an entry of extent s takes
/// as many pieces as make up s, one at least.
std::optional<ExactLayout> unflattened(const ExactLayout& flat, const ExactLayout& inner) {
  if (!flat.profile.is_flat()) return std::nullopt;
  const std::vector<ExactLayout> pieces = flat.modes();
  std::vector<ExactLayout> parts;
  std::size_t next = 0;
  for (const Exact& extent : inner.extents) {
    const std::size_t first = next;
    Exact made = 1;
    do {
      if (next == pieces.size()) return std::nullopt;
      made *= pieces[next++].extents.front();
    } while (made < extent);
    parts.push_back(next == first + 1
                        ? pieces[first]
                        : ExactLayout::tuple_of(std::span(pieces).subspan(first, next - first)));
  }
  if (next != pieces.size()) return std::nullopt;
  return ExactLayout::tuple_of(parts);
}

Complaint to_flat_composite(const ExactLayout& claimed, const ExactLayout& outer,
                            const ExactLayout& inner, std::span<const Exact> points) {
  const std::optional<ExactLayout> nested = unflattened(claimed, inner);
  if (!nested) return "its pieces are not those of a layout over the shape of " + text(inner);
  return to_composite(*nested, outer, inner, Composed::composite, Convention::strict, points);
}

Complaint to_colfax_flat_divide(const Question& q, const ExactLayout& claimed) {
  const Outcome<ExactLayout> rest = flat_complement(q.b, size(q.a), Convention::strict, no_tables);
  if (!rest) return "there is no answer: the divisor has no complement: " + rest.reason();
  return to_flat_composite(claimed, q.a, flat_concatenation(std::vector{q.b, *rest}), q.points);
}

Complaint to_colfax_flat_product(const Question& q, const ExactLayout& claimed) {
  const Outcome<ExactLayout> places = flat_complement(
      q.a, complementable_from(q.a, size(q.a) * cosize(q.b)), Convention::strict, no_tables);
  if (!places) return "there is no answer: the first has no complement: " + places.reason();
  if (!claimed.profile.is_flat() || claimed.length() < q.a.length())
    return "it is not flat of length " + std::to_string(q.a.length()) + " or more";
  const std::vector<ExactLayout> parts = split(
      claimed,
      std::vector{Profile::flat(q.a.length()), Profile::flat(claimed.length() - q.a.length())});
  if (parts[0] != q.a.flattened()) return "it does not begin with the first operand";
  std::vector<Exact> points;
  for (const Exact& x : q.points)
    points.emplace_back(x / size(q.a));
  return to_flat_composite(parts[1], *places, q.b.flattened(), points);
}

// Layouts in the form that is asked for, with a given function.

using Formed = std::optional<ExactLayout>;

/// The entries of coal♭(L) from the front, cut where it is asked for.
///
/// Let L have the function of C = (C_1, …, C_m)_P, where size(C_i) = s_i and each C_i is coalesced.
/// Merging neighbours of C is all that leads to coal♭(L) (colfax 2.1.4.19), so each C_i consists of
/// the entries of coal♭(L) between s_1 ⋯ s_{i−1} and s_1 ⋯ s_i, of which the first and the last may
/// be parts: the C_i are read off, and if an entry cannot be cut there, there is no such C.
class Cutter {
 public:
  explicit Cutter(const ExactLayout& layout) : rest_(flat_coalesce_by_rewriting(layout)) {}

  /// The next entries with `size` points in all, flat; nothing if there are none.
  Formed take(Exact size) {
    ExactLayout taken;
    while (size > 1) {
      if (next_ == rest_.length()) return std::nullopt;
      Exact& extent = rest_.extents[next_];
      Exact& stride = rest_.strides[next_];
      const bool whole = extent <= size;
      const Exact part = whole ? extent : size;
      if (size % part != 0 || extent % part != 0) return std::nullopt;
      taken.extents.push_back(part);
      taken.strides.push_back(stride);
      size /= part;
      extent /= part;
      stride *= part;
      if (whole) ++next_;
    }
    taken.profile = Profile::flat(taken.length());
    return taken;
  }

  /// The next entries in the form of colfax 2.3.7.1 over the entries of a shape.
  Formed take_over(const Profile& profile, std::span<const Exact> extents) {
    std::vector<ExactLayout> parts;
    for (const Exact& extent : extents) {
      const Formed part = take(extent);
      if (!part) return std::nullopt;
      parts.push_back(in_coalesced_form(*part));
    }
    return *substitute(profile, parts);
  }
  Formed take_over(const ExactLayout& layout) { return take_over(layout.profile, layout.extents); }

  /// The layout itself if the next entries have its function.
  Formed take_exactly(const ExactLayout& layout) {
    const Formed taken = take(size(layout));
    if (!taken || *taken != flat_coalesce_by_rewriting(layout)) return std::nullopt;
    return layout;
  }

  [[nodiscard]] bool is_empty() const { return next_ == rest_.length(); }

 private:
  ExactLayout rest_;
  std::size_t next_ = 0;
};

Formed as_coalesced(const Question& q, Cutter& cutter, const ExactLayout& claimed) {
  if (q.over) return cutter.take_over(q.over->profile(), to_exact(q.over->entries()));
  Formed all = cutter.take(size(claimed));
  if (!all || q.is_flat()) return all;
  return in_coalesced_form(*all);
}

Formed as_composition(const Question& q, Cutter& cutter, const ExactLayout&) {
  if (!q.is_flat()) return cutter.take_over(q.b);
  ExactLayout flat = q.b;
  for (std::size_t i = 0; i < flat.length(); ++i) {
    const Formed part = cutter.take(flat.extents[i]);
    if (!part || part->length() > 1) return std::nullopt;
    flat.strides[i] = part->length() == 0 ? Exact(0) : part->strides.front();
  }
  return flat;
}

Formed arranged(const Operation& operation, const Pair& pair) {
  if (operation.arrangement == Arrangement::tiled) return as_tiled(pair);
  if (operation.arrangement == Arrangement::flat) return as_flat(pair);
  return as_zipped(pair);
}

Formed as_divide(const Question& q, Cutter& cutter, const ExactLayout&) {
  const Outcome<ExactLayout> rest = flat_complement(q.b, size(q.a), q.convention, no_tables);
  if (!rest) return std::nullopt;
  const Formed first = cutter.take_over(q.b);
  const Formed second = first ? cutter.take_over(in_coalesced_form(*rest)) : std::nullopt;
  if (!second) return std::nullopt;
  return arranged(q.operation, {*first, *second});
}

Formed as_product(const Question& q, Cutter& cutter, const ExactLayout&) {
  const Formed first = cutter.take_exactly(q.a);
  const Formed second = first ? cutter.take_over(q.b) : std::nullopt;
  if (!second) return std::nullopt;
  return arranged(q.operation, {*first, *second});
}

Formed as_blocked_product(const Question& q, Cutter& cutter, const ExactLayout&) {
  const std::size_t r = std::max(q.a.modes().size(), q.b.modes().size());
  const std::vector<ExactLayout> blocks = padded(q.a, r).modes();
  const std::vector<ExactLayout> repetitions = padded(q.b, r).modes();
  const bool block_first = q.operation.arrangement == Arrangement::blocked;
  std::vector<ExactLayout> modes;
  for (std::size_t i = 0; i < r; ++i) {
    std::vector<ExactLayout> pair;
    for (const bool block : {block_first, !block_first}) {
      const Formed part = block ? cutter.take_exactly(blocks[i]) : cutter.take_over(repetitions[i]);
      if (!part) return std::nullopt;
      pair.push_back(*part);
    }
    modes.push_back(ExactLayout::tuple_of(pair));
  }
  return ExactLayout::tuple_of(modes);
}

Formed as_colfax_flat_divide(const Question& q, Cutter& cutter, const ExactLayout&) {
  const Outcome<ExactLayout> rest = flat_complement(q.b, size(q.a), Convention::strict, no_tables);
  if (!rest) return std::nullopt;
  const Formed both = cutter.take_over(flat_concatenation(std::vector{q.b, *rest}));
  if (!both) return std::nullopt;
  return both->flattened();
}

Formed as_colfax_flat_product(const Question& q, Cutter& cutter, const ExactLayout& claimed) {
  const Formed both = as_product(q, cutter, claimed);
  if (!both) return std::nullopt;
  return both->flattened();
}

/// What is known of an operation whose answer is a layout that is specified by its function.
struct Specification {
  Complaint (*object)(const Question&, const ExactLayout& claimed);
  Formed (*form)(const Question&, Cutter&, const ExactLayout& claimed);
};

/// Nothing for a weak composite as well: which of the layouts with its function it is, the
/// algorithm says; it needs no table.
std::optional<Specification> specification(const Operation* operation) {
  if (operation == nullptr || !specifies_function(*operation)) return std::nullopt;
  const Arrangement arrangement = operation->arrangement;
  switch (operation->family) {
    case Family::coalescing:
      return Specification{to_coalesced, as_coalesced};
    case Family::composition:
      return Specification{to_composition, as_composition};
    case Family::complement:
      return Specification{to_any_complement, as_coalesced};
    case Family::division:
      if (arrangement == Arrangement::colfax)
        return Specification{to_colfax_flat_divide, as_colfax_flat_divide};
      return Specification{to_any_divide, as_divide};
    case Family::product:
      if (arrangement == Arrangement::colfax)
        return Specification{to_colfax_flat_product, as_colfax_flat_product};
      if (arrangement == Arrangement::blocked || arrangement == Arrangement::raked)
        return Specification{to_any_product, as_blocked_product};
      return Specification{to_any_product, as_product};
    case Family::weak_composition:
    case Family::inverse:
    case Family::order:
    case Family::refinement:
    case Family::addition:
    case Family::modes:
    case Family::other:
      break;
  }
  return std::nullopt;
}

bool acts_by_mode(const Value& operand) {
  const auto* tiler = std::get_if<Tiler>(&operand);
  if (tiler == nullptr || tiler->layout() != nullptr) return false;
  return tiler->shape() == nullptr || !tiler->shape()->is_entry();
}

ExactLayout layout_operand(const Value& operand) {
  if (const auto* layout = std::get_if<Layout>(&operand)) return *layout;
  const auto* tiler = std::get_if<Tiler>(&operand);
  if (tiler == nullptr) return {};
  if (tiler->layout() != nullptr) return *tiler->layout();
  return ExactLayout::entry(tiler->shape()->entries().front(), 1);
}

}  // namespace

bool can_object(const Case& question) {
  return specification(operation_of(question)) &&
         std::none_of(question.operands.begin(), question.operands.end(), acts_by_mode);
}

namespace {

/// Calls `ask(specification, question)`; nothing if objection() does not know the question.
template <class Ask>
auto asked(const Case& question, Convention convention, std::span<const Exact> points, Ask&& ask)
    -> decltype(ask(std::declval<const Specification&>(), std::declval<const Question&>())) {
  if (!can_object(question)) return std::nullopt;
  const Operation& operation = *operation_of(question);
  const Value* second = question.operands.size() > 1 ? &question.operands[1] : nullptr;
  std::optional<NestedTuple> over;
  std::optional<Int> n;
  if (second != nullptr) {
    if (const auto* shape = std::get_if<NestedTuple>(second)) over = *shape;
    if (const auto* integer = std::get_if<Int>(second)) n = *integer;
  }
  return ask(*specification(&operation),
             Question{layout_operand(question.operands[0]),
                      second == nullptr ? ExactLayout() : layout_operand(*second), over, n,
                      operation, question.convention.value_or(convention), points});
}

}  // namespace

std::optional<std::string> objection(const Case& question, const Layout& claimed,
                                     Convention convention, std::span<const Exact> points) {
  return asked(question, convention, points,
               [&](const Specification& s, const Question& q) { return s.object(q, claimed); });
}

std::optional<Layout> in_required_form(const Case& question, const Layout& claimed,
                                       Convention convention) {
  return asked(question, convention, {},
               [&](const Specification& s, const Question& q) -> std::optional<Layout> {
                 Cutter cutter{ExactLayout(claimed)};
                 const Formed formed = s.form(q, cutter, claimed);
                 if (!formed || !cutter.is_empty()) return std::nullopt;
                 try {
                   return to_layout(*formed);
                 } catch (const Overflow&) {
                   return std::nullopt;
                 }
               });
}

std::vector<Exact> sample_points(const ExactLayout& layout, std::size_t count, std::uint64_t seed) {
  std::vector<Exact> points;
  if (size(layout) <= count) {
    for (Exact x = 0; x < size(layout); ++x)
      points.push_back(x);
    return points;
  }
  std::set<Exact> seen;
  const auto add = [&](const Exact& x) {
    if (points.size() < count && seen.insert(x).second) points.push_back(x);
  };
  add(0);
  add(size(layout) - 1);
  Exact place = 1;
  for (const Exact& s : layout.extents) {
    if (s > 1) {
      add(place);                     // the digit 1 alone
      add((s - 1) * place);           // the last digit alone
      if (place > 1) add(place - 1);  // all digits before at their last
    }
    place *= s;
  }
  std::mt19937_64 random(seed);
  // Few points may be left: give up after as many tries as points were asked for.
  for (std::size_t tries = 0; tries < 2 * count && points.size() < count; ++tries) {
    Exact x = 0;
    place = 1;
    for (const Exact& s : layout.extents) {
      const std::uint64_t kind = random() % 4;
      const Exact digit = kind == 0 ? Exact(0) : kind == 1 ? Exact(s - 1) : Exact(random() % s);
      x += digit * place;
      place *= s;
    }
    add(x);
  }
  return points;
}

}  // namespace layoutcheck::oracle
