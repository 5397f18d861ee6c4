// Which line takes longest to answer and judge: operands made to cost much, of every operation and
// statement, within a length; the slowest are varied further. Times are those of the processor.
#include <layoutcheck/engine/draw.hpp>
#include <layoutcheck/judge/judged.hpp>
#include <layoutcheck/notation/answer.hpp>
#include <layoutcheck/notation/number.hpp>
#include <layoutcheck/notation/outcome.hpp>
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/processes/child.hpp>
#include <layoutcheck/properties/registry.hpp>

#include <ext/stdio_filebuf.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <iostream>

namespace layoutcheck {

namespace {

using engine::Entropy;
using engine::Operands;
using engine::Statement;

struct Options {
  std::uint64_t seed = 1;
  /// Lines of a row, and then steps from the slowest of each of so many rows.
  std::size_t tries = 24;
  std::size_t steps = 200;
  std::size_t varied = 20;
  std::size_t shown = 10;
  std::vector<std::size_t> lengths = {1000, 10000, 100000};
  std::string only;
  /// Where the lines that are shown go in full, to be looked at.
  std::string keep;
  /// Seconds after which a line is given up.
  unsigned limit = 30;
};

/// The choices that a line is made of: so many numbers, and beyond them what the last one seeds. A
/// line is varied by other numbers in some places.
using Choices = std::vector<std::uint64_t>;

constexpr std::size_t choices_at_first = 48;

class Replayed final : public Entropy {
 public:
  explicit Replayed(const Choices& choices) : choices_(choices), rest_(choices.back()) {}

  std::uint64_t next() override {
    return next_ < choices_.size() ? choices_[next_++] : rest_.next();
  }

