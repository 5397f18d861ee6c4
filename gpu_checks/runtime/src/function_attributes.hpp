// The attributes of functions.
#pragma once

#include "session.hpp"

namespace layoutcheck::gpu::runtime {

/// Those that programs ask for, by their numbers in CUfunction_attribute. Nobody has asked ptxas,
/// so that no function has local or constant memory. Nothing if the function cannot be had, or the
/// attribute is not known; the error says which. Pre: the session is locked.
std::optional<int> function_attribute(Session& session, const void* function, int number,
                                      Error& error);

/// A hint that can be set.
inline constexpr int preferred_shared = 9;

/// Sets one that CUDA lets a program set.
Error set_function_attribute(Session& session, const void* function, int number, int value);

}  // namespace layoutcheck::gpu::runtime
