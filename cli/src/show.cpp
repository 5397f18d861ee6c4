// `layoutcheck show`: layouts as grids, morphisms as diagrams, shapes as trees; as text or as SVG.
#include "commands.hpp"
#include "options.hpp"
#include "output.hpp"
#include "picture.hpp"
#include "terminal.hpp"

#include <unistd.h>

#include <iostream>
#include <memory>
#include <optional>

namespace layoutcheck::cli {

namespace {

struct ShowOptions {
  std::string expression;
  std::string svg;
  DrawingOptions drawing;
  bool ascii = false;
  std::string color = "auto";
  JudgingOptions judging;
};

int run_show(const ShowOptions& options) {
  std::optional<Shown> shown;
  try {
    shown = read_shown(options.expression, judge_options(options.judging));
  } catch (const NothingToDraw& reason) {
    std::cerr << "layoutcheck show: " << reason.what() << '\n';
    return exit_wrong;
  }
  for (const std::string& fault : shown->faults)
    std::cerr << "layoutcheck show: " << fault << '\n';
  if (!options.svg.empty()) {
    write_text(options.svg, picture_of(*shown, options.drawing));
  } else {
    TextStyle style;
    style.utf8 = !options.ascii && locale_is_utf8();
    style.colours = colours_for(options.color, STDOUT_FILENO);
    style.width = terminal_width(STDOUT_FILENO);
    std::cout << text_of(*shown, options.drawing, style);
  }
  return shown->faults.empty() ? exit_right : exit_wrong;
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
      "--tiles", {"auto", "columns", "outer", "inner", "none"}, options->drawing.tiles,
      "The parts that have different colors: each column, or each index of the last (outer) or "
      "first (inner) mode of nested modes. Intensity is the place in the tile");
  command.text(
      "--tv", "SHAPE", options->drawing.tv,
      "Draw a layout over (thread, value), whose values are column-major places in a tile of this "
      "shape: a cell of the tile shows its thread and value. Not needed for layout_tv(...)");
  command.number("--max-cells", "N", options->drawing.max_cells, {1, std::size_t{1} << 24U},
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
