// `layoutcheck test`: puts questions to another implementation, and tells its faults by their
// causes.
#include "causes_text.hpp"
#include "commands.hpp"
#include "found_text.hpp"
#include "lines.hpp"
#include "options.hpp"
#include "output.hpp"
#include "profile_options.hpp"
#include "question_options.hpp"
#include "repeating.hpp"
#include "report_files.hpp"
#include "terminal.hpp"
#include "work.hpp"
#include <layoutcheck/conformance/command.hpp>
#include <layoutcheck/conformance/examination.hpp>
#include <layoutcheck/engine/files.hpp>
#include <layoutcheck/engine/scope.hpp>
#include <layoutcheck/engine/sealed.hpp>
#include <layoutcheck/judge/corpus.hpp>
#include <layoutcheck/notation/tab_separated.hpp>
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/properties/registry.hpp>

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <new>
#include <thread>

namespace layoutcheck::cli {

namespace {

using Clock = std::chrono::steady_clock;
using conformance::Cause;
using conformance::Phase;

/// Of the project's own cases, those that are asked.
constexpr const char* corpus_folders[] = {"papers", "regressions"};

struct TestOptions {
  std::vector<std::string> command;
  std::vector<std::string> only;
  QuestionOptions questions;
  std::vector<std::string> places;
  bool no_corpus = false;
  ProfileOptions profile;
  std::string write_expected;
  JudgingOptions judging;
  double undecided = 10;
  std::optional<double> unsupported;
  bool ignore_status = false;
  double timeout = 10;
  std::optional<std::size_t> crashes;
  std::optional<double> seconds;
  std::optional<std::size_t> cases;
  bool scope = false;
  double shrink = 60;
  unsigned jobs = std::max(1U, std::thread::hardware_concurrency());
  std::size_t batch = 1000;
  ReportFiles files;
  std::string color = "auto";
  bool reports_to_output = false;
};

std::chrono::milliseconds in_milliseconds(double seconds) {
  return std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000));
}

/// Shows how far the run is.
class Watch {
 public:
  Watch() = default;
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;
  ~Watch() {
    shown_.end();
    status_.clear();
  }

  void count(bool is_fault) {
    ++lines_;
    faults_ += is_fault ? 1 : 0;
  }
  void shrinking() { doing_ = "shrinking: "; }

 private:
  void show() {
    status_.update(std::string(doing_) + counted(lines_, "question") + ", " +
                   counted(faults_, "fault"));
  }

  std::atomic<std::size_t> lines_ = 0;
  std::atomic<std::size_t> faults_ = 0;
  std::atomic<const char*> doing_ = "";
  StatusLine status_;
  Repeating shown_{std::chrono::milliseconds(20), [this] { show(); }};
};

/// Notes of each fault where its question stands, if one of the places has it.
void find_questions(std::vector<Fault>& faults, const std::vector<std::string>& places) {
  for (const std::string& place : places) {
    if (!std::filesystem::exists(place)) continue;
    for (const std::filesystem::path& file : case_files(place)) {
      // What is read from a pipe is gone.
      if (!std::filesystem::is_regular_file(file)) continue;
      std::ifstream in(file);
      read_cases(
          in,
          [&](const CaseLine& line) {
            for (Fault& fault : faults) {
              if (line.content && fault.content && fault.asked.line == 0 &&
                  line.content->operation == fault.content->operation &&
                  line.content->operands == fault.content->operands &&
                  line.content->inner == fault.content->inner) {
                fault.asked = {file.string(), line.number};
              }
            }
            return true;
          },
          properties::full_vocabulary());
    }
  }
}

/// The profile that the options name; what they leave to it is set.
conformance::SubjectProfile take_profile(TestOptions& options) {
  conformance::SubjectProfile profile = profile_of(options.profile, options.judging.convention);
  if (!profile.name.empty()) {
    if (options.only.empty()) options.only = profile.operations;
    if (options.questions.where.empty()) options.questions.where = profile.where;
  }
  return profile;
}

/// The questions of a piece: their numbers, and what of the subject they depend on.
struct QuestionUnit {
  conformance::Plan::Part part;
  std::string offered;
};

