// The standard vocabulary: every operation of docs/cases.md, and look-up by name.
#include <layoutcheck/notation/operations.hpp>

#include <algorithm>
#include <numeric>

namespace layoutcheck {

namespace {

using enum Sort;
using enum Family;
using enum Arrangement;

Operation plain(std::string name, std::vector<Sort> operands, Sort answer, std::string summary,
                Family family = other, Arrangement arrangement = logical) {
  return {std::move(name), std::move(operands), answer, false,
          false,           std::move(summary),  family, arrangement};
}

Operation repeated(std::string name, std::vector<Sort> operands, Sort answer, std::string summary) {
  Operation operation = plain(std::move(name), std::move(operands), answer, std::move(summary));
  operation.variadic = true;
  return operation;
}

Operation conventional(std::string name, std::vector<Sort> operands, Sort answer,
                       std::string summary, Family family, Arrangement arrangement = logical) {
  Operation operation =
      plain(std::move(name), std::move(operands), answer, std::move(summary), family, arrangement);
  operation.conventional = true;
  return operation;
}

std::vector<Operation> nested_tuple_operations() {
  return {
      plain("rank", {shape}, integer, "the number of modes"),
      plain("rank", {profile}, integer, "the number of modes"),
      plain("rank", {layout}, integer, "the number of modes"),
      plain("length", {shape}, integer, "the number of entries"),
      plain("length", {profile}, integer, "the number of entries"),
      plain("length", {layout}, integer, "the number of entries"),
      plain("depth", {shape}, integer, "the depth of nesting; 0 for an integer"),
      plain("depth", {profile}, integer, "the depth of nesting; 0 for *"),
      plain("depth", {layout}, integer, "the depth of nesting"),
      plain("size", {shape}, integer, "the product of the entries"),
      plain("size", {layout}, integer, "the product of the extents"),
      plain("flatten", {shape}, shape, "the tuple of the entries"),
      plain("flatten", {layout}, layout, "the flat layout of the entries"),
      plain("flatten", {morphism}, morphism, "the underlying tuple morphism"),
      plain("profile", {shape}, profile, "the parenthesization"),
      plain("profile", {layout}, profile, "the parenthesization"),
      plain("mode", {shape, integer}, shape, "a mode"),
      plain("mode", {profile, integer}, profile, "a mode"),
      plain("mode", {layout, integer}, layout, "a mode"),
      plain("mode", {morphism, integer}, morphism, "the restriction to a mode of the domain"),
      plain("entry", {shape, integer}, integer, "an entry"),
      plain("entry", {layout, integer}, layout, "an entry, of depth 0"),
      plain("entry", {morphism, integer}, morphism, "the restriction to an entry of the domain"),
      repeated("concatenate", {shape}, shape, "(X_1, ..., X_k)"),
      repeated("concatenate", {layout}, layout, "(L_1, ..., L_k)"),
      plain("concatenate", {map, map}, map, "a * b, for maps with disjoint images"),
      repeated("concatenate", {morphism}, morphism,
               "(f_1, ..., f_k), for morphisms with disjoint images"),
      repeated("flat_concatenate", {flat_shape}, flat_shape, "X_1 * ... * X_k"),
      repeated("flat_concatenate", {flat_layout}, flat_layout, "L_1 * ... * L_k"),
      repeated("flat_concatenate", {flat_morphism}, flat_morphism, "f_1 * ... * f_k"),
      plain("permute", {flat_shape, flat_tuple}, flat_shape,
            "the entries in the order of the list"),
      plain("permute", {flat_layout, flat_tuple}, flat_layout,
            "the modes in the order of the list"),
      repeated("substitute", {profile, shape}, shape, "the tuples in the places of the profile"),
      repeated("substitute", {profile, profile}, profile,
               "the profiles in the places of the first"),
      repeated("substitute", {profile, layout}, layout, "the layouts in the places of the profile"),
      plain("divides", {shape, shape}, truth, "the first flattening begins the second"),
      plain("congruent", {shape, shape}, truth, "the same profile"),
      plain("refines", {shape, shape}, truth,
            "the first arises by splitting entries of the second"),
      plain("relative_mode", {shape, shape, integer}, shape, "what refines an entry of the second",
            refinement),
      plain("relative_mode", {layout, shape, integer}, layout, "what refines an entry of the shape",
            refinement),
      plain("relative_mode", {morphism, shape, integer}, morphism,
            "what refines an entry of the shape", refinement),
      plain("relative_flatten", {shape, shape}, shape, "the tuple of the relative modes",
            refinement),
      plain("mutual_refinement", {shape, shape}, shape,
            "(X', Y'), where X' refines X, Y' refines Y, X' divides Y'", refinement),
      plain("coordinate", {shape, integer}, flat_tuple, "the flat coordinate of an index"),
      plain("index", {shape, flat_tuple}, integer, "the index of a flat coordinate"),
  };
}

std::vector<Operation> layout_operations() {
  return {
      plain("cosize", {layout}, integer, "1 + the greatest value"),
      plain("shape", {layout}, shape, "the shape"),
      plain("stride", {layout}, tuple, "the stride"),
      plain("apply", {layout, tuple}, integer, "the offset at an index or a coordinate"),
      plain("table", {layout}, flat_tuple, "all values of the layout function"),
      plain("same_function", {layout, layout}, truth, "equal layout functions"),
      plain("column_major", {shape}, layout, "the column-major layout of a shape", order),
      plain("row_major", {shape}, layout, "the row-major layout of a shape", order),
      plain("is_column_major", {layout}, truth,
            "each stride is the product of the extents before it", order),
      plain("is_row_major", {layout}, truth, "each stride is the product of the extents after it",
            order),
      plain("is_nondegenerate", {layout}, truth, "extents of 1 have stride 0"),
      plain("restrict", {flat_layout, flat_tuple}, flat_layout, "the modes with these indices"),
      plain("squeeze", {flat_layout}, flat_layout, "without the modes of extent 1"),
      plain("filter", {flat_layout}, flat_layout, "without the modes of stride 0"),
      plain("sort", {flat_layout}, flat_layout, "the modes by stride, then extent"),
      plain("is_sorted", {layout}, truth, "sorted by stride, then extent"),
      plain("is_flat_coalesced", {flat_layout}, truth,
            "no extent 1, no mode continues the one before"),
      plain("flat_coalesce", {flat_layout}, flat_layout,
            "the shortest flat layout with this function", coalescing),
      plain("is_coalesced", {layout}, truth, "as short as its function allows"),
      plain("is_coalesced", {layout, shape}, truth,
            "every mode relative to the shape is coalesced"),
      plain("coalesce", {layout}, layout, "the simplest layout with this function", coalescing),
      plain("coalesce", {layout, shape}, layout, "the simplest whose shape refines the given one",
            coalescing),
      plain("is_compact", {layout}, truth, "a bijection onto an initial segment"),
      plain("is_complement", {layout, layout}, truth, "(A, B) is compact"),
      plain("is_complementable", {layout}, truth, "a complement exists"),
      plain("is_complementable", {layout, positive}, truth, "an N-complement exists"),
      conventional("complement", {layout}, layout, "the least complement, sorted and coalesced",
                   complement),
      conventional("complement", {layout, positive}, layout,
                   "the sorted and coalesced N-complement", complement),
      plain("flat_complement", {flat_layout}, flat_layout, "the same as a flat layout", complement),
      plain("flat_complement", {flat_layout, positive}, flat_layout, "the same as a flat layout",
            complement),
      conventional("composition", {layout, tiler}, layout,
                   "c -> A(B(c)), coalesced over the shape of B", composition),
      plain("flat_composition", {flat_layout, flat_layout}, flat_layout,
            "c -> A(B(c)) with the shape of B", composition),
      plain("weak_composite", {layout, layout}, layout,
            "A after B by mutual refinement, not coalesced", weak_composition),
      conventional("logical_divide", {layout, tiler}, layout, "A after (B, complement of B)",
                   division),
      conventional("zipped_divide", {layout, tiler}, layout, "((tiles), (rests))", division,
                   zipped),
      conventional("tiled_divide", {layout, tiler}, layout, "((tiles), rest, ...)", division,
                   tiled),
      conventional("flat_divide", {layout, tiler}, layout, "(tile, ..., rest, ...)", division,
                   flat),
      conventional("logical_product", {layout, tiler}, layout, "(A, complement of A after B)",
                   product),
      conventional("zipped_product", {layout, tiler}, layout, "((blocks), (tiles))", product,
                   zipped),
      conventional("tiled_product", {layout, tiler}, layout, "((blocks), tile, ...)", product,
                   tiled),
      conventional("flat_product", {layout, tiler}, layout, "(block, ..., tile, ...)", product,
                   flat),
      conventional("blocked_product", {layout, layout}, layout,
                   "the product, zipped block by block", product, blocked),
      conventional("raked_product", {layout, layout}, layout, "the product, zipped tile by tile",
                   product, raked),
      plain("colfax_flat_divide", {flat_layout, flat_layout}, flat_layout,
            "A after B * complement of B", division, colfax),
      plain("colfax_flat_product", {flat_layout, flat_layout}, flat_layout,
            "A * (complement of A after B)", product, colfax),
      plain("right_inverse", {layout}, layout, "R with L(R(i)) = i, the largest of whole modes",
            inverse),
      conventional("max_common_layout", {layout, layout}, layout,
                   "R with A(R(i)) = B(R(i)) = i, the largest of whole modes of B", inverse),
      conventional("max_common_vector", {layout, layout}, integer,
                   "the size of max_common_layout(A, B)", inverse),
      conventional("left_inverse", {layout}, layout, "R with R(L(i)) = i, by the digits of L(i)",
                   inverse),
      plain("upcast", {layout, positive}, layout, "the layout of the units of n offsets"),
      plain("downcast", {layout, positive}, layout, "the layout of the n parts of each offset"),
      plain("is_tractable", {layout}, truth, "a nested tuple morphism encodes it"),
      plain("morphism", {layout}, morphism, "the standard representation"),
  };
}

std::vector<Operation> morphism_operations() {
  return {
      plain("is_tractable", {map}, truth, "no value but the base point is taken twice"),
      plain("composition", {map, map}, map, "a after b", composition),
      plain("sum", {map, map}, map, "side by side"),
      plain("domain", {morphism}, shape, "the domain"),
      plain("codomain", {morphism}, shape, "the codomain"),
      plain("layout", {morphism}, layout, "the encoded layout"),
      plain("table", {morphism}, flat_tuple, "all values of the realization"),
      plain("identity", {shape}, morphism, "the identity"),
      plain("reparenthesize", {shape, shape}, morphism,
            "the identity of the flattening between two nestings"),
      plain("projection", {flat_shape, flat_tuple}, flat_morphism,
            "onto the entries with these indices"),
      plain("dilation", {flat_shape, flat_shape}, flat_morphism, "into (c_1, s_1, ..., c_m, s_m)"),
      plain("expansion", {flat_shape, flat_shape}, flat_morphism,
            "of a tuple into one that it divides"),
      plain("composition", {morphism, morphism}, morphism, "g after f", composition),
      plain("inverse", {morphism}, morphism, "the inverse of an isomorphism", inverse),
      plain("restrict", {flat_morphism, flat_tuple}, flat_morphism,
            "to the entries with these indices"),
      plain("factorize", {flat_morphism, flat_tuple}, flat_morphism,
            "through the entries with these indices"),
      plain("sum", {flat_morphism, flat_morphism}, flat_morphism, "side by side"),
      plain("squeeze", {flat_morphism}, flat_morphism, "without entries 1"),
      plain("sort", {flat_morphism}, flat_morphism, "the domain permuted to be sorted"),
      plain("flat_coalesce", {flat_morphism}, flat_morphism, "adjacent parallel arrows joined",
            coalescing),
      plain("coalesce", {morphism}, morphism, "adjacent parallel arrows joined; depth 0 or 1",
            coalescing),
      plain("complement", {morphism}, morphism, "the inclusion of the entries that are not hit",
            complement),
      plain("logical_divide", {morphism, morphism}, morphism, "f after (g, complement of g)",
            division),
      plain("logical_product", {morphism, morphism}, morphism, "(f, complement of f after g)",
            product),
      plain("colfax_flat_divide", {flat_morphism, flat_morphism}, flat_morphism,
            "f after g * complement of g", division, colfax),
      plain("colfax_flat_product", {flat_morphism, flat_morphism}, flat_morphism,
            "f * (complement of f after g)", product, colfax),
      plain("is_isomorphism", {morphism}, truth, "it has an inverse"),
      plain("is_complementable", {morphism}, truth, "its map is injective"),
      plain("is_nondegenerate", {morphism}, truth, "entries 1 go to the base point"),
      plain("is_standard_form", {morphism}, truth, "no superfluous entry in a flat codomain"),
      plain("is_sorted", {morphism}, truth, "base points first, by extent; then increasing"),
      plain("is_coalesced", {morphism}, truth, "no adjacent parallel arrows, no entry 1"),
      plain("is_disjoint", {morphism, morphism}, truth, "the images share only the base point"),
      plain("is_complement", {morphism, morphism}, truth, "(f, g) is an isomorphism"),
      plain("is_product_admissible", {morphism, morphism}, truth,
            "g ends where the complement of f starts", product),
      plain("pullback", {morphism, shape}, morphism, "along a refinement of the codomain",
            refinement),
      plain("pushforward", {morphism, shape}, morphism, "along a refinement of the domain",
            refinement),
  };
}

/// The edit distance, or the bound if it is not less.
std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t bound) {
  if (std::max(a.size(), b.size()) - std::min(a.size(), b.size()) >= bound) return bound;
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j)
    row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    std::size_t least = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t changed = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({changed, row[j] + 1, row[j - 1] + 1});
      least = std::min(least, row[j]);
    }
    // No later row has less than the least of this one.
    if (least >= bound) return bound;
  }
  return std::min(row[b.size()], bound);
}

