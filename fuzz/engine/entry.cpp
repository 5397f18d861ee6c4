// The entry points that fuzzing engines call, for the target that the build names.
#include "mutate_input.hpp"
#include <layoutcheck/notation/work.hpp>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace layoutcheck::fuzz;

extern "C" {
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t longest,
                                    unsigned seed);
std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* one, std::size_t one_size,
                                      const std::uint8_t* other, std::size_t other_size,
                                      std::uint8_t* out, std::size_t longest, unsigned seed);
/// The engine's own mutation of bytes; an engine need not have one.
[[gnu::weak]] std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size,
                                           std::size_t longest);
}

namespace {

constexpr const Target& target = LAYOUTCHECK_FUZZ_TARGET;

std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

std::size_t copied(const std::string& text, std::uint8_t* out, std::size_t longest) {
  const std::size_t size = std::min(text.size(), longest);
  std::memcpy(out, text.data(), size);
  return size;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::optional<layoutcheck::WorkLimit> grant;
  if (target.steps > 0) {
    // Made once, and not by what the first input is granted.
    target.family();
    grant.emplace(target.steps);
  }
  const Checked checked = target.check(text_of(data, size));
  if (checked.kind == Checked::Kind::found) {
    std::fprintf(stderr, "layoutcheck: found by the target %.*s\n  %s\n  %s\n",
                 static_cast<int>(target.name.size()), target.name.data(), checked.line.c_str(),
                 checked.why.c_str());
    std::abort();
  }
  return checked.kind == Checked::Kind::rejected ? -1 : 0;
}

std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t longest,
                                    unsigned seed) {
  layoutcheck::engine::SeededEntropy entropy(seed);
  const bool plain = entropy.chance(target.plain_percent) || longest < least_room;
  if (plain && LLVMFuzzerMutate != nullptr) return LLVMFuzzerMutate(data, size, longest);
  if (longest < least_room) return size;
  return copied(mutated_input(entropy, text_of(data, size), target, longest), data, longest);
}

std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* one, std::size_t one_size,
                                      const std::uint8_t* other, std::size_t other_size,
                                      std::uint8_t* out, std::size_t longest, unsigned seed) {
  if (longest < least_room) return 0;
  layoutcheck::engine::SeededEntropy entropy(seed);
  return copied(
      spliced_input(entropy, text_of(one, one_size), text_of(other, other_size), target, longest),
      out, longest);
}
