// What happens at an access: bounds, alignment, bytes that nobody wrote, races, the record.
#include "exact.hpp"
#include "operations.hpp"
#include "rounding.hpp"
#include "unset.hpp"
#include "unused.hpp"
#include <layoutcheck/machine/multimem.hpp>

#include <algorithm>

namespace layoutcheck::gpu::ptx {

namespace {

using Kind = WarpAccess::Kind;

/// Where an access goes: the page, and the offset in it; nullptr if it is at fault.
struct Target {
  Space space = Space::global;
  Page* page = nullptr;
  std::uint64_t offset = 0;
  Region* region = nullptr;
  /// In the region.
  std::uint64_t at = 0;

  [[nodiscard]] std::byte* data() const { return page->data.data() + offset; }
};

/// The space that an instruction means, or, if it leaves that open, in whose window the address is.
Space space_of(const Step& step, std::uint64_t address) {
  switch (step.space) {
    case StateSpace::shared:
    case StateSpace::cluster:
      return Space::shared;
    case StateSpace::local:
      return Space::local;
    case StateSpace::param:
      return Space::parameter;
    case StateSpace::generic:
      break;
    default:
      return Space::global;
  }
  switch (address / window_bytes) {
    case shared_window / window_bytes:
      return Space::shared;
    case local_window / window_bytes:
      return Space::local;
    case parameter_window / window_bytes:
      return Space::parameter;
    default:
      return Space::global;
  }
}

/// Where a lane looks for an address in a space.
Located locate_in(Warp& warp, const Step& step, unsigned lane, Space space, std::uint64_t address) {
  switch (space) {
    case Space::shared: {
      const SharedPlace place = shared_place(warp, address);
      const bool is_there =
          place.block != nullptr && (place.block == warp.block || step.space != StateSpace::shared);
      return {is_there ? &place.block->shared : nullptr, place.address, place.block};
    }
    case Space::local:
      return {warp.locals.empty() ? nullptr : &warp.locals[lane], address, nullptr};
    case Space::parameter:
      return {&warp.machine->parameters, address, nullptr};
    default:
      return {warp.machine->memory.find(address), address, nullptr};
  }
}

/// "byte 132 of 128 bytes of shared memory".
std::string describe(Warp& warp, const Step& step, unsigned lane, std::uint64_t address) {
  const Space space = space_of(step, address);
  if (space == Space::global) {
    if (MultimemAddress::of(address)) return "a multimem address, which is for multimem alone";
    return address < window_bytes ? "address " + std::to_string(address) + ", which is in no buffer"
                                  : warp.machine->memory.describe(address);
  }
  const Located place = locate_in(warp, step, lane, space, address);
  if (place.region == nullptr && space == Space::shared) {
    const std::string rank = std::to_string(rank_in(address).value_or(0));
    return place.block == nullptr ? "the shared memory of block " + rank + " of a cluster of " +
                                        std::to_string(warp.block->cluster.blocks.size())
                                  : "the shared memory of block " + rank +
                                        " of the cluster, which is not .shared::cta";
  }
  if (place.region == nullptr)
    return "address " + std::to_string(address) + ", and the kernel has no local memory";
  return "byte " + std::to_string(static_cast<std::int64_t>(place.address - place.region->base())) +
         " of " + std::to_string(place.region->bytes()) + " of " +
         (place.block == nullptr || place.block == warp.block
              ? place.region->name()
              : "the shared memory of block " + to_string(place.block->coordinate));
}

/// Pre: `bytes` is a power of two. `is_noted` is as in `reach_block`.
Target target_of(Warp& warp, const Step& step, unsigned lane, std::uint64_t address,
                 std::uint32_t bytes, bool is_noted = true) {
  const Space space = space_of(step, address);
  const Located place = locate_in(warp, step, lane, space, address);
  Region* region = place.region;
  if (region == nullptr || !region->holds(place.address, bytes)) {
    warp.machine->fault(Fault::Kind::out_of_bounds, warp, step, lane, address, [&] {
      return std::to_string(bytes) + (bytes == 1 ? " byte, at " : " bytes, at ") +
             describe(warp, step, lane, address);
    });
    return {};
  }
  if ((address & (bytes - 1)) != 0) {
    warp.machine->fault(Fault::Kind::misaligned, warp, step, lane, address, [&] {
      return "the address is no multiple of " + std::to_string(bytes) + ": " +
             describe(warp, step, lane, address);
    });
    return {};
  }
  if (place.block != nullptr && place.block != warp.block)
    reach_block(warp, step, lane, address, *place.block, is_noted);
  const std::uint64_t offset = place.address - region->base();
  return {space, &region->page(offset), offset % Page::size, region, offset};
}

/// Marks what goes on beside threads, with its place in clocks in place of a warp.
constexpr std::uint64_t beside_mark = std::uint64_t{1} << 62;

bool is_beside_threads(const Moment& moment) {
  return moment.who != Moment::nobody && (moment.who & beside_mark) != 0;
}

std::string describe(const Machine& machine, const Moment& moment) {
  if (is_beside_threads(moment)) return "an asynchronous operation";
  const auto thread = moment.who % most_threads;
  return "thread " + to_string(machine.launch.block.at(thread)) + " of block " +
         to_string(machine.launch.grid.at(moment.who / most_threads));
}

/// Looks for a race with what the trace says, and puts this access into it. Atomic accesses and
/// strong loads and stores make no race among themselves, as the PTX ISA has it of morally strong
/// operations; `now.when` marks them by its top bit, or of a scope that has the cluster alone by
/// another one. `repeats` says of a write that it makes no difference but in the rounding of a
/// floating-point number.
constexpr std::uint32_t strong_mark = std::uint32_t{1} << 31;
/// Marks reads on whose values depends what lanes exchange.
constexpr std::uint32_t exchanged_mark = std::uint32_t{1} << 30;
constexpr std::uint32_t strong_in_cluster_mark = std::uint32_t{1} << 29;
constexpr std::uint32_t marks = strong_mark | exchanged_mark | strong_in_cluster_mark;

class RaceCheck {
 public:
  RaceCheck(Warp& warp, const Step& step, unsigned lane, Kind kind, Space space, bool repeats)
      : warp_(warp),
        step_(step),
        lane_(lane),
        kind_(kind),
        is_global_(space == Space::global),
        repeats_(repeats) {
    const std::uint32_t thread = warp.thread(lane);
    now_ = {warp.block->index * most_threads + thread,
            warp.block->now[thread] | (kind == Kind::atomic || step.is_strong ? strong_mark : 0) |
                (kind == Kind::atomic || step.is_strong || step.is_strong_in_cluster
                     ? strong_in_cluster_mark
                     : 0) |
                (kind == Kind::read && step.is_exchanged ? exchanged_mark : 0),
            static_cast<std::uint32_t>(warp.steps)};
  }
  /// The same of what goes on beside the lane, and begins now.
  RaceCheck(Warp& warp, const Step& step, unsigned lane, Kind kind, const Beside& beside)
      : RaceCheck(warp, step, lane, kind, Space::shared, false) {
    issuer_ = now_.who;
    now_.who = beside_mark | beside.entry * warp_size;
    now_.when = beside.when | (kind == Kind::atomic ? strong_mark | strong_in_cluster_mark : 0);
  }

