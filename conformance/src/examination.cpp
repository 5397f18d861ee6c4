// Examinations: a trial as a user wants it, from what is not offered to the shrunk causes.
#include <layoutcheck/conformance/chains.hpp>
#include <layoutcheck/conformance/examination.hpp>
#include <layoutcheck/conformance/profile.hpp>
#include <layoutcheck/judge/clipped.hpp>
#include <layoutcheck/notation/chain.hpp>
#include <layoutcheck/notation/text.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <unordered_set>

namespace layoutcheck::conformance {

namespace {

using Clock = std::chrono::steady_clock;
using engine::Statement;

/// So many questions of the scopes, or within bounds, come for one of each other kind.
constexpr std::size_t plain_for_others = 3;

/// So many of each operation come first.
constexpr std::size_t plain_rounds = 6;

/// Why a question of a file is not asked.
constexpr std::string_view run_was_over = "as the run was over";

/// Questions of a row before it is believed not to be offered, of a profile that says that hardly
/// anything is.
constexpr double most_looks = 1000;

/// What rows that ask the same have in common: two layouts are a layout and a tiler.
std::string asked_by(const Statement& row) {
  return row.operation == nullptr ? std::string(row.id) : signature(*row.operation);
}

/// What names the row alone, as rows_named() reads it: "composition(layout, tiler)".
std::string name_of(const Statement& row) {
  const std::string id(row.id);
  return row.operation == nullptr ? id : row.operation->name + id.substr(id.find('('));
}

/// Several subjects may say the same.
void add_complaints(Findings& findings, const std::vector<std::string>& complaints) {
  for (const std::string& complaint : complaints)
    if (std::find(findings.complaints.begin(), findings.complaints.end(), complaint) ==
        findings.complaints.end())
      findings.complaints.push_back(complaint);
}

class Examination {
 public:
  Examination(const Plan& plan, const MakeForPhase& make,
              const std::function<void(const Judged&)>& use)
      : plan_(plan),
        make_(make),
        use_(use),
        convention_(plan.trial.judging.convention),
        trial_(plan.trial),
        named_(rows_named(plan.only, convention_, plan.trial.find_statement)),
        rows_(named_) {
    begin();
    if (trial_.profile != nullptr) expected_.emplace(*trial_.profile);
  }

  Asked ask_all() {
    try {
      find_what_is_offered();
      // Whoever starts anew for long after each crash may have used as much time for that.
      begin();
      ask();
    } catch (const std::exception& error) {
      if (!has_judged_) throw;
      // What was found before is told all the same.
      asked_.findings.complaints.emplace_back(error.what());
    }
    name_what_is_offered();
    complain_of_what_is_left_out();
    const bool is_late = trial_.deadline.is_over();
    asked_.findings.ran_out = is_cut_ && is_late;
    asked_.findings.scope.is_by_time = is_late;
    return std::move(asked_);
  }

  Prospect prospect() {
    find_what_is_offered();
    name_what_is_offered();
    Prospect found;
    put_all([&](const Case&) {
      ++found.questions;
      return trial_.stop == nullptr || !*trial_.stop;
    });
    found.findings = std::move(asked_.findings);
    return found;
  }

 private:
  void begin() {
    if (plan_.asking.count() > 0) trial_.deadline = Deadline(Clock::now() + plan_.asking);
  }

  /// The question as it is put, and as its text reads: the convention of the run goes without
  /// saying, and () is a shape before it is a profile.
  TakeQuestion put(const TakeQuestion& take) const {
    return [this, take](Case asked) {
      drop_convention(asked, convention_);
      return take(parse_case(question(asked), 1, vocabulary_of(trial_.judging.language)));
    };
  }

  [[nodiscard]] const Statement* row_of(const Case& question) const {
    return engine::row_of(question, convention_, trial_.find_statement);
  }

