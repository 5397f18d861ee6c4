// The causes as text: blocks of fields.
#include "embedded.hpp"
#include <layoutcheck/properties/causes.hpp>
#include <layoutcheck/properties/finding.hpp>
#include <layoutcheck/properties/registry.hpp>
#include <layoutcheck/properties/tab_separated.hpp>

#include <algorithm>
#include <functional>
#include <sstream>
#include <stdexcept>

namespace layoutcheck::properties {

namespace {

struct Field {
  std::string_view name;
  std::string RootCause::*text;
};

constexpr Field fields[] = {
    {"title", &RootCause::title}, {"at", &RootCause::at},         {"gist", &RootCause::gist},
    {"why", &RootCause::why},     {"repair", &RootCause::repair},
};

/// Reads one line after another.
class Reader {
 public:
  void read(std::string_view line) {
    if (line.starts_with('#')) return;
    if (line.starts_with('[')) {
      finish();
      if (!line.ends_with(']') || line.size() < 3)
        throw std::invalid_argument("no key in brackets");
      causes_.push_back({});
      causes_.back().key = line.substr(1, line.size() - 2);
      field_ = nullptr;
    } else if (line.starts_with(' ')) {
      if (field_ == nullptr) throw std::invalid_argument("there is no field to go on with");
      *field_ += line.substr(line.find_first_not_of(' ') - 1);
    } else if (!line.empty()) {
      begin(line);
    }
  }

  std::vector<RootCause> causes() && {
    finish();
    return std::move(causes_);
  }

 private:
  void begin(std::string_view line) {
    if (causes_.empty()) throw std::invalid_argument("a key in brackets has to come first");
    const std::size_t colon = line.find(": ");
    if (colon == std::string_view::npos) throw std::invalid_argument("expected 'field: text'");
    const std::string_view name = line.substr(0, colon);
    if (name == "ids") {
      field_ = &ids_;
    } else {
      const auto* const found = std::find_if(std::begin(fields), std::end(fields),
                                             [&](const Field& one) { return one.name == name; });
      if (found == std::end(fields))
        throw std::invalid_argument("there is no field '" + std::string(name) + "'");
      field_ = &(causes_.back().*found->text);
    }
    if (!field_->empty()) throw std::invalid_argument("'" + std::string(name) + "' comes twice");
    *field_ = line.substr(colon + 2);
  }

  /// The end of a cause.
  void finish() {
    if (causes_.empty()) return;
    RootCause& cause = causes_.back();
    for (const Field& one : fields) {
      if ((cause.*one.text).empty()) {
        throw std::invalid_argument(cause.key + " has no field '" + std::string(one.name) +
                                    "' before this line");
      }
    }
    std::istringstream words(ids_);
    for (std::string id; words >> id;)
      cause.ids.push_back(id);
    if (cause.ids.empty()) throw std::invalid_argument(cause.key + " has no ids before this line");
    ids_.clear();
  }

  std::vector<RootCause> causes_;
  std::string* field_ = nullptr;
  std::string ids_;
};

}  // namespace

namespace {

/// The cause with this id among causes, or nullptr.
template <class Causes>
auto* cause_among(Causes& causes, std::string_view id) {
  const auto found = std::find_if(causes.begin(), causes.end(), [&](const RootCause& cause) {
    return std::find(cause.ids.begin(), cause.ids.end(), id) != cause.ids.end();
  });
  return found == causes.end() ? nullptr : &*found;
}

}  // namespace

std::vector<RootCause> parse_causes(std::string_view text, const std::string& place) {
  Reader reader;
  detail::read_lines(text, place, [&](std::string_view line) { reader.read(line); });
  try {
    return std::move(reader).causes();
  } catch (const std::invalid_argument& error) {
    throw std::runtime_error(place + ": " + error.what());
  }
}

std::vector<RootCause> with_inherited(std::vector<RootCause> causes,
                                      const std::vector<Statement>& of) {
  const auto is_misprint = [&](const std::string& id) {
    return std::any_of(of.begin(), of.end(),
                       [&](const Statement& one) { return one.id == id && one.misprint; });
  };
  // What is used may be there by inheritance itself.
  for (bool is_new = true; is_new;) {
    is_new = false;
    for (const Statement& statement : of) {
      if (!fails_by_inheritance(statement) || cause_among(causes, statement.id) != nullptr)
        continue;
      std::vector<std::string> used = statement.uses;
      std::stable_partition(used.begin(), used.end(), std::not_fn(is_misprint));
      for (const std::string& id : used) {
        RootCause* cause = cause_among(causes, id);
        if (cause == nullptr) continue;
        cause->ids.push_back(statement.id);
        is_new = true;
        break;
      }
    }
  }
  return causes;
}

const std::vector<RootCause>& root_causes() {
  static const std::vector<RootCause> all = [] {
    auto causes =
        with_inherited(parse_causes(built_in().causes, "properties/causes.txt"), statements());
    std::stable_sort(causes.begin(), causes.end(), [](const RootCause& a, const RootCause& b) {
      return a.ids.size() > b.ids.size();
    });
    return causes;
  }();
  return all;
}

const RootCause* cause_of(std::string_view id) {
  return cause_among(root_causes(), id);
}

}  // namespace layoutcheck::properties
