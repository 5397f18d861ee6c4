// Coverage: which elements of a buffer were touched, and how often.
#pragma once

#include <layoutcheck/machine/executor.hpp>

#include <memory>
#include <optional>
#include <unordered_map>

namespace layoutcheck::gpu {

/// Counts of accesses to the elements of one buffer. Pages of counts are allocated on first touch,
/// so the buffer may have any size.
class Coverage {
 public:
  /// The maximum count of a single element.
  static constexpr std::uint8_t most_counted = 255;

  explicit Coverage(std::uint32_t element_bytes, std::shared_ptr<Room> room = nullptr)
      : element_bytes_(element_bytes), share_(std::move(room)) {}

  /// One access of one thread, at this byte offset in the buffer. Throws LaunchError if there is no
  /// room for its counts.
  void add(std::uint64_t offset, std::uint32_t bytes, WarpAccess::Kind kind);

  /// Accesses, in elements.
  [[nodiscard]] std::uint64_t reads() const { return reads_; }
  [[nodiscard]] std::uint64_t writes() const { return writes_; }
  [[nodiscard]] std::uint64_t atomics() const { return atomics_; }
  /// Distinct elements; an atomic both reads and writes its element.
  [[nodiscard]] std::uint64_t elements_read() const { return elements_read_; }
  [[nodiscard]] std::uint64_t elements_written() const { return elements_written_; }
  /// The maximum number of plain writes to one element.
  [[nodiscard]] std::uint8_t most_writes() const { return most_writes_; }
  /// Of the elements touched; nothing if none is.
  [[nodiscard]] std::optional<std::uint64_t> least() const { return least_; }
  [[nodiscard]] std::optional<std::uint64_t> greatest() const { return greatest_; }
  /// The first of this many elements that is not written; nothing if all are.
  [[nodiscard]] std::optional<std::uint64_t> first_unwritten(std::uint64_t elements) const;
  /// The greatest power of two, up to 256, that divides the byte offsets of all accesses.
  [[nodiscard]] std::uint32_t alignment() const;

 private:
  struct Counts {
    std::uint8_t reads = 0;
    std::uint8_t writes = 0;
    bool atomic = false;
  };
  static constexpr std::uint64_t page_size = 4096;
  using Page = std::array<Counts, page_size>;

  Counts& counts_of(std::uint64_t element);

  std::uint32_t element_bytes_;
  Share share_;
  std::unordered_map<std::uint64_t, std::unique_ptr<Page>> pages_;
  /// The page used last, because accesses tend to be adjacent.
  std::uint64_t last_number_ = 0;
  Page* last_ = nullptr;
  std::uint64_t reads_ = 0;
  std::uint64_t writes_ = 0;
  std::uint64_t atomics_ = 0;
  std::uint64_t elements_read_ = 0;
  std::uint64_t elements_written_ = 0;
  std::uint8_t most_writes_ = 0;
  std::optional<std::uint64_t> least_;
  std::optional<std::uint64_t> greatest_;
  /// The bitwise or of all byte offsets of accesses.
  std::uint64_t places_ = 0;
};

}  // namespace layoutcheck::gpu
