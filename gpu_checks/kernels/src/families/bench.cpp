// The comparison of what threads touched with what the oracle says.
#include <layoutcheck/kernels/bench.hpp>
#include <layoutcheck/machine/cuda.hpp>

#include <algorithm>
#include <cctype>
#include <functional>
#include <limits>

namespace layoutcheck::gpu {

namespace {

/// Destinations up to this size are read as a whole.
constexpr std::uint64_t most_read = std::uint64_t{1} << 26;

/// What executors can be given.
struct Means {
  /// The bytes of all buffers, and those of the destination.
  std::uint64_t bytes = 0;
  std::uint64_t destination = 0;
  /// Whether they can leave blocks out.
  bool chooses_blocks = false;
};

Means means_of(const Executor& executor) {
  constexpr std::uint64_t all = ~std::uint64_t{0};
  constexpr std::uint64_t filled = std::uint64_t{1} << 28;
  if (executor.name() == "ptx") return {all, all, true};
  // Where the host's accesses are seen, its memory is sparse; the addresses are the system's.
  if (executor.name() == "ptx+host") return {std::uint64_t{1} << 44, all, true};
  return {filled, most_read, executor.name() == "host"};
}

/// What bytes hold that no kernel wrote, where the executor would not say.
constexpr std::byte unwritten{0xff};

struct Stream {
  const char* name;
  std::vector<Int> Touches::*expected;
};

constexpr std::array<Stream, 4> streams = {{
    {"reads the source", &Touches::reads},
    {"writes the tile", &Touches::shared_writes},
    {"reads the tile", &Touches::shared_reads},
    {"writes the destination", &Touches::writes},
}};

/// One access of one thread.
struct Touch {
  Int place = 0;
  std::uint32_t line = 0;
};

/// Puts a list in order, by these numbers of its items, and keeps one of each number.
template <class T, class NumberOf>
void keep_once(std::vector<T>& list, NumberOf number_of) {
  std::ranges::sort(list, {}, number_of);
  const auto are_one = [&](const T& a, const T& b) { return number_of(a) == number_of(b); };
  list.erase(std::unique(list.begin(), list.end(), are_one), list.end());
}

/// The blocks of a launch by their ordinal.
class Blocks {
 public:
  explicit Blocks(const Launch& launch)
      : chosen_(launch.blocks), count_(chosen_.empty() ? launch.grid.count() : chosen_.size()) {}

  [[nodiscard]] std::size_t count() const { return static_cast<std::size_t>(count_); }
  [[nodiscard]] std::uint64_t block(std::size_t ordinal) const {
    return chosen_.empty() ? ordinal : chosen_[ordinal];
  }
  [[nodiscard]] std::size_t ordinal(std::uint64_t block) const {
    if (chosen_.empty()) return static_cast<std::size_t>(block);
    return static_cast<std::size_t>(std::lower_bound(chosen_.begin(), chosen_.end(), block) -
                                    chosen_.begin());
  }

 private:
  const std::vector<std::uint64_t>& chosen_;
  std::uint64_t count_;
};

/// The accesses of a launch, by stream and thread.
class Recording {
 public:
  Recording(const Job& job, const Blocks& blocks, const Executor& executor,
            const std::vector<Buffer>& buffers)
      : job_(job), blocks_(blocks), threads_(job.by_block ? 1 : job.launch.block.count()) {
    for (std::size_t i = 0; i < buffers.size(); ++i) {
      const std::uint64_t address = executor.address_of(buffers[i]);
      ranges_.push_back({address, address + job.buffers[i].bytes});
    }
    for (Chains& chains : chains_)
      chains.ends.assign(blocks.count() * threads_, {none, none});
  }

  void take(const WarpAccess& access) {
    if (access.space != Space::global && access.space != Space::shared) return;
    const std::size_t first = blocks_.ordinal(access.block) * threads_;
    for (unsigned lane = 0; lane < 32; ++lane) {
      if ((access.lanes >> lane & 1U) == 0) continue;
      take(access, access.addresses[lane],
           job_.by_block ? first : first + access.warp * 32U + lane);
    }
  }

