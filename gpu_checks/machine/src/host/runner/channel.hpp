// Requests and replies, as the process that runs kernels sees them.
#pragma once

#include "host/protocol.hpp"

#include <cstring>
#include <string>
#include <vector>

namespace layoutcheck::gpu::host {

/// False once there is nobody any more who asks.
bool receive(void* to, std::size_t bytes);
void reply(Reply what, const void* data, std::size_t bytes);
void refuse(const std::string& why);

/// Takes a message apart.
class Message {
 public:
  explicit Message(const std::vector<char>& message) : at_(message.data()), left_(message.size()) {}

  template <class T>
  T take() {
    T value;
    std::memcpy(&value, bytes(sizeof value), sizeof value);
    return value;
  }
  const char* bytes(std::size_t count) {
    if (count > left_) end_at_bad_message();
    at_ += count;
    left_ -= count;
    return at_ - count;
  }
  [[nodiscard]] std::size_t left() const { return left_; }

 private:
  [[noreturn]] static void end_at_bad_message();

  const char* at_;
  std::size_t left_;
};

}  // namespace layoutcheck::gpu::host
