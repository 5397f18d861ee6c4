// `layoutcheck operations`: what a case can name.
#include "commands.hpp"
#include "lines.hpp"
#include "options.hpp"
#include <layoutcheck/properties/registry.hpp>

#include <algorithm>
#include <iostream>
#include <memory>
#include <stdexcept>

namespace layoutcheck::cli {

namespace {

struct OperationsOptions {
  std::vector<std::string> words;
  bool names = false;
};

bool is_wanted(const std::string& text, const std::vector<std::string>& words) {
  return words.empty() || std::any_of(words.begin(), words.end(), [&](const std::string& word) {
           return text.find(word) != std::string::npos;
         });
}

/// Prints the names that are wanted, each once. Returns how many.
std::size_t list_names(const std::vector<std::string>& words) {
  std::vector<std::string> names;
  for (const Operation& operation : standard_vocabulary().operations())
    if (is_wanted(operation.name, words) && std::ranges::find(names, operation.name) == names.end())
      names.push_back(operation.name);
  for (const std::string& name : names)
    std::cout << name << '\n';
  return names.size();
}

/// Prints the signatures that are wanted, with what they mean. Returns how many.
std::size_t list_operations(const std::vector<std::string>& words) {
  std::vector<const Operation*> wanted;
  std::size_t width = 0;
  for (const Operation& operation : standard_vocabulary().operations()) {
    if (is_wanted(signature(operation), words)) {
      wanted.push_back(&operation);
      width = std::max(width, signature(operation).size());
    }
  }
  for (const Operation* operation : wanted) {
    std::string line = signature(*operation);
    line.resize(width + 2, ' ');
    std::cout << line << operation->summary << (operation->conventional ? " (by convention)" : "")
              << '\n';
  }
  return wanted.size();
}

int run_operations(const OperationsOptions& options) {
  const std::size_t count =
      options.names ? list_names(options.words) : list_operations(options.words);
  if (count == 0) {
    throw std::invalid_argument(
        "nothing has a name with these words" +
        (options.words.empty() ? ""
                               : properties::full_vocabulary().suggestion(options.words.front())));
  }
  return exit_right;
}

}  // namespace

void add_operations(Program& program) {
  auto options = std::make_shared<OperationsOptions>();
  Command command(program, "operations", "List the operations that a case can name");
  command.argument("WORD", options->words, "List only names that contain one of these words");
  command.flag("--names", options->names, "Print only the names, one per line");
  command.footer("layoutcheck operations complement",
                 "0 something is listed; 2 bad usage, or no name matches.");
  command.run([options] { return run_operations(*options); });
}

}  // namespace layoutcheck::cli
