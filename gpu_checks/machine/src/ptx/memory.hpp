// The memory that kernels see: sparse, so that a buffer costs only what is touched of it, with what
// is known of each byte: whether it was written, and who touched it last.
#pragma once

#include <layoutcheck/machine/executor.hpp>

#include <array>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>

namespace layoutcheck::gpu::ptx {

/// A thread at a moment. Moments count the barriers that it has taken part in.
struct Moment {
  /// The block's index in the grid times 1024, plus the thread's in the block; `nobody` before the
  /// first access.
  static constexpr std::uint64_t nobody = ~std::uint64_t{0};
  std::uint64_t who = nobody;
  std::uint32_t when = 0;
  /// See Trace.
  std::uint32_t note = 0;
};

/// Who touched some bytes last: the writer, and two readers, for of any two one is another thread
/// than the next writer. The notes of the writer and of the last reader say in which step of its
/// warp. Those that read in one step are one reader: the other's note has their lanes.
struct Trace {
  Moment writer;
  std::array<Moment, 2> readers;

  std::uint32_t& lanes_of_read() { return readers[1].note; }
  [[nodiscard]] std::uint32_t lanes_of_read() const { return readers[1].note; }

  /// The same of the lanes so many further.
  [[nodiscard]] Trace moved_by(unsigned lanes) const;
};

/// What the bytes of a page hold, and which of them were written.
struct PageState {
  static constexpr std::uint64_t size = 4096;

  std::array<std::byte, size> data{};
  std::array<std::uint64_t, size / 64> written{};

  friend bool operator==(const PageState& a, const PageState& b) {
    return std::memcmp(a.data.data(), b.data.data(), size) == 0 && a.written == b.written;
  }
};

/// The bytes from a multiple of `size` on.
class Page : public PageState {
 public:
  /// Takes itself and its traces from the room, if there is one. Throws LaunchError.
  explicit Page(const std::shared_ptr<Room>& room);

  /// Whether all of these bytes were written. They must lie in the page.
  [[nodiscard]] bool is_written(std::uint64_t offset, std::uint64_t bytes) const {
    if (is_in_a_word(offset, bytes)) {
      const std::uint64_t mask = mask_of(offset, bytes);
      return (written[offset / 64] & mask) == mask;
    }
    return is_written_slowly(offset, bytes);
  }
  /// Whether none was.
  [[nodiscard]] bool is_unwritten(std::uint64_t offset, std::uint64_t bytes) const;
  void set_unwritten(std::uint64_t offset) { written[offset / 64] &= ~mask_of(offset, 1); }
  void set_written(std::uint64_t offset, std::uint64_t bytes) {
    if (is_in_a_word(offset, bytes))
      written[offset / 64] |= mask_of(offset, bytes);
    else
      set_written_slowly(offset, bytes);
  }

  /// Which bytes have been written since iterations were left out last; how often some were is
  /// `cuts`. Throws LaunchError if there is no room.
  [[nodiscard]] bool is_fresh(std::uint64_t offset, std::uint64_t bytes, std::uint64_t cuts) const;
  void set_fresh(std::uint64_t offset, std::uint64_t bytes, bool fresh, std::uint64_t cuts);

  /// The traces of these bytes, one for each grain, so that accesses of one size share none. Their
  /// number is a power of 2, and they begin at a multiple of it. Throws LaunchError if there is no
  /// room.
  std::span<Trace> traces(std::uint64_t offset, std::uint64_t bytes);

  /// How many lanes that touch so many bytes each, side by side, make a line.
  static constexpr unsigned lanes_of_line(std::uint32_t bytes) {
    return bytes * 32 <= part_bytes ? 32 : static_cast<unsigned>(part_bytes / bytes);
  }
  /// The trace of the first lane of a line that begins there, as long as all that touched its part
  /// were lines of this kind: those of the other lanes are the same, moved. nullptr if they were
  /// not. Throws LaunchError if there is no room.
  Trace* line(std::uint64_t offset, std::uint32_t bytes);

