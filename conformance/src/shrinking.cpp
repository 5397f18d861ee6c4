// Shrinking: a plainer case in place of that of a cause, found by asking again.
#include "shrinking.hpp"

#include "plainness.hpp"
#include <layoutcheck/conformance/chains.hpp>
#include <layoutcheck/notation/chain.hpp>

#include <algorithm>
#include <bit>
#include <functional>
#include <numeric>
#include <unordered_set>

namespace layoutcheck::conformance {

namespace {

using engine::Operands;

/// An entry of an operand: its extent, with its stride if it has one, or a number that is neither.
struct Entry {
  Int* extent = nullptr;
  Int* stride = nullptr;
  Int* integer = nullptr;
};

/// What becomes of the entries, which are counted through all operands, and of words of brackets.
struct Rewriting {
  std::function<void(std::size_t number, const Entry&)> entry = {};
  std::function<std::string(std::string word)> word = {};
  std::size_t entries = 0;

  void operator()(const Entry& of) {
    if (entry) entry(entries, of);
    ++entries;
  }
  [[nodiscard]] Profile rewritten(const Profile& profile) const {
    return word ? Profile::from_word(word(profile.word())) : profile;
  }
  Value operator()(const Profile& profile) { return rewritten(profile); }
  NestedTuple tuple(const NestedTuple& tuple) {
    Tuple all = tuple.entries();
    for (Int& extent : all)
      (*this)({.extent = &extent});
    return {std::move(all), rewritten(tuple.profile())};
  }
  Layout layout(const Layout& layout) {
    Tuple extents = layout.extents();
    Tuple strides = layout.strides();
    for (std::size_t i = 0; i < extents.size(); ++i)
      (*this)({.extent = &extents[i], .stride = &strides[i]});
    return {rewritten(layout.profile()), std::move(extents), std::move(strides)};
  }
  Tiler tiler(const Tiler& tiler) {
    if (tiler.layout() != nullptr) return Tiler(layout(*tiler.layout()));
    if (tiler.shape() != nullptr) return Tiler(tuple(*tiler.shape()));
    if (tiler.modes() == nullptr) return tiler;
    Tiler::Tuple modes;
    for (const Tiler& mode : *tiler.modes())
      modes.push_back(this->tiler(mode));
    return Tiler(std::move(modes));
  }
  Value operator()(Int integer) {
    (*this)(Entry{.integer = &integer});
    return integer;
  }
  Value operator()(const NestedTuple& value) { return tuple(value); }
  Value operator()(const Layout& value) { return layout(value); }
  Value operator()(const Tiler& value) { return tiler(value); }
  Value operator()(const ModuleLayout& value) {
    Tuple extents = value.extents();
    for (Int& extent : extents)
      (*this)({.extent = &extent});
    return ModuleLayout(rewritten(value.profile()), std::move(extents), value.strides());
  }
  Value operator()(const SwizzledLayout& value) {
    return SwizzledLayout(value.swizzle(), value.offset(), layout(value.layout()));
  }
  template <class T>
  Value operator()(const T& value) {
    return value;
  }
};

/// Numbers from which on machines calculate otherwise.
constexpr Int edges[] = {Int{1} << 31, Int{1} << 32, Int{1} << 53, Int{1} << 62};

/// Smaller numbers in place of one that is not small: edges, a power of two, and what is
/// smaller by less and less.
std::set<Int> below(Int n) {
  std::set<Int> all;
  const auto floor = static_cast<Int>(std::bit_floor(static_cast<std::uint64_t>(n)));
  for (const Int edge : {edges[0], edges[1], edges[2], edges[3], floor, floor / 2})
    for (const Int near : {edge - 1, edge, edge + 1})
      if (near < n) all.insert(near);
  for (Int step = n / 2; step > 0; step /= 4)
    all.insert(n - step);
  return all;
}

std::string without_empty(std::string word) {
  for (std::size_t at = 0; word.size() > 2 && (at = word.find("()")) != std::string::npos;)
    word.erase(at, 2);
  return word;
}

std::string flat(std::string word) {
  const auto length = static_cast<std::size_t>(std::ranges::count(word, '*'));
  return Profile::flat(length).word();
}

/// The operands without their entries of this number, or without those that leave their place
/// empty.
template <class IsLeftOut>
std::optional<Value> without_entries(const Value& value, const IsLeftOut& is_left_out) {
  const auto kept = [&](const auto& from, const auto& extents) {
    auto all = from;
    all.clear();
    for (std::size_t i = 0; i < from.size(); ++i)
      if (!is_left_out(i, extents[i])) all.push_back(from[i]);
    return all;
  };
  const auto profile = [&](const Profile& of, const Tuple& extents) {
    std::string word;
    std::size_t i = 0;
    for (const char c : of.word()) {
      const bool is_kept = c != '*' || !is_left_out(i, extents[i]);
      if (is_kept) word += c;
      if (c == '*') ++i;
    }
    return Profile::from_word(word);
  };
  if (const auto* tuple = std::get_if<NestedTuple>(&value)) {
    if (tuple->is_entry()) return std::nullopt;
    const Tuple& extents = tuple->entries();
    return NestedTuple(kept(extents, extents), profile(tuple->profile(), extents));
  }
  const auto of_layout = [&](const auto& layout) -> std::optional<Value> {
    if (layout.is_entry()) return std::nullopt;
    const Tuple& extents = layout.extents();
    return std::remove_cvref_t<decltype(layout)>(profile(layout.profile(), extents),
                                                 kept(extents, extents),
                                                 kept(layout.strides(), extents));
  };
  if (const auto* layout = std::get_if<Layout>(&value)) return of_layout(*layout);
  if (const auto* layout = std::get_if<ModuleLayout>(&value)) return of_layout(*layout);
  return std::nullopt;
}

/// Collects what may be plainer than the operands.
class Moves {
 public:
  explicit Moves(const Operands& operands) : operands_(operands) {
    brackets();
    entries();
    numbers();
    for (Operands& simpler : engine::simpler(operands))
      found_.push_back(std::move(simpler));
  }