  /// What was wrong with an access itself; "" if nothing.
  [[nodiscard]] const std::string& stray() const { return stray_; }

  /// The accesses of a thread in their order.
  void get(std::size_t stream, std::size_t thread, std::vector<Touch>& touches) const {
    touches.clear();
    const Chains& chains = chains_[stream];
    for (std::uint32_t at = chains.ends[thread].first; at != none; at = chains.links[at].next)
      touches.push_back(chains.links[at].touch);
    if (job_.by_block) keep_once(touches, [](const Touch& touch) { return touch.place; });
    if (is_shared(stream))
      for (Touch& touch : touches)
        touch.place = (touch.place - lowest_shared_) / Int{job_.buffers[source_buffer].width};
  }

 private:
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

  struct Link {
    Touch touch;
    std::uint32_t next = none;
  };
  struct Chains {
    /// By thread: the first and the last link.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> ends;
    std::vector<Link> links;
  };
  struct Range {
    std::uint64_t begin;
    std::uint64_t end;
  };

  static bool is_shared(std::size_t stream) { return stream == 1 || stream == 2; }

  void take(const WarpAccess& access, std::uint64_t address, std::size_t thread) {
    const bool reads = access.kind == WarpAccess::Kind::read;
    if (access.space == Space::shared) {
      if (!job_.checks_shared) return;
      lowest_shared_ = std::min(lowest_shared_, static_cast<Int>(address));
      append(reads ? 2 : 1, thread, {static_cast<Int>(address), access.line});
      return;
    }
    std::size_t buffer = 0;
    while (buffer < ranges_.size() &&
           (address < ranges_[buffer].begin || address >= ranges_[buffer].end))
      ++buffer;
    if (reads && buffer > destination_buffer && buffer < ranges_.size()) return;
    const std::size_t meant = reads ? source_buffer : destination_buffer;
    const BufferSpec& spec = job_.buffers[meant];
    const bool is_whole =
        job_.by_block ? access.bytes % spec.width == 0 : access.bytes == spec.width * spec.vector;
    if (buffer != meant || !is_whole) {
      if (stray_.empty()) {
        stray_ = "line " + std::to_string(access.line) + ": a " + std::string(name(access.kind)) +
                 " of " + std::to_string(access.bytes) + " bytes " +
                 (buffer < ranges_.size() ? "in buffer " + std::to_string(buffer)
                                          : std::string("outside of all buffers")) +
                 ", which no thread of this kernel should do";
      }
      return;
    }
    const Int from_pointer = static_cast<Int>(address - ranges_[buffer].begin) - spec.origin;
    const std::uint32_t count = job_.by_block ? access.bytes / spec.width : 1;
    for (std::uint32_t i = 0; i < count; ++i)
      append(reads ? 0 : 3, thread, {from_pointer / Int{spec.width} + i, access.line});
  }

  void append(std::size_t stream, std::size_t thread, const Touch& touch) {
    Chains& chains = chains_[stream];
    auto& [first, last] = chains.ends[thread];
    const auto link = static_cast<std::uint32_t>(chains.links.size());
    chains.links.push_back({touch, none});
    (last == none ? first : chains.links[last].next) = link;
    last = link;
  }