  /// Forgets all traces.
  void forget_traces();

 private:
  static bool is_in_a_word(std::uint64_t offset, std::uint64_t bytes) {
    return offset % 64 + bytes <= 64 && bytes < 64;
  }
  static std::uint64_t mask_of(std::uint64_t offset, std::uint64_t bytes) {
    return ((std::uint64_t{1} << bytes) - 1) << offset % 64;
  }
  [[nodiscard]] bool is_written_slowly(std::uint64_t offset, std::uint64_t bytes) const;
  void set_written_slowly(std::uint64_t offset, std::uint64_t bytes);

  /// The traces of a part of the page: a page that is touched at one place needs only one of these.
  static constexpr std::uint64_t part_bytes = 256;
  struct Part {
    std::unique_ptr<Trace[]> traces;
    /// The binary logarithm of a grain's bytes, and of how many of them a trace is for: more than
    /// one in lines.
    std::uint8_t grain = 2;
    std::uint8_t line = 0;

    [[nodiscard]] std::size_t count() const { return part_bytes >> grain >> line; }
  };
  /// Gives each grain of the part a trace of its own, of so many bytes. Those that it has now are
  /// for multiples of it.
  void divide(Part& part, unsigned grain);

  struct Fresh {
    std::uint64_t cuts = 0;
    std::array<std::uint64_t, size / 64> bits{};
  };

  std::array<Part, size / part_bytes> parts_;
  std::unique_ptr<Fresh> fresh_;
  Share share_;

  friend class Region;
  /// The number of the journal that has it.
  std::uint64_t journal_ = 0;
};

/// A set of bytes. Of thousands of intervals it makes one, from the first to the last.
class ByteSet {
 public:
  /// Those from `first` to before `end`.
  void add(std::uint64_t first, std::uint64_t end);
  /// Whether one of these is in it.
  [[nodiscard]] bool meets(std::uint64_t first, std::uint64_t end) const {
    const auto next = ends_.lower_bound(end);
    return next != ends_.begin() && std::prev(next)->second > first;
  }
  void clear() { ends_.clear(); }

 private:
  /// By the beginning of each interval; none touches another.
  std::map<std::uint64_t, std::uint64_t> ends_;
};

__extension__ using Wide = __int128;

/// What came to memory in exact integers, where its bits say something else.
struct Stored {
  Wide exact = 0;
  std::uint64_t bits = 0;
  /// The line at which it left the range of its type.
  std::uint32_t origin = 0;
};

class Region;

/// The pages that a launch touches, as they were before it and as they are after it.
struct Journal {
  struct Entry {
    Region* region = nullptr;
    std::uint64_t page = 0;
    PageState before;
    /// Nothing if it is as before.
    std::unique_ptr<PageState> after;
  };
  std::vector<Entry> entries;
  std::uint64_t number = 0;
  /// Whether it has all of them; there may be more than so many bytes hold.
  bool is_whole = true;
  std::uint64_t most_bytes = 0;
  /// Whether the pages have all that the launch knew of memory.
  bool can_repeat = true;

  [[nodiscard]] std::uint64_t bytes() const {
    return entries.size() * (sizeof(Entry) + sizeof(PageState));
  }
};

/// A range of addresses with contents.
class Region {
 public:
  Region(std::uint64_t base, std::uint64_t bytes, Fill fill, std::string name,
         std::shared_ptr<Room> room)
      : base_(base),
        bytes_(bytes),
        fill_(std::move(fill)),
        name_(std::move(name)),
        room_(std::move(room)) {}

  [[nodiscard]] std::uint64_t base() const { return base_; }
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
  [[nodiscard]] const std::string& name() const { return name_; }

  [[nodiscard]] bool holds(std::uint64_t address, std::uint64_t bytes) const {
    return address >= base_ && address - base_ <= bytes_ && bytes <= bytes_ - (address - base_);
  }