  std::vector<Operands> take() { return std::move(found_); }

 private:
  /// Adds what becomes of the operands, or of one of them alone; what is no value is left out.
  void add(Rewriting rewriting, std::optional<std::size_t> only = {}) {
    Operands changed = operands_;
    try {
      for (std::size_t i = 0; i < changed.size(); ++i)
        if (only.value_or(i) == i) changed[i] = std::visit(rewriting, operands_[i]);
    } catch (const std::invalid_argument&) {
      return;
    }
    found_.push_back(std::move(changed));
  }

  void change(std::function<void(std::size_t, const Entry&)> entry) {
    add({.entry = std::move(entry)});
  }

  void brackets() {
    const auto as_tuple = [](const std::string& word) { return word == "*" ? "(*)" : word; };
    for (const auto& word : {std::function<std::string(std::string)>(flat),
                             std::function<std::string(std::string)>(without_empty),
                             std::function<std::string(std::string)>(as_tuple)}) {
      add({.word = word});
      for (std::size_t i = 0; i < operands_.size(); ++i)
        add({.word = word}, i);
    }
  }

  /// Without entries: those that are 1, and those that stand at one place in several operands.
  template <class IsLeftOut>
  void leave_out(const IsLeftOut& is_left_out, std::optional<std::size_t> only = {}) {
    Operands changed = operands_;
    std::size_t shorter = 0;
    for (std::size_t i = 0; i < changed.size(); ++i) {
      if (only.value_or(i) != i) continue;
      if (auto value = without_entries(operands_[i], is_left_out)) {
        changed[i] = *std::move(value);
        ++shorter;
      }
    }
    if (shorter > 0) found_.push_back(std::move(changed));
  }

  void entries() {
    const auto is_one = [](std::size_t, Int extent) { return extent == 1; };
    leave_out(is_one);
    for (std::size_t i = 0; i < operands_.size(); ++i)
      leave_out(is_one, i);
    constexpr std::size_t most_places = 8;
    for (std::size_t place = 0; place < most_places && operands_.size() > 1; ++place)
      leave_out([&](std::size_t at, Int) { return at == place; });
  }

