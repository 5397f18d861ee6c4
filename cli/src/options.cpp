// Commands and their options for CLI11, options that several commands share, and the form of the
// help.
#include "options.hpp"

#include "lines.hpp"
#include <layoutcheck/notation/number.hpp>
#include <layoutcheck/properties/registry.hpp>

#include <CLI/CLI.hpp>

#include <memory>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace layoutcheck::cli {

namespace {

constexpr std::size_t help_width = 100;
constexpr std::size_t name_width = 30;

class HelpFormatter : public CLI::Formatter {
 public:
  HelpFormatter() { column_width(name_width); }
  std::string make_option_desc(const CLI::Option* option) const override {
    return wrapped(option->get_description(), help_width - name_width);
  }
};

/// Reads a number, and returns what is wrong with the text; "" if nothing is. Unlike CLI11 it takes
/// no "-1" for a huge number, no "nan" for one in the range, no "" for 0, and no "010" for 8.
template <class T, class Target>
std::string read_number(const std::string& text, Range<T> range, Target& target) {
  const auto number = number_from<T>(text);
  if (number && *number >= range.least && *number <= range.greatest) {
    target = *number;
    return "";
  }
  std::ostringstream fault;
  fault << "expected a number from " << range.least << " to " << range.greatest << ", found '"
        << text << "'";
  return fault.str();
}

/// What the help says that an option takes; one without it would be shown as a flag.
CLI::Option* taking(CLI::Option* option, const std::string& unit) {
  if (unit.empty() && option->nonpositional())
    throw std::logic_error(option->get_name() + " does not name its argument");
  return option->type_name(unit);
}

template <class T, class Target>
CLI::Option* add_number(CLI::App& app, const std::string& name, const std::string& unit,
                        Target& target, Range<T> range, const std::string& meaning) {
  // The check reads the number already, so that CLI11 has nothing to convert.
  CLI::Option* option = app.add_option(
      name, [](const CLI::results_t&) { return true; }, meaning);
  option->check(
      [range, &target](const std::string& text) { return read_number(text, range, target); }, "");
  return taking(option, unit);
}

}  // namespace

const Option& Option::required() const {
  option_->required();
  return *this;
}

const Option& Option::hidden() const {
  option_->group("");
  return *this;
}

const Option& Option::shows_default() const {
  option_->capture_default_str();
  return *this;
}

const Option& Option::one_at_a_time() const {
  option_->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->allow_extra_args(false);
  return *this;
}

const Option& Option::folder() const {
  option_->check(CLI::ExistingDirectory.description(""));
  return *this;
}

const Option& Option::environment(const std::string& variable) const {
  option_->envname(variable);
  return *this;
}

Command::Command(Program& program, const std::string& name, const std::string& meaning)
    : app_(program.app.add_subcommand(name, meaning)), exit_code_(&program.exit_code) {}

void Command::flag(const std::string& name, bool& value, const std::string& meaning) {
  app_->add_flag(name, value, meaning);
}

Option Command::text(const std::string& name, const std::string& unit, std::string& value,
                     const std::string& meaning) {
  return Option(taking(app_->add_option(name, value, meaning), unit));
}

Option Command::text(const std::string& name, const std::string& unit,
                     std::vector<std::string>& values, const std::string& meaning) {
  return Option(taking(app_->add_option(name, values, meaning), unit));
}

void Command::choice(const std::string& name, const std::vector<std::string>& words,
                     std::string& value, const std::string& meaning) {
  app_->add_option(name, value, meaning)
      ->check(CLI::IsMember(words).description(""))
      ->type_name(joined(words, "|"))
      ->capture_default_str();
}

template <class T>
void Command::number(const std::string& name, const std::string& unit, T& value,
                     std::type_identity_t<Range<T>> range, const std::string& meaning) {
  CLI::Option* option = add_number(*app_, name, unit, value, range, meaning);
  if (value != T{}) {
    std::ostringstream shown;
    shown << value;
    option->default_str(shown.str());
  }
}

template <class T>
void Command::number(const std::string& name, const std::string& unit, std::optional<T>& value,
                     std::type_identity_t<Range<T>> range, const std::string& meaning) {
  add_number(*app_, name, unit, value, range, meaning);
}

// The types of the commands' numbers; std::size_t and std::uint64_t are among them where
// addresses have 64 bits.
using Text = const std::string&;
template void Command::number(Text, Text, unsigned&, Range<unsigned>, Text);
template void Command::number(Text, Text, unsigned long&, Range<unsigned long>, Text);
template void Command::number(Text, Text, unsigned long long&, Range<unsigned long long>, Text);
template void Command::number(Text, Text, double&, Range<double>, Text);
template void Command::number(Text, Text, std::optional<double>&, Range<double>, Text);
template void Command::number(Text, Text, std::optional<int>&, Range<int>, Text);
template void Command::number(Text, Text, std::optional<unsigned long>&, Range<unsigned long>,
                              Text);
template void Command::number(Text, Text, std::optional<unsigned long long>&,
                              Range<unsigned long long>, Text);

void Command::footer(std::string_view examples, std::string_view exit_statuses) {
  app_->footer("Examples:\n  " + hanging(examples, 2) + "\n\n" +
               wrapped("Exit status: " + std::string(exit_statuses), help_width));
}

void Command::run(std::function<int()> job) {
  app_->callback([job = std::move(job), exit_code = exit_code_] { *exit_code = job(); });
}

void add_convention(Command& command, std::string& convention) {
  command.choice("--convention", {"strict", "extended", "squeezed"}, convention,
                 "The domain of the left operand of a composition, and complements for numbers "
                 "without one; a case can name its own convention");
}

void add_judging(Command& command, JudgingOptions& options) {
  add_convention(command, options.convention);
  command.number("--points", "N", options.points, {1, std::size_t{1} << 30U},
                 "Limit on tabulated values of a function, or on candidates; larger functions are "
                 "compared at samples");
}

void add_color(Command& command, std::string& color) {
  command.choice("--color", {"auto", "always", "never"}, color,
                 "Use colors; auto: on a terminal, unless NO_COLOR is set");
}

std::chrono::steady_clock::duration in_time(double seconds) {
  return std::chrono::duration_cast<std::chrono::steady_clock::duration>(
      std::chrono::duration<double>(seconds));
}

Convention convention_of(const std::string& word) {
  return convention_named(word).value_or(Convention::strict);
}

JudgeOptions judge_options(const JudgingOptions& options) {
  JudgeOptions judging;
  judging.convention = convention_of(options.convention);
  judging.limits.points = options.points;
  judging.language = &properties::full_language();
  return judging;
}

Selection::Selection(const std::vector<std::string>& words, std::string of)
    : words_(words), of_(std::move(of)) {}

bool Selection::has(std::string_view name) {
  bool is_selected = words_.empty();
  for (const std::string& word : words_) {
    if (name.find(word) == std::string_view::npos) continue;
    found_.insert(word);
    is_selected = true;
  }
  return is_selected;
}

void Selection::require_all() const {
  for (const std::string& word : words_)
    if (!found_.contains(word))
      throw std::invalid_argument("no " + of_ + " has '" + word + "' in its name");
}

void wrap_help(CLI::App& app) {
  app.formatter(std::make_shared<HelpFormatter>());
}

}  // namespace layoutcheck::cli
