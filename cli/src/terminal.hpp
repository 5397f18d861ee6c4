// The terminal: what it can show, and the signals that come from it.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

namespace layoutcheck::cli {

enum class Colours {
  none,
  indexed,  // 256 of them
  full,     // 24 bits
};

/// What the value of --color (auto, always, never) means for a file descriptor.
Colours colours_for(std::string_view wish, int descriptor);

/// Whether the locale of the environment encodes text in UTF-8.
bool locale_is_utf8();

bool is_terminal(int descriptor);

/// The number of columns of the terminal, or 0 if the descriptor is none.
std::size_t terminal_width(int descriptor);

/// The text in a colour of the eight that every colour terminal has; as it is without colours.
enum class Ink { red = 31, green = 32, yellow = 33 };
std::string inked(std::string_view text, Ink ink, Colours colours);

/// The text in a weaker or a stronger face.
std::string faint(std::string_view text, Colours colours);
std::string bold(std::string_view text, Colours colours);

/// A line on the terminal of standard error that says how far a run is; nothing elsewhere.
class StatusLine {
 public:
  /// Shows the text, unless the last one is but a moment old.
  void update(const std::string& text);
  void clear();

 private:
  bool shown_ = is_terminal(2);
  bool visible_ = false;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

/// From now on Ctrl-C only sets a flag, and so does SIGTERM, with which others end a program; one
/// that comes more than a second later ends the program as usual.
void catch_interrupt();
/// That flag, for who looks at it from another library.
const std::atomic<bool>& interrupt_flag();
bool interrupted();

/// Whether nobody reads standard output any more, so that writing more is in vain.
bool reader_is_gone();

/// Flushes standard output. Throws std::runtime_error if that fails for another reason than a
/// reader who left.
void flush_output();

}  // namespace layoutcheck::cli
