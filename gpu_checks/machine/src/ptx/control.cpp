// Opcodes: branches, calls, ends, barriers of the block, fences.
#include "exact.hpp"
#include "operations.hpp"
#include "types.hpp"

#include <algorithm>

namespace layoutcheck::gpu::ptx {

namespace {

/// The lanes that a step does not take go on behind it; `warp.lanes` has both.
void run_branch(Warp& warp, const Step& step, std::uint32_t lanes) {
  if (lanes == warp.lanes) {
    warp.pc = step.target;
    return;
  }
  warp.set_pcs(warp.lanes & ~lanes, warp.pc);
  warp.set_pcs(lanes, step.target);
  warp.regroup = true;
}

void branch(Decoder& in) {
  in.branch_to(in.operands()[0].text);
  in.add(in.step(&run_branch, {}, 0));
}

void run_indexed_branch(Warp& warp, const Step& step, std::uint32_t lanes) {
  const std::uint64_t* a = warp.row(step.rows[0]);
  warp.set_pcs(warp.lanes, warp.pc);
  each(lanes, [&](unsigned lane) {
    const auto index = static_cast<std::uint32_t>(a[lane]);
    if (index >= step.targets.size()) {
      warp.machine->stop(Fault::Kind::trap, warp, step, lane,
                         "the index " + std::to_string(index) + " is beyond the " +
                             std::to_string(step.targets.size()) + " labels");
    }
    warp.pcs[lane] = step.targets[index];
  });
  warp.regroup = true;
}

void indexed_branch(Decoder& in) {
  in.branch_to(in.operands()[1].text, true);
  in.add(in.deciding_step(&run_indexed_branch, {in.source(in.operands()[0], "u32")}, 0));
}

void end_lanes(Warp& warp, std::uint32_t lanes) {
  note_end(warp);
  warp.alive &= ~lanes;
  warp.set_pcs(warp.lanes, warp.pc);
  warp.regroup = true;
}

void run_exit(Warp& warp, const Step&, std::uint32_t lanes) {
  end_lanes(warp, lanes);
}

void run_return(Warp& warp, const Step&, std::uint32_t lanes) {
  std::uint32_t ended = 0;
  warp.set_pcs(warp.lanes, warp.pc);
  each(lanes, [&](unsigned lane) {
    if (warp.depth[lane] == 0)
      ended |= 1U << lane;
    else
      warp.pcs[lane] = warp.returns[--warp.depth[lane]][lane];
  });
  if (ended != 0) note_end(warp);
  warp.alive &= ~ended;
  warp.regroup = true;
}

void run_trap(Warp& warp, const Step& step, std::uint32_t lanes) {
  warp.machine->stop(Fault::Kind::trap, warp, step, first_of(lanes), "the kernel stops itself");
}

void run_breakpoint(Warp& warp, const Step& step, std::uint32_t lanes) {
  warp.machine->stop(Fault::Kind::trap, warp, step, first_of(lanes),
                     "the kernel stops at a breakpoint, and there is no debugger to go on");
}

/// What has no operands.
template <Handler run>
void alone(Decoder& in) {
  in.add(in.step(run, {}, 0));
}

// Calls. Parameters lie in local memory, at a place of their own for each function: what calls
// itself is refused.

/// Bytes of local memory that are copied.
struct HandOver {
  std::uint64_t from = 0;
  std::uint64_t to = 0;
  std::uint64_t bytes = 0;
};

void run_hand_over(Warp& warp, const Step& step, std::uint32_t lanes) {
  const auto& handed = step.as<HandOver>();
  each(lanes, [&](unsigned lane) { warp.locals[lane].copy(handed.from, handed.to, handed.bytes); });
}

void run_call(Warp& warp, const Step& step, std::uint32_t lanes) {
  constexpr std::size_t deepest = 64;
  warp.set_pcs(warp.lanes, warp.pc);
  each(lanes, [&](unsigned lane) {
    if (warp.depth[lane] == warp.returns.size()) {
      if (warp.returns.size() == deepest) {
        warp.machine->stop(Fault::Kind::trap, warp, step, lane,
                           "calls nest more than " + std::to_string(deepest) +
                               " deep; recursive functions are not supported");
      }
      warp.returns.emplace_back();
    }
    warp.returns[warp.depth[lane]++][lane] = warp.pc;
    warp.pcs[lane] = step.target;
  });
  warp.regroup = true;
}

void hand_over(Decoder& in, const Placed& from, const Placed& to) {
  if (from.variable->bytes != to.variable->bytes) {
    in.fail("an argument has " + std::to_string(from.variable->bytes) +
            " bytes where the function has " + std::to_string(to.variable->bytes));
  }
  if (from.variable->bytes == 0) return;
  in.add(in.step(&run_hand_over, {}, 0), HandOver{from.offset, to.offset, to.variable->bytes});
}

/// The text that begins at an address of global memory, as far as it is there; "" if nothing is.
std::string text_at(Warp& warp, std::uint64_t address) {
  constexpr std::uint64_t longest = 500;
  Region* const region = warp.machine->memory.find(address);
  if (region == nullptr || !region->holds(address, 1)) return "";
  const std::uint64_t offset = address - region->base();
  std::string text(std::min(region->bytes() - offset, longest), '\0');
  region->read(offset, std::as_writable_bytes(std::span(text)));
  return text.substr(0, text.find('\0'));
}

/// __assertfail, whose arguments are what was asserted, the file, the line, and more.
void run_assertion(Warp& warp, const Step& step, std::uint32_t lanes) {
  const auto& arguments = step.as<std::vector<Placed>>();
  const unsigned lane = first_of(lanes);
  const auto argument = [&](std::size_t i) {
    std::uint64_t bits = 0;
    warp.locals[lane].read(arguments[i].offset,
                           std::as_writable_bytes(std::span(&bits, 1))
                               .first(std::min<std::size_t>(arguments[i].variable->bytes, 8)));
    return bits;
  };
  const std::string asserted = arguments.empty() ? "" : text_at(warp, argument(0));
  std::string message = asserted.empty() ? "an assertion failed" : "`" + asserted + "` failed";
  if (arguments.size() > 2)
    if (const std::string file = text_at(warp, argument(1)); !file.empty())
      message += ", in " + file + ":" + std::to_string(argument(2));
  warp.machine->stop(Fault::Kind::trap, warp, step, lane, message);
}

std::vector<Placed> places_of(Decoder& in, const Operand& list) {
  std::vector<Placed> places;
  for (const Operand& operand : list.parts) {
    const std::optional<Placed> place = in.find_placed(operand.text);
    if (!place || in.space_of(*place) != StateSpace::local)
      in.fail("'" + std::string(operand.text) + "' is no .param variable of a call");
    places.push_back(*place);
  }
  return places;
}

void run_zero_result(Warp& warp, const Step& step, std::uint32_t lanes) {
  const auto& result = step.as<Placed>();
  const std::vector<std::byte> zeros(result.variable->bytes);
  each(lanes, [&](unsigned lane) { warp.locals[lane].write(result.offset, zeros); });
}

/// call (results), function, (arguments); results and arguments may be missing.
void call(Decoder& in) {
  const std::vector<Operand>& o = in.operands();
  std::size_t next = 0;
  std::vector<Placed> results;
  std::vector<Placed> arguments;
  if (next < o.size() && o[next].kind == Operand::Kind::list) results = places_of(in, o[next++]);
  if (next == o.size() || o[next].kind != Operand::Kind::name)
    in.fail("expected the name of a function");
  const std::string_view name = o[next++].text;
  if (next < o.size() && o[next].kind == Operand::Kind::list) arguments = places_of(in, o[next++]);
  if (name == "__assertfail") {
    in.add(in.step(&run_assertion, {}, 0), std::move(arguments));
    return;
  }
  if (name == "vprintf") {
    for (const Placed& result : results) {
      if (result.variable->bytes == 0) continue;
      in.add(in.step(&run_zero_result, {}, 0), result);
    }
    return;
  }
  const Function* callee = in.function(name);
  if (callee == nullptr || !callee->is_defined || callee->is_entry) {
    in.fail(callee == nullptr ? "'" + std::string(name) + "' is no function of the module"
                              : "the function '" + std::string(name) + "' has no body");
  }
  const Decoder::Signature signature = in.signature(*callee);
  if (signature.parameters.size() != arguments.size() || signature.results.size() != results.size())
    in.fail("the function '" + std::string(name) + "' takes other arguments");
  for (std::size_t i = 0; i < arguments.size(); ++i)
    hand_over(in, arguments[i], signature.parameters[i]);
  in.call_to(*callee);
  in.add(in.step(&run_call, {}, 0));
  for (std::size_t i = 0; i < results.size(); ++i)
    hand_over(in, signature.results[i], results[i]);
}

// Barriers. Rows: for bar.red the result and its operand, then the barrier and the number of
// threads.

void run_barrier(Warp& warp, const Step& step, std::uint32_t lanes) {
  const auto& operation = step.as<BarrierStep>();
  const bool reduces = operation.votes != BarrierStep::Votes::none;
  const std::size_t first = reduces ? 2 : 0;
  const unsigned lane = first_of(lanes);
  const auto barrier = static_cast<std::uint32_t>(warp.row(step.rows[first])[lane]);
  const auto threads =
      operation.counted ? static_cast<std::uint32_t>(warp.row(step.rows[first + 1])[lane]) : 0U;
  std::uint32_t votes = 0;
  if (reduces) {
    const std::uint64_t* p = warp.row(step.rows[1]);
    each(lanes, [&](unsigned i) { votes += (p[i] != 0) != operation.negated ? 1U : 0U; });
  }
  note_barrier(warp, step, lanes);
  arrive_at_barrier(warp, step, lanes, barrier, threads, operation.waits, votes);
}

void run_cluster_arrive(Warp& warp, const Step& step, std::uint32_t lanes) {
  note_barrier(warp, step, lanes);
  arrive_at_cluster(warp, step, lanes);
}

void run_cluster_wait(Warp& warp, const Step& step, std::uint32_t lanes) {
  note_barrier(warp, step, lanes);
  wait_for_cluster(warp, step, lanes);
}

void barrier_of_cluster(Decoder& in) {
  BarrierStep operation;
  operation.is_aligned = in.has("aligned");
  operation.orders = !in.has("relaxed");
  operation.waits = in.has("wait");
  if (!operation.orders) in.order_by_fences();
  in.add(in.step(operation.waits ? &run_cluster_wait : &run_cluster_arrive, {}, 0), operation);
}

/// bar is barrier.aligned, which does not say so.
void barrier(Decoder& in) {
  if (in.has("cluster")) {
    barrier_of_cluster(in);
    return;
  }
  const std::vector<Operand>& o = in.operands();
  using Votes = BarrierStep::Votes;
  BarrierStep operation;
  operation.is_aligned = in.words().front() == "bar" || in.has("aligned");
  operation.waits = !in.has("arrive");
  std::vector<std::uint32_t> rows;
  std::size_t next = 0;
  std::size_t end = o.size();
  if (in.has("red")) {
    operation.votes = in.has("popc") ? Votes::counted : in.has("and") ? Votes::all : Votes::any;
    operation.negated = o.back().negated;
    rows = {in.result(o[next++]), in.predicate(o[--end])};
  }
  rows.push_back(in.source(o[next++], "u32"));
  operation.counted = next < end;
  rows.push_back(operation.counted ? in.source(o[next], "u32") : in.constant_row(0, true));
  in.add(in.deciding_step(&run_barrier, std::move(rows), operation.votes == Votes::none ? 0 : 1),
         operation);
}

/// bar.warp.sync: the lanes of the mask meet.
void run_warp_barrier(Warp& warp, const Step& step, std::uint32_t lanes) {
  const std::uint32_t there = rendezvous_by_row(warp, step, lanes, 0);
  if (there != 0) {
    std::vector<std::uint32_t> threads;
    each(there, [&](unsigned lane) { threads.push_back(warp.thread(lane)); });
    meet(*warp.block, threads);
  }
}

void bar(Decoder& in) {
  if (in.has("warp")) {
    in.add(in.deciding_step(&run_warp_barrier, {in.source(in.operands()[0], "b32")}, 0));
    return;
  }
  barrier(in);
}

struct Fence {
  bool is_of_block = false;
  bool acquires = false;
  bool releases = false;
};

void run_fence(Warp& warp, const Step& step, std::uint32_t lanes) {
  const auto& fence = step.as<Fence>();
  Block& block = *warp.block;
  // Other blocks of a cluster are beyond the scope of one.
  if (fence.is_of_block && block.cluster.blocks.size() > 1) return;
  if (!fence.is_of_block) warp.machine->blocks_synchronize = true;
  if (!warp.machine->code.is_ordered_by_fences) return;
  one_by_one(lanes, [&](unsigned lane) {
    block.fence(warp.thread(lane), fence.acquires, fence.releases);
  });
}

void run_proxy_fence(Warp& warp, const Step&, std::uint32_t lanes) {
  if (!warp.machine->code.has_bulk_copies) return;
  one_by_one(lanes, [&](unsigned lane) { warp.block->open_to_proxy(warp.thread(lane)); });
}

/// membar and fence. Within a block, they order no more than the order in which threads run here,
/// but for what arrives or waits .relaxed; of the other ways to memory (proxies) there are the
/// asynchronous one and that of tensor maps, and who made an mbarrier is known to all.
void fence(Decoder& in) {
  if (in.has("proxy") && (in.has("async") || in.has("async::generic")) && !in.has("global"))
    in.add(in.step(&run_proxy_fence, {}, 0));
  if (in.has("tensormap::generic") && in.has("acquire")) open_tensor_map(in);
  if (in.has("proxy") || in.has("mbarrier_init")) return;
  const bool acquires = !in.has("release");
  const bool releases = !in.has("acquire");
  in.add(in.step(&run_fence, {}, 0), Fence{in.has("cta"), acquires, releases});
}

}  // namespace

Ways ways_from(const Code& code, std::uint32_t at) {
  const Step& step = code.steps[at];
  const bool branches = step.run == &run_branch || step.run == &run_indexed_branch;
  const bool stops =
      step.run == &run_trap || step.run == &run_breakpoint || step.run == &run_assertion;
  Ways ways;
  ways.ends = step.run == &run_exit || step.run == &run_return;
  ways.next = step.targets;
  if (step.run == &run_branch) ways.next.push_back(step.target);
  if (step.guard >= 0 || (!branches && !stops && !ways.ends)) ways.next.push_back(at + 1);
  return ways;
}

std::vector<bool> steps_from(const Code& code, std::uint32_t at) {
  std::vector<bool> reached(code.steps.size());
  std::vector<std::uint32_t> open{at};
  while (!open.empty()) {
    const Ways ways = ways_from(code, open.back());
    open.pop_back();
    for (const std::uint32_t next : ways.next) {
      if (!reached[next]) open.push_back(next);
      reached[next] = true;
    }
  }
  return reached;
}

void add_control(Opcodes& opcodes) {
  opcodes["bra"] = &branch;
  opcodes["brx"] = &indexed_branch;
  opcodes["exit"] = &alone<&run_exit>;
  opcodes["ret"] = &alone<&run_return>;
  opcodes["trap"] = &alone<&run_trap>;
  opcodes["brkpt"] = &alone<&run_breakpoint>;
  opcodes["call"] = &call;
  opcodes["bar"] = &bar;
  opcodes["barrier"] = &barrier;
  opcodes["membar"] = &fence;
  opcodes["fence"] = &fence;
  // What changes when something happens, or how fast, but not what.
  for (const char* opcode : {"nanosleep", "griddepcontrol", "setmaxnreg", "pmevent"})
    opcodes[opcode] = &pass_over;
}

}  // namespace layoutcheck::gpu::ptx