bool is_layout(Sort sort) {
  return sort == layout || sort == flat_layout;
}

/// Whether it makes a layout out of layouts.
bool maps_layouts(const Operation& operation) {
  return is_layout(operation.answer) && is_layout(operation.operands.front());
}

}  // namespace

bool specifies_function(const Operation& operation) {
  switch (operation.family) {
    case coalescing:
    case complement:
    case composition:
    case weak_composition:
    case division:
    case product:
      return maps_layouts(operation);
    case other:
    case inverse:
    case order:
    case refinement:
      return false;
  }
  return false;
}

bool specifies_property(const Operation& operation) {
  return operation.family == inverse && maps_layouts(operation);
}

std::string signature(const Operation& operation) {
  const auto word = [](Sort sort) -> std::string {
    switch (sort) {
      case truth:
        return "truth";
      case integer:
        return "integer";
      case positive:
        return "positive integer";
      case shape:
        return "shape";
      case flat_shape:
        return "flat shape";
      case tuple:
        return "nested tuple";
      case flat_tuple:
        return "tuple";
      case profile:
        return "profile";
      case layout:
        return "layout";
      case flat_layout:
        return "flat layout";
      case map:
        return "pointed map";
      case morphism:
        return "morphism";
      case flat_morphism:
        return "flat morphism";
      case tiler:
        return "tiler";
    }
    return "value";
  };
  std::string text = operation.name + "(";
  for (std::size_t i = 0; i < operation.operands.size(); ++i)
    text += (i == 0 ? "" : ", ") + word(operation.operands[i]);
  return text + (operation.variadic ? ", ...)" : ")");
}

