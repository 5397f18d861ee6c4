// Which blocks of a grid run, when it has too many of them: the ends, samples, and those where
// something changes.
#include <layoutcheck/kernels/block_choice.hpp>
#include <layoutcheck/kernels/numbers.hpp>

#include <algorithm>
#include <bit>
#include <deque>
#include <limits>
#include <random>
#include <set>
#include <unordered_map>

namespace layoutcheck::gpu {

namespace {

constexpr std::uint64_t threads_to_run_all = std::uint64_t{1} << 18;
constexpr std::uint64_t steps_to_run_all = std::uint64_t{1} << 29;  // some seconds
constexpr std::uint64_t sample_of_large_grid = 16;
constexpr unsigned least_power = 30;

std::uint64_t parse_index(std::string_view text) {
  return static_cast<std::uint64_t>(
      parse_number_in(text, "a block", 0, std::numeric_limits<std::int64_t>::max()));
}

/// Blocks in a straight line: `first + i * step` for i below `count`.
struct Line {
  std::uint64_t first = 0;
  std::uint64_t step = 1;
  std::uint64_t count = 1;

  [[nodiscard]] std::uint64_t at(std::uint64_t i) const { return first + i * step; }
};

/// The grid as one line, and each axis with the other coordinates at their beginning and end.
std::vector<Line> lines_of(Dim3 grid) {
  const std::uint64_t count = grid.count();
  const std::uint64_t row = grid.x;
  const std::uint64_t sheet = row * grid.y;
  std::vector<Line> lines = {{0, 1, count}};
  for (const Line& axis : {Line{0, 1, grid.x}, Line{0, row, grid.y}, Line{0, sheet, grid.z}}) {
    if (axis.count > 1 && axis.count < count) {
      lines.push_back(axis);
      lines.push_back({count - 1 - axis.at(axis.count - 1), axis.step, axis.count});
    }
  }
  return lines;
}

}  // namespace

BlockChoice parse_block_choice(std::string_view text) {
  BlockChoice choice;
  choice.text = trimmed(text);
  if (choice.text == "auto") return choice;
  choice.automatic = false;
  for (const std::string_view part : split_outside_brackets(text, ',')) {
    if (part == "all") {
      choice.all = true;
    } else if (part == "first") {
      choice.first = true;
    } else if (part == "last") {
      choice.last = true;
    } else if (part == "powers") {
      choice.powers = true;
    } else if (part.starts_with("sample:")) {
      choice.sample = static_cast<std::uint64_t>(
          parse_number_in(part.substr(7), "a sample of blocks", 1, most_blocks));
    } else if (!part.empty() && part[0] >= '0' && part[0] <= '9') {
      const std::size_t dash = part.find('-');
      const std::uint64_t first = parse_index(part.substr(0, dash));
      const std::uint64_t last =
          dash == std::string_view::npos ? first : parse_index(part.substr(dash + 1));
      if (last < first)
        throw std::invalid_argument("the range of blocks " + std::string(part) + " is empty");
      choice.ranges.emplace_back(first, last);
    } else {
      throw std::invalid_argument("'" + std::string(part) +
                                  "' is no choice of blocks; there are auto, all, first, last, "
                                  "powers, sample:N, an index and a range such as 100-199");
    }
  }
  return choice;
}

BlockChoice resolved(const BlockChoice& choice, Dim3 grid, Dim3 block,
                     const std::function<std::uint64_t()>& steps_of_block) {
  if (!choice.automatic) return choice;
  const std::uint64_t blocks = grid.count();
  // Of few blocks as many would run in any case.
  const bool all =
      blocks <= sample_of_large_grid || (blocks <= threads_to_run_all / block.count() &&
                                         steps_of_block() <= steps_to_run_all / blocks);
  return parse_block_choice(
      all ? "all" : "first,last,powers,sample:" + std::to_string(sample_of_large_grid));
}

std::uint64_t power_of(std::uint64_t offset) {
  const auto width = static_cast<unsigned>(std::bit_width(offset));
  return width <= least_power ? 1 : width - least_power + 1;
}

std::vector<std::uint64_t> blocks_where_something_changes(Dim3 grid, const Probe& probe,
                                                          std::size_t most_probes) {
  std::unordered_map<std::uint64_t, Signature> known;
  bool ended = false;
  const auto signature_of = [&](std::uint64_t block) -> const Signature* {
    if (const auto it = known.find(block); it != known.end()) return &it->second;
    if (ended || known.size() >= most_probes) return nullptr;
    const auto signature = probe(block);
    ended = !signature;
    return ended ? nullptr : &known.emplace(block, *signature).first->second;
  };

  std::set<std::uint64_t> found;
  // Breadth first, so that the bound on probes does not favour one end of the grid.
  struct Stretch {
    Line line;
    std::uint64_t low = 0;
    std::uint64_t high = 0;
  };
  std::deque<Stretch> open;
  for (const Line& line : lines_of(grid)) {
    constexpr std::uint64_t parts = 8;
    std::set<std::uint64_t> places = {0, line.count - 1};
    for (std::uint64_t k = 1; k < parts; ++k) {
      // Not k·count/8, which may not fit.
      places.insert(
          std::min(line.count - 1, line.count / parts * k + line.count % parts * k / parts));
    }
    for (auto it = places.begin(); it != places.end(); ++it) {
      found.insert(line.at(*it));
      if (std::next(it) != places.end()) open.push_back({line, *it, *std::next(it)});
    }
  }
  while (!open.empty()) {
    const Stretch part = open.front();
    open.pop_front();
    const Signature* low = signature_of(part.line.at(part.low));
    const Signature* high = signature_of(part.line.at(part.high));
    if (low == nullptr || high == nullptr || *low == *high) continue;
    if (part.high - part.low == 1) {
      found.insert({part.line.at(part.low), part.line.at(part.high)});
      continue;
    }
    const std::uint64_t middle = part.low + (part.high - part.low) / 2;
    open.push_back({part.line, part.low, middle});
    open.push_back({part.line, middle, part.high});
  }
  return {found.begin(), found.end()};
}

std::vector<std::uint64_t> chosen_blocks(const BlockChoice& choice, Dim3 grid,
                                         std::span<const std::uint64_t> changes) {
  const std::uint64_t count = grid.count();
  std::vector<std::uint64_t> blocks(changes.begin(), changes.end());
  std::uint64_t wanted = choice.all ? count : choice.sample;
  for (const auto& [first, last] : choice.ranges) {
    if (last >= count) {
      throw std::invalid_argument("there is no block " + std::to_string(last) + "; the grid has " +
                                  std::to_string(count));
    }
    wanted += std::min(last - first + 1, most_blocks + 1);
  }
  if (wanted > most_blocks) {
    throw std::invalid_argument("at most " + std::to_string(most_blocks) + " blocks can run, not " +
                                std::to_string(wanted));
  }
  const auto add = [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t i = first; i <= last; ++i)
      blocks.push_back(i);
  };
  if (choice.all) add(0, count - 1);
  if (choice.first) add(0, 0);
  if (choice.last) add(count - 1, count - 1);
  for (const auto& [first, last] : choice.ranges)
    add(first, last);
  // The same blocks in each run, so that what is found is found again.
  std::mt19937_64 random(count);
  for (std::uint64_t i = 0; i < choice.sample; ++i)
    blocks.push_back(random() % count);
  std::sort(blocks.begin(), blocks.end());
  blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
  return blocks;
}

}  // namespace layoutcheck::gpu
