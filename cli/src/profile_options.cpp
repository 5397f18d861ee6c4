// The options that say what is known of an implementation.
#include "profile_options.hpp"

namespace layoutcheck::cli {

void add_profile(Command& command, ProfileOptions& options, const std::string& takes) {
  command.text(
      "--profile", "NAME", options.profile,
      "Facts about the implementation: " + takes + "; a file, or the name of a built-in profile");
  command.text(
      "--expected", "FILE", options.expected,
      "More expected failures; they are not faults, but one that no longer fails is reported");
  command.flag("--no-expected", options.no_expected, "Report expected failures as faults");
}

void add_unsupported(Command& command, std::optional<double>& share) {
  command.number("--unsupported", "P", share, {0, 100},
                 "Fail if more than this percentage of the answers to an operation is unsupported "
                 "(default: from the profile, or 50)");
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