Vocabulary::Vocabulary(std::vector<Operation> operations) : operations_(std::move(operations)) {
  by_name_.resize(operations_.size());
  std::iota(by_name_.begin(), by_name_.end(), std::size_t{0});
  std::stable_sort(by_name_.begin(), by_name_.end(), [&](std::size_t a, std::size_t b) {
    return operations_[a].name < operations_[b].name;
  });
}

std::span<const std::size_t> Vocabulary::places(std::string_view name) const {
  const auto first =
      std::lower_bound(by_name_.begin(), by_name_.end(), name,
                       [&](std::size_t i, std::string_view n) { return operations_[i].name < n; });
  const auto last = std::find_if_not(first, by_name_.end(),
                                     [&](std::size_t i) { return operations_[i].name == name; });
  return {first, last};
}

std::vector<const Operation*> Vocabulary::named(std::string_view name) const {
  std::vector<const Operation*> found;
  for (std::size_t i : places(name))
    found.push_back(&operations_[i]);
  return found;
}

const Operation* Vocabulary::find(std::string_view name, std::span<const Value> operands) const {
  for (std::size_t place : places(name)) {
    const Operation& operation = operations_[place];
    const std::size_t fixed = operation.operands.size();
    if (operation.variadic ? operands.size() < fixed : operands.size() != fixed) continue;
    bool fits = true;
    for (std::size_t i = 0; i < operands.size() && fits; ++i)
      fits = is_of(operands[i], operation.operands[std::min(i, fixed - 1)]);
    if (fits) return &operation;
  }
  return nullptr;
}