  /// The page with this byte, made if there is none. Throws LaunchError if there is no room.
  Page& page(std::uint64_t offset) {
    const std::uint64_t index = offset / Page::size;
    if (last_ == nullptr || last_index_ != index) {
      last_ = &find(index);
      last_index_ = index;
      if (journal_ != nullptr) note(*last_);
    }
    return *last_;
  }
  /// From now on, pages go into the journal before anything else is done to them; or into none.
  void use_journal(Journal* journal) {
    journal_ = journal;
    last_ = nullptr;
  }
  /// Whether it is known of some bytes that they came of other integers than they say.
  [[nodiscard]] bool has_stored() const { return !stored_.empty(); }

  /// Copies bytes out, which may span pages; bytes that nobody wrote are 0.
  void read(std::uint64_t offset, std::span<std::byte> to);
  /// Copies bytes in and counts them as written.
  void write(std::uint64_t offset, std::span<const std::byte> from);

  /// Gives bytes this value, and counts them as written.
  void fill(std::uint64_t offset, std::uint64_t bytes, std::byte value);
  /// Forgets who touched its bytes: what comes next is ordered after all of that.
  void forget_order() {
    for (auto& [index, page] : pages_)
      page->forget_traces();
  }
  /// Calls f(offset, bytes) for each page that was touched.
  template <class F>
  void each_page(F f) const {
    for (const auto& [index, page] : pages_) {
      const std::uint64_t first = index * Page::size;
      f(first, std::span(page->data).first(std::min(Page::size, bytes_ - first)));
    }
  }
  void rename(std::string name) { name_ = std::move(name); }
  /// As one that nobody has written, with another name.
  void renew(std::string name) {
    clear();
    fill_ = {};
    rename(std::move(name));
  }

  /// Copies bytes within the region, with what is known of each: whether it was written.
  void copy(std::uint64_t from, std::uint64_t to, std::uint64_t bytes);

  /// What was stored from this byte on, if it is known to have been something else than `bits`,
  /// which are there now; nullptr otherwise.
  [[nodiscard]] const Stored* stored(std::uint64_t offset, std::uint64_t bits) const {
    const auto found = stored_.find(offset);
    return found == stored_.end() || found->second.bits != bits ? nullptr : &found->second;
  }
  /// Remembers it, of some thousands of places, or forgets it.
  void remember(std::uint64_t offset, const Stored& stored) {
    constexpr std::size_t most = 1U << 14;
    if (stored_.size() < most || stored_.contains(offset)) stored_[offset] = stored;
  }
  void forget(std::uint64_t offset) { stored_.erase(offset); }

  /// What iterations that were left out have made of it: the bytes of which nobody knows what they
  /// hold, unless they are fresh, and those that may have been written in them alone.
  ByteSet unknown;
  ByteSet perhaps_written;

  /// All of it may have been written.
  void lose_track() {
    unknown.add(0, bytes_);
    perhaps_written.add(0, bytes_);
  }
  /// Whether it is known what these bytes hold, which lie in a page. Iterations were left out so
  /// often.
  [[nodiscard]] bool is_known(std::uint64_t offset, std::uint64_t bytes, std::uint64_t cuts) {
    return !unknown.meets(offset, offset + bytes) ||
           page(offset).is_fresh(offset % Page::size, bytes, cuts);
  }
  /// They were written now, with what is known or not.
  void note_written(std::uint64_t offset, std::uint64_t bytes, bool known, std::uint64_t cuts) {
    if (!known) unknown.add(offset, offset + bytes);
    if (unknown.meets(offset, offset + bytes))
      page(offset).set_fresh(offset % Page::size, bytes, known, cuts);
  }

  /// Forgets everything that was written.
  void clear() {
    unknown.clear();
    perhaps_written.clear();
    pages_.clear();
    stored_.clear();
    last_ = nullptr;
  }

