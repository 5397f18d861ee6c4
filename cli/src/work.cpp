// What commands that are cut into pieces share.
#include "work.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>

namespace layoutcheck::cli {

void require_unchanged(const Inputs& planned, const Inputs& now) {
  std::vector<Inputs::value_type> changed;
  std::ranges::set_symmetric_difference(planned, now, std::back_inserter(changed));
  if (!changed.empty())
    throw std::runtime_error(changed.front().first + " changed since the plan was made");
}

void refuse_in_plan(bool is_given, const std::string& option, const std::string& why) {
  if (is_given) throw std::invalid_argument("a plan cannot have " + option + ": " + why);
}

}  // namespace layoutcheck::cli
