// Random operands of the families.
#pragma once

#include <layoutcheck/engine/domain.hpp>
#include <layoutcheck/kernels/family.hpp>

namespace layoutcheck::gpu_rows {

/// The operands of the family: mostly small, now and then with some hundred thousand points, seldom
/// beyond what 32 bits reach.
engine::Domain domain_of(const gpu::Family& family);

}  // namespace layoutcheck::gpu_rows
