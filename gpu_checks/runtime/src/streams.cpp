// Streams and events.
#include "streams.hpp"

namespace layoutcheck::gpu::runtime {

void* Streams::next() {
  return reinterpret_cast<void*>(next_++);
}

void* Streams::make_stream() {
  return const_cast<void*>(*streams_.insert(next()).first);
}

void* Streams::make_event() {
  return const_cast<void*>(events_.try_emplace(next()).first->first);
}

Error Streams::end_stream(const void* stream) {
  return streams_.erase(stream) == 1 ? Error::success : Error::invalid_resource_handle;
}

Error Streams::end_event(const void* event) {
  return events_.erase(event) == 1 ? Error::success : Error::invalid_resource_handle;
}

Error Streams::use_stream(const void* stream) const {
  constexpr std::uintptr_t last_of_cuda = 2;
  const bool is_there =
      reinterpret_cast<std::uintptr_t>(stream) <= last_of_cuda || streams_.contains(stream);
  return is_there ? Error::success : Error::invalid_resource_handle;
}

Error Streams::use_event(const void* event) const {
  return events_.contains(event) ? Error::success : Error::invalid_resource_handle;
}

Error Streams::record(const void* event, const void* stream) {
  const auto found = events_.find(event);
  if (found == events_.end()) return Error::invalid_resource_handle;
  if (const Error error = use_stream(stream); error != Error::success) return error;
  found->second = Clock::now();
  return Error::success;
}

std::optional<float> Streams::milliseconds(const void* begin, const void* end) const {
  const auto first = events_.find(begin);
  const auto last = events_.find(end);
  if (first == events_.end() || last == events_.end() || !first->second || !last->second)
    return std::nullopt;
  return std::chrono::duration<float, std::milli>(*last->second - *first->second).count();
}

}  // namespace layoutcheck::gpu::runtime
