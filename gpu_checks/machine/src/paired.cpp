// Two executors as one: each launch runs on both, and they must agree.
//
// Compilers split, join, repeat and forward accesses. What they all keep is which bytes a thread
// reads that it did not write before, which bytes it writes, and each atomic operation; so these
// are compared, thread by thread.
#include <layoutcheck/machine/executor.hpp>

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>

namespace layoutcheck::gpu {

namespace {

using Kind = WarpAccess::Kind;

/// As the number of a buffer: the shared memory of the block.
constexpr std::uint32_t shared_memory = ~std::uint32_t{0};

/// Buffers up to this size are compared as a whole where only their contents can be.
constexpr std::uint64_t most_compared = std::uint64_t{1} << 26;

/// What is read of a buffer at a time.
constexpr std::uint64_t window_bytes = std::uint64_t{1} << 20;

/// Bytes that a thread touches.
struct Touched {
  std::uint32_t thread = 0;
  Kind kind = Kind::read;
  std::uint32_t buffer = 0;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;

  [[nodiscard]] auto where() const { return std::tuple(thread, kind, buffer); }
  friend auto operator<=>(const Touched&, const Touched&) = default;
};

/// Bytes of all buffers, in order; neighbours are joined.
class Bytes {
 public:
  void clear() { parts_.clear(); }
  [[nodiscard]] const std::vector<Touched>& parts() const { return parts_; }

  void add(Touched added) {
    // The parts that overlap it or adjoin.
    const auto first = std::lower_bound(
        parts_.begin(), parts_.end(), added, [](const Touched& a, const Touched& b) {
          return a.buffer != b.buffer ? a.buffer < b.buffer : a.end < b.begin;
        });
    auto last = first;
    for (; last != parts_.end() && last->buffer == added.buffer && last->begin <= added.end;
         ++last) {
      added.begin = std::min(added.begin, last->begin);
      added.end = std::max(added.end, last->end);
    }
    if (first == last) {
      parts_.insert(first, added);
    } else {
      *first = added;
      parts_.erase(first + 1, last);
    }
  }

  /// Calls f with each part of `whole` that is not in these.
  template <class F>
  void without(Touched whole, F f) const {
    for (const Touched& part : parts_) {
      if (part.buffer != whole.buffer || part.end <= whole.begin || part.begin >= whole.end)
        continue;
      if (part.begin > whole.begin) {
        Touched before = whole;
        before.end = part.begin;
        f(before);
      }
      whole.begin = std::min(part.end, whole.end);
    }
    if (whole.begin < whole.end) f(whole);
  }

 private:
  std::vector<Touched> parts_;
};

/// What each thread of a block did, in order: what does not depend on the compiler.
std::vector<Touched> essence_of(std::vector<Touched>& accesses) {
  std::uint64_t lowest_shared = ~std::uint64_t{0};
  for (const Touched& access : accesses)
    if (access.buffer == shared_memory) lowest_shared = std::min(lowest_shared, access.begin);
  for (Touched& access : accesses) {
    if (access.buffer != shared_memory) continue;
    access.begin -= lowest_shared;
    access.end -= lowest_shared;
  }
  std::stable_sort(accesses.begin(), accesses.end(),
                   [](const Touched& a, const Touched& b) { return a.thread < b.thread; });
  std::vector<Touched> essence;
  Bytes reads;
  Bytes writes;
  for (auto at = accesses.begin(); at != accesses.end();) {
    const std::uint32_t thread = at->thread;
    const auto begin = static_cast<std::ptrdiff_t>(essence.size());
    reads.clear();
    writes.clear();
    for (; at != accesses.end() && at->thread == thread; ++at) {
      switch (at->kind) {
        case Kind::read:
          writes.without(*at, [&](const Touched& part) { reads.add(part); });
          break;
        case Kind::write:
          writes.add(*at);
          break;
        case Kind::atomic:
          essence.push_back(*at);
          break;
      }
    }
    for (const Bytes* bytes : {&reads, &writes})
      essence.insert(essence.end(), bytes->parts().begin(), bytes->parts().end());
    std::sort(essence.begin() + begin, essence.end());
  }
  return essence;
}

/// Takes the accesses of a launch, block after block, and hands each block's to `done`.
class Recorder {
 public:
  struct Range {
    std::uint64_t address = 0;
    std::uint64_t bytes = 0;
  };
  using Done = std::function<void(std::uint64_t block, std::vector<Touched> essence)>;

