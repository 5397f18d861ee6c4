// Files that a run leaves behind: written whole or not at all.
#include <layoutcheck/engine/files.hpp>
#include <layoutcheck/notation/read_text.hpp>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <utility>

namespace layoutcheck::engine {

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

/// While it lives, what ends a program waits until the file that is being written is removed. Where
/// other threads run, a signal may come to one of them; the commands that have them catch it.
class Undisturbed {
 public:
  Undisturbed() {
    sigset_t signals;
    sigemptyset(&signals);
    for (const int signal : {SIGHUP, SIGINT, SIGTERM})
      sigaddset(&signals, signal);
    pthread_sigmask(SIG_BLOCK, &signals, &before_);
  }
  Undisturbed(const Undisturbed&) = delete;
  Undisturbed& operator=(const Undisturbed&) = delete;
  ~Undisturbed() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

 private:
  sigset_t before_;
};

/// A new file in the folder of another one, which has a name of its own; removed at the end of its
/// life if it has not taken the place of the other one.
class Beside {
 public:
  explicit Beside(const fs::path& file) {
    const std::string stem = ".layoutcheck-" + std::to_string(getpid()) + "-";
    for (std::size_t n = 0;; ++n) {
      path_ = file.parent_path() / (stem + std::to_string(n));
      descriptor_.emplace(path_, O_WRONLY | O_CREAT | O_EXCL);
      if (descriptor_->is_open()) return;
      error_ = errno;
      if (error_ != EEXIST) return;
    }
  }
  Beside(const Beside&) = delete;
  Beside& operator=(const Beside&) = delete;
  ~Beside() {
    if (descriptor_->is_open()) unlink(path_.c_str());
  }

  [[nodiscard]] bool is_open() const { return descriptor_->is_open(); }
  /// Why it is not.
  [[nodiscard]] int error() const { return error_; }
  [[nodiscard]] int get() const { return descriptor_->get(); }

  /// Returns 0, or the error.
  int replace(const fs::path& file) {
    if (rename(path_.c_str(), file.c_str()) != 0) return errno;
    return descriptor_->close();
  }

 private:
  const Undisturbed undisturbed_;
  fs::path path_;
  std::optional<Descriptor> descriptor_;
  int error_ = 0;
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

/// The file that a chain of links leads to, even if it is not there yet, so that the links stay.
fs::path target_of(const fs::path& path) {
  constexpr int most_links = 40;
  fs::path target = path;
  std::error_code error;
  for (int links = 0; fs::is_symlink(fs::symlink_status(target, error)); ++links) {
    if (links == most_links) fail("write", path, ELOOP);
    const fs::path next = fs::read_symlink(target, error);
    if (error) fail("write", path, error.value());
    target = target.parent_path() / next;
  }
  return target;
}

/// What the system says of the file; nothing if there is none.
std::optional<struct stat> status_of(const fs::path& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) == 0) return status;
  if (errno != ENOENT) fail("write", path, errno);
  return std::nullopt;
}

bool is_refusal(int error) {
  return error == EACCES || error == EPERM || error == EROFS || error == EBUSY || error == EXDEV;
}

/// Gives the new file the owner and the mode of the old one; returns whether it can take its place.
bool take_after(const struct stat& old, int descriptor) {
  struct stat fresh {};
  if (old.st_nlink > 1 || fstat(descriptor, &fresh) != 0) return false;
  if ((fresh.st_uid != old.st_uid || fresh.st_gid != old.st_gid) &&
      fchown(descriptor, old.st_uid, old.st_gid) != 0)
    return false;
  constexpr mode_t all = 07777;
  return (fresh.st_mode & all) == (old.st_mode & all) || fchmod(descriptor, old.st_mode & all) == 0;
}

/// Returns 0, the error, or nothing if no new file can take the place of the old one.
std::optional<int> replace(const fs::path& target, const std::optional<struct stat>& old,
                           std::string_view text) {
  Beside fresh(target);
  int error = fresh.error();
  if (fresh.is_open()) {
    if (old && !take_after(*old, fresh.get())) return std::nullopt;
    error = write_all(fresh.get(), text);
    // Else a crash of the machine could leave an empty file in place of the old one.
    if (error == 0 && fsync(fresh.get()) != 0) error = errno;
    if (error == 0) error = fresh.replace(target);
  }
  return old && is_refusal(error) ? std::nullopt : std::optional(error);
}

/// Returns 0, or the error, with which the old text stays if the disk is full.
int overwrite(const fs::path& target, const struct stat& old, std::string_view text) {
  Descriptor file(target, O_WRONLY);
  if (!file.is_open()) return errno;
  const auto size = static_cast<off_t>(text.size());
  int error = size > old.st_size ? posix_fallocate(file.get(), 0, size) : 0;
  if (error != 0) {
    if (ftruncate(file.get(), old.st_size) != 0) return errno;
    return error;
  }
  error = write_all(file.get(), text);
  if (error == 0 && ftruncate(file.get(), size) != 0) error = errno;
  if (error == 0 && fsync(file.get()) != 0) error = errno;
  const int at_close = file.close();
  return error != 0 ? error : at_close;
}

}  // namespace

bool is_special(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::none) fail("read", path, error.value());
  return fs::exists(status) && !fs::is_regular_file(status);
}

void require_writable(const fs::path& path) {
  const auto old = status_of(path);
  if (old) {
    if (S_ISDIR(old->st_mode)) fail("write", path, EISDIR);
    if (access(path.c_str(), W_OK) != 0) fail("write", path, errno);
    return;
  }
  if (const Beside probe(target_of(path)); !probe.is_open()) fail("write", path, probe.error());
}

void write_file(const fs::path& path, std::string_view text) {
  const auto old = status_of(path);
  std::optional<int> error;
  if (old && access(path.c_str(), W_OK) != 0) {
    error = errno;
  } else if (old && !S_ISREG(old->st_mode)) {
    Descriptor file(path, O_WRONLY);
    error = file.is_open() ? write_all(file.get(), text) : errno;
    if (const int at_close = file.close(); error == 0) error = at_close;
  } else {
    const fs::path target = target_of(path);
    error = replace(target, old, text);
    if (!error) error = overwrite(target, *old, text);
  }
  if (error != 0) fail("write", path, *error);
}

void update_file(const fs::path& path,
                 const std::function<std::string(const std::string&)>& change) {
  for (;;) {
    const Descriptor file(path, O_RDWR | O_CREAT);
    if (!file.is_open()) fail("write", path, errno);
    // Of a file system without locks nobody else holds one.
    while (flock(file.get(), LOCK_EX) != 0 && errno == EINTR) {
    }
    // Whoever held the lock before has replaced the file.
    struct stat locked {};
    const auto there = status_of(path);
    if (fstat(file.get(), &locked) != 0 || !there || there->st_ino != locked.st_ino ||
        there->st_dev != locked.st_dev)
      continue;
    write_file(path, change(read_file(path)));
    return;
  }
}

std::string read_file(const fs::path& path) {
  if (is_special(path))
    throw std::runtime_error("cannot read " + path.string() + ": it is no regular file");
  if (!Descriptor(path, O_RDONLY).is_open()) fail("read", path, errno);
  std::ifstream in(path, std::ios::binary);
  return rest_of(in, path.string());
}

}  // namespace layoutcheck::engine
