// Tensor memory: what is allocated of it, and what happens at an access.
#include "tensor_memory.hpp"

#include <algorithm>
#include <bit>

namespace layoutcheck::gpu::ptx {

namespace {

using Kind = TensorOperation::Kind;

std::string line_of(const Step& step) {
  return "line " + std::to_string(step.instruction->line);
}

/// The place in clocks of a group, and how often it was completed.
Beside begin(Block& block, Warp::BulkGroups& group) {
  Cluster& cluster = block.cluster;
  if (group.entry == 0) {
    group.entry = cluster.new_entry();
    cluster.tensor_entries.push_back(group.entry);
  }
  return {group.entry, group.committed};
}

/// Whether the ISA has the second of the two executed after the first one if it is issued later.
bool are_pipelined(const TensorOperation& earlier, const TensorOperation& now) {
  // The ISA does not name a copy after a product; CUTLASS overwrites scale factors so.
  if ((earlier.kind == Kind::copy) != (now.kind == Kind::copy))
    return earlier.kind == Kind::multiply || now.kind == Kind::multiply;
  return earlier.kind == Kind::multiply && now.kind == Kind::multiply &&
         earlier.accumulator == now.accumulator && earlier.shape == now.shape;
}

bool comes_before(const TensorOperation& earlier, const TensorOperation& now, unsigned lane) {
  const Block& block = *now.warp->block;
  const std::uint32_t thread = now.warp->thread(lane);
  if (block.knows(thread, earlier.under_way.entry, earlier.under_way.when)) return true;
  return are_pipelined(earlier, now) &&
         block.knows(thread, earlier.issued.entry, earlier.issued.when);
}

/// Why the thread that asks does not know that it is complete.
std::string incomplete(const TensorOperation& of) {
  const auto is_over = [&](const Warp::BulkGroups& group) {
    return group.committed > of.under_way.when;
  };
  switch (of.kind) {
    case Kind::load:
      return is_over(of.warp->tensor_loads) ? "nothing orders the two"
                                            : "no tcgen05.wait::ld has completed that";
    case Kind::store:
      return is_over(of.warp->tensor_stores) ? "nothing orders the two"
                                             : "no tcgen05.wait::st has completed that";
    case Kind::multiply:
    case Kind::copy:
      break;
  }
  return is_over(of.warp->multiplies[of.lane])
             ? "nothing has waited for the mbarrier of its tcgen05.commit"
             : "no tcgen05.commit tells when that is complete";
}

std::string touched_by(const TensorOperation& of, bool was_written, const Block& by) {
  const Block& block = *of.warp->block;
  return std::string(was_written ? "written" : "read") + " by thread " +
         to_string(block.machine.launch.block.at(of.warp->thread(of.lane))) +
         (&block == &by ? "" : " of block " + to_string(block.coordinate)) + " in " +
         line_of(*of.step);
}

std::vector<std::uint32_t> threads_of(const Warp& warp) {
  std::vector<std::uint32_t> threads;
  one_by_one(warp.present, [&](unsigned lane) { threads.push_back(warp.thread(lane)); });
  return threads;
}

[[noreturn]] void stop(Warp& warp, const Step& step, const std::string& message) {
  warp.machine->stop(Fault::Kind::allocation, warp, step, first_of(warp.lanes), message);
}

void check_count(Warp& warp, const Step& step, std::uint64_t count) {
  if (count >= 32 && count <= TensorMemory::columns && std::has_single_bit(count)) return;
  stop(warp, step,
       std::to_string(count) + " columns: their number is a power of two from 32 to 512");
}

}  // namespace

std::string describe(TensorAddress at) {
  return "lane " + std::to_string(at.lane) + ", column " + std::to_string(at.column) +
         " of tensor memory";
}

bool TensorMemory::is_allocated(unsigned column) const {
  return std::ranges::any_of(allocations, [&](const Allocation& of) {
    return column >= of.first && column - of.first < of.count;
  });
}

TensorMemory& tensor_memory(Block& block) {
  if (block.tensor == nullptr) {
    block.tensor = std::make_shared<TensorMemory>();
    TensorMemory& memory = *block.tensor;
    memory.share = Share(block.machine.memory.room());
    constexpr std::size_t words = std::size_t{TensorMemory::lanes} * TensorMemory::columns;
    memory.share.take(words * sizeof(TensorWord));
    memory.words.resize(words);
  }
  return *block.tensor;
}

TensorAccess::TensorAccess(Warp& warp, const Step& step, unsigned lane, Kind kind,
                           std::uint32_t accumulator, std::uint32_t shape, Block* of)
    : warp_(warp),
      step_(step),
      of_(of == nullptr ? *warp.block : *of),
      memory_(tensor_memory(of_)) {
  Block& block = *warp.block;
  Warp::BulkGroups& group = kind == Kind::load    ? warp.tensor_loads
                            : kind == Kind::store ? warp.tensor_stores
                                                  : warp.multiplies[lane];
  TensorOperation now{kind, &warp, &step, lane, begin(block, group), {}, accumulator, shape};
  if (kind == Kind::multiply || kind == Kind::copy) {
    Warp::BulkGroups& issued = warp.issues[lane];
    now.issued = begin(block, issued);
    block.learn(warp.thread(lane), issued.entry, ++issued.committed);
  }
  memory_.share.take(sizeof(TensorOperation));
  memory_.operations.push_back(now);
  number_ = static_cast<std::uint32_t>(memory_.operations.size());
  ++warp.machine->changes;
}

std::string TensorAccess::named(TensorAddress at) const {
  return describe(at) + (&of_ == warp_.block ? "" : " of block " + to_string(of_.coordinate));
}

TensorWord* TensorAccess::find(TensorAddress at, unsigned lane) {
  const bool is_there = is_in_tensor_memory(at);
  if (is_there && memory_.is_allocated(at.column)) return &memory_.word(at.lane, at.column);
  warp_.machine->fault(Fault::Kind::out_of_bounds, warp_, step_, lane, 0, [&] {
    if (!is_there) return "there is no " + named(at);
    const Step* released = memory_.released[at.column];
    return named(at) + (released == nullptr ? ", which is not allocated"
                                            : ", which was released in " + line_of(*released));
  });
  return nullptr;
}

void TensorAccess::check(std::uint32_t earlier, bool was_written, TensorAddress at, unsigned lane) {
  if (earlier == 0 || earlier == number_ || (earlier == known_ && lane == known_lane_)) return;
  const TensorOperation& of = memory_.operations[earlier - 1];
  if (comes_before(of, operation(), lane)) {
    known_ = earlier;
    known_lane_ = lane;
    return;
  }
  warp_.machine->fault(Fault::Kind::race, warp_, step_, lane, 0, [&] {
    return named(at) + " was " + touched_by(of, was_written, *warp_.block) + ", and " +
           incomplete(of);
  });
}

std::uint32_t TensorAccess::read(TensorAddress at, std::uint32_t halves, unsigned lane) {
  ++warp_.machine->report.accesses;
  TensorWord* word = find(at, lane);
  if (word == nullptr) return 0;
  // Of the upper half of a word that holds one of 16 bits nothing is said.
  if (warp_.machine->options.uninitialized && (word->written & halves) == 0) {
    warp_.machine->fault(Fault::Kind::uninitialized, warp_, step_, lane, 0,
                         [&] { return "nobody wrote " + named(at); });
  }
  if (warp_.machine->options.races) {
    check(word->writer, true, at, lane);
    if (word->readers[0] != number_) word->readers = {number_, word->readers[0]};
  }
  return halves == low_half ? word->bits & 0xffffU : word->bits;
}

void TensorAccess::write(TensorAddress at, std::uint32_t halves, std::uint32_t bits,
                         unsigned lane) {
  ++warp_.machine->report.accesses;
  TensorWord* word = find(at, lane);
  if (word == nullptr) return;
  if (warp_.machine->options.races) {
    // What comes after a reader comes after whom that has read of.
    if (std::ranges::none_of(word->readers, [&](std::uint32_t reader) {
          return reader != 0 && comes_before(memory_.operations[reader - 1], operation(), lane);
        }))
      check(word->writer, true, at, lane);
    for (const std::uint32_t reader : word->readers)
      check(reader, false, at, lane);
    word->writer = number_;
    word->readers = {};
  }
  word->bits = halves == low_half ? (word->bits & 0xffff0000U) | (bits & 0xffffU) : bits;
  word->written |= halves;
}

void TensorAccess::forget(TensorAddress at, std::uint32_t halves) {
  if (TensorWord* word = find(at, operation().lane)) word->written &= ~halves;
}

std::uint32_t allocate_tensor_memory(Warp& warp, const Step& step, std::uint64_t count) {
  check_count(warp, step, count);
  TensorMemory& memory = tensor_memory(*warp.block);
  if (memory.relinquished != nullptr)
    stop(warp, step, "the block has given up to allocate, in " + line_of(*memory.relinquished));
  if (memory.least != 0 && count > memory.least) {
    stop(warp, step,
         std::to_string(count) + " columns after " + std::to_string(memory.least) +
             ": allocations of a block do not grow");
  }
  memory.least = static_cast<unsigned>(count);
  unsigned first = 0;
  for (unsigned column = 0; column < TensorMemory::columns && column - first < count; ++column)
    if (memory.is_allocated(column)) first = column + 1;
  if (first + count > TensorMemory::columns) {
    stop(warp, step,
         std::to_string(count) + " columns are asked for, and no so many are free side by side");
  }
  memory.allocations.push_back({first, static_cast<unsigned>(count), &warp, &step});
  ++warp.machine->changes;
  return first;
}

void release_tensor_memory(Warp& warp, const Step& step, std::uint64_t address,
                           std::uint64_t count) {
  TensorMemory& memory = tensor_memory(*warp.block);
  const auto found = std::ranges::find_if(
      memory.allocations, [&](const TensorMemory::Allocation& of) { return of.first == address; });
  if (found == memory.allocations.end()) {
    const TensorAddress at = tensor_address(address);
    const Step* released =
        at.lane == 0 && at.column < TensorMemory::columns ? memory.released[at.column] : nullptr;
    stop(warp, step,
         "no allocation begins at " + describe(at) +
             (released == nullptr ? "" : "; it was released in " + line_of(*released)));
  }
  if (found->count != count) {
    stop(warp, step,
         std::to_string(count) + " columns are released of " + std::to_string(found->count) +
             " that were allocated in " + line_of(*found->step));
  }
  // Whatever touches them must be complete.
  if (warp.machine->options.races) {
    const unsigned lane = first_of(warp.lanes);
    std::uint32_t known = 0;
    const auto check = [&](std::uint32_t earlier, bool was_written, TensorAddress at) {
      if (earlier == 0 || earlier == known) return;
      const TensorOperation& of = memory.operations[earlier - 1];
      known = earlier;
      if (warp.block->knows(warp.thread(lane), of.under_way.entry, of.under_way.when)) return;
      warp.machine->fault(Fault::Kind::race, warp, step, lane, 0, [&] {
        return describe(at) + " is released, which was " +
               touched_by(of, was_written, *warp.block) + ", and " + incomplete(of);
      });
    };
    for (unsigned column = found->first; column < found->first + found->count; ++column) {
      for (unsigned at = 0; at < TensorMemory::lanes; ++at) {
        const TensorWord& word = memory.word(at, column);
        check(word.writer, true, {at, column});
        for (const std::uint32_t reader : word.readers)
          check(reader, false, {at, column});
      }
    }
  }
  for (unsigned column = found->first; column < found->first + found->count; ++column) {
    memory.released[column] = &step;
    for (unsigned at = 0; at < TensorMemory::lanes; ++at)
      memory.word(at, column) = {};
  }
  memory.allocations.erase(found);
  ++warp.machine->changes;
}

void note_of_pair(Warp& warp, const Step& step, Block& other, std::uint64_t count) {
  std::vector<std::uint64_t>& own = tensor_memory(*warp.block).by_pair;
  const std::size_t at = own.size();
  own.push_back(count);
  const auto told = [](std::uint64_t of) {
    return of == 0 ? std::string("releases") : "allocates " + std::to_string(of) + " columns";
  };
  if (other.tensor == nullptr || other.tensor->by_pair.size() <= at) return;
  if (const std::uint64_t theirs = other.tensor->by_pair[at]; theirs != count)
    stop(warp, step,
         told(count) + " where the other block of the pair " + told(theirs) +
             ": both do so together");
}

void end_tensor_memory(Block& block) {
  if (block.tensor == nullptr) return;
  for (const TensorMemory::Allocation& of : block.tensor->allocations) {
    block.machine.fault(Fault::Kind::allocation, *of.warp, *of.step, 0, 0, [&] {
      return std::to_string(of.count) +
             " columns are allocated, and not released when the block "
             "ends";
    });
  }
  block.tensor = nullptr;
}

namespace {

/// What a clock tells of tensor memory, joined into another one.
void join_tensor_order(const Cluster& cluster, const Clock& from, Clock& clock) {
  for (const std::size_t entry : cluster.tensor_entries) {
    if (entry >= from.size()) continue;
    clock.resize(std::max(clock.size(), entry + 1));
    clock[entry] = std::max(clock[entry], from[entry]);
  }
}

}  // namespace

void fence_before(Block& block, std::uint32_t thread) {
  Clock& known = tensor_memory(block).fenced[thread];
  join_tensor_order(block.cluster, block.common, known);
  if (block.knowledge[thread] != nullptr)
    join_tensor_order(block.cluster, *block.knowledge[thread], known);
}

void publish_tensor_fenced(Block& block, std::uint32_t thread, Clock& clock) {
  if (block.tensor == nullptr) return;
  const auto fenced = block.tensor->fenced.find(thread);
  if (fenced != block.tensor->fenced.end()) join_tensor_order(block.cluster, fenced->second, clock);
}

void note_tensor_awaited(Block& block, std::uint32_t thread,
                         const std::shared_ptr<const Clock>& clock) {
  if (block.tensor != nullptr)
    join_tensor_order(block.cluster, *clock, block.tensor->awaited[thread]);
}

void fence_after(Block& block, std::uint32_t thread) {
  if (block.tensor == nullptr) return;
  const auto awaited = block.tensor->awaited.find(thread);
  if (awaited == block.tensor->awaited.end()) return;
  Clock known = block.knowledge[thread] != nullptr ? *block.knowledge[thread] : block.common;
  join_tensor_order(block.cluster, awaited->second, known);
  block.knowledge[thread] = std::make_shared<const Clock>(std::move(known));
}

void wait_for(Warp& warp, Warp::BulkGroups& group) {
  if (group.entry == 0) return;
  ++group.committed;
  for (const std::uint32_t thread : threads_of(warp))
    warp.block->learn(thread, group.entry, group.committed);
}

void commit_multiplies(Warp& warp, unsigned lane, Clock& clock) {
  Block& block = *warp.block;
  Warp::BulkGroups& group = warp.multiplies[lane];
  begin(block, group);
  block.publish(warp.thread(lane), clock);
  clock.resize(std::max(clock.size(), group.entry + 1));
  clock[group.entry] = std::max(clock[group.entry], group.committed + 1);
}

void close_multiplies(Warp& warp, unsigned lane) {
  ++warp.multiplies[lane].committed;
}

}  // namespace layoutcheck::gpu::ptx
