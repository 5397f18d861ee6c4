// Cutting a campaign into shares, and their text.
#include "checkpoint_file.hpp"
#include <layoutcheck/engine/shares.hpp>
#include <layoutcheck/notation/tab_separated.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>
#include <stdexcept>

namespace layoutcheck::engine {

namespace {

using tab_separated::number_in;

/// What a random case costs, in enumerated ones: drawing takes most of its time.
constexpr double cost_of_drawing = 10;

/// What is not known to be small is looked at so far.
constexpr std::size_t looked_at = 20000;

bool can_be_cut(const Statement& statement, const Bounds& bounds) {
  return bounds.cases == unbounded && statement.standing == Standing::holds;
}

/// How many choices there are, if they are no more than are looked at.
std::optional<double> counted_one_by_one(const Statement& statement, const Bounds& bounds) {
  const std::size_t heaviest = std::min({greatest_weight(statement.domain.sorts, bounds),
                                         bounds.weight, statement.domain.heaviest, looked_at});
  // An estimate is worth no more; some domains look at much that is not within the bounds.
  constexpr std::chrono::milliseconds longest{10};
  const auto end = std::chrono::steady_clock::now() + longest;
  const Interruption interruption(nullptr, end);
  std::size_t count = 0;
  for (std::size_t weight = 0; weight <= heaviest; ++weight) {
    const auto visit = [&](const Operands&) { return ++count < looked_at; };
    if (!statement.domain.enumerate(weight, Range{bounds, {}}, visit)) return std::nullopt;
    if (std::chrono::steady_clock::now() >= end) return std::nullopt;
  }
  return static_cast<double>(count);
}

/// The least number of choices that the first operand can have: more parts than these are empty.
double most_parts(const Statement& statement, const Bounds& bounds) {
  constexpr std::size_t heaviest_counted = 1000;
  if (statement.domain.sorts.empty()) return 1;
  const std::span<const Sort> first(statement.domain.sorts.data(), 1);
  const std::size_t heaviest = std::min(greatest_weight(first, bounds), bounds.weight);
  if (heaviest > heaviest_counted) return INFINITY;
  const std::vector<double> counts = count_by_weight(first, bounds, heaviest);
  return counts.empty() ? INFINITY
                        : std::max(1.0, std::accumulate(counts.begin(), counts.end(), 0.0));
}

std::size_t number_at(std::string_view& text, char end) {
  const std::size_t at = text.find(end);
  if (at == std::string_view::npos) throw std::invalid_argument("a number is missing");
  const std::size_t number = number_in(std::string(text.substr(0, at)));
  text.remove_prefix(at + 1);
  return number;
}

}  // namespace

std::optional<double> detail::choices_of(const Statement& statement, const Bounds& bounds,
                                         bool may_be_endless) {
  // Counting takes the square of the weight.
  constexpr std::size_t heaviest_counted = 1000;
  const Domain& domain = statement.domain;
  const std::size_t heaviest =
      std::min({greatest_weight(domain.sorts, bounds), bounds.weight, domain.heaviest});
  if (heaviest == unbounded && bounds.cases == unbounded && !may_be_endless) {
    throw std::invalid_argument("the range '" + to_string(bounds) + "' has no end for " +
                                statement.id +
                                "; bound extent and stride, weight or cases, or the time");
  }
  double cases = bounds.cases == unbounded ? INFINITY : static_cast<double>(bounds.cases);
  if (domain.count && heaviest <= heaviest_counted) {
    const std::vector<double> counts = domain.count(bounds, heaviest);
    if (!counts.empty())
      cases = std::min(cases, std::accumulate(counts.begin(), counts.end(), 0.0));
  }
  return std::isinf(cases) ? std::nullopt : std::optional(cases);
}

detail::Estimate detail::cases_within(const std::vector<Row>& rows, const Range& range,
                                      bool may_be_endless) {
  Estimate estimate;
  for (const Row& row : rows) {
    const auto cases = choices_of(*row.statement, range.bounds, may_be_endless);
    if (!cases || range.bounds.nontrivial)
      estimate.is_of_all = false;
    else
      estimate.cases += *cases / static_cast<double>(range.shard.count);
  }
  return estimate;
}

std::vector<Share> shares_of(const std::vector<Row>& rows, const CampaignOptions& options,
                             std::size_t pieces) {
  const double random = static_cast<double>(options.cases) * cost_of_drawing;
  std::vector<std::optional<double>> ranges(rows.size());
  double sum = 0;
  double greatest = looked_at;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    sum += random;
    if (!options.exhaustive) continue;
    const Bounds& bounds = options.exhaustive->bounds;
    ranges[i] = detail::choices_of(*rows[i].statement, bounds, false);
    if (!ranges[i] || bounds.cases != unbounded) {
      const auto counted = counted_one_by_one(*rows[i].statement, bounds);
      if (counted) ranges[i] = counted;
    }
    if (!ranges[i]) continue;
    *ranges[i] /= static_cast<double>(options.exhaustive->shard.count);
    greatest = std::max(greatest, *ranges[i]);
    sum += *ranges[i];
  }
  // Of the others no more is known than that they are not small.
  for (std::optional<double>& range : ranges) {
    if (!options.exhaustive || range) continue;
    range = greatest;
    sum += greatest;
  }
  const double most = std::max(1.0, sum / static_cast<double>(std::max<std::size_t>(1, pieces)));
  std::vector<Share> shares;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Statement& statement = *rows[i].statement;
    if (options.exhaustive) {
      const Shard& whole = options.exhaustive->shard;
      std::size_t parts = 1;
      if (can_be_cut(statement, options.exhaustive->bounds) && *ranges[i] > most) {
        parts = static_cast<std::size_t>(std::min(
            {std::ceil(*ranges[i] / most), most_parts(statement, options.exhaustive->bounds),
             static_cast<double>(pieces)}));
      }
      for (std::size_t part = 0; part < parts; ++part) {
        Share share{std::string(statement.id), true};
        share.shard = {whole.index + whole.count * part, whole.count * parts};
        share.cost = *ranges[i] / static_cast<double>(parts);
        shares.push_back(std::move(share));
      }
    }
    for (std::size_t first = 0; first < options.cases; first += cases_a_seed) {
      Share share{std::string(statement.id), false, first,
                  std::min(cases_a_seed, options.cases - first)};
      share.cost = static_cast<double>(share.cases) * cost_of_drawing;
      shares.push_back(std::move(share));
    }
  }
  return shares;
}

