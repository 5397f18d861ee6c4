// A second opinion on answered cases, from the algebra and from machine words.
#include "second_opinion.hpp"

#include <layoutcheck/algebra/evaluate.hpp>
#include <layoutcheck/algebra/modules.hpp>
#include <layoutcheck/notation/answer.hpp>
#include <layoutcheck/notation/offset_layout.hpp>
#include <layoutcheck/notation/outcome.hpp>
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/oracles/search.hpp>

#include <algorithm>
#include <set>

namespace layoutcheck::fuzz {

namespace {

using Wide = unsigned __int128;

const Tuple& extents_of(const Layout& layout) {
  return layout.extents();
}
const Tuple& extents_of(const ModuleLayout& layout) {
  return layout.extents();
}
const Tuple& extents_of(const SwizzledLayout& layout) {
  return layout.layout().extents();
}

/// The size, or nothing beyond the limit.
template <class Any>
std::optional<std::size_t> small_size(const Any& layout, std::size_t limit) {
  std::size_t size = 1;
  for (Int extent : extents_of(layout)) {
    const auto s = static_cast<std::size_t>(extent);
    if (s > limit || size * s > limit) return std::nullopt;
    size *= s;
  }
  return size;
}

/// A sum of few products of 63 bits fits in 128 bits.
Wide value_at(const Layout& layout, std::size_t x) {
  Wide value = 0;
  for (std::size_t i = 0; i < layout.length(); ++i) {
    const auto extent = static_cast<std::size_t>(layout.extents()[i]);
    value += static_cast<Wide>(x % extent) * static_cast<Wide>(layout.strides()[i]);
    x /= extent;
  }
  return value;
}

/// By the algebra.
template <class Any>
auto value_at(const Any& layout, std::size_t x) {
  return algebra::apply(layout, NestedTuple(static_cast<Int>(x))).value();
}

/// Whether both have the same function, or nothing if that is too much work.
template <class Any>
std::optional<bool> have_same_function(const Any& a, const Any& b, Int limit) {
  const auto size_a = small_size(a, static_cast<std::size_t>(limit));
  const auto size_b = small_size(b, static_cast<std::size_t>(limit));
  if (size_a != size_b) return false;
  if (!size_a) return std::nullopt;
  try {
    for (std::size_t x = 0; x < *size_a; ++x)
      if (value_at(a, x) != value_at(b, x)) return false;
  } catch (const Overflow&) {
    return std::nullopt;
  }
  return true;
}

/// The same; they do not if the other is of another kind.
template <class Any>
std::optional<bool> have_same_function(const Any& claimed, const Value& own, Int limit) {
  const auto* wanted = std::get_if<Any>(&own);
  return wanted == nullptr ? std::optional(false) : have_same_function(claimed, *wanted, limit);
}

/// Whether the claimed answer has the function of the algebra's, or the entries of its nested
/// tuple; nothing if that is too much work.
std::optional<bool> agree_as_functions(const Case& c, const Answer& own, Int limit) {
  const Layout* layout = layout_in(*c.answer);
  const Layout* right = layout_in(own);
  if (layout != nullptr && right != nullptr) return have_same_function(*layout, *right, limit);
  if (!is_value(*c.answer)) return false;
  const Value& claimed = std::get<Value>(*c.answer);
  if (operation_of(c)->answer == Sort::offset_layout) {
    const auto& given = std::get<Tiler>(claimed);
    const auto& wanted = std::get<Tiler>(std::get<Value>(own));
    if (offset_of(given) != offset_of(wanted)) return false;
    return have_same_function(unmoved(given), unmoved(wanted), limit);
  }
  if (const auto* over_module = std::get_if<ModuleLayout>(&claimed))
    return have_same_function(*over_module, std::get<Value>(own), limit);
  if (const auto* swizzled = std::get_if<SwizzledLayout>(&claimed))
    return have_same_function(*swizzled, std::get<Value>(own), limit);
  if (const auto* moved = std::get_if<OffsetModuleLayout>(&claimed)) {
    const auto& wanted = std::get<OffsetModuleLayout>(std::get<Value>(own));
    if (moved->offset() != wanted.offset()) return false;
    return have_same_function(moved->layout(), wanted.layout(), limit);
  }
  if (const auto* tuple = std::get_if<NestedTuple>(&claimed)) {
    const auto* wanted = std::get_if<NestedTuple>(&std::get<Value>(own));
    return wanted != nullptr && tuple->entries() == wanted->entries();
  }
  if (c.operation != "morphism" || !std::holds_alternative<Morphism>(claimed)) return false;
  Case question;
  question.operation = "layout";
  question.operands = {claimed};
  return algebra::evaluate(question, Convention::strict, limit).answer == Answer(c.operands.at(0));
}

/// The nesting of a layout or a nested tuple as a word; "" of anything else.
std::string nesting(const Answer& answer) {
  const auto* tuple = std::get_if<NestedTuple>(&std::get<Value>(answer));
  const Layout* layout = layout_in(answer);
  if (tuple != nullptr) return to_string(tuple->profile());
  return layout != nullptr ? to_string(layout->profile()) : "";
}

/// The entries of a nested tuple or of the shape of a layout; none of anything else.
Tuple entries_of(const Answer& answer) {
  const auto* tuple = std::get_if<NestedTuple>(&std::get<Value>(answer));
  const Layout* layout = layout_in(answer);
  return tuple != nullptr ? tuple->entries() : layout != nullptr ? layout->extents() : Tuple();
}

/// The word without brackets around single entries: once, or until none are left.
std::string stripped(std::string word, bool wholly) {
  for (std::size_t at = 0; (at = word.find("(*)", at)) != std::string::npos;) {
    word.replace(at, 3, "*");
    at = wholly ? 0 : at + 1;
  }
  return word;
}

std::size_t depth_of(const std::string& word) {
  std::size_t depth = 0;
  std::size_t open = 0;
  for (const char c : word) {
    if (c == '(') depth = std::max(depth, ++open);
    if (c == ')') --open;
  }
  return depth;
}

/// Whether an answer with the right function has a form that is left open. Only brackets around a
/// single entry are, where the form is that of colfax; nothing where it is not, or where there are
/// so many of them that the operation decides.
std::optional<bool> is_form_open(const Case& c, const Answer& own) {
  if (c.operation == "morphism") return true;
  const Operation* operation = operation_of(c);
  if (operation->family == layoutcheck::Family::addition) return true;
  // Which forms are open there is not for the nesting to tell.
  if (operation->family == layoutcheck::Family::modes || operation->answer == Sort::module_layout ||
      operation->answer == Sort::offset_layout || operation->answer == Sort::swizzled_layout ||
      operation->answer == Sort::offset_module_layout) {
    return std::nullopt;
  }
  const std::string wanted = nesting(own);
  const std::string given = nesting(*c.answer);
  if ((operation->conventional &&
       c.convention.value_or(Convention::strict) != Convention::strict) ||
      operation->arrangement == Arrangement::blocked ||
      operation->arrangement == Arrangement::raked ||
      (wanted + given).find("()") != std::string::npos) {
    return std::nullopt;
  }
  if (stripped(wanted, true) != stripped(given, true) || entries_of(own) != entries_of(*c.answer))
    return false;
  if (stripped(wanted, false) != stripped(given, false) ||
      depth_of(given) > std::max<std::size_t>(1, depth_of(wanted))) {
    return std::nullopt;
  }
  return true;
}

/// Whether A(B(x)) = x for all x that B has; nothing if that is too much work.
std::optional<bool> undoes(const Layout& a, const Layout& b, Int limit) {
  const auto size_a = small_size(a, static_cast<std::size_t>(limit));
  const auto size_b = small_size(b, static_cast<std::size_t>(limit));
  if (!size_a || !size_b) return std::nullopt;
  for (std::size_t x = 0; x < *size_b; ++x) {
    const Wide y = value_at(b, x);
    if (y >= *size_a || value_at(a, static_cast<std::size_t>(y)) != x) return false;
  }
  return true;
}

/// The value where the convention says how the layout goes on; nothing if it may not fit.
std::optional<Wide> value_beyond(const Layout& layout, Wide x, Convention convention) {
  std::size_t last = layout.length();
  while (convention == Convention::squeezed && last > 0 && layout.extents()[last - 1] == 1)
    --last;
  if (x >> 60 != 0 || last > 16) return std::nullopt;
  Wide value = 0;
  for (std::size_t i = 0; i < last; ++i) {
    const auto extent = static_cast<Wide>(layout.extents()[i]);
    value += (i + 1 == last ? x : x % extent) * static_cast<Wide>(layout.strides()[i]);
    x /= extent;
  }
  return value;
}

/// Whether A(B(x)) = x for all x that B has, where A goes on beyond its domain; nothing if that is
/// too much work.
std::optional<bool> undoes_beyond(const Layout& a, const Layout& b, Convention convention,
                                  Int limit) {
  const auto size = small_size(b, static_cast<std::size_t>(limit));
  if (!size) return std::nullopt;
  for (std::size_t x = 0; x < *size; ++x) {
    const auto value = value_beyond(a, value_at(b, x), convention);
    if (!value) return std::nullopt;
    if (*value != x) return false;
  }
  return true;
}

/// Whether A(B(A(x))) = A(x) for all x that A has, where both go on beyond their domains; nothing
/// if that is too much work.
std::optional<bool> undoes_offsets(const Layout& b, const Layout& a, Convention convention,
                                   Int limit) {
  const auto size = small_size(a, static_cast<std::size_t>(limit));
  if (!size) return std::nullopt;
  for (std::size_t x = 0; x < *size; ++x) {
    const Wide offset = value_at(a, x);
    const auto back = value_beyond(b, offset, convention);
    const auto again = back ? value_beyond(a, *back, convention) : std::nullopt;
    if (!again) return std::nullopt;
    if (*again != offset) return false;
  }
  return true;
}

/// Whether the layout takes all values of R to 0, which are as many as the canonical one has, and
/// differ; nothing if that is too much work.
std::optional<bool> is_nullspace(const Layout& r, const Layout& canonical, const Layout& l,
                                 Int limit) {
  const auto size = small_size(r, static_cast<std::size_t>(limit));
  const auto wanted = small_size(canonical, static_cast<std::size_t>(limit));
  const auto all = small_size(l, static_cast<std::size_t>(limit));
  if (!size || !wanted || !all) return std::nullopt;
  std::set<Wide> seen;
  for (std::size_t x = 0; x < *size; ++x) {
    const Wide y = value_at(r, x);
    if (y >= *all || value_at(l, static_cast<std::size_t>(y)) != 0) return false;
    seen.insert(y);
  }
  return *size == *wanted && seen.size() == *size;
}

/// Whether the claimed answer to a question for an inverse is one, whatever the algebra's is;
/// nothing if that is too much work.
std::optional<bool> is_inverse(const Case& c, const Answer& own, Int limit) {
  const Operation* operation = operation_of(c);
  const Layout* claimed = layout_in(*c.answer);
  if (claimed == nullptr || operation == nullptr || !specifies_property(*operation)) return false;
  const bool right = c.operation != "left_inverse";
  const Layout& l = std::get<Layout>(c.operands.at(0));
  const Layout* canonical = layout_in(own);
  if (c.operation == "nullspace")
    return canonical == nullptr ? std::nullopt : is_nullspace(*claimed, *canonical, l, limit);
  const Convention convention = c.convention.value_or(Convention::strict);
  if (!right) {
    return convention == Convention::strict ? undoes(*claimed, l, limit)
                                            : undoes_offsets(*claimed, l, convention, limit);
  }
  if (canonical == nullptr) return std::nullopt;
  const auto size = small_size(*claimed, static_cast<std::size_t>(limit));
  const auto least = small_size(*canonical, static_cast<std::size_t>(limit));
  if (!size || !least) return std::nullopt;
  if (*size < *least) return false;
  const bool both = c.operands.size() == 2;
  const std::optional<bool> first = both && convention != Convention::strict
                                        ? undoes_beyond(l, *claimed, convention, limit)
                                        : undoes(l, *claimed, limit);
  if (first != true || !both) return first;
  return undoes(std::get<Layout>(c.operands.at(1)), *claimed, limit);
}

}  // namespace

std::optional<VerdictKind> second_opinion(const Case& answered, Int limit) {
  const Answer& claimed = *answered.answer;
  if (claimed == Answer(NonValue::unsupported)) return VerdictKind::unsupported;
  try {
    const Answer own = algebra::evaluate(answered, Convention::strict, limit).answer;
    if (own == claimed) return VerdictKind::agrees;
    if (own == Answer(NonValue::unsupported)) return std::nullopt;
    if (claimed == Answer(NonValue::error) && !is_value(own)) return VerdictKind::agrees;
    // Other inverses and complements over a module are for the oracle to judge.
    const Operation* operation = operation_of(answered);
    const bool is_over_module =
        operation != nullptr && (operation->answer == Sort::module_layout ||
                                 operation->operands.front() == Sort::module_layout);
    if (is_over_module && is_value(claimed) &&
        (operation->family == layoutcheck::Family::inverse ||
         operation->family == layoutcheck::Family::complement)) {
      return std::nullopt;
    }
    const std::optional<bool> inverse = is_inverse(answered, own, limit);
    if (!inverse) return std::nullopt;
    if (*inverse) return VerdictKind::agrees_as_function;
    if (is_value(own)) {
      if (!is_value(claimed)) return VerdictKind::refuses_the_answerable;
      const std::optional<bool> same = agree_as_functions(answered, own, limit);
      if (!same) return std::nullopt;
      if (!*same) return VerdictKind::wrong;
      const std::optional<bool> open = is_form_open(answered, own);
      if (!open) return std::nullopt;
      return *open ? VerdictKind::agrees_as_function : VerdictKind::wrong_form;
    }
    if (own == Answer(NonValue::overflow)) {
      if (!is_value(claimed)) return VerdictKind::refuses_the_answerable;
      // What does not fit may be the stride of an extent of 1, which no value depends on.
      if (layout_in(claimed) != nullptr) return std::nullopt;
      return VerdictKind::wrong;
    }
    return VerdictKind::answers_the_unanswerable;
  } catch (const LimitReached&) {
    return std::nullopt;
  }
}

std::optional<std::vector<Layout>> answers_by_search(const Case& question) {
  // The candidates are as many as the strides to the power of the factors.
  constexpr std::size_t largest = 4;
  if (question.operands.size() != 2) return std::nullopt;
  const auto* a = std::get_if<Layout>(&question.operands[0]);
  if (a == nullptr || !small_size(*a, largest)) return std::nullopt;
  const auto small_strides = [](const Layout& layout) {
    return std::all_of(layout.strides().begin(), layout.strides().end(),
                       [](Int d) { return d <= static_cast<Int>(largest); });
  };
  if (!small_strides(*a)) return std::nullopt;
  const Convention convention = question.convention.value_or(Convention::strict);
  if (question.operation == "composition") {
    const auto* tiler = std::get_if<Tiler>(&question.operands[1]);
    const Layout* b = tiler == nullptr ? nullptr : tiler->layout();
    if (b == nullptr || !small_size(*b, largest) || !small_strides(*b)) return std::nullopt;
    return oracle::composites_by_search(*a, *b, convention);
  }
  const auto* n = std::get_if<Int>(&question.operands[1]);
  if (question.operation == "flat_complement" && convention == Convention::strict && n != nullptr &&
      *n <= static_cast<Int>(2 * largest)) {
    return oracle::complements_by_search(*a, *n);
  }
  return std::nullopt;
}

}  // namespace layoutcheck::fuzz
