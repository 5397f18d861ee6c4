// SARIF 2.1.0: findings at lines of files, for code scanning and editors.
#include "sarif.hpp"

#include "json.hpp"
#include "lines.hpp"
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/notation/version.hpp>

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace layoutcheck::cli {

namespace {

constexpr std::size_t longest_text = 1000;

struct Meaning {
  std::string_view kind;
  std::string_view says;
};

/// What the kinds of verdicts on answers, and of findings in kernels, say.
constexpr Meaning meanings[] = {
    {"wrong form",
     "The answer has the right function, but not the form that the operation states."},
    {"wrong", "The answer is a value, but not the right one."},
    {"answers the unanswerable", "The answer is a value where the operation has none."},
    {"refuses the answerable", "There is no answer where the operation has one."},
    {"malformed", "The answer cannot be read, or does not answer the question."},
    {"crash", "The program under test, or the executor, ended early."},
    {"timeout", "There was no answer within the time limit for one question."},
    {"out of bounds", "A thread accesses memory outside of every buffer."},
    {"misaligned", "An address is not a multiple of the size of the access."},
    {"uninitialized", "A thread reads bytes that no thread has written."},
    {"race", "Two threads access a byte, one of them writes it, and nothing orders the two."},
    {"wrapped", "An address differs from the value of its expression in exact integers."},
    {"divergence", "Not all lanes of a warp reach an instruction that requires all of them."},
    {"deadlock", "All threads wait."},
    {"endless loop", "A loop never ends: the values that decide it repeat."},
    {"trap", "The kernel stops itself, by a trap or a failed assertion."},
    {"allocation", "Tensor memory is allocated or released wrongly, or not released."},
    {"step limit", "A thread executes more instructions than the limit."},
    {"launch", "No device accepts such a launch."},
    {"access rights", "A thread writes to a buffer that is declared read-only."},
    {"wrong offset", "A thread accesses an element other than the expected one."},
    {"unexpected", "A thread accesses an element where no access is expected."},
    {"missing", "A thread does not make an expected access."},
    {"not an element", "An access begins or ends inside an element."},
};

/// "answers-the-unanswerable".
std::string id_of(const std::string& kind) {
  std::string id = kind;
  std::replace(id.begin(), id.end(), ' ', '-');
  return id;
}

/// Braces stand for arguments in the texts of messages, unless they are doubled.
std::string text_object(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    escaped += c;
    if (c == '{' || c == '}') escaped += c;
  }
  return object({member("text", json_string(escaped))});
}

std::string uri_of(const std::string& file) {
  namespace fs = std::filesystem;
  std::error_code unknown;
  const fs::path here = fs::current_path(unknown);
  const fs::path whole = (here / file).lexically_normal();
  const fs::path below = whole.lexically_relative(here);
  const bool is_below = !below.empty() && *below.begin() != "..";
  std::string uri = is_below ? "" : "file://";
  for (const char c : (is_below ? below : whole).generic_string()) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80 &&
        (std::isalnum(byte) != 0 || std::string_view("-._~/").find(c) != std::string_view::npos))
      uri += c;
    else
      uri += {'%', digits[byte / 16], digits[byte % 16]};
  }
  return uri;
}

std::string physical(const Place& place) {
  return member(
      "physicalLocation",
      object({member("artifactLocation", object({member("uri", json_string(uri_of(place.file)))})),
              member("region", object({member("startLine", place.line)}))}));
}

std::string json_of(const SarifResult& result, std::size_t rule) {
  std::string message = clipped(result.message, longest_text);
  std::vector<std::string> related;
  for (const auto& [what, place] : result.related) {
    std::string link;
    for (const char c : place.file + ":" + std::to_string(place.line))
      link += (c == '[' || c == ']' || c == '\\' ? "\\" : "") + std::string(1, c);
    const std::string id = std::to_string(related.size() + 1);
    message += " (" + what + " [" + link + "](" + id + "))";
    related.push_back(
        object({member("id", id), member("message", text_object(what)), physical(place)}));
  }
  std::vector<std::string> location = {member(
      "logicalLocations", list({object({member("fullyQualifiedName", json_string(result.subject)),
                                        member("kind", json_string("function"))})}))};
  if (result.place) location.insert(location.begin(), physical(*result.place));
  std::vector<std::string> members = {member("ruleId", json_string(id_of(result.kind))),
                                      member("ruleIndex", rule),
                                      member("level", json_string("error")),
                                      member("message", text_object(message)),
                                      member("locations", list({object(location)})),
                                      member("occurrenceCount", result.count)};
  if (!related.empty()) members.push_back(member("relatedLocations", list(related)));
  return object(members);
}