 private:
  Page& find(std::uint64_t index);
  void note(Page& page);

  std::uint64_t base_;
  std::uint64_t bytes_;
  Fill fill_;
  std::string name_;
  std::shared_ptr<Room> room_;
  std::unordered_map<std::uint64_t, std::unique_ptr<Page>> pages_;
  std::unordered_map<std::uint64_t, Stored> stored_;
  Page* last_ = nullptr;
  std::uint64_t last_index_ = 0;
  Journal* journal_ = nullptr;
};

/// Where the windows of shared, local and parameter memory lie among the generic addresses. They
/// are below those of all buffers.
inline constexpr std::uint64_t shared_window = std::uint64_t{1} << 32;
inline constexpr std::uint64_t local_window = std::uint64_t{2} << 32;
inline constexpr std::uint64_t parameter_window = std::uint64_t{3} << 32;
inline constexpr std::uint64_t window_bytes = std::uint64_t{1} << 32;

/// The buffers and the variables of a module in global and constant memory. Between any two lie
/// addresses that belong to none.
class GlobalMemory {
 public:
  static constexpr std::uint64_t slot_bytes = std::uint64_t{1} << 40;

  /// What is added lies from this slot on; below it, and above null, lies nothing.
  explicit GlobalMemory(std::shared_ptr<Room> room, std::uint64_t first_slot = 1)
      : room_(std::move(room)), first_slot_(first_slot) {}
  GlobalMemory(const GlobalMemory&) = delete;
  GlobalMemory& operator=(const GlobalMemory&) = delete;

  /// Throws LaunchError if the address space has no room.
  Region& add(std::uint64_t bytes, Fill fill, std::string name);
  /// The same at an address below the first slot, where no other region is.
  Region& add_at(std::uint64_t base, std::uint64_t bytes, Fill fill, std::string name);
  /// The region is not found any more; `describe` still names what was there.
  void remove(Region& region);
  /// One that was removed and has a slot is found again, and nobody has written it.
  void restore(Region& region, std::string name);

  /// The region that holds the address or lies before it, or nullptr.
  [[nodiscard]] Region* find(std::uint64_t address) const {
    const std::uint64_t slot = address / slot_bytes;
    if (slot < first_slot_ && !placed_.empty()) return find_placed(address);
    return slot < slots_.size() ? slots_[slot] : nullptr;
  }

  /// Forgets who touched its bytes.
  void forget_order() {
    for (const std::unique_ptr<Region>& region : regions_)
      region->forget_order();
  }

  /// Of all regions, and of those that come later.
  void use_journal(Journal* journal) {
    journal_ = journal;
    for (const std::unique_ptr<Region>& region : regions_)
      region->use_journal(journal);
  }

  [[nodiscard]] const std::shared_ptr<Room>& room() const { return room_; }

  /// How often iterations were left out, or something was not written because of it: what was
  /// fresh before is not any more.
  std::uint64_t cuts = 0;

  /// Nobody knows which bytes have been written.
  void lose_track() {
    ++cuts;
    for (const std::unique_ptr<Region>& region : regions_)
      region->lose_track();
  }

  /// "buffer 1 at byte -8 of 4096", for messages: the region nearest to the address.
  [[nodiscard]] std::string describe(std::uint64_t address) const;

  void clear() {
    cuts = 0;
    slots_.clear();
    placed_.clear();
    regions_.clear();
  }

 private:
  [[nodiscard]] Region* find_placed(std::uint64_t address) const;
  /// The slots in which it lies are its own, or nobody's.
  void put_into_slots(const Region& region, Region* found);

  std::shared_ptr<Room> room_;
  std::uint64_t first_slot_;
  /// By their bases: those below the first slot.
  std::map<std::uint64_t, Region*> placed_;
  std::vector<Region*> slots_;
  std::vector<std::unique_ptr<Region>> regions_;
  Journal* journal_ = nullptr;
};

}  // namespace layoutcheck::gpu::ptx
