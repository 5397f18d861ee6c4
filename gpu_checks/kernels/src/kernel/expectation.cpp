// Expectations: the element offsets that the threads of a kernel should touch in a buffer, as a
// layout of (block, thread, value).
#include <layoutcheck/kernels/arguments.hpp>
#include <layoutcheck/kernels/expectation.hpp>
#include <layoutcheck/kernels/numbers.hpp>
#include <layoutcheck/notation/answer.hpp>
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/oracles/answer.hpp>
#include <layoutcheck/oracles/functions.hpp>

#include <algorithm>
#include <cctype>
#include <limits>

namespace layoutcheck::gpu {

namespace {

constexpr int most_expression_nesting = 32;
/// Values that one thread may be expected to touch.
constexpr std::uint64_t most_values = std::uint64_t{1} << 24;

[[noreturn]] void bad(std::string_view text, const std::string& why) {
  throw std::invalid_argument("'" + std::string(trimmed(text).substr(0, 200)) + "': " + why);
}

/// The text with expressions such as 2^20+1 replaced by their values.
std::string with_numbers(std::string_view text) {
  const auto is_part = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string_view("_^*+-").find(c) != std::string_view::npos;
  };
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && is_part(text[end]))
      ++end;
    const std::string_view word = text.substr(i, end - i);
    if (word.ends_with("ceil_div") && end < text.size() && text[end] == '(') {
      end = std::min(text.find(')', end), text.size() - 1) + 1;
      while (end < text.size() && is_part(text[end]))
        ++end;
      result += parse_number(text.substr(i, end - i)).str();
      i = end;
      continue;
    }
    if (word.empty()) {
      result += text[i++];
      continue;
    }
    const bool plain = word.find_first_of("^*+-_x") == std::string_view::npos;
    result += plain || std::isdigit(static_cast<unsigned char>(word[0])) == 0
                  ? std::string(word)
                  : parse_number(word).str();
    i = end;
  }
  return result;
}

/// The operation and the inside of its brackets; nothing if the text is no call.
std::optional<std::pair<std::string, std::string_view>> as_call(std::string_view text) {
  const std::size_t bracket = text.find('(');
  if (bracket == 0 || bracket == std::string_view::npos ||
      std::isalpha(static_cast<unsigned char>(text[0])) == 0 || text.back() != ')') {
    return std::nullopt;
  }
  return std::pair(std::string(trimmed(text.substr(0, bracket))),
                   text.substr(bracket + 1, text.size() - bracket - 2));
}

/// The text of the value that an expression stands for.
std::string evaluate(std::string_view text, int depth) {
  if (depth > most_expression_nesting) bad(text, "it nests too deeply");
  const auto call = as_call(text);
  if (!call) return with_numbers(text);
  std::string question = call->first + "(";
  bool first = true;
  for (const std::string_view operand : split_outside_brackets(call->second, ',')) {
    question += (first ? "" : ", ") + evaluate(operand, depth + 1);
    first = false;
  }
  question += ")";
  try {
    const auto expectation = oracle::expect(parse_case(question), Convention::strict);
    if (!is_value(expectation.answer)) {
      bad(question, "it is " + to_string(expectation.answer) +
                        (expectation.reason.empty() ? "" : ": " + expectation.reason));
    }
    return to_string(expectation.answer);
  } catch (const ParseError& error) {
    bad(question, error.message());
  } catch (const LimitReached& limit) {
    bad(question, limit.what());
  }
}

Expectation::Bound parse_bound(std::string_view text) {
  // The last `<`: a tiler has some, too.
  const std::size_t less = text.rfind('<');
  if (less == std::string_view::npos) bad(text, "a bound is 'offset < N' or 'LAYOUT < N'");
  Expectation::Bound bound;
  const std::string_view what = trimmed(text.substr(0, less));
  if (what != "offset") bound.layout = parse_layout_expression(what);
  bound.limit = parse_number_in(text.substr(less + 1), "a bound", 0,
                                std::numeric_limits<std::int64_t>::max());
  return bound;
}

std::string words(std::uint64_t n, const char* what) {
  return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
}

}  // namespace

