// What `show` draws: a value, or the answer to a case, as text or as a picture.
#include "picture.hpp"

#include "diagram.hpp"
#include "explain.hpp"
#include "grid.hpp"
#include "module_grid.hpp"
#include "svg.hpp"
#include "terminal.hpp"
#include "tree.hpp"
#include "tv_grid.hpp"
#include <layoutcheck/algebra/encoding.hpp>
#include <layoutcheck/algebra/evaluate.hpp>
#include <layoutcheck/judge/judged.hpp>
#include <layoutcheck/notation/chain.hpp>

#include <cctype>

namespace layoutcheck::cli {

namespace {

/// The answer to the case in the expression.
Shown answer_to(const std::string& expression, const JudgeOptions& options) {
  Case content = read_case(expression);
  name_convention(content, options.convention);
  const Reply own = reply_of_algebra(content, options);
  const bool is_answered = own.kind == Reply::Kind::answered;
  const Value* value = is_answered ? value_in(own.answer) : nullptr;
  if (value == nullptr) {
    throw NothingToDraw(
        question(content) + " has no answer to draw: " +
        (is_answered ? to_string(own.answer) + (own.note.empty() ? "" : ": ") : "") + own.note);
  }
  Shown shown{*value, question(content) + " = " + to_string(*value), content, {}};
  // How it is drawn depends on what the outer operation takes.
  resolve(*shown.question,
          [&](const Case& inner) { return algebra::evaluate(inner, options.convention); });
  const auto object = [&](const Answer& answer, const char* whose) {
    content.answer = answer;
    const Verdict verdict = judge(content, options);
    if (is_fault(verdict.kind))
      shown.faults.push_back(std::string(whose) + " answer is " + to_string(verdict));
  };
  if (content.answer) object(*content.answer, "the given");
  object(own.answer, "the algebra's");
  return shown;
}

Tiles tiles_of(const DrawingOptions& options, const Shown& shown, const Layout& layout) {
  if (options.tiles == "none") return Tiles::none;
  if (options.tiles == "columns") return Tiles::columns;
  if (options.tiles == "outer") return Tiles::outer;
  if (options.tiles == "inner") return Tiles::inner;
  return natural_tiles(layout, shown.question ? &*shown.question : nullptr);
}

/// "encodes (2,2):(1,10)".
std::string encoded(const Morphism& f) {
  try {
    return "encodes " + to_string(algebra::layout_of(f));
  } catch (const Overflow& overflow) {
    return std::string("encodes a layout beyond 64 bits: ") + overflow.what();
  }
}

/// The tile in which a layout over (thread, value) is drawn: that of a layout_tv, or the given one.
std::optional<TileGrid> tile_grid_of(const Shown& shown, const DrawingOptions& options) {
  const auto* layout = std::get_if<Layout>(&shown.value);
  const bool is_tv = shown.question && shown.question->operation == "layout_tv";
  if (options.tv.empty() && !is_tv) return std::nullopt;
  if (layout == nullptr)
    throw std::invalid_argument(to_string(shown.value) + " is not a layout over (thread, value)");
  if (!options.tv.empty()) {
    try {
      return make_tile_grid(*layout, std::get<NestedTuple>(parse_value(options.tv, Sort::shape)),
                            options.max_cells);
    } catch (const ParseError& error) {
      throw std::invalid_argument("'" + options.tv + "', column " + std::to_string(error.column()) +
                                  ": " + error.message());
    }
  }
  const std::vector<Value>& operands = shown.question->operands;
  return make_tile_grid(*layout,
                        tile_of(std::get<Layout>(operands[0]), std::get<Layout>(operands[1])),
                        options.max_cells);
}

/// Whether a tree says more than the line.
bool has_nesting(const Value& value) {
  const auto* tuple = std::get_if<NestedTuple>(&value);
  const auto* profile = std::get_if<Profile>(&value);
  return (tuple != nullptr && !tuple->is_entry() && !tuple->is_flat()) ||
         (profile != nullptr && !profile->is_entry() && !profile->is_flat());
}

}  // namespace

bool is_case(const std::string& text) {
  const std::size_t start = text.find_first_not_of(" \t");
  if (text.find("Sw<", 0) == start) return false;
  return start != std::string::npos && std::isalpha(static_cast<unsigned char>(text[start])) != 0 &&
         text.find('(') != std::string::npos;
}

Shown read_shown(const std::string& expression, const JudgeOptions& options) {
  if (is_case(expression)) return answer_to(expression, options);
  try {
    Value value = parse_any(expression);
    std::string title = to_string(value);
    return {std::move(value), std::move(title), {}, {}};
  } catch (const ParseError& error) {
    throw std::invalid_argument("'" + expression + "', column " + std::to_string(error.column()) +
                                ": " + error.message());
  }
}

std::string picture_of(const Shown& shown, const DrawingOptions& options) {
  if (const auto tile = tile_grid_of(shown, options))
    return svg_grid(tile->grid, shown.title, tile->facts);
  if (const auto* layout = std::get_if<Layout>(&shown.value)) {
    return svg_grid(make_grid(*layout, tiles_of(options, shown, *layout), options.max_cells),
                    shown.title, facts(*layout));
  }
  if (const auto over = make_module_grid(shown.value, options.max_cells))
    return svg_grid(over->grid, shown.title, over->facts);
  if (const auto* f = std::get_if<Morphism>(&shown.value))
    return svg_diagram(diagram_of(*f), shown.title, encoded(*f));
  if (const auto* a = std::get_if<PointedMap>(&shown.value))
    return svg_diagram(diagram_of(*a), shown.title, "");
  throw std::invalid_argument(
      "pictures are available only for layouts, morphisms and pointed maps, not for " +
      to_string(shown.value));
}

std::string text_of(const Shown& shown, const DrawingOptions& options, const TextStyle& style) {
  const std::string heading = bold(shown.title, style.colours) + "\n";
  if (const auto tile = tile_grid_of(shown, options))
    return heading + faint(tile->facts, style.colours) + "\n" + text_grid(tile->grid, style);
  if (const auto* layout = std::get_if<Layout>(&shown.value)) {
    const Grid grid = make_grid(*layout, tiles_of(options, shown, *layout), options.max_cells);
    return heading + faint(facts(*layout), style.colours) + "\n" + text_grid(grid, style);
  }
  if (const auto over = make_module_grid(shown.value, options.max_cells))
    return heading + faint(over->facts, style.colours) + "\n" + text_grid(over->grid, style);
  if (const auto* f = std::get_if<Morphism>(&shown.value))
    return heading + text_diagram(diagram_of(*f), style) + encoded(*f) + "\n";
  if (const auto* a = std::get_if<PointedMap>(&shown.value))
    return heading + text_diagram(diagram_of(*a), style);
  std::string text = shown.question ? heading : "";
  if (!shown.question || has_nesting(shown.value))
    text += text_tree(shown.value, style, options.max_cells);
  return text;
}

}  // namespace layoutcheck::cli
