// What a run of `layoutcheck verify` found: its report, and what it prints of its rows.
#pragma once

#include "replay_places.hpp"
#include "report.hpp"
#include <layoutcheck/engine/campaign.hpp>

#include <iosfwd>
#include <string>
#include <vector>

namespace layoutcheck::cli {

/// The report on the rows and on what was replayed. A failing row is one fault with its smallest
/// case, which is asked once more; an operation "(corpus)" stands for what was replayed.
Report report_on(const std::vector<engine::Row>& rows, const Replayed& replayed, bool interrupted);

/// A failure of a row in a line, with the case.
std::string failure_text(const engine::Statement& statement, const engine::Failure& failure);

/// A row for each operation and statement.
void print_table(const std::vector<engine::Row>& rows, std::ostream& out);

/// What people have to know of the rows besides: counterexamples to what fails as stated, rows of
/// which so much is undecided that the others say little, and failures.
void print_remarks(const std::vector<engine::Row>& rows, std::ostream& out);

}  // namespace layoutcheck::cli