  /// What is named, without what is always unsupported. Who is asked all that it offers is asked
  /// what it says, or what probing shows.
  void find_what_is_offered() {
    const double share = trial_.profile != nullptr ? trial_.profile->unsupported / 100 : 0;
    const double enough = share > 0 && share < 1 ? std::ceil(std::log(1e-4) / std::log(share)) : 0;
    const bool is_free = plan_.only == std::vector<std::string>{"all"};
    std::vector<const Statement*> silent = rows_;
    look(silent, 4);
    if (trial_.is_over()) return;
    if (is_free && offers_) {
      rows_ = rows_offered();
      std::erase_if(silent, [&](const Statement* row) { return !has(rows_, row); });
    }
    // What is unsupported is asked again before that is believed, because some questions may be
    // offered: where the profile takes it that few are, so often that they are all unsupported by
    // chance once in 10,000 times.
    look(silent, static_cast<std::size_t>(std::clamp(enough, 32.0, most_looks)));
    if (trial_.is_over()) return;
    for (const Statement* row : silent)
      std::erase(rows_, row);
    std::set<std::string> missing;
    for (const Statement* row : silent)
      missing.insert(wish_for(*row));
    for (const Statement* row : rows_)
      missing.erase(wish_for(*row));
    asked_.findings.not_offered.assign(missing.begin(), missing.end());
    if (is_free && !offers_) probe_modules();
  }

  static bool has(const std::vector<const Statement*>& rows, const Statement* row) {
    return std::ranges::find(rows, row) != rows.end();
  }

  static bool is_among(const std::vector<const Statement*>& rows, const Statement& row) {
    return std::ranges::any_of(
        rows, [&](const Statement* other) { return asked_by(*other) == asked_by(row); });
  }

  /// Puts so many questions of each of the rows; those that are offered are taken out.
  void look(std::vector<const Statement*>& silent, std::size_t count) {
    if (silent.empty()) return;
    std::set<std::string> asked;
    std::set<std::string> offered;
    Draws draws = plan_.draws;
    draws.count = count * silent.size();
    draws.size = draws.size.value_or(15);
    TrialOptions one = trial_;
    one.jobs = std::min(1U, one.jobs);
    take_note(run_trial(
        [&](const TakeQuestion& take) {
          try {
            draw_questions(silent, draws, put(take));
          } catch (const std::runtime_error&) {
            // That no more can be drawn of few rows says nothing of the others.
            if (silent.size() == rows_.size()) throw;
          }
        },
        make_(Phase::asking, one), one,
        [&](Judged&& judged) {
          const std::string by = asked_by(*row_of(judged.question));
          asked.insert(by);
          if (judged.verdict.kind != VerdictKind::unsupported) offered.insert(by);
        }));
    // A row whose questions rarely pass the filter may not have been asked, and stays.
    std::erase_if(silent, [&](const Statement* row) {
      return !asked.contains(asked_by(*row)) || offered.contains(asked_by(*row));
    });
  }

  /// What the subject says it offers. Of what is no signature, such as "concatenate(layout,
  /// layout)", the name counts.
  std::vector<const Statement*> rows_offered() {
    std::vector<std::string> wishes;
    for (const std::string& offer : *offers_) {
      std::string name = offer.substr(0, offer.find('('));
      try {
        rows_named({offer}, convention_, trial_.find_statement);
        wishes.push_back(offer);
      } catch (const std::invalid_argument& error) {
        if (standard_vocabulary().named(name).empty())
          add_complaints(asked_.findings, {"what it offers: " + std::string(error.what())});
        else
          wishes.push_back(std::move(name));
      }
    }
    std::vector<const Statement*> rows = rows_named(wishes, convention_, trial_.find_statement);
    // Whoever composes with a tiler composes with a layout.
    for (const Statement& row : engine::operations())
      if (std::ranges::any_of(rows,
                              [&](const Statement* other) {
                                return other->operation == row.operation &&
                                       other->convention == row.convention;
                              }) &&
          !has(rows, &row))
        rows.push_back(&row);
    return rows;
  }

