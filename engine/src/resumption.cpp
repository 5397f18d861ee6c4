// Reading, keeping and writing the checkpoints of a campaign.
#include "resumption.hpp"

#include <layoutcheck/engine/files.hpp>

#include <algorithm>

namespace layoutcheck::engine {

Resumption::Resumption(const CampaignOptions& options, std::size_t parts)
    : path_(options.resume),
      known_{to_string(options.exhaustive->bounds),
             options.exhaustive->shard,
             static_cast<unsigned>(parts),
             {}} {
  if (!keeps()) return;
  if (is_special(path_) || std::filesystem::exists(path_)) {
    std::string lost;
    known_ = read_checkpoints(path_, known_, options.find, lost);
    if (!lost.empty() && options.tell)
      options.tell(path_.string() + ": " + lost + ": all is enumerated anew");
  }
  write();  // A file that cannot be written is an error before anything is run.
}

std::optional<Checkpoint> Resumption::at(const Statement& statement, std::size_t part) const {
  const std::lock_guard lock(mutex_);
  const auto line = known_.lines.find({std::string(statement.id), part});
  return line == known_.lines.end() ? std::nullopt : std::optional(line->second);
}

void Resumption::put(const Statement& statement, std::size_t part, const Checkpoint& checkpoint) {
  const std::lock_guard lock(mutex_);
  known_.lines[{std::string(statement.id), part}] = checkpoint;
}

Resumption::Past Resumption::past(const Statement& statement) const {
  Past past;
  for (std::size_t part = 0; part < parts(); ++part) {
    const std::optional<Checkpoint> line = at(statement, part);
    if (!line) continue;
    past.cases += line->tally.cases;
    if (line->failure) past.lightest_failure = std::min(past.lightest_failure, line->weight);
  }
  return past;
}

void Resumption::write() const {
  const std::lock_guard lock(mutex_);
  if (keeps()) write_checkpoints(path_, known_);
}

}  // namespace layoutcheck::engine
