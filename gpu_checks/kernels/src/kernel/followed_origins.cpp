// Compares origins, expectation by expectation.
#include "kernel/followed_origins.hpp"

#include <layoutcheck/notation/text.hpp>

#include <algorithm>
#include <string>

namespace layoutcheck::gpu {

namespace {

Source source_of(const Area& area) {
  return {area.name, area.address, area.elements, area.element_bytes};
}

}  // namespace

std::vector<Source> FollowedOrigins::sources() const {
  std::vector<Source> sources;
  for (const OriginExpectation& expectation : task_.origins) {
    for (const Indexed& factor : expectation.factors) {
      const Area& area = place_.areas[place_.find(factor.buffer).area];
      if (std::ranges::find(sources, area.address, &Source::address) == sources.end())
        sources.push_back(source_of(area));
    }
  }
  return sources;
}

void FollowedOrigins::compare(Origins& origins, bool all_ran) {
  const std::vector<Source> followed = sources();
  for (const OriginExpectation& expectation : task_.origins) {
    const PlacedArguments::Named& named = place_.find(expectation.result.buffer);
    std::vector<OriginPlace> factors;
    for (const Indexed& factor : expectation.factors) {
      const PlacedArguments::Named& of = place_.find(factor.buffer);
      const auto source =
          std::ranges::find(followed, place_.areas[of.area].address, &Source::address);
      factors.push_back({static_cast<std::size_t>(source - followed.begin()), of.offset});
    }
    KernelReport::OfExpectation& of = compared_.emplace_back();
    of.is_of_origins = true;
    of.text = expectation.text;
    of.argument = expectation.result.buffer;
    of.layout = layoutcheck::to_string(expectation.result.layout);
    const ComparedOrigins compared = gpu::compare_origins(
        expectation, origins, source_of(place_.areas[named.area]), named.offset, factors, all_ran,
        [&] {
          if (task_.stop && task_.stop()) throw Stopped();
        },
        [&](const WrongOrigin& wrong) {
          ++of.mismatches;
          tell(expectation, wrong);
        });
    of.compared = compared.elements;
    of.without_factors = compared.without_factors;
  }
}

void FollowedOrigins::tell(const OriginExpectation& expectation, const WrongOrigin& wrong) {
  const std::string& buffer = expectation.result.buffer;
  const bool unwritten = wrong.kind == WrongOrigin::Kind::unwritten;
  const char* kind = unwritten                                     ? "unwritten"
                     : wrong.kind == WrongOrigin::Kind::unexpected ? "unexpected"
                                                                   : "wrong origin";
  // One group for all lines that write the buffer: what is wrong went wrong before them.
  findings_.add(kind, 0, buffer, wrong.writer.block, wrong.writer.thread, [&](Finding& finding) {
    finding.line = wrong.writer.line;
    finding.instruction = line_of(task_.program.ptx, wrong.writer.line);
    const std::string element = buffer + "[" + std::to_string(wrong.element) + "]";
    finding.offset = static_cast<std::int64_t>(wrong.element);
    finding.expected = element + " from " + wrong.expected;
    finding.found =
        unwritten ? element + " is written by no thread, and is expected from " + wrong.expected
                  : wrong.found;
    finding.message = unwritten ? finding.found
                                : place_text(task_, finding) + "expected " + finding.expected +
                                      ", found " + finding.found;
  });
}

}  // namespace layoutcheck::gpu
