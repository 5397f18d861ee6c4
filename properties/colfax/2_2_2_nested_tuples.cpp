// The statements on nested tuples (colfax 2.2.2). Indices count from 0.
#include "as_printed/nested.hpp"
#include "lists.hpp"

#include <algorithm>
#include <cctype>

namespace layoutcheck::properties {

namespace {

using as_printed::nested::filled;
using as_printed::nested::is;
using as_printed::nested::nested_tuples;
using as_printed::nested::nested_with_index;

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

/// (x_1, …, x_m) in the places of the entries of P, as text.
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
  const bool claimed = flattening.length() == as_printed::nested::length(p);
  std::optional<NestedTuple> built;
  try {
    built = NestedTuple(flattening.entries(), p);
  } catch (const std::invalid_argument&) {
  }
  if (built.has_value() != claimed)
    return fails(claimed ? "the pair is not accepted" : "the pair is accepted");
  if (!built) return holds();
  return holds_if(algebra::flatten(*built) == flattening && built->profile() == p &&
                      *built == with_profile(flattening.entries(), p) &&
                      to_string(*built) == to_string(with_profile(flattening.entries(), p)),
                  [&] { return "the pair is " + to_string(*built); });
}

/// (x_1, …, x_m)_P, read as a substitution of integers, is the nested tuple (X♭, P).
Result check_2_2_2_3(const NestedTuple& flattening, const Profile& p) {
  if (flattening.length() != p.length()) return unmet();
  std::vector<NestedTuple> entries;
  for (const Int x : flattening.entries())
    entries.emplace_back(x);
  const Outcome<NestedTuple> x = algebra::substitute(p, entries);
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
  if (pair_of(tree) != x) return fails("the recursive form is that of " + to_string(pair_of(tree)));
  if (tree.integer) return holds_if_equal(NestedTuple(*tree.integer), x);
  std::vector<NestedTuple> members;
  for (const Tree& member : tree.members)
    members.push_back(pair_of(member));
  if (NestedTuple::tuple_of(members) != x)
    return fails("the tuple of its members is " + to_string(NestedTuple::tuple_of(members)));
  return holds_if(members == x.modes(), "its modes are others");
}

Result check_2_2_2_6(const NestedTuple& x) {
  const Tree tree = tree_of(x);
  const Profile& p = x.profile();
  const NestedTuple flat = algebra::flatten(x);
  const std::size_t rank = tree.integer ? 1 : tree.members.size();
  if (algebra::rank(x) != rank || algebra::rank(p) != rank)
    return fails("the rank is " + std::to_string(rank));
  if (algebra::length(x) != length(tree) || algebra::length(p) != length(tree) ||
      algebra::length(flat) != length(tree)) {
    return fails("the length is " + std::to_string(length(tree)));
  }
  if (algebra::depth(x) != depth(tree) || algebra::depth(p) != depth(tree))
    return fails("the depth is " + std::to_string(depth(tree)));
  const Exact size = product(tree);
  return holds_if(algebra::size(x) == oracle::to_int(size) &&
                      algebra::size(flat) == algebra::size(x) &&
                      as_printed::nested::size(x) == size,
                  [&] { return "the size is " + size.str(); });
}

/// Depth 0 exactly if the text is a number, and then X is that integer.
Result check_2_2_2_8(const NestedTuple& x) {
  const std::string written = to_string(x);
  const bool number = std::ranges::all_of(
      written, [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; });
  if ((algebra::depth(x) == 0) != number)
    return fails("the depth is " + std::to_string(algebra::depth(x)));
  if (number && x != NestedTuple(x.entries().front())) return fails("it is not its entry");
  return holds_if(
      std::ranges::all_of(x.entries(), [](Int n) { return algebra::depth(NestedTuple(n)) == 0; }),
      "an integer has another depth than 0");
}

/// Depth 1 exactly if X is its flattening, that is, a tuple of integers; then rank(X) = len(X).
Result check_2_2_2_9(const NestedTuple& x) {
  const bool tuple = x == algebra::flatten(x);
  const Tree tree = tree_of(x);
  const bool integers = !tree.integer && std::ranges::all_of(tree.members, [](const Tree& t) {
    return t.integer.has_value();
  });
  if ((algebra::depth(x) == 1) != tuple || tuple != integers)
    return fails("the depth is " + std::to_string(algebra::depth(x)));
  return holds_if(!tuple || algebra::rank(x) == algebra::length(x), [&] {
    return "rank " + std::to_string(algebra::rank(x)) + ", length " +
           std::to_string(algebra::length(x));
  });
}

/// (x_{len_<i(P)+1}, …, x_{len_≤i(P)}), as a flat tuple, as printed, or with the profile mode_i(P).
Result check_2_2_2_10(const NestedTuple& x, Int index, bool as_printed) {
  const auto i = static_cast<std::size_t>(index);
  const Outcome<NestedTuple> mode = algebra::mode(x, i);
  const std::vector<Profile> profiles = x.profile().modes();
  if (i >= profiles.size())
    return mode ? fails("there is no such mode, but the algebra says " + text(mode)) : unmet();
  std::size_t before = 0;
  for (std::size_t j = 0; j < i; ++j)
    before += as_printed::nested::length(profiles[j]);
  const auto begin = x.entries().begin() + static_cast<std::ptrdiff_t>(before);
  const Tuple entries(begin, begin + static_cast<std::ptrdiff_t>(profiles[i].length()));
  const NestedTuple claimed =
      as_printed ? NestedTuple::flat(entries) : NestedTuple(entries, profiles[i]);
  if (!is(mode, claimed)) {
    return fails("by the definition it is " + to_string(claimed) + ", by the examples " +
                 text(mode));
  }
  if (as_printed) return holds();
  const Tree tree = tree_of(x);
  return holds_if_equal(pair_of(tree.integer ? tree : tree.members[i]), claimed);
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
  const auto begin = x.entries().begin();
  const Tuple before(begin, begin + static_cast<std::ptrdiff_t>(len_before));
  const Tuple up_to(begin, begin + static_cast<std::ptrdiff_t>(len_up_to));
  Tuple joined = before;
  joined.insert(joined.end(), mode.entries().begin(), mode.entries().end());
  if (joined != up_to) return fails("mode j is not made of the entries from len_<j up to len_≤j");
  const bool last = j + 1 == algebra::rank(x);
  return holds_if(
      oracle::product(oracle::to_exact(before)) == size_before &&
          oracle::product(oracle::to_exact(up_to)) == size_up_to &&
          (!last || (len_up_to == algebra::length(x) && size_up_to == algebra::size(x))),
      [&] { return "size_<j = " + size_before.str() + ", size_≤j = " + size_up_to.str(); });
}

void append_integers(const Tree& tree, Tuple& found) {
  if (tree.integer) found.push_back(*tree.integer);
  for (const Tree& member : tree.members)
    append_integers(member, found);
}

/// entry_i(X) = x_i, which is the i-th integer in X from the left.
Result check_2_2_2_14(const NestedTuple& x, Int index) {
  const auto i = static_cast<std::size_t>(index);
  const Outcome<Int> entry = algebra::entry(x, i);
  const Outcome<Int> flat_entry = algebra::entry(algebra::flatten(x), i);
  Tuple integers;
  append_integers(tree_of(x), integers);
  if (i >= integers.size())
    return entry ? fails("there is no such entry, but the algebra has one") : unmet();
  return holds_if(
      is(entry, integers[i]) && is(flat_entry, integers[i]) && x.entries()[i] == integers[i],
      [&] { return "it is " + std::to_string(integers[i]); });
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
Result check_2_2_2_17(const NestedTuple& x, Int index, bool as_printed) {
  const auto i = static_cast<std::size_t>(index);
  if (as_printed::nested::depth(x.profile()) != 1 || i >= x.length()) return unmet();
  const Int entry = x.entries()[i];
  const Outcome<NestedTuple> mode =
      as_printed ? Outcome<NestedTuple>(NestedTuple::flat({entry})) : algebra::mode(x, i);
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
  for (std::size_t i = 0; i < of_modes.size(); ++i) {
    const Outcome<Int> entry = algebra::entry(x, i);
    if (!entry || algebra::depth(NestedTuple(*entry)) != 0 || *entry != of_modes[i])
      return fails("entry " + std::to_string(i) + " is no integer of the modes");
  }
  return holds();
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
  const bool congruent = x.profile() == y.profile();
  if (algebra::congruent(x, y) != congruent || algebra::congruent(y, x) != congruent)
    return fails(std::string("the algebra says: ") + (congruent ? "not congruent" : "congruent"));
  return holds_if(same_pattern(tree_of(x), tree_of(y)) == congruent, [&] {
    return std::string("the brackets are ") + (congruent ? "not " : "") + "in the same places";
  });
}

}  // namespace

std::vector<Statement> colfax_2_2_2() {
  const Domain nested = nested_tuples();
  const Domain with_mode =
      nested_with_index("a mode", [](const NestedTuple& x) { return algebra::rank(x); });
  const Domain with_entry =
      nested_with_index("an entry", [](const NestedTuple& x) { return x.length(); });
  return {
      {.id = "colfax.2.2.2.1",
       .kind = "Definition",
       .says = "A nested tuple is a pair of a tuple X♭ (its flattening) and a profile prof(X) of "
               "the same length.",
       .domain = tuple_and_profile(),
       .check = check_2_2_2_1,
       .remark = "A pair is accepted exactly if the lengths agree, and agrees with the nested "
                 "tuple that is read from its text."},
      misprinted_example("colfax.2.2.2.2", "Four nested tuples with flattening and profile.",
                         "flatten((((2,2,2),8),64)) = (2,2,2,8,26)",
                         "The last entry of X = (((2,2,2),8),64) is 64; all else is right.",
                         "64 for 26."),
      {.id = "colfax.2.2.2.3",
       .kind = "Notation",
       .says =
           "X = (x_1, …, x_m)_P is the nested tuple with flattening (x_1, …, x_m) and profile P.",
       .domain = tuple_and_profile(),
       .check = check_2_2_2_3,
       .remark = "The same notation stands for a P-substitution in 2.2.3.1; for integers x_i both "
                 "mean the same."},
      {.id = "colfax.2.2.2.4",
       .kind = "Observation",
       .says = "Nest(V) is the pullback of len: Tuple(V) → ℕ and len: Profile → ℕ, by the "
               "flattening and the profile.",
       .domain = make_domain(
           "a nested tuple, a tuple and a profile", {Sort::tuple, Sort::flat_tuple, Sort::profile},
           [](Entropy& entropy, int size) -> Operands {
             Operands operands = draw_pair(entropy, size);
             operands.insert(operands.begin(), as_printed::nested::draw_nested(entropy, size));
             return operands;
           }),
       .check = check_2_2_2_4,
       .remark = "For sets: the square commutes, and X ↦ (X♭, prof(X)) is a bijection onto the "
                 "pairs of equal length."},
      statement("colfax.2.2.2.5", "Remark",
                "Equivalently, a nested tuple is an element of V or a tuple of nested tuples.",
                nested, check_2_2_2_5),
      {.id = "colfax.2.2.2.6",
       .kind = "Definition",
       .says = "rank, len and depth of X are those of prof(X), len(X) also that of X♭; size(X) = "
               "size(X♭).",
       .domain = nested,
       .check = check_2_2_2_6,
       .remark = "Compared with the same by recursion over integers and tuples (2.2.2.5)."},
      misprinted_example("colfax.2.2.2.7", "Rank, length, depth and size of four nested tuples.",
                         "size((((3,4),2,2),8,9)) = 3096",
                         "3·4·2·2·8·9 = 3456; all else is right. (The brackets of the fourth do "
                         "not match in our copy; we read (((),()),(2,(5,5))).)",
                         "3456 for 3096."),
      statement("colfax.2.2.2.8", "Example", "A nested tuple of integers of depth 0 is an integer.",
                nested, check_2_2_2_8),
      statement(
          "colfax.2.2.2.9", "Example",
          "A nested tuple of integers of depth 1 is a tuple of integers; then rank(X) = len(X).",
          nested, check_2_2_2_9),
      {.id = "colfax.2.2.2.10",
       .kind = "Definition",
       .says = "For X = (x_1, …, x_m)_P, mode_i(X) = (x_{len_<i(P)+1}, …, x_{len_≤i(P)}).",
       .domain = with_mode,
       .check = with(check_2_2_2_10, true),
       .counterexample = "colfax.2.2.2.10(0, 0) = false",
       .remark = "The tuple lacks its profile: by the letter each mode is flat, and mode_2 of "
                 "example 2.2.2.11 would be (4), not 4, and its mode_3 (10,10,12).",
       .change = "mode_i(X) = (x_{len_<i(P)+1}, …, x_{len_≤i(P)})_{mode_i(P)}.",
       .misprint = true},
      amendment(
          "colfax.2.2.2.10.amended",
          "For X = (x_1, …, x_m)_P, mode_i(X) = (x_{len_<i(P)+1}, …, x_{len_≤i(P)})_{mode_i(P)}.",
          with(check_2_2_2_10, false)),
      {.id = "colfax.2.2.2.11",
       .kind = "Example",
       .says = "The modes of ((3),4,((10,10),12)) are (3), 4, ((10,10),12).",
       .counterexample = "colfax.2.2.2.10(((3),4,((10,10),12)), 1) = true",
       .remark = "By the letter of 2.2.2.10 the second mode is (4) and the third (10,10,12). The "
                 "answers are right for 2.2.2.10 as amended.",
       .uses = {"colfax.2.2.2.10"}},
      {.id = "colfax.2.2.2.12",
       .kind = "Example",
       .says = "The modes of (32,5,6,64) are 32, 5, 6, 64.",
       .counterexample = "colfax.2.2.2.10((32,5,6,64), 0) = true",
       .remark = "By the letter of 2.2.2.10 they are (32), (5), (6), (64). The answers are right "
                 "for 2.2.2.10 as amended.",
       .uses = {"colfax.2.2.2.10"}},
      {.id = "colfax.2.2.2.13",
       .kind = "Notation",
       .says = "For depth(X) > 0: len_j(X) = len(mode_j(X)), len_<j(X) is their sum before j, "
               "len_≤j(X) = len_<j(X) + len_j(X); likewise size_j, size_<j, size_≤j with products.",
       .domain = with_mode,
       .check = check_2_2_2_13,
       .remark = "Compared with the places of the entries of mode j, and with products of entries "
                 "of X. By the letter of 2.2.2.10 a mode has the same entries, and so the same "
                 "length and size.",
       .uses = {"colfax.2.2.2.10"},
       .slips = {"In our copy len_≤j(X) and size_≤j(X) are printed for len_<j(X) and "
                 "size_<j(X); 2.2.1.7 has the right signs."}},
      statement("colfax.2.2.2.14", "Definition",
                "For X = (x_1, …, x_m)_P, entry_i(X) = entry_i(X♭) = x_i.", with_entry,
                check_2_2_2_14),
      example("colfax.2.2.2.15", "The entries of ((3),4,((10,10),12)) are 3, 4, 10, 10, 12."),
      misprinted_example("colfax.2.2.2.16", "The entries of X = (32,5,6,64).",
                         "entry((32,5,6,64), 3) = 4", "The last entry is 64.", "64 for 4."),
      {.id = "colfax.2.2.2.17",
       .kind = "Example",
       .says = "If depth(X) = 1, then mode_i(X) = entry_i(X) for 1 ≤ i ≤ rank(X) = len(X).",
       .domain = depth_one_with_index(),
       .check = with(check_2_2_2_17, true),
       .counterexample = "colfax.2.2.2.17((0), 0) = false",
       .remark = "By the letter of 2.2.2.10 the mode is the tuple (x_i), not x_i.",
       .uses = {"colfax.2.2.2.10"}},
      amendment("colfax.2.2.2.17.amended",
                "With 2.2.2.10 as amended, if depth(X) = 1, then mode_i(X) = entry_i(X) for 1 ≤ i "
                "≤ rank(X) = len(X).",
                with(check_2_2_2_17, false)),
      {.id = "colfax.2.2.2.18",
       .kind = "Observation",
       .says = "The entries of a nested tuple of integers are integers, its modes are nested "
               "tuples of integers.",
       .domain = nested,
       .check = check_2_2_2_18,
       .remark = "Also checked: the entries of X are those of its modes, in order. By the letter "
                 "of 2.2.2.10 the modes are flat tuples, which are nested tuples as well.",
       .uses = {"colfax.2.2.2.10"}},
      {.id = "colfax.2.2.2.19",
       .kind = "Definition",
       .says = "X_1 and X_2 are congruent if prof(X_1) = prof(X_2).",
       .domain = congruent_pairs(),
       .check = check_2_2_2_19,
       .remark =
           "Compared with: both are integers, or tuples of as many members, congruent one by one."},
      example("colfax.2.2.2.20", "Four congruent pairs of nested tuples, and three that are not."),
  };
}

}  // namespace layoutcheck::properties