  const Job& job_;
  const Blocks& blocks_;
  std::size_t threads_;
  std::vector<Range> ranges_;
  std::array<Chains, streams.size()> chains_;
  Int lowest_shared_ = std::numeric_limits<Int>::max();
  std::string stray_;
};

std::string where(const Job& job, std::uint64_t block, std::uint64_t thread) {
  if (job.by_block) return "block " + to_string(job.launch.grid.at(block));
  return "block " + to_string(job.launch.grid.at(block)) + ", thread " +
         to_string(job.launch.block.at(thread));
}

/// What is wrong with the accesses of a thread in a stream, whatever their order; "" if nothing is.
std::string difference(const std::vector<Int>& expected, const std::vector<Touch>& found) {
  std::vector<Int> left = expected;
  std::sort(left.begin(), left.end());
  const Touch* extra = nullptr;
  for (const Touch& touch : found) {
    const auto at = std::lower_bound(left.begin(), left.end(), touch.place);
    if (at != left.end() && *at == touch.place)
      left.erase(at);
    else if (extra == nullptr)
      extra = &touch;
  }
  if (left.empty() && extra == nullptr) return "";
  std::string text;
  if (extra != nullptr) text = ", line " + std::to_string(extra->line);
  if (!left.empty()) {
    const auto value = std::find_if(expected.begin(), expected.end(), [&](Int place) {
      return std::binary_search(left.begin(), left.end(), place);
    });
    text += ", value " + std::to_string(value - expected.begin()) + ": expected element " +
            std::to_string(*value);
  } else {
    text += ": expected no more";
  }
  return text + ", found " +
         (extra == nullptr ? std::string("none") : "element " + std::to_string(extra->place));
}

/// The destination after a launch.
class Contents {
 public:
  Contents(Executor& executor, const Job& job, Buffer buffer)
      : executor_(executor),
        buffer_(buffer),
        spec_(job.buffers[destination_buffer]),
        width_(spec_.width) {
    if (spec_.bytes > most_read) return;
    all_.resize(static_cast<std::size_t>(spec_.bytes));
    executor_.read(buffer_, 0, all_);
    marked_.resize(all_.size() / width_);
  }

  [[nodiscard]] bool is_whole() const { return !all_.empty(); }

  /// Element `place` from the kernel's pointer on.
  std::uint64_t at(Int place) {
    const auto offset = static_cast<std::uint64_t>(place * Int{width_} + spec_.origin);
    std::array<std::byte, 8> bytes{};
    if (is_whole())
      std::copy_n(all_.begin() + static_cast<std::ptrdiff_t>(offset), width_, bytes.begin());
    else
      executor_.read(buffer_, offset, std::span(bytes).first(width_));
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < width_; ++i)
      value |= std::to_integer<std::uint64_t>(bytes[i]) << (8 * i);
    return value;
  }

  /// Notes that the element was to be written; returns whether it had been before.
  bool mark(Int place) {
    if (!is_whole()) {
      places_.push_back(place);
      return false;
    }
    const auto element = static_cast<std::size_t>(place + spec_.origin / Int{width_});
    const bool before = marked_[element];
    marked_[element] = true;
    return before;
  }

  /// An element that was marked twice, if mark() could not say.
  std::optional<Int> twice() {
    std::sort(places_.begin(), places_.end());
    const auto found = std::adjacent_find(places_.begin(), places_.end());
    return found == places_.end() ? std::nullopt : std::optional<Int>(*found);
  }

  /// An element that was not marked and does not hold what it held before the launch.
  std::optional<std::size_t> changed() const {
    for (std::size_t i = 0; i < marked_.size(); ++i) {
      const auto first = all_.begin() + static_cast<std::ptrdiff_t>(i * width_);
      if (!marked_[i] &&
          !std::all_of(first, first + width_, [](std::byte b) { return b == unwritten; })) {
        return i;
      }
    }
    return std::nullopt;
  }

 private:
  Executor& executor_;
  Buffer buffer_;
  const BufferSpec& spec_;
  std::uint32_t width_;
  std::vector<std::byte> all_;
  std::vector<bool> marked_;
  std::vector<Int> places_;
};

/// The digit of a number in base 2^(8·width).
std::uint64_t digit_of(Int value, std::uint32_t width, std::uint32_t digit) {
  const std::uint32_t shift = 8 * width * digit;
  const std::uint64_t rest = shift >= 64 ? 0 : static_cast<std::uint64_t>(value) >> shift;
  return width == 8 ? rest : rest & ((std::uint64_t{1} << (8 * width)) - 1);
}

class Comparer {
 public:
  Comparer(const Job& job, Executor& executor)
      : job_(job), executor_(executor), records_(executor.records()), blocks_(job.launch) {}