  Recorder(std::vector<Range> buffers, Done done)
      : buffers_(std::move(buffers)), done_(std::move(done)) {}

  void take(const WarpAccess& access) {
    if (access.space != Space::global && access.space != Space::shared) return;
    if (access.block != block_) finish();
    block_ = access.block;
    for (unsigned lane = 0; lane < 32; ++lane) {
      if ((access.lanes >> lane & 1U) == 0) continue;
      const std::uint64_t address = access.addresses[lane];
      Touched touched{access.warp * 32 + lane, access.kind, shared_memory, address,
                      address + access.bytes};
      if (access.space == Space::global) {
        touched.buffer = number_of(address);
        // A variable of the module: the compilers need not agree on what is one.
        if (touched.buffer == buffers_.size()) continue;
        touched.begin -= buffers_[touched.buffer].address;
        touched.end -= buffers_[touched.buffer].address;
      }
      accesses_.push_back(touched);
    }
  }

  void finish() {
    if (accesses_.empty()) return;
    done_(block_, essence_of(accesses_));
    accesses_.clear();
  }

 private:
  /// The buffer in which the address lies; their number if it is in none.
  [[nodiscard]] std::uint32_t number_of(std::uint64_t address) const {
    const auto found = std::find_if(buffers_.begin(), buffers_.end(), [&](const Range& range) {
      return address - range.address < range.bytes;
    });
    return static_cast<std::uint32_t>(found - buffers_.begin());
  }

  std::vector<Range> buffers_;
  Done done_;
  std::uint64_t block_ = 0;
  std::vector<Touched> accesses_;
};

std::string text_of(const Touched* touched) {
  if (touched == nullptr) return "none";
  return touched->end - touched->begin == 1 ? "byte " + std::to_string(touched->begin)
                                            : "bytes " + std::to_string(touched->begin) + " to " +
                                                  std::to_string(touched->end - 1);
}

std::string text_of(std::span<const std::byte> bytes) {
  std::string text = "0x";
  for (const std::byte byte : bytes.first(std::min<std::size_t>(bytes.size(), 16))) {
    text += "0123456789abcdef"[std::to_integer<unsigned>(byte >> 4)];
    text += "0123456789abcdef"[std::to_integer<unsigned>(byte & std::byte{15})];
  }
  return text;
}

class PairedExecutor : public Executor {
 public:
  PairedExecutor(std::unique_ptr<Executor> first, std::unique_ptr<Executor> second)
      : first_(std::move(first)),
        second_(std::move(second)),
        name_(std::string(first_->name()) + "+" + std::string(second_->name())) {
    if (!first_->records())
      throw std::invalid_argument(name_ + ": the first executor must tell of its accesses");
  }

  [[nodiscard]] std::string_view name() const override { return name_; }
  [[nodiscard]] bool records() const override { return second_->records(); }

  void load(const Program& program) override {
    first_->load(program);
    second_->load(program);
  }

  Buffer allocate(std::uint64_t bytes, const Fill& fill) override {
    Both both;
    both.first = first_->allocate(bytes, fill);
    both.second = second_->allocate(bytes, fill);
    both.bytes = bytes;
    both.known = fill.kind == Fill::Kind::uninitialized ? 0
                 : fill.kind == Fill::Kind::bytes
                     ? std::min<std::uint64_t>(fill.bytes.size(), bytes)
                     : bytes;
    buffers_.push_back(both);
    return {first_buffer_ + buffers_.size() - 1};
  }

