// layoutcheck_plants: the catalogue as a table, a plant as a subject, and what is found of all.
#include "catalogue.hpp"
#include "choose.hpp"
#include "measure.hpp"
#include <layoutcheck/engine/operations.hpp>
#include <layoutcheck/judge/corpus.hpp>
#include <layoutcheck/judge/origin.hpp>
#include <layoutcheck/notation/text.hpp>

#include <CLI/CLI.hpp>

#include <fstream>
#include <iomanip>
#include <iostream>

namespace layoutcheck::detection {

namespace {

/// The plants whose name has the word, or all of a half; throws if there is none.
std::vector<const Plant*> plants_with(const std::string& word) {
  std::vector<const Plant*> found;
  for (const Plant& plant : catalogue())
    if (word == half_of(plant) || plant.name.find(word) != std::string::npos)
      found.push_back(&plant);
  if (found.empty()) throw std::runtime_error("no plant has '" + word + "' in its name");
  return found;
}

const Plant& plant_named(const std::string& name) {
  for (const Plant& plant : catalogue())
    if (plant.name == name) return plant;
  throw std::runtime_error("there is no plant '" + name + "'; `layoutcheck_plants list` has all");
}

/// A row of cells with tabs between.
template <class... Cell>
void print_row(const Cell&... cells) {
  const char* between = "";
  ((std::cout << between << cells, between = "\t"), ...);
  std::cout << std::endl;
}

void list(const std::string& word) {
  print_row("plant", "half", "convention", "what goes wrong", "source", "shown by", "out of reach");
  for (const Plant* plant : plants_with(word))
    print_row(plant->name, half_of(*plant), name(plant->convention), plant->says, plant->source,
              plant->shown_by, plant->out_of_reach);
}

/// Reads lines from the standard input; `use` gets each question. A line that is none is told.
void read_questions(const std::function<void(const Case&)>& use) {
  read_cases(std::cin, [&](const CaseLine& line) {
    if (line.content)
      use(*line.content);
    else if (line.text == introduction)
      std::cout << line.text << std::endl;
    else
      std::cerr << "layoutcheck_plants: no question: " << line.text << '\n';
    return static_cast<bool>(std::cout);
  });
}

/// The right answer; `unsupported` where a limit was reached.
Answer right_answer(const Case& question, Convention convention) {
  return engine::reply_of_algebra(question, convention).answer;
}

void answer(const std::string& name) {
  const Plant& plant = plant_named(name);
  read_questions([&](Case question) {
    const Answer right = right_answer(question, plant.convention);
    question.answer = wrong_answer(plant, question, right).value_or(right);
    question.comment.clear();
    std::cout << question << std::endl;
  });
}

void wrong(const std::string& word) {
  const std::vector<const Plant*> plants = plants_with(word);
  read_questions([&](Case question) {
    std::map<Convention, Answer> right;
    for (const Plant* plant : plants) {
      const auto found = right.find(plant->convention);
      const Answer& own =
          found != right.end()
              ? found->second
              : right.emplace(plant->convention, right_answer(question, plant->convention))
                    .first->second;
      const std::optional<Answer> answer = wrong_answer(*plant, question, own);
      if (!answer) continue;
      question.answer = *answer;
      question.comment.clear();
      std::cout << plant->name << '\t' << question << '\n';
    }
  });
}

void choose(std::size_t most, std::size_t plain) {
  std::vector<Case> all;
  read_questions([&](const Case& question) {
    all.push_back(question);
    all.back().answer.reset();
    all.back().comment.clear();
  });
  for (const Case& question : chosen(all, most, plain))
    std::cout << question << '\n';
}

struct MeasureOptions {
  std::string word;
  std::vector<std::uint64_t> seeds = {1, 2, 3};
  double seconds = 0;
  std::size_t count = 0;
  double shrink = 2;
  bool lines = false;
};

std::chrono::milliseconds in_milliseconds(double seconds) {
  return std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000));
}

void print(const Finding& finding, std::uint64_t seed, const conformance::Plan& plan,
           double shrink) {
  const Plant& plant = *finding.plant;
  std::string smallest;
  std::string given;
  std::string needless;
  if (finding.fault) {
    const conformance::Cause cause = shrunk(finding, plan, in_milliseconds(shrink));
    smallest = question(cause.smallest.question);
    given = conformance::given(cause.smallest);
    for (const std::string& feature : needless_features(plant, cause.smallest.question))
      needless += (needless.empty() ? "" : ", ") + feature;
  }
  std::ostringstream time;
  time << std::fixed << std::setprecision(2) << finding.seconds;
  print_row(plant.name, half_of(plant), seed, finding.fault ? "found" : "missed", finding.questions,
            time.str(), smallest, given, needless);
}

