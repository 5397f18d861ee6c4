// JUnit XML: test cases with what came of each, for the reports of continuous integration.
#include "junit.hpp"

#include "escape.hpp"
#include "lines.hpp"

#include <algorithm>

namespace layoutcheck::cli {

namespace {

std::string attribute(const char* name, const std::string& value) {
  return std::string(" ") + name + "=\"" + xml_escaped(value) + "\"";
}

std::string element_of(const JunitCase& test, const std::string& command) {
  std::string text = "    <testcase" + attribute("classname", "layoutcheck." + command) +
                     attribute("name", test.name);
  if (test.assertions) text += attribute("assertions", std::to_string(*test.assertions));
  if (test.seconds) text += attribute("time", decimal(*test.seconds, 3));
  if (test.outcome == JunitCase::Outcome::passed) return text + "/>\n";
  if (test.outcome == JunitCase::Outcome::skipped)
    return text + ">\n      <skipped" + attribute("message", test.message) +
           "/>\n    </testcase>\n";
  const std::string tag = test.outcome == JunitCase::Outcome::error ? "error" : "failure";
  text += ">\n      <" + tag + attribute("message", test.message) + ">";
  for (const std::string& line : test.lines)
    text += "\n" + xml_escaped(line);
  return text + "\n      </" + tag + ">\n    </testcase>\n";
}

}  // namespace

std::string to_junit(const JunitRun& run, const std::vector<JunitCase>& cases) {
  const auto count = [&](JunitCase::Outcome outcome) {
    return std::to_string(std::ranges::count(cases, outcome, &JunitCase::outcome));
  };
  const std::string numbers = attribute("tests", std::to_string(cases.size())) +
                              attribute("failures", count(JunitCase::Outcome::failed)) +
                              attribute("errors", count(JunitCase::Outcome::error)) +
                              attribute("skipped", count(JunitCase::Outcome::skipped)) +
                              attribute("time", decimal(run.seconds, 3));
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites" + numbers +
                     ">\n  <testsuite" + attribute("name", "layoutcheck " + run.command) + numbers +
                     attribute("timestamp", run.date) + ">\n    <properties>\n";
  for (const auto& [name, value] : run.properties)
    if (!value.empty())
      text += "      <property" + attribute("name", name) + attribute("value", value) + "/>\n";
  text += "    </properties>\n";
  for (const JunitCase& test : cases)
    text += element_of(test, run.command);
  return text + "  </testsuite>\n</testsuites>\n";
}

}  // namespace layoutcheck::cli
