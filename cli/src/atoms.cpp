// `layoutcheck atoms`: which thread holds what of an instruction's operands, and where they lie in
// shared memory, against the tables of the PTX ISA.
#include "commands.hpp"
#include "input.hpp"
#include "lines.hpp"
#include "options.hpp"
#include "terminal.hpp"
#include <layoutcheck/kernels/arguments.hpp>
#include <layoutcheck/kernels/numbers.hpp>
#include <layoutcheck/machine/atoms.hpp>
#include <layoutcheck/machine/shared_operands.hpp>
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/oracles/modules.hpp>
#include <layoutcheck/oracles/swizzled.hpp>

#include <algorithm>
#include <iostream>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <variant>

namespace layoutcheck::cli {

namespace {

struct AtomsOptions {
  std::string file;
  bool all = false;
  std::vector<std::string> tables;
};

/// An operand by a matrix descriptor.
struct Described {
  std::string operand;
  gpu::Major major;
  std::uint64_t descriptor;
};

/// A line `INSTRUCTION OPERAND = LAYOUT  # name`.
struct AtomLine {
  std::string instruction;
  /// An operand of a fragment, by its name, or one in shared memory.
  std::variant<std::string, Described, gpu::TensorMap> operand;
  /// That of the layout, and where it begins.
  std::string text = {};
  std::size_t at = 0;
  /// A Layout, or in shared memory also a SwizzledLayout or a ModuleLayout; none if the text has a
  /// shape and a stride that make none, for this reason.
  std::optional<Value> layout = {};
  std::string why_none = {};
};

/// The first '=' outside brackets, or the end.
std::size_t equals_sign(std::string_view text) {
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(') ++depth;
    if (text[i] == ')') --depth;
    if (text[i] == '=' && depth == 0) return i;
  }
  return text.size();
}

/// `A.shared.K(0x4000004000010000)`, `tile(f16, box=(64,32), swizzle=128B)`, or a name. Throws
/// std::invalid_argument.
decltype(AtomLine::operand) operand_of(std::string_view text) {
  const std::size_t bracket = text.find('(');
  if (bracket == std::string_view::npos || !text.ends_with(')')) return std::string(text);
  const std::string_view word = text.substr(0, bracket);
  const std::string_view inside = text.substr(bracket + 1, text.size() - bracket - 2);
  if (word == "tile") return gpu::parse_tile(inside);
  const std::size_t dot = word.find('.');
  const std::string_view how = word.substr(std::min(dot, word.size()));
  if (how != ".shared.K" && how != ".shared.MN")
    throw std::invalid_argument(
        "expected .shared.K(DESCRIPTOR), .shared.MN(DESCRIPTOR), or "
        "tile(TYPE, box=EXTENTS)");
  const Exact descriptor = gpu::parse_number(inside);
  if (descriptor < 0 || descriptor > std::numeric_limits<std::uint64_t>::max())
    throw std::invalid_argument("a descriptor has 64 bits");
  return Described{std::string(word.substr(0, dot)),
                   how == ".shared.K" ? gpu::Major::k : gpu::Major::mn,
                   descriptor.convert_to<std::uint64_t>()};
}

AtomLine split_line(const std::string& text) {
  const std::size_t comment = std::min(text.find('#'), text.size());
  const std::size_t equals = equals_sign(text);
  const auto fail = [&](std::size_t column, const std::string& message) {
    throw ParseError(1, column + 1, message);
  };
  if (equals >= comment) fail(comment, "expected '=' and a layout");
  const std::string_view question = gpu::trimmed(std::string_view(text).substr(0, equals));
  const std::size_t blank = question.find_first_of(" \t");
  if (blank == std::string_view::npos)
    fail(equals, "expected an instruction and an operand before '='");
  AtomLine line{std::string(question.substr(0, blank)), {}};
  try {
    line.operand = operand_of(gpu::trimmed(question.substr(blank + 1)));
  } catch (const std::invalid_argument& error) {
    fail(text.find_first_not_of(" \t") + blank + 1, error.what());
  }
  line.text = gpu::trimmed(std::string_view(text).substr(equals + 1, comment - equals - 1));
  if (line.text.empty()) fail(comment, "expected a layout");
  line.at = text.find(line.text, equals + 1);
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
    before = line.at;
    try {
      line.layout = parse_any(line.text);
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

/// Of a Fragment or a SharedOperand.
std::string source_of(const auto& table) {
  return table.section + ": " + table.rule;
}

AtomVerdict verdict_on_fragment(const AtomLine& line, const std::string& operand) {
  const std::vector<gpu::Fragment> fragments = gpu::fragments_of(line.instruction);
  if (fragments.empty()) return {"not covered", "there is no table of this instruction"};
  const auto found = std::ranges::find(fragments, operand, &gpu::Fragment::operand);
  if (found == fragments.end()) {
    std::string names;
    for (const gpu::Fragment& fragment : fragments)
      names += (names.empty() ? "" : ", ") + fragment.operand;
    return {"not covered", "its operands are " + names};
  }
  if (!line.layout) return {"differs", "no layout: " + line.why_none};
  const std::string says = " (" + source_of(*found) + ")";
  const auto* const layout = std::get_if<Layout>(&*line.layout);
  if (layout == nullptr) return {"malformed", "this operand has a layout over the integers"};
  const auto difference = gpu::difference(*found, *layout);
  if (!difference) return {"agrees", ""};
  if (!difference->shape.empty()) return {"differs", difference->shape + says};
  std::string where = "thread " + std::to_string(difference->thread);
  if (found->operand != "threads") where += ", value " + std::to_string(difference->value);
  return {"differs", where + ": expected " +
                         entry_in_words(*found, found->lines, difference->expected) + ", found " +
                         entry_in_words(*found, found->lines, difference->found) + says};
}

/// Throws std::invalid_argument if there is no such operand.
gpu::SharedOperand shared_operand(const AtomLine& line) {
  if (const auto* const of = std::get_if<Described>(&line.operand))
    return gpu::described_operand(line.instruction, of->operand, of->major, of->descriptor);
  const auto& map = std::get<gpu::TensorMap>(line.operand);
  const std::string rank = "." + std::to_string(map.rank) + "d";
  if (!line.instruction.starts_with("cp.") ||
      line.instruction.find("bulk.tensor" + rank) == std::string::npos)
    throw std::invalid_argument("the tile is of cp.async.bulk.tensor" + rank);
  if (line.instruction.find("::gather4") != std::string::npos ||
      line.instruction.find("::scatter4") != std::string::npos ||
      line.instruction.find(".im2col") != std::string::npos)
    throw std::invalid_argument("the tile is of tiled mode");
  return gpu::tile_operand(map);
}

/// A function: the sizes of its modes, and its values in colexicographic order.
struct Values {
  std::vector<Exact> sizes;
  std::vector<Exact> values;
};

std::vector<Exact> sizes_of_modes(const auto& layout) {
  std::vector<Exact> sizes;
  for (const auto& mode : layout.modes())
    sizes.push_back(oracle::size(mode));
  return sizes;
}

/// Nothing if it is no layout of integers. Throws LimitReached.
std::optional<Values> values_of(const Value& layout) {
  constexpr oracle::Limits limits{std::size_t{1} << 21};
  if (const auto* const swizzled = std::get_if<SwizzledLayout>(&layout))
    return Values{sizes_of_modes(swizzled->layout()), oracle::table(*swizzled, limits)};
  if (const auto* const plain = std::get_if<Layout>(&layout))
    return Values{sizes_of_modes(*plain), oracle::table(oracle::ExactLayout(*plain), limits)};
  const auto* const over_xor = std::get_if<ModuleLayout>(&layout);
  if (over_xor == nullptr || module_of(over_xor->strides()) != Module::bits) return std::nullopt;
  return Values{sizes_of_modes(*over_xor), oracle::numbers_in(oracle::table(*over_xor, limits))};
}

std::string joined(const std::vector<Exact>& numbers) {
  std::string text;
  for (const Exact& number : numbers)
    text += (text.empty() ? "(" : ", ") + number.str();
  return text + ")";
}

AtomVerdict verdict_on_shared(const AtomLine& line) {
  gpu::SharedOperand expected;
  try {
    expected = shared_operand(line);
  } catch (const std::invalid_argument& error) {
    return {"not covered", error.what()};
  }
  if (!line.layout) return {"differs", "no layout: " + line.why_none};
  const std::string says = " (" + source_of(expected) + ")";
  try {
    const auto found = values_of(*line.layout);
    if (!found) return {"malformed", "expected a layout of integers, swizzled or over XOR"};
    const Values wanted = values_of(expected.layout).value();
    if (found->sizes != wanted.sizes) {
      return {"differs", "modes of " + joined(found->sizes) + " entries instead of " +
                             joined(wanted.sizes) + says};
    }
    const auto [at, is] = std::ranges::mismatch(wanted.values, found->values);
    if (at == wanted.values.end()) return {"agrees", ""};
    const auto coordinate = oracle::coordinate_of(wanted.sizes, at - wanted.values.begin());
    return {"differs", joined(coordinate) + ": expected entry " + at->str() + ", found entry " +
                           is->str() + says};
  } catch (const LimitReached&) {
    return {"not covered", "more entries than shared memory has"};
  }
}

AtomVerdict verdict_on(const std::string& text) {
  try {
    const AtomLine line = atom_line(text);
    const auto* const operand = std::get_if<std::string>(&line.operand);
    return operand != nullptr ? verdict_on_fragment(line, *operand) : verdict_on_shared(line);
  } catch (const ParseError& error) {
    return {"malformed", "column " + std::to_string(error.column()) + ": " + error.message()};
  }
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

void print_table(const std::string& question, const auto& table) {
  std::cout << question << " = " << table.layout << "  # " << source_of(table) << '\n';
}

void print_fragments(const std::string& instruction, const std::string& operand) {
  bool found = false;
  for (const gpu::Fragment& fragment : gpu::fragments_of(instruction)) {
    if (!operand.empty() && fragment.operand != operand) continue;
    found = true;
    print_table(instruction + ' ' + fragment.operand, fragment);
  }
  if (!found)
    throw std::invalid_argument("there is no table of the instruction '" + instruction + "'" +
                                (operand.empty() ? "" : " and operand '" + operand + "'"));
}

/// "INSTRUCTION", or "INSTRUCTION OPERAND".
void print_question(const std::string& question) {
  const std::size_t blank = std::min(question.find(' '), question.size());
  const AtomLine line{question.substr(0, blank),
                      operand_of(gpu::trimmed(std::string_view(question).substr(blank)))};
  if (const auto* const operand = std::get_if<std::string>(&line.operand)) {
    print_fragments(line.instruction, *operand);
    return;
  }
  print_table(question, shared_operand(line));
}

/// The tables of instructions, as lines that this command reads.
int print_tables(const std::vector<std::string>& questions) {
  const bool all = questions == std::vector<std::string>{"all"};
  for (const std::string& question : all ? gpu::instructions_with_fragments() : questions)
    print_question(question);
  if (!all) return exit_right;
  for (const std::string& question : gpu::questions_of_shared_operands())
    print_question(question);
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
      .text(
          "--table", "INSTRUCTION", options->tables,
          "Print the tables of this instruction, of 'INSTRUCTION OPERAND', or of 'all', instead of "
          "reading layouts")
      .one_at_a_time();
  command.footer(
      "layoutcheck atoms --table mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32\n"
      "layoutcheck atoms --table 'cp.async.bulk.tensor.2d tile(f16, box=(64,32), swizzle=128B)'\n"
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
