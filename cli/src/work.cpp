// What commands that are cut into pieces share.
#include "work.hpp"

#include <stdexcept>

namespace layoutcheck::cli {

void refuse_in_plan(bool is_given, const std::string& option, const std::string& why) {
  if (is_given) throw std::invalid_argument("a plan cannot have " + option + ": " + why);
}

}  // namespace layoutcheck::cli
