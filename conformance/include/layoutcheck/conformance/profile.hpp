// Profiles: what is known of an implementation before it is asked. A profile names the convention
// that it follows, the operations that it offers, the questions that mean something to it, the
// preconditions that it documents, and the faults that are expected of it.
#pragma once

#include <layoutcheck/conformance/causes.hpp>

#include <functional>
#include <map>

namespace layoutcheck::conformance {

/// What a precondition is to the implementation that documents it.
enum class Standing {
  checked,      // operands outside it are refused
  trusted,      // nothing is said of what comes of operands outside it
  own_meaning,  // an answer is documented where the sources leave the operation undefined
  not_offered,  // the operation is not offered for operands outside it
  weak,         // the weak post-condition of complement is documented where there is no complement
};

/// "own meaning", as in a profile.
std::string_view name(Standing standing);

/// A precondition of operations.
struct Precondition {
  std::vector<const engine::Statement*> rows;
  /// As in a profile: the name of a condition, or bounds.
  std::string needs;
  Standing standing = Standing::checked;
  /// Where it is documented.
  std::string source;
  /// What is documented of a complement outside of one that is weak.
  oracle::WeakClauses clauses;
  /// Whether a question with this verdict is within it. Throws where that is too costly to tell.
  std::function<bool(const Judged& judged, const engine::Statement& row)> holds;
};

/// A part of the form of answers that the implementation's documents leave open.
struct OpenForm {
  std::vector<const engine::Statement*> rows;
  oracle::FormPart part = oracle::FormPart::coalesced;
  /// Where it is documented.
  std::string source;
};

/// What the implementation's documents say of operations.
struct Documented {
  std::vector<const engine::Statement*> rows;
  /// Their words.
  std::string says;
  /// Where they stand.
  std::string source;
};

/// A fault that is known: that of a case, or, with a cause, all of that cause.
struct ExpectedFailure {
  Case question;
  /// Verdict, difference and features that its faults have in common.
  std::optional<Cause> cause;
  /// The operations whose faults it stands for, as text; "" for that of the case.
  std::string operations;
  std::vector<const engine::Statement*> rows;
  std::string reason;
  /// The address where it is reported; "" if it is not.
  std::string thread;
  /// Its record in corpus/findings: "LC-0001"; "" if it has none.
  std::string finding;
  /// Where it stands: "pycute.profile:12".
  std::string place;
};

struct SubjectProfile {
  std::string name;
  std::string about;
  Convention convention = Convention::strict;
  /// Names of operations and signatures.
  std::vector<std::string> operations = {"all"};
  /// The filter of its questions, as text.
  std::string where;
  /// How many questions in a hundred of any one operation may be unsupported.
  double unsupported = 50;
  /// After how many crashes and timeouts in one operation it is asked no more.
  std::size_t crashes = 20;
  /// Whether it documents that it reports an answer that does not fit in 64 bits, so that it is
  /// asked for some.
  bool reports_overflow = false;
  std::vector<Precondition> preconditions;
  std::vector<OpenForm> open_forms;
  std::vector<Documented> documented;
  std::vector<ExpectedFailure> expected;
  /// Those that are not expected after all, for the findings that they name.
  std::vector<ExpectedFailure> known;
};

/// The profile in a text of blocks (properties/blocks.hpp): one [profile], and any number of
/// [precondition], [open form], [documented] and [expected failure]. docs/profiles.md describes
/// them. Throws std::runtime_error that names `place` and the line.
SubjectProfile parse_profile(std::string_view text, const std::string& place);

struct ProfileText {
  std::string text;
  /// Where it stands: "profiles/pycute.profile".
  std::string place;
};

/// The text of the profile of this name that is built in, or of the one in the file of this name.
/// Throws std::invalid_argument that says which there are.
ProfileText profile_text(const std::string& name_or_file);

/// The profile of that text. Throws as profile_text() and parse_profile().
SubjectProfile find_profile(const std::string& name_or_file);

/// What a user says of a subject.
struct ProfileChoice {
  /// As for find_profile(); "" for none.
  std::string profile;
  /// Strict, which is what is taken unless told, leaves it to the profile.
  Convention convention = Convention::strict;
  /// A file of further expected failures; "" for none.
  std::string expected;
  bool no_expected = false;
};

/// The profile that was chosen; without a name it has the convention, and excuses nothing but what
/// is expected. Throws as find_profile(), and std::invalid_argument if the convention contradicts
/// the profile: its preconditions are about no other.
SubjectProfile choose_profile(const ProfileChoice& choice);

/// Adds the [expected failure] blocks of a text, which has no others. Throws as parse_profile().
void add_expected(SubjectProfile& profile, std::string_view text, const std::string& place);

/// The conditions that a precondition can name, each with what it means.
std::map<std::string, std::string> conditions();

/// What a profile makes of a fault. Outside a precondition that is trusted, or that gives the
/// question a meaning of its own, every reply that could be read is outside_preconditions; outside
/// one that is checked only a refusal or a crash is, so that a value that is wrong stays a fault;
/// outside one that says what is not offered, a refusal and `unsupported` are. A layout that
/// answers outside one that is weak is judged weakly. A wrong form in what is documented as open
/// agrees_as_function. What is within the preconditions and expected is an expected_failure.
/// Judged::excuse says of which precondition, or which expected failure, with its finding and its
/// thread. Nothing else changes.
void excuse(Judged& judged, const SubjectProfile& profile, JudgeOptions options = {});

/// What the implementation's documents say of the operation that the question asks, with the
/// place; "" if the profile has nothing of it.
std::string documented(const Case& question, const SubjectProfile& profile);

/// The finding that the profile names for a fault, expected or only known: "LC-0001"; "" for none.
std::string finding_of(const Judged& fault, const SubjectProfile& profile);

/// Which of the expected failures of a profile were judged, and which of these fail no more, so
/// that the list does not rot. The profile has to live as long.
class ExpectedFailures {
 public:
  explicit ExpectedFailures(const SubjectProfile& profile);

  /// Takes note of what was judged, and excused. A question that names the convention of the
  /// profile is another one than that which names none. Returns whether it is one of them, which
  /// was not seen before.
  bool see(const Judged& judged);
  /// The places of those that fail no more, and a complaint about each.
  [[nodiscard]] const std::set<std::string>& mended() const { return mended_; }
  [[nodiscard]] const std::vector<std::string>& complaints() const { return complaints_; }
  /// How many were not seen yet.
  [[nodiscard]] std::size_t not_asked() const { return left_.size(); }

 private:
  /// By their questions.
  std::map<std::string, const ExpectedFailure*> left_;
  std::set<std::string> mended_;
  std::vector<std::string> complaints_;
};

/// The blocks of these expected failures, of which those are left out whose place is among
/// `mended`, and of the causes.
std::string expected_failures(const SubjectProfile& profile, const std::set<std::string>& mended,
                              const std::vector<Cause>& causes);

}  // namespace layoutcheck::conformance