 private:
  const Choices& choices_;
  std::size_t next_ = 0;
  engine::SeededEntropy rest_;
};

Choices drawn_choices(std::uint64_t seed) {
  engine::SeededEntropy entropy(seed);
  Choices choices(choices_at_first);
  for (std::uint64_t& choice : choices)
    choice = entropy.next();
  return choices;
}

/// The first choices decide most.
Choices varied(Choices choices, Entropy& entropy) {
  for (std::size_t changes = 1 + entropy.below(3); changes > 0; --changes) {
    const std::size_t reach = entropy.pick({std::size_t{6}, std::size_t{16}, choices.size()});
    choices[entropy.below(reach)] = entropy.next();
  }
  return choices;
}

/// So many entries of one kind: equal ones, runs, powers, all sorts of sizes.
Tuple entries(Entropy& entropy, std::size_t count, Int least) {
  constexpr Int huge = Int{1} << 62U;
  constexpr Int prime = 2305843009213693951;  // 2^61 − 1
  const Int same[] = {0, 1, 2, 3, 4, 6, 65536, 8000, huge, prime, prime - 2};
  const std::size_t kind = entropy.below(20);
  const Int other = entropy.pick(std::span<const Int>(same));
  const std::size_t period = 2 + entropy.below(4);
  Tuple result(count, 0);
  for (std::size_t i = 0; i < count; ++i) {
    Int& x = result[i];
    if (kind < std::size(same))
      x = same[kind];
    else if (kind == 11)
      x = static_cast<Int>(i);
    else if (kind == 12)
      x = static_cast<Int>(count - i);
    else if (kind == 13)
      x = Int{1} << (i % 62);
    else if (kind == 14)
      x = i % 8 == 0 ? 2 : 1;
    else if (kind == 15)
      x = i < 20 ? 2 : 1;
    else if (kind == 16)
      x = static_cast<Int>(entropy.below(7));
    else if (kind == 17)
      x = i % period == 0 ? other : same[period];
    else if (kind == 18)
      x = i % period == 0 ? other : static_cast<Int>(i);
    else
      x = i + 1 == count ? huge : 1;
    x = std::max(x, least);
  }
  return result;
}

/// A profile of about this many entries: flat, a chain, pairs, or with empty tuples between.
Profile profile(Entropy& entropy, std::size_t count) {
  std::string word = "(";
  const std::size_t kind = entropy.below(6);
  const std::size_t deep = kind == 1 ? std::min<std::size_t>(count, max_depth - 2) : 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (i < deep) {
      word += "*(";
    } else if (kind == 2 && i + 1 < count) {
      word += "(**)";
      ++i;
    } else if (kind == 3) {
      word += "*()";
    } else if (kind == 4) {
      word += "(*)";
    } else {
      word += '*';
    }
  }
  return Profile::from_word(word + std::string(deep, ')') + ")");
}

NestedTuple tuple(Entropy& entropy, std::size_t count, Int least, bool flat) {
  if (!flat && entropy.chance(10)) return NestedTuple(entries(entropy, 1, least).front());
  Profile shape = flat ? Profile::flat(count) : profile(entropy, count);
  Tuple values = entries(entropy, shape.length(), least);
  return {std::move(values), std::move(shape)};
}

Layout layout(Entropy& entropy, std::size_t count, bool flat) {
  const NestedTuple shape = tuple(entropy, count, 1, flat);
  Tuple strides = entries(entropy, shape.length(), 0);
  if (entropy.chance(40)) {
    Int product = 1;
    for (std::size_t i = 0; i < strides.size(); ++i) {
      strides[i] = product;
      if (__builtin_mul_overflow(product, shape.entries()[i], &product)) product = 1;
    }
    if (entropy.chance(30)) std::reverse(strides.begin(), strides.end());
  }
  return {shape.profile(), shape.entries(), std::move(strides)};
}

/// A morphism that sends the entries to their places, backwards, or to nothing in part.
Morphism morphism(Entropy& entropy, std::size_t count, bool flat) {
  const NestedTuple domain = tuple(entropy, count, 1, flat);
  const std::size_t length = domain.length();
  const std::size_t kind = entropy.below(4);
  Tuple map(length, 0);
  Tuple codomain = domain.entries();
  for (std::size_t i = 0; i < length; ++i) {
    const std::size_t target = kind == 1 ? length - 1 - i : i;
    if (kind == 3 || (kind == 2 && i % 2 == 1)) continue;
    map[i] = static_cast<Int>(target) + 1;
    codomain[target] = domain.entries()[i];
  }
  return {domain, std::move(map), NestedTuple(std::move(codomain), domain.profile())};
}

Value operand(Entropy& entropy, Sort sort, std::size_t count) {
  switch (sort) {
    case Sort::truth:
      return entropy.chance(50);
    case Sort::integer:
      return entries(entropy, 1, 0).front();
    case Sort::positive:
      return entries(entropy, 1, 1).front();
    case Sort::shape:
    case Sort::flat_shape:
      return tuple(entropy, count, 1, sort == Sort::flat_shape);
    case Sort::tuple:
    case Sort::flat_tuple:
      return tuple(entropy, count, 0, sort == Sort::flat_tuple);
    case Sort::profile:
      return profile(entropy, count);
    case Sort::layout:
    case Sort::flat_layout:
      return layout(entropy, count, sort == Sort::flat_layout);
    case Sort::map: {
      Tuple values(count, 0);
      for (std::size_t i = 0; i < count; ++i)
        values[i] = entropy.chance(50) ? static_cast<Int>(i) + 1 : 0;
      return PointedMap(std::move(values), static_cast<Int>(count));
    }
    case Sort::morphism:
    case Sort::flat_morphism:
      return morphism(entropy, count, sort == Sort::flat_morphism);
    case Sort::tiler: {
      if (entropy.chance(60)) return Tiler(layout(entropy, count, false));
      Tiler::Tuple modes;
      for (std::size_t i = 0; i < count; ++i)
        modes.emplace_back(layout(entropy, 1, true));
      return Tiler(std::move(modes));
    }
    case Sort::coordinate:
    case Sort::offset_layout: {
      Tiler::Tuple modes;
      for (std::size_t i = 0; i < count; ++i)
        modes.push_back(entropy.chance(50) ? Tiler() : Tiler(NestedTuple(1)));
      return Tiler(std::move(modes));
    }
    case Sort::module_layout: {
      const Layout numbered = layout(entropy, count, false);
      std::vector<Element> strides;
      for (const Int d : numbered.strides())
        strides.push_back(Element::bits(d));
      return ModuleLayout(numbered.profile(), numbered.extents(), std::move(strides));
    }
    case Sort::element:
      return Element::bits(entries(entropy, 1, 0).front());
    case Sort::swizzled_layout:
      return SwizzledLayout({3, 4, 3}, 0, layout(entropy, count, false));
    case Sort::offset_module_layout:
      break;
  }
  return false;
}

/// Operands of a row whose line has at most that many characters; the greatest numbers of entries
/// that fit are found by halving.
std::optional<std::string> question(const Statement& row, const Choices& choices,
                                    std::size_t length) {
  for (std::size_t count = length / 2; count > 0; count = count * 2 / 3) {
    Replayed again(choices);
    Operands operands;
    for (const Sort sort : row.domain.sorts) {
      // One operand may be as long as all others together, or short.
      operands.push_back(
          operand(again, sort, again.chance(20) ? std::min<std::size_t>(count, 3) : count));
    }
    if (operands.size() > 1 && again.chance(25)) {
      for (std::size_t i = 1; i < operands.size(); ++i)
        if (row.domain.sorts[i] == row.domain.sorts[0]) operands[i] = operands[0];
    }
    std::string text = to_string(engine::question_of(row, std::move(operands)));
    if (text.size() <= length) return text;
  }
  return std::nullopt;
}

struct Timed {
  double seconds = 0;
  std::string line;
  std::string verdict;
  const Statement* row = nullptr;
  Choices choices;
};

double seconds_since(std::clock_t start) {
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

/// Reads, answers and judges a line, as `answer` and `check` do; the longer of the two.
Timed timed(const std::string& line) {
  Timed result;
  std::clock_t start = std::clock();
  Case content = parse_case(line, 1, properties::full_vocabulary());
  const Reply own = properties::own_reply(content);
  content.answer = own.answer;
  if (own.kind != Reply::Kind::answered) {
    content.answer = NonValue::undefined;
    result.verdict = "no answer: " + own.note + "; ";
  }
  result.seconds = seconds_since(start);
  start = std::clock();
  try {
    JudgeOptions options;
    options.language = &properties::full_language();
    result.verdict += to_string(judge(content, options));
  } catch (const std::exception& error) {
    result.verdict += error.what();
  }
  result.seconds = std::max(result.seconds, seconds_since(start));
  return result;
}

/// A line of the row: of operands made here, or now and then drawn at a size that is never asked
/// for otherwise. Nothing if no value of a sort came about, or it is too long.
std::optional<std::string> make_line(const Statement& row, const Choices& choices,
                                     std::size_t length) {
  try {
    if (choices.back() % 8 != 7) return question(row, choices, length);
    constexpr int large = 1000;
    Replayed entropy(choices);
    std::string line =
        to_string(engine::question_of(row, engine::draw(row.domain, entropy, large)));
    if (line.size() <= length) return line;
  } catch (const std::exception&) {
  }
  return std::nullopt;
}

/// Ends this process once it has taken that many more seconds.
void allow(unsigned seconds) {
  rlimit limit{};
  getrlimit(RLIMIT_CPU, &limit);
  limit.rlim_cur = static_cast<rlim_t>(std::clock() / CLOCKS_PER_SEC) + seconds + 1;
  setrlimit(RLIMIT_CPU, &limit);
}

/// The slowest line of a row, found in a process of its own, which ends when one takes too long: of
/// lines that are drawn, or in steps from one that is known.
std::optional<Timed> slowest_line(const Statement& row, const Options& options, std::size_t length,
                                  std::optional<Timed> worst = std::nullopt) {
  auto [ours, its] = processes::make_pipe();
  processes::Child child = processes::Child::running([&] {
    FILE* out = fdopen(its.number(), "w");
    engine::SeededEntropy entropy(options.seed ^ std::hash<std::string_view>{}(row.id));
    const std::size_t lines = worst ? options.steps : options.tries;
    Choices best = worst ? worst->choices : Choices();
    double most = worst ? worst->seconds : 0;
    for (std::size_t i = 0; i < lines; ++i) {
      const Choices choices = worst ? varied(best, entropy) : drawn_choices(entropy.next());
      const std::optional<std::string> line = make_line(row, choices, length);
      if (!line) continue;
      for (const std::uint64_t choice : choices)
        std::fprintf(out, "%llu ", static_cast<unsigned long long>(choice));
      std::fprintf(out, "%s\n", line->c_str());
      std::fflush(out);
      allow(options.limit);
      const Timed found = timed(*line);
      std::fprintf(out, "%.6f %s\n", found.seconds, found.verdict.c_str());
      if (found.seconds >= most) {
        most = found.seconds;
        best = choices;
      }
    }
    std::fclose(out);
  });
  its.close();
  __gnu_cxx::stdio_filebuf<char> buffer(dup(ours.number()), std::ios::in);
  std::istream in(&buffer);
  Choices choices(choices_at_first);
  const auto read_choices = [&] {
    for (std::uint64_t& choice : choices)
      in >> choice;
    return static_cast<bool>(in.ignore());
  };
  for (std::string line, verdict; read_choices() && std::getline(in, line);) {
    Timed found{static_cast<double>(options.limit), line, "killed", &row, choices};
    if (in >> found.seconds && in.ignore()) std::getline(in, found.verdict);
    if (!in) found.seconds = options.limit;
    if (!worst || found.seconds > worst->seconds) worst = std::move(found);
  }
  child.wait();
  return worst;
}

void sort_by_time(std::vector<Timed>& lines) {
  std::stable_sort(lines.begin(), lines.end(),
                   [](const Timed& a, const Timed& b) { return a.seconds > b.seconds; });
}

void tell(const Statement& row) {
  if (isatty(STDERR_FILENO) != 0)
    std::fprintf(stderr, "\r%-60.60s\033[K", std::string(row.id).c_str());
}

void search(const Options& options, std::size_t length) {
  std::vector<Timed> slowest;
  for (const auto* list : {&engine::operations(), &properties::statements()}) {
    for (const Statement& row : *list) {
      if (!row.check || row.id.find(options.only) == std::string::npos) continue;
      tell(row);
      if (auto found = slowest_line(row, options, length)) slowest.push_back(*std::move(found));
    }
  }
  sort_by_time(slowest);
  const std::size_t varied = options.steps == 0 ? 0 : std::min(options.varied, slowest.size());
  for (std::size_t i = 0; i < varied; ++i) {
    tell(*slowest[i].row);
    slowest[i] = *slowest_line(*slowest[i].row, options, length, slowest[i]);
  }
  sort_by_time(slowest);
  if (isatty(STDERR_FILENO) != 0) std::fprintf(stderr, "\r\033[K");
  std::printf("at most %zu characters: %zu rows, %zu lines each, and %zu steps from %zu of them\n",
              length, slowest.size(), options.tries, options.steps, varied);
  for (std::size_t i = 0; i < std::min(options.shown, slowest.size()); ++i) {
    const Timed& t = slowest[i];
    std::printf("%8.3f s  %.90s  # %.120s\n", t.seconds, t.line.c_str(), t.verdict.c_str());
  }
  std::fflush(stdout);
  if (options.keep.empty()) return;
  std::ofstream kept(options.keep, std::ios::app);
  for (std::size_t i = 0; i < std::min(options.shown, slowest.size()); ++i)
    kept << slowest[i].line << '\n';
}

std::size_t number(const char* text) {
  const auto value = number_from<std::size_t>(text);
  if (!value) throw std::invalid_argument(std::string("no number: ") + text);
  return *value;
}

int run(int count, char** words) {
  Options options;
  for (int i = 1; i < count; i += 2) {
    // A word without its number has the usage for an answer, as an unknown one has.
    const std::string_view name = i + 1 < count ? words[i] : "";
    if (name == "--seed")
      options.seed = number(words[i + 1]);
    else if (name == "--tries")
      options.tries = number(words[i + 1]);
    else if (name == "--steps")
      options.steps = number(words[i + 1]);
    else if (name == "--vary")
      options.varied = number(words[i + 1]);
    else if (name == "--show")
      options.shown = number(words[i + 1]);
    else if (name == "--length")
      options.lengths = {number(words[i + 1])};
    else if (name == "--only")
      options.only = words[i + 1];
    else if (name == "--keep")
      options.keep = words[i + 1];
    else if (name == "--limit")
      options.limit = static_cast<unsigned>(number(words[i + 1]));
    else
      throw std::invalid_argument(
          "it takes [--seed N] [--tries N] [--steps N] [--vary ROWS] [--show N] [--length N] "
          "[--only TEXT] [--limit SECONDS] [--keep FILE]");
  }
  for (const std::size_t length : options.lengths)
    search(options, length);
  return 0;
}

}  // namespace

}  // namespace layoutcheck

int main(int count, char** words) {
  try {
    return layoutcheck::run(count, words);
  } catch (const std::exception& error) {
    std::cerr << "layoutcheck_slowest: " << error.what() << '\n';
    return 2;
  }
}