  void touch(Trace& trace, std::uint64_t address) {
    if (kind_ == Kind::read && issuer_ != Moment::nobody && is_hidden(trace.writer) &&
        !is_race(trace.writer)) {
      tell(Fault::Kind::race, trace.writer, "written", address,
           ", and no fence.proxy.async is between the two");
    } else if (is_race(trace.writer)) {
      const bool together = repeats_ && is_beside(trace.writer) && trace.writer.note == now_.note;
      report(trace.writer, "written", address, together);
    }
    if (kind_ != Kind::read)
      for (const Moment& reader : readers(trace))
        if (is_race(reader) && !came_before(trace, reader))
          report(reader, "read", address, read_together(trace, reader));
    put_into(trace);
  }

  /// The same of a line, where this lane and those behind it, as many as `lanes`, touch it in one
  /// step; returns false, and has done nothing, where one of them races, or where they are at
  /// different moments.
  bool touch_line(Trace& trace, unsigned lanes) {
    const std::uint32_t* now = warp_.block->now.data() + warp_.thread(lane_);
    std::uint32_t different = 0;
    for (unsigned i = 1; i < lanes; ++i)
      different |= now[i] ^ now[0];
    if (different != 0 || is_race_in_line(trace.writer, lanes)) return false;
    if (kind_ != Kind::read)
      for (const Moment& reader : readers(trace))
        if (is_race_in_line(reader, lanes) && !came_before(trace, reader)) return false;
    put_into(trace);
    return true;
  }