std::string to_string(const QuestionUnit& unit) {
  return "questions " + std::to_string(unit.part.first) + " " + std::to_string(unit.part.last) +
         " " + unit.offered;
}

QuestionUnit parse_unit(const std::string& name) {
  const std::vector<std::string> words = tab_separated::cells_of(name, ' ');
  if (words.size() != 4 || words[0] != "questions")
    throw std::runtime_error("'" + name + "' are not questions of a test");
  return {{tab_separated::number_in(words[1]), tab_separated::number_in(words[2])}, words[3]};
}

/// Which questions there are depends on what is offered.
std::string digest_of(const conformance::Findings& findings) {
  return engine::digest_of(joined(findings.offered, "\n"));
}

/// What the questions and the verdicts depend on, beside the words of the command and what the
/// subject does.
Inputs read_by(const TestOptions& options) {
  Inputs inputs;
  const auto add = [&](const std::string& name, const std::string& text) {
    inputs[name] = engine::digest_of(text);
  };
  if (!options.profile.profile.empty()) {
    const conformance::ProfileText profile = conformance::profile_text(options.profile.profile);
    add(profile.place, profile.text);
  }
  if (!options.profile.expected.empty())
    add(options.profile.expected, engine::read_file(options.profile.expected));
  for (const std::string& place : options.places) {
    for (const std::filesystem::path& file : case_files(place)) {
      refuse_in_plan(!std::filesystem::is_regular_file(file), "--questions " + place,
                     "it is not a regular file, so a piece cannot read it again");
      add(file.string(), engine::read_file(file));
    }
  }
  if (options.no_corpus) return inputs;
  // Named alike wherever the program is installed.
  const std::filesystem::path corpus = corpus_folder();
  for (const char* folder : corpus_folders)
    for (const std::filesystem::path& file : case_files(corpus / folder))
      add("corpus/" + file.lexically_relative(corpus).string(), engine::read_file(file));
  return inputs;
}

/// What a part of a test has found, as lines; and adding what they say.
std::string found_text(const Account& account, const conformance::Asked& asked) {
  using tab_separated::escaped_cell;
  using tab_separated::line_of;
  const conformance::Findings& findings = asked.findings;
  std::string text = line_of({"subject", escaped_cell(findings.subject)});
  if (findings.ran_out) text += line_of({"ran out"});
  for (const auto& [operation, count] : account.operations)
    text += line_of({"operation", escaped_cell(operation), to_line(count)});
  for (const auto& [precondition, number] : account.outside)
    text += line_of({"outside", escaped_cell(precondition), std::to_string(number)});
  for (const auto& [excuse, number] : account.expected)
    text += line_of({"excused", escaped_cell(excuse), std::to_string(number)});
  const auto add = [&](const std::string& what, const std::vector<std::string>& words) {
    for (const std::string& word : words)
      text += line_of({what, escaped_cell(word)});
  };
  add("offered", findings.offered);
  add("not offered", findings.not_offered);
  add("complaint", findings.complaints);
  for (const Judged& judged : asked.expected)
    text += line_of({"expected", to_line(judged)});
  for (const Cause& cause : asked.causes.found())
    text += line_of({"cause", std::to_string(cause.cases), to_line(cause.smallest)});
  return text;
}

