// The executor of PTX on any text.
#include "target.hpp"
#include <layoutcheck/machine/executor.hpp>
#include <layoutcheck/machine/ptx.hpp>

#include <algorithm>

namespace layoutcheck::fuzz {

namespace {

using namespace layoutcheck::gpu;

constexpr std::size_t most_launched = 4;
constexpr std::uint64_t buffer_bytes = 4096;
/// Two warps, one of which is not full.
constexpr std::uint32_t threads = 40;

PtxOptions options_for(std::size_t seed) {
  PtxOptions options;
  options.max_steps = 2000;
  options.room = std::make_shared<Room>(std::uint64_t{1} << 26);
  options.exact = true;
  options.order = seed % 3;
  return options;
}

/// What is as wide as an address gets one; everything else a small number.
Argument argument_for(const ptx::Parameter& parameter, std::span<const Buffer> buffers,
                      std::size_t which) {
  if (parameter.bytes == sizeof(std::uint64_t))
    return Argument::pointer(buffers[which % buffers.size()]);
  Argument argument;
  argument.bytes.resize(parameter.bytes);
  if (!argument.bytes.empty()) argument.bytes.front() = std::byte{threads};
  return argument;
}

Checked launched(std::string_view input, const ptx::Summary& summary) {
  const std::unique_ptr<Executor> executor = make_ptx_executor(options_for(input.size()));
  executor->load({"input", "", std::string(input)});
  const std::array buffers = {executor->allocate(buffer_bytes, Fill{Fill::Kind::index}),
                              executor->allocate(buffer_bytes, Fill{})};
  std::uint64_t recorded = 0;
  const AccessSink sink = [&](const WarpAccess& access) { recorded += access.bytes; };
  Checked checked = rejected();
  for (std::size_t i = 0; i < std::min(summary.entries.size(), most_launched); ++i) {
    const ptx::Entry& entry = summary.entries[i];
    Launch launch;
    launch.entry = entry.name;
    launch.grid = {2};
    launch.block = {threads};
    launch.dynamic_shared = 256;
    // More than any kernel may have is refused; it need not be made up first.
    const ptx::Parameter* last = entry.parameters.empty() ? nullptr : &entry.parameters.back();
    if (last != nullptr && last->offset + last->bytes > buffer_bytes) continue;
    for (std::size_t k = 0; k < entry.parameters.size(); ++k)
      launch.arguments.push_back(argument_for(entry.parameters[k], buffers, k));
    try {
      const LaunchReport report = executor->launch(launch, sink);
      if (!report.finished && report.faults.empty())
        return found(entry.name, "the launch ended early, and no fault says why");
      checked = passed();
    } catch (const LaunchError&) {
    }
  }
  return checked;
}

/// Parses the text, and launches each of its entries with small buffers, few threads and few steps.
/// A find is an exception that is none of the executor's own, an error in a line that is not there,
/// or a parser that disagrees with the executor; crashes are the sanitizers' business.
Checked check_ptx(std::string_view input) {
  try {
    std::optional<ptx::Summary> summary;
    try {
      summary = ptx::summarize(input);
    } catch (const ptx::PtxError& error) {
      const auto lines = std::count(input.begin(), input.end(), '\n') + 1;
      return error.line() >= 1 && error.line() <= lines ? passed() : found("", error.what());
    }
    return launched(input, *summary);
  } catch (const std::exception& error) {
    return found("", error.what());
  }
}

}  // namespace

const Target ptx_target{
    .name = "ptx",
    .says = "PTX of any kind: a clear error, or launches that end within their limits",
    .family = whole_family,
    .several_lines = true,
    .plain_percent = 100,
    .check = check_ptx};

}  // namespace layoutcheck::fuzz