 private:
  /// Whom a write may race with.
  [[nodiscard]] std::array<Moment, 2> readers(const Trace& trace) const {
    Moment last = trace.readers[0];
    // In the place of this thread, another that read with it.
    if (last.who == now_.who) last.who = one_beside(trace, last.who);
    return {last, trace.readers[1]};
  }

  void put_into(Trace& trace) {
    if (kind_ != Kind::read) {
      trace.writer = now_;
      trace.readers = {};
      return;
    }
    Moment& last = trace.readers[0];
    // Of those that read in one step the lanes are enough.
    if (is_in_warp(last) && last.note == now_.note && last.when == now_.when) {
      trace.lanes_of_read() |= 1U << lane_;
    } else {
      // What races with fewer makes no room for itself: a strong read after a weak one, or one that
      // is exchanged after one that is not.
      const bool is_weaker = trace.readers[1].who != Moment::nobody &&
                             (last.when & ~trace.readers[1].when & marks) != 0;
      if (last.who != now_.who && !is_weaker) trace.readers[1] = last;
      trace.lanes_of_read() = 1U << lane_;
    }
    // Of two reads by a thread that races which races with more.
    if (last.who == now_.who && ((last.when ^ now_.when) & ~marks) == 0)
      last = {now_.who, now_.when & last.when, now_.note};
    else
      last = now_;
  }

  [[nodiscard]] bool is_race(const Moment& other) const {
    if (other.who == Moment::nobody || other.who == issuer_ ||
        (other.when & now_.when & strong_mark) != 0) {
      return false;
    }
    const Block& block = *warp_.block;
    // Nothing orders operations that one phase completes.
    if (is_beside_threads(other)) {
      return !block.knows(warp_.thread(lane_), (other.who & ~beside_mark) / warp_size,
                          other.when & ~marks);
    }
    if (other.who == now_.who) return false;
    const Block* its = other.who / most_threads == block.index
                           ? &block
                           : block.cluster.find(other.who / most_threads);
    if (its != nullptr && (other.when & now_.when & strong_in_cluster_mark) != 0) return false;
    if (its != &block && warp_.machine->blocks_synchronize) return false;
    return its == nullptr ||
           !block.knows(warp_.thread(lane_), its->first_thread + other.who % most_threads,
                        other.when & ~marks);
  }

  /// Whether the asynchronous proxy does not see what a thread has written.
  [[nodiscard]] bool is_hidden(const Moment& writer) const {
    if (writer.who == Moment::nobody || is_beside_threads(writer)) return false;
    const Block& block = *warp_.block;
    const Block* its = block.cluster.find(writer.who / most_threads);
    return its != nullptr &&
           !block.knows(warp_.thread(lane_),
                        block.cluster.proxy() + its->first_thread + writer.who % most_threads,
                        writer.when & ~marks);
  }

