// Evaluation: a table from the operations' names to what answers them.
#include <layoutcheck/algebra/coalesce.hpp>
#include <layoutcheck/algebra/complement.hpp>
#include <layoutcheck/algebra/composition.hpp>
#include <layoutcheck/algebra/division.hpp>
#include <layoutcheck/algebra/evaluate.hpp>
#include <layoutcheck/algebra/evaluate_morphisms.hpp>
#include <layoutcheck/algebra/layouts.hpp>
#include <layoutcheck/algebra/named.hpp>
#include <layoutcheck/algebra/product.hpp>
#include <layoutcheck/algebra/tuples.hpp>

#include <unordered_map>

namespace layoutcheck::algebra {

namespace {

/// A question with what its answer may depend on.
struct Question {
  const std::vector<Value>& operands;
  Convention convention;
  Int limit;

  [[nodiscard]] const NestedTuple& tuple(std::size_t i) const {
    return std::get<NestedTuple>(operands[i]);
  }
  [[nodiscard]] const Profile& profile(std::size_t i) const {
    return std::get<Profile>(operands[i]);
  }
  [[nodiscard]] const Layout& layout(std::size_t i) const { return std::get<Layout>(operands[i]); }
  [[nodiscard]] const Tiler& tiler(std::size_t i) const { return std::get<Tiler>(operands[i]); }
  [[nodiscard]] const Tuple& entries(std::size_t i) const { return tuple(i).entries(); }
  [[nodiscard]] Int integer(std::size_t i) const { return std::get<Int>(operands[i]); }
  [[nodiscard]] std::size_t index(std::size_t i) const {
    return static_cast<std::size_t>(integer(i));
  }

  /// The operands from the i-th on, all of one sort.
  template <class T>
  [[nodiscard]] std::vector<T> from(std::size_t i) const {
    std::vector<T> all;
    all.reserve(operands.size() - i);
    for (; i < operands.size(); ++i) {
      all.push_back(std::get<T>(operands[i]));
    }
    return all;
  }
};

// The answer in the form of a case. Counts become integers, and lists flat tuples.
Evaluation answer(bool truth) {
  return {Answer(Value(truth)), ""};
}
Evaluation answer(Int integer) {
  return {Answer(Value(integer)), ""};
}
Evaluation answer(std::size_t count) {
  return answer(static_cast<Int>(count));
}
Evaluation answer(Tuple list) {
  return {Answer(Value(NestedTuple::flat(std::move(list)))), ""};
}
Evaluation answer(NestedTuple tuple) {
  return {Answer(Value(std::move(tuple))), ""};
}
Evaluation answer(Profile profile) {
  return {Answer(Value(std::move(profile))), ""};
}
Evaluation answer(Layout layout) {
  return {Answer(Value(std::move(layout))), ""};
}

template <class T>
Evaluation answer(Outcome<T> outcome) {
  if (!outcome) {
    return {Answer(NonValue::undefined), outcome.reason()};
  }
  return answer(std::move(outcome).value());
}

using Answerer = Evaluation (*)(const Question&);

/// One signature and what answers it; the last sort repeats if it is variadic.
struct Entry {
  std::vector<Sort> operands;
  Answerer answerer;
  bool variadic = false;