std::string_view name(Mismatch::Kind kind) {
  switch (kind) {
    case Mismatch::Kind::wrong_offset:
      return "wrong offset";
    case Mismatch::Kind::unexpected:
      return "unexpected";
    case Mismatch::Kind::missing:
      return "missing";
    case Mismatch::Kind::not_an_element:
      return "not an element";
  }
  return "?";
}

Swizzle parse_swizzle(std::string_view text) {
  const auto call = as_call(text);
  std::vector<std::string_view> parts;
  if (call && (call->first == "swizzle" || call->first == "Swizzle"))
    parts = split_outside_brackets(call->second, ',');
  else if (text.starts_with("Sw<") && text.ends_with(">"))  // as CuTe prints it
    parts = split_outside_brackets(text.substr(3, text.size() - 4), ',');
  if (parts.size() != 3) bad(text, "before ' o ' stands a swizzle(B,M,S), or Sw<B,M,S>");
  const auto part = [&](std::size_t i, std::int64_t least) {
    return static_cast<unsigned>(parse_number_in(parts[i], "a part of a swizzle", least, 62));
  };
  const Swizzle swizzle{part(0, 0), part(1, 0), part(2, 0)};
  if (swizzle.bits > swizzle.shift || swizzle.bits + swizzle.base + swizzle.shift > 62)
    bad(text, "its B is at most its S, and B + M + S at most 62");
  return swizzle;
}

Target parse_target(std::string_view text) {
  Target target;
  const std::size_t bracket = text.find('[');
  const std::string_view declared = text.substr(0, bracket);
  const std::size_t colon = declared.find(':');
  target.buffer = trimmed(declared.substr(0, colon));
  if (colon != std::string_view::npos) {
    const std::string_view type = trimmed(declared.substr(colon + 1));
    target.element_bytes = bytes_of_type(type);
    if (!target.element_bytes) bad(text, no_type(type));
  }
  const auto is_part_of_name = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '$';
  };
  if (target.buffer.empty() ||
      !std::all_of(target.buffer.begin(), target.buffer.end(), is_part_of_name)) {
    bad(text, "it does not begin with the name of a buffer");
  }
  if (bracket == std::string_view::npos) return target;
  text = trimmed(text);
  if (text.back() != ']') bad(text, "']' is expected at its end");
  const auto parts =
      split_outside_brackets(text.substr(bracket + 1, text.size() - bracket - 2), ',');
  const std::string_view which = parts[0];
  if (which != "reads" && which != "writes" && which != "atomics" && which != "all")
    bad(text, "in its brackets stands reads, writes, atomics or all");
  if (which != "all") {
    target.reads = which == "reads";
    target.writes = which == "writes";
    target.atomics = which == "atomics";
  }
  if (parts.size() > 1) {
    if (parts.size() > 2 || parts[1] != "any order")
      bad(text, "after the comma stands 'any order'");
    target.any_order = true;
  }
  return target;
}

Layout parse_layout_expression(std::string_view text) {
  const std::string value = evaluate(trimmed(text), 0);
  try {
    return parse_layout(value);
  } catch (const ParseError& error) {
    bad(text, "column " + std::to_string(error.column()) + ": " + error.message());
  }
}

Expectation parse_expectation(std::string_view text) {
  Expectation expectation;
  expectation.text = trimmed(text);
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos) bad(text, "an expectation is 'BUFFER[WHICH] = LAYOUT'");
  expectation.target = parse_target(trimmed(text.substr(0, equals)));
  const auto parts = split_at_word(text.substr(equals + 1), "where");
  if (parts.size() > 2) bad(text, "there is more than one 'where'");
  const auto maps = split_at_word(parts[0], "o");
  if (maps.size() > 2) bad(text, "there is more than one ' o '");
  if (maps.size() == 2) expectation.swizzle = parse_swizzle(maps[0]);
  expectation.layout = parse_layout_expression(maps.back());
  if (parts.size() == 2)
    for (const std::string_view bound : split_at_word(parts[1], "and"))
      expectation.bounds.push_back(parse_bound(bound));
  return expectation;
}

