// The report of `layoutcheck run`.
#include "program_run.hpp"

#include "json.hpp"
#include "junit.hpp"
#include "sarif.hpp"
#include <layoutcheck/judge/clipped.hpp>
#include <layoutcheck/notation/version.hpp>

#include <sys/wait.h>

#include <algorithm>
#include <cstring>
#include <tuple>

namespace layoutcheck::cli {

namespace {

using gpu::runtime::Record;

/// The worst last.
constexpr std::string_view verdicts[] = {"right",   "right in part", "interrupted", "undecided",
                                         "refused", "ended",         "wrong"};

auto severity(const std::string& verdict) {
  return std::ranges::find(verdicts, verdict) - std::begin(verdicts);
}

std::string exit_text(int status) {
  if (WIFSIGNALED(status)) {
    return "was ended by signal " + std::to_string(WTERMSIG(status)) + " (" +
           strsignal(WTERMSIG(status)) + ")";
  }
  return "exited with " + std::to_string(WEXITSTATUS(status));
}

/// A name that is long without what its brackets hold: the types of a kernel of CuTe take thousands
/// of characters, and tags of Numba hundreds.
std::string short_name(const std::string& name) {
  constexpr std::size_t most = 120;
  if (columns_of(name) <= most) return name;
  std::string text;
  int depth = 0;
  for (const char one : name) {
    const bool closes = one == '>' || one == ')' || one == ']';
    if (closes && depth > 0) --depth;
    if (depth == 0) text += one;
    const bool opens = one == '<' || one == '(' || one == '[';
    if (opens && depth++ == 0) text += "…";
  }
  return clipped(text, most);
}

std::string call_text(const Record& call) {
  const std::string what = call.kind == Record::Kind::failed ? call.verdict : "not supported";
  return short_name(call.name) + ": " + what + (call.text.empty() ? "" : ": " + call.text);
}

std::string place_of(const Record& finding) {
  return finding.source.empty() ? "" : finding.source + ": ";
}

/// What there is beside the launches that keeps the run from being right.
std::string lacks_of(const ProgramRun& run) {
  std::string text;
  const auto add = [&](const std::string& what) { text += (text.empty() ? "" : "; ") + what; };
  if (run.launches.empty()) add("no kernel was launched by a shared CUDA runtime or the driver");
  if (!run.unsupported.empty())
    add(counted(run.unsupported.size(), "call is", "calls are") + " not supported");
  if (!run.failed.empty()) add(counted(run.failed.size(), "call") + " failed");
  if (run.status != 0) add("the program " + exit_text(run.status));
  return text;
}

std::string verdict_of(const ProgramRun& run) {
  std::string worst = "right";
  for (const ProgramRun::Launches& of : run.launches)
    if (severity(of.record.verdict) > severity(worst)) worst = of.record.verdict;
  if (worst == "refused" || worst == "ended" || worst == "interrupted") worst = "undecided";
  if (worst == "wrong" || (run.is_strict && !run.findings.empty())) return "wrong";
  return lacks_of(run).empty() ? worst : "undecided";
}

Ink ink_of(const std::string& verdict) {
  return verdict == "right" ? Ink::green : verdict == "wrong" ? Ink::red : Ink::yellow;
}

std::string summary_of(const ProgramRun& run, Colours colours) {
  std::uint64_t count = 0;
  for (const ProgramRun::Launches& of : run.launches)
    count += of.count;
  const std::string verdict = verdict_of(run);
  std::string text = inked(verdict, ink_of(verdict), colours) + ": " +
                     counted(count, "launch", "launches") + " of " +
                     counted(run.launches.size(), "kernel and shape", "kernels and shapes");
  if (!run.findings.empty()) text += ", " + counted(run.findings.size(), "finding");
  const std::string lacks = lacks_of(run);
  return text + (lacks.empty() ? "" : "; " + lacks);
}

/// Counts it with an equal one, if there is one.
void add_finding(std::vector<Record>& list, const Record& record) {
  const auto known = std::ranges::find_if(list, [&](const Record& one) {
    return std::tie(one.name, one.verdict, one.line, one.instruction) ==
           std::tie(record.name, record.verdict, record.line, record.instruction);
  });
  if (known == list.end())
    list.push_back(record);
  else
    known->count += record.count;
}

std::string finding_text(const Record& finding) {
  return short_name(finding.name) + ": " + place_of(finding) + finding.text +
         (finding.count > 1 ? " (" + std::to_string(finding.count) + " times)" : "") + "\n";
}

std::string json_of(const Record& finding) {
  return object({member("kernel", json_string(finding.name)),
                 member("shape", json_string(finding.shape)),
                 member("kind", json_string(finding.verdict)), member("line", finding.line),
                 member("source", json_string(finding.source)),
                 member("instruction", json_string(finding.instruction)),
                 member("count", finding.count), member("message", json_string(finding.text))});
}

}  // namespace

void add_process(ProgramRun& run, const std::vector<Record>& records) {
  const auto add_launch = [&](const Record& record) {
    const auto known = std::ranges::find_if(run.launches, [&](const ProgramRun::Launches& of) {
      return of.record.name == record.name && of.record.shape == record.shape;
    });
    if (known == run.launches.end()) {
      run.launches.push_back({record, 1, record.is_equal ? 1U : 0U});
      return;
    }
    Record& all = known->record;
    ++known->count;
    known->equal += record.is_equal ? 1 : 0;
    all.blocks += record.blocks;
    all.blocks_run += record.blocks_run;
    all.accesses += record.accesses;
    all.count += record.count;
    if (severity(record.verdict) > severity(all.verdict)) {
      all.verdict = record.verdict;
      all.text = record.text;
    }
  };
  const Record* open = nullptr;
  for (const Record& record : records) {
    switch (record.kind) {
      case Record::Kind::began:
        open = &record;
        break;
      case Record::Kind::launched:
        open = nullptr;
        add_launch(record);
        break;
      case Record::Kind::found:
        add_finding(run.findings, record);
        break;
      case Record::Kind::remarked:
        add_finding(run.remarks, record);
        break;
      case Record::Kind::unsupported:
        run.unsupported.push_back(record);
        break;
      case Record::Kind::failed:
        run.failed.push_back(record);
        break;
      case Record::Kind::recorded:
        run.recorded.push_back(record);
        break;
      case Record::Kind::not_recorded:
        run.not_recorded.push_back(record);
        break;
    }
  }
  if (open == nullptr) return;
  Record ended = *open;
  ended.verdict = "ended";
  ended.text = "the program ended in this launch";
  add_launch(ended);
}

void be_strict(ProgramRun& run) {
  run.is_strict = true;
  std::ranges::move(run.remarks, std::back_inserter(run.findings));
  run.remarks.clear();
}

bool is_right(const ProgramRun& run) {
  return verdict_of(run) == "right";
}

std::string to_text(const ProgramRun& run, Colours colours) {
  std::string text = "layoutcheck: " + summary_of(run, colours) + "\n";
  for (const Record& finding : run.findings)
    text += "  " + finding_text(finding);
  for (const Record& remark : run.remarks)
    text += "  remark: " + finding_text(remark);
  for (const std::vector<Record>* calls : {&run.failed, &run.unsupported})
    for (const Record& call : *calls)
      text += "  " + call_text(call) + "\n";
  for (const ProgramRun::Launches& of : run.launches) {
    const Record& record = of.record;
    text += "  " + short_name(record.name) + " " + record.shape + ": " +
            counted(of.count, "launch", "launches") +
            (of.equal == 0 ? "" : " (" + std::to_string(of.equal) + " equal to an earlier one)") +
            ", " +
            (record.blocks == record.blocks_run ? counted(record.blocks, "block")
                                                : std::to_string(record.blocks_run) + " of " +
                                                      std::to_string(record.blocks) + " blocks") +
            ", " + counted(record.accesses, "access", "accesses") + ": " + record.verdict +
            (record.text.empty() ? "" : ": " + record.text) + "\n";
  }
  if (run.folder.empty()) return text;
  for (const Record& record : run.not_recorded)
    text += "  " + short_name(record.name) + " " + record.shape + ": not recorded: " + record.text +
            "\n";
  return text + "  " + counted(run.recorded.size(), "launch is", "launches are") + " recorded in " +
         run.folder + "\n";
}

std::string to_json(const ProgramRun& run) {
  std::vector<std::string> words;
  for (const std::string& word : run.program)
    words.push_back(json_string(word));
  std::vector<std::string> launches;
  for (const ProgramRun::Launches& of : run.launches) {
    const Record& record = of.record;
    launches.push_back(object(
        {member("kernel", json_string(record.name)), member("shape", json_string(record.shape)),
         member("launches", of.count), member("equal", of.equal), member("blocks", record.blocks),
         member("blocks_run", record.blocks_run), member("accesses", record.accesses),
         member("verdict", json_string(record.verdict)), member("why", json_string(record.text))}));
  }
  const auto json_of_all = [](const std::vector<Record>& list) {
    std::vector<std::string> all;
    std::ranges::transform(list, std::back_inserter(all), json_of);
    return in_lines('[', all, ']', 4);
  };
  std::vector<std::string> calls;
  for (const Record& record : run.unsupported) {
    calls.push_back(object({member("call", json_string(record.name)),
                            member("error", json_string("cudaErrorNotSupported")),
                            member("why", json_string(record.text))}));
  }
  for (const Record& record : run.failed) {
    calls.push_back(object({member("call", json_string(record.name)),
                            member("error", json_string(record.verdict)),
                            member("why", json_string(record.text))}));
  }
  std::vector<std::string> recorded;
  for (const Record& record : run.recorded)
    recorded.push_back(json_string(record.text));
  std::vector<std::string> not_recorded;
  for (const Record& record : run.not_recorded) {
    not_recorded.push_back(object({member("kernel", json_string(record.name)),
                                   member("shape", json_string(record.shape)),
                                   member("why", json_string(record.text))}));
  }
  const bool is_signal = WIFSIGNALED(run.status);
  return in_lines('{',
                  {member("format", 1), member("program", list(words)),
                   member("device", json_string(run.device)),
                   member("verdict", json_string(verdict_of(run))),
                   member("why", json_string(lacks_of(run))),
                   member(is_signal ? "signal" : "exit_status",
                          static_cast<std::size_t>(is_signal ? WTERMSIG(run.status)
                                                             : WEXITSTATUS(run.status))),
                   member("launches", in_lines('[', launches, ']', 4)),
                   member("findings", json_of_all(run.findings)),
                   member("remarks", json_of_all(run.remarks)),
                   member("calls", in_lines('[', calls, ']', 4)),
                   member("recorded", in_lines('[', recorded, ']', 4)),
                   member("not_recorded", in_lines('[', not_recorded, ']', 4))},
                  '}', 2) +
         "\n";
}

std::string to_sarif(const ProgramRun& run) {
  SarifRun sarif;
  for (const Record& finding : run.findings) {
    SarifResult result{finding.verdict, finding.text, finding.name};
    if (const std::size_t colon = finding.source.rfind(':'); colon != std::string::npos) {
      result.place =
          Place{finding.source.substr(0, colon), std::stoul(finding.source.substr(colon + 1))};
    }
    result.count = finding.count;
    sarif.results.push_back(std::move(result));
  }
  for (const ProgramRun::Launches& of : run.launches) {
    const Record& record = of.record;
    if (record.verdict == "right" || record.verdict == "wrong") continue;
    (record.verdict == "right in part" ? sarif.notes : sarif.lacks)
        .push_back(record.name + " " + record.shape + ": " + record.verdict + ": " + record.text);
  }
  if (const std::string lacks = lacks_of(run); !lacks.empty()) sarif.lacks.push_back(lacks);
  for (const std::vector<Record>* calls : {&run.failed, &run.unsupported})
    for (const Record& call : *calls)
      sarif.lacks.push_back(call_text(call));
  return to_sarif(sarif);
}

std::string to_junit(const ProgramRun& run) {
  using Outcome = JunitCase::Outcome;
  std::vector<JunitCase> cases;
  for (const ProgramRun::Launches& of : run.launches) {
    const Record& record = of.record;
    JunitCase test{record.name + " " + record.shape};
    test.assertions = of.count;
    if (record.verdict != "right") {
      test.outcome = record.verdict == "right in part" ? Outcome::skipped : Outcome::failed;
      test.message = record.verdict + (record.text.empty() ? "" : ": " + record.text);
      for (const Record& finding : run.findings)
        if (finding.name == record.name) test.lines.push_back(place_of(finding) + finding.text);
    }
    cases.push_back(std::move(test));
  }
  if (const std::string lacks = lacks_of(run); !lacks.empty()) {
    JunitCase whole{"(the program)", Outcome::failed, lacks};
    for (const std::vector<Record>* calls : {&run.failed, &run.unsupported})
      for (const Record& call : *calls)
        whole.lines.push_back(call_text(call));
    cases.push_back(std::move(whole));
  }
  return to_junit({"run",
                   {{"layoutcheck", std::string(version)}, {"device", run.device}},
                   run.seconds,
                   run.date},
                  cases);
}

}  // namespace layoutcheck::cli
