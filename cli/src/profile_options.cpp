// The options that say what is known of an implementation.
#include "profile_options.hpp"

namespace layoutcheck::cli {

void add_profile(Command& command, ProfileOptions& options, const std::string& takes) {
  command.text("--profile", "NAME", options.profile,
               "What is known of the implementation: " + takes +
                   "; a file, or one of those that are built in");
  command.text("--expected", "FILE", options.expected,
               "Further failures to be expected; they are no faults, but one that fails no more is "
               "reported");
  command.flag("--no-expected", options.no_expected, "No failure is expected");
}

conformance::SubjectProfile profile_of(const ProfileOptions& options, std::string& convention) {
  conformance::SubjectProfile profile = conformance::choose_profile(
      {options.profile, convention_of(convention), options.expected, options.no_expected});
  convention = name(profile.convention);
  return profile;
}

}  // namespace layoutcheck::cli
