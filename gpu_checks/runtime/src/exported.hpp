// What the functions of the runtime and of the driver share.
#pragma once

#include "errors.hpp"
#include "session.hpp"

#include <cstddef>
#include <cstdint>

#define LAYOUTCHECK_CUDA extern "C" __attribute__((visibility("default")))

/// Another name of a function of the same file.
#define LAYOUTCHECK_CUDA_ALIAS(name, function) \
  LAYOUTCHECK_CUDA decltype(function) name __attribute__((alias(#function)))

namespace layoutcheck::gpu::runtime {

/// Puts the value where the program wants it; an error if it names no place.
template <class T, class Value>
Error give(T* place, Value value) {
  if (place == nullptr) return Error::invalid_value;
  *place = value;
  return Error::success;
}

/// f(session), which is an error, with nobody else in the session; what f throws is an error, too,
/// for no exception may reach a program that was compiled as C.
template <class F>
Error alone_with_session(F f) {
  try {
    Session& session = Session::get();
    if (const Error error = session.of_fork(); error != Error::success) return error;
    const auto lock = session.lock();
    return f(session);
  } catch (const std::bad_alloc&) {
    return Error::memory_allocation;
  } catch (const std::exception&) {
    return Error::unknown;
  }
}

}  // namespace layoutcheck::gpu::runtime