ExpectationCheck::Values ExpectationCheck::values_of(const Layout& layout,
                                                     const std::string& text) {
  const std::vector<Layout> modes = layout.modes();
  if (modes.size() != 3) {
    bad(text, to_string(layout) + " has " + words(modes.size(), "mode") +
                  "; it should have three: (block, thread, value)");
  }
  if (oracle::cosize(layout) > std::numeric_limits<Int>::max())
    bad(text, "an offset of " + to_string(layout) + " does not fit in 64 bits");
  Values values;
  values.block = modes[0];
  const auto tabulate = [&](const Layout& mode, std::vector<Int>& table) {
    const Exact size = oracle::size(mode);
    if (size > most_values) {
      bad(text,
          "a thread can be expected to touch at most " + std::to_string(most_values) + " elements");
    }
    for (Exact i = 0; i < size; ++i)
      table.push_back(oracle::to_int(oracle::value_at(mode, i)));
  };
  tabulate(modes[1], values.threads);
  tabulate(modes[2], values.values);
  return values;
}

Int ExpectationCheck::Values::at(std::uint64_t b, std::uint64_t t, std::uint64_t v) {
  if (b != current) {
    base = oracle::to_int(oracle::value_at(block, Exact(b)));
    current = b;
  }
  return base + threads[t] + values[v];
}

ExpectationCheck::ExpectationCheck(Expectation expectation, std::uint64_t blocks,
                                   std::uint64_t threads, std::shared_ptr<Room> room)
    : expectation_(std::move(expectation)),
      launched_(blocks),
      room_(std::move(room)),
      tables_(room_) {
  const auto prepare = [&](const Layout& layout) {
    const std::vector<Layout> modes = layout.modes();
    if (modes.size() == 3 && oracle::size(modes[1]) > threads)
      bad(expectation_.text, "mode 1 of " + to_string(layout) + " has " +
                                 oracle::size(modes[1]).str() + " threads, but " +
                                 words(threads, "thread") + " are launched");
    if (modes.size() == 3 && oracle::size(modes[0]) > std::numeric_limits<std::uint64_t>::max())
      bad(expectation_.text, "mode 0 of " + to_string(layout) + " has 2^64 blocks or more");
    Values values = values_of(layout, expectation_.text);
    tables_.take((values.threads.size() + values.values.size()) * sizeof(Int));
    return values;
  };
  offsets_ = prepare(expectation_.layout);
  const auto modes = expectation_.layout.modes();
  blocks_ = oracle::size(modes[0]).convert_to<std::uint64_t>();
  threads_ = offsets_.threads.size();
  value_count_ = offsets_.values.size();
  for (const Expectation::Bound& bound : expectation_.bounds) {
    if (!bound.layout) {
      bounds_.emplace_back();
      continue;
    }
    bounds_.push_back(prepare(*bound.layout));
    const auto own = bound.layout->modes();
    for (std::size_t i = 0; i < 3; ++i) {
      if (oracle::size(own[i]) != oracle::size(modes[i])) {
        bad(expectation_.text, "the modes of " + to_string(*bound.layout) +
                                   " do not have the sizes of those of " +
                                   to_string(expectation_.layout));
      }
    }
  }
}

ExpectationCheck::Progress& ExpectationCheck::progress_of(std::uint64_t block) {
  const auto [it, is_new] = progress_.try_emplace(block);
  Progress& progress = it->second;
  if (is_new) {
    progress.share = Share(room_);
    progress.share.take(threads_ * (sizeof(std::uint32_t) + sizeof(std::vector<Seen>)));
    progress.next.resize(threads_);
    progress.seen.resize(threads_);
  }
  return progress;
}

bool ExpectationCheck::is_inside(std::uint64_t block, std::uint64_t thread) const {
  return block < blocks_ && thread < threads_;
}

std::optional<Int> ExpectationCheck::expected_at(std::uint64_t block, std::uint64_t thread,
                                                 std::uint64_t value) {
  Int offset = offsets_.at(block, thread, value);
  if (expectation_.swizzle)
    offset = static_cast<Int>((*expectation_.swizzle)(static_cast<std::uint64_t>(offset)));
  for (std::size_t i = 0; i < bounds_.size(); ++i) {
    const Expectation::Bound& bound = expectation_.bounds[i];
    if ((bound.layout ? bounds_[i].at(block, thread, value) : offset) >= bound.limit)
      return std::nullopt;
  }
  return offset;
}

