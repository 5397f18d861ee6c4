// Streams and events of the driver.
#include "api.hpp"

namespace {

using namespace layoutcheck::gpu::runtime;
using driver::with_context;

int use_stream(const void* stream) {
  return with_context([&](Session& session) { return session.streams().use_stream(stream); });
}

int use_event(const void* event) {
  return with_context([&](Session& session) { return session.streams().use_event(event); });
}

}  // namespace

LAYOUTCHECK_CUDA int cuStreamCreate(void** stream, unsigned) {
  return with_context([&](Session& session) {
    return stream == nullptr ? Error::invalid_value : give(stream, session.streams().make_stream());
  });
}

LAYOUTCHECK_CUDA int cuStreamCreateWithPriority(void** stream, unsigned flags, int) {
  return cuStreamCreate(stream, flags);
}

LAYOUTCHECK_CUDA int cuStreamDestroy_v2(void* stream) {
  return with_context([&](Session& session) { return session.streams().end_stream(stream); });
}

LAYOUTCHECK_CUDA int cuStreamSynchronize(void* stream) {
  return use_stream(stream);
}

LAYOUTCHECK_CUDA int cuStreamQuery(void* stream) {
  return use_stream(stream);
}

LAYOUTCHECK_CUDA int cuStreamWaitEvent(void* stream, void* event, unsigned) {
  const int result = use_stream(stream);
  return result == 0 ? use_event(event) : result;
}

/// Nothing is captured.
LAYOUTCHECK_CUDA int cuStreamIsCapturing(void* stream, int* status) {
  return with_context([&](Session& session) {
    const Error error = session.streams().use_stream(stream);
    return error == Error::success ? give(status, 0) : error;
  });
}

LAYOUTCHECK_CUDA int cuLaunchHostFunc(void* stream, void (*function)(void*), void* data) {
  if (function == nullptr) return static_cast<int>(Error::invalid_value);
  const int result = use_stream(stream);
  // Without the session: it may take others' turns.
  if (result == 0) function(data);
  return result;
}

LAYOUTCHECK_CUDA int cuEventCreate(void** event, unsigned) {
  return with_context([&](Session& session) {
    return event == nullptr ? Error::invalid_value : give(event, session.streams().make_event());
  });
}

LAYOUTCHECK_CUDA int cuEventRecord(void* event, void* stream) {
  return with_context([&](Session& session) { return session.streams().record(event, stream); });
}

LAYOUTCHECK_CUDA int cuEventRecordWithFlags(void* event, void* stream, unsigned) {
  return cuEventRecord(event, stream);
}

LAYOUTCHECK_CUDA int cuEventSynchronize(void* event) {
  return use_event(event);
}

LAYOUTCHECK_CUDA int cuEventQuery(void* event) {
  return use_event(event);
}

LAYOUTCHECK_CUDA int cuEventDestroy_v2(void* event) {
  return with_context([&](Session& session) { return session.streams().end_event(event); });
}

LAYOUTCHECK_CUDA int cuEventElapsedTime(float* milliseconds, void* begin, void* end) {
  return with_context([&](Session& session) {
    const std::optional<float> time = session.streams().milliseconds(begin, end);
    return time ? give(milliseconds, *time) : Error::invalid_resource_handle;
  });
}

LAYOUTCHECK_CUDA_ALIAS(cuEventElapsedTime_v2, cuEventElapsedTime);