  Comparison run(std::uint32_t digit) {
    Comparison result;
    executor_.release();
    const std::vector<Buffer> buffers = allocate(digit);
    Launch launch = job_.launch;
    for (Argument& argument : launch.arguments) {
      if (argument.kind == Argument::Kind::value) continue;
      const std::size_t number = argument.buffer.id;
      argument.buffer = buffers[number];
      argument.offset += job_.buffers[number].origin;
    }
    std::optional<Recording> recording;
    AccessSink sink;
    if (records_) {
      recording.emplace(job_, blocks_, executor_, buffers);
      sink = [&](const WarpAccess& access) { recording->take(access); };
    }
    const LaunchReport report = executor_.launch(launch, sink);
    if (recording && recording->stray().empty()) result.mismatch = compare(*recording, result);
    if (!report.faults.empty()) {
      // The access that is missing for it says what was expected in its place.
      const std::string missing = result.mismatch;
      result.mismatch = to_string(report.faults.front()) + (missing.empty() ? "" : "; " + missing);
    } else if (recording && !recording->stray().empty()) {
      result.mismatch = recording->stray();
    } else if (!report.finished) {
      result.mismatch = "the kernel did not come to its end";
    }
    if (result.mismatch.empty())
      result.mismatch = compare_contents(buffers[destination_buffer], digit, result);
    return result;
  }

 private:
  std::vector<Buffer> allocate(std::uint32_t digit) {
    std::vector<Buffer> buffers;
    for (std::size_t i = 0; i < job_.buffers.size(); ++i) {
      BufferSpec spec = job_.buffers[i];
      if (i == source_buffer) spec.fill.digit = digit;
      if (i == destination_buffer && !records_) {
        spec.fill.kind = Fill::Kind::bytes;
        spec.fill.bytes.assign(static_cast<std::size_t>(spec.bytes), unwritten);
      }
      buffers.push_back(executor_.allocate(spec.bytes, spec.fill));
    }
    return buffers;
  }

  /// Calls f(block, thread, ordinal of the thread, touches) for each thread until it returns a
  /// text, which is returned.
  template <class F>
  std::string for_each_thread(F f) {
    const std::uint64_t threads = job_.by_block ? 1 : job_.launch.block.count();
    for (std::size_t b = 0; b < blocks_.count(); ++b) {
      const std::uint64_t block = blocks_.block(b);
      const Dim3 block_at = job_.launch.grid.at(block);
      for (std::uint64_t t = 0; t < threads; ++t) {
        touches_.clear();
        job_.expect(block_at, job_.launch.block.at(t), touches_);
        std::string wrong = f(block, t, b * threads + t);
        if (!wrong.empty()) return wrong;
      }
    }
    return "";
  }

  std::string compare(const Recording& recording, Comparison& result) {
    std::vector<Touch> found;
    return for_each_thread([&](std::uint64_t block, std::uint64_t thread, std::size_t ordinal) {
      for (std::size_t s = 0; s < streams.size(); ++s) {
        std::vector<Int>& expected = touches_.*streams[s].expected;
        if (job_.by_block) keep_once(expected, std::identity());
        recording.get(s, ordinal, found);
        result.addresses += found.size();
        const bool same =
            std::equal(found.begin(), found.end(), expected.begin(), expected.end(),
                       [](const Touch& touch, Int place) { return touch.place == place; });
        if (same) continue;
        const std::string wrong = difference(expected, found);
        if (!wrong.empty()) return where(job_, block, thread) + " " + streams[s].name + wrong;
      }
      return std::string();
    });
  }

