// What the compiler puts before each access when a build records: these take AddressSanitizer's
// place.
#ifdef LAYOUTCHECK_RECORD

#include "host/runner/fault.hpp"
#include "host/runner/launch.hpp"
#include "host/runner/memory.hpp"
#include "host/runner/threads.hpp"

#include <dlfcn.h>

#include <algorithm>

namespace layoutcheck::gpu::host {

namespace {

/// As the compiler lays it out: a variable and what must not be touched behind it.
struct Global {
  std::uint64_t address;
  std::uint64_t bytes;
  std::uint64_t bytes_with_redzone;
  const char* name;
};

std::vector<Global> globals;
std::size_t last_buffer = 0;

[[noreturn]] void end_at_access(Fault::Kind kind, std::uint64_t address, const void* place,
                                const std::string& what, std::uint64_t bytes, bool writes) {
  note_fault(kind, "a %s of %llu bytes %s", writes ? "write" : "read",
             static_cast<unsigned long long>(bytes), what.c_str());
  note_place(place);
  status->address = address;
  abandon();
}

/// The buffer or variable that holds the first byte, null if none does.
const Memory* find(std::uint64_t address) {
  if (last_buffer < buffers.size() && buffers[last_buffer].has(address, 1))
    return &buffers[last_buffer];
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    if (buffers[i].has(address, 1)) {
      last_buffer = i;
      return &buffers[i];
    }
  }
  for (const Memory& memory : variables)
    if (memory.has(address, 1)) return &memory;
  return nullptr;
}

/// "8 bytes beyond a buffer of 400 bytes", for an address in none.
std::string where(std::uint64_t address) {
  const Memory* before = nullptr;
  for (const Memory& buffer : buffers)
    if (buffer.address <= address && (before == nullptr || buffer.address > before->address))
      before = &buffer;
  if (before == nullptr) return "below all buffers";
  return std::to_string(address - before->address - before->bytes) + " bytes beyond a buffer of " +
         std::to_string(before->bytes) + " bytes";
}

template <class T>
bool lies_in(std::uint64_t address, const T& object) {
  return address - reinterpret_cast<std::uint64_t>(&object) < sizeof object;
}

void see(std::uint64_t address, std::uint64_t bytes, WarpAccess::Kind kind, const void* place) {
  // Static initializers touch variables as well.
  if (entry == nullptr) return;
  const auto stack = reinterpret_cast<std::uint64_t>(threads[current].fiber->stack);
  if (address - stack < stack_bytes) return;
  if (lies_in(address, threadIdx) || lies_in(address, blockIdx) || lies_in(address, blockDim) ||
      lies_in(address, gridDim) || lies_in(address, received[current])) {
    return;
  }
  const bool writes = kind != WarpAccess::Kind::read;
  const Memory* memory = find(address);
  Space space = Space::global;
  if (memory == nullptr) {
    const auto global = std::find_if(globals.begin(), globals.end(), [&](const Global& g) {
      return address - g.address < g.bytes_with_redzone;
    });
    if (global != globals.end()) {
      if (address - global->address + bytes > global->bytes) {
        end_at_access(Fault::Kind::out_of_bounds, address, place, "that goes beyond a variable",
                      bytes, writes);
      }
    } else {
      Dl_info info;
      if (dladdr(reinterpret_cast<void*>(address), &info) != 0 &&
          reinterpret_cast<std::uint64_t>(info.dli_fbase) == running->base) {
        return;  // the compiler's own
      }
      end_at_access(Fault::Kind::out_of_bounds, address, place, where(address), bytes, writes);
    }
  } else {
    space = memory->space;
    const std::uint64_t offset = address - memory->address;
    if (!memory->has(address, bytes)) {
      end_at_access(Fault::Kind::out_of_bounds, address, place,
                    "that goes beyond the end of its buffer", bytes, writes);
    }
    fill_before(*memory, offset, bytes);
    if (memory->written != nullptr) {
      unsigned char* written = memory->written + offset;
      if (kind != WarpAccess::Kind::write &&
          std::find(written, written + bytes, 0) != written + bytes) {
        end_at_access(Fault::Kind::uninitialized, address, place, "that nobody wrote", bytes,
                      false);
      }
      if (writes) std::memset(written, 1, bytes);
    }
  }
  tell_access(address, bytes, kind, space, reinterpret_cast<std::uint64_t>(place) - running->base);
}

}  // namespace

}  // namespace layoutcheck::gpu::host

using namespace layoutcheck::gpu;
using namespace layoutcheck::gpu::host;

extern "C" {

#define LAYOUTCHECK_CALLBACKS(n)                                           \
  void __asan_load##n##_noabort(std::uint64_t address) {                   \
    see(address, n, WarpAccess::Kind::read, __builtin_return_address(0));  \
  }                                                                        \
  void __asan_store##n##_noabort(std::uint64_t address) {                  \
    see(address, n, WarpAccess::Kind::write, __builtin_return_address(0)); \
  }
LAYOUTCHECK_CALLBACKS(1)
LAYOUTCHECK_CALLBACKS(2)
LAYOUTCHECK_CALLBACKS(4)
LAYOUTCHECK_CALLBACKS(8)
LAYOUTCHECK_CALLBACKS(16)
void __asan_loadN_noabort(std::uint64_t address, std::size_t bytes) {
  see(address, bytes, WarpAccess::Kind::read, __builtin_return_address(0));
}
void __asan_storeN_noabort(std::uint64_t address, std::size_t bytes) {
  see(address, bytes, WarpAccess::Kind::write, __builtin_return_address(0));
}
void* __wrap_memmove(void* to, const void* from, std::size_t bytes) {
  const void* place = __builtin_return_address(0);
  if (bytes != 0) {
    see(reinterpret_cast<std::uint64_t>(from), bytes, WarpAccess::Kind::read, place);
    see(reinterpret_cast<std::uint64_t>(to), bytes, WarpAccess::Kind::write, place);
  }
  return std::memmove(to, from, bytes);
}
void* __wrap_memcpy(void* to, const void* from, std::size_t bytes)
    __attribute__((alias("__wrap_memmove")));
void* __wrap_memset(void* to, int value, std::size_t bytes) {
  if (bytes != 0) {
    see(reinterpret_cast<std::uint64_t>(to), bytes, WarpAccess::Kind::write,
        __builtin_return_address(0));
  }
  return std::memset(to, value, bytes);
}
void __asan_handle_no_return() {}
void __asan_before_dynamic_init(const char*) {}
void __asan_after_dynamic_init() {}

void layoutcheck_atomic(const volatile void* address, std::size_t bytes, const void* place) {
  see(reinterpret_cast<std::uint64_t>(address), bytes, WarpAccess::Kind::atomic, place);
}

struct AsanGlobal {
  std::uint64_t address, bytes, bytes_with_redzone;
  const char *name, *module;
  std::uint64_t dynamic, location, odr;
};
void __asan_register_globals(const AsanGlobal* first, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    globals.push_back(
        {first[i].address, first[i].bytes, first[i].bytes_with_redzone, first[i].name});
  }
}
void __asan_unregister_globals(const AsanGlobal*, std::size_t) {}

}  // extern "C"

#endif
