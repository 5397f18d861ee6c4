// `layoutcheck verify`: the main job. Replays the corpus and holds every operation and statement
// against the oracle, at random and exhaustively in a small range, and ends with a table.
#include "commands.hpp"
#include "lines.hpp"
#include "options.hpp"
#include "repeating.hpp"
#include "report_files.hpp"
#include "terminal.hpp"
#include "ticker.hpp"
#include "verify_report.hpp"
#include "work.hpp"
#include <layoutcheck/engine/campaign.hpp>
#include <layoutcheck/engine/classes.hpp>
#include <layoutcheck/engine/files.hpp>
#include <layoutcheck/engine/shares.hpp>
#include <layoutcheck/properties/record.hpp>
#include <layoutcheck/properties/registry.hpp>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iomanip>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace layoutcheck::cli {

namespace {

using Clock = std::chrono::steady_clock;
using engine::CampaignProgress;
using engine::Row;
using engine::Standing;
using engine::Statement;
using engine::Tally;

struct VerifyOptions {
  std::optional<std::uint64_t> seed;
  std::size_t cases = 10000;
  std::size_t met = 0;
  std::string exhaustive = "weight<=14, cases<=12000";
  std::string shard = "1/1";
  std::string resume;
  std::string record;
  double seconds = 0;
  unsigned jobs = std::max(1U, std::thread::hardware_concurrency());
  std::vector<std::string> only;
  std::vector<std::string> corpus;
  bool no_corpus = false;
  bool classes = false;
  ReportFiles files;
};

std::vector<Row> select_rows(const VerifyOptions& options) {
  std::vector<Row> rows;
  Selection selection(options.only, "operation or statement that is checked");
  for (const auto* list : {&engine::operations(), &properties::statements()}) {
    for (const Statement& statement : *list)
      if (statement.check && selection.has(statement.id)) rows.push_back({&statement, {}, {}});
  }
  selection.require_all();
  return rows;
}

/// The command that does the same again, but for the rows.
std::string command_line(const VerifyOptions& options, std::uint64_t seed) {
  std::string line = "layoutcheck verify --seed " + std::to_string(seed) + " --cases " +
                     std::to_string(options.cases);
  if (options.met > 0) line += " --met " + std::to_string(options.met);
  line += " --exhaustive '" + options.exhaustive + "'";
  if (options.shard != "1/1") line += " --shard " + options.shard;
  return line;
}

std::string with_rows(std::string line, const VerifyOptions& options) {
  for (const std::string& word : options.only)
    line += " --only '" + word + "'";
  return line;
}

engine::CampaignOptions campaign_of(const VerifyOptions& options, std::uint64_t seed) {
  engine::CampaignOptions campaign;
  campaign.seed = seed;
  campaign.cases = options.cases;
  campaign.met = options.met;
  if (options.exhaustive != "0" && options.exhaustive != "none") {
    campaign.exhaustive =
        engine::Range{engine::parse_bounds(options.exhaustive), engine::parse_shard(options.shard)};
  }
  campaign.jobs = options.jobs;
  campaign.stop = &interrupt_flag();
  campaign.resume = options.resume;
  campaign.find = properties::find_statement;
  return campaign;
}

void refuse_what_no_plan_has(const VerifyOptions& options) {
  const std::string dynamic = "its effect depends on earlier counts";
  refuse_in_plan(options.met > 0, "--met", dynamic);
  refuse_in_plan(options.seconds > 0, "--time", "its effect depends on the machine");
  refuse_in_plan(!options.resume.empty(), "--resume", "a stopped piece starts again");
  refuse_in_plan(!options.record.empty(), "--record", "it is an option of merge");
  refuse_in_plan(options.files);
}

/// The shares among the names of units, which are in the order of the plan; those of a part of a
/// piece are cut further.
std::vector<engine::Share> shares_in(const Work& work, const VerifyOptions& options,
                                     const engine::CampaignOptions& campaign) {
  std::vector<engine::Share> shares;
  const auto take = [&](const std::string& name, std::size_t place) {
    if (is_file_unit(name)) return;
    engine::Share share = engine::parse_share(name);
    const Statement* statement = properties::find_statement(share.row);
    if (statement == nullptr || (share.is_exhaustive && !campaign.exhaustive))
      throw std::runtime_error("'" + name + "' is not of '" +
                               with_rows(command_line(options, campaign.seed), options) + "'");
    if (work.part.count > 1) {
      const auto part =
          part_of(share, work.part, place, *statement,
                  campaign.exhaustive ? campaign.exhaustive->bounds : engine::Bounds{});
      if (!part) return;
      share = *part;
    }
    shares.push_back(std::move(share));
  };
  for (std::size_t i = 0; i < work.chosen.size(); ++i)
    take(work.chosen[i], i);
  for (const auto& [name, found] : work.known)
    take(name, 0);
  return shares;
}

/// Lets the campaign do the shares of a piece, or take what pieces have counted.
void share_out(engine::CampaignOptions& campaign, const std::vector<engine::Share>& shares,
               Work& work) {
  campaign.shares = &shares;
  if (work.mode == Work::Mode::piece) {
    campaign.jobs = work.jobs;
    campaign.counted = [&work](const engine::Share& share, const Tally& tally) {
      work.done[to_string(share)] = to_line(tally) + "\n";
      const Statement* statement = properties::find_statement(share.row);
      if (tally.failures > 0 && statement->standing == Standing::holds) work.is_wrong = true;
    };
    return;
  }
  campaign.jobs = 1;
  auto found = std::make_shared<std::map<std::string_view, std::string_view>>();
  for (const auto& [name, text] : work.known)
    if (text) found->emplace(name, std::string_view(*text).substr(0, text->find('\n')));
  campaign.known = [found](const engine::Share& share) -> std::optional<Tally> {
    const auto at = found->find(to_string(share));
    if (at == found->end()) return std::nullopt;
    return engine::parse_tally(at->second, *properties::find_statement(share.row));
  };
}

void run_rows(std::vector<Row>& rows, const VerifyOptions& options,
              engine::CampaignOptions campaign, std::ostream& out) {
  if (options.seconds > 0) campaign.deadline = Clock::now() + in_time(options.seconds);
  CampaignProgress progress;
  Ticker ticker(progress);
  campaign.tell = [&out](const std::string& sentence) { out << sentence << std::endl; };
  // A failure is not lost if the run is killed.
  campaign.found = [&out](const Statement& statement, const engine::Failure& failure) {
    if (statement.standing == Standing::holds)
      out << "found " << failure_text(statement, failure) << std::endl;
  };
  const Repeating clock(std::chrono::milliseconds(200), [&] { ticker.show(); });
  engine::run_campaign(rows, campaign, progress);
}

/// The record in the file, to which a run adds; an empty one if there is no file yet.
properties::Record known_record(const std::string& path) {
  if (!engine::is_special(path) && !std::filesystem::exists(path)) return {};
  return properties::parse_record(engine::read_file(path), path);
}

/// Puts into the record what was counted at random, and in the range. Which rows that were, it says
/// by what it has of them.
void put_into(properties::Record& record, VerifyOptions options, std::uint64_t seed,
              const std::vector<Row>& rows, bool has_range) {
  const std::string range = std::exchange(options.exhaustive, "none");
  const auto put = [&](const std::string& of) {
    std::ostringstream time;
    if (options.seconds > 0) time << " --time " << options.seconds;
    properties::put(record, rows, of, command_line(options, seed) + time.str());
  };
  put("");
  options.exhaustive = range;
  options.cases = 0;
  options.met = 0;
  if (has_range) put(range);
}

/// The last line: what was counted of all rows, and how many things are wrong.
void print_sum(const Report& report, const std::vector<Row>& rows, std::ostream& out) {
  Tally sum;
  std::size_t as_stated = 0;
  for (const Row& row : rows) {
    sum += row.total();
    as_stated += row.statement->standing == Standing::fails_as_stated ? 1U : 0U;
  }
  const auto is_of_a_row = [](const std::string& text) { return text.starts_with("FAULT "); };
  const auto& complaints = report.account.complaints;
  const auto faults =
      report.faults.size() +
      static_cast<std::size_t>(std::count_if(complaints.begin(), complaints.end(), is_of_a_row));
  out << '\n'
      << counted(sum.cases, "case") << " judged, hypothesis met in " << sum.met << " ("
      << sum.nontrivial << " not trivial), " << sum.undecided << " undecided, "
      << counted(rows.size(), "row") << ", " << counted(as_stated, "statement")
      << (as_stated == 1 ? " fails" : " fail") << " as stated; " << counted(faults, "fault") << "; "
      << std::fixed << std::setprecision(1) << report.seconds << " s\n";
}

/// Names the units of a run, and does no more.
void plan_verify(const VerifyOptions& options, const engine::CampaignOptions& campaign,
                 const std::vector<Row>& rows, Work& work) {
  refuse_what_no_plan_has(options);
  if (!options.seed) work.settled = {"--seed", std::to_string(campaign.seed)};
  if (!options.no_corpus) replay_places(options.corpus, {}, std::cout, &work);
  for (const engine::Share& share : engine::shares_of(rows, campaign, work.pieces))
    work.units.push_back({to_string(share), share.cost});
}

/// Does the units of a piece.
void do_piece(const VerifyOptions& options, engine::CampaignOptions campaign,
              std::vector<Row>& rows, Work& work) {
  if (!options.no_corpus) replay_places(options.corpus, {}, std::cout, &work);
  const std::vector<engine::Share> shares = shares_in(work, options, campaign);
  share_out(campaign, shares, work);
  run_rows(rows, options, campaign, std::cout);
}

/// How many random questions of each operation are in each class, and which classes have less than
/// one in a hundred; judges nothing.
int print_classes(const VerifyOptions& options, std::uint64_t seed) {
  std::size_t small = 0;
  for (const Row& row : select_rows(options)) {
    const Operation* operation = row.statement->operation;
    if (operation == nullptr) continue;
    const auto classes = engine::classes_of(*operation);
    const auto counts = engine::count_classes(*row.statement, seed, options.cases);
    std::cout << row.statement->id << ": " << counted(options.cases, "question");
    std::optional<engine::ClassKind> kind;
    for (std::size_t i = 0; i < classes.size(); ++i) {
      if (kind != classes[i]->kind) {
        kind = classes[i]->kind;
        std::cout << "\n  " << name(*kind) << ": ";
      } else {
        std::cout << ", ";
      }
      const bool is_small = 100 * counts[i] < options.cases;
      small += is_small ? 1U : 0U;
      std::cout << classes[i]->name << ' ' << counts[i] << (is_small ? " (below 1 %)" : "");
    }
    std::cout << '\n';
  }
  std::cout << small << " classes are below 1 %; seed " << seed << '\n';
  return small == 0 ? exit_right : exit_wrong;
}

int run_verify(VerifyOptions options, Work* work) {
  const auto start = Clock::now();
  const std::uint64_t seed = options.seed.value_or(std::random_device{}());
  if (options.classes) {
    if (work != nullptr) throw std::invalid_argument("--classes cannot be divided into pieces");
    return print_classes(options, seed);
  }
  engine::CampaignOptions campaign = campaign_of(options, seed);
  const auto& exhaustive = campaign.exhaustive;
  if (exhaustive) options.exhaustive = to_string(exhaustive->bounds);
  const std::string command = with_rows(command_line(options, seed), options);
  if (options.corpus.empty() && !options.no_corpus) options.corpus.push_back(corpus_folder());
  std::vector<Row> rows = select_rows(options);
  if (is(work, Work::Mode::plan)) {
    plan_verify(options, campaign, rows, *work);
    return exit_right;
  }
  if (is(work, Work::Mode::piece)) {
    do_piece(options, campaign, rows, *work);
    return exit_right;
  }
  Claims claims;
  for (const std::string& place : options.corpus)
    claims.add_input(place);
  claims.add_output(options.resume);
  claims.add_output(options.record);
  std::ostream& out = require_reports(options.files, claims) ? std::cerr : std::cout;
  // At once, so that a run that is killed can be done again.
  out << command << " --jobs " << options.jobs << std::endl;
  if (!options.record.empty()) {
    // What cannot be read or written is an error before anything is run.
    known_record(options.record);
    engine::require_writable(options.record);
  }
  catch_interrupt();
  Replayed replayed;
  if (!options.no_corpus) {
    replayed = replay_places(options.corpus, {}, out, work);
    out << "corpus: " << counted(replayed.count.lines(), "case") << " in "
        << counted(replayed.files, "file") << ", " << counted(replayed.count.faults(), "fault")
        << ", " << replayed.count.of(VerdictKind::undecided) << " undecided" << std::endl;
  }
  std::vector<engine::Share> shares;
  if (work != nullptr) {
    shares = shares_in(*work, options, campaign);
    share_out(campaign, shares, *work);
  }
  run_rows(rows, options, campaign, out);
  Report report = report_on(rows, replayed, interrupted());
  report.source = command;
  report.origin = {"", seed};
  report.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  if (work != nullptr) take_merged(*work, report);
  out << '\n';
  cli::print_table(rows, out);
  out << '\n';
  print_remarks(rows, out);
  for (const std::string& shortcoming : shortcomings(report.account))
    out << shortcoming << '\n';
  out << to_string(report.origin) << '\n';
  print_sum(report, rows, out);
  if (report.account.interrupted) out << "stopped before the end\n";
  out.flush();
  write_reports(report, options.files);
  const bool is_whole = work == nullptr || work->lacks.empty();
  if (!options.record.empty() && !report.account.interrupted && is_whole) {
    engine::update_file(options.record, [&](const std::string& text) {
      properties::Record record = properties::parse_record(text, options.record);
      put_into(record, options, seed, rows, exhaustive.has_value());
      return to_string(record);
    });
  }
  return exit_status(report.account);
}

}  // namespace

