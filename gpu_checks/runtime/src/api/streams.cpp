// Streams and events. What is put into a stream is done before the call returns, so that all have
// come that a program may wait for.
#include "api.hpp"

#include <chrono>
#include <map>

namespace {

using namespace layoutcheck::gpu::runtime;
using Clock = std::chrono::steady_clock;

struct Event {
  std::optional<Clock::time_point> recorded;
};

/// Handles are numbers that are no addresses; the first ones are CUDA's own streams.
struct Handles {
  std::uintptr_t next = 0x100;
  std::set<std::uintptr_t> streams;
  std::map<std::uintptr_t, Event> events;
};

/// Pre: the session is locked.
Handles& handles() {
  static auto* const all = new Handles();
  return *all;
}

std::uintptr_t number_of(const void* handle) {
  return reinterpret_cast<std::uintptr_t>(handle);
}

/// Null, the legacy stream and that of a thread are always there.
bool is_stream(const void* handle) {
  return number_of(handle) <= 2 || handles().streams.contains(number_of(handle));
}

int make_stream(void** stream) {
  return with_device([&](Session&) {
    const std::uintptr_t handle = handles().next++;
    handles().streams.insert(handle);
    return give(stream, reinterpret_cast<void*>(handle));
  });
}

int use_stream(const void* stream) {
  return with_device([&](Session&) {
    return is_stream(stream) ? Error::success : Error::invalid_resource_handle;
  });
}

int make_event(void** event) {
  return with_device([&](Session&) {
    const std::uintptr_t handle = handles().next++;
    handles().events[handle];
    return give(event, reinterpret_cast<void*>(handle));
  });
}

int record(const void* event, const void* stream) {
  return with_device([&](Session&) {
    const auto found = handles().events.find(number_of(event));
    if (found == handles().events.end() || !is_stream(stream))
      return Error::invalid_resource_handle;
    found->second.recorded = Clock::now();
    return Error::success;
  });
}

int use_event(const void* event) {
  return with_device([&](Session&) {
    return handles().events.contains(number_of(event)) ? Error::success
                                                       : Error::invalid_resource_handle;
  });
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
  return with_device([&](Session&) {
    return handles().streams.erase(number_of(stream)) == 1 ? Error::success
                                                           : Error::invalid_resource_handle;
  });
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
  return with_device([&](Session&) {
    return handles().events.erase(number_of(event)) == 1 ? Error::success
                                                         : Error::invalid_resource_handle;
  });
}

/// In time of the host, which says nothing of a device's.
LAYOUTCHECK_CUDA int cudaEventElapsedTime(float* milliseconds, void* begin, void* end) {
  return with_device([&](Session&) {
    const auto first = handles().events.find(number_of(begin));
    const auto last = handles().events.find(number_of(end));
    if (first == handles().events.end() || last == handles().events.end() ||
        !first->second.recorded || !last->second.recorded) {
      return Error::invalid_resource_handle;
    }
    const std::chrono::duration<float, std::milli> time =
        *last->second.recorded - *first->second.recorded;
    return give(milliseconds, time.count());
  });
}

LAYOUTCHECK_CUDA_ALIAS(cudaEventElapsedTime_v2, cudaEventElapsedTime);

// The same where the stream that is none is one of the thread's own.

LAYOUTCHECK_CUDA_ALIAS(cudaStreamSynchronize_ptsz, cudaStreamSynchronize);
LAYOUTCHECK_CUDA_ALIAS(cudaStreamQuery_ptsz, cudaStreamQuery);
LAYOUTCHECK_CUDA_ALIAS(cudaStreamWaitEvent_ptsz, cudaStreamWaitEvent);
LAYOUTCHECK_CUDA_ALIAS(cudaLaunchHostFunc_ptsz, cudaLaunchHostFunc);
LAYOUTCHECK_CUDA_ALIAS(cudaEventRecord_ptsz, cudaEventRecord);
LAYOUTCHECK_CUDA_ALIAS(cudaEventRecordWithFlags_ptsz, cudaEventRecordWithFlags);
