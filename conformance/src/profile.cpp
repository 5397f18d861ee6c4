// Profiles: how they are read, and what they make of faults.
#include "conditions.hpp"
#include "embedded.hpp"
#include <layoutcheck/conformance/profile.hpp>
#include <layoutcheck/engine/blocks.hpp>
#include <layoutcheck/engine/files.hpp>
#include <layoutcheck/notation/chain.hpp>
#include <layoutcheck/notation/number.hpp>
#include <layoutcheck/oracles/answer.hpp>

#include <algorithm>
#include <iterator>
#include <limits>
#include <type_traits>
#include <utility>

namespace layoutcheck::conformance {

namespace {

using engine::Block;
using engine::fail_at;
using engine::Field;
using engine::Statement;

constexpr Standing standings[] = {Standing::checked, Standing::trusted, Standing::own_meaning,
                                  Standing::not_offered, Standing::weak};
constexpr oracle::FormPart form_parts[] = {oracle::FormPart::modes, oracle::FormPart::coalesced};

/// The parts of a list at its commas outside of brackets, without the blanks around them.
std::vector<std::string> words_in(std::string_view list) {
  std::vector<std::string> words = {""};
  int depth = 0;
  for (const char c : list) {
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (c == ',' && depth == 0)
      words.emplace_back();
    else if (c != ' ' || !words.back().empty())
      words.back() += c;
  }
  for (std::string& word : words)
    word.erase(word.find_last_not_of(' ') + 1);
  return words;
}

bool asks_the_same(const Statement& a, const Statement& b) {
  return a.operation == b.operation && (a.operation != nullptr || &a == &b);
}

bool is_among(const std::vector<const Statement*>& rows, const Statement& row) {
  return std::any_of(rows.begin(), rows.end(),
                     [&](const Statement* one) { return asks_the_same(*one, row); });
}

/// The cause with this title. Throws std::invalid_argument.
Cause read_title(const std::string& title) {
  for (std::size_t i = 0; i < verdict_kinds; ++i) {
    const auto kind = static_cast<VerdictKind>(i);
    const std::string word(describe(kind));
    if (!is_fault(kind) || !title.starts_with(word)) continue;
    std::string rest = title.substr(word.size());
    if (!rest.empty() && !rest.starts_with(", ") && !rest.starts_with("; ")) continue;
    Cause read;
    read.kind = kind;
    if (const std::size_t semicolon = rest.rfind("; "); semicolon != std::string::npos) {
      for (std::string& feature : words_in(rest.substr(semicolon + 2)))
        read.features.insert(std::move(feature));
      rest.resize(semicolon);
    }
    if (!rest.empty()) read.difference = rest.substr(2);
    return read;
  }
  throw std::invalid_argument("'" + title + "' begins with no verdict on a fault");
}

/// The choice that has this name. Throws std::invalid_argument.
template <class Choice, std::size_t n>
Choice one_of(const Choice (&choices)[n], std::string_view (*name)(std::type_identity_t<Choice>),
              const std::string& text) {
  std::string names;
  for (const Choice choice : choices) {
    if (name(choice) == text) return choice;
    names += (names.empty() ? "" : ", ") + std::string(name(choice));
  }
  throw std::invalid_argument("'" + text + "' is not one of " + names);
}

bool takes_swizzle(const Statement& row) {
  return row.operation != nullptr &&
         std::ranges::count(row.operation->operands, Sort::swizzled_layout) > 0;
}

/// Reads a profile, or what is added to one.
class ProfileReader {
 public:
  ProfileReader(SubjectProfile& profile, const std::string& place)
      : profile_(profile), place_(place) {}

  void read(const std::vector<Block>& blocks, bool only_expected) {
    for (const Block& block : blocks) {
      if (block.key == "expected failure") {
        read_expected(block);
      } else if (!only_expected && block.key == "precondition") {
        read_precondition(block);
      } else if (!only_expected && block.key == "open form") {
        read_open_form(block);
      } else if (!only_expected && block.key == "documented") {
        read_documented(block);
      } else {
        if (only_expected || block.key != "profile" || &block != blocks.data()) {
          fail_at(place_, block.line,
                  only_expected ? "only [expected failure] can stand here"
                                : "expected one [profile], then [precondition], [open form], "
                                  "[documented] and [expected failure], not [" +
                                      block.key + "]");
        }
        read_head(block);
      }
    }
    if (!only_expected && (blocks.empty() || blocks.front().key != "profile"))
      fail_at(place_, 1, "expected [profile]");
  }