  void release() override {
    first_->release();
    second_->release();
    first_buffer_ += buffers_.size();
    buffers_.clear();
  }

  void read(Buffer buffer, std::uint64_t offset, std::span<std::byte> to) override {
    first_->read(at(buffer).first, offset, to);
  }

  [[nodiscard]] std::uint64_t address_of(Buffer buffer) const override {
    return first_->address_of(at(buffer).first);
  }

  LaunchReport launch(const Launch& launch, const AccessSink& sink) override {
    std::map<std::uint64_t, std::vector<Touched>> expected;
    written_.clear();
    Recorder first(ranges(*first_, &Both::first),
                   [&](std::uint64_t block, std::vector<Touched> essence) {
                     for (const Touched& touched : essence)
                       if (touched.kind != Kind::read && touched.buffer != shared_memory)
                         written_.push_back({touched, block});
                     expected[block] = std::move(essence);
                   });
    LaunchReport report =
        first_->launch(translated(launch, &Both::first), [&](const WarpAccess& access) {
          first.take(access);
          if (sink) sink(access);
        });
    first.finish();
    if (is_at_fault(report)) return report;

    std::optional<Fault> fault;
    const auto compare = [&](std::uint64_t block, const std::vector<Touched>& found) {
      if (!fault) fault = difference(launch, block, expected[block], found);
      expected.erase(block);
    };
    Recorder second(ranges(*second_, &Both::second), compare);
    LaunchReport other = second_->launch(
        translated(launch, &Both::second),
        second_->records() ? AccessSink([&](const WarpAccess& access) { second.take(access); })
                           : AccessSink());
    second.finish();
    if (is_at_fault(other)) return other;
    if (second_->records())
      while (!expected.empty())
        compare(expected.begin()->first, {});
    if (!fault) fault = difference_of_contents(launch);
    if (fault) {
      report.faults.push_back(*fault);
      report.fault_count = 1;
    }
    return report;
  }

 private:
  struct Both {
    Buffer first;
    Buffer second;
    std::uint64_t bytes = 0;
    /// How many bytes the fill says.
    std::uint64_t known = 0;
  };
  struct Written {
    Touched bytes;
    std::uint64_t block = 0;
  };

  [[nodiscard]] const Both& at(Buffer buffer) const {
    if (buffer.id < first_buffer_ || buffer.id - first_buffer_ >= buffers_.size())
      throw LaunchError("buffer " + std::to_string(buffer.id) + " is no more");
    return buffers_[buffer.id - first_buffer_];
  }

  [[nodiscard]] Launch translated(Launch launch, Buffer Both::*side) const {
    for (Argument& argument : launch.arguments)
      if (argument.kind != Argument::Kind::value) argument.buffer = at(argument.buffer).*side;
    return launch;
  }

  [[nodiscard]] std::vector<Recorder::Range> ranges(const Executor& executor,
                                                    Buffer Both::*side) const {
    std::vector<Recorder::Range> ranges;
    for (const Both& both : buffers_)
      ranges.push_back({executor.address_of(both.*side), both.bytes});
    return ranges;
  }

  static bool is_at_fault(const LaunchReport& report) {
    return !report.finished || report.fault_count != 0;
  }

  static Fault disagreement(const Launch& launch, std::uint64_t block, std::uint32_t thread,
                            std::string message) {
    Fault fault;
    fault.kind = Fault::Kind::disagreement;
    fault.block = launch.grid.at(block);
    fault.thread = launch.block.at(thread);
    fault.message = std::move(message);
    return fault;
  }

