// Reports on judged lines: counts of verdicts by operation, the faults, and their forms for people
// and machines.
#include "report.hpp"

#include "escape.hpp"
#include <layoutcheck/notation/text.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <numeric>

namespace layoutcheck::cli {

namespace {

template <class Use>
void for_each_kind(const Use& use) {
  for (std::size_t i = 0; i < verdict_kinds; ++i) {
    use(static_cast<VerdictKind>(i));
  }
}

std::size_t sum_if(const Count& count, bool (*holds)(VerdictKind)) {
  std::size_t sum = 0;
  for_each_kind([&](VerdictKind kind) { sum += holds(kind) ? count.of(kind) : 0; });
  return sum;
}

std::string json_string(std::string_view text) {
  return "\"" + json_escaped(text) + "\"";
}

std::string seconds_text(double seconds) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.3f", seconds);
  return text.data();
}

std::string json_of(const Count& count) {
  std::string verdicts;
  for_each_kind([&](VerdictKind kind) {
    if (count.of(kind) > 0) {
      verdicts += (verdicts.empty() ? "" : ", ") + json_string(describe(kind)) + ": " +
                  std::to_string(count.of(kind));
    }
  });
  return "{\"lines\": " + std::to_string(count.lines()) +
         ", \"judged\": " + std::to_string(count.judged()) +
         ", \"faults\": " + std::to_string(count.faults()) +
         ", \"exhaustive\": " + std::to_string(count.exhaustive) +
         ", \"sampled\": " + std::to_string(count.sampled) + ", \"verdicts\": {" + verdicts + "}}";
}

std::string json_of(const Fault& fault) {
  std::string text = "{\"line\": " + std::to_string(fault.line) +
                     ", \"operation\": " + json_string(fault.operation) +
                     ", \"text\": " + json_string(fault.text) +
                     ", \"verdict\": " + json_string(describe(fault.verdict.kind)) +
                     ", \"why\": " + json_string(fault.verdict.why);
  if (fault.verdict.expected) {
    text += ", \"expected\": " + json_string(to_string(*fault.verdict.expected));
  }
  return text + "}";
}

}  // namespace

std::size_t Count::lines() const {
  return std::accumulate(verdicts.begin(), verdicts.end(), std::size_t{0});
}

std::size_t Count::faults() const {
  return sum_if(*this, is_fault);
}

std::size_t Count::judged() const {
  return sum_if(*this, [](VerdictKind kind) {
    return kind != VerdictKind::unsupported && kind != VerdictKind::undecided &&
           kind != VerdictKind::malformed;
  });
}

void Count::add(const Verdict& verdict) {
  ++verdicts[static_cast<std::size_t>(verdict.kind)];
  if (verdict.kind == VerdictKind::unsupported || verdict.kind == VerdictKind::undecided ||
      verdict.kind == VerdictKind::malformed) {
    return;
  }
  ++(verdict.certainty == Certainty::exhaustive ? exhaustive : sampled);
}

Count& Count::operator+=(const Count& other) {
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    verdicts[i] += other.verdicts[i];
  }
  exhaustive += other.exhaustive;
  sampled += other.sampled;
  return *this;
}

Count Report::total() const {
  Count sum;
  for (const auto& [operation, count] : operations) {
    sum += count;
  }
  return sum;
}

std::string verdict_text(const Verdict& verdict) {
  return verdict.kind == VerdictKind::malformed ? "malformed: " + verdict.why : to_string(verdict);
}

std::string to_table(const Report& report) {
  const Count total = report.total();
  std::vector<std::vector<std::string>> rows = {{"operation", "lines"}};
  for_each_kind([&](VerdictKind kind) {
    if (total.of(kind) > 0) {
      rows[0].emplace_back(describe(kind));
    }
  });
  rows[0].insert(rows[0].end(), {"exhaustive", "sampled"});
  const auto add = [&](const std::string& name, const Count& count) {
    const auto cell = [](std::size_t n) { return n == 0 ? std::string(".") : std::to_string(n); };
    std::vector<std::string> row = {name, cell(count.lines())};
    for_each_kind([&](VerdictKind kind) {
      if (total.of(kind) > 0) {
        row.push_back(cell(count.of(kind)));
      }
    });
    row.push_back(cell(count.exhaustive));
    row.push_back(cell(count.sampled));
    rows.push_back(std::move(row));
  };
  for (const auto& [operation, count] : report.operations) {
    add(operation, count);
  }
  add("total", total);

  std::vector<std::size_t> widths(rows[0].size(), 0);
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], row[i].size());
    }
  }
  std::string text;
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string space(widths[i] - row[i].size(), ' ');
      text += i == 0 ? row[i] + space : "  " + space + row[i];
    }
    text += "\n";
  }
  return text;
}

std::string to_json(const Report& report) {
  const Count total = report.total();
  std::string operations;
  for (const auto& [operation, count] : report.operations) {
    operations += (operations.empty() ? "" : ",") + ("\n    " + json_string(operation)) + ": " +
                  json_of(count);
  }
  std::string faults;
  for (const Fault& fault : report.faults) {
    faults += (faults.empty() ? "" : ",") + ("\n    " + json_of(fault));
  }
  return "{\n  \"source\": " + json_string(report.source) +
         ",\n  \"convention\": " + json_string(name(report.convention)) +
         ",\n  \"interrupted\": " + (report.interrupted ? "true" : "false") +
         ",\n  \"seconds\": " + seconds_text(report.seconds) + ",\n  \"total\": " + json_of(total) +
         ",\n  \"operations\": {" + operations + "\n  },\n  \"faults\": [" + faults +
         "\n  ],\n  \"faults_left_out\": " + std::to_string(total.faults() - report.faults.size()) +
         "\n}\n";
}

std::string to_junit(const Report& report) {
  std::size_t failures = 0;
  std::size_t skipped = 0;
  std::string cases;
  for (const auto& [operation, count] : report.operations) {
    cases += R"(    <testcase classname="layoutcheck.check" name=")" + xml_escaped(operation) +
             "\" assertions=\"" + std::to_string(count.lines()) + "\"";
    if (count.faults() > 0) {
      ++failures;
      cases += ">\n      <failure message=\"" + std::to_string(count.faults()) + " of " +
               std::to_string(count.lines()) + " lines are wrong\">";
      for (const Fault& fault : report.faults) {
        if (fault.operation == operation) {
          cases += "\nline " + std::to_string(fault.line) + ": " +
                   xml_escaped(fault.text + "  # " + verdict_text(fault.verdict));
        }
      }
      cases += "\n      </failure>\n    </testcase>\n";
    } else if (count.judged() == 0) {
      ++skipped;
      cases += ">\n      <skipped message=\"no answer could be judged\"/>\n    </testcase>\n";
    } else {
      cases += "/>\n";
    }
  }
  const std::string numbers = "tests=\"" + std::to_string(report.operations.size()) +
                              "\" failures=\"" + std::to_string(failures) +
                              R"(" errors="0" skipped=")" + std::to_string(skipped) + "\" time=\"" +
                              seconds_text(report.seconds) + "\"";
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites " + numbers +
         ">\n  <testsuite name=\"layoutcheck check\" " + numbers + ">\n" + cases +
         "  </testsuite>\n</testsuites>\n";
}

}  // namespace layoutcheck::cli