void add_found(const std::string& text, Account& account, conformance::Asked& asked) {
  using tab_separated::cells_of;
  using tab_separated::number_in;
  using tab_separated::unescaped_cell;
  conformance::Asked part;
  tab_separated::read_lines(text, "a result", [&](std::string_view line) {
    const std::vector<std::string> cells = cells_of(line);
    const std::string& what = cells[0];
    const auto rest = [&](std::size_t first) {
      for (; first > 0; --first)
        line.remove_prefix(line.find('\t') + 1);
      return line;
    };
    if (what == "ran out") {
      part.findings.ran_out = true;
    } else if (cells.size() < 2) {
      throw std::invalid_argument("it is not the result of a test");
    } else if (what == "subject") {
      part.findings.subject = unescaped_cell(cells[1]);
    } else if (what == "operation") {
      const Count count = parse_count(rest(2));
      account.operations[unescaped_cell(cells[1])] += count;
      account.count += count;
    } else if (what == "outside" && cells.size() == 3) {
      account.outside[unescaped_cell(cells[1])] += number_in(cells[2]);
    } else if (what == "excused" && cells.size() == 3) {
      account.expected[unescaped_cell(cells[1])] += number_in(cells[2]);
    } else if (what == "offered") {
      part.findings.offered.push_back(unescaped_cell(cells[1]));
    } else if (what == "not offered") {
      part.findings.not_offered.push_back(unescaped_cell(cells[1]));
    } else if (what == "complaint") {
      part.findings.complaints.push_back(unescaped_cell(cells[1]));
    } else if (what == "expected") {
      part.expected.push_back(parse_judged(rest(1)));
    } else if (what == "cause") {
      part.causes.add(parse_judged(rest(2)), number_in(cells[1]));
    } else {
      throw std::invalid_argument("it is not the result of a test");
    }
  });
  asked += part;
}

class Test {
 public:
  explicit Test(TestOptions& options, bool is_in_pieces)
      : profile_(take_profile(options)), options_(options) {
    if (options.only.empty()) options.only = {"all"};
    plan_.only = options.only;
    plan_.draws = draws_of(options.questions);
    plan_.chains = options.questions.chains;
    plan_.scope = wants_scope(options.questions);
    plan_.range = range_of(options.questions);
    plan_.cases = options.cases;
    plan_.examples = false;  // the corpus has them
    plan_.places.assign(options.places.begin(), options.places.end());
    if (!options.no_corpus)
      for (const char* folder : corpus_folders)
        plan_.corpus.emplace_back(std::filesystem::path(corpus_folder()) / folder);
    plan_.trial.judging = judge_options(options.judging);
    plan_.trial.find_statement = properties::find_statement;
    plan_.trial.profile = &profile_;
    plan_.trial.jobs = options.jobs;
    plan_.trial.batch = options.batch;
    plan_.trial.most_deaths = options.crashes.value_or(profile_.crashes);
    plan_.trial.stop = &interrupt_flag();
    // What is counted, in pieces or by --cases, does not depend on the machine's speed.
    constexpr double unless_told = 60;
    const bool is_counted = is_in_pieces || options.cases;
    plan_.asking = in_milliseconds(options.seconds.value_or(is_counted ? 0 : unless_told));
    plan_.shrinking = in_milliseconds(options.shrink);
    report_.command = "test";
    report_.convention = plan_.trial.judging.convention;
    report_.profile = profile_.name;
    report_.account.undecided_share = options.undecided;
    report_.account.unsupported_share = options.unsupported.value_or(profile_.unsupported);
    if (plan_.draws.count != 0) report_.origin.seed = plan_.draws.seed;
    report_.source = joined(options.command, " ");
  }

  /// Names the questions, as so many units; asks what the subject offers.
  void plan(Work& work) {
    const conformance::Prospect found = conformance::prospect(plan_, make_subjects());
    const std::string offered = digest_of(found.findings);
    const std::size_t pieces = std::max<std::size_t>(1, std::min(work.pieces, found.questions));
    for (std::size_t i = 0; i < pieces; ++i) {
      const QuestionUnit unit{part_of({0, found.questions}, {i, pieces}), offered};
      work.units.push_back(
          {to_string(unit),
           cost_of_question * static_cast<double>(unit.part.last - unit.part.first)});
    }
  }

  /// Asks the questions of a piece.
  void do_piece(Work& work) {
    plan_.trial.jobs = work.jobs;
    for (const std::string& name : work.chosen) {
      QuestionUnit unit = parse_unit(name);
      unit.part = part_of(unit.part, work.part);
      plan_.part = unit.part;
      report_.account = {};
      Watch watch;
      const conformance::Asked asked = ask(watch);
      if (digest_of(asked.findings) != unit.offered)
        throw std::runtime_error("the program offers other operations than when the plan was made");
      work.done[to_string(unit)] = found_text(report_.account, asked);
      if (!asked.causes.empty() || !asked.findings.complaints.empty()) work.is_wrong = true;
    }
  }