  /// Adds the rows that integers alone do not write, of which a question is answered rightly.
  /// Whatever else comes of asking them counts for nothing: who reads integers alone need not know
  /// what they are.
  void probe_modules() {
    constexpr std::size_t looks = 3;
    constexpr std::chrono::milliseconds patience{5000};
    std::vector<const Statement*> rows = rows_named({"everything"}, convention_);
    const auto known = rows_named({"all"}, convention_);
    std::erase_if(rows, [&](const Statement* row) { return has(known, row); });
    TrialOptions one = trial_;
    one.jobs = std::min(1U, one.jobs);
    one.deadline = trial_.deadline.within(patience);
    Draws draws = plan_.draws;
    draws.count = looks * rows.size();
    draws.size = draws.size.value_or(15);
    draws.wanted = [&](const Case& question) {
      const Reply own = engine::reply_of_algebra(question, convention_);
      return own.kind == Reply::Kind::answered && is_value(own.answer);
    };
    std::set<std::string> offered;
    try {
      run_trial([&](const TakeQuestion& take) { draw_questions(rows, draws, put(take)); },
                make_(Phase::probing, one), one,
                [&](Judged&& judged) {
                  if (is_right(judged.verdict.kind))
                    offered.insert(asked_by(*row_of(judged.question)));
                });
    } catch (const std::runtime_error&) {
      // It cannot be asked them, or the filter leaves none.
    }
    for (const Statement* row : rows)
      if (offered.contains(asked_by(*row))) rows_.push_back(row);
  }

  /// What of the plan the row is asked for: its signature, if that is named there, or its name.
  [[nodiscard]] std::string wish_for(const Statement& row) const {
    std::string signature = name_of(row);
    const auto without_blanks = [](std::string text) {
      std::erase(text, ' ');
      return text;
    };
    const bool is_named = std::any_of(plan_.only.begin(), plan_.only.end(), [&](const auto& wish) {
      return without_blanks(wish) == without_blanks(signature);
    });
    return is_named || row.operation == nullptr ? signature : row.operation->name;
  }

  /// The cases that are expected to fail, of the rows that are asked.
  void put_expected(const TakeQuestion& take) {
    if (trial_.profile == nullptr) return;
    for (const ExpectedFailure& expected : trial_.profile->expected) {
      const Statement* row = engine::row_of(expected.question, convention_);
      if (is_among(rows_, *row) &&
          (!is_chain(expected.question) || objection_to(expected.question).empty()) &&
          engine::passes(expected.question.operands, row->domain.sorts, plan_.draws.filter)) {
        take(expected.question);
      }
    }
  }

  /// Why a chain is not asked; "" if it is: chains are wanted, this one is determined, and what is
  /// inside is asked for by itself as well.
  [[nodiscard]] std::string_view objection_to(const Case& chain) const {
    if (plan_.chains == 0) return "chains, of which none is wanted (--chains)";
    for (std::size_t i = 0; i < chain.inner.size(); ++i) {
      const Operation* inner = operation_of(inner_question(chain, i));
      if (std::ranges::find(rows_, inner, &Statement::operation) == rows_.end())
        return "chains with an operation inside that is not asked";
    }
    return is_determined(chain, convention_) ? "" : "chains whose answer depends on a form inside";
  }

  /// Takes note of a question of a user's file that is not asked.
  void leave_out(const Case& question, std::string_view why, const std::string& place) {
    const Statement* row = is_chain(question) ? nullptr : row_of(question);
    if (row != nullptr && why == not_among_rows) {
      if (is_among(named_, *row))
        why = "of an operation that is not offered";
      else if (plan_.places_are_shared)
        return;
    }
    LeftOut& left = left_out_[std::string(why)];
    if (left.count++ == 0) left.first = layoutcheck::question(question) + " at " + place;
  }

  /// Those of the user's files. What is not asked is noted, also when the run is over.
  void put_places(const TakeQuestion& on) {
    for (const std::filesystem::path& place : plan_.places) {
      std::size_t questions = 0;
      const TakeQuestion take = [&](Case question) {
        ++questions;
        const std::string_view why = is_over_             ? run_was_over
                                     : is_chain(question) ? objection_to(question)
                                                          : std::string_view();
        if (why.empty()) {
          of_places_.insert(identity_of(question));
          on(std::move(question));
        } else {
          leave_out(question, why, place.string());
        }
        return trial_.stop == nullptr || !*trial_.stop;
      };
      read_questions(place, rows_, plan_.draws.filter, take, vocabulary_of(trial_.judging.language),
                     [&](const Case& question, std::string_view why, const std::string& at) {
                       ++questions;
                       leave_out(question, why, at);
                     });
      if (questions == 0)
        add_complaints(asked_.findings, {"there is no question in " + place.string()});
    }
  }

