// Layouts of matrices in shared memory: those that the matrix descriptors of wgmma and tcgen05
// name, and the boxes of tensor maps. As in CuTe, a layout maps coordinates to entries, from
// address 0 on.
#pragma once

#include <layoutcheck/machine/tensor_map.hpp>
#include <layoutcheck/notation/swizzle.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace layoutcheck::gpu {

/// An operand in shared memory: (row, column) of A, or (column, row) of B, or the coordinate in a
/// box, innermost dimension first → entry.
struct SharedOperand {
  SwizzledLayout layout;
  /// The section of the PTX ISA, and what it says.
  std::string section;
  std::string rule;
};

enum class Major { k, mn };

/// The operand `A` or `B` of an instruction that fragments_of() knows, as a block has it, by a
/// matrix descriptor: its start address is the offset. Of a sparse A, the entries that are held
/// count. Throws std::invalid_argument if the instruction has no such operand, or the descriptor
/// makes no layout of it.
SharedOperand described_operand(std::string_view instruction, std::string_view operand, Major major,
                                std::uint64_t descriptor);

/// The tile of a map in tiled mode. An entry of a packed type that is padded in shared memory
/// counts as a byte. Throws std::invalid_argument if refusal_of() objects, or the tile is no
/// swizzled layout.
SharedOperand tile_operand(const TensorMap& map);

/// Some of each kind, as `layoutcheck atoms` reads them: descriptors of matrices that are packed as
/// densely as the canonical layouts allow, and tiles.
std::vector<std::string> questions_of_shared_operands();

}  // namespace layoutcheck::gpu
