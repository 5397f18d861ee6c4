// Mutants of a user's kernel: which of them the user's own expectations find.
#include "kernel_mutants.hpp"

#include "commands.hpp"
#include "json.hpp"
#include "lines.hpp"
#include "output.hpp"
#include "terminal.hpp"

#include <algorithm>
#include <iostream>
#include <new>
#include <stdexcept>

namespace layoutcheck::cli {

namespace {

struct JudgedMutant {
  gpu::ptx::Mutant mutant;
  gpu::AtSize::Kind kind = gpu::AtSize::Kind::right;
  std::string verdict;
};

bool is_missed(const JudgedMutant& tried) {
  return gpu::is_right(tried.kind);
}

std::string on_one_line(std::string text) {
  std::ranges::replace_if(
      text, [](char c) { return c == '\n' || c == '\t' || c == '\r'; }, ' ');
  return text.empty() ? "-" : text;
}

/// What becomes of a mutant within the time; it may go round for ever.
JudgedMutant try_mutant(const gpu::ptx::Mutant& mutant, const KernelWords& words,
                        const KernelSource& source, double seconds) {
  JudgedMutant tried{mutant, gpu::AtSize::Kind::refused, ""};
  KernelSource changed = source;
  changed.ptx = mutated(source.ptx, mutant);
  Watchman watchman(seconds, "line " + std::to_string(mutant.line) + ", " + mutant.kind + ": ");
  try {
    const KernelRun run = run_launch(words, changed, watchman);
    tried.kind = kind_of(run);
    tried.verdict = verdict_line(run, Colours::none);
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& error) {
    tried.verdict = std::string("refused: ") + error.what();
  }
  return tried;
}

std::string json_of(const JudgedMutant& tried) {
  return object({member("line", tried.mutant.line), member("kind", json_string(tried.mutant.kind)),
                 member("instruction", json_string(on_one_line(tried.mutant.instruction))),
                 member("becomes", json_string(on_one_line(tried.mutant.becomes))),
                 member("missed", is_missed(tried) ? "true" : "false"),
                 member("verdict", json_string(tried.verdict))});
}

}  // namespace

int run_mutants(const KernelWords& words, const KernelSource& source) {
  Watchman whole(seconds_in(words), words.ptx + ": ");
  const KernelRun original = run_launch(words, source, whole);
  if (interrupted()) return exit_interrupted;
  if (!gpu::is_right(kind_of(original))) {
    throw std::invalid_argument(words.ptx + ": the kernel itself is not right (" +
                                verdict_line(original, Colours::none) + ")");
  }
  const std::vector<gpu::ptx::Mutant> mutants =
      gpu::ptx::mutants_of(source.ptx, original.task.entry.name);
  // What takes so much longer than the kernel does not end.
  const double patience = 2 + 20 * original.seconds;
  std::vector<JudgedMutant> all;
  std::size_t refused = 0;
  for (const gpu::ptx::Mutant& mutant : mutants) {
    const double seconds = seconds_in(words) - whole.seconds();
    if (interrupted() || (seconds_in(words) > 0 && seconds <= 0)) break;
    JudgedMutant tried = try_mutant(mutant, words, source,
                                    seconds_in(words) > 0 ? std::min(seconds, patience) : patience);
    if (interrupted()) break;
    if (tried.kind == gpu::AtSize::Kind::refused)
      ++refused;
    else
      all.push_back(std::move(tried));
  }
  std::vector<std::vector<std::string>> rows = {{"line", "mutant", "instruction", "becomes"}};
  for (const JudgedMutant& tried : all)
    if (is_missed(tried))
      rows.push_back({std::to_string(tried.mutant.line), tried.mutant.kind,
                      on_one_line(tried.mutant.instruction), on_one_line(tried.mutant.becomes)});
  const std::size_t missed = rows.size() - 1;
  const std::size_t left = mutants.size() - all.size() - refused;
  const std::string summary =
      std::to_string(missed) + " of " + std::to_string(all.size()) + " mutants missed" +
      (left != 0 ? "; stopped before " + std::to_string(left) + " others" : "");
  if (words.json != "-") {
    std::cout << source.file << ": " << original.task.entry.name << ": " << summary << '\n';
    if (missed != 0) std::cout << '\n' << table(rows) << '\n' << summary << '\n';
  }
  if (!words.json.empty()) {
    std::vector<std::string> objects;
    for (const JudgedMutant& tried : all)
      objects.push_back(json_of(tried));
    write_text(words.json,
               json_document({member("file", json_string(source.file)),
                              member("entry", json_string(original.task.entry.name)),
                              member("mutants", mutants.size()), member("missed", missed),
                              member("tried", in_lines('[', objects, ']', 4))}));
  }
  if (interrupted()) return exit_interrupted;
  return missed == 0 && left == 0 && !all.empty() ? exit_right : exit_wrong;
}

}  // namespace layoutcheck::cli