std::string Vocabulary::suggestion(std::string_view name) const {
  // Nobody misspells a name of this length; it is something else.
  constexpr std::size_t longest = 100;
  std::string best;
  if (name.size() > longest) return "";
  // An id, such as colfax.2.1.6.9, is taken for a misspelt id of the same source.
  const std::string_view source = name.substr(0, name.find('.') + 1);
  std::size_t distance = name.size() / 3 + 2;
  for (std::size_t i = 0; i < operations_.size(); ++i) {
    const Operation& operation = operations_[by_name_[i]];
    const bool is_overload = i > 0 && operation.name == operations_[by_name_[i - 1]].name;
    const bool is_candidate = source.empty() ? operation.name.find('.') == std::string::npos
                                             : operation.name.starts_with(source);
    if (is_overload || !is_candidate) continue;
    const std::size_t d = edit_distance(name, operation.name, distance);
    if (d < distance) {
      distance = d;
      best = operation.name;
    }
  }
  return best.empty() ? "" : "; did you mean '" + best + "'?";
}

const Vocabulary& standard_vocabulary() {
  static const Vocabulary vocabulary = [] {
    std::vector<Operation> all = nested_tuple_operations();
    for (Operation& operation : layout_operations())
      all.push_back(std::move(operation));
    for (Operation& operation : morphism_operations())
      all.push_back(std::move(operation));
    return Vocabulary(std::move(all));
  }();
  return vocabulary;
}

}  // namespace layoutcheck