  void numbers() {
    std::vector<Entry> all;
    std::vector<Tuple> kept;
    Rewriting look{.entry = [&](std::size_t, const Entry& entry) {
      kept.push_back({entry.extent != nullptr ? *entry.extent : 0,
                      entry.stride != nullptr ? *entry.stride : -1,
                      entry.integer != nullptr ? *entry.integer : -1});
    }};
    for (const Value& operand : operands_)
      std::visit(look, operand);
    std::set<Int> values;
    for (const Tuple& numbers : kept)
      values.insert(numbers.begin(), numbers.end());
    for (const Int value : values)
      if (value > 2) scale(value);
    for (std::size_t i = 0; i < kept.size(); ++i) {
      for (std::size_t j = 0; j < kept.size(); ++j) {
        if (kept[i][1] > 1) pass_on(i, j, kept);
        both_less(i, j, kept);
      }
    }
    for (const Int other : {Int{2}, Int{3}}) {
      change([=](std::size_t, const Entry& entry) {
        if (entry.extent != nullptr && *entry.extent == 1) *entry.extent = other;
      });
    }
    for (const Int other : {Int{1}, Int{2}}) {
      change([=](std::size_t, const Entry& entry) {
        if (entry.stride != nullptr && *entry.stride == 0) *entry.stride = other;
      });
    }
    for (std::size_t i = 0; i < kept.size(); ++i) {
      const Int extent = kept[i][0];
      const Int stride = kept[i][1];
      const Int integer = kept[i][2];
      if (extent == 1) one_becomes_more(i, stride);
      if (stride == 0 && extent > 1) zero_becomes_more(i, kept);
      constexpr Int small = 16;
      if (extent > small)
        for (const Int n : below(extent))
          change([=](std::size_t at, const Entry& e) {
            if (at == i) *e.extent = n;
          });
      if (stride > small)
        for (const Int n : below(stride))
          change([=](std::size_t at, const Entry& e) {
            if (at == i) *e.stride = n;
          });
      if (integer > small)
        for (const Int n : below(integer))
          change([=](std::size_t at, const Entry& e) {
            if (at == i) *e.integer = n;
          });
    }
  }

  /// The multiples of a number become those of a smaller one: what has to divide still does.
  void scale(Int value) {
    const auto floor = static_cast<Int>(std::bit_floor(static_cast<std::uint64_t>(value - 1)));
    for (const Int other : std::set<Int>{2, value - 1, value / 2, floor}) {
      change([=](std::size_t, const Entry& e) {
        for (Int* number : {e.stride, e.integer})
          if (number != nullptr && *number % value == 0) *number = *number / value * other;
      });
    }
  }

  /// Two numbers become less by one, where neither may alone.
  void both_less(std::size_t i, std::size_t j, const std::vector<Tuple>& kept) {
    constexpr Int* Entry::*slots[] = {&Entry::extent, &Entry::stride, &Entry::integer};
    for (std::size_t a = 0; a < std::size(slots); ++a) {
      for (std::size_t b = 0; b < std::size(slots); ++b) {
        if (std::pair(i, a) >= std::pair(j, b) || kept[i][a] < 2 || kept[j][b] < 2) continue;
        change([=, first = slots[a], second = slots[b]](std::size_t at, const Entry& e) {
          if (at == i) --*(e.*first);
          if (at == j) --*(e.*second);
        });
      }
    }
  }

  /// A stride becomes 1, and another one greater by as much.
  void pass_on(std::size_t i, std::size_t j, const std::vector<Tuple>& kept) {
    const Int stride = kept[i][1];
    if (i == j || kept[j][1] <= stride || kept[j][1] > INT64_MAX / stride) return;
    change([=](std::size_t at, const Entry& e) {
      if (at == i) *e.stride = 1;
      if (at == j) *e.stride *= stride;
    });
  }

