// Drafts: values taken apart into a profile and columns of entries, which structural changes move
// together.
#pragma once

#include <layoutcheck/engine/entropy.hpp>
#include <layoutcheck/notation/layout.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace layoutcheck::fuzz {

using engine::Entropy;

/// A value grows no further by mutations, so that inputs stay small.
inline constexpr std::size_t most_entries = 12;
inline constexpr std::size_t most_brackets = 20;

/// The word of a profile, and for each entry two numbers: an extent and a stride, an entry of a
/// domain and its value under the map, or an entry and something that follows it.
struct Draft {
  std::string word = "*";
  Tuple a;
  Tuple b;

  [[nodiscard]] std::size_t length() const { return a.size(); }
};

Draft draft_of(const Profile& profile);
Draft draft_of(const NestedTuple& tuple);
Draft draft_of(const Layout& layout);

/// The values again. They throw what the constructors throw.
Profile profile_of(const Draft& draft);
NestedTuple tuple_of(const Draft& draft);
Layout layout_of(const Draft& draft);

/// Whether the draft is no larger than a value may grow, or than it was.
bool is_small(const Draft& draft, const Draft& before);

/// A mode, a mode of a mode, …, or the whole.
struct Node {
  std::size_t begin = 0;  // in the word
  std::size_t end = 0;
  std::size_t first = 0;  // of its entries
  std::size_t count = 0;
};
Node node_at(const Draft& draft, std::size_t begin);

/// Any node; the whole is one only if `whole`. None if there is no other.
std::optional<Node> any_node(Entropy& entropy, const Draft& draft, bool whole);

/// The part of the draft that a node is.
Draft part_of(const Draft& draft, const Node& node);

// Changes. Each returns whether it changed the draft.

/// Puts brackets around neighbouring modes, or the whole.
bool nest(Entropy& entropy, Draft& draft);
/// Drops a pair of brackets.
bool unnest(Entropy& entropy, Draft& draft);
/// Puts one pair of brackets in place of all.
bool flatten(Draft& draft);
/// Swaps, rotates or reverses modes of a tuple.
bool reorder(Entropy& entropy, Draft& draft);
/// Swaps two entries, wherever they are.
bool swap_entries(Entropy& entropy, Draft& draft);
bool drop_node(Entropy& entropy, Draft& draft);
bool duplicate_node(Entropy& entropy, Draft& draft);
/// Plants () as a mode.
bool plant_empty(Entropy& entropy, Draft& draft);
/// Keeps only a part.
bool take_part(Entropy& entropy, Draft& draft);
/// Plants an entry somewhere.
bool plant_entry(Entropy& entropy, Draft& draft, Int a, Int b);
/// Puts a part of another draft into the place of a node, or beside one.
bool graft(Entropy& entropy, Draft& draft, const Draft& other);
/// Takes an entry out of the draft.
void drop_entry(Draft& draft, std::size_t i);
/// Puts two entries in place of one, inline or in brackets.
void split_entry(Entropy& entropy, Draft& draft, std::size_t i, std::pair<Int, Int> first,
                 std::pair<Int, Int> second);

/// A change of brackets or order, by weight.
bool change_structure(Entropy& entropy, Draft& draft);

/// A change with its weight.
template <class... Args>
struct Weighted {
  unsigned weight;
  bool (*change)(Entropy&, Args...);
};

/// Does one of the changes.
template <class... Args, class... Given>
bool do_one_of(Entropy& entropy, std::span<const Weighted<Args...>> changes, Given&&... given) {
  unsigned all = 0;
  for (const auto& each : changes)
    all += each.weight;
  auto at = static_cast<unsigned>(entropy.below(all));
  for (const auto& each : changes) {
    if (at < each.weight) return each.change(entropy, std::forward<Given>(given)...);
    at -= each.weight;
  }
  return false;
}

}  // namespace layoutcheck::fuzz
