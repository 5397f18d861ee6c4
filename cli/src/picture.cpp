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
Drawing answer_to(const std::string& expression, const JudgeOptions& options) {
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
  Drawing drawing{*value, question(content) + " = " + to_string(*value), content, {}};
  // How it is drawn depends on what the outer operation takes.
  resolve(*drawing.question,
          [&](const Case& inner) { return algebra::evaluate(inner, options.convention); });
  const auto object = [&](const Answer& answer, const char* whose) {
    content.answer = answer;
    const Verdict verdict = judge(content, options);
    if (is_fault(verdict.kind))
      drawing.faults.push_back(std::string(whose) + " answer is " + to_string(verdict));
  };
  if (content.answer) object(*content.answer, "the given");
  object(own.answer, "the algebra's");
  return drawing;
}

Tiles tiles_of(const DrawingOptions& options, const Drawing& drawing, const Layout& layout) {
  if (options.tiles == "none") return Tiles::none;
  if (options.tiles == "columns") return Tiles::columns;
  if (options.tiles == "outer") return Tiles::outer;
  if (options.tiles == "inner") return Tiles::inner;
  return natural_tiles(layout, drawing.question ? &*drawing.question : nullptr);
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
std::optional<TileGrid> tile_grid_of(const Drawing& drawing, const DrawingOptions& options) {
  const auto* layout = std::get_if<Layout>(&drawing.value);
  const bool is_tv = drawing.question && drawing.question->operation == "layout_tv";
  if (options.tv.empty() && !is_tv) return std::nullopt;
  if (layout == nullptr)
    throw std::invalid_argument(to_string(drawing.value) + " is not a layout over (thread, value)");
  if (!options.tv.empty()) {
    try {
      return make_tile_grid(*layout, std::get<NestedTuple>(parse_value(options.tv, Sort::shape)),
                            options.max_cells);
    } catch (const ParseError& error) {
      throw std::invalid_argument("'" + options.tv + "', column " + std::to_string(error.column()) +
                                  ": " + error.message());
    }
  }
  const std::vector<Value>& operands = drawing.question->operands;
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

Drawing read_drawing(const std::string& expression, const JudgeOptions& options) {
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

std::string picture_of(const Drawing& drawing, const DrawingOptions& options) {
  if (const auto tile = tile_grid_of(drawing, options))
    return svg_grid(tile->grid, drawing.title, tile->facts);
  if (const auto* layout = std::get_if<Layout>(&drawing.value)) {
    return svg_grid(make_grid(*layout, tiles_of(options, drawing, *layout), options.max_cells),
                    drawing.title, facts(*layout));
  }
  if (const auto over = make_module_grid(drawing.value, options.max_cells))
    return svg_grid(over->grid, drawing.title, over->facts);
  if (const auto* f = std::get_if<Morphism>(&drawing.value))
    return svg_diagram(diagram_of(*f), drawing.title, encoded(*f));
  if (const auto* a = std::get_if<PointedMap>(&drawing.value))
    return svg_diagram(diagram_of(*a), drawing.title, "");
  throw std::invalid_argument(
      "pictures are available only for layouts, morphisms and pointed maps, not for " +
      to_string(drawing.value));
}

std::string text_of(const Drawing& drawing, const DrawingOptions& options, const TextStyle& style) {
  const std::string heading = bold(drawing.title, style.colours) + "\n";
  if (const auto tile = tile_grid_of(drawing, options))
    return heading + faint(tile->facts, style.colours) + "\n" + text_grid(tile->grid, style);
  if (const auto* layout = std::get_if<Layout>(&drawing.value)) {
    const Grid grid = make_grid(*layout, tiles_of(options, drawing, *layout), options.max_cells);
    return heading + faint(facts(*layout), style.colours) + "\n" + text_grid(grid, style);
  }
  if (const auto over = make_module_grid(drawing.value, options.max_cells))
    return heading + faint(over->facts, style.colours) + "\n" + text_grid(over->grid, style);
  if (const auto* f = std::get_if<Morphism>(&drawing.value))
    return heading + text_diagram(diagram_of(*f), style) + encoded(*f) + "\n";
  if (const auto* a = std::get_if<PointedMap>(&drawing.value))
    return heading + text_diagram(diagram_of(*a), style);
  std::string text = drawing.question ? heading : "";
  if (!drawing.question || has_nesting(drawing.value))
    text += text_tree(drawing.value, style, options.max_cells);
  return text;
}

}  // namespace layoutcheck::cli
