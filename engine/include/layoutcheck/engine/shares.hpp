// Shares: a campaign divided into parts that any machine can do, and that add up to the whole.
#pragma once

#include <layoutcheck/engine/campaign.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace layoutcheck::engine {

/// Random cases with one seed. A share of a row's random cases has this many, or the remainder.
inline constexpr std::size_t cases_a_seed = 20000;

/// A part of a campaign's work on a row. Its counts do not depend on other shares.
struct Share {
  /// The id of the row.
  std::string row;
  bool is_exhaustive = false;
  /// For random cases: the first, and their number.
  std::size_t first = 0;
  std::size_t cases = 0;
  /// For an exhaustive share: its part of the range.
  Shard shard = {};
  /// The estimated cost, in enumerated cases.
  double cost = 0;

  friend bool operator==(const Share& a, const Share& b) {
    return a.row == b.row && a.is_exhaustive == b.is_exhaustive && a.first == b.first &&
           a.cases == b.cases && a.shard == b.shard;
  }
};

/// All shares of the campaign, in the order of its rows, divided so that each costs no more than
/// one of this many equal pieces, as far as the row's work can be divided. Ranges are divided if
/// their cases are not bounded and the row must hold; the counts of other rows depend on where the
/// run ends. The options' resume file, met and deadline are ignored. Throws std::invalid_argument
/// if a range is infinite.
std::vector<Share> shares_of(const std::vector<Row>& rows, const CampaignOptions& options,
                             std::size_t pieces);

/// Part `part.index` of `part.count` of the share, which is the `place`-th of several: a part of
/// its shard if the range of its row can be cut, else all of it for one of the parts and nothing
/// for the others.
std::optional<Share> part_of(const Share& share, const Shard& part, std::size_t place,
                             const Statement& statement, const Bounds& bounds);

/// "range 3/40 shah.2.14", "random 40000+20000 shah.2.14"; and the share in such a text, whose cost
/// is not known. Throws std::invalid_argument.
std::string to_string(const Share& share);
Share parse_share(std::string_view text);

/// The counts as a line without its end; everything except the operands of the slowest case. And
/// the counts of a statement from such a line; throws std::invalid_argument.
std::string to_line(const Tally& tally);
Tally parse_tally(std::string_view line, const Statement& statement);

namespace detail {
/// The number of choices of operands within the bounds; nothing if unknown beforehand. Throws
/// std::invalid_argument if the range is infinite, unless that is allowed.
std::optional<double> choices_of(const Statement& statement, const Bounds& bounds,
                                 bool may_be_endless);

struct Estimate {
  double cases = 0;
  bool is_of_all = true;  // or some rows cannot be counted beforehand
};

/// The number of choices of all rows in the range. Throws as choices_of().
Estimate cases_within(const std::vector<Row>& rows, const Range& range, bool may_be_endless);
}  // namespace detail

}  // namespace layoutcheck::engine
