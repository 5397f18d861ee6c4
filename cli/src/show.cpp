// `layoutcheck show`: layouts as grids, morphisms as diagrams, shapes as trees; as text or as SVG.
#include "commands.hpp"
#include "diagram.hpp"
#include "explain.hpp"
#include "grid.hpp"
#include "module_grid.hpp"
#include "options.hpp"
#include "output.hpp"
#include "svg.hpp"
#include "terminal.hpp"
#include "text_grid.hpp"
#include "tree.hpp"
#include "tv_grid.hpp"
#include <layoutcheck/algebra/encoding.hpp>
#include <layoutcheck/algebra/evaluate.hpp>
#include <layoutcheck/engine/files.hpp>
#include <layoutcheck/judge/judged.hpp>
#include <layoutcheck/notation/chain.hpp>
#include <layoutcheck/properties/registry.hpp>

#include <unistd.h>

#include <cctype>
#include <iostream>
#include <memory>
#include <optional>
#include <stdexcept>

namespace layoutcheck::cli {

namespace {

struct ShowOptions {
  std::string expression;
  std::string svg;
  std::string tiles = "auto";
  std::string tv;
  std::size_t max_cells = 1024;
  bool ascii = false;
  std::string color = "auto";
  JudgingOptions judging;
};

/// What is to be drawn, and what it is called.
struct Subject {
  Value value;
  std::string title;
  /// The case whose answer it is.
  std::optional<Case> question;
  int exit_code = exit_right;
};

/// Whether the text is a case: a name before a bracket.
bool is_case(const std::string& text) {
  const std::size_t start = text.find_first_not_of(" \t");
  if (text.find("Sw<", 0) == start) return false;
  return start != std::string::npos && std::isalpha(static_cast<unsigned char>(text[start])) != 0 &&
         text.find('(') != std::string::npos;
}

/// The answer to the case in the expression. A picture must not mislead, so the oracle is asked,
/// too.
std::optional<Subject> answer_to(const std::string& expression, const JudgeOptions& options) {
  Case content = read_case(expression);
  name_convention(content, options.convention);
  const Reply own = reply_of_algebra(content, options);
  const bool is_answered = own.kind == Reply::Kind::answered;
  const Value* value = is_answered ? value_in(own.answer) : nullptr;
  if (value == nullptr) {
    std::cerr << "layoutcheck show: " << question(content) << " has no answer to draw: "
              << (is_answered ? to_string(own.answer) + (own.note.empty() ? "" : ": ") : "")
              << own.note << '\n';
    return std::nullopt;
  }
  Subject subject{*value, question(content) + " = " + to_string(*value), content, exit_right};
  // How it is drawn depends on what the outer operation takes.
  resolve(*subject.question,
          [&](const Case& inner) { return algebra::evaluate(inner, options.convention); });
  const auto warn_unless_right = [&](const Answer& answer, const char* whose) {
    content.answer = answer;
    const Verdict verdict = judge(content, options);
    if (is_fault(verdict.kind)) {
      std::cerr << "layoutcheck show: " << whose << " answer is " << to_string(verdict) << '\n';
      subject.exit_code = exit_wrong;
    }
  };
  if (content.answer) warn_unless_right(*content.answer, "the given");
  warn_unless_right(own.answer, "the algebra's");
  return subject;
}

std::optional<Subject> read_subject(const ShowOptions& options) {
  if (is_case(options.expression))
    return answer_to(options.expression, judge_options(options.judging));
  try {
    Value value = parse_any(options.expression);
    std::string title = to_string(value);
    return Subject{std::move(value), std::move(title), {}, exit_right};
  } catch (const ParseError& error) {
    throw std::invalid_argument("'" + options.expression + "', column " +
                                std::to_string(error.column()) + ": " + error.message());
  }
}

Tiles tiles_of(const ShowOptions& options, const Subject& subject, const Layout& layout) {
  if (options.tiles == "none") return Tiles::none;
  if (options.tiles == "columns") return Tiles::columns;
  if (options.tiles == "outer") return Tiles::outer;
  if (options.tiles == "inner") return Tiles::inner;
  return natural_tiles(layout, subject.question ? &*subject.question : nullptr);
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
std::optional<TileGrid> tile_grid_of(const Subject& subject, const ShowOptions& options) {
  const auto* layout = std::get_if<Layout>(&subject.value);
  const bool is_tv = subject.question && subject.question->operation == "layout_tv";
  if (options.tv.empty() && !is_tv) return std::nullopt;
  if (layout == nullptr)
    throw std::invalid_argument(to_string(subject.value) + " is not a layout over (thread, value)");
  if (!options.tv.empty()) {
    try {
      return make_tile_grid(*layout, std::get<NestedTuple>(parse_value(options.tv, Sort::shape)),
                            options.max_cells);
    } catch (const ParseError& error) {
      throw std::invalid_argument("'" + options.tv + "', column " + std::to_string(error.column()) +
                                  ": " + error.message());
    }
  }
  const std::vector<Value>& operands = subject.question->operands;
  return make_tile_grid(*layout,
                        tile_of(std::get<Layout>(operands[0]), std::get<Layout>(operands[1])),
                        options.max_cells);
}

std::string picture_of(const Subject& subject, const ShowOptions& options) {
  if (const auto tile = tile_grid_of(subject, options))
    return svg_grid(tile->grid, subject.title, tile->facts);
  if (const auto* layout = std::get_if<Layout>(&subject.value)) {
    return svg_grid(make_grid(*layout, tiles_of(options, subject, *layout), options.max_cells),
                    subject.title, facts(*layout));
  }
  if (const auto over = make_module_grid(subject.value, options.max_cells))
    return svg_grid(over->grid, subject.title, over->facts);
  if (const auto* f = std::get_if<Morphism>(&subject.value))
    return svg_diagram(diagram_of(*f), subject.title, encoded(*f));
  if (const auto* a = std::get_if<PointedMap>(&subject.value))
    return svg_diagram(diagram_of(*a), subject.title, "");
  throw std::invalid_argument(
      "pictures are available only for layouts, morphisms and pointed maps, not for " +
      to_string(subject.value));
}

/// Whether a tree says more than the line.
bool has_nesting(const Value& value) {
  const auto* tuple = std::get_if<NestedTuple>(&value);
  const auto* profile = std::get_if<Profile>(&value);
  return (tuple != nullptr && !tuple->is_entry() && !tuple->is_flat()) ||
         (profile != nullptr && !profile->is_entry() && !profile->is_flat());
}

std::string text_of(const Subject& subject, const ShowOptions& options, const TextStyle& style) {
  const std::string heading = bold(subject.title, style.colours) + "\n";
  if (const auto tile = tile_grid_of(subject, options))
    return heading + faint(tile->facts, style.colours) + "\n" + text_grid(tile->grid, style);
  if (const auto* layout = std::get_if<Layout>(&subject.value)) {
    const Grid grid = make_grid(*layout, tiles_of(options, subject, *layout), options.max_cells);
    return heading + faint(facts(*layout), style.colours) + "\n" + text_grid(grid, style);
  }
  if (const auto over = make_module_grid(subject.value, options.max_cells))
    return heading + faint(over->facts, style.colours) + "\n" + text_grid(over->grid, style);
  if (const auto* f = std::get_if<Morphism>(&subject.value))
    return heading + text_diagram(diagram_of(*f), style) + encoded(*f) + "\n";
  if (const auto* a = std::get_if<PointedMap>(&subject.value))
    return heading + text_diagram(diagram_of(*a), style);
  std::string text = subject.question ? heading : "";
  if (!subject.question || has_nesting(subject.value))
    text += text_tree(subject.value, style, options.max_cells);
  return text;
}

int run_show(const ShowOptions& options) {
  const std::optional<Subject> subject = read_subject(options);
  if (!subject) return exit_wrong;
  if (!options.svg.empty()) {
    write_text(options.svg, picture_of(*subject, options));
  } else {
    TextStyle style;
    style.utf8 = !options.ascii && locale_is_utf8();
    style.colours = colours_for(options.color, STDOUT_FILENO);
    style.width = terminal_width(STDOUT_FILENO);
    std::cout << text_of(*subject, options, style);
  }
  return subject->exit_code;
}

}  // namespace

void add_show(Program& program) {
  auto options = std::make_shared<ShowOptions>();
  Command command(program, "show", "Draw a layout, a morphism or a shape, or the answer to a case");
  command
      .argument("EXPRESSION", options->expression,
                "A layout (drawn as a grid of offsets or coordinates: mode 0 runs down, mode 1 to "
                "the right; under XOR, colors are banks), a swizzled layout, a morphism or a "
                "pointed map (a diagram with the first entries at the bottom), a shape, profile or "
                "tiler (a tree), or a case, whose answer is drawn")
      .required();
  command.text("--svg", "FILE", options->svg,
               "Write a picture to this file, or to standard output for '-'");
  command.choice(
      "--tiles", {"auto", "columns", "outer", "inner", "none"}, options->tiles,
      "The parts that have different colors: each column, or each index of the last (outer) or "
      "first (inner) mode of nested modes. Intensity is the place in the tile");
  command.text(
      "--tv", "SHAPE", options->tv,
      "Draw a layout over (thread, value), whose values are column-major places in a tile of this "
      "shape: a cell of the tile shows its thread and value. Not needed for layout_tv(...)");
  command.number("--max-cells", "N", options->max_cells, {1, std::size_t{1} << 24U},
                 "Cut a grid with more cells, or a tree with more lines");
  command.flag("--ascii", options->ascii, "Draw frames in ASCII, as in a locale without UTF-8");
  add_color(command, options->color);
  add_judging(command, options->judging);
  command.footer(
      "layoutcheck show '((2,2),(2,4)):((1,4),(2,8))'\n"
      "layoutcheck show 'logical_divide((4,8):(1,4), (2,2):(1,4))'\n"
      "layoutcheck show 'layout_tv((2,4):(4,1), (2,2):(2,1))'\n"
      "layoutcheck show 'Sw<3,0,3> o 0 o (8,8):(8,1)' --svg swizzle.svg\n"
      "layoutcheck show '(2,2)--(1,3)-->(2,5,2,5)' --svg f.svg",
      "0 the picture is drawn; 1 the case has no answer, or a wrong one; 2 bad usage or input.");
  command.run([options] { return run_show(*options); });
}

}  // namespace layoutcheck::cli
