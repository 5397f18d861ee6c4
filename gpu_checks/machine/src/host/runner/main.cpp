// The process that runs kernels: an emulated grid, its memory, and the requests of the executor.
// The executor compiles it beside the kernels; it is no part of the library.
#include "host/runner/channel.hpp"
#include "host/runner/fault.hpp"
#include "host/runner/launch.hpp"
#include "host/runner/memory.hpp"
#include "host/runner/programs.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>

using namespace layoutcheck::gpu::host;

int main(int, char** argv) {
  void* page =
      mmap(nullptr, sizeof(Status), PROT_READ | PROT_WRITE, MAP_SHARED, status_descriptor, 0);
  if (page == MAP_FAILED) return 1;
  status = static_cast<Status*>(page);
  add_variable(layoutcheck_dynamic_shared, max_dynamic_shared, layoutcheck::gpu::Space::shared);
  watch_for_signals();
  watch_parent(static_cast<pid_t>(std::atol(argv[1])));
  Head head;
  std::vector<char> message;
  while (receive(&head, sizeof head)) {
    message.resize(head.bytes);
    if (!receive(message.data(), message.size())) break;
    Message request(message);
    switch (static_cast<Request>(head.what)) {
      case Request::load:
        serve_load(message);
        break;
      case Request::allocate:
        serve_allocate(request);
        break;
      case Request::release:
        serve_release();
        break;
      case Request::read: {
        const auto region = request.take<Region>();
        for (const Memory& buffer : buffers)
          if (buffer.has(region.address, region.bytes))
            fill_before(buffer, region.address - buffer.address, region.bytes);
        reply(Reply::done, reinterpret_cast<const void*>(region.address), region.bytes);
        break;
      }
      case Request::launch:
        serve_launch(request);
        break;
    }
  }
  _exit(0);
}