 private:
  /// Runs `read` on the text of a field; what it throws names the line.
  template <class Read>
  auto at(const Field& field, const Read& read) {
    try {
      return read(field.text);
    } catch (const ParseError& error) {
      fail_at(place_, field.line, error.message());
    } catch (const std::invalid_argument& error) {
      fail_at(place_, field.line, error.what());
    }
  }

  void require(const Block& block, std::initializer_list<std::string_view> needed,
               std::initializer_list<std::string_view> others = {}) {
    std::vector<std::string_view> names(needed);
    names.insert(names.end(), others);
    engine::require_fields(block, names, {needed.begin(), needed.size()}, place_);
  }

  std::vector<const Statement*> rows_in(const std::vector<std::string>& words) {
    return rows_named(words, profile_.convention);
  }

  /// The rows that the head of the profile names.
  const std::vector<const Statement*>& offered() {
    if (!offered_) offered_ = rows_in(profile_.operations);
    return *offered_;
  }

  /// What a word of a block means: 'all' also whatever else is offered, and a name its signatures
  /// on swizzled layouts, if they are.
  std::vector<const Statement*> rows_meant(const std::string& word) {
    std::vector<const Statement*> rows = rows_in({word});
    for (const Statement* row : offered()) {
      const bool is_meant = word == "all" || (takes_swizzle(*row) && row->operation->name == word);
      if (is_meant && !is_among(rows, *row)) rows.push_back(row);
    }
    return rows;
  }

  void read_head(const Block& block) {
    require(block, {"about", "convention"},
            {"operations", "where", "unsupported", "crashes", "overflow", "versions"});
    profile_.about = block.find("about")->text;
    profile_.convention = at(*block.find("convention"), [](const std::string& text) {
      const auto convention = convention_named(text);
      if (!convention) throw std::invalid_argument("'" + text + "' is no convention");
      return *convention;
    });
    if (const Field* where = block.find("where")) {
      profile_.where = where->text;
      at(*where, engine::parse_filter);
    }
    if (const Field* share = block.find("unsupported")) {
      profile_.unsupported = at(*share, [](const std::string& text) {
        const auto number = number_from<double>(text);
        if (!number || !(*number >= 0 && *number <= 100))
          throw std::invalid_argument("expected a number from 0 to 100, found '" + text + "'");
        return *number;
      });
    }
    if (const Field* crashes = block.find("crashes")) {
      profile_.crashes = at(*crashes, [](const std::string& text) {
        const auto number = number_from<std::size_t>(text);
        if (!number || *number < 1)
          throw std::invalid_argument("expected a number from 1 on, found '" + text + "'");
        return *number;
      });
    }
    if (const Field* overflow = block.find("overflow")) {
      profile_.reports_overflow = at(*overflow, [](const std::string& text) {
        if (text != "reported")
          throw std::invalid_argument("expected 'reported', found '" + text + "'");
        return true;
      });
    }
    if (const Field* operations = block.find("operations")) {
      profile_.operations = words_in(operations->text);
      at(*operations, [&](const std::string&) { return rows_in(profile_.operations); });
    }
  }

  void read_precondition(const Block& block) {
    require(block, {"operations", "needs", "standing", "source"}, {"clauses"});
    Precondition read;
    read.needs = block.find("needs")->text;
    read.source = block.find("source")->text;
    read.standing = at(*block.find("standing"), [](const std::string& text) {
      return one_of(standings, conformance::name, text);
    });
    const Condition* condition = at(*block.find("needs"), [&](const std::string& text) {
      read.holds = condition_in(text);
      const bool is_weak = read.standing == Standing::weak;
      if (is_weak && text != complementable && text != longest)
        throw std::invalid_argument("what is weak needs 'complementable' or 'longest'");
      if (!is_weak && text == longest) throw std::invalid_argument("'longest' is always weak");
      if (is_weak && profile_.convention == Convention::strict)
        throw std::invalid_argument("under the convention strict nothing is weak");
      return named(text);
    });
    const bool has_clauses = read.standing == Standing::weak && read.needs == complementable;
    const Field* clauses = block.find("clauses");
    if (has_clauses && clauses == nullptr)
      fail_at(place_, block.line, "what is weak and needs 'complementable' needs 'clauses'");
    if (clauses != nullptr) {
      at(*clauses, [&](const std::string& text) {
        if (!has_clauses)
          throw std::invalid_argument("clauses are of what is weak and needs 'complementable'");
        for (const std::string& word : words_in(text))
          read.clauses.insert(one_of(oracle::weak_clauses, oracle::name, word));
        return true;
      });
    }
    at(*block.find("operations"), [&](const std::string& text) {
      for (const std::string& word : words_in(text))
        add_rows(read, word, condition);
      return true;
    });
    profile_.preconditions.push_back(std::move(read));
  }