  [[nodiscard]] std::optional<Fault> difference(const Launch& launch, std::uint64_t block,
                                                const std::vector<Touched>& expected,
                                                const std::vector<Touched>& found) const {
    const auto [e, f] = std::mismatch(expected.begin(), expected.end(), found.begin(), found.end());
    const Touched* wanted = e == expected.end() ? nullptr : &*e;
    const Touched* got = f == found.end() ? nullptr : &*f;
    if (wanted == nullptr && got == nullptr) return std::nullopt;
    // Where they are in different places, the one that comes later has its like further on.
    if (wanted != nullptr && got != nullptr && wanted->where() != got->where())
      (wanted->where() < got->where() ? got : wanted) = nullptr;
    const Touched& touched = wanted != nullptr ? *wanted : *got;
    return disagreement(
        launch, block, touched.thread,
        std::string(gpu::name(touched.kind)) + " of " +
            (touched.buffer == shared_memory ? "shared memory"
                                             : "buffer " + std::to_string(touched.buffer)) +
            ": expected " + text_of(wanted) + ", as on " + std::string(first_->name()) +
            ", found " + text_of(got) + " on " + std::string(second_->name()));
  }

  /// Compares the bytes that were written; where the second executor does not tell of accesses,
  /// also those that were not.
  std::optional<Fault> difference_of_contents(const Launch& launch) {
    if (!second_->records()) {
      for (std::uint32_t i = 0; i < buffers_.size(); ++i) {
        if (buffers_[i].bytes > most_compared) continue;
        for (std::uint64_t begin = 0; begin < buffers_[i].known; begin += window_bytes) {
          const std::uint64_t end = std::min(begin + window_bytes, buffers_[i].known);
          written_.push_back({{0, Kind::read, i, begin, end}, 0});
        }
      }
    }
    // What a thread wrote comes before what is compared beside it, to say which thread it was.
    std::sort(written_.begin(), written_.end(), [](const Written& a, const Written& b) {
      const auto key = [](const Written& w) {
        return std::tuple(w.bytes.buffer, w.bytes.kind == Kind::read, w.bytes.begin);
      };
      return key(a) < key(b);
    });
    std::vector<std::byte> expected;
    std::vector<std::byte> found;
    for (auto next = written_.begin(); next != written_.end();) {
      const std::uint32_t buffer = next->bytes.buffer;
      const std::uint64_t begin = next->bytes.begin;
      std::uint64_t end = next->bytes.end;
      auto last = next + 1;
      for (; last != written_.end() && last->bytes.buffer == buffer && last->bytes.begin >= begin &&
             last->bytes.begin < begin + window_bytes;
           ++last)
        end = std::max(end, last->bytes.end);
      expected.resize(end - begin);
      found.resize(end - begin);
      first_->read(buffers_[buffer].first, begin, expected);
      second_->read(buffers_[buffer].second, begin, found);
      for (; next != last; ++next) {
        const std::size_t from = next->bytes.begin - begin;
        const std::size_t count = next->bytes.end - next->bytes.begin;
        const auto wanted = std::span(expected).subspan(from, count);
        const auto got = std::span(found).subspan(from, count);
        const auto [e, f] = std::mismatch(wanted.begin(), wanted.end(), got.begin());
        if (e == wanted.end()) continue;
        const auto at = static_cast<std::size_t>(e - wanted.begin());
        return disagreement(launch, next->block, next->bytes.thread,
                            "buffer " + std::to_string(buffer) + " holds from byte " +
                                std::to_string(begin + from + at) + " on: expected " +
                                text_of(wanted.subspan(at)) + ", as on " +
                                std::string(first_->name()) + ", found " +
                                text_of(got.subspan(at)) + " on " + std::string(second_->name()));
      }
    }
    return std::nullopt;
  }

  std::unique_ptr<Executor> first_;
  std::unique_ptr<Executor> second_;
  std::string name_;
  std::vector<Both> buffers_;
  std::size_t first_buffer_ = 0;
  /// By the first executor in the launch that runs.
  std::vector<Written> written_;
};

}  // namespace

std::unique_ptr<Executor> make_paired_executor(std::unique_ptr<Executor> first,
                                               std::unique_ptr<Executor> second) {
  return std::make_unique<PairedExecutor>(std::move(first), std::move(second));
}

}  // namespace layoutcheck::gpu
