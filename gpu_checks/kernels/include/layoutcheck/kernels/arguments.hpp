// Arguments of a kernel as a user writes them: buffers of any size, values, structs.
#pragma once

#include <layoutcheck/machine/executor.hpp>
#include <layoutcheck/machine/ptx.hpp>
#include <layoutcheck/machine/tensor_map.hpp>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace layoutcheck::gpu {

enum class Rights { in, out, inout };

std::string_view name(Rights rights);

/// The bytes of an element of a type such as f32; nothing if it is none.
std::optional<std::uint32_t> bytes_of_type(std::string_view type);
/// What is said of a type that is none.
std::string no_type(std::string_view type);

/// What one argument, or one member of a struct, is made from.
struct ArgumentSpec {
  enum class Kind {
    buffer,
    view,        // an address in the buffer of another argument
    value,       // bytes; a null pointer is 8 zeros
    structure,   // members, laid out as C does
    tensor_map,  // of a tensor in the buffer of another argument, or in its only member
  };
  Kind kind = Kind::value;
  /// As the user calls it, or "arg2", "arg2.0".
  std::string name;

  // Of a buffer.
  std::string type = {};
  std::uint32_t element_bytes = 1;
  std::uint64_t elements = 0;
  Rights rights = Rights::inout;
  Fill fill = {};
  /// Whether nobody says what it holds, though a kernel may take it for addresses: integers that
  /// are only read.
  bool is_zero_by_default = false;
  /// Whether somebody says what it holds.
  bool is_given = false;
  /// A file that holds the first bytes; "" for none.
  std::string file = {};

  // Of a view, and of a tensor map.
  std::string of = {};
  std::int64_t offset = 0;  // in elements of the buffer

  // Of a tensor map; its address is known when the buffer is placed. Without a type of its own, it
  // has that of the buffer. Strides are in elements then, and in bytes once its type is known.
  TensorMap map = {};
  bool has_own_type = false;

  // Of a value.
  std::vector<std::byte> bytes = {};

  // Of a structure, and of a tensor map.
  std::vector<ArgumentSpec> members = {};
};

/// The arguments of a list such as "x: in f32[2^31+1], i32[3] = 0,16,17, &x + 4, i32=5, {u64=1,
/// null}": numbers behind the contents of a buffer belong to them. Throws
/// std::invalid_argument that names the argument and what is wrong.
std::vector<ArgumentSpec> parse_arguments(std::string_view text);

/// A buffer that a kernel is given.
struct Area {
  std::string name;
  /// The argument that it is, or is a member of.
  std::size_t index = 0;
  std::string type;
  std::uint32_t element_bytes = 1;
  std::uint64_t elements = 0;
  Rights rights = Rights::inout;
  Buffer buffer;
  /// As the kernel sees it.
  std::uint64_t address = 0;
  /// As of ArgumentSpec.
  bool is_zero_by_default = false;
  bool is_given = false;

  [[nodiscard]] std::uint64_t bytes() const { return elements * element_bytes; }
};

/// Arguments with their buffers in the memory of an executor.
struct PlacedArguments {
  /// A place in memory that has a name: an area, or a view of one.
  struct Named {
    std::string name;
    std::string alias;  // the other name that it goes by: "arg0"
    std::size_t area = 0;
    std::int64_t offset = 0;  // in elements
  };

  std::vector<Argument> arguments;
  std::vector<Area> areas;
  std::vector<Named> names;

  /// Throws std::invalid_argument that lists the names there are.
  [[nodiscard]] const Named& find(std::string_view name) const;
};

/// Allocates the buffers and makes the arguments. Throws std::invalid_argument if number or sizes
/// are not those of the parameters, and LaunchError.
PlacedArguments place_arguments(Executor& executor, std::span<const ArgumentSpec> specs,
                                std::span<const ptx::Parameter> parameters);

}  // namespace layoutcheck::gpu