void add_verify(Program& program) {
  auto options = std::make_shared<VerifyOptions>();
  Command command(program, "verify",
                  "Check everything: the corpus, each operation, each statement");
  command.number("--seed", "UINT", options->seed, any_number,
                 "Seed of the random cases (default: a new one, printed)");
  command.number("--cases", "UINT", options->cases, {0, most_lines}, "Random cases per row");
  command.number("--met", "UINT", options->met, {0, most_lines},
                 "Continue with random cases until the hypothesis of each row was met this often");
  command
      .text("--exhaustive", "BOUNDS", options->exhaustive,
            "Cases to enumerate per row, smallest first: bounds such as 'rank<=3, extent<=6, "
            "stride<=24' (also length, depth, size, number, weight, cases, and nontrivial, which "
            "excludes operands for which most statements hold trivially), or none")
      .shows_default();
  command.text("--shard", "i/n", options->shard,
               "Enumerate only part i of n, to divide the work among n processes");
  command.text("--resume", "FILE", options->resume,
               "Save the progress of the enumeration in this file, and resume from it");
  command.text("--record", "FILE", options->record,
               "Write the counts of each statement to this file");
  // Ten years, which the clock can count.
  command.number("--time", "FLOAT", options->seconds, {0.001, 3e8},
                 "Continue with new random cases for this many seconds");
  command.number("--jobs", "UINT", options->jobs, {1, 1024}, "Threads");
  command.text("--only", "TEXT", options->only, "Only rows whose name contains one of these words");
  command.text("--corpus", "TEXT", options->corpus,
               "Files or folders to replay instead of the project's corpus");
  command.flag("--no-corpus", options->no_corpus, "Do not replay the corpus");
  command.flag("--classes", options->classes,
               "Do not judge; count the random questions of each operation by extents above 1, by "
               "edges of 32 and 64 bits, and by kind of answer");
  add_report_files(command, options->files);
  command.footer(
      "layoutcheck verify --time 60 --only complement\n"
      "layoutcheck verify --only flat_composition --cases 0 --exhaustive 'rank<=2, extent<=4, "
      "stride<=12'",
      "0 nothing is wrong; 1 something is wrong or was not checked; 2 bad usage or input; 130 "
      "stopped by Ctrl-C or SIGTERM.");
  command.run([options, work = program.work] { return run_verify(*options, work); });
}

}  // namespace layoutcheck::cli