  /// An extent of 1 becomes 2, and so do, in turn, all that may have to be as large: the strides
  /// above its own, and the numbers.
  void one_becomes_more(std::size_t i, Int stride) {
    for (const Int other : {Int{2}, Int{3}}) {
      change([=](std::size_t at, const Entry& e) {
        if (at == i) *e.extent = other;
      });
      for (const Int step : {Int{1}, Int{2}, Int{4}}) {
        if (stride >= 0 && stride != step) {
          change([=](std::size_t at, const Entry& e) {
            if (at == i) {
              *e.extent = other;
              *e.stride = step;
            }
          });
        }
      }
      change([=](std::size_t at, const Entry& e) {
        constexpr Int most = INT64_MAX / 4;
        if (at == i) *e.extent = other;
        if (e.integer != nullptr && *e.integer < most) *e.integer *= other;
        if (e.stride != nullptr && *e.stride > stride && *e.stride < most) *e.stride *= other;
      });
    }
  }

  /// A stride of 0 becomes a small one, or one that goes on where the entry before ends.
  void zero_becomes_more(std::size_t i, const std::vector<Tuple>& kept) {
    std::set<Int> others = {1, 2, 3, 4};
    if (i > 0 && kept[i - 1][1] > 0 && kept[i - 1][0] < INT32_MAX && kept[i - 1][1] < INT32_MAX)
      others.insert(kept[i - 1][0] * kept[i - 1][1]);
    for (const Int other : others)
      change([=](std::size_t at, const Entry& e) {
        if (at == i) *e.stride = other;
      });
  }

  const Operands& operands_;
  std::vector<Operands> found_;
};

/// Looks for a plainer case of one cause.
class Search {
 public:
  Search(Cause cause, const Shrinking& how, Inquiry& inquiry)
      : cause_(std::move(cause)), how_(how), inquiry_(inquiry) {
    // Where each failure costs a process or a wait, questions are put one at a time.
    const bool is_costly = cause_.kind == VerdictKind::crash || cause_.kind == VerdictKind::timeout;
    batch_ = is_costly ? 1 : 64;
    questions_ = cause_.kind == VerdictKind::timeout ? 16
                 : cause_.kind == VerdictKind::crash ? 400
                                                     : 12000;
  }

  Cause plainest() {
    while (step()) {
    }
    if (!is_chain(cause_.smallest.question))
      first_of([&](const Operands& operands) { return features(operands) == cause_.features; });
    return take();
  }

  std::optional<Cause> without_trivial() {
    if (is_chain(cause_.smallest.question)) return std::nullopt;
    const bool found = first_of([&](const Operands& operands) {
      const std::set<std::string> of = features(operands);
      return !has_trivial(of) && std::ranges::includes(cause_.features, of);
    });
    if (!found) return std::nullopt;
    return take();
  }

 private:
  Cause take() {
    cause_.is_cut = cause_.is_cut || how_.options.is_over();
    return std::move(cause_);
  }

  /// Goes on to the plainest of the moves that keeps the fault.
  bool step() {
    std::vector<Case> candidates;
    const Case& smallest = cause_.smallest.question;
    for (Operands& operands : Moves(smallest.operands).take()) {
      Case candidate = smallest;
      candidate.operands = std::move(operands);
      if (is_plainer(candidate, smallest) && is_new_question(candidate))
        candidates.push_back(std::move(candidate));
    }
    std::ranges::sort(candidates, is_plainer);
    return put(std::move(candidates));
  }

