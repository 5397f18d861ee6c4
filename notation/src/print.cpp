// Printing: the inverse of parsing.
#include <layoutcheck/notation/text.hpp>

#include <ostream>

namespace layoutcheck {

namespace {

/// The word with `entry(i)` in place of the i-th star and commas between modes.
template <class Entry>
std::string fill(const std::string& word, Entry&& entry) {
  std::string text;
  std::size_t i = 0;
  char previous = '(';
  for (char c : word) {
    if (previous != '(' && c != ')') text += ',';
    if (c == '*')
      text += entry(i++);
    else
      text += c;
    previous = c;
  }
  return text;
}

std::string fill(const std::string& word, const Tuple& entries) {
  return fill(word, [&](std::size_t i) { return std::to_string(entries[i]); });
}

std::string arrow(const Tuple& map) {
  return "--" +
         fill(Profile::flat(map.size()).word(),
              [&](std::size_t i) {
                return map[i] == 0 ? std::string("*") : std::to_string(map[i]);
              }) +
         "-->";
}

/// The integer and its places, the innermost one first: 3@0@1.
std::string basis(const Element::Part& part) {
  std::string text = std::to_string(part.value);
  for (auto place = part.path.rbegin(); place != part.path.rend(); ++place)
    text += "@" + std::to_string(*place);
  return text;
}

std::string as_stride(const Element& element) {
  if (element.is_zero()) return "0";
  if (element.module() == Module::bits) return "F" + std::to_string(element.value());
  const std::vector<Element::Part>& parts = element.parts();
  if (parts.size() == 1) return basis(parts.front());
  std::string text;
  for (const Element::Part& part : parts)
    text += (text.empty() ? "(" : "+(") + basis(part) + ")";
  return text;
}

/// The tuple of these parts, whose paths agree in the first `depth` places.
std::string dense(std::span<const Element::Part> parts, std::size_t depth) {
  if (parts.front().path.size() == depth) return std::to_string(parts.front().value);
  std::string text = "(";
  for (Int i = 0; !parts.empty(); ++i) {
    std::size_t here = 0;
    while (here < parts.size() && parts[here].path[depth] == i)
      ++here;
    text += (i == 0 ? "" : ",") + (here == 0 ? "0" : dense(parts.first(here), depth + 1));
    parts = parts.subspan(here);
  }
  return text + ")";
}

}  // namespace

std::string digits(const Exact& number) {
  const Exact magnitude = abs(number);
  if (magnitude == 0 || msb(magnitude) < 256) return number.str();
  return (number < 0 ? "about -2^" : "about 2^") + std::to_string(msb(magnitude));
}

std::string_view name(Convention convention) {
  switch (convention) {
    case Convention::strict:
      return "strict";
    case Convention::extended:
      return "extended";
    case Convention::squeezed:
      return "squeezed";
  }
  return "";
}

std::optional<Convention> convention_named(std::string_view name) {
  for (const Convention convention : conventions)
    if (name == layoutcheck::name(convention)) return convention;
  return std::nullopt;
}

std::string_view name(NonValue answer) {
  switch (answer) {
    case NonValue::undefined:
      return "undefined";
    case NonValue::overflow:
      return "overflow";
    case NonValue::unsupported:
      return "unsupported";
    case NonValue::error:
      return "error";
  }
  return "";
}

std::string to_string(const Profile& profile) {
  return fill(profile.word(), [](std::size_t) { return std::string("*"); });
}

std::string to_string(const NestedTuple& tuple) {
  return fill(tuple.profile().word(), tuple.entries());
}

std::string to_string(const Layout& layout) {
  return fill(layout.profile().word(), layout.extents()) + ":" +
         fill(layout.profile().word(), layout.strides());
}

std::string to_string(const PointedMap& map) {
  return "<" + std::to_string(map.domain()) + ">" + arrow(map.values()) + "<" +
         std::to_string(map.codomain()) + ">";
}

std::string to_string(const Morphism& morphism) {
  return to_string(morphism.domain()) + arrow(morphism.map()) + to_string(morphism.codomain());
}

std::string to_string(const Tiler& tiler) {
  if (tiler.keeps()) return "_";
  if (tiler.layout() != nullptr) return to_string(*tiler.layout());
  if (tiler.shape() != nullptr) return to_string(*tiler.shape());
  std::string text = "<";
  for (const Tiler& mode : *tiler.modes())
    text += (text.size() == 1 ? "" : ",") + to_string(mode);
  return text + ">";
}

std::string to_string(const Element& element) {
  const std::vector<Element::Part>& parts = element.parts();
  return element.module() == Module::coordinates && parts.size() > 1 ? dense(parts, 0)
                                                                     : as_stride(element);
}

std::string to_string(const ModuleLayout& layout) {
  return fill(layout.profile().word(), layout.extents()) + ":" +
         fill(layout.profile().word(),
              [&](std::size_t i) { return as_stride(layout.strides()[i]); });
}

std::string to_string(const SwizzledLayout& layout) {
  const auto [bits, base, shift] = layout.swizzle();
  return "Sw<" + std::to_string(bits) + "," + std::to_string(base) + "," + std::to_string(shift) +
         "> o " + std::to_string(layout.offset()) + " o " + to_string(layout.layout());
}

std::string to_string(const OffsetModuleLayout& layout) {
  return "<" + to_string(layout.layout()) + "," + to_string(layout.offset()) + ">";
}

std::string to_string(const Value& value) {
  return std::visit(
      [](const auto& held) -> std::string {
        using Held = std::decay_t<decltype(held)>;
        if constexpr (std::is_same_v<Held, bool>)
          return held ? "true" : "false";
        else if constexpr (std::is_same_v<Held, Int>)
          return std::to_string(held);
        else
          return to_string(held);
      },
      value);
}

std::string to_string(const Answer& answer) {
  if (const auto* value = std::get_if<Value>(&answer)) return to_string(*value);
  return std::string(name(std::get<NonValue>(answer)));
}

std::string question(const Case& c) {
  const auto opened = [](const std::string& operation, std::optional<Convention> convention) {
    return operation + (convention ? "@" + std::string(name(*convention)) : "") + "(";
  };
  std::string text = opened(c.operation, c.convention);
  std::size_t next = 0;
  for (std::size_t i = 0; i < c.operands.size(); ++i) {
    text += i == 0 ? "" : ", ";
    for (; next < c.inner.size() && c.inner[next].first == i; ++next)
      text += opened(c.inner[next].operation, c.inner[next].convention);
    text += to_string(c.operands[i]);
    for (const Inner& inner : c.inner)
      if (inner.first + inner.count == i + 1) text += ")";
  }
  return text + ")";
}

std::string to_string(const Case& c) {
  std::string text = question(c);
  if (c.answer) text += " = " + to_string(*c.answer);
  if (!c.comment.empty()) text += "  # " + c.comment;
  return text;
}

std::ostream& operator<<(std::ostream& out, const Profile& profile) {
  return out << to_string(profile);
}
std::ostream& operator<<(std::ostream& out, const NestedTuple& tuple) {
  return out << to_string(tuple);
}
std::ostream& operator<<(std::ostream& out, const Layout& layout) {
  return out << to_string(layout);
}
std::ostream& operator<<(std::ostream& out, const PointedMap& map) {
  return out << to_string(map);
}
std::ostream& operator<<(std::ostream& out, const Morphism& morphism) {
  return out << to_string(morphism);
}
std::ostream& operator<<(std::ostream& out, const Tiler& tiler) {
  return out << to_string(tiler);
}
std::ostream& operator<<(std::ostream& out, const Element& element) {
  return out << to_string(element);
}
std::ostream& operator<<(std::ostream& out, const ModuleLayout& layout) {
  return out << to_string(layout);
}
std::ostream& operator<<(std::ostream& out, const SwizzledLayout& layout) {
  return out << to_string(layout);
}
std::ostream& operator<<(std::ostream& out, const OffsetModuleLayout& layout) {
  return out << to_string(layout);
}
std::ostream& operator<<(std::ostream& out, const Case& c) {
  return out << to_string(c);
}

}  // namespace layoutcheck