  /// The rows that the field names and the profile offers, at least one for each name.
  std::vector<const Statement*> rows_offered(const Field& operations) {
    return at(operations, [&](const std::string& text) {
      std::vector<const Statement*> rows;
      for (const std::string& word : words_in(text)) {
        const auto meant = rows_meant(word);
        const std::size_t before = rows.size();
        std::copy_if(meant.begin(), meant.end(), std::back_inserter(rows),
                     [&](const Statement* row) { return is_among(offered(), *row); });
        if (rows.size() == before)
          throw std::invalid_argument(meant.front()->id +
                                      " is not one of the profile's operations");
      }
      return rows;
    });
  }

  void read_documented(const Block& block) {
    require(block, {"operations", "says", "source"});
    profile_.documented.push_back({rows_offered(*block.find("operations")),
                                   block.find("says")->text, block.find("source")->text});
  }

  void read_open_form(const Block& block) {
    require(block, {"operations", "open", "source"});
    OpenForm read;
    read.source = block.find("source")->text;
    read.part = at(*block.find("open"),
                   [](const std::string& text) { return one_of(form_parts, oracle::name, text); });
    read.rows = rows_offered(*block.find("operations"));
    profile_.open_forms.push_back(std::move(read));
  }

  /// Adds the rows that a word means and that the condition is about.
  void add_rows(Precondition& precondition, const std::string& word, const Condition* condition) {
    bool is_about_any = false;
    bool is_offered = false;
    std::string foreign;
    for (const Statement* row : rows_meant(word)) {
      if (condition != nullptr &&
          (row->operation == nullptr || !concerns(*condition, *row->operation))) {
        continue;
      }
      // What a weak post-condition asks is asked of layouts.
      if (precondition.standing == Standing::weak && takes_swizzle(*row)) continue;
      is_about_any = true;
      if (!is_among(offered(), *row)) {
        foreign = row->id;
        continue;
      }
      is_offered = true;
      for (const Precondition& other : profile_.preconditions) {
        if (other.needs == precondition.needs && is_among(other.rows, *row)) {
          throw std::invalid_argument("there is a precondition '" + precondition.needs + "' of " +
                                      row->id + " already");
        }
      }
      precondition.rows.push_back(row);
    }
    if (!is_offered && !foreign.empty())
      throw std::invalid_argument(foreign + " is not one of the profile's operations");
    if (!is_about_any)
      throw std::invalid_argument("'" + precondition.needs + "' says nothing of " + word);
  }

  /// The condition of this name, or nullptr.
  static const Condition* named(const std::string& text) {
    const auto all = all_conditions();
    const auto found = std::find_if(
        all.begin(), all.end(), [&](const Condition& condition) { return condition.name == text; });
    return found == all.end() ? nullptr : &*found;
  }

  /// What a condition or bounds ask of a question. Throws std::invalid_argument.
  std::function<bool(const Judged&, const Statement&)> condition_in(const std::string& text) const {
    if (const Condition* condition = named(text)) {
      return [condition, convention = profile_.convention](const Judged& judged,
                                                           const Statement& /*row*/) {
        return holds(*condition, judged, judged.question.convention.value_or(convention));
      };
    }
    if (text.find_first_of("<>") != std::string::npos) {
      return [filter = engine::parse_filter(text)](const Judged& judged, const Statement& row) {
        return engine::passes(judged.question.operands, row.domain.sorts, filter);
      };
    }
    std::string names;
    for (const Condition& condition : all_conditions())
      names += (names.empty() ? "" : ", ") + std::string(condition.name);
    throw std::invalid_argument("'" + text + "' is no bound, and none of the conditions " + names);
  }