  /// Takes the first case in the order of weights that is wanted, is plainer, and has the fault;
  /// false if there is none among those looked at.
  template <class IsWanted>
  bool first_of(const IsWanted& is_wanted) {
    constexpr std::size_t most_visited = 50000;
    constexpr std::size_t heaviest = 64;
    std::size_t questions = std::min<std::size_t>(questions_, 3000);
    engine::Range range;
    if (!cause_.features.contains("nested") && !cause_.features.contains("tiler by mode"))
      range.bounds.depth = 1;
    const engine::Interruption interruption = interruption_by(how_.options);
    std::vector<Case> batch;
    bool found = false;
    std::size_t visited = 0;
    const auto is_spent = [&] {
      return visited >= most_visited || questions == 0 || how_.options.is_over();
    };
    for (std::size_t w = 0; w <= heaviest && !found && !is_spent(); ++w) {
      how_.row.domain.enumerate(w, range, [&](const Operands& operands) {
        ++visited;
        Case candidate = cause_.smallest.question;
        candidate.operands = engine::question_of(how_.row, operands).operands;
        if (is_wanted(candidate.operands) && is_plainer(candidate, cause_.smallest.question) &&
            is_new_question(candidate)) {
          --questions;
          batch.push_back(std::move(candidate));
        }
        if (batch.size() == batch_) found = put(std::exchange(batch, {}));
        return !found && !is_spent();
      });
      if (!found) found = put(std::exchange(batch, {}));
    }
    return found;
  }

  /// Takes the first of these cases that has the fault; false if there is none.
  bool put(std::vector<Case> candidates) {
    candidates.resize(std::min(candidates.size(), questions_));
    for (auto next = candidates.begin(); next != candidates.end();) {
      if (how_.options.is_over()) return false;
      const auto end = next + std::min<std::ptrdiff_t>(candidates.end() - next,
                                                       static_cast<std::ptrdiff_t>(batch_));
      questions_ -= static_cast<std::size_t>(end - next);
      if (inquiry_.put({next, end}, cause_)) return true;
      next = end;
    }
    return false;
  }

  /// Whether it is a question of the row that was not put before, without features that the cause
  /// does not have.
  bool is_new_question(const Case& candidate) {
    const std::set<std::string> found = features(candidate.operands);
    if (!std::ranges::includes(cause_.features, found)) return false;
    const Case& smallest = cause_.smallest.question;
    if (is_chain(smallest)) {
      if (candidate.operands.size() != smallest.operands.size() ||
          !is_determined(candidate, how_.options.judging.convention)) {
        return false;
      }
    } else if (how_.row.operation != nullptr) {
      if (operation_of(candidate) != how_.row.operation) return false;
    } else {
      const std::vector<Sort>& sorts = how_.row.domain.sorts;
      for (std::size_t i = 0; i < std::min(candidate.operands.size(), sorts.size()); ++i)
        if (!is_of(candidate.operands[i], sorts[i])) return false;
    }
    return engine::passes(candidate.operands, how_.row.domain.sorts, how_.filter) &&
           asked_.insert(question(candidate)).second;
  }

  Cause cause_;
  const Shrinking& how_;
  Inquiry& inquiry_;
  std::size_t batch_;
  std::size_t questions_;
  std::unordered_set<std::string> asked_;
};

}  // namespace

bool Inquiry::put(const std::vector<Case>& questions, Cause& cause) {
  std::vector<Case> unknown;
  for (const Case& one : questions)
    if (!known_.contains(question(one))) unknown.push_back(one);
  std::vector<Judged> replies;
  if (!unknown.empty()) replies = ask(subject_, unknown, options_);
  // With less time than questions, nobody knows which have no reply.
  if (replies.size() == unknown.size()) {
    for (std::size_t i = 0; i < unknown.size(); ++i) {
      auto& known = known_[question(unknown[i])];
      if (is_fault(replies[i].verdict.kind)) known = std::move(replies[i]);
    }
  }
  for (const Case& one : questions) {
    const auto known = known_.find(question(one));
    if (known == known_.end() || !known->second) continue;
    const Judged& fault = *known->second;
    if (operations_in(fault.question) == cause.operation && kind_of(fault) == cause.kind &&
        difference(fault) == cause.difference) {
      cause.smallest = fault;
      cause.features = features(fault.question.operands);
      return true;
    }
  }
  return false;
}

Cause shrunk(Cause cause, const Shrinking& how, Inquiry& inquiry) {
  return Search(std::move(cause), how, inquiry).plainest();
}

std::optional<Cause> without_trivial(Cause cause, const Shrinking& how, Inquiry& inquiry) {
  return Search(std::move(cause), how, inquiry).without_trivial();
}

}  // namespace layoutcheck::conformance