void ExpectationCheck::tell(const Report& report, const Mismatch& mismatch) {
  ++mismatches_;
  report(mismatch);
}

void ExpectationCheck::access(std::uint64_t block, std::uint64_t thread, Int offset, bool whole,
                              std::uint32_t line, const Report& report) {
  Mismatch mismatch{Mismatch::Kind::unexpected, block, thread, 0, line, {}, offset};
  ++compared_;
  if (!is_inside(block, thread)) {
    tell(report, mismatch);
    return;
  }
  Progress& progress = progress_of(block);
  if (expectation_.target.any_order) {
    if (!whole) {
      mismatch.kind = Mismatch::Kind::not_an_element;
      tell(report, mismatch);
      return;
    }
    // A vector grows to twice its size.
    progress.share.take(2 * sizeof(Seen));
    progress.seen[thread].push_back({offset, line});
    return;
  }
  std::uint32_t& value = progress.next[thread];
  std::optional<Int> expected;
  while (value < value_count_ && !expected)
    expected = expected_at(block, thread, value++);
  mismatch.value = expected ? value - 1 : value_count_;
  if (!expected) {
    tell(report, mismatch);
  } else if (!whole || *expected != offset) {
    mismatch.kind = whole ? Mismatch::Kind::wrong_offset : Mismatch::Kind::not_an_element;
    mismatch.expected = expected;
    tell(report, mismatch);
  }
}

void ExpectationCheck::finish_thread(std::uint64_t block, std::uint64_t thread, Progress& progress,
                                     const Report& report) {
  const bool any_order = expectation_.target.any_order;
  std::vector<std::pair<Int, std::uint64_t>> expected;
  for (std::uint64_t value = any_order ? 0 : progress.next[thread]; value < value_count_; ++value)
    if (const auto offset = expected_at(block, thread, value))
      expected.emplace_back(*offset, value);
  std::vector<Seen> seen;
  if (any_order) {
    seen = std::move(progress.seen[thread]);
    std::sort(expected.begin(), expected.end());
    std::stable_sort(seen.begin(), seen.end(),
                     [](const Seen& a, const Seen& b) { return a.offset < b.offset; });
  }
  auto it = seen.begin();
  for (const auto& [offset, value] : expected) {
    for (; it != seen.end() && it->offset < offset; ++it)
      tell(report, {Mismatch::Kind::unexpected, block, thread, value, it->line, {}, it->offset});
    if (it != seen.end() && it->offset == offset) {
      ++it;
      continue;
    }
    ++compared_;
    tell(report, {Mismatch::Kind::missing, block, thread, value, 0, offset, {}});
  }
  for (; it != seen.end(); ++it) {
    tell(report,
         {Mismatch::Kind::unexpected, block, thread, value_count_, it->line, {}, it->offset});
  }
}

std::optional<Mismatch> ExpectationCheck::beyond_launch() {
  constexpr std::uint64_t most_tried = std::uint64_t{1} << 26;
  std::uint64_t tried = 0;
  for (std::uint64_t block = launched_; block < blocks_; ++block) {
    for (std::uint64_t thread = 0; thread < threads_; ++thread) {
      for (std::uint64_t value = 0; value < value_count_; ++value) {
        if (++tried > most_tried) {
          bad(expectation_.text, "mode 0 of " + to_string(expectation_.layout) + " has " +
                                     std::to_string(blocks_) + " blocks, but " +
                                     words(launched_, "block") + " are launched");
        }
        if (const auto offset = expected_at(block, thread, value))
          return Mismatch{Mismatch::Kind::missing, block, thread, value, 0, *offset, {}};
      }
    }
  }
  return std::nullopt;
}

void ExpectationCheck::finish(std::span<const std::uint64_t> blocks, const Report& report) {
  for (const std::uint64_t block : blocks) {
    if (block < blocks_) {
      Progress& progress = progress_of(block);
      for (std::uint64_t thread = 0; thread < threads_; ++thread)
        finish_thread(block, thread, progress, report);
    }
    progress_.erase(block);
  }
}

}  // namespace layoutcheck::gpu