std::string rule_of(const std::string& kind) {
  const auto* known = std::find_if(std::begin(meanings), std::end(meanings),
                                   [&](const Meaning& m) { return m.kind == kind; });
  const std::string says = known == std::end(meanings) ? kind : std::string(known->says);
  return object({member("id", json_string(id_of(kind))),
                 member("shortDescription", text_object(kind)),
                 member("fullDescription", text_object(says)), member("help", text_object(says))});
}

std::string notification(const char* level, const std::string& text) {
  return object({member("level", json_string(level)), member("message", text_object(text))});
}

}  // namespace

std::string to_sarif(const SarifRun& run) {
  std::vector<std::string> kinds;
  std::vector<std::string> rules;
  std::vector<std::string> results;
  for (const SarifResult& result : run.results) {
    const auto known = std::find(kinds.begin(), kinds.end(), result.kind);
    results.push_back(json_of(result, static_cast<std::size_t>(known - kinds.begin())));
    if (known != kinds.end()) continue;
    kinds.push_back(result.kind);
    rules.push_back(rule_of(result.kind));
  }
  std::vector<std::string> notifications;
  for (const std::string& lack : run.lacks)
    notifications.push_back(notification("error", lack));
  for (const std::string& note : run.notes)
    notifications.push_back(notification("warning", note));
  if (run.left_out > 0)
    notifications.push_back(notification("note", counted(run.left_out, "finding") + " left out"));
  const std::string driver =
      in_lines('{',
               {member("name", json_string("layoutcheck")), member("version", json_string(version)),
                member("rules", in_lines('[', rules, ']', 8))},
               '}', 6);
  const std::string invocation =
      in_lines('{',
               {member("executionSuccessful", std::string(run.lacks.empty() ? "true" : "false")),
                member("toolExecutionNotifications", in_lines('[', notifications, ']', 8))},
               '}', 6);
  const std::string only_run = in_lines('{',
                                        {member("tool", object({member("driver", driver)})),
                                         member("invocations", list({invocation})),
                                         member("columnKind", json_string("unicodeCodePoints")),
                                         member("results", in_lines('[', results, ']', 6))},
                                        '}', 4);
  return in_lines('{',
                  {member("$schema", json_string("https://docs.oasis-open.org/sarif/sarif/v2.1.0/"
                                                 "errata01/os/schemas/sarif-schema-2.1.0.json")),
                   member("version", json_string("2.1.0")), member("runs", list({only_run}))},
                  '}', 2) +
         "\n";
}

std::string to_sarif(const Report& report) {
  SarifRun run;
  run.lacks = shortcomings(report.account);
  if (report.account.interrupted) run.lacks.emplace_back("stopped before the end");
  run.left_out = report.faults_left_out();
  for (const Fault& fault : report.faults) {
    SarifResult result;
    result.kind = describe(fault.verdict.kind);
    result.subject = fault.operation;
    result.count = fault.cases;
    const Verdict& verdict = fault.verdict;
    result.message = fault.text + ": " +
                     (fault.cause.empty()   ? verdict_text(verdict)
                      : verdict.why.empty() ? fault.cause
                                            : fault.cause + ": " + verdict.why);
    if (verdict.why.empty() && verdict.expected)
      result.message += ", expected " + to_string(*verdict.expected);
    if (fault.place.line > 0) result.place = fault.place;
    if (fault.asked.line > 0) {
      if (result.place) result.related.emplace_back("answered in", *result.place);
      result.place = fault.asked;
    }
    run.results.push_back(std::move(result));
  }
  return to_sarif(run);
}

}  // namespace layoutcheck::cli
