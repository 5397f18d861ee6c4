// The options that say what is known of an implementation.
#pragma once

#include "options.hpp"
#include "output.hpp"
#include <layoutcheck/conformance/profile.hpp>

namespace layoutcheck::cli {

struct ProfileOptions {
  std::string profile;
  std::string expected;
  bool no_expected = false;
};

/// Adds --profile, --expected and --no-expected; `takes` says what is taken from a profile.
void add_profile(Command& command, ProfileOptions& options, const std::string& takes);

/// Adds --unsupported; nothing leaves it to the profile.
void add_unsupported(Command& command, std::optional<double>& share);

/// The files that the options name are inputs.
void add_inputs(Claims& claims, const ProfileOptions& options);

/// The profile that the options name. Sets the convention to that of the profile. Throws as
/// choose_profile().
conformance::SubjectProfile profile_of(const ProfileOptions& options, std::string& convention);

}  // namespace layoutcheck::cli
