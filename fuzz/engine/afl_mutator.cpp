// The custom mutator of AFL++ (AFL_CUSTOM_MUTATOR_LIBRARY): cases are changed as parsed cases. One
// library serves all targets; the environment variable LAYOUTCHECK_FUZZ_TARGET names the one that
// is fuzzed. AFL++ goes on with its own changes of bytes, so that there is none of them here.
#include "mutate_input.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>

using namespace layoutcheck::fuzz;

namespace {

/// Of a hundred inputs, how many are made of two.
constexpr unsigned spliced_percent = 20;

struct Mutator {
  Mutator(const Target& which, unsigned seed) : target(&which), entropy(seed) {}

  const Target* target;
  layoutcheck::engine::SeededEntropy entropy;
  /// What AFL++ was given last; it reads it until it asks for more.
  std::string input;
};

std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), data == nullptr ? 0 : size};
}

std::string changed(Mutator& mutator, std::string_view input, std::string_view other,
                    std::size_t longest) {
  if (longest < least_room) return std::string(input);
  if (!other.empty() && mutator.entropy.chance(spliced_percent)) {
    std::string both = spliced_input(mutator.entropy, input, other, *mutator.target, longest);
    if (!both.empty()) return both;
  }
  return mutated_input(mutator.entropy, input, *mutator.target, longest);
}

}  // namespace

// AFL++ passes what afl_custom_init returned to all others.
extern "C" {
void* afl_custom_init(void* afl, unsigned seed);
std::size_t afl_custom_fuzz(void* data, std::uint8_t* input, std::size_t size, std::uint8_t** out,
                            std::uint8_t* other, std::size_t other_size, std::size_t longest);
void afl_custom_deinit(void* data);
}

void* afl_custom_init(void* /*afl*/, unsigned seed) {
  const char* name = std::getenv("LAYOUTCHECK_FUZZ_TARGET");
  const Target* target = name == nullptr ? nullptr : find_target(name);
  if (target == nullptr) {
    std::fprintf(stderr,
                 "layoutcheck: LAYOUTCHECK_FUZZ_TARGET %s%s; it names the target that is fuzzed:",
                 name == nullptr ? "is not set" : "is ", name == nullptr ? "" : name);
    for (const Target& one : targets())
      std::fprintf(stderr, " %.*s", static_cast<int>(one.name.size()), one.name.data());
    std::fputc('\n', stderr);
    return nullptr;  // AFL++ ends
  }
  return new Mutator(*target, seed);
}

std::size_t afl_custom_fuzz(void* data, std::uint8_t* input, std::size_t size, std::uint8_t** out,
                            std::uint8_t* other, std::size_t other_size, std::size_t longest) {
  Mutator& mutator = *static_cast<Mutator*>(data);
  try {
    mutator.input = changed(mutator, text_of(input, size), text_of(other, other_size), longest);
  } catch (const std::exception& error) {
    // Nothing may be thrown through AFL++, and no input is worth more than the run.
    std::fprintf(stderr, "layoutcheck: no mutation: %s\n", error.what());
    mutator.input.clear();
  }
  *out = reinterpret_cast<std::uint8_t*>(mutator.input.data());
  return std::min(mutator.input.size(), longest);
}

void afl_custom_deinit(void* data) {
  delete static_cast<Mutator*>(data);
}
