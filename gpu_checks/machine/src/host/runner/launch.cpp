// Launches.
#include "host/runner/launch.hpp"

#include "host/runner/fault.hpp"
#include "host/runner/memory.hpp"
#include "host/runner/threads.hpp"

#include <cstdlib>
#include <numeric>

namespace layoutcheck::gpu::host {

namespace {

std::vector<Access> told;
bool tell = false;
std::uint64_t access_count = 0;

void flush() {
  if (!told.empty()) reply(Reply::accesses, told.data(), told.size() * sizeof(Access));
  told.clear();
}

}  // namespace

void serve_launch(Message request) {
  const auto start = request.take<Start>();
  running = &programs.at(start.program);
  entry = &running->entries[start.entry];
  std::vector<std::uint64_t> sizes(start.arguments);
  for (std::uint64_t& size : sizes)
    size = request.take<std::uint64_t>();
  arguments.clear();
  for (const std::uint64_t size : sizes) {
    arguments.push_back(std::aligned_alloc(256, size / 256 * 256 + 256));
    std::memcpy(arguments.back(), request.bytes(size), size);
  }
  const auto* listed = request.bytes(start.blocks * sizeof(std::uint64_t));
  gridDim = start.grid;
  blockDim = start.block;
  set_order(start.order);
  tell = start.tell != 0;
  access_count = 0;
  status->faulted = 0;
  set_dynamic_shared(start.dynamic_shared);

  const std::uint64_t count = start.blocks != 0 ? start.blocks : start.grid.count();
  std::uint64_t factor = 1;
  if (start.order >= 2 && count > 2) {
    do {
      factor = 1 + random_below(count - 1);
    } while (std::gcd(factor, count) != 1);
  }
  End end;
  bool going = true;
  for (std::uint64_t i = 0; i < count && going; ++i) {
    std::uint64_t which = start.order == 1 ? count - 1 - i : i;
    if (start.order >= 2)
      which = static_cast<std::uint64_t>(static_cast<unsigned __int128>(i) * factor % count);
    if (start.blocks != 0) std::memcpy(&which, listed + which * sizeof which, sizeof which);
    going = run_block(which, start.dynamic_shared);
    ++end.blocks;
  }
  for (void* argument : arguments)
    std::free(argument);
  entry = nullptr;
  flush();
  end.finished = going;
  end.accesses = access_count;
  reply(Reply::done, &end, sizeof end);
}

void tell_access(std::uint64_t address, std::uint64_t bytes, WarpAccess::Kind kind, Space space,
                 std::uint64_t place) {
  ++access_count;
  if (!tell) return;
  told.push_back({address, place, current_block, current, static_cast<std::uint16_t>(bytes),
                  static_cast<std::uint8_t>(kind), static_cast<std::uint8_t>(space)});
  if (told.size() == 16384) flush();
}

}  // namespace layoutcheck::gpu::host
