// Buffers, and the variables of kernels.
#include "host/runner/memory.hpp"

#include "host/runner/sanitizer.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

alignas(4096) char layoutcheck_dynamic_shared[layoutcheck::gpu::host::max_dynamic_shared + 4096];

namespace layoutcheck::gpu::host {

std::vector<Memory> buffers;
std::vector<Memory> variables;

void* map(std::uint64_t bytes, int protection) {
  void* found =
      mmap(nullptr, bytes, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return found == MAP_FAILED ? nullptr : found;
}

namespace {

/// Bytes of shared memory that nobody wrote, and of buffers where reading them goes unnoticed.
constexpr int pattern = 0xcb;
/// Larger buffers stay as the system gives them: filling them would need the memory. Where each
/// access is seen before it happens, indices are filled in then.
constexpr std::uint64_t max_filled = std::uint64_t{1} << 26;
constexpr std::uint64_t page = 4096;
/// Between two buffers, so that an address that is a little wrong is in none.
constexpr std::uint64_t gap = std::uint64_t{1} << 26;

constexpr std::uint64_t whole_pages(std::uint64_t bytes) {
  return (std::max<std::uint64_t>(bytes, 1) + page - 1) / page * page;
}

void forget_written(Memory& memory) {
  if (memory.written != nullptr) munmap(memory.written, whole_pages(memory.bytes));
  memory.written = nullptr;
}

/// Whether a buffer's indices are written when they are touched.
bool is_filled_later([[maybe_unused]] const Allocation& wanted) {
#ifdef LAYOUTCHECK_RECORD
  return wanted.kind == Fill::Kind::index && wanted.bytes > max_filled;
#else
  return false;
#endif
}

/// Writes the indices of a part that begins with an element.
void fill(const Memory& memory, std::uint64_t begin, std::uint64_t end) {
  const std::uint64_t width = memory.fill.width;
  const std::uint64_t shift = 8 * width * memory.fill.digit;
  for (std::uint64_t at = begin; at < end; at += width) {
    const std::uint64_t digit = shift < 64 ? at / width >> shift : 0;
    const std::uint64_t number = memory.fill.numbering.of(digit);
    std::memcpy(reinterpret_cast<char*>(memory.address) + at, &number, std::min(width, end - at));
  }
}

/// Null if there is no room.
char* allocate(std::uint64_t bytes, Memory& memory) {
  memory.bytes = bytes;
  if (__asan_poison_memory_region != nullptr) {
    void* found = nullptr;
    if (posix_memalign(&found, 256, std::max<std::uint64_t>(bytes, 1)) != 0) return nullptr;
    memory.address = reinterpret_cast<std::uint64_t>(found);
    return static_cast<char*>(found);
  }
  if (bytes > std::uint64_t{1} << 46) return nullptr;
  const std::uint64_t pages = whole_pages(bytes);
  memory.mapped_bytes = pages + 2 * gap;
  memory.mapped = map(memory.mapped_bytes, PROT_NONE);
  if (memory.mapped == nullptr) return nullptr;
  char* first = static_cast<char*>(memory.mapped) + gap;
  memory.address = reinterpret_cast<std::uint64_t>(first);
  if (mprotect(first, pages, PROT_READ | PROT_WRITE) != 0) return nullptr;
#ifdef LAYOUTCHECK_RECORD
  memory.written = static_cast<unsigned char*>(map(pages, PROT_READ | PROT_WRITE));
  if (memory.written == nullptr) return nullptr;
#endif
  if (is_filled_later(memory.fill)) {
    memory.filled =
        static_cast<unsigned char*>(map(whole_pages(pages / page), PROT_READ | PROT_WRITE));
    if (memory.filled == nullptr) return nullptr;
  }
  return first;
}

void give_back(Memory& memory) {
  if (memory.mapped != nullptr)
    munmap(memory.mapped, memory.mapped_bytes);
  else
    std::free(reinterpret_cast<void*>(memory.address));
  forget_written(memory);
  if (memory.filled != nullptr)
    munmap(memory.filled, whole_pages(whole_pages(memory.bytes) / page));
}

/// Whether as many bytes can be written without the system running out of memory.
bool affordable(std::uint64_t bytes) {
  const auto pages = static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES));
  return bytes / page <= pages / 2;
}

}  // namespace

