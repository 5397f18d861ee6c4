// Objections to layouts over modules that are too large to be tabulated.
#include <layoutcheck/oracles/answer.hpp>
#include <layoutcheck/oracles/by_mode.hpp>
#include <layoutcheck/oracles/complement.hpp>
#include <layoutcheck/oracles/modules.hpp>
#include <layoutcheck/oracles/swizzled.hpp>

#include <functional>

namespace layoutcheck::oracle {
namespace {

/// What an answer is to be, as a function of its index.
struct Wanted {
  Exact size;
  Module module = Module::integers;
  std::function<ExactElement(const Exact&)> value;
};

std::string text(Module module, const ExactElement& element) {
  if (element.empty()) return "0";
  std::string sum;
  for (const auto& [path, value] : element) {
    std::string part = (module == Module::bits ? "F" : "") + digits(value);
    for (const Int place : path)
      part += "@" + std::to_string(place);
    sum += (sum.empty() ? "" : "+") + part;
  }
  return sum;
}

Wanted function_of(const ModuleLayout& layout) {
  return {size(layout), module_of(layout.strides()),
          [layout](const Exact& x) { return value_at(layout, x); }};
}

ExactElement number(const Exact& x) {
  return x == 0 ? ExactElement() : ExactElement{{{}, x}};
}

/// The offsets of a swizzled layout.
Wanted function_of(const SwizzledLayout& w) {
  return {size(w), Module::integers,
          [offset_at = offsets_of(w)](const Exact& x) { return number(offset_at(x)); }};
}

/// A(B(x)). The last counted extent of A takes what is left of a number beyond its domain.
Wanted composite(const ModuleLayout& a, const ExactLayout& inner, Convention convention) {
  const std::vector<ExactLayout> parts = parts_of_coordinate(a);
  return {size(inner), module_of(a.strides()), [=](const Exact& x) {
            const Exact point = value_at(inner, x);
            std::vector<Exact> coordinate;
            for (const ExactLayout& part : parts)
              coordinate.push_back(value_at(part, point, convention));
            return coordinate_value(a, coordinate);
          }};
}

/// A∘T, by mode for a tuple of tilers. Nothing where there are more of these than modes.
std::optional<Wanted> composite(const ModuleLayout& a, const Tiler& t, Convention convention) {
  if (t.keeps()) return function_of(a);
  const std::optional<std::vector<Tiler>> tilers = by_mode(t);
  if (!tilers) return composite(a, layout_of(t), convention);
  const std::vector<ModuleLayout> modes = a.modes();
  if (tilers->size() > modes.size()) return std::nullopt;
  std::vector<Wanted> parts;
  Exact all = 1;
  for (std::size_t i = 0; i < tilers->size(); ++i) {
    const std::optional<Wanted> part = composite(modes[i], (*tilers)[i], convention);
    if (!part) return std::nullopt;
    parts.push_back(*part);
    all *= part->size;
  }
  const Module module = module_of(a.strides());
  return Wanted{all, module, [=](Exact x) {
                  ExactElement sum;
                  for (const Wanted& part : parts) {
                    add_multiple(module, sum, 1, part.value(x % part.size));
                    x /= part.size;
                  }
                  return sum;
                }};
}

/// A∘(B, B*), where B* completes B in the size of A. Nothing where there is no such B*.
std::optional<Wanted> quotient(const ModuleLayout& a, const Tiler& t, Convention convention) {
  if (t.keeps() || by_mode(t)) return std::nullopt;
  const ExactLayout b = layout_of(t);
  constexpr Limits no_tables{.points = 0};
  const Outcome<ExactLayout> rest = flat_complement(b, size(a), convention, no_tables);
  if (!rest) return std::nullopt;
  return composite(a, tuple_of(std::vector{b, in_coalesced_form(*rest)}), convention);
}

/// A(B(x)), where B is swizzled, or has coordinates, bits or negative integers. Nothing where a
/// value is undefined, at all of these points.
std::optional<Wanted> composite(const ModuleLayout& a, const Wanted& inner, Convention convention,
                                std::span<const Exact> points) {
  for (const Exact& x : points)
    if (x < inner.size && !value_at(a, inner.value(x), convention)) return std::nullopt;
  return Wanted{inner.size, module_of(a.strides()),
                [=](const Exact& x) { return *value_at(a, inner.value(x), convention); }};
}

std::optional<Wanted> wanted(const Case& question, Convention convention,
                             std::span<const Exact> points) {
  const std::vector<Value>& operands = question.operands;
  const auto* layout = std::get_if<ModuleLayout>(&operands.at(0));
  if (layout == nullptr) return std::nullopt;
  if (question.operation == "coalesce") return function_of(*layout);
  if (question.operation == "logical_divide" || question.operation == "zipped_divide") {
    const auto* t = std::get_if<Tiler>(&operands.at(1));
    return t == nullptr ? std::nullopt : quotient(*layout, *t, convention);
  }
  if (question.operation != "composition") return std::nullopt;
  if (const auto* b = std::get_if<ModuleLayout>(&operands.at(1)))
    return composite(*layout, function_of(*b), convention, points);
  if (const auto* w = std::get_if<SwizzledLayout>(&operands[1]))
    return composite(*layout, function_of(*w), convention, points);
  const auto* t = std::get_if<Tiler>(&operands[1]);
  if (t == nullptr) return std::nullopt;
  return composite(*layout, *t, convention);
}

/// V(W(x)) for swizzled layouts. Nothing where it is undefined at one of these points.
std::optional<Wanted> composite(const SwizzledLayout& v, const SwizzledLayout& w,
                                Convention convention, std::span<const Exact> points) {
  const Wanted inner = function_of(w);
  const ExactLayout outer(v.layout());
  for (const Exact& x : points)
    if (convention == Convention::strict && x < inner.size &&
        number_in(inner.value(x)) >= size(outer))
      return std::nullopt;
  return Wanted{
      inner.size, Module::integers, [=](const Exact& x) {
        const Exact index = number_in(inner.value(x));
        return number(swizzled(v.swizzle(), v.offset() + value_at(outer, index, convention)));
      }};
}

/// Where a function differs from what is wanted.
std::optional<std::string> difference(const Wanted& found, const std::optional<Wanted>& f,
                                      std::span<const Exact> points) {
  if (!f) return std::nullopt;
  if (found.size != f->size)
    return "its size is " + digits(found.size) + ", not " + digits(f->size);
  for (const Exact& x : points) {
    if (x >= found.size) continue;
    const ExactElement value = found.value(x);
    const ExactElement right = f->value(x);
    const bool is_of_module = right.empty() || found.module == f->module;
    if (value != right || !is_of_module) {
      return "at " + digits(x) + " it is " + text(found.module, value) + ", not " +
             text(f->module, right);
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> objection(const Case& question, const ModuleLayout& claimed,
                                     Convention convention, std::span<const Exact> points) {
  return difference(function_of(claimed),
                    wanted(question, question.convention.value_or(convention), points), points);
}

std::optional<std::string> objection(const Case& question, const SwizzledLayout& claimed,
                                     Convention convention, std::span<const Exact> points) {
  if (question.operation != "composition") return std::nullopt;
  const auto* w = std::get_if<SwizzledLayout>(&question.operands.back());
  if (w == nullptr) return std::nullopt;
  const Value& first = question.operands.front();
  const auto* a = std::get_if<Layout>(&first);
  const SwizzledLayout v =
      a == nullptr ? std::get<SwizzledLayout>(first) : SwizzledLayout({}, 0, *a);
  return difference(function_of(claimed),
                    composite(v, *w, question.convention.value_or(convention), points), points);
}

}  // namespace layoutcheck::oracle
