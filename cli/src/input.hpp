// Input: a file or standard input as a stream that Ctrl-C ends and that never waits on unwritten
// output.
#pragma once

#include <chrono>
#include <istream>
#include <memory>
#include <optional>
#include <string>

namespace layoutcheck::cli {

class Input {
 public:
  /// Opens the file; "" and "-" are standard input. Throws std::runtime_error naming the file.
  explicit Input(const std::string& path);
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;
  ~Input();

  /// A stream that ends at the end of the input, on Ctrl-C (see catch_interrupt), and on an error,
  /// which a line of more than longest_text bytes is (read_text.hpp).
  std::istream& stream();

  /// The stream waits for no input after this time.
  void end_at(std::optional<std::chrono::steady_clock::time_point> end);

  /// Whether that time has ended the stream.
  [[nodiscard]] bool is_out_of_time() const;

  /// Throws std::runtime_error naming the file if reading ended in an error.
  void require_complete() const;

  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  class Buffer;
  std::string name_;
  std::unique_ptr<Buffer> buffer_;
  std::istream stream_;
};

}  // namespace layoutcheck::cli
