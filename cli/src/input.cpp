// Input: a file or standard input as a stream that Ctrl-C ends and that never waits on unwritten
// output.
#include "input.hpp"

#include "terminal.hpp"
#include <layoutcheck/notation/read_text.hpp>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <iostream>
#include <stdexcept>
#include <streambuf>
#include <string_view>

namespace layoutcheck::cli {

/// The library's own buffers repeat a read that a signal broke off, so that Ctrl-C would be noticed
/// only with the next line.
class Input::Buffer final : public std::streambuf {
 public:
  explicit Buffer(int descriptor) : descriptor_(descriptor) {}
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  ~Buffer() override {
    if (descriptor_ != STDIN_FILENO) close(descriptor_);
  }

  /// Why reading ended before the end; "" if it did not.
  [[nodiscard]] std::string error() const {
    if (is_endless_)
      return "a line has more than " + std::to_string(longest_text) + " bytes, the limit";
    return error_ == 0 ? "" : std::strerror(error_);
  }

  void end_at(std::optional<std::chrono::steady_clock::time_point> end) { end_ = end; }

  [[nodiscard]] bool is_out_of_time() {
    out_of_time_ = out_of_time_ || (end_ && std::chrono::steady_clock::now() >= *end_);
    return out_of_time_;
  }

  [[nodiscard]] bool was_out_of_time() const { return out_of_time_; }

 protected:
  int_type underflow() override {
    // Whoever writes the questions may wait for the answers to those already written.
    std::cout.flush();
    while (!interrupted() && !is_out_of_time()) {
      pollfd input{descriptor_, POLLIN, 0};
      // A signal may come just before the call, so the wait is not for ever.
      constexpr int milliseconds = 200;
      if (poll(&input, 1, milliseconds) <= 0) continue;
      const ssize_t count = read(descriptor_, bytes_.data(), bytes_.size());
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) {
        error_ = count < 0 ? errno : 0;
        break;
      }
      const std::string_view part(bytes_.data(), static_cast<std::size_t>(count));
      const std::size_t end = part.rfind('\n');
      of_line_ = end == std::string_view::npos ? of_line_ + part.size() : part.size() - end - 1;
      is_endless_ = of_line_ > longest_text;
      if (is_endless_) break;
      setg(bytes_.data(), bytes_.data(), bytes_.data() + count);
      return traits_type::to_int_type(bytes_[0]);
    }
    return traits_type::eof();
  }

 private:
  int descriptor_;
  int error_ = 0;
  std::uint64_t of_line_ = 0;
  bool is_endless_ = false;
  std::optional<std::chrono::steady_clock::time_point> end_;
  bool out_of_time_ = false;
  std::array<char, 65536> bytes_{};
};

namespace {

int open_for_reading(const std::string& path) {
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat status {};
  if (descriptor < 0 || fstat(descriptor, &status) != 0)
    throw std::runtime_error("cannot read " + path + ": " + std::strerror(errno));
  if (S_ISDIR(status.st_mode)) {
    close(descriptor);
    throw std::runtime_error("cannot read " + path + ": it is a folder");
  }
  return descriptor;
}

bool is_standard(const std::string& path) {
  return path.empty() || path == "-";
}

}  // namespace

Input::Input(const std::string& path)
    : name_(is_standard(path) ? "standard input" : path),
      buffer_(std::make_unique<Buffer>(is_standard(path) ? STDIN_FILENO : open_for_reading(path))),
      stream_(buffer_.get()) {
  if (is_standard(path) && is_terminal(STDIN_FILENO))
    std::cerr << "layoutcheck: reading cases from the terminal; Ctrl-D ends\n";
}

Input::~Input() = default;

bool Input::is_out_of_time() const {
  return buffer_->was_out_of_time();
}

void Input::end_at(std::optional<std::chrono::steady_clock::time_point> end) {
  buffer_->end_at(end);
}

std::istream& Input::stream() {
  return stream_;
}

void Input::require_complete() const {
  if (const std::string error = buffer_->error(); !error.empty())
    throw std::runtime_error("cannot read " + name_ + ": " + error);
}

}  // namespace layoutcheck::cli
