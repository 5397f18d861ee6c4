// Fat binaries. NVIDIA does not document them; what is read here are the fields that `cuobjdump
// --list-ptx` and `fatbinary` show of binaries whose contents are known, each with the magic number
// that says so.
#include "fatbin.hpp"

#include <dlfcn.h>

#include <cstring>
#include <optional>

namespace layoutcheck::gpu::runtime {

namespace {

constexpr std::uint32_t magic = 0xba55ed50;

struct Header {
  std::uint32_t magic;
  std::uint16_t version;
  std::uint16_t header_bytes;
  std::uint64_t bytes;
};

struct EntryHeader {
  std::uint16_t kind;
  std::uint16_t version;
  std::uint32_t header_bytes;
  std::uint64_t padded_bytes;
  std::uint32_t compressed_bytes;
  std::uint32_t options;
  std::uint16_t minor;
  std::uint16_t major;
  std::uint32_t capability;
  std::uint64_t name;
  std::uint64_t flags;
  std::uint64_t unused;
  std::uint64_t bytes;
};
constexpr std::uint16_t kind_ptx = 1;
constexpr std::uint64_t flag_lz4 = 0x2000;
constexpr std::uint64_t flag_zstd = 0x8000;
/// Of a target with an `a` or an `f`, which other devices do not run.
constexpr std::uint64_t flag_specific = 0x100000;

/// A function of a library that is loaded when it is needed first, so that nobody needs its headers
/// to build this. Throws NoPtx.
void* function_of(const char* library, const char* function) {
  void* handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  void* found = handle == nullptr ? nullptr : dlsym(handle, function);
  if (found == nullptr) {
    throw NoPtx(std::string("its PTX is compressed, and there is no ") + library +
                "; `nvcc --no-compress` does not compress it");
  }
  return found;
}

std::string text_of(const std::byte* from, const EntryHeader& entry) {
  const char* data = reinterpret_cast<const char*>(from);
  std::string text;
  if ((entry.flags & (flag_lz4 | flag_zstd)) == 0) {
    text.assign(data, entry.padded_bytes);
  } else {
    // Beyond any module there is; whoever claims more has no fat binary.
    constexpr std::uint64_t most = std::uint64_t{1} << 31;
    if (entry.bytes >= most || entry.compressed_bytes > entry.padded_bytes)
      throw NoPtx("it is damaged");
    text.resize(entry.bytes);
    std::uint64_t made = 0;
    if ((entry.flags & flag_zstd) != 0) {
      using Decompress = std::size_t (*)(void*, std::size_t, const void*, std::size_t);
      const auto decompress =
          reinterpret_cast<Decompress>(function_of("libzstd.so.1", "ZSTD_decompress"));
      made = decompress(text.data(), text.size(), data, entry.compressed_bytes);
    } else {
      using Decompress = int (*)(const char*, char*, int, int);
      const auto decompress =
          reinterpret_cast<Decompress>(function_of("liblz4.so.1", "LZ4_decompress_safe"));
      made = static_cast<std::uint64_t>(decompress(data, text.data(),
                                                   static_cast<int>(entry.compressed_bytes),
                                                   static_cast<int>(text.size())));
    }
    if (made != text.size()) throw NoPtx("its compressed PTX is damaged");
  }
  return text.substr(0, text.find('\0'));
}

}  // namespace

std::string ptx_in(const void* fatbin, unsigned capability) {
  Header header{};
  std::memcpy(&header, fatbin, sizeof header);
  if (header.magic != magic || header.header_bytes < sizeof header)
    throw NoPtx("it is no fat binary");
  const auto* at = static_cast<const std::byte*>(fatbin) + header.header_bytes;
  const std::byte* const end = at + header.bytes;
  const std::byte* best = nullptr;
  EntryHeader chosen{};
  bool has_code = false;
  std::string others;
  while (static_cast<std::size_t>(end - at) >= sizeof(EntryHeader)) {
    EntryHeader entry{};
    std::memcpy(&entry, at, sizeof entry);
    const auto left = static_cast<std::uint64_t>(end - at);
    if (entry.header_bytes < sizeof entry || entry.header_bytes > left ||
        entry.padded_bytes > left - entry.header_bytes) {
      throw NoPtx("it is damaged");
    }
    if (entry.kind == kind_ptx) {
      const bool is_specific = (entry.flags & flag_specific) != 0;
      if (is_specific ? entry.capability == capability : entry.capability <= capability) {
        if (best == nullptr || entry.capability >= chosen.capability) {
          best = at + entry.header_bytes;
          chosen = entry;
        }
      } else {
        others += (others.empty() ? "compute_" : ", compute_") + std::to_string(entry.capability) +
                  (is_specific ? "a" : "");
      }
    } else {
      has_code = true;
    }
    at += entry.header_bytes + entry.padded_bytes;
  }
  if (best != nullptr) return text_of(best, chosen);
  if (!others.empty())
    throw NoPtx("it has PTX for " + others + " alone; --device names another device");
  if (has_code) {
    const std::string name = "compute_" + std::to_string(capability);
    throw NoPtx("it has machine code, and no PTX: `nvcc -gencode arch=" + name + ",code=" + name +
                "` puts some in");
  }
  return "";
}

}  // namespace layoutcheck::gpu::runtime
