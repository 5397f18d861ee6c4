// The terminal: what it can show, and the signals that come from it.
#include "terminal.hpp"

#include <langinfo.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <clocale>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <stdexcept>

namespace layoutcheck::cli {

namespace {

std::atomic<bool> interrupt_seen = false;
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler sets it");

std::string_view environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::string in_face(std::string_view text, int face, Colours colours) {
  if (colours == Colours::none) return std::string(text);
  return "\033[" + std::to_string(face) + "m" + std::string(text) + "\033[0m";
}

}  // namespace

Colours colours_for(std::string_view wish, int descriptor) {
  if (wish == "never") return Colours::none;
  // https://no-color.org: set and not empty.
  if (wish != "always" && (!environment("NO_COLOR").empty() || !is_terminal(descriptor) ||
                           environment("TERM").empty() || environment("TERM") == "dumb")) {
    return Colours::none;
  }
  const std::string_view depth = environment("COLORTERM");
  return depth == "truecolor" || depth == "24bit" ? Colours::full : Colours::indexed;
}

bool locale_is_utf8() {
  std::setlocale(LC_CTYPE, "");
  return std::string_view(nl_langinfo(CODESET)) == "UTF-8";
}

bool is_terminal(int descriptor) {
  return isatty(descriptor) == 1;
}

std::size_t terminal_width(int descriptor) {
  winsize size{};
  if (!is_terminal(descriptor)) return 0;
  return ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

std::string inked(std::string_view text, Ink ink, Colours colours) {
  return in_face(text, static_cast<int>(ink), colours);
}

std::string faint(std::string_view text, Colours colours) {
  return in_face(text, 2, colours);
}
std::string bold(std::string_view text, Colours colours) {
  return in_face(text, 1, colours);
}

void StatusLine::update(const std::string& text) {
  constexpr auto pause = std::chrono::milliseconds(200);
  const auto now = std::chrono::steady_clock::now();
  if (!shown_ || now - last_ < pause) return;
  last_ = now;
  visible_ = true;
  std::cerr << "\r" << text << "\033[K" << std::flush;
}

void StatusLine::clear() {
  if (visible_) std::cerr << "\r\033[K" << std::flush;
  visible_ = false;
}

namespace {

std::int64_t milliseconds_now() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return std::int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000;
}

void note_interrupt(int signal) {
  // timeout(1) sends its signal twice, to the program and to its group.
  constexpr std::int64_t one_interrupt = 1000;
  static std::atomic<std::int64_t> first{0};
  if (!interrupt_seen) {
    first = milliseconds_now();
    interrupt_seen = true;
  } else if (milliseconds_now() - first > one_interrupt) {
    // A program that hangs in one case can still be ended from the keyboard.
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  }
}

}  // namespace

void catch_interrupt() {
  struct sigaction action {};
  action.sa_handler = &note_interrupt;
  for (const int signal : {SIGINT, SIGTERM})
    sigaction(signal, &action, nullptr);
}

const std::atomic<bool>& interrupt_flag() {
  return interrupt_seen;
}

bool interrupted() {
  return interrupt_seen;
}

bool reader_is_gone() {
  pollfd output{STDOUT_FILENO, POLLOUT, 0};
  return poll(&output, 1, 0) > 0 && (output.revents & (POLLERR | POLLHUP)) != 0;
}

void flush_output() {
  std::cout.flush();
  if (!std::cout && !reader_is_gone()) throw std::runtime_error("cannot write to standard output");
}

}  // namespace layoutcheck::cli