  /// The worked examples and the corpus, in an order that is spread over them.
  Questions corpus_questions() {
    auto all = std::make_shared<std::vector<Case>>();
    const TakeQuestion take = [&](Case question) {
      if (!is_chain(question) || objection_to(question).empty())
        all->push_back(std::move(question));
      return !trial_.is_over();
    };
    const engine::Filter& filter = plan_.draws.filter;
    const Vocabulary& vocabulary = vocabulary_of(trial_.judging.language);
    if (plan_.examples) example_questions(rows_, filter, take, vocabulary);
    for (const std::filesystem::path& place : plan_.corpus)
      read_questions(place, rows_, filter, take, vocabulary);
    std::size_t step = std::max<std::size_t>(1, all->size() * 618 / 1000);
    while (std::gcd(step, all->size()) > 1)
      ++step;
    return [all, step, next = std::size_t{0}]() mutable -> std::optional<Case> {
      if (next == all->size()) return std::nullopt;
      return (*all)[next++ * step % all->size()];
    };
  }

  /// The expected failures and the user's files; then, some of each in turn, the scopes of the
  /// operations or all within bounds, the corpus, random questions and random chains. Which they
  /// are, and in which order, depends on the plan and on what is offered alone.
  void put_all(const TakeQuestion& take) {
    const TakeQuestion on = put([&](Case question) {
      is_over_ = is_over_ || (plan_.cases && given_ >= *plan_.cases) || !take(std::move(question));
      ++given_;
      return !is_over_;
    });
    const TakeQuestion once = [&](Case question) {
      return seen_->add(question) ? on(std::move(question)) : !is_over_;
    };
    put_expected(once);
    put_places(on);
    if (trial_.profile != nullptr && trial_.profile->reports_overflow)
      overflow_questions(rows_, plan_.draws.filter, once);

    const bool has_scope = plan_.scope && !plan_.range;
    ScopeQuestions scope(has_scope ? rows_ : std::vector<const Statement*>(), plan_.draws.filter);
    Draws draws = plan_.draws;
    const bool is_endless = !draws.count && (trial_.deadline.left() || plan_.cases);
    if (!draws.count && !is_endless) draws.count = Plan::random_without_end;
    struct Stream {
      Questions next;
      bool is_left = true;
    };
    Stream corpus{corpus_questions()};
    Stream random{random_questions(rows_, draws, seen_)};
    draws.count = plan_.chains;
    Stream chains{random_chains(rows_, draws, convention_)};
    const auto from = [&](Stream& stream, const TakeQuestion& give) {
      if (!stream.is_left || is_over_) return;
      std::optional<Case> question = stream.next();
      if (question)
        give(*std::move(question));
      else if (engine::Interruption::is_due())
        is_over_ = true;
      else
        stream.is_left = false;
    };
    const auto from_others = [&] {
      from(corpus, once);
      from(random, on);  // which are new where that is possible
      from(chains, on);
    };
    bool is_range_left = false;
    if (plan_.range) {
      std::size_t number = 0;
      enumerate_questions(rows_, *plan_.range, plan_.draws.filter, [&](Case question) {
        once(std::move(question));
        if (++number % plain_for_others == 0) from_others();
        return !is_over_;
      });
      is_range_left = is_over_ || engine::Interruption::is_due();
      if (is_range_left && !plan_.cases && !plan_.part && !is_stopped()) {
        add_complaints(asked_.findings,
                       {"the time was over before all questions within the bounds were asked"});
      }
    }
    std::size_t number = 0;
    while (!is_over_) {
      std::optional<Case> question = scope.next();
      if (!question) break;
      ++asked_.findings.scope.questions;
      of_scope_.insert(identity_of(*question));
      once(*std::move(question));
      // First, every operation is asked some plain questions.
      if (++number % plain_for_others == 0 && scope.rounds() >= plain_rounds) from_others();
    }
    while (!is_over_ && (corpus.is_left || random.is_left || chains.is_left))
      from_others();
    is_cut_ = is_over_ && (is_range_left || corpus.is_left || (random.is_left && !is_endless) ||
                           (chains.is_left && plan_.chains > 0));
    if (is_stopped() || plan_.part) return;
    while (const std::optional<Case> question = scope.next()) {
      ++asked_.findings.scope.questions;
      ++asked_.findings.scope.left[asked_by(*row_of(*question))];
    }
    is_cut_ = is_cut_ || !asked_.findings.scope.left.empty();
  }

