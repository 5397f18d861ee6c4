// Files that a run leaves behind: written whole or not at all.
#include <layoutcheck/engine/files.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <utility>

namespace layoutcheck::properties {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const char* deed, const fs::path& path, int error) {
  throw std::runtime_error(std::string("cannot ") + deed + " " + path.string() + ": " +
                           std::strerror(error));
}

/// An open file; closed at the end of its life.
class Descriptor {
 public:
  Descriptor(const fs::path& path, int flags)
      : value_(open(path.c_str(), flags | O_CLOEXEC, 0666)) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { close(); }

  [[nodiscard]] bool is_open() const { return value_ >= 0; }
  [[nodiscard]] int get() const { return value_; }

  /// Returns 0, or the error.
  int close() { return value_ >= 0 && ::close(std::exchange(value_, -1)) != 0 ? errno : 0; }

 private:
  int value_;
};

/// Returns 0, or the error.
int write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(descriptor, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return count < 0 ? errno : EIO;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  return 0;
}

/// The file that a chain of links leads to, so that the links stay.
fs::path target_of(const fs::path& path) {
  std::error_code error;
  fs::path target = fs::canonical(path, error);
  if (!error) return target;
  if (error != std::errc::no_such_file_or_directory) fail("write", path, error.value());
  return path;
}

fs::path beside(const fs::path& path) {
  return path.string() + ".new";
}

}  // namespace

bool is_special(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::none) fail("read", path, error.value());
  return fs::exists(status) && !fs::is_regular_file(status);
}

void require_writable(const fs::path& path) {
  const fs::path target = target_of(path);
  if (is_special(target)) {
    if (access(target.c_str(), W_OK) != 0 || fs::is_directory(target))
      fail("write", path, fs::is_directory(target) ? EISDIR : errno);
    return;
  }
  const fs::path fresh = beside(target);
  if (!Descriptor(fresh, O_WRONLY | O_CREAT).is_open()) fail("write", path, errno);
  unlink(fresh.c_str());
}

void write_file(const fs::path& path, std::string_view text) {
  const fs::path target = target_of(path);
  const bool special = is_special(target);
  const fs::path written = special ? target : beside(target);
  Descriptor file(written, special ? O_WRONLY : O_WRONLY | O_CREAT | O_TRUNC);
  if (!file.is_open()) fail("write", path, errno);
  int error = write_all(file.get(), text);
  // Else a crash of the machine could leave an empty file in the place of the old one.
  if (error == 0 && !special && fsync(file.get()) != 0) error = errno;
  if (const int at_close = file.close(); error == 0) error = at_close;
  if (error == 0 && !special && rename(written.c_str(), target.c_str()) != 0) error = errno;
  if (error != 0) {
    if (!special) unlink(written.c_str());
    fail("write", path, error);
  }
}

std::string read_file(const fs::path& path) {
  if (is_special(path))
    throw std::runtime_error("cannot read " + path.string() + ": it is no regular file");
  const Descriptor file(path, O_RDONLY);
  if (!file.is_open()) fail("read", path, errno);
  std::string text;
  char part[65536];
  for (;;) {
    const ssize_t count = ::read(file.get(), part, sizeof part);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail("read", path, errno);
    if (count == 0) return text;
    text.append(part, static_cast<std::size_t>(count));
  }
}

}  // namespace layoutcheck::properties