  std::string compare_contents(Buffer buffer, std::uint32_t digit, Comparison& result) {
    const BufferSpec& spec = job_.buffers[destination_buffer];
    Contents contents(executor_, job_, buffer);
    Int written = 0;
    std::string wrong =
        for_each_thread([&](std::uint64_t block, std::uint64_t thread, std::size_t) {
          if (!records_) result.addresses += touches_.reads.size() + touches_.writes.size();
          for (std::size_t k = 0; k < touches_.values.size(); ++k) {
            const Int place = touches_.writes[k / spec.vector] + static_cast<Int>(k % spec.vector);
            if (contents.mark(place)) {
              return where(job_, block, thread) + " writes element " + std::to_string(place) +
                     " of the destination, as another does";
            }
            ++written;
            const std::uint64_t expected = digit_of(touches_.values[k], spec.width, digit);
            const std::uint64_t found = contents.at(place);
            if (found != expected) {
              return where(job_, block, thread) + ", value " + std::to_string(k) +
                     ": the destination's element " + std::to_string(place) + " holds " +
                     std::to_string(found) + ", expected " + std::to_string(expected);
            }
          }
          return std::string();
        });
    if (!wrong.empty()) return wrong;
    if (const auto place = contents.twice())
      return "element " + std::to_string(*place) + " of the destination is written twice";
    if (job_.launch.blocks.empty() && written != job_.elements)
      return std::to_string(written) + " elements are written of " + std::to_string(job_.elements);
    if (!records_) {
      if (const auto place = contents.changed()) {
        return "element " + std::to_string(*place) +
               " of the destination's memory was written, which belongs to nobody";
      }
    }
    return "";
  }

  const Job& job_;
  Executor& executor_;
  bool records_;
  Blocks blocks_;
  Touches touches_;
};

/// Throws Unavailable unless the device has the instructions of the architecture.
void require_device(const std::string& architecture) {
  if (architecture.empty()) return;
  const DeviceInfo device = cuda_device();
  const int number = 10 * device.major + device.minor;
  const int needed = std::stoi(architecture.substr(architecture.find('_') + 1));
  const bool is_only = !std::isdigit(static_cast<unsigned char>(architecture.back()));
  if (is_only ? number == needed : number >= needed) return;
  throw Unavailable("the device, of sm_" + std::to_string(number) +
                    ", does not have the instructions of " + architecture);
}

}  // namespace

Bench::Bench(std::unique_ptr<Executor> executor, std::shared_ptr<PtxSource> ptx)
    : executor_(std::move(executor)), ptx_(std::move(ptx)) {}

void Bench::load(const Job& job) {
  if (loaded_ == job.source) return;
  // A program that cannot be loaded leaves none.
  loaded_.clear();
  const bool takes_source = executor_->name() == "host";
  const bool on_host = executor_->name().ends_with("host");
  if (job.needs_cutlass && on_host) throw Unavailable("the host's compiler does not take CuTe");
  if (!job.architecture.empty() && on_host)
    throw Unavailable("the host does not have the instructions of " + job.architecture);
  if (executor_->name().ends_with("cuda")) require_device(job.architecture);
  executor_->load({job.name, job.source, takes_source ? "" : ptx_->of(job)});
  loaded_ = job.source;
}

std::optional<Comparison> Bench::run(const Job& job) {
  std::uint32_t digits = 1;
  const Means means = means_of(*executor_);
  std::uint64_t bytes = 0;
  for (const BufferSpec& spec : job.buffers) {
    if (spec.bytes > means.bytes - bytes) return std::nullopt;
    bytes += spec.bytes;
  }
  if (job.buffers[destination_buffer].bytes > means.destination ||
      (!job.launch.blocks.empty() && !means.chooses_blocks)) {
    return std::nullopt;
  }
  if (executor_->name() != "ptx") {
    const BufferSpec& source = job.buffers[source_buffer];
    const std::uint64_t last = source.fill.numbering.of(source.bytes / source.width - 1);
    while (!executor_->records() && source.fill.kind == Fill::Kind::index &&
           source.width * digits < 8 && (last >> (8 * source.width * digits)) != 0)
      ++digits;
  }
  load(job);
  Comparison result;
  for (std::uint32_t digit = 0; digit < digits && result.mismatch.empty(); ++digit) {
    Comparison one = Comparer(job, *executor_).run(digit);
    // The same addresses again, in another digit.
    result.addresses = std::max(result.addresses, one.addresses);
    result.mismatch = std::move(one.mismatch);
  }
  return result;
}

}  // namespace layoutcheck::gpu
