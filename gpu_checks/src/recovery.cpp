// The source of each element of a kernel's result, put together from the digits of its index.
//
// Both buffers begin and end with a margin, and the kernel is given the address behind the first
// one. So element i of the source holds the digits of i + margin, which are never all zero: an
// element of the destination, which is zero before each run, is zero in all of them only if nobody
// wrote it, and no run is spent on that question. A read that misses the source by a little is seen
// as the index that it is.
#include <layoutcheck/gpu/recovery.hpp>

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>

namespace layoutcheck::gpu {
namespace {

/// As much as a buffer is aligned to, so that the kernel's pointers are as well.
constexpr std::uint64_t margin_bytes = 256;
constexpr std::uint64_t bytes_at_once = std::uint64_t{1} << 20;

static_assert(std::endian::native == std::endian::little,
              "digits are read as the kernel wrote them");

void check(const Movement& movement, const Window& window) {
  const std::uint32_t width = movement.element_bytes;
  if (width != 1 && width != 2 && width != 4 && width != 8)
    throw std::invalid_argument("elements of " + std::to_string(width) + " bytes");
  const std::uint64_t most = ((std::uint64_t{1} << 63) - 2 * margin_bytes) / width;
  for (const std::uint64_t elements : {movement.source_elements, movement.destination_elements}) {
    if (elements > most) {
      throw std::invalid_argument("a buffer of " + std::to_string(elements) + " elements of " +
                                  std::to_string(width) + " bytes");
    }
  }
  if (window.first > movement.destination_elements ||
      window.count > movement.destination_elements - window.first) {
    throw std::invalid_argument("the window of " + std::to_string(window.count) +
                                " elements from " + std::to_string(window.first) +
                                " on, in a destination of " +
                                std::to_string(movement.destination_elements));
  }
}

/// Adds digit `digit` of `values.size()` elements, which begin at byte `offset`, to the values.
void add_digits(Executor& executor, Buffer buffer, std::uint64_t offset, std::uint32_t width,
                std::uint32_t digit, std::span<std::int64_t> values) {
  std::vector<std::byte> bytes;
  const std::uint64_t at_once = bytes_at_once / width;
  for (std::uint64_t begin = 0; begin < values.size(); begin += at_once) {
    const std::uint64_t count = std::min<std::uint64_t>(at_once, values.size() - begin);
    bytes.resize(count * width);
    executor.read(buffer, offset + begin * width, bytes);
    for (std::uint64_t i = 0; i < count; ++i) {
      std::uint64_t value = 0;
      std::memcpy(&value, bytes.data() + i * width, width);
      values[begin + i] |= static_cast<std::int64_t>(value << (8 * width * digit));
    }
  }
}

}  // namespace

Recovered recover_sources(Executor& executor, const Movement& movement,
                          const std::optional<Window>& window) {
  const Window seen = window.value_or(Window{0, movement.destination_elements});
  check(movement, seen);
  const std::uint32_t width = movement.element_bytes;
  const std::uint64_t margin = margin_bytes / width;
  const std::uint64_t source_bytes = movement.source_elements * width + 2 * margin_bytes;
  const std::uint64_t destination_bytes = movement.destination_elements * width + 2 * margin_bytes;
  const std::uint64_t last = movement.source_elements + 2 * margin - 1;
  const auto digits =
      static_cast<std::uint32_t>((std::bit_width(last) + 8 * width - 1) / (8 * width));

  Recovered recovered;
  recovered.sources.resize(seen.count);
  std::vector<std::int64_t> before(margin);
  std::vector<std::int64_t> after(margin);
  for (std::uint32_t digit = 0; digit < digits; ++digit) {
    executor.release();
    const Buffer source = executor.allocate(source_bytes, {Fill::Kind::index, width, digit, {}});
    const Buffer destination =
        executor.allocate(destination_bytes, {Fill::Kind::zero, width, 0, {}});
    LaunchReport report =
        executor.launch(movement.launch(Argument::pointer(source, margin_bytes),
                                        Argument::pointer(destination, margin_bytes)),
                        {});
    const bool finished = report.finished;
    ++recovered.runs;
    recovered.seconds += report.seconds;
    if (recovered.report.fault_count == 0) recovered.report = std::move(report);
    if (!finished) {
      recovered.sources.clear();
      break;
    }
    add_digits(executor, destination, 0, width, digit, before);
    add_digits(executor, destination, margin_bytes + seen.first * width, width, digit,
               recovered.sources);
    add_digits(executor, destination, destination_bytes - margin_bytes, width, digit, after);
  }
  executor.release();

  for (std::int64_t& index : recovered.sources) {
    index = index == 0 ? unwritten
                       : static_cast<std::int64_t>(static_cast<std::uint64_t>(index) - margin);
  }
  const auto written = [](std::int64_t value) { return value != 0; };
  recovered.strays = static_cast<std::uint64_t>(std::ranges::count_if(before, written) +
                                                std::ranges::count_if(after, written));
  return recovered;
}

}  // namespace layoutcheck::gpu
