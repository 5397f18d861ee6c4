// Descriptions of a kernel's launch: the options of `layoutcheck kernel` as words, from the command
// line and from a file.
#include "kernel_description.hpp"

#include <layoutcheck/kernels/numbers.hpp>

#include <filesystem>
#include <stdexcept>

namespace layoutcheck::cli {

namespace {

struct Key {
  const char* name;
  std::string KernelWords::*word = nullptr;
  std::vector<std::string> KernelWords::*list = nullptr;
  bool is_path = false;
};

constexpr Key keys[] = {
    {"ptx", &KernelWords::ptx, nullptr, true},
    {"entry", &KernelWords::entry},
    {"grid", &KernelWords::grid},
    {"block", &KernelWords::block},
    {"cluster", &KernelWords::cluster},
    {"shared", &KernelWords::shared},
    {"device", &KernelWords::device},
    {"args", nullptr, &KernelWords::args},
    {"expect", nullptr, &KernelWords::expect},
    {"same-as", &KernelWords::same_as, nullptr, true},
    {"blocks", &KernelWords::blocks},
    {"grow", &KernelWords::grow},
    {"draw", nullptr, &KernelWords::draw},
    {"svg", &KernelWords::svg, nullptr, true},
    {"json", &KernelWords::json, nullptr, true},
    {"junit", &KernelWords::junit, nullptr, true},
    {"html", &KernelWords::html, nullptr, true},
    {"sarif", &KernelWords::sarif, nullptr, true},
    {"time", &KernelWords::time},
    {"steps", &KernelWords::steps},
    {"memory", &KernelWords::memory},
    {"order", &KernelWords::order},
    {"ignore", &KernelWords::ignore},
    {"strict", &KernelWords::strict},
    {"max-findings", &KernelWords::max_findings},
    {"max-cells", &KernelWords::max_cells},
};

/// A line with those that continue it.
struct Setting {
  std::size_t line = 0;
  std::string text;
};

[[noreturn]] void bad(const std::string& file, std::size_t line, const std::string& why) {
  throw std::invalid_argument(file + ", line " + std::to_string(line) + ": " + why);
}

std::vector<Setting> settings_of(std::string_view text, const std::string& file) {
  std::vector<Setting> settings;
  std::size_t number = 0;
  while (!text.empty()) {
    ++number;
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    const std::string_view content = gpu::trimmed(line);
    if (content.empty() || content[0] == '#') continue;
    if (line[0] != ' ' && line[0] != '\t')
      settings.push_back({number, std::string(content)});
    else if (settings.empty())
      bad(file, number, "it continues no other line");
    else
      settings.back().text += " " + std::string(content);
  }
  return settings;
}

std::string beside(const std::string& file, const std::string& path) {
  if (path == "-") return path;
  return (std::filesystem::path(file).parent_path() / path).string();
}

}  // namespace

std::string to_description(const KernelWords& words) {
  std::string text;
  const auto add = [&](const Key& key, const std::string& value) {
    if (!value.empty()) text += std::string(key.name) + " " + value + "\n";
  };
  for (const Key& key : keys) {
    if (key.word != nullptr) add(key, words.*key.word);
    if (key.list != nullptr)
      for (const std::string& value : words.*key.list)
        add(key, value);
  }
  return text;
}

KernelWords with_description(const KernelWords& words, std::string_view text,
                             const std::string& file) {
  KernelWords described;
  for (const Setting& setting : settings_of(text, file)) {
    const std::size_t blank = setting.text.find_first_of(" \t");
    const std::string name = setting.text.substr(0, blank);
    const Key* key = nullptr;
    std::string names;
    for (const Key& candidate : keys) {
      key = name == candidate.name ? &candidate : key;
      names += (names.empty() ? "" : ", ") + std::string(candidate.name);
    }
    if (key == nullptr) bad(file, setting.line, "'" + name + "' is not one of " + names);
    const std::string value(blank == std::string::npos
                                ? ""
                                : gpu::trimmed(std::string_view(setting.text).substr(blank)));
    if (value.empty()) bad(file, setting.line, name + " has no value");
    if (key->list != nullptr)
      (described.*key->list).push_back(value);
    else if (!(described.*key->word).empty())
      bad(file, setting.line, name + " was said before");
    else
      described.*key->word = key->is_path ? beside(file, value) : value;
  }
  described.args_folder = words.args.empty() ? std::filesystem::path(file).parent_path().string()
                                             : words.args_folder;
  for (const Key& key : keys) {
    if (key.word != nullptr && !(words.*key.word).empty()) described.*key.word = words.*key.word;
    if (key.list != nullptr && !(words.*key.list).empty()) described.*key.list = words.*key.list;
  }
  return described;
}

}  // namespace layoutcheck::cli
