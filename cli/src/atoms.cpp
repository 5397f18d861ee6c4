// `layoutcheck atoms`: which thread holds what of an instruction's operands, against the tables of
// the PTX ISA.
#include "commands.hpp"
#include "input.hpp"
#include "lines.hpp"
#include "options.hpp"
#include "terminal.hpp"
#include <layoutcheck/kernels/numbers.hpp>
#include <layoutcheck/machine/atoms.hpp>
#include <layoutcheck/notation/text.hpp>

#include <algorithm>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>

namespace layoutcheck::cli {

namespace {

struct AtomsOptions {
  std::string file;
  bool all = false;
  std::vector<std::string> tables;
};

/// A line `INSTRUCTION OPERAND = LAYOUT  # name`.
struct AtomLine {
  std::string instruction;
  std::string operand;
  std::string text;
  /// None if the text has a shape and a stride that make none, for this reason.
  std::optional<Layout> layout = {};
  std::string why_none = {};
};

AtomLine split_line(const std::string& text) {
  const std::size_t comment = std::min(text.find('#'), text.size());
  const std::size_t equals = text.find('=');
  const auto fail = [&](std::size_t column, const std::string& message) {
    throw ParseError(1, column + 1, message);
  };
  if (equals >= comment) fail(comment, "expected '=' and a layout");
  const std::string_view question = gpu::trimmed(std::string_view(text).substr(0, equals));
  const std::size_t blank = question.find_last_of(" \t");
  if (blank == std::string_view::npos)
    fail(equals, "expected an instruction and an operand before '='");
  AtomLine line{
      std::string(gpu::trimmed(question.substr(0, blank))), std::string(question.substr(blank + 1)),
      std::string(gpu::trimmed(std::string_view(text).substr(equals + 1, comment - equals - 1)))};
  if (line.text.empty()) fail(comment, "expected a layout");
  return line;
}

/// Whether both sides of the colon are tuples.
bool has_shape_and_stride(const std::string& text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos) return false;
  try {
    parse_any(text.substr(0, colon));
    parse_any(text.substr(colon + 1));
    return true;
  } catch (const ParseError&) {
    return false;
  }
}

/// Throws ParseError.
AtomLine atom_line(const std::string& text) {
  std::size_t before = 0;
  try {
    AtomLine line = split_line(text);
    before = text.find(line.text, text.find('='));
    try {
      line.layout = parse_layout(line.text);
    } catch (const ParseError& error) {
      if (!has_shape_and_stride(line.text)) throw;
      line.why_none = error.message();
    }
    return line;
  } catch (const ParseError& error) {
    throw ParseError(1, before + error.column(), error.message());
  }
}

/// Of an operand of the fragment, as the ISA has it.
std::string entry_in_words(const gpu::Fragment& fragment, Int lines, Int at) {
  if (fragment.operand == "threads") return "thread " + std::to_string(at);
  if (fragment.in_tensor_memory) {
    return "lane " + std::to_string(at >> 21) + ", column " + std::to_string((at >> 5) & 0xffff) +
           ", bit " + std::to_string(at % 32);
  }
  // Rows of 128 bits.
  if (lines == 0) return "row " + std::to_string(at / 128) + ", bit " + std::to_string(at % 128);
  const bool is_b = fragment.operand.starts_with("B") || fragment.operand == "SFB";
  const std::string line = std::to_string(at % lines);
  const std::string along = std::to_string(at / lines);
  return is_b ? "row " + along + ", column " + line : "row " + line + ", column " + along;
}

/// One verdict, with its reason.
struct AtomVerdict {
  std::string word;
  std::string why;
};

AtomVerdict verdict_on(const std::string& text) {
  AtomLine line;
  try {
    line = atom_line(text);
  } catch (const ParseError& error) {
    return {"malformed", "column " + std::to_string(error.column()) + ": " + error.message()};
  }
  const std::vector<gpu::Fragment> fragments = gpu::fragments_of(line.instruction);
  if (fragments.empty()) return {"not covered", "there is no table of this instruction"};
  const auto found = std::ranges::find(fragments, line.operand, &gpu::Fragment::operand);
  if (found == fragments.end()) {
    std::string names;
    for (const gpu::Fragment& fragment : fragments)
      names += (names.empty() ? "" : ", ") + fragment.operand;
    return {"not covered", "its operands are " + names};
  }
  if (!line.layout) return {"differs", "no layout: " + line.why_none};
  const auto difference = gpu::difference(*found, *line.layout);
  if (!difference) return {"agrees", ""};
  const std::string says = " (" + found->section + ": " + found->rule + ")";
  if (!difference->shape.empty()) return {"differs", difference->shape + says};
  std::string where = "thread " + std::to_string(difference->thread);
  if (found->operand != "threads") where += ", value " + std::to_string(difference->value);
  return {"differs", where + ": expected " +
                         entry_in_words(*found, found->lines, difference->expected) + ", found " +
                         entry_in_words(*found, found->lines, difference->found) + says};
}

int judge_atoms(const AtomsOptions& options) {
  catch_interrupt();
  Input input(options.file);
  std::map<std::string, std::size_t> counts;
  std::size_t number = 0;
  for (std::string text; std::getline(input.stream(), text);) {
    ++number;
    if (is_blank(text)) continue;
    const AtomVerdict verdict = verdict_on(text);
    ++counts[verdict.word];
    if (options.all || verdict.word == "differs" || verdict.word == "malformed") {
      std::cout << number << ": " << gpu::trimmed(text) << '\n'
                << "  " << verdict.word << (verdict.why.empty() ? "" : ": ") << verdict.why << '\n';
    }
  }
  input.require_complete();
  const std::size_t compared = counts["agrees"] + counts["differs"];
  std::cout << counted(compared + counts["not covered"], "layout") << ": " << counts["agrees"]
            << " agree, " << counts["differs"] << " differ, " << counts["not covered"]
            << " not covered\n";
  if (counts["malformed"] > 0) std::cout << counted(counts["malformed"], "line") << " malformed\n";
  if (interrupted()) {
    std::cout << "stopped before the end\n";
    return exit_interrupted;
  }
  if (compared == 0) {
    std::cout << "no layout was compared\n";
    return exit_wrong;
  }
  return counts["differs"] + counts["malformed"] == 0 ? exit_right : exit_wrong;
}

/// The tables of instructions, as lines that this command reads.
int print_tables(const std::vector<std::string>& instructions) {
  for (const std::string& instruction : instructions == std::vector<std::string>{"all"}
                                            ? gpu::instructions_with_fragments()
                                            : instructions) {
    const std::vector<gpu::Fragment> fragments = gpu::fragments_of(instruction);
    if (fragments.empty())
      throw std::invalid_argument("there is no table of the instruction '" + instruction + "'");
    for (const gpu::Fragment& fragment : fragments)
      std::cout << instruction << ' ' << fragment.operand << " = " << fragment.layout << "  # "
                << fragment.section << ": " << fragment.rule << '\n';
  }
  return exit_right;
}

}  // namespace

