// Streams and events.
#include "api.hpp"

namespace {

using namespace layoutcheck::gpu::runtime;

int make_stream(void** stream) {
  return with_device([&](Session& session) {
    return stream == nullptr ? Error::invalid_value : give(stream, session.streams().make_stream());
  });
}

int use_stream(const void* stream) {
  return with_device([&](Session& session) { return session.streams().use_stream(stream); });
}

int make_event(void** event) {
  return with_device([&](Session& session) {
    return event == nullptr ? Error::invalid_value : give(event, session.streams().make_event());
  });
}

int record(const void* event, const void* stream) {
  return with_device([&](Session& session) { return session.streams().record(event, stream); });
}

int use_event(const void* event) {
  return with_device([&](Session& session) { return session.streams().use_event(event); });
}

}  // namespace

LAYOUTCHECK_CUDA int cudaStreamCreate(void** stream) {
  return make_stream(stream);
}

LAYOUTCHECK_CUDA int cudaStreamCreateWithFlags(void** stream, unsigned) {
  return make_stream(stream);
}

LAYOUTCHECK_CUDA int cudaStreamCreateWithPriority(void** stream, unsigned, int) {
  return make_stream(stream);
}

LAYOUTCHECK_CUDA int cudaStreamDestroy(void* stream) {
  return with_device([&](Session& session) { return session.streams().end_stream(stream); });
}

LAYOUTCHECK_CUDA int cudaStreamSynchronize(void* stream) {
  return use_stream(stream);
}

LAYOUTCHECK_CUDA int cudaStreamQuery(void* stream) {
  return use_stream(stream);
}

LAYOUTCHECK_CUDA int cudaStreamWaitEvent(void* stream, void* event, unsigned) {
  const int error = use_stream(stream);
  return error == 0 ? use_event(event) : error;
}

/// Nothing is captured.
LAYOUTCHECK_CUDA int cudaStreamIsCapturing(void* stream, int* status) {
  return with_device([&](Session& session) {
    const Error error = session.streams().use_stream(stream);
    return error == Error::success ? give(status, 0) : error;
  });
}

LAYOUTCHECK_CUDA int cudaLaunchHostFunc(void* stream, void (*function)(void*), void* data) {
  if (function == nullptr) return answer(Error::invalid_value);
  const int error = use_stream(stream);
  // Without the session: it may take others' turns.
  if (error == 0) function(data);
  return error;
}

LAYOUTCHECK_CUDA int cudaEventCreate(void** event) {
  return make_event(event);
}

LAYOUTCHECK_CUDA int cudaEventCreateWithFlags(void** event, unsigned) {
  return make_event(event);
}

LAYOUTCHECK_CUDA int cudaEventRecord(void* event, void* stream) {
  return record(event, stream);
}

LAYOUTCHECK_CUDA int cudaEventRecordWithFlags(void* event, void* stream, unsigned) {
  return record(event, stream);
}

LAYOUTCHECK_CUDA int cudaEventSynchronize(void* event) {
  return use_event(event);
}

LAYOUTCHECK_CUDA int cudaEventQuery(void* event) {
  return use_event(event);
}

LAYOUTCHECK_CUDA int cudaEventDestroy(void* event) {
  return with_device([&](Session& session) { return session.streams().end_event(event); });
}

LAYOUTCHECK_CUDA int cudaEventElapsedTime(float* milliseconds, void* begin, void* end) {
  return with_device([&](Session& session) {
    const std::optional<float> time = session.streams().milliseconds(begin, end);
    return time ? give(milliseconds, *time) : Error::invalid_resource_handle;
  });
}

LAYOUTCHECK_CUDA_ALIAS(cudaEventElapsedTime_v2, cudaEventElapsedTime);

// The same where the stream that is none is one of the thread's own.

LAYOUTCHECK_CUDA_ALIAS(cudaStreamSynchronize_ptsz, cudaStreamSynchronize);
LAYOUTCHECK_CUDA_ALIAS(cudaStreamQuery_ptsz, cudaStreamQuery);
LAYOUTCHECK_CUDA_ALIAS(cudaStreamWaitEvent_ptsz, cudaStreamWaitEvent);
LAYOUTCHECK_CUDA_ALIAS(cudaStreamIsCapturing_ptsz, cudaStreamIsCapturing);
LAYOUTCHECK_CUDA_ALIAS(cudaLaunchHostFunc_ptsz, cudaLaunchHostFunc);
LAYOUTCHECK_CUDA_ALIAS(cudaEventRecord_ptsz, cudaEventRecord);
LAYOUTCHECK_CUDA_ALIAS(cudaEventRecordWithFlags_ptsz, cudaEventRecordWithFlags);
