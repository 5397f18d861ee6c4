// What the functions of the runtime share: types as CUDA documents them, and how errors are kept.
#pragma once

#include "../errors.hpp"
#include "../session.hpp"

#include <cstddef>
#include <cstdint>

#define LAYOUTCHECK_CUDA extern "C" __attribute__((visibility("default")))

/// Another name of a function of the same file.
#define LAYOUTCHECK_CUDA_ALIAS(name, function) \
  LAYOUTCHECK_CUDA decltype(function) name __attribute__((alias(#function)))

namespace layoutcheck::gpu::runtime {

/// What the device says to have: more may be allocated, for memory that nobody touches costs
/// nothing.
inline constexpr std::size_t memory_of_device = std::size_t{80} << 30;

/// The last error of the thread, which cudaGetLastError() takes.
int& last_error();

/// Keeps an error, and is its number.
int answer(Error error);

/// Calls f(session), which returns an error, with nobody else in the session; what f throws is an
/// error, too, for no exception may reach a program that was compiled as C.
template <class F>
int with_session(F f) {
  try {
    Session& session = Session::get();
    const auto lock = session.lock();
    return answer(f(session));
  } catch (const std::bad_alloc&) {
    return answer(Error::memory_allocation);
  } catch (const std::exception&) {
    return answer(Error::unknown);
  }
}

/// The same, unless an error stays.
template <class F>
int with_device(F f) {
  return with_session([&](Session& session) {
    const Error error = session.begin();
    return error == Error::success ? f(session) : error;
  });
}

/// Puts the value where the program wants it; an error if it names no place.
template <class T, class Value>
Error give(T* place, Value value) {
  if (place == nullptr) return Error::invalid_value;
  *place = value;
  return Error::success;
}

}  // namespace layoutcheck::gpu::runtime