std::optional<Share> part_of(const Share& share, const Shard& part, std::size_t place,
                             const Statement& statement, const Bounds& bounds) {
  if (!share.is_exhaustive || !can_be_cut(statement, bounds))
    return place % part.count == part.index ? std::optional(share) : std::nullopt;
  Share cut = share;
  cut.shard = {share.shard.index + share.shard.count * part.index, share.shard.count * part.count};
  return cut;
}

std::string to_string(const Share& share) {
  return (share.is_exhaustive
              ? "range " + std::to_string(share.shard.index + 1) + "/" +
                    std::to_string(share.shard.count)
              : "random " + std::to_string(share.first) + "+" + std::to_string(share.cases)) +
         " " + share.row;
}

Share parse_share(std::string_view text) {
  constexpr std::string_view range = "range ";
  constexpr std::string_view random = "random ";
  Share share;
  share.is_exhaustive = text.starts_with(range);
  if (share.is_exhaustive) {
    text.remove_prefix(range.size());
    const std::size_t end = std::min(text.find(' '), text.size());
    share.shard = parse_shard(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  } else if (text.starts_with(random)) {
    text.remove_prefix(random.size());
    share.first = number_at(text, '+');
    share.cases = number_at(text, ' ');
  } else {
    throw std::invalid_argument("'" + std::string(text) + "' is no share of a run");
  }
  share.row = text;
  return share;
}

std::string to_line(const Tally& tally) {
  const auto number = [](auto n) { return std::to_string(n); };
  std::string line = tab_separated::line_of(
      {number(tally.cases), number(tally.met), number(tally.nontrivial), number(tally.undecided),
       number(tally.failures), verdicts_text(tally), tab_separated::number_or_none(tally.exhausted),
       tally.complete ? "1" : "0", number(tally.spent.count()), number(tally.slowest.count()),
       failure_text(tally.first), number(tally.first ? tally.first->seed : 0),
       tab_separated::escaped_cell(tally.first ? tally.first->why : "")});
  line.pop_back();
  return line;
}

Tally parse_tally(std::string_view line, const Statement& statement) {
  const std::vector<std::string> cells = tab_separated::cells_of(line);
  if (cells.size() != 13)
    throw std::invalid_argument("expected 13 cells, found " + std::to_string(cells.size()));
  Tally tally;
  tally.cases = number_in(cells[0]);
  tally.met = number_in(cells[1]);
  tally.nontrivial = number_in(cells[2]);
  tally.undecided = number_in(cells[3]);
  tally.failures = number_in(cells[4]);
  read_verdicts(cells[5], tally);
  if (cells[6] != "-") tally.exhausted = number_in(cells[6]);
  tally.complete = number_in(cells[7]) != 0;
  tally.spent = std::chrono::nanoseconds(number_in(cells[8]));
  tally.slowest = std::chrono::nanoseconds(number_in(cells[9]));
  tally.first = failure_in(cells[10], statement);
  if (tally.first) {
    tally.first->seed = number_in(cells[11]);
    tally.first->why = tab_separated::unescaped_cell(cells[12]);
  }
  return tally;
}

}  // namespace layoutcheck::engine