  /// Whether one of the lanes has a race with the thread as far behind the other.
  [[nodiscard]] bool is_race_in_line(Moment other, unsigned lanes) const {
    if (other.who == Moment::nobody || other.who == now_.who) return false;
    if (warp_.block->cluster.find(other.who / most_threads) == nullptr) return is_race(other);
    RaceCheck check = *this;
    for (unsigned i = 0; i < lanes; ++i, ++check.lane_, ++check.now_.who, ++other.who)
      if (check.is_race(other)) return true;
    return false;
  }

  /// Whether the reader is in the same warp, whose lanes have met since to exchange what depends on
  /// what it has read: then it has read it.
  [[nodiscard]] bool came_before(const Trace& trace, const Moment& reader) const {
    // The last reader of a warp has read last, and its step is known.
    const auto since = static_cast<std::uint32_t>(warp_.met) - trace.readers[0].note;
    return (reader.when & exchanged_mark) != 0 && is_in_warp(reader) &&
           is_in_warp(trace.readers[0]) && static_cast<std::int32_t>(since) > 0;
  }

  [[nodiscard]] bool is_in_warp(const Moment& other) const {
    return other.who != Moment::nobody && other.who / warp_size == now_.who / warp_size;
  }

  /// Whether it is in the same warp, or in another of the block that is at the same moment; if it
  /// is in the same step, the two warps go the same way, as those that repeat each other do.
  [[nodiscard]] bool is_beside(const Moment& other) const {
    return is_in_warp(other) ||
           (other.who / most_threads == warp_.block->index && other.when == now_.when);
  }

  /// Another thread that read in the step of the last reader; that one itself if there is none.
  [[nodiscard]] static std::uint64_t one_beside(const Trace& trace, std::uint64_t who) {
    const std::uint32_t others = trace.lanes_of_read() & ~(1U << who % warp_size);
    return others == 0 ? who : who / warp_size * warp_size + first_of(others);
  }

  /// Whether this thread and the reader read what is there in one step, as in an update in place by
  /// a layout that gives an element to several lanes. In shared memory they would rather count
  /// something without atomics.
  [[nodiscard]] bool read_together(const Trace& trace, const Moment& reader) const {
    const std::uint32_t both = 1U << lane_ | 1U << reader.who % warp_size;
    return kind_ == Kind::write && is_global_ && is_in_warp(trace.readers[0]) &&
           is_in_warp(reader) && (trace.lanes_of_read() & both) == both;
  }

  void report(const Moment& other, const char* what, std::uint64_t address, bool is_redundant) {
    if (is_redundant)
      tell(Fault::Kind::redundant, other, what, address, ", which holds the same");
    else
      tell(Fault::Kind::race, other, what, address, ", and nothing orders the two");
  }

  void tell(Fault::Kind fault, const Moment& other, const char* what, std::uint64_t address,
            const char* why) {
    const auto message = [&warp = warp_, &step = step_, lane = lane_, other, what, address, why] {
      return describe(warp, step, lane, address) + " was " + what + " by " +
             describe(*warp.machine, other) + why;
    };
    if (fault == Fault::Kind::redundant)
      warp_.machine->remark(fault, warp_, step_, lane_, address, message);
    else if (kind_ != Kind::read || issuer_ != Moment::nobody ||
             !waits_for_use(warp_, step_, lane_, {address, message}))
      warp_.machine->fault(fault, warp_, step_, lane_, address, message);
  }

