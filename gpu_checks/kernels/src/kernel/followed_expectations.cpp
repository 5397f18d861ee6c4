// Each expectation follows the accesses that it is about.
#include "kernel/followed_expectations.hpp"

#include <layoutcheck/kernels/numbers.hpp>
#include <layoutcheck/machine/ptx.hpp>
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/oracles/functions.hpp>

#include <sstream>
#include <stdexcept>

namespace layoutcheck::gpu {

namespace {

/// The bytes of the elements that an instruction moves, as its type says; nothing if it has none.
std::optional<std::uint32_t> element_bytes_of(std::string_view instruction) {
  // The first word with a point: behind a label and a guard there may be.
  std::istringstream words{std::string(instruction)};
  std::string word;
  while (words >> word)
    if (word.front() != '@' && word.find('.') != std::string::npos && word.back() != ':')
      return bytes_of_type(std::string_view(word).substr(word.rfind('.') + 1));
  return std::nullopt;
}

/// Whether the variable is called so, perhaps by a compiler that puts the function's name in front:
/// _ZZ9transposeE4tile is `tile`.
bool is_called(const ptx::SharedVariable& variable, const std::string& name) {
  return variable.name == name || (variable.name.starts_with("_Z") &&
                                   variable.name.ends_with(std::to_string(name.size()) + name));
}

/// Throws std::invalid_argument that lists the variables there are.
SharedPlace find_shared(const KernelTask& task, const Target& target, const std::string& buffers) {
  SharedPlace place;
  place.element_bytes = target.element_bytes.value_or(0);
  if (target.buffer == "shared") return place;
  std::string names;
  std::size_t found = 0;
  for (const auto& variable : ptx::shared_variables(task.program.ptx, task.entry.name)) {
    names += (names.empty() ? "" : ", ") + variable.name;
    if (!is_called(variable, target.buffer)) continue;
    ++found;
    place.offset = variable.offset;
    // Of dynamic shared memory the launch says how much there is.
    if (variable.bytes != 0) place.bytes = variable.bytes;
    if (!target.element_bytes && variable.element_bytes > 1)
      place.element_bytes = static_cast<std::uint32_t>(variable.element_bytes);
  }
  if (found == 1) return place;
  throw std::invalid_argument(buffers + ", and " +
                              (found > 1       ? "several variables of shared memory are: "
                               : names.empty() ? "the kernel has no variables in shared memory"
                                               : "in shared memory there is ") +
                              names);
}

}  // namespace

FollowedExpectations::FollowedExpectations(const KernelTask& task, const PlacedArguments& place,
                                           Findings& findings)
    : task_(task), findings_(findings) {
  for (const Expectation& expectation : task.expectations) {
    checks_.push_back(
        {{}, {}, ExpectationCheck(expectation, task.grid.count(), task.block.count(), task.room)});
    Check& check = checks_.back();
    try {
      check.named = place.find(expectation.target.buffer);
    } catch (const std::invalid_argument& no_buffer) {
      check.shared = find_shared(task, expectation.target, no_buffer.what());
      continue;
    }
    if (expectation.target.element_bytes) {
      throw std::invalid_argument("'" + expectation.text + "': the arguments say the type of " +
                                  expectation.target.buffer);
    }
  }
}

void FollowedExpectations::see_shared(const WarpAccess& access) {
  for (Check& check : checks_) {
    const Target& target = check.follow.expectation().target;
    if (!check.shared || !target.takes(access.kind)) continue;
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
      if ((access.lanes >> lane & 1U) == 0) continue;
      const std::uint64_t offset = access.addresses[lane] - check.shared->offset;
      if (access.addresses[lane] < check.shared->offset || offset >= check.shared->bytes) continue;
      std::uint32_t& bytes = check.shared->element_bytes;
      if (bytes == 0) {
        const std::string instruction = line_of(task_.program.ptx, access.line);
        bytes = element_bytes_of(instruction).value_or(0);
        if (bytes == 0) {
          throw std::invalid_argument("line " + std::to_string(access.line) + ", `" + instruction +
                                      "`, does not say the type of an element of " + target.buffer +
                                      "; an expectation can: '" + target.buffer +
                                      ": f32[writes] = ...'");
        }
      }
      follow(check, access, std::uint64_t{access.warp} * 32 + lane, offset, bytes, 0);
    }
  }
}

void FollowedExpectations::see(const WarpAccess& access, std::uint64_t thread, std::size_t area,
                               std::uint64_t offset, std::uint32_t element_bytes) {
  for (Check& check : checks_)
    if (!check.shared && check.named.area == area &&
        check.follow.expectation().target.takes(access.kind))
      follow(check, access, thread, offset, element_bytes, check.named.offset);
}

void FollowedExpectations::follow(Check& check, const WarpAccess& access, std::uint64_t thread,
                                  std::uint64_t offset, std::uint32_t element_bytes,
                                  std::int64_t start) {
  for_each_element(offset, access.bytes, element_bytes, [&](std::int64_t element, bool whole) {
    check.follow.access(access.block, thread, element - start, whole, access.line,
                        [&](const Mismatch& mismatch) { tell(check, mismatch); });
  });
}

void FollowedExpectations::finish(std::span<const std::uint64_t> blocks) {
  for (Check& check : checks_)
    check.follow.finish(blocks, [&](const Mismatch& mismatch) { tell(check, mismatch); });
}

void FollowedExpectations::finish_launch() {
  for (Check& check : checks_) {
    const auto missing = check.follow.beyond_launch();
    if (!missing) continue;
    const Expectation& expectation = check.follow.expectation();
    const std::string& target = expectation.target.buffer;
    findings_.add("launch", 0, target, 0, 0, [&](Finding& finding) {
      finding.offset = missing->expected;
      finding.expected = "a block " + std::to_string(missing->block);
      finding.found = "there is no block " + std::to_string(missing->block) +
                      ", of which an access to " + target + " at offset " +
                      std::to_string(*missing->expected) + " is expected: the grid has " +
                      std::to_string(task_.grid.count()) + ", and '" + expectation.text + "' has " +
                      oracle::size(expectation.layout.modes()[0]).str();
      finding.message = finding.found;
    });
  }
}

void FollowedExpectations::put_into(KernelReport& report) const {
  for (const Check& check : checks_) {
    const Expectation& expectation = check.follow.expectation();
    report.expectations.push_back({expectation.text, expectation.target.buffer,
                                   layoutcheck::to_string(expectation.layout), false,
                                   check.follow.compared(), check.follow.mismatches(), 0});
  }
}

void FollowedExpectations::tell(const Check& check, const Mismatch& mismatch) {
  const std::string& target = check.follow.expectation().target.buffer;
  findings_.add(name(mismatch.kind), mismatch.line, target, mismatch.block, mismatch.thread,
                [&](Finding& finding) {
                  const auto offset = [](const std::optional<Int>& x) {
                    return x ? "offset " + std::to_string(*x) : std::string("no access");
                  };
                  finding.offset = mismatch.found;
                  finding.expected = offset(mismatch.expected);
                  finding.found = mismatch.kind == Mismatch::Kind::not_an_element
                                      ? "a part of elements at " + offset(mismatch.found)
                                      : offset(mismatch.found);
                  finding.message = place_text(task_, finding) + target + ", value " +
                                    std::to_string(mismatch.value) + ": expected " +
                                    finding.expected + ", found " + finding.found;
                });
}

}  // namespace layoutcheck::gpu
