// Drafts: brackets and order of modes, whatever their entries are.
#include "draft.hpp"

#include <algorithm>
#include <array>

namespace layoutcheck::fuzz {

namespace {

std::ptrdiff_t offset(std::size_t i) {
  return static_cast<std::ptrdiff_t>(i);
}

std::size_t stars_before(std::string_view word, std::size_t end) {
  return static_cast<std::size_t>(std::count(word.begin(), word.begin() + offset(end), '*'));
}

/// The place in the word of an entry.
std::size_t star(const Draft& draft, std::size_t i) {
  std::size_t at = draft.word.find('*');
  for (; i > 0; --i)
    at = draft.word.find('*', at + 1);
  return at;
}

void insert_entries(Draft& draft, std::size_t at, const Draft& part) {
  draft.a.insert(draft.a.begin() + offset(at), part.a.begin(), part.a.end());
  draft.b.insert(draft.b.begin() + offset(at), part.b.begin(), part.b.end());
}

void erase(Draft& draft, const Node& node) {
  draft.word.erase(node.begin, node.end - node.begin);
  const auto entries = [&](Tuple& column) {
    column.erase(column.begin() + offset(node.first),
                 column.begin() + offset(node.first + node.count));
  };
  entries(draft.a);
  entries(draft.b);
}

/// A place between brackets where a mode can be put; an entry becomes a tuple first.
std::size_t any_gap(Entropy& entropy, Draft& draft) {
  if (draft.word.front() != '(') {
    draft.word.insert(0, 1, '(');
    draft.word += ')';
  }
  return 1 + entropy.below(draft.word.size() - 1);
}

/// The modes of a tuple.
void find_modes(const Draft& draft, const Node& tuple, std::vector<Node>& modes) {
  Node mode;
  std::size_t first = tuple.first;
  for (std::size_t at = tuple.begin + 1; at + 1 < tuple.end; at = mode.end) {
    mode = node_at(draft, at);
    mode.first = first;
    first += mode.count;
    modes.push_back(mode);
  }
}

bool too_deep(const Draft& draft) {
  return draft.word.size() - draft.length() > 2 * most_brackets;
}

}  // namespace

Draft draft_of(const Profile& profile) {
  return {profile.word(), Tuple(profile.length(), 0), Tuple(profile.length(), 0)};
}

Draft draft_of(const NestedTuple& tuple) {
  return {tuple.profile().word(), tuple.entries(), Tuple(tuple.length(), 0)};
}

Draft draft_of(const Layout& layout) {
  return {layout.profile().word(), layout.extents(), layout.strides()};
}

Profile profile_of(const Draft& draft) {
  return Profile::from_word(draft.word);
}

NestedTuple tuple_of(const Draft& draft) {
  return {draft.a, Profile::from_word(draft.word)};
}

Layout layout_of(const Draft& draft) {
  return {Profile::from_word(draft.word), draft.a, draft.b};
}

bool is_small(const Draft& draft, const Draft& before) {
  const auto brackets = [](const Draft& each) { return (each.word.size() - each.length()) / 2; };
  return draft.length() <= std::max(most_entries, before.length()) &&
         brackets(draft) <= std::max(most_brackets, brackets(before));
}

Node node_at(const Draft& draft, std::size_t begin) {
  Node node{begin, begin, stars_before(draft.word, begin), 0};
  std::size_t open = 0;
  do {
    const char c = draft.word[node.end++];
    open += c == '(' ? 1U : 0U;
    open -= c == ')' ? 1U : 0U;
    node.count += c == '*' ? 1U : 0U;
  } while (open > 0);
  return node;
}

std::optional<Node> any_node(Entropy& entropy, const Draft& draft, bool whole) {
  const std::size_t closing =
      static_cast<std::size_t>(std::count(draft.word.begin(), draft.word.end(), ')'));
  const std::size_t all = draft.word.size() - closing - (whole ? 0 : 1);
  if (all == 0) return std::nullopt;
  std::size_t left = entropy.below(all) + (whole ? 0 : 1);
  std::size_t at = 0;
  for (;; ++at)
    if (draft.word[at] != ')' && left-- == 0) return node_at(draft, at);
}

Draft part_of(const Draft& draft, const Node& node) {
  const auto column = [&](const Tuple& entries) {
    return Tuple(entries.begin() + offset(node.first),
                 entries.begin() + offset(node.first + node.count));
  };
  return {draft.word.substr(node.begin, node.end - node.begin), column(draft.a), column(draft.b)};
}

bool nest(Entropy& entropy, Draft& draft) {
  if (too_deep(draft)) return false;
  const std::optional<Node> node = any_node(entropy, draft, entropy.chance(20));
  std::size_t begin = 0;
  std::size_t end = draft.word.size();
  if (node) {
    begin = node->begin;
    end = node->end;
    for (std::size_t more = entropy.below(4);
         begin > 0 && more > 0 && end < draft.word.size() && draft.word[end] != ')'; --more) {
      end = node_at(draft, end).end;
    }
  }
  draft.word.insert(end, 1, ')');
  draft.word.insert(begin, 1, '(');
  return true;
}

bool unnest(Entropy& entropy, Draft& draft) {
  const std::size_t pairs = (draft.word.size() - draft.length()) / 2;
  if (pairs == 0) return false;
  std::size_t open = draft.word.find('(');
  for (std::size_t left = entropy.below(pairs); left > 0; --left)
    open = draft.word.find('(', open + 1);
  const std::size_t close = node_at(draft, open).end - 1;
  if (open == 0 && (close == 1 || node_at(draft, 1).end != close)) return false;
  draft.word.erase(close, 1);
  draft.word.erase(open, 1);
  return true;
}

bool flatten(Draft& draft) {
  std::string word = Profile::flat(draft.length()).word();
  if (word == draft.word) return false;
  draft.word = std::move(word);
  return true;
}

bool reorder(Entropy& entropy, Draft& draft) {
  const std::optional<Node> tuple = any_node(entropy, draft, true);
  std::vector<Node> modes;
  find_modes(draft, draft.word[tuple->begin] == '(' ? *tuple : node_at(draft, 0), modes);
  if (modes.size() < 2) return false;
  const std::size_t begin = modes.front().begin;
  const std::size_t first = modes.front().first;
  const std::size_t end = modes.back().end;
  switch (entropy.below(4)) {
    case 0:
      std::reverse(modes.begin(), modes.end());
      break;
    case 1:
      std::rotate(modes.begin(), modes.begin() + offset(1 + entropy.below(modes.size() - 1)),
                  modes.end());
      break;
    default: {
      const std::size_t i = entropy.below(modes.size() - 1);
      std::swap(modes[i], modes[i + 1 + entropy.below(modes.size() - 1 - i)]);
    }
  }
  std::string word;
  Draft entries;
  for (const Node& mode : modes) {
    word.append(draft.word, mode.begin, mode.end - mode.begin);
    insert_entries(entries, entries.length(), part_of(draft, mode));
  }
  draft.word.replace(begin, end - begin, word);
  std::copy(entries.a.begin(), entries.a.end(), draft.a.begin() + offset(first));
  std::copy(entries.b.begin(), entries.b.end(), draft.b.begin() + offset(first));
  return true;
}

bool swap_entries(Entropy& entropy, Draft& draft) {
  if (draft.length() < 2) return false;
  const std::size_t i = entropy.below(draft.length() - 1);
  const std::size_t j = i + 1 + entropy.below(draft.length() - 1 - i);
  std::swap(draft.a[i], draft.a[j]);
  std::swap(draft.b[i], draft.b[j]);
  return true;
}

bool drop_node(Entropy& entropy, Draft& draft) {
  const std::optional<Node> node = any_node(entropy, draft, false);
  if (!node) return false;
  erase(draft, *node);
  return true;
}

bool duplicate_node(Entropy& entropy, Draft& draft) {
  const std::optional<Node> node = any_node(entropy, draft, false);
  if (!node) return false;
  const Draft part = part_of(draft, *node);
  draft.word.insert(node->end, part.word);
  insert_entries(draft, node->first + node->count, part);
  return true;
}

bool plant_empty(Entropy& entropy, Draft& draft) {
  draft.word.insert(any_gap(entropy, draft), "()");
  return true;
}

bool take_part(Entropy& entropy, Draft& draft) {
  const std::optional<Node> node = any_node(entropy, draft, false);
  if (!node) return false;
  draft = part_of(draft, *node);
  return true;
}

bool plant_entry(Entropy& entropy, Draft& draft, Int a, Int b) {
  const std::size_t gap = any_gap(entropy, draft);
  const std::size_t at = stars_before(draft.word, gap);
  draft.word.insert(gap, 1, '*');
  draft.a.insert(draft.a.begin() + offset(at), a);
  draft.b.insert(draft.b.begin() + offset(at), b);
  return true;
}

bool graft(Entropy& entropy, Draft& draft, const Draft& other) {
  const Draft part = part_of(other, *any_node(entropy, other, true));
  const std::optional<Node> node = any_node(entropy, draft, entropy.chance(10));
  if (node && entropy.chance(50)) {
    erase(draft, *node);
    draft.word.insert(node->begin, part.word);
    insert_entries(draft, node->first, part);
    return true;
  }
  const std::size_t gap = any_gap(entropy, draft);
  const std::size_t at = stars_before(draft.word, gap);
  draft.word.insert(gap, part.word);
  insert_entries(draft, at, part);
  return true;
}

void drop_entry(Draft& draft, std::size_t i) {
  draft.word.erase(star(draft, i), 1);
  draft.a.erase(draft.a.begin() + offset(i));
  draft.b.erase(draft.b.begin() + offset(i));
  if (draft.word.empty()) draft.word = "()";
}

void split_entry(Entropy& entropy, Draft& draft, std::size_t i, std::pair<Int, Int> first,
                 std::pair<Int, Int> second) {
  const bool brackets = draft.word.size() == 1 || entropy.chance(40);
  draft.word.replace(star(draft, i), 1, brackets ? "(**)" : "**");
  draft.a[i] = first.first;
  draft.b[i] = first.second;
  draft.a.insert(draft.a.begin() + offset(i) + 1, second.first);
  draft.b.insert(draft.b.begin() + offset(i) + 1, second.second);
}

bool change_structure(Entropy& entropy, Draft& draft) {
  using Change = Weighted<Draft&>;
  static constexpr std::array changes{
      Change{20, nest},
      Change{18, unnest},
      Change{6, [](Entropy&, Draft& each) { return flatten(each); }},
      Change{18, reorder},
      Change{10, swap_entries},
      Change{12, drop_node},
      Change{8, duplicate_node},
      Change{5, plant_empty},
      Change{3, take_part},
  };
  return do_one_of(entropy, std::span<const Change>(changes), draft);
}

}  // namespace layoutcheck::fuzz