  void read_expected(const Block& block) {
    require(block, {"case", "reason"}, {"cause", "operations", "finding", "thread"});
    const Field& line = *block.find("case");
    ExpectedFailure read;
    read.place = place_ + ":" + std::to_string(line.line);
    read.reason = block.find("reason")->text;
    if (const Field* thread = block.find("thread")) {
      read.thread = at(*thread, [](const std::string& text) {
        if (text.find("://") == std::string::npos || text.find(' ') != std::string::npos)
          throw std::invalid_argument("'" + text + "' is no address");
        return text;
      });
    }
    if (const Field* finding = block.find("finding")) {
      read.finding = at(*finding, [](const std::string& text) {
        if (text.size() != 7 || text.compare(0, 3, "LC-") != 0 ||
            text.find_first_not_of("0123456789", 3) != std::string::npos)
          throw std::invalid_argument("'" + text + "' is no finding, such as LC-0001");
        return text;
      });
    }
    read.question = at(line, [](const std::string& text) {
      Case parsed = parse_case(text, 1, standard_vocabulary());
      if (parsed.answer) throw std::invalid_argument("a question is expected, without an answer");
      return parsed;
    });
    if (read.question.convention == profile_.convention) read.question.convention.reset();
    const Statement* row = engine::row_of(read.question, profile_.convention);
    if (row == nullptr || !is_among(offered(), *row))
      fail_at(place_, line.line,
              read.question.operation + " is not one of the profile's operations");
    if (const Field* cause = block.find("cause")) read.cause = at(*cause, read_title);
    read.rows = rows_meant(read.question.operation);
    if (const Field* operations = block.find("operations")) {
      if (!read.cause) fail_at(place_, operations->line, "operations need a cause");
      read.operations = operations->text;
      read.rows = rows_offered(*operations);
      if (!is_among(read.rows, *row))
        fail_at(place_, operations->line, "the operation of the case is not among them");
    }
    for (const ExpectedFailure& other : profile_.expected)
      if (question(other.question) == question(read.question))
        fail_at(place_, line.line, "this case is expected to fail at " + other.place + " already");
    profile_.expected.push_back(std::move(read));
  }