  [[nodiscard]] bool is_stopped() const { return trial_.stop != nullptr && *trial_.stop; }

  /// What became of the questions that were given and not answered.
  void take_note_of_unasked(const std::vector<Case>& unasked) {
    if (is_stopped()) return;
    for (const Case& question : unasked) {
      const std::size_t identity = identity_of(question);
      if (of_scope_.contains(identity)) {
        ++asked_.findings.scope.left[asked_by(*row_of(question))];
        is_cut_ = true;
      }
      if (of_places_.contains(identity)) leave_out(question, run_was_over, "a file that was given");
    }
  }

  void complain_of_what_is_left_out() {
    if (is_stopped()) return;
    for (const auto& [why, left] : left_out_) {
      add_complaints(asked_.findings,
                     {counted(left.count, "question") + " of the files not asked, " + why +
                      ", the first " + left.first});
    }
  }

  void name_what_is_offered() {
    std::set<std::string> offered;
    for (const Statement* row : rows_)
      offered.insert(wish_for(*row));
    asked_.findings.offered.assign(offered.begin(), offered.end());
  }

  /// Those of the part, if there is one.
  void put_part(const TakeQuestion& take) {
    if (!plan_.part) {
      put_all(take);
      return;
    }
    std::size_t number = 0;
    put_all([&](Case question) {
      if (number >= plan_.part->last) return false;
      return number++ < plan_.part->first || take(std::move(question));
    });
  }

  void ask() {
    const Said said = run_trial([&](const TakeQuestion& take) { put_part(take); },
                                make_(Phase::asking, trial_), trial_,
                                [&](Judged&& judged) {
                                  has_judged_ = true;
                                  if (expected_ && expected_->see(judged))
                                    asked_.expected.push_back(judged);
                                  use_(judged);
                                  if (is_fault(judged.verdict.kind))
                                    asked_.causes.add(std::move(judged));
                                });
    take_note(said);
    take_note_of_unasked(said.unasked);
  }

  void take_note(const Said& said) {
    if (asked_.findings.subject.empty()) asked_.findings.subject = said.name;
    if (!offers_) offers_ = said.offers;
    asked_.findings.start = std::max(asked_.findings.start, said.start);
    add_complaints(asked_.findings, said.complaints);
  }

