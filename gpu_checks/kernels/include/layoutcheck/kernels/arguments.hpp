// Kernel arguments as a user writes them: buffers of any size, values, structs.
#pragma once

#include <layoutcheck/machine/executor.hpp>
#include <layoutcheck/machine/ptx.hpp>
#include <layoutcheck/machine/tensor_map.hpp>

#include <array>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace layoutcheck::gpu {

enum class Rights { in, out, inout };

std::string_view name(Rights rights);

/// The size of an element of a type such as f32; nothing if there is no such type.
std::optional<std::uint32_t> bytes_of_type(std::string_view type);
/// Whether it is the name of a floating-point type.
bool is_floating(std::string_view type);
/// The message for an unknown type.
std::string no_type(std::string_view type);

/// The words for the options of a tensor map, in the order of their values; those of `swizzle` go
/// on with the atoms of 128B.
inline constexpr std::array<std::string_view, 3> interleave_words{"none", "16B", "32B"};
inline constexpr std::array<std::string_view, 7> swizzle_words{
    "none", "32B", "64B", "128B", "128B_atom_32B", "128B_atom_32B_flip_8B", "128B_atom_64B"};
inline constexpr std::array<std::string_view, 4> promotion_words{"none", "64B", "128B", "256B"};
inline constexpr std::array<std::string_view, 2> fill_words{"zero", "nan"};

/// The specification of one argument, or of one member of a struct.
struct ArgumentSpec {
  enum class Kind {
    buffer,
    view,        // an address in the buffer of another argument
    value,       // bytes; a null pointer is 8 zeros
    structure,   // members, laid out as C does
    tensor_map,  // of a tensor in the buffer of another argument, or in its only member
    multimem,    // an address of memory on several devices, all of it in such a buffer
  };
  Kind kind = Kind::value;
  /// The user's name for it, or "arg2", "arg2.0".
  std::string name;

  // For a buffer.
  std::string type = {};
  std::uint32_t element_bytes = 1;
  std::uint64_t elements = 0;
  Rights rights = Rights::inout;
  Fill fill = {};
  /// Whether its contents are not given, although a kernel may use them as indices: integers that
  /// are only read.
  bool is_zero_by_default = false;
  /// Whether its contents are given.
  bool is_given = false;
  /// A file that holds the first bytes; "" for none.
  std::string file = {};

  // For a view, a tensor map, and multimem.
  std::string of = {};
  std::int64_t offset = 0;  // in elements of the buffer

  // For a tensor map; its address is known once the buffer is allocated. Without its own type, it
  // has the buffer's; strides are then in elements, and in bytes once the type is known.
  TensorMap map = {};
  bool has_own_type = false;

  // For multimem.
  std::uint64_t devices = 1;

  // For a value.
  std::vector<std::byte> bytes = {};

  // For a structure, a tensor map, and multimem.
  std::vector<ArgumentSpec> members = {};
};

/// The arguments of a list such as "x: in f32[2^31+1], i32[3] = 0,16,17, &x + 4, i32=5, {u64=1,
/// null}": numbers after the contents of a buffer belong to them. Files are relative to the folder.
/// Throws std::invalid_argument that names the argument and what is wrong.
std::vector<ArgumentSpec> parse_arguments(std::string_view text,
                                          const std::filesystem::path& folder = {});

/// The tile of a tensor map, of whatever tensor: "f16, box=(64,32), swizzle=128B". Throws
/// std::invalid_argument; refusal_of() is not asked.
TensorMap parse_tile(std::string_view text);

/// A buffer passed to a kernel.
struct Area {
  std::string name;
  /// The argument that it is, or is a member of.
  std::size_t index = 0;
  std::string type;
  std::uint32_t element_bytes = 1;
  std::uint64_t elements = 0;
  Rights rights = Rights::inout;
  Buffer buffer;
  /// Its address in the kernel.
  std::uint64_t address = 0;
  /// As in ArgumentSpec.
  bool is_zero_by_default = false;
  bool is_given = false;

  [[nodiscard]] std::uint64_t bytes() const { return elements * element_bytes; }
};

/// Arguments with their buffers in the memory of an executor.
struct PlacedArguments {
  /// A named place in memory: an area, or a view of one.
  struct Named {
    std::string name;
    std::string alias;  // its other name: "arg0"
    std::size_t area = 0;
    std::int64_t offset = 0;  // in elements
  };

  std::vector<Argument> arguments;
  std::vector<Area> areas;
  std::vector<Named> names;

  /// Throws std::invalid_argument that lists the available names.
  [[nodiscard]] const Named& find(std::string_view name) const;
};

/// Allocates the buffers and makes the arguments. Throws std::invalid_argument if their number or
/// sizes do not match the parameters, and LaunchError.
PlacedArguments place_arguments(Executor& executor, std::span<const ArgumentSpec> specs,
                                std::span<const ptx::Parameter> parameters);

}  // namespace layoutcheck::gpu