  SubjectProfile& profile_;
  const std::string& place_;
  std::optional<std::vector<const Statement*>> offered_;
};

/// Whether this standing excuses the verdict.
bool excuses(Standing standing, VerdictKind kind) {
  if (standing == Standing::not_offered)
    return kind == VerdictKind::unsupported || kind == VerdictKind::refuses_the_answerable;
  if (kind == VerdictKind::malformed || kind == VerdictKind::unsupported ||
      standing == Standing::weak) {
    return false;
  }
  return standing != Standing::checked || kind == VerdictKind::refuses_the_answerable ||
         kind == VerdictKind::crash;
}

bool answers_with_layout(const Judged& judged) {
  const Value* value = value_in(judged.reply.answer);
  return judged.reply.kind == Reply::Kind::answered && value != nullptr &&
         (std::holds_alternative<Layout>(*value) || std::holds_alternative<ModuleLayout>(*value));
}

bool is_outside(const Precondition& precondition, const Judged& judged, const Statement& row) {
  try {
    return !precondition.holds(judged, row);
  } catch (const std::exception&) {
    return false;  // what cannot be told excuses nothing
  }
}

std::string in_one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

std::string block_of(std::initializer_list<std::pair<const char*, std::string>> fields) {
  std::string text = "\n[expected failure]\n";
  for (const auto& [name, value] : fields)
    if (!value.empty()) text += std::string(name) + ": " + value + "\n";
  return text;
}

/// The one of these that a fault of the row meets, or nullptr; of several the first that has most
/// features in common.
const ExpectedFailure* expectation_of(const Judged& fault, const Statement& row,
                                      const std::vector<ExpectedFailure>& all) {
  if (all.empty()) return nullptr;
  const std::string asked = question(fault.question);
  const VerdictKind kind = kind_of(fault);
  const std::string how = difference(fault);
  const std::set<std::string> found = features(fault.question.operands);
  const auto is_met = [&](const ExpectedFailure& expected) {
    const auto& cause = expected.cause;
    if (!cause) return question(expected.question) == asked;
    return is_among(expected.rows, row) && cause->kind == kind && cause->difference == how &&
           std::includes(found.begin(), found.end(), cause->features.begin(),
                         cause->features.end());
  };
  const ExpectedFailure* met = nullptr;
  const auto known_of = [](const ExpectedFailure& expected) {
    return expected.cause ? expected.cause->features.size()
                          : std::numeric_limits<std::size_t>::max();
  };
  for (const ExpectedFailure& expected : all)
    if (is_met(expected) && (met == nullptr || known_of(*met) < known_of(expected)))
      met = &expected;
  return met;
}

}  // namespace

std::string_view name(Standing standing) {
  switch (standing) {
    case Standing::checked:
      return "checked";
    case Standing::trusted:
      return "trusted";
    case Standing::own_meaning:
      return "own meaning";
    case Standing::not_offered:
      return "not offered";
    case Standing::weak:
      return "weak";
  }
  return "";
}

SubjectProfile parse_profile(std::string_view text, const std::string& place) {
  SubjectProfile profile;
  ProfileReader(profile, place).read(engine::parse_blocks(text, place), false);
  return profile;
}

void add_expected(SubjectProfile& profile, std::string_view text, const std::string& place) {
  ProfileReader(profile, place).read(engine::parse_blocks(text, place), true);
}

ProfileText profile_text(const std::string& name_or_file) {
  constexpr std::string_view ending = ".profile";
  std::string names;
  for (const EmbeddedFile& file : embedded_files()) {
    const std::string_view name = file.name.substr(0, file.name.size() - ending.size());
    names += (names.empty() ? "" : ", ") + std::string(name);
    if (name == name_or_file) return {std::string(file.text), "profiles/" + std::string(file.name)};
  }
  if (!std::filesystem::exists(name_or_file)) {
    throw std::invalid_argument("there is no profile and no file '" + name_or_file +
                                "'; the profiles are " + names);
  }
  return {engine::read_file(name_or_file), name_or_file};
}

SubjectProfile find_profile(const std::string& name_or_file) {
  const ProfileText found = profile_text(name_or_file);
  SubjectProfile profile = parse_profile(found.text, found.place);
  profile.name = name_or_file;
  return profile;
}

SubjectProfile choose_profile(const ProfileChoice& choice) {
  SubjectProfile profile;
  profile.convention = choice.convention;
  if (!choice.profile.empty()) {
    profile = find_profile(choice.profile);
    if (choice.convention != Convention::strict && choice.convention != profile.convention) {
      throw std::invalid_argument("the convention " + std::string(name(choice.convention)) +
                                  " contradicts the profile, which is about " +
                                  std::string(name(profile.convention)));
    }
  }
  if (!choice.expected.empty())
    add_expected(profile, engine::read_file(choice.expected), choice.expected);
  if (choice.no_expected) profile.known = std::exchange(profile.expected, {});
  return profile;
}

std::map<std::string, std::string> conditions() {
  std::map<std::string, std::string> all;
  for (const Condition& condition : all_conditions())
    all.emplace(condition.name, condition.meaning);
  return all;
}

namespace {

/// Excuses a fault of the row that is expected.
void excuse_expected(Judged& fault, const Statement& row, const SubjectProfile& profile) {
  if (const ExpectedFailure* expected = expectation_of(fault, row, profile.expected)) {
    fault.verdict.kind = VerdictKind::expected_failure;
    fault.excuse = expected->place + ": " + question(expected->question) +
                   (expected->finding.empty() ? "" : ", " + expected->finding) +
                   (expected->thread.empty() ? "" : ", " + expected->thread);
  }
}

/// What a profile makes of a fault in a chain: what excuses the reply to one of its operations does
/// so of the whole. Only the outer one is known to have been answered as it was.
void excuse_chain(Judged& judged, const SubjectProfile& profile, const JudgeOptions& options) {
  const auto excuse_part = [&](Judged part) {
    const VerdictKind kind = judged.verdict.kind;
    if (!is_fault(kind) && kind != VerdictKind::unsupported) return;
    excuse(part, profile, options);
    judged.excuse = part.excuse;
    judged.verdict.kind = part.verdict.kind;
  };
  Case outer = judged.question;
  const auto none = resolve(outer, [&](const Case& inner) {
    excuse_part({inner, {}, verdict_of(judged.verdict.kind, "")});
    return oracle::expect(inner, options.convention, options.limits);
  });
  if (!none) excuse_part({std::move(outer), judged.reply, judged.verdict});
  const Statement* row = engine::row_of(judged.question, profile.convention);
  if (row != nullptr && is_fault(judged.verdict.kind)) excuse_expected(judged, *row, profile);
}

}  // namespace

void excuse(Judged& judged, const SubjectProfile& profile, JudgeOptions options) {
  options.convention = profile.convention;
  const VerdictKind kind = judged.verdict.kind;
  if (!is_fault(kind) && kind != VerdictKind::unsupported) return;
  if (is_chain(judged.question)) {
    excuse_chain(judged, profile, options);
    return;
  }
  const Statement* row = engine::row_of(judged.question, profile.convention);
  if (row == nullptr) return;
  for (const Precondition& precondition : profile.preconditions) {
    const bool is_weak = precondition.standing == Standing::weak && answers_with_layout(judged);
    if (!is_among(precondition.rows, *row) ||
        !(is_weak || excuses(precondition.standing, judged.verdict.kind)) ||
        !is_outside(precondition, judged, *row)) {
      continue;
    }
    if (is_weak) {
      Verdict weak = judge_weakly(judged.question, *value_in(judged.reply.answer),
                                  precondition.clauses, options);
      const bool is_acceptable = !is_fault(weak.kind);
      // What has an answer is told from that.
      if (is_acceptable || precondition.needs != longest) judged.verdict = std::move(weak);
      if (!is_acceptable) continue;  // which another precondition may excuse
    } else {
      judged.verdict.kind = VerdictKind::outside_preconditions;
    }
    judged.excuse = judged.question.operation + ": " + precondition.needs + " (" +
                    std::string(name(precondition.standing)) + ")";
    return;
  }
  if (kind == VerdictKind::unsupported) return;
  for (const OpenForm& open : profile.open_forms) {
    if (judged.verdict.form == open.part && is_among(open.rows, *row)) {
      judged.verdict.kind = VerdictKind::agrees_as_function;
      return;
    }
  }
  excuse_expected(judged, *row, profile);
}

std::string documented(const Case& question, const SubjectProfile& profile) {
  const Statement* row = engine::row_of(question, profile.convention);
  std::string text;
  for (const Documented& one : profile.documented)
    if (row != nullptr && is_among(one.rows, *row))
      text += (text.empty() ? "" : "; ") + one.says + " (" + one.source + ")";
  return text;
}

std::string finding_of(const Judged& fault, const SubjectProfile& profile) {
  const Statement* row = engine::row_of(fault.question, profile.convention);
  if (row == nullptr) return "";
  for (const auto* all : {&profile.expected, &profile.known})
    if (const ExpectedFailure* met = expectation_of(fault, *row, *all)) return met->finding;
  return "";
}

ExpectedFailures::ExpectedFailures(const SubjectProfile& profile) {
  for (const ExpectedFailure& expected : profile.expected)
    left_.emplace(question(expected.question), &expected);
}

bool ExpectedFailures::see(const Judged& judged) {
  if (left_.empty()) return false;
  const auto found = left_.find(question(judged.question));
  if (found == left_.end()) return false;
  const ExpectedFailure& expected = *found->second;
  left_.erase(found);
  const VerdictKind kind = judged.verdict.kind;
  const bool is_excused = kind == VerdictKind::outside_preconditions;
  if (!is_right(kind) && !is_excused) return true;
  mended_.insert(expected.place);
  complaints_.push_back(expected.place + ": " + question(expected.question) +
                        (is_excused ? " is outside the preconditions, which excuses it"
                                    : " no longer fails; take it off the list"));
  return true;
}

std::string expected_failures(const SubjectProfile& profile, const std::set<std::string>& mended,
                              const std::vector<Cause>& causes) {
  std::string text =
      "# Faults that are expected: each case is asked, and stands for all faults of its cause.\n";
  for (const ExpectedFailure& expected : profile.expected)
    if (mended.count(expected.place) == 0)
      text += block_of({{"case", question(expected.question)},
                        {"cause", expected.cause ? title_of(*expected.cause) : ""},
                        {"operations", expected.operations},
                        {"reason", expected.reason},
                        {"finding", expected.finding},
                        {"thread", expected.thread}});
  for (const Cause& cause : causes) {
    const auto& answer = cause.smallest.verdict.expected;
    text += block_of({{"case", question(cause.smallest.question)},
                      {"cause", pattern_of(cause)},
                      {"reason", "given " + in_one_line(given(cause.smallest)) +
                                     (answer ? ", not " + to_string(*answer) : std::string())}});
  }
  return text;
}

}  // namespace layoutcheck::conformance
