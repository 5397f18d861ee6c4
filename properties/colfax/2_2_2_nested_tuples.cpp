// The statements on nested tuples (colfax 2.2.2). Indices count from 0.
#include "as_printed/nested.hpp"
#include "lists.hpp"

#include <algorithm>
#include <cctype>
#include <ranges>

namespace layoutcheck::properties {

namespace {

using as_printed::Wording;
using as_printed::nested::filled;
using as_printed::nested::is;
using as_printed::nested::nested_tuples;
using as_printed::nested::nested_with_index;
using as_printed::nested::slice;

/// A nested tuple in the sense of 2.2.2.5: an integer or a list of nested tuples, and nothing else.
struct Tree {
  std::optional<Int> integer;
  std::vector<Tree> members;
};

/// The tree with this text: digits, or brackets with members between commas. Every text of a nested
/// tuple that the printer makes is one.
Tree read_tree(std::string_view text, std::size_t& at) {
  Tree tree;
  if (text[at] != '(') {
    tree.integer = 0;
    for (; at < text.size() && std::isdigit(static_cast<unsigned char>(text[at])) != 0; ++at)
      tree.integer = checked_add(checked_multiply(*tree.integer, 10), text[at] - '0');
    return tree;
  }
  for (++at; text[at] != ')';) {
    tree.members.push_back(read_tree(text, at));
    at += text[at] == ',' ? 1 : 0;
  }
  ++at;
  return tree;
}
Tree tree_of(const NestedTuple& x) {
  std::size_t at = 0;
  return read_tree(to_string(x), at);
}

/// The flattening and the profile of a tree, appended.
void append(const Tree& tree, Tuple& entries, std::string& word) {
  if (tree.integer) {
    entries.push_back(*tree.integer);
    word += '*';
    return;
  }
  word += '(';
  for (const Tree& member : tree.members)
    append(member, entries, word);
  word += ')';
}

/// The nested tuple (X♭, P) with the flattening and the profile of the tree.
NestedTuple pair_of(const Tree& tree) {
  Tuple entries;
  std::string word;
  append(tree, entries, word);
  return {std::move(entries), Profile::from_word(std::move(word))};
}

std::size_t depth(const Tree& tree) {
  std::size_t deepest = 0;
  for (const Tree& member : tree.members)
    deepest = std::max(deepest, depth(member));
  return tree.integer ? 0 : 1 + deepest;
}
std::size_t length(const Tree& tree) {
  std::size_t sum = tree.integer ? 1 : 0;
  for (const Tree& member : tree.members)
    sum += length(member);
  return sum;
}
Exact product(const Tree& tree) {
  Exact result = tree.integer ? *tree.integer : Int{1};
  for (const Tree& member : tree.members)
    result *= product(member);
  return result;
}
bool same_pattern(const Tree& a, const Tree& b) {
  return a.integer.has_value() == b.integer.has_value() && a.members.size() == b.members.size() &&
         std::equal(a.members.begin(), a.members.end(), b.members.begin(), same_pattern);
}

/// (x_1, …, x_m) in place of the entries of P, as text.
NestedTuple with_profile(const Tuple& entries, const Profile& p) {
  std::vector<std::string> texts;
  for (const Int x : entries)
    texts.push_back(std::to_string(x));
  return std::get<NestedTuple>(parse_value(filled(p, texts), Sort::tuple));
}

/// A flat tuple and a profile, mostly of the same length.
Operands draw_pair(Entropy& entropy, int size) {
  const Tuple entries = as_printed::nested::draw_nested(entropy, size).entries();
  const bool fitting = entropy.chance(75);
  return {NestedTuple::flat(entries),
          draw_profile(entropy, fitting ? entries.size() : entropy.below(6))};
}

Domain tuple_and_profile() {
  return make_domain("a tuple and a profile, mostly of the same length",
                     {Sort::flat_tuple, Sort::profile}, draw_pair);
}

/// A pair (X♭, P) is accepted exactly if the lengths agree, and then is the nested tuple with this
/// flattening and this profile, which its text gives back.
Result check_2_2_2_1(const NestedTuple& flattening, const Profile& p) {
  const bool fits = flattening.length() == as_printed::nested::length(p);
  const Outcome<NestedTuple> built =
      as_printed::unless_refused([&] { return NestedTuple(flattening.entries(), p); });
  if (!fits || !built)
    return agree<bool>({{"the lengths agree", fits}, {"the pair is accepted", built.has_value()}});
  const NestedTuple read = with_profile(flattening.entries(), p);
  return all_hold({{algebra::flatten(*built) == flattening, "the flattening is X♭"},
                   {built->profile() == p, "the profile is P"},
                   {*built == read && to_string(*built) == to_string(read), "its text is (X♭)_P"}});
}

/// (x_1, …, x_m)_P, read as a substitution of integers, is the nested tuple (X♭, P).
Result check_2_2_2_3(const NestedTuple& flattening, const Profile& p) {
  if (flattening.length() != p.length()) return unmet();
  const Outcome<NestedTuple> x = algebra::substitute(p, flattening.modes());
  return holds_if(is(x, with_profile(flattening.entries(), p)) &&
                      algebra::flatten(*x) == flattening && x->profile() == p,
                  [&] { return "it is " + text(x); });
}

/// The square commutes at X, X is determined by its two images, and each pair of equal length has a
/// preimage.
Result check_2_2_2_4(const NestedTuple& x, const NestedTuple& flattening, const Profile& p) {
  const NestedTuple flat = algebra::flatten(x);
  if (as_printed::nested::length(x.profile()) != flat.entries().size())
    return fails("the square does not commute");
  if (with_profile(flat.entries(), x.profile()) != x)
    return fails("another nested tuple has the flattening and the profile of X");
  if (flattening.length() != p.length()) return holds();
  const NestedTuple preimage = with_profile(flattening.entries(), p);
  return holds_if(algebra::flatten(preimage) == flattening && preimage.profile() == p,
                  [&] { return to_string(preimage) + " is not mapped to the pair"; });
}

/// From the pair to the recursive form and back; and each is an integer or the tuple of its modes.
Result check_2_2_2_5(const NestedTuple& x) {
  const Tree tree = tree_of(x);
  std::vector<NestedTuple> members;
  for (const Tree& member : tree.members)
    members.push_back(pair_of(member));
  if (tree.integer) members = {NestedTuple(*tree.integer)};
  return all_hold({{pair_of(tree) == x, "the recursive form is that of X"},
                   {x == (tree.integer ? members.front() : NestedTuple::tuple_of(members)),
                    "X is an integer, or the tuple of its members"},
                   {members == x.modes(), "these are its modes"}});
}

Result check_2_2_2_6(const NestedTuple& x) {
  const Tree tree = tree_of(x);
  const Profile& p = x.profile();
  const NestedTuple flat = algebra::flatten(x);
  return all_hold({agree<std::size_t>({{"the members", tree.integer ? 1 : tree.members.size()},
                                       {"rank(X)", algebra::rank(x)},
                                       {"rank(prof(X))", algebra::rank(p)}}),
                   agree<std::size_t>({{"the integers", length(tree)},
                                       {"len(X)", algebra::length(x)},
                                       {"len(prof(X))", algebra::length(p)},
                                       {"len(X♭)", algebra::length(flat)}}),
                   agree<std::size_t>({{"the nesting", depth(tree)},
                                       {"depth(X)", algebra::depth(x)},
                                       {"depth(prof(X))", algebra::depth(p)}})})
      .then([&] {
        return agree<Exact>({{"the product", product(tree)},
                             {"size(X)", algebra::size(x)},
                             {"size(X♭)", algebra::size(flat)},
                             {"the product of the entries", as_printed::nested::size(x)}});
      });
}

/// Depth 0 exactly if the text is a number, and then X is that integer.
Result check_2_2_2_8(const NestedTuple& x) {
  const bool number = std::ranges::all_of(
      to_string(x), [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; });
  const auto has_depth_0 = [](Int n) { return algebra::depth(NestedTuple(n)) == 0; };
  return all_hold(
      {agree<bool>({{"depth 0", algebra::depth(x) == 0}, {"a number", number}}),
       holds_if(!number || x == NestedTuple(x.entries().front()), "it is not its entry"),
       holds_if(std::ranges::all_of(x.entries(), has_depth_0),
                "an integer has another depth than 0")});
}

/// Depth 1 exactly if X is its flattening, that is, a tuple of integers; then rank(X) = len(X).
Result check_2_2_2_9(const NestedTuple& x) {
  const Tree tree = tree_of(x);
  const bool integers = !tree.integer && std::ranges::all_of(tree.members, [](const Tree& t) {
    return t.integer.has_value();
  });
  return all_hold(
      {agree<bool>({{"depth 1", algebra::depth(x) == 1},
                    {"X is its flattening", x == algebra::flatten(x)},
                    {"X is a tuple of integers", integers}}),
       holds_if(!integers || algebra::rank(x) == algebra::length(x), "rank(X) is not len(X)")});
}

/// (x_{len_<i(P)+1}, …, x_{len_≤i(P)}), as a flat tuple, as printed, or with the profile mode_i(P).
Result check_2_2_2_10(const NestedTuple& x, Int index, Wording wording) {
  const auto i = static_cast<std::size_t>(index);
  const Outcome<NestedTuple> mode = algebra::mode(x, i);
  const std::vector<Profile> profiles = x.profile().modes();
  if (i >= profiles.size())
    return mode ? fails("there is no such mode, but the algebra says " + text(mode)) : unmet();
  std::size_t before = 0;
  for (std::size_t j = 0; j < i; ++j)
    before += as_printed::nested::length(profiles[j]);
  const Tuple entries = slice(x.entries(), before, before + profiles[i].length());
  if (wording == Wording::as_printed) return holds_if_equal(mode, NestedTuple::flat(entries));
  const NestedTuple defined = x.is_entry() ? x : NestedTuple(entries, profiles[i]);
  const Tree tree = tree_of(x);
  return agree<NestedTuple>({{"the definition", defined},
                             {"the algebra", mode},
                             {"the text", pair_of(tree.integer ? tree : tree.members[i])}});
}

/// len_j, len_<j, len_≤j, size_j, size_<j, size_≤j, for depth(X) > 0, against the entries of X:
/// mode j has those from len_<j up to len_≤j, and the sizes are the products of entries.
Result check_2_2_2_13(const NestedTuple& x, Int index) {
  const auto j = static_cast<std::size_t>(index);
  if (x.is_entry() || j >= algebra::rank(x)) return unmet();
  std::size_t len_before = 0;
  Exact size_before = 1;
  for (std::size_t i = 0; i < j; ++i) {
    const NestedTuple mode = *algebra::mode(x, i);
    len_before += algebra::length(mode);
    size_before *= algebra::size(mode);
  }
  const NestedTuple mode = *algebra::mode(x, j);
  const std::size_t len_up_to = len_before + algebra::length(mode);
  const Exact size_up_to = size_before * algebra::size(mode);
  if (len_up_to > x.length()) return fails("len_≤j is " + std::to_string(len_up_to));
  const auto product_up_to = [&](std::size_t length) {
    return oracle::product(oracle::to_exact(slice(x.entries(), 0, length)));
  };
  return all_hold({{slice(x.entries(), len_before, len_up_to) == mode.entries(),
                    "mode j is made of the entries from len_<j up to len_≤j"},
                   {product_up_to(len_before) == size_before, "size_<j is their product"},
                   {product_up_to(len_up_to) == size_up_to, "size_≤j is their product"}})
      .then([&] {
        const bool last = j + 1 == algebra::rank(x);
        return holds_if(
            !last || (len_up_to == algebra::length(x) && size_up_to == algebra::size(x)),
            "with all modes the length and the size are not those of X");
      });
}

/// entry_i(X) = x_i, which is the i-th integer in X from the left.
Result check_2_2_2_14(const NestedTuple& x, Int index) {
  const auto i = static_cast<std::size_t>(index);
  const Outcome<Int> entry = algebra::entry(x, i);
  const Tuple integers = pair_of(tree_of(x)).entries();
  if (i >= integers.size())
    return entry ? fails("there is no such entry, but the algebra has one") : unmet();
  return agree<Int>({{"the integer in the text", integers[i]},
                     {"x_i", x.entries()[i]},
                     {"entry_i(X)", entry},
                     {"entry_i(X♭)", algebra::entry(algebra::flatten(x), i)}});
}

Domain depth_one_with_index() {
  return make_domain("a nested tuple, mostly of depth 1, and the index of a mode",
                     {Sort::tuple, Sort::integer}, [](Entropy& entropy, int size) -> Operands {
                       NestedTuple x = as_printed::nested::draw_nested(entropy, size);
                       if (entropy.chance(88)) x = NestedTuple::flat(x.entries());
                       const auto i = static_cast<Int>(entropy.below(algebra::rank(x)));
                       return {std::move(x), i};
                     });
}

/// mode_i(X) = entry_i(X) for depth 1, with the modes of 2.2.2.10 as printed, which are flat
/// tuples, or those of the algebra.
Result check_2_2_2_17(const NestedTuple& x, Int index, Wording wording) {
  const auto i = static_cast<std::size_t>(index);
  if (as_printed::nested::depth(x.profile()) != 1 || i >= x.length()) return unmet();
  const Int entry = x.entries()[i];
  const Outcome<NestedTuple> mode = wording == Wording::as_printed
                                        ? Outcome<NestedTuple>(NestedTuple::flat({entry}))
                                        : algebra::mode(x, i);
  return holds_if(algebra::rank(x) == algebra::length(x) && is(algebra::entry(x, i), entry) &&
                      is(mode, NestedTuple(entry)),
                  [&] { return "the mode is " + text(mode); });
}

/// Each mode is a nested tuple, of its own flattening and profile, each entry an integer; those of
/// the modes, in order, are those of X.
Result check_2_2_2_18(const NestedTuple& x) {
  Tuple of_modes;
  for (std::size_t i = 0; i < algebra::rank(x); ++i) {
    const Outcome<NestedTuple> mode = algebra::mode(x, i);
    if (!mode || *mode != with_profile(mode->entries(), mode->profile()))
      return fails("mode " + std::to_string(i) + " is " + text(mode) + ", no nested tuple");
    of_modes.insert(of_modes.end(), mode->entries().begin(), mode->entries().end());
  }
  if (of_modes.size() != x.length()) return fails("the modes have more entries than X, or fewer");
  return holds_for_all(std::views::iota(std::size_t{0}, of_modes.size()), [&](std::size_t i) {
    const Outcome<Int> entry = algebra::entry(x, i);
    return holds_if(is(entry, of_modes[i]) && algebra::depth(NestedTuple(*entry)) == 0,
                    [&] { return "entry " + std::to_string(i) + " is no integer of the modes"; });
  });
}

Domain congruent_pairs() {
  return make_domain("two nested tuples, often congruent", std::vector(2, Sort::tuple),
                     [](Entropy& entropy, int size) -> Operands {
                       const NestedTuple x = as_printed::nested::draw_nested(entropy, size);
                       if (entropy.chance(30))
                         return {x, as_printed::nested::draw_nested(entropy, size)};
                       Tuple entries = x.entries();
                       for (Int& entry : entries)
                         entry = draw_extent(entropy, size);
                       const std::size_t n = entries.size();
                       Profile p = entropy.chance(60) ? x.profile() : draw_profile(entropy, n);
                       return {x, NestedTuple(std::move(entries), std::move(p))};
                     });
}

Result check_2_2_2_19(const NestedTuple& x, const NestedTuple& y) {
  return agree<bool>({{"prof(X_1) = prof(X_2)", x.profile() == y.profile()},
                      {"the algebra", algebra::congruent(x, y)},
                      {"the algebra for X_2, X_1", algebra::congruent(y, x)},
                      {"brackets in the same places", same_pattern(tree_of(x), tree_of(y))}});
}

}  // namespace

std::vector<Binding> colfax_2_2_2() {
  const Domain nested = nested_tuples();
  const Domain with_mode =
      nested_with_index("a mode", [](const NestedTuple& x) { return algebra::rank(x); });
  const Domain with_entry =
      nested_with_index("an entry", [](const NestedTuple& x) { return x.length(); });
  return {
      {"colfax.2.2.2.1", tuple_and_profile(), check_2_2_2_1},
      {"colfax.2.2.2.3", tuple_and_profile(), check_2_2_2_3},
      {"colfax.2.2.2.4",
       make_domain(
           "a nested tuple, a tuple and a profile", {Sort::tuple, Sort::flat_tuple, Sort::profile},
           [](Entropy& entropy, int size) -> Operands {
             Operands operands = draw_pair(entropy, size);
             operands.insert(operands.begin(), as_printed::nested::draw_nested(entropy, size));
             return operands;
           }),
       check_2_2_2_4},
      {"colfax.2.2.2.5", nested, check_2_2_2_5},
      {"colfax.2.2.2.6", nested, check_2_2_2_6},
      {"colfax.2.2.2.8", nested, check_2_2_2_8},
      {"colfax.2.2.2.9", nested, check_2_2_2_9},
      {"colfax.2.2.2.10", with_mode, with(check_2_2_2_10, Wording::as_printed)},
      {"colfax.2.2.2.10.amended", with(check_2_2_2_10, Wording::amended)},
      {"colfax.2.2.2.13", with_mode, check_2_2_2_13},
      {"colfax.2.2.2.14", with_entry, check_2_2_2_14},
      {"colfax.2.2.2.17", depth_one_with_index(), with(check_2_2_2_17, Wording::as_printed)},
      {"colfax.2.2.2.17.amended", with(check_2_2_2_17, Wording::amended)},
      {"colfax.2.2.2.18", nested, check_2_2_2_18},
      {"colfax.2.2.2.19", congruent_pairs(), check_2_2_2_19},
  };
}

}  // namespace layoutcheck::properties
