// Fragment layouts of AMD's matrix instructions.
#pragma once

#include <layoutcheck/machine/atoms.hpp>

namespace layoutcheck::gpu {

/// The operands of `v_mfma_…`, named as in any architecture, or of `v_wmma_…` with the suffix of
/// its builtin in Clang: `_w32`, `_w64`, `_w32_gfx12`, `_w64_gfx12`, and none for CDNA 5. The
/// formats of A and B follow `f8f6f4`, as in `v_mfma_f32_16x16x128_f8f6f4.fp8.fp4`. Entry (i, k) of
/// A in block b is i + M·k + M·K·b, and likewise of B, C and D. None if there is no table for it.
std::vector<Fragment> fragments_of_amd(std::string_view instruction);

/// One instruction for each table.
std::vector<std::string> amd_instructions_with_fragments();

}  // namespace layoutcheck::gpu