void add_atoms(Program& program) {
  auto options = std::make_shared<AtomsOptions>();
  Command command(program, "atoms",
                  "Compare the layouts of matrix instructions with the PTX ISA's tables");
  command.argument("FILE", options->file,
                   "Layouts, one per line: INSTRUCTION OPERAND = LAYOUT (default: standard input)");
  command.flag("--all", options->all, "Print the verdict on every line, not only differences");
  command
      .text("--table", "INSTRUCTION", options->tables,
            "Print the tables of this instruction, or of 'all', instead of reading layouts")
      .one_at_a_time();
  command.footer(
      "layoutcheck atoms --table mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32\n"
      "layoutcheck atoms --table all | layoutcheck atoms\n"
      "tools/atoms --lines cutlass | layoutcheck atoms --all",
      "0 at least one layout was compared, and all that were agree; 1 one differs, a line is "
      "malformed, or none was compared; 2 bad usage or input; 130 stopped by Ctrl-C or SIGTERM, "
      "after the summary.");
  command.run([options] {
    if (!options->tables.empty()) {
      if (!options->file.empty())
        throw std::invalid_argument("--table reads no layouts, but there is a FILE");
      return print_tables(options->tables);
    }
    return judge_atoms(*options);
  });
}

}  // namespace layoutcheck::cli
