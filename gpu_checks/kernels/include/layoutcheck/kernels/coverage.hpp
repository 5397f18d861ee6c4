// What of a buffer was touched, and how often.
#pragma once

#include <layoutcheck/machine/executor.hpp>

#include <memory>
#include <optional>
#include <unordered_map>

namespace layoutcheck::gpu {

/// Counts of accesses to the elements of one buffer. A page of counts is made where something is
/// touched, so that the buffer may have any size.
class Coverage {
 public:
  /// Where counts of a single element stop.
  static constexpr std::uint8_t most_counted = 255;

  explicit Coverage(std::uint32_t element_bytes, std::shared_ptr<Room> room = nullptr)
      : element_bytes_(element_bytes), share_(std::move(room)) {}

  /// One access of one thread, at so many bytes from the start of the buffer. Throws LaunchError if
  /// there is no room for its counts.
  void add(std::uint64_t offset, std::uint32_t bytes, WarpAccess::Kind kind);

  /// Accesses, in elements.
  [[nodiscard]] std::uint64_t reads() const { return reads_; }
  [[nodiscard]] std::uint64_t writes() const { return writes_; }
  [[nodiscard]] std::uint64_t atomics() const { return atomics_; }
  /// Different elements; an atomic both reads and writes one.
  [[nodiscard]] std::uint64_t elements_read() const { return elements_read_; }
  [[nodiscard]] std::uint64_t elements_written() const { return elements_written_; }
  /// How often one element is written by plain writes, at most.
  [[nodiscard]] std::uint8_t most_writes() const { return most_writes_; }
  /// Of the elements touched; nothing if none is.
  [[nodiscard]] std::optional<std::uint64_t> least() const { return least_; }
  [[nodiscard]] std::optional<std::uint64_t> greatest() const { return greatest_; }
  /// The least of so many elements that is not written; nothing if all are.
  [[nodiscard]] std::optional<std::uint64_t> first_unwritten(std::uint64_t elements) const;
  /// The greatest power of two, up to 256, that divides where all accesses begin, in bytes.
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
  /// The page that was used last, because neighbours follow each other.
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
  /// All places of accesses, by bits.
  std::uint64_t places_ = 0;
};

}  // namespace layoutcheck::gpu
