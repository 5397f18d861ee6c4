// What the functions of the runtime share: types as CUDA documents them, and how errors are kept.
#pragma once

#include "../exported.hpp"

namespace layoutcheck::gpu::runtime {

/// The last error of the thread, which cudaGetLastError() takes.
int& last_error();

/// Keeps an error, and is its number.
int answer(Error error);

/// Calls f(session), which returns an error, with nobody else in the session.
template <class F>
int with_session(F f) {
  return answer(alone_with_session(f));
}

/// The same, unless an error stays.
template <class F>
int with_device(F f) {
  return with_session([&](Session& session) {
    session.use_runtime();
    const Error error = session.begin();
    return error == Error::success ? f(session) : error;
  });
}

/// The same, if the program has the stream.
template <class F>
int with_stream(const char* call, const void* stream, F f) {
  return with_device([&](Session& session) {
    const Error error = session.streams().use_stream(stream);
    return error == Error::success ? f(session)
                                   : session.failed(call, error, "there is no such stream");
  });
}

}  // namespace layoutcheck::gpu::runtime
