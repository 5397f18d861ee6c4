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

void add_unsupported(Command& command, std::optional<double>& share) {
  command.number("--unsupported", "P", share, {0, 100},
                 "Fail if more than so many answers in a hundred to an operation are unsupported; "
                 "unless told, what the profile says, or 50");
}

void add_inputs(Claims& claims, const ProfileOptions& options) {
  claims.add_input(options.profile);
  claims.add_input(options.expected);
}

conformance::SubjectProfile profile_of(const ProfileOptions& options, std::string& convention) {
  conformance::SubjectProfile profile = conformance::choose_profile(
      {options.profile, convention_of(convention), options.expected, options.no_expected});
  convention = name(profile.convention);
  return profile;
}

}  // namespace layoutcheck::cli