  /// The whole test; of work in pieces, from what these have found.
  int run(const Work* work) {
    const auto start = Clock::now();
    conformance::Findings findings;
    {
      Watch watch;
      conformance::Asked asked;
      if (work == nullptr) {
        asked = ask(watch);
      } else {
        for (const auto& [name, text] : work->known)
          if (text) add_found(*text, report_.account, asked);
      }
      watch.shrinking();
      findings = conformance::concluded(std::move(asked), plan_, make_subjects());
    }
    report_.account.interrupted = interrupted();
    report_.account.complaints = findings.complaints;
    conformance::add_unasked(report_.account, plan_, findings.not_offered);
    report_.origin.subject = findings.subject;
    report_.not_offered = findings.not_offered;
    report_.scope_questions = findings.scope.questions;
    report_.scope_not_asked = findings.scope.left;
    report_.ran_out = findings.ran_out;
    constexpr std::chrono::seconds long_start{5};
    if (findings.start >= long_start)
      report_.seconds_to_start = std::chrono::duration<double>(findings.start).count();
    if (options_.shrink > 0) report_.time_note = time_note(findings.causes);
    if (report_.account.unsupported_share < 100 && !findings.not_offered.empty())
      report_.account.complaints.push_back(not_offered(findings));
    report_.expected_not_asked = findings.expected_not_asked;
    report_.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    if (work != nullptr) take_merged(*work, report_);
    tell(findings);
    return exit_status(report_.account);
  }

 private:
  /// What a question costs, in small cases: most of it is the subject's time.
  static constexpr double cost_of_question = 100;

  static conformance::Plan::Part part_of(conformance::Plan::Part whole, engine::Shard part) {
    const std::size_t length = whole.last - whole.first;
    return {whole.first + length * part.index / part.count,
            whole.first + length * (part.index + 1) / part.count};
  }

  conformance::Asked ask(Watch& watch) {
    return conformance::ask_all(plan_, make_subjects(), [&](const Judged& judged) {
      add(report_.account, judged);
      watch.count(is_fault(judged.verdict.kind));
    });
  }

  [[nodiscard]] conformance::MakeForPhase make_subjects() const {
    return [this](Phase phase, const conformance::TrialOptions& options) {
      return subject(phase, options);
    };
  }

  [[nodiscard]] conformance::MakeSubject subject(Phase phase,
                                                 const conformance::TrialOptions& options) const {
    conformance::CommandOptions command;
    command.vocabulary = &properties::full_vocabulary();
    command.patience = in_milliseconds(options_.timeout);
    command.stop = options.stop;
    command.deadline = options.deadline;
    command.ignore_status = options_.ignore_status;
    // Only time bounds what shrinking costs.
    if (phase == Phase::asking) command.most_deaths = options_.crashes.value_or(profile_.crashes);
    command.tell = [told =
                        std::make_shared<std::atomic<bool>>(false)](const std::string& sentence) {
      if (!told->exchange(true)) std::cerr << "layoutcheck test: " << sentence << std::endl;
    };
    return
        [words = options_.command, command] { return conformance::make_command(words, command); };
  }

  void tell(const conformance::Findings& findings) {
    const std::vector<Cause>& causes = findings.causes;
    std::ostream& out = options_.reports_to_output ? std::cerr : std::cout;
    const int descriptor = options_.reports_to_output ? STDERR_FILENO : STDOUT_FILENO;
    TextStyle style;
    style.utf8 = locale_is_utf8();
    style.colours = colours_for(options_.color, descriptor);
    style.width = terminal_width(descriptor);
    out << list_of(causes);
    std::size_t number = 0;
    for (const Cause& cause : causes) {
      out << ++number << ". " << inked(heading_of(cause), Ink::red, style.colours) << '\n'
          << to_text(cause, style) << '\n';
      report_.faults.push_back(fault_of(cause));
    }
    out << to_table(report_);
    if (report_.account.unsupported_share >= 100 && !findings.not_offered.empty())
      out << not_offered(findings) << '\n';
    if (report_.account.interrupted) out << "stopped before the end\n";
    if (const std::string scope = to_string(findings.scope); !scope.empty()) out << scope << '\n';
    if (findings.ran_out) out << "the time ended before all questions were asked\n";
    if (const std::string note = start_note(report_); !note.empty()) out << note << '\n';
    if (!report_.time_note.empty()) out << report_.time_note << '\n';
    for (const std::string& shortcoming : shortcomings(report_.account))
      out << shortcoming << '\n';
    out << (is_right(report_.account) ? inked(praise(report_), Ink::green, style.colours)
                                      : counted(causes.size(), "cause"))
        << '\n';
    if (!options_.files.sarif.empty()) find_questions(report_.faults, options_.places);
    write_reports(report_, options_.files);
    if (!options_.write_expected.empty())
      write_text(options_.write_expected, expected_failures(profile_, findings.mended, causes));
  }