/// All plants with this convention that can be reached.
std::vector<const Plant*> within_reach(const std::string& word, Convention convention) {
  std::vector<const Plant*> plants = plants_with(word);
  std::erase_if(plants, [&](const Plant* plant) {
    return plant->convention != convention || !plant->out_of_reach.empty();
  });
  return plants;
}

void measure(const MeasureOptions& options) {
  print_row("plant", "half", "seed", "outcome", "questions", "seconds", "smallest case", "given",
            "needless");
  std::vector<Case> questions;
  if (options.lines)
    read_questions([&](const Case& question) {
      questions.push_back(question);
      questions.back().answer.reset();
      questions.back().comment.clear();
    });
  for (const Convention convention : conventions) {
    const std::vector<const Plant*> plants = within_reach(options.word, convention);
    if (plants.empty()) continue;
    conformance::Plan plan;
    plan.trial.judging.convention = convention;
    if (options.seconds > 0) plan.asking = in_milliseconds(options.seconds);
    if (options.count > 0) plan.draws.count = options.count;
    for (const std::uint64_t seed : options.seeds) {
      plan.draws.seed = seed;
      for (const Finding& finding :
           options.lines ? measured(plants, questions, convention) : measured(plants, plan))
        print(finding, seed, plan, options.shrink);
    }
  }
}

/// Prints what `layoutcheck test` asks, for as long.
void questions(const MeasureOptions& options) {
  conformance::Plan plan;
  if (!options.word.empty()) plan.only = {options.word};
  if (options.seconds > 0) plan.asking = in_milliseconds(options.seconds);
  if (options.count > 0) plan.draws.count = options.count;
  for (const std::uint64_t seed : options.seeds) {
    plan.draws.seed = seed;
    const conformance::MakeSubject right = [] {
      return conformance::make_subject(
          [](const Case& question) { return right_answer(question, Convention::strict); });
    };
    conformance::ask_all(
        plan, [&](conformance::Phase, const conformance::TrialOptions&) { return right; },
        [](const Judged& judged) { std::cout << question(judged.question) << '\n'; });
  }
}

}  // namespace

}  // namespace layoutcheck::detection

int main(int argc, char** argv) {
  using namespace layoutcheck::detection;
  CLI::App program("Plants: right answers with one mistake each, by which questions are measured");
  program.require_subcommand(1);
  std::string word;
  std::string name;
  MeasureOptions options;
  CLI::App* listing = program.add_subcommand("list", "All plants, as a table with tabs");
  listing->add_option("WORD", word, "Only those with this in their name, or of this half");
  CLI::App* answering = program.add_subcommand(
      "answer", "Complete the questions of the standard input as a plant does");
  answering->add_option("NAME", name)->required();
  CLI::App* wronging = program.add_subcommand(
      "wrong", "The wrong answers of all plants to the questions of the standard input");
  wronging->add_option("WORD", word, "Only those with this in their name, or of this half");
  CLI::App* measuring = program.add_subcommand(
      "measure", "Which plants the questions of `layoutcheck test` find, and when");
  measuring->add_option("WORD", options.word,
                        "Only those with this in their name, or of this half");
  measuring->add_option("--seed", options.seeds, "The seeds, one run each");
  measuring->add_option("--time", options.seconds, "Seconds for asking, unless the usual ones");
  measuring->add_option("--count", options.count, "Random questions, unless the usual ones");
  measuring->add_option("--shrink", options.shrink, "Seconds for making a case smaller");
  measuring->add_flag("--lines", options.lines,
                      "Ask the questions of the standard input, and none else");
  CLI::App* asking =
      program.add_subcommand("questions", "What `layoutcheck test` asks, a line each");
  asking->add_option("OPERATION", options.word, "Only this operation");
  asking->add_option("--seed", options.seeds, "The seeds, one run each");
  asking->add_option("--time", options.seconds, "Seconds for asking, unless the usual ones");
  asking->add_option("--count", options.count, "Random questions, unless the usual ones");
  std::size_t most = SIZE_MAX;
  std::size_t plain = 0;
  CLI::App* choosing = program.add_subcommand(
      "choose", "Of the questions of the standard input those that hold all pairs of features");
  choosing->add_option("--most", most, "No more of them");
  choosing->add_option("--plain", plain, "Of each signature so many short ones, not trivial");
  CLI11_PARSE(program, argc, argv);
  try {
    if (listing->parsed()) list(word);
    if (answering->parsed()) answer(name);
    if (wronging->parsed()) wrong(word);
    if (measuring->parsed()) measure(options);
    if (asking->parsed()) questions(options);
    if (choosing->parsed()) choose(most, plain);
  } catch (const std::exception& error) {
    std::cerr << "layoutcheck_plants: " << error.what() << '\n';
    return 2;
  }
  return 0;
}