  Warp& warp_;
  const Step& step_;
  unsigned lane_;
  Kind kind_;
  bool is_global_;
  bool repeats_;
  Moment now_;
  /// Of what goes on beside a thread, this one.
  std::uint64_t issuer_ = Moment::nobody;
};

bool is_traced(const Warp& warp, Space space) {
  return warp.machine->options.races && (space == Space::global || space == Space::shared);
}

void look_for_races(Warp& warp, const Step& step, unsigned lane, Kind kind, const Target& target,
                    std::uint64_t address, std::uint32_t bytes, bool repeats = false) {
  if (!is_traced(warp, target.space)) return;
  RaceCheck check(warp, step, lane, kind, target.space, repeats);
  for (Trace& trace : target.page->traces(target.offset, bytes))
    check.touch(trace, address);
}

// What nearly all accesses are: all lanes side by side, in one page, with nothing to be said of
// any. They are looked at as one; where that does not do, lane by lane.

/// Where they lie if it is so; a page of nullptr otherwise. Pre: `bytes` is a power of two.
Target target_of_all(Warp& warp, const Step& step, std::uint32_t lanes,
                     const std::array<std::uint64_t, warp_size>& addresses, std::uint32_t bytes) {
  if (lanes != all_lanes) return {};
  const std::uint64_t first = addresses[0];
  std::uint64_t different = first & (bytes - 1);
  for (unsigned lane = 1; lane < warp_size; ++lane)
    different |= addresses[lane] ^ (first + std::uint64_t{bytes} * lane);
  if (different != 0) return {};
  const Space space = space_of(step, first);
  const std::uint64_t all = std::uint64_t{bytes} * warp_size;
  if (space != Space::global && space != Space::shared) return {};
  const Located place = locate_in(warp, step, 0, space, first);
  Region* region = place.region;
  if (region == nullptr || !region->holds(place.address, all)) return {};
  if (place.block != nullptr && place.block != warp.block) return {};
  const std::uint64_t offset = place.address - region->base();
  if (offset % Page::size + all > Page::size) return {};
  return {space, &region->page(offset), offset % Page::size, region, offset};
}

/// Returns false if there may be a race: then each lane is to be looked at, which says nothing else
/// of those of which this has put an access into their traces.
bool is_free_of_races(Warp& warp, const Step& step, Kind kind, const Target& all,
                      std::uint32_t bytes) {
  if (!is_traced(warp, all.space)) return true;
  const unsigned lanes = Page::lanes_of_line(bytes);
  if (all.offset % (std::uint64_t{lanes} * bytes) != 0) return false;
  for (unsigned lane = 0; lane < warp_size; lane += lanes) {
    Trace* line = all.page->line(all.offset + std::uint64_t{lane} * bytes, bytes);
    if (line == nullptr ||
        !RaceCheck(warp, step, lane, kind, all.space, false).touch_line(*line, lanes)) {
      return false;
    }
  }
  return true;
}

/// Returns false, and has read nothing, unless nothing is to be said of any lane.
bool read_all(Warp& warp, const Step& step, std::uint32_t lanes,
              const std::array<std::uint64_t, warp_size>& addresses, std::uint32_t bytes,
              LaneBytes& data) {
  const Target all = target_of_all(warp, step, lanes, addresses, bytes);
  if (all.page == nullptr ||
      (warp.machine->options.uninitialized &&
       !all.page->is_written(all.offset, std::uint64_t{bytes} * warp_size)) ||
      !is_free_of_races(warp, step, Kind::read, all, bytes)) {
    return false;
  }
  for_size(bytes, [&](auto size) {
    for (unsigned lane = 0; lane < warp_size; ++lane)
      std::memcpy(data[lane].data(), all.data() + lane * size(), size());
  });
  return true;
}

/// The same of a write.
bool write_all(Warp& warp, const Step& step, std::uint32_t lanes,
               const std::array<std::uint64_t, warp_size>& addresses, std::uint32_t bytes,
               const LaneBytes& data) {
  const Target all = target_of_all(warp, step, lanes, addresses, bytes);
  if (all.page == nullptr) return false;
  const std::uint64_t count = std::uint64_t{bytes} * warp_size;
  const std::uint64_t cuts = warp.machine->memory.cuts;
  if (cuts != 0 && (warp.vague_data != 0 || !all.region->is_known(all.at, count, cuts)))
    return false;
  const bool was_written = all.page->is_written(all.offset, count);
  if (!was_written && !all.page->is_unwritten(all.offset, count)) return false;
  return for_size(bytes, [&](auto size) {
    for (unsigned lane = 0; was_written && lane < warp_size; ++lane)
      if (std::memcmp(all.data() + lane * size(), data[lane].data(), size()) == 0) return false;
    if (!is_free_of_races(warp, step, Kind::write, all, bytes)) return false;
    for (unsigned lane = 0; lane < warp_size; ++lane)
      std::memcpy(all.data() + lane * size(), data[lane].data(), size());
    all.page->set_written(all.offset, count);
    ++warp.machine->changes;
    return true;
  });
}

void record(Warp& warp, const Step& step, std::uint32_t lanes, Kind kind,
            const std::array<std::uint64_t, warp_size>& addresses, std::uint32_t bytes) {
  if (warp.machine->trying) return;
  warp.touched |= lanes;
  if (kind != Kind::write && step.space != StateSpace::constant &&
      space_of(step, addresses[first_of(lanes)]) == Space::global) {
    warp.read_global = warp.steps;
  }
  warp.machine->report.accesses += static_cast<unsigned>(std::popcount(lanes));
  if (!warp.machine->sink) return;
  WarpAccess access;
  access.line = step.instruction->line;
  access.kind = kind;
  access.bytes = bytes;
  access.block = warp.block->index;
  access.warp = warp.index;
  // Generic addresses may go to several spaces at once: a record for each.
  while (lanes != 0) {
    access.space = space_of(step, addresses[first_of(lanes)]);
    access.lanes = lanes;
    if (step.space == StateSpace::generic) {
      one_by_one(lanes, [&](unsigned lane) {
        if (space_of(step, addresses[lane]) != access.space) access.lanes &= ~(1U << lane);
      });
    }
    lanes &= ~access.lanes;
    const std::uint64_t window = access.space == Space::shared ? shared_window : 0;
    each(access.lanes, [&](unsigned lane) { access.addresses[lane] = addresses[lane] - window; });
    // What lies in other blocks is none of the block's.
    if (access.space == Space::shared && warp.machine->code.maps_addresses) {
      one_by_one(access.lanes, [&](unsigned lane) {
        if (rank_in(addresses[lane])) access.lanes &= ~(1U << lane);
      });
    }
    if (access.lanes != 0 && (access.space == Space::global || access.space == Space::shared))
      warp.machine->sink(access);
  }
}

void check_written(Warp& warp, const Step& step, unsigned lane, const Target& target,
                   std::uint64_t address, std::uint32_t bytes) {
  if (!warp.machine->options.uninitialized || target.page->is_written(target.offset, bytes)) return;
  for (std::uint32_t i = 0; i < bytes; ++i) {
    if (target.page->is_written(target.offset + i, 1) ||
        target.region->perhaps_written.meets(target.at + i, target.at + i + 1))
      continue;
    warp.machine->fault(Fault::Kind::uninitialized, warp, step, lane, address,
                        [&] { return "nobody wrote " + describe(warp, step, lane, address); });
    return;
  }
  ++warp.machine->report.accesses_open;
}

// Behind iterations that were left out.

bool has_gaps(const Warp& warp) {
  return warp.machine->memory.cuts != 0;
}

/// Whether it is known what is there, and what a lane stores.
bool is_known(Warp& warp, unsigned lane, const Target& target, std::uint32_t bytes) {
  return !has_gaps(warp) || ((warp.vague_data >> lane & 1U) == 0 &&
                             target.region->is_known(target.at, bytes, warp.machine->memory.cuts));
}

/// The lane has written there.
void note_written(Warp& warp, unsigned lane, const Target& target, std::uint32_t bytes,
                  bool known) {
  if (has_gaps(warp)) {
    target.region->note_written(target.at, bytes, known && (warp.vague_data >> lane & 1U) == 0,
                                warp.machine->memory.cuts);
  }
}

/// Where what goes on beside a lane is, having looked for races; a page of nullptr if at fault.
Target beside_target(Warp& warp, const Step& step, unsigned lane, Kind kind, std::uint64_t address,
                     const Beside& beside, std::uint32_t bytes) {
  Target target = target_of(warp, step, lane, address, bytes, false);
  if (target.page == nullptr) return target;
  Block* block = locate_in(warp, step, lane, target.space, address).block;
  if (target.space != Space::shared || block == nullptr) {
    warp.machine->fault(Fault::Kind::out_of_bounds, warp, step, lane, address,
                        [&] { return "the address is not in shared memory"; });
    return {};
  }
  ++warp.machine->changes;
  if (kind != Kind::write) check_written(warp, step, lane, target, address, bytes);
  if (!is_traced(warp, target.space)) return target;
  block->reached[static_cast<std::uint32_t>(beside.entry)] = {beside.when, &warp,   &step,
                                                              lane,        address, true};
  RaceCheck check(warp, step, lane, kind, beside);
  for (Trace& trace : target.page->traces(target.offset, bytes))
    check.touch(trace, address);
  return target;
}

bool read_place_beside(Warp& warp, const Step& step, unsigned lane, std::uint64_t address,
                       const Beside& beside, std::span<std::byte> to) {
  const auto bytes = static_cast<std::uint32_t>(to.size());
  const Target target = beside_target(warp, step, lane, Kind::read, address, beside, bytes);
  if (target.page == nullptr) return false;
  std::memcpy(to.data(), target.data(), bytes);
  return true;
}

}  // namespace

bool read_beside(Warp& warp, const Step& step, unsigned lane, std::uint64_t address,
                 const Beside& beside, std::span<std::byte> to) {
  ++warp.machine->report.accesses;
  return read_place_beside(warp, step, lane, address, beside, to);
}

void read_beside(Warp& warp, const Step& step, std::uint32_t lanes,
                 const std::array<std::uint64_t, warp_size>& addresses, std::uint32_t bytes,
                 const Beside& beside, LaneBytes& data) {
  record(warp, step, lanes, Kind::read, addresses, bytes);
  one_by_one(lanes, [&](unsigned lane) {
    data[lane] = {};
    read_place_beside(warp, step, lane, addresses[lane], beside,
                      std::span(data[lane]).first(bytes));
  });
}

bool write_beside(Warp& warp, const Step& step, unsigned lane, std::uint64_t address,
                  const Beside& beside, std::span<const std::byte> from) {
  const auto bytes = static_cast<std::uint32_t>(from.size());
  ++warp.machine->report.accesses;
  const Target target = beside_target(warp, step, lane, Kind::write, address, beside, bytes);
  if (target.page == nullptr) return false;
  std::memcpy(target.data(), from.data(), bytes);
  target.page->set_written(target.offset, bytes);
  return true;
}

bool update_beside(Warp& warp, const Step& step, unsigned lane, std::uint64_t address,
                   const Beside& beside, std::uint32_t bytes, AtomicUpdate f) {
  ++warp.machine->report.accesses;
  const Target target = beside_target(warp, step, lane, Kind::atomic, address, beside, bytes);
  if (target.page == nullptr) return false;
  rewrite(std::span(target.data(), bytes),
          [&](std::uint64_t value) { return f(warp, step, lane, value, 0); });
  return true;
}

Located locate(Warp& warp, const Step& step, unsigned lane, std::uint64_t address) {
  return locate_in(warp, step, lane, space_of(step, address), address);
}

std::array<std::uint64_t, warp_size> addresses_of(const Warp& warp, const Step& step,
                                                  std::uint32_t row, std::uint32_t lanes) {
  std::array<std::uint64_t, warp_size> addresses{};
  const std::uint64_t* a = warp.row(row);
  each(lanes, [&](unsigned lane) {
    addresses[lane] = generic_address(step.space, displaced(step, a[lane]));
  });
  if (warp.machine->code.maps_addresses) {
    each(lanes, [&](unsigned lane) {
      if (rank_in(addresses[lane]) == warp.block->rank)
        addresses[lane] = shared_place(warp, addresses[lane]).address;
    });
  }
  return addresses;
}

void read_memory(Warp& warp, const Step& step, std::uint32_t lanes,
                 const std::array<std::uint64_t, warp_size>& addresses, std::uint32_t bytes,
                 LaneBytes& data) {
  record(warp, step, lanes, Kind::read, addresses, bytes);
  if (read_all(warp, step, lanes, addresses, bytes, data)) return;
  one_by_one(lanes, [&](unsigned lane) {
    const Target target = target_of(warp, step, lane, addresses[lane], bytes);
    if (target.page == nullptr) {
      data[lane] = {};
      return;
    }
    check_written(warp, step, lane, target, addresses[lane], bytes);
    look_for_races(warp, step, lane, Kind::read, target, addresses[lane], bytes);
    std::memcpy(data[lane].data(), target.data(), bytes);
  });
}

void write_memory(Warp& warp, const Step& step, std::uint32_t lanes,
                  const std::array<std::uint64_t, warp_size>& addresses, std::uint32_t bytes,
                  const LaneBytes& data, const LaneBytes* unset) {
  record(warp, step, lanes, Kind::write, addresses, bytes);
  if (unset == nullptr && write_all(warp, step, lanes, addresses, bytes, data)) return;
  one_by_one(lanes, [&](unsigned lane) {
    const Target target = target_of(warp, step, lane, addresses[lane], bytes);
    if (target.page == nullptr) return;
    if (target.space == Space::parameter) {
      warp.machine->fault(Fault::Kind::out_of_bounds, warp, step, lane, addresses[lane],
                          [] { return "a parameter is written"; });
      return;
    }
    // To write what is there already harms nobody, whatever the order.
    const bool is_new = !target.page->is_written(target.offset, bytes);
    const bool changes = is_new || std::memcmp(target.data(), data[lane].data(), bytes) != 0;
    if (changes) ++warp.machine->changes;
    // Behind what was left out, whether it changes anything may be open.
    const bool is_first =
        is_new && !target.region->perhaps_written.meets(target.at, target.at + bytes);
    if (!is_first && !is_known(warp, lane, target, bytes)) {
      if (is_traced(warp, target.space)) ++warp.machine->report.accesses_open;
    } else if (changes) {
      look_for_races(warp, step, lane, Kind::write, target, addresses[lane], bytes,
                     !is_new && repeats(warp, step, lane, target.data(), data[lane].data(), bytes));
    }
    std::memcpy(target.data(), data[lane].data(), bytes);
    target.page->set_written(target.offset, bytes);
    note_written(warp, lane, target, bytes, true);
    if (unset == nullptr) return;
    for (std::uint32_t at = 0; at < bytes; ++at) {
      if ((*unset)[lane][at] == std::byte{0}) continue;
      if (target.space == Space::global)
        tell_unset(warp, step, 1U << lane);
      else
        target.page->set_unwritten(target.offset + at);
    }
  });
}

void update_memory(Warp& warp, const Step& step, std::uint32_t lanes,
                   const std::array<std::uint64_t, warp_size>& addresses, std::uint32_t bytes,
                   const Rewrite& f, LaneBytes& data) {
  record(warp, step, lanes, Kind::atomic, addresses, bytes);
  one_by_one(lanes, [&](unsigned lane) {
    data[lane] = {};
    const Target target = target_of(warp, step, lane, addresses[lane], bytes);
    if (target.page == nullptr) return;
    check_written(warp, step, lane, target, addresses[lane], bytes);
    look_for_races(warp, step, lane, Kind::atomic, target, addresses[lane], bytes);
    std::memcpy(data[lane].data(), target.data(), bytes);
    auto value = data[lane];
    f(lane, std::span(value).first(bytes));
    if (std::memcmp(target.data(), value.data(), bytes) != 0) ++warp.machine->changes;
    const bool known = is_known(warp, lane, target, bytes);
    std::memcpy(target.data(), value.data(), bytes);
    target.page->set_written(target.offset, bytes);
    note_written(warp, lane, target, bytes, known);
  });
}

}  // namespace layoutcheck::gpu::ptx