  [[nodiscard]] bool fits(const std::vector<Value>& values) const {
    if (variadic ? values.size() < operands.size() : values.size() != operands.size()) {
      return false;
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (!is_of(values[i], operands[std::min(i, operands.size() - 1)])) {
        return false;
      }
    }
    return true;
  }
};

using Table = std::unordered_map<std::string, std::vector<Entry>>;

using enum Sort;
using Q = const Question&;

void add_tuple_operations(Table& t) {
  t["rank"] = {{{shape}, [](Q q) { return answer(rank(q.tuple(0))); }},
               {{profile}, [](Q q) { return answer(rank(q.profile(0))); }},
               {{layout}, [](Q q) { return answer(rank(q.layout(0))); }}};
  t["length"] = {{{shape}, [](Q q) { return answer(length(q.tuple(0))); }},
                 {{profile}, [](Q q) { return answer(length(q.profile(0))); }},
                 {{layout}, [](Q q) { return answer(length(q.layout(0))); }}};
  t["depth"] = {{{shape}, [](Q q) { return answer(depth(q.tuple(0))); }},
                {{profile}, [](Q q) { return answer(depth(q.profile(0))); }},
                {{layout}, [](Q q) { return answer(depth(q.layout(0))); }}};
  t["size"] = {{{shape}, [](Q q) { return answer(size(q.tuple(0))); }},
               {{layout}, [](Q q) { return answer(size(q.layout(0))); }}};
  t["flatten"] = {{{shape}, [](Q q) { return answer(flatten(q.tuple(0))); }},
                  {{layout}, [](Q q) { return answer(flatten(q.layout(0))); }}};
  t["profile"] = {{{shape}, [](Q q) { return answer(q.tuple(0).profile()); }},
                  {{layout}, [](Q q) { return answer(q.layout(0).profile()); }}};
  t["mode"] = {{{shape, integer}, [](Q q) { return answer(mode(q.tuple(0), q.index(1))); }},
               {{profile, integer}, [](Q q) { return answer(mode(q.profile(0), q.index(1))); }},
               {{layout, integer}, [](Q q) { return answer(mode(q.layout(0), q.index(1))); }}};
  t["entry"] = {{{shape, integer}, [](Q q) { return answer(entry(q.tuple(0), q.index(1))); }},
                {{layout, integer}, [](Q q) { return answer(entry(q.layout(0), q.index(1))); }}};
  t["concatenate"] = {
      {{shape}, [](Q q) { return answer(concatenate(q.from<NestedTuple>(0))); }, true},
      {{layout}, [](Q q) { return answer(concatenate(q.from<Layout>(0))); }, true}};
  t["flat_concatenate"] = {
      {{flat_shape}, [](Q q) { return answer(flat_concatenate(q.from<NestedTuple>(0))); }, true},
      {{flat_layout}, [](Q q) { return answer(flat_concatenate(q.from<Layout>(0))); }, true}};
  t["permute"] = {
      {{flat_shape, flat_tuple}, [](Q q) { return answer(permute(q.tuple(0), q.entries(1))); }},
      {{flat_layout, flat_tuple}, [](Q q) { return answer(permute(q.layout(0), q.entries(1))); }}};
  t["substitute"] = {{{profile, shape},
                      [](Q q) { return answer(substitute(q.profile(0), q.from<NestedTuple>(1))); },
                      true},
                     {{profile, profile},
                      [](Q q) { return answer(substitute(q.profile(0), q.from<Profile>(1))); },
                      true},
                     {{profile, layout},
                      [](Q q) { return answer(substitute(q.profile(0), q.from<Layout>(1))); },
                      true}};
  t["divides"] = {{{shape, shape}, [](Q q) { return answer(divides(q.tuple(0), q.tuple(1))); }}};
  t["congruent"] = {
      {{shape, shape}, [](Q q) { return answer(congruent(q.tuple(0), q.tuple(1))); }}};
  t["refines"] = {{{shape, shape}, [](Q q) { return answer(refines(q.tuple(0), q.tuple(1))); }}};
  t["relative_mode"] = {
      {{shape, shape, integer},
       [](Q q) { return answer(relative_mode(q.tuple(0), q.tuple(1), q.index(2))); }},
      {{layout, shape, integer},
       [](Q q) { return answer(relative_mode(q.layout(0), q.tuple(1), q.index(2))); }}};
  t["relative_flatten"] = {
      {{shape, shape}, [](Q q) { return answer(relative_flatten(q.tuple(0), q.tuple(1))); }}};
  t["coordinate"] = {
      {{shape, integer}, [](Q q) { return answer(colex_inverse(q.tuple(0), q.integer(1))); }}};
  t["index"] = {{{shape, flat_tuple}, [](Q q) { return answer(colex(q.tuple(0), q.entries(1))); }}};
}

void add_layout_operations(Table& t) {
  t["cosize"] = {{{layout}, [](Q q) { return answer(cosize(q.layout(0))); }}};
  t["shape"] = {{{layout}, [](Q q) { return answer(q.layout(0).shape()); }}};
  t["stride"] = {{{layout}, [](Q q) { return answer(q.layout(0).stride()); }}};
  t["apply"] = {{{layout, tuple}, [](Q q) { return answer(apply(q.layout(0), q.tuple(1))); }}};
  t["table"] = {{{layout}, [](Q q) { return answer(table(q.layout(0), q.limit)); }}};
  t["same_function"] = {
      {{layout, layout}, [](Q q) { return answer(same_function(q.layout(0), q.layout(1))); }}};
  t["column_major"] = {{{shape}, [](Q q) { return answer(column_major(q.tuple(0))); }}};
  t["row_major"] = {{{shape}, [](Q q) { return answer(row_major(q.tuple(0))); }}};
  t["is_column_major"] = {{{layout}, [](Q q) { return answer(is_column_major(q.layout(0))); }}};
  t["is_row_major"] = {{{layout}, [](Q q) { return answer(is_row_major(q.layout(0))); }}};
  t["is_nondegenerate"] = {{{layout}, [](Q q) { return answer(is_nondegenerate(q.layout(0))); }}};
  t["restrict"] = {
      {{flat_layout, flat_tuple}, [](Q q) { return answer(restrict(q.layout(0), q.entries(1))); }}};
  t["squeeze"] = {{{flat_layout}, [](Q q) { return answer(squeeze(q.layout(0))); }}};
  t["filter"] = {{{flat_layout}, [](Q q) { return answer(filter(q.layout(0))); }}};
  t["sort"] = {{{flat_layout}, [](Q q) { return answer(sort(q.layout(0))); }}};
  t["is_sorted"] = {{{layout}, [](Q q) { return answer(is_sorted(q.layout(0))); }}};
  t["is_flat_coalesced"] = {
      {{flat_layout}, [](Q q) { return answer(is_flat_coalesced(q.layout(0))); }}};
  t["flat_coalesce"] = {{{flat_layout}, [](Q q) { return answer(flat_coalesce(q.layout(0))); }}};
  t["is_coalesced"] = {
      {{layout}, [](Q q) { return answer(is_coalesced(q.layout(0))); }},
      {{layout, shape}, [](Q q) { return answer(is_coalesced(q.layout(0), q.tuple(1))); }}};
  t["coalesce"] = {
      {{layout}, [](Q q) { return answer(coalesce(q.layout(0))); }},
      {{layout, shape}, [](Q q) { return answer(coalesce(q.layout(0), q.tuple(1))); }}};
  t["is_compact"] = {{{layout}, [](Q q) { return answer(is_compact(q.layout(0))); }}};
  t["is_tractable"] = {{{layout}, [](Q q) { return answer(is_tractable(q.layout(0))); }}};
  t["is_complement"] = {
      {{layout, layout}, [](Q q) { return answer(is_complement(q.layout(0), q.layout(1))); }}};
  t["is_complementable"] = {{{layout}, [](Q q) { return answer(is_complementable(q.layout(0))); }},
                            {{layout, positive}, [](Q q) {
                               return answer(is_complementable(q.layout(0), q.integer(1)));
                             }}};
  t["complement"] = {{{layout}, [](Q q) { return answer(complement(q.layout(0))); }},
                     {{layout, positive}, [](Q q) {
                        return answer(complement(q.layout(0), q.integer(1), q.convention));
                      }}};
  t["flat_complement"] = {{{flat_layout}, [](Q q) { return answer(flat_complement(q.layout(0))); }},
                          {{flat_layout, positive},
                           [](Q q) { return answer(flat_complement(q.layout(0), q.integer(1))); }}};
}

using TilerOperation = Outcome<Layout> (*)(const Layout&, const Tiler&, Convention, Int);
using LayoutOperation = Outcome<Layout> (*)(const Layout&, const Layout&, Convention, Int);
using FlatOperation = Outcome<Layout> (*)(const Layout&, const Layout&, Int);

template <TilerOperation operation>
std::vector<Entry> by_tiler() {
  return {{{layout, tiler},
           [](Q q) { return answer(operation(q.layout(0), q.tiler(1), q.convention, q.limit)); }}};
}

template <LayoutOperation operation>
std::vector<Entry> by_layout() {
  return {{{layout, layout},
           [](Q q) { return answer(operation(q.layout(0), q.layout(1), q.convention, q.limit)); }}};
}

template <FlatOperation operation>
std::vector<Entry> by_flat_layout() {
  return {{{flat_layout, flat_layout},
           [](Q q) { return answer(operation(q.layout(0), q.layout(1), q.limit)); }}};
}

void add_compositions(Table& t) {
  t["composition"] = by_tiler<composition>();
  t["logical_divide"] = by_tiler<logical_divide>();
  t["zipped_divide"] = by_tiler<zipped_divide>();
  t["tiled_divide"] = by_tiler<tiled_divide>();
  t["flat_divide"] = by_tiler<flat_divide>();
  t["logical_product"] = by_tiler<logical_product>();
  t["zipped_product"] = by_tiler<zipped_product>();
  t["tiled_product"] = by_tiler<tiled_product>();
  t["flat_product"] = by_tiler<flat_product>();
  t["blocked_product"] = by_layout<blocked_product>();
  t["raked_product"] = by_layout<raked_product>();
  t["flat_composition"] = by_flat_layout<flat_composition>();
  t["colfax_flat_divide"] = by_flat_layout<colfax_flat_divide>();
  t["colfax_flat_product"] = by_flat_layout<colfax_flat_product>();
}

const Table& operations() {
  static const Table table = [] {
    Table t;
    add_tuple_operations(t);
    add_layout_operations(t);
    add_compositions(t);
    return t;
  }();
  return table;
}

Evaluation unsupported(const Case& c) {
  const bool known = !standard_vocabulary().named(c.operation).empty();
  return {Answer(NonValue::unsupported),
          known ? "no signature of " + c.operation + " fits " + question(c)
                : "there is no operation " + c.operation};
}

Evaluation evaluate_named(const Case& c, Convention convention, Int limit) {
  const auto found = operations().find(c.operation);
  if (found != operations().end()) {
    for (const Entry& entry : found->second) {
      if (entry.fits(c.operands)) {
        return entry.answerer({c.operands, c.convention.value_or(convention), limit});
      }
    }
  }
  if (std::optional<Evaluation> evaluation = evaluate_morphisms(c, limit)) {
    return *std::move(evaluation);
  }
  return unsupported(c);
}

}  // namespace

Evaluation evaluate(const Case& question, Convention convention, Int limit) {
  try {
    return evaluate_named(question, convention, limit);
  } catch (const NamedOverflow& overflow) {
    return {Answer(NonValue::overflow), overflow.what()};
  } catch (const Overflow& overflow) {
    return {Answer(NonValue::overflow), layoutcheck::question(question) + ": " + overflow.what()};
  }
}

}  // namespace layoutcheck::algebra
