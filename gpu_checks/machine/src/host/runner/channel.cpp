// Requests and replies.
#include "host/runner/channel.hpp"

#include <unistd.h>

#include <cerrno>

namespace layoutcheck::gpu::host {

bool receive(void* to, std::size_t bytes) {
  auto* at = static_cast<char*>(to);
  while (bytes > 0) {
    const ssize_t got = read(channel_descriptor, at, bytes);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    at += got;
    bytes -= static_cast<std::size_t>(got);
  }
  return true;
}

namespace {

void send(const void* from, std::size_t bytes) {
  const auto* at = static_cast<const char*>(from);
  while (bytes > 0) {
    const ssize_t written = write(channel_descriptor, at, bytes);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) _exit(0);
    at += written;
    bytes -= static_cast<std::size_t>(written);
  }
}

}  // namespace

void reply(Reply what, const void* data, std::size_t bytes) {
  const Head head{static_cast<std::uint64_t>(what), bytes};
  send(&head, sizeof head);
  send(data, bytes);
}

void refuse(const std::string& why) {
  reply(Reply::refused, why.data(), why.size());
}

void Message::end_at_bad_message() {
  _exit(1);
}

}  // namespace layoutcheck::gpu::host