  /// What is not offered, and how to ask the rest alone: by the names of the fewer.
  static std::string not_offered(const conformance::Findings& findings) {
    constexpr std::size_t most = 8;
    const auto listed = [](const std::vector<std::string>& rows, const std::string& before) {
      std::string text;
      for (const std::string& row : rows)
        text += before + "'" + row + "'";
      return text;
    };
    const std::size_t offered = findings.offered.size();
    const std::size_t missing = findings.not_offered.size();
    std::string text = std::to_string(missing) + " of " + std::to_string(missing + offered) +
                       " operations are not offered";
    if (missing <= most) text += ":" + listed(findings.not_offered, " ");
    text += "; select the others with";
    if (offered > 0 && offered <= most) return text + listed(findings.offered, " --only ");
    return text + " --only or a profile, or accept this with --unsupported 100";
  }

  conformance::SubjectProfile profile_;
  const TestOptions& options_;
  conformance::Plan plan_;
  Report report_;
};

/// The files of the run: also the words of the command that name some, such as a script.
Claims inputs_of(const TestOptions& options) {
  Claims inputs;
  for (const std::string& place : options.places)
    inputs.add_input(place);
  inputs.add_input(options.profile.profile);
  // A list that is brought up to date is written over by intent.
  std::error_code error;
  if (!std::filesystem::equivalent(options.profile.expected, options.write_expected, error))
    inputs.add_input(options.profile.expected);
  for (std::size_t i = 0; i < options.command.size(); ++i)
    if (i > 0 || options.command[i].find('/') != std::string::npos)
      inputs.add_input(options.command[i]);
  return inputs;
}

/// What the scopes of the operations are: for each its kind and number, then what they consist of.
int tell_scope(TestOptions& options) {
  const conformance::SubjectProfile profile = take_profile(options);
  if (options.only.empty()) options.only = {"everything"};
  const auto rows =
      conformance::rows_named(options.only, profile.convention, properties::find_statement);
  std::vector<const engine::Scope*> kinds;
  std::size_t sum = 0;
  std::size_t widest = 0;
  for (const engine::Statement* row : rows)
    widest = std::max(widest, row->id.size());
  for (const engine::Statement* row : rows) {
    const engine::Scope& scope = engine::scope_of(*row);
    std::string count = std::to_string(scope.count());
    count.insert(0, count.size() < 6 ? 6 - count.size() : 0, ' ');
    std::cout << row->id << std::string(widest - row->id.size(), ' ') << count << "  " << scope.kind
              << '\n';
    sum += scope.count();
    if (std::ranges::find(kinds, &scope) == kinds.end()) kinds.push_back(&scope);
  }
  std::cout << sum << " in total; these are all of\n";
  for (const engine::Scope* scope : kinds) {
    std::cout << '\n' << scope->kind << '\n';
    for (const engine::Tier& tier : scope->tiers) {
      std::string count = std::to_string(tier.count());
      count.insert(0, count.size() < 6 ? 6 - count.size() : 0, ' ');
      std::cout << count << "  " << tier.words() << '\n';
    }
  }
  return exit_right;
}

