// Causes: faults grouped by what they have in common, each with its smallest case.
#pragma once

#include <layoutcheck/conformance/trial.hpp>

#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace layoutcheck::conformance {

/// What is special about operands: "empty tuple", "extent 1", "stride 0", "nested", "tiler by
/// mode", and the like, sorted.
std::set<std::string> features(std::span<const Value> operands);

/// Sets what is likely expected of a fault that samples alone show.
void name_by_algebra(Judged& fault, Convention convention);

/// The kind of verdict that a fault has in every size: that it answers the unanswerable, if that is
/// likely.
VerdictKind kind_of(const Judged& fault);

/// How a wrong reply differs from what was expected: "another size", "another function", "another
/// form", "another value", "overflow unnoticed", "AssertionError", "exit status 1: IndexError"; ""
/// where the verdict says it all. It does not depend on whether the case is small enough to be
/// tabulated.
std::string difference(const Judged& fault);

/// Where two layout functions differ.
struct Difference {
  Int at = 0;
  Exact given;
  Exact expected;
};

/// The first point in the domains of both where the functions differ, among the first 2^20; nothing
/// if there is none.
std::optional<Difference> first_difference(const Layout& given, const Layout& expected);

struct Cause {
  std::string operation;
  VerdictKind kind = VerdictKind::undecided;
  std::string difference;
  std::set<std::string> features;
  /// How many faults were found of it.
  std::size_t cases = 0;
  Judged smallest;
  /// Whether the time ended before the case was as small as could be.
  bool is_cut = false;
  /// What the subject's documents say of the operation (a profile has it); "" if that is not known.
  std::string documented = {};
  /// Its record in corpus/findings, where a profile names one; "" if not.
  std::string finding = {};
};

/// "wrong, another function; extent 1, nested".
std::string title_of(const Cause& cause);

/// The title of the cause, without the features that only describe its smallest case: what all its
/// faults have in common.
std::string pattern_of(Cause cause);

/// "composition: wrong, another function; extent 1, nested (422 cases)".
std::string heading_of(const Cause& cause);

/// What precedes several causes: "3 causes:", and the heading of each in a line, with its number;
/// "" where there are fewer than two.
std::string list_of(const std::vector<Cause>& causes);

/// Says that the time ended before the cases of some causes were as small as could be, and what
/// that means; "" if it did not.
std::string time_note(const std::vector<Cause>& causes);

/// What the subject said: "2:3", "error  AssertionError: ...", "timeout: no answer in 10000 ms".
std::string given(const Judged& judged);

/// The smallest case of a cause in lines, each with its title: "" the question, "given",
/// "expected" with the reason where there is no value, "wrong" where nothing is expected, "form",
/// "at" with the first point where the functions differ, "promised" with what the subject's
/// documents say, and "finding" with its record.
std::vector<std::pair<std::string, std::string>> lines_of(const Cause& cause);

class Causes {
 public:
  /// Takes a fault, which stands for so many.
  void add(Judged fault, std::size_t cases = 1);

  /// The causes, the most important first: by how bad its kind is (wrong before a refusal, and the
  /// form last), then those whose smallest case is not trivial, then by how many cases they have.
  /// Each case is made smaller by asking the subject again, as long as operation, verdict and
  /// difference stay the same and no feature is added: along moves to plainer operands, then by the
  /// first such failure in the order of weights that has the same features. Where all causes of an
  /// operation, a verdict and a difference have a trivial case, the first failure is looked for
  /// that has none. Causes whose cases have the same features then are one; so are crashes,
  /// timeouts and errors that say the same from the beginning. Operands stay within the filter.
  /// What comes of it depends on the faults alone, unless the trial is over before: then cases stay
  /// as they are; each has a fair share of the time until the deadline.
  [[nodiscard]] std::vector<Cause> shrunk(Subject& subject, const engine::Filter& filter,
                                          const TrialOptions& options) const;

  /// The causes as they are, each with its smallest case.
  [[nodiscard]] std::vector<Cause> found() const;

  [[nodiscard]] bool empty() const { return causes_.empty(); }
  [[nodiscard]] std::size_t size() const { return causes_.size(); }

 private:
  using Key = std::tuple<std::string, VerdictKind, std::string, std::set<std::string>>;

  static void merge(std::map<Key, Cause>& causes, Cause cause);

  std::map<Key, Cause> causes_;
};

}  // namespace layoutcheck::conformance