void fill_before(const Memory& memory, std::uint64_t offset, std::uint64_t bytes) {
  if (memory.filled == nullptr) return;
  for (std::uint64_t at = offset / page * page; at < offset + bytes; at += page) {
    unsigned char& filled = memory.filled[at / page];
    if (filled == 0) fill(memory, at, std::min(at + page, memory.bytes));
    filled = 1;
  }
}

void serve_allocate(Message request) {
  const auto wanted = request.take<Allocation>();
  const bool fills = wanted.kind == Fill::Kind::index && !is_filled_later(wanted);
  Memory memory;
  memory.fill = wanted;
  char* first = fills && !affordable(wanted.bytes) ? nullptr : allocate(wanted.bytes, memory);
  if (first == nullptr) {
    give_back(memory);  // what of it there was room for
    return refuse("there is no room for a buffer of " + std::to_string(wanted.bytes) + " bytes");
  }
  std::uint64_t known = wanted.bytes;
  switch (wanted.kind) {
    case Fill::Kind::uninitialized:
      known = 0;
      break;
    case Fill::Kind::zero:
      // Mapped memory is zero.
      if (memory.mapped == nullptr) std::memset(first, 0, wanted.bytes);
      break;
    case Fill::Kind::index:
      if (fills) fill(memory, 0, wanted.bytes);
      break;
    case Fill::Kind::bytes:
      known = std::min<std::uint64_t>(request.left(), wanted.bytes);
      std::memcpy(first, request.bytes(known), known);
      break;
  }
  if (known == wanted.bytes)
    forget_written(memory);
  else if (memory.written != nullptr)
    std::memset(memory.written, 1, known);
  if (wanted.bytes - known <= max_filled) std::memset(first + known, pattern, wanted.bytes - known);
  buffers.push_back(memory);
  reply(Reply::done, &memory.address, sizeof memory.address);
}

void serve_release() {
  for (Memory& memory : buffers)
    give_back(memory);
  buffers.clear();
  reply(Reply::done, nullptr, 0);
}

void add_variable(const volatile void* address, std::size_t bytes, Space space) {
  Memory memory;
  memory.address = reinterpret_cast<std::uint64_t>(address);
  memory.bytes = bytes;
  memory.space = space;
  if (space == Space::shared) {
    // It becomes known when the first thread of its first block comes to it.
    std::memset(const_cast<void*>(address), pattern, bytes);
#ifdef LAYOUTCHECK_RECORD
    memory.written = static_cast<unsigned char*>(std::calloc(bytes, 1));
#endif
  }
  variables.push_back(memory);
}

void set_dynamic_shared(std::uint32_t bytes) {
  if (__asan_poison_memory_region != nullptr) {
    __asan_unpoison_memory_region(layoutcheck_dynamic_shared, bytes);
    __asan_poison_memory_region(layoutcheck_dynamic_shared + bytes,
                                sizeof layoutcheck_dynamic_shared - bytes);
  }
  for (Memory& memory : variables)
    if (memory.address == reinterpret_cast<std::uint64_t>(layoutcheck_dynamic_shared))
      memory.bytes = bytes;
}

void reset_shared(std::uint32_t dynamic_bytes) {
  for (const Memory& memory : variables) {
    if (memory.space != Space::shared) continue;
    std::memset(reinterpret_cast<void*>(memory.address), pattern, memory.bytes);
    if (memory.written != nullptr) std::memset(memory.written, 0, memory.bytes);
  }
  std::memset(layoutcheck_dynamic_shared, pattern, dynamic_bytes);
}

}  // namespace layoutcheck::gpu::host