int run_test(TestOptions options, Work* work) {
  if (options.scope) return tell_scope(options);
  if (options.command.empty())
    throw std::invalid_argument("the COMMAND to test is missing; it comes after --");
  catch_interrupt();
  if (is(work, Work::Mode::plan)) {
    refuse_in_plan(options.files);
    refuse_in_plan(!options.write_expected.empty(), "--write-expected", "it needs a whole run");
    work->inputs = read_by(options);
    Test(options, true).plan(*work);
    return interrupted() ? exit_interrupted : exit_right;
  }
  if (work != nullptr) require_unchanged(work->inputs, read_by(options));
  if (is(work, Work::Mode::piece)) {
    Test(options, true).do_piece(*work);
    return exit_right;
  }
  options.reports_to_output =
      require_reports(options.files, inputs_of(options), options.write_expected);
  return Test(options, work != nullptr).run(work);
}

}  // namespace

void add_test(Program& program) {
  auto options = std::make_shared<TestOptions>();
  options->questions.exhaustive = "scope";
  Command command(program, "test", "Ask another implementation questions and judge its answers");
  command.argument("COMMAND", options->command,
                   "A program and its arguments, after --. It reads questions, one per line, and "
                   "writes each line back with its answer");
  command
      .text("--only", "OPERATION", options->only,
            "Only this operation or signature (default: all that the program offers; those over "
            "modules and on swizzled layouts only if it says so or answers some). 'everything' "
            "includes these")
      .one_at_a_time();
  add_questions(command, options->questions,
                "as many as the time allows, mostly with new features");
  command
      .text("--questions", "PLACE", options->places,
            "Also ask the questions in this file of cases, or in a folder of them")
      .one_at_a_time();
  command.flag("--no-corpus", options->no_corpus,
               "Do not ask the questions of the project's corpus");
  add_profile(command, options->profile,
              "its convention, its operations and questions (unless given here), its documented "
              "preconditions, and its expected failures");
  command.text(
      "--write-expected", "FILE", options->write_expected,
      "Write a list of expected failures: those that still fail, and the causes of this run");
  add_judging(command, options->judging);
  command.number("--undecided", "P", options->undecided, {0, 100},
                 "Fail if more than this percentage of the answers is undecided");
  add_unsupported(command, options->unsupported);
  command.flag(
      "--ignore-status", options->ignore_status,
      "Ignore the exit status of the program once it has answered; by default it must be 0");
  command.number("--timeout", "S", options->timeout, {0.001, 86400},
                 "Seconds for one question, including the start of the program");
  command.number("--crashes", "N", options->crashes, {1, most_lines},
                 "Stop asking an operation after this many crashes and timeouts (default: from the "
                 "profile, or 20)");
  command.number("--time", "S", options->seconds, {0, 1e9},
                 "Stop asking after this many seconds (default: 60), not counting those that the "
                 "command takes to start. 0 means no limit, with 10000 "
                 "random questions unless -n is given");
  command.number("--cases", "N", options->cases, {1, most_lines},
                 "Stop asking after this many questions instead of by time, so that the run is the "
                 "same on every machine");
  command.flag("--scope", options->scope,
               "Print the questions that every operation is asked in full, and exit");
  command.number("--shrink", "S", options->shrink, {0, 1e6},
                 "Seconds for shrinking faults after asking, at most");
  command.number("-j,--jobs", "N", options->jobs, {1, 1024}, "Number of processes of the program");
  command.number("--batch", "N", options->batch, {1, 1000000},
                 "The most questions that a process is asked at a time");
  add_report_files(command, options->files, "--faults,--corpus");
  add_color(command, options->color);
  command.footer(
      "layoutcheck test -- ./my-algebra\n"
      "layoutcheck test --only composition --where 'rank>=1, extent>=2' -- python3 mine.py\n"
      "layoutcheck test -n 0 --exhaustive 'rank<=2, extent<=3, stride<=6' -- ./my-algebra --fast\n"
      "layoutcheck test --profile pycute --expected known.txt -- python3 mine.py\n"
      "layoutcheck test --scope --only coalesce",
      "0 every answer is right, or excused by a profile; 1 something is wrong or missing, nothing "
      "was judged, or too much is undecided; 2 bad usage or input; 130 stopped by Ctrl-C or "
      "SIGTERM, with the findings so far.");
  command.run([options, work = program.work] { return run_test(*options, work); });
}

}  // namespace layoutcheck::cli