  const Plan& plan_;
  const MakeForPhase& make_;
  const std::function<void(const Judged&)>& use_;
  Convention convention_;
  TrialOptions trial_;
  /// Those that are named, and those of them that are asked.
  std::vector<const Statement*> named_;
  std::vector<const Statement*> rows_;
  std::optional<std::vector<std::string>> offers_;
  std::optional<ExpectedFailures> expected_;
  Asked asked_;
  bool has_judged_ = false;
  std::shared_ptr<Seen> seen_ = std::make_shared<Seen>();
  std::size_t given_ = 0;
  bool is_over_ = false;
  /// Whether it was over before all was asked that has an end.
  bool is_cut_ = false;
  /// What the questions are that have to be asked.
  std::unordered_set<std::size_t> of_places_;
  std::unordered_set<std::size_t> of_scope_;
  struct LeftOut {
    std::size_t count = 0;
    std::string first;
  };
  std::map<std::string, LeftOut> left_out_;
};

}  // namespace

std::string to_string(const ScopeAsked& scope) {
  constexpr std::size_t most = 12;
  if (scope.questions == 0) return "";
  if (scope.left.empty())
    return "of the scope (--scope), all " + std::to_string(scope.questions) +
           " questions were asked";
  std::vector<std::pair<std::size_t, std::string>> rows;
  std::size_t left = 0;
  for (const auto& [row, count] : scope.left) {
    rows.emplace_back(count, row);
    left += count;
  }
  std::ranges::sort(rows, [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  });
  std::string text = "of the scope (--scope), " + std::to_string(left) + " of " +
                     std::to_string(scope.questions) + " questions were not asked" +
                     (scope.is_by_time ? ", as the time was over: " : ": ");
  for (std::size_t i = 0; i < std::min(most, rows.size()); ++i)
    text += (i == 0 ? "" : ", ") + std::to_string(rows[i].first) + " of " + rows[i].second;
  if (rows.size() > most) text += ", and some of " + std::to_string(rows.size() - most) + " others";
  return text;
}

void add_unasked(Account& account, const Plan& plan, const std::vector<std::string>& known) {
  if (plan.trial.stop != nullptr && *plan.trial.stop) return;
  for (const std::string& wish : plan.only) {
    if (wish == "all" || wish == "everything" || std::ranges::find(known, wish) != known.end())
      continue;
    const auto rows = rows_named({wish}, plan.trial.judging.convention, plan.trial.find_statement);
    const bool is_asked = std::ranges::any_of(rows, [&](const Statement* row) {
      return account.operations.contains(row->operation == nullptr ? std::string(row->id)
                                                                   : row->operation->name);
    });
    if (!is_asked) account.complaints.push_back("nothing was asked of '" + wish + "'");
  }
}

Asked& Asked::operator+=(const Asked& other) {
  add_complaints(findings, other.findings.complaints);
  if (findings.subject.empty()) findings.subject = other.findings.subject;
  findings.offered = other.findings.offered;
  findings.not_offered = other.findings.not_offered;
  findings.ran_out = findings.ran_out || other.findings.ran_out;
  findings.start = std::max(findings.start, other.findings.start);
  for (const Cause& cause : other.causes.found())
    causes.add(cause.smallest, cause.cases);
  expected.insert(expected.end(), other.expected.begin(), other.expected.end());
  return *this;
}

Asked ask_all(const Plan& plan, const MakeForPhase& make,
              const std::function<void(const Judged&)>& use) {
  return Examination(plan, make, use).ask_all();
}

Prospect prospect(const Plan& plan, const MakeForPhase& make) {
  const std::function<void(const Judged&)> use = [](const Judged&) {};
  return Examination(plan, make, use).prospect();
}

Findings concluded(Asked asked, const Plan& plan, const MakeForPhase& make) {
  Findings findings = std::move(asked.findings);
  if (plan.trial.profile != nullptr) {
    ExpectedFailures expected(*plan.trial.profile);
    for (const Judged& judged : asked.expected)
      expected.see(judged);
    findings.mended = expected.mended();
    findings.expected_not_asked = expected.not_asked();
    add_complaints(findings, expected.complaints());
  }
  TrialOptions options = plan.trial;
  // The time for shrinking is beyond that for asking, or nothing would be left for it.
  options.deadline = Deadline(Clock::now() + plan.shrinking);
  const auto subject = make(Phase::shrinking, options)();
  const engine::Filter& filter = plan.draws.filter;
  try {
    findings.causes = asked.causes.shrunk(*subject, filter, options);
  } catch (const std::exception&) {
    // A subject that cannot be asked any more.
    options.deadline = Deadline(Clock::now());
    findings.causes = asked.causes.shrunk(*subject, filter, options);
  }
  if (plan.trial.profile != nullptr) {
    for (Cause& cause : findings.causes) {
      cause.documented = documented(cause.smallest.question, *plan.trial.profile);
      cause.finding = finding_of(cause.smallest, *plan.trial.profile);
    }
  }
  return findings;
}

Findings examine(const Plan& plan, const MakeForPhase& make,
                 const std::function<void(const Judged&)>& use) {
  return concluded(ask_all(plan, make, use), plan, make);
}

}  // namespace layoutcheck::conformance
