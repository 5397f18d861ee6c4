// Launches of kernels, one after another: which there are, and what was found of each.
#include "kernel_launches.hpp"

#include "kernel_launch.hpp"
#include "work.hpp"
#include <layoutcheck/engine/sealed.hpp>
#include <layoutcheck/judge/corpus.hpp>
#include <layoutcheck/notation/tab_separated.hpp>

#include <stdexcept>

namespace layoutcheck::cli {

namespace {

using tab_separated::cells_of;
using tab_separated::escaped_cell;
using tab_separated::line_of;
using tab_separated::number_in;
using tab_separated::unescaped_cell;

constexpr gpu::AtSize::Kind kinds[] = {gpu::AtSize::Kind::right, gpu::AtSize::Kind::wrong,
                                       gpu::AtSize::Kind::undecided, gpu::AtSize::Kind::refused,
                                       gpu::AtSize::Kind::right_in_part};

gpu::AtSize::Kind kind_named(const std::string& text) {
  for (const gpu::AtSize::Kind kind : kinds)
    if (name(kind) == text) return kind;
  throw std::invalid_argument("'" + text + "' is no verdict on a launch");
}

/// "result", what it says, its place, and the places that are related, as cells.
std::vector<std::string> cells_of_result(const SarifResult& result) {
  std::vector<std::string> cells = {"result", result.kind, escaped_cell(result.message),
                                    escaped_cell(result.subject), std::to_string(result.count)};
  const auto add = [&](const std::string& what, const Place& place) {
    cells.insert(cells.end(), {what, escaped_cell(place.file), std::to_string(place.line)});
  };
  if (result.place) add("", *result.place);
  for (const auto& [what, place] : result.related)
    add(what, place);
  return cells;
}

SarifResult result_in(const std::vector<std::string>& cells) {
  if (cells.size() % 3 != 2) throw std::invalid_argument("a finding lacks something");
  SarifResult result;
  result.kind = cells[1];
  result.message = unescaped_cell(cells[2]);
  result.subject = unescaped_cell(cells[3]);
  result.count = number_in(cells[4]);
  for (std::size_t i = 5; i < cells.size(); i += 3) {
    const Place place = {unescaped_cell(cells[i + 1]), number_in(cells[i + 2])};
    if (cells[i].empty())
      result.place = place;
    else
      result.related.emplace_back(cells[i], place);
  }
  return result;
}

}  // namespace

std::vector<Launch> launches_of(const std::vector<std::string>& descriptions,
                                const KernelWords& words, const std::string& sizes,
                                std::vector<std::string>& skipped) {
  std::vector<Launch> described;
  for (const std::string& place : descriptions) {
    if (place == "-") {
      described.push_back({with_description(words, read_all(place), "standard input"), place, ""});
      continue;
    }
    for (const auto& file : case_files(place, {".kernel"}, &skipped)) {
      const std::string name = file.string();
      described.push_back({with_description(words, read_all(name), name), name, ""});
    }
  }
  if (descriptions.empty()) described.push_back({words, "", ""});
  if (sizes.empty()) return described;
  const gpu::Sizes all = gpu::parse_sizes(sizes);
  std::vector<Launch> launches;
  for (const Launch& launch : described) {
    for (const std::int64_t size : all.values) {
      try {
        launches.push_back({at_size(launch.words, all.name, size), launch.description,
                            all.name + "=" + std::to_string(size)});
      } catch (const std::invalid_argument& error) {
        if (launch.description.empty()) throw;
        throw std::invalid_argument(launch.description + ": " + error.what());
      }
    }
  }
  return launches;
}

std::string digest_of(const Launch& launch, const std::string& ptx) {
  return engine::digest_of(to_description(launch.words) + ptx);
}

std::string to_lines(const LaunchFound& found) {
  std::string text =
      line_of({"launch", std::string(name(found.kind))}) +
      line_of({"text", escaped_cell(found.text)}) + line_of({"name", escaped_cell(found.name)}) +
      line_of({"verdict", escaped_cell(found.verdict)}) +
      line_of({"milliseconds", std::to_string(static_cast<std::uint64_t>(found.seconds * 1000))}) +
      line_of({"html", escaped_cell(found.html)});
  for (const std::string& member : found.json)
    text += line_of({"json", escaped_cell(member)});
  for (const SarifResult& result : found.sarif.results)
    text += line_of(cells_of_result(result));
  for (const std::string& lack : found.sarif.lacks)
    text += line_of({"lack", escaped_cell(lack)});
  for (const std::string& note : found.sarif.notes)
    text += line_of({"note", escaped_cell(note)});
  return text + line_of({"left out", std::to_string(found.sarif.left_out)});
}

LaunchFound parse_found(const std::string& lines) {
  LaunchFound found;
  tab_separated::read_lines(lines, "a result", [&](std::string_view line) {
    const std::vector<std::string> cells = cells_of(line);
    const std::string& what = cells[0];
    if (what == "result" && cells.size() >= 5)
      found.sarif.results.push_back(result_in(cells));
    else if (cells.size() != 2)
      throw std::invalid_argument("it says nothing of a launch");
    else if (what == "launch")
      found.kind = kind_named(cells[1]);
    else if (what == "text")
      found.text = unescaped_cell(cells[1]);
    else if (what == "name")
      found.name = unescaped_cell(cells[1]);
    else if (what == "verdict")
      found.verdict = unescaped_cell(cells[1]);
    else if (what == "milliseconds")
      found.seconds = static_cast<double>(number_in(cells[1])) / 1000;
    else if (what == "html")
      found.html = unescaped_cell(cells[1]);
    else if (what == "note")
      found.sarif.notes.push_back(unescaped_cell(cells[1]));
    else if (what == "json")
      found.json.push_back(unescaped_cell(cells[1]));
    else if (what == "lack")
      found.sarif.lacks.push_back(unescaped_cell(cells[1]));
    else if (what == "left out")
      found.sarif.left_out = number_in(cells[1]);
    else
      throw std::invalid_argument("it says nothing of a launch");
  });
  return found;
}

}  // namespace layoutcheck::cli
