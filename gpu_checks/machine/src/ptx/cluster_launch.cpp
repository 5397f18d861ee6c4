// Opcodes: clusterlaunchcontrol, with which a cluster takes over the work of one that has not
// begun.
//
// Devices decide by their load which requests succeed. Here a cluster takes over the next ones of
// the launch, up to a number, so that loops over them go around, and more than one cluster runs.
#include "decode.hpp"
#include "exact.hpp"
#include "operations.hpp"
#include "origins.hpp"

namespace layoutcheck::gpu::ptx {

namespace {

constexpr unsigned most_taken = 7;

/// The 16 bytes of a response, which the PTX ISA calls opaque.
struct Response {
  Dim3 first{};
  bool is_canceled = false;

  using Halves = std::array<std::uint64_t, 2>;
  static constexpr std::uint64_t mark = 0x636c6300;

  [[nodiscard]] Halves halves() const {
    return {first.x | std::uint64_t{first.y} << 32,
            first.z | mark << 32 | std::uint64_t{is_canceled ? 1U : 0U} << 32};
  }
  static std::optional<Response> of(Halves halves) {
    if (halves[1] >> 33 != mark >> 1) return std::nullopt;
    const auto word = [](std::uint64_t bits) { return static_cast<std::uint32_t>(bits); };
    return Response{{word(halves[0]), word(halves[0] >> 32), word(halves[1])},
                    (halves[1] >> 32 & 1U) != 0};
  }
};

/// How the mbarrier is addressed.
struct Cancel {
  std::shared_ptr<const Step> completes;
  bool is_multicast = false;
};

Response response_to(Warp& warp) {
  Machine& machine = *warp.machine;
  unsigned& taken = warp.block->cluster.taken;
  const auto first = taken < most_taken ? machine.upcoming.take() : std::nullopt;
  if (!first) return {};
  ++taken;
  machine.report.blocks += machine.cluster.count();
  return {machine.launch.grid.at(*first), true};
}

/// Rows: the address of the response, that of the mbarrier.
void run_try_cancel(Warp& warp, const Step& step, std::uint32_t lanes) {
  const auto& cancel = step.as<Cancel>();
  if (warp.machine->options.exact) check_exact_address(warp, step, step.rows[0], lanes);
  const auto to = addresses_of(warp, step, step.rows[0], lanes);
  const auto barriers = addresses_of(warp, *cancel.completes, step.rows[1], lanes);
  one_by_one(lanes, [&](unsigned lane) {
    const auto stop = [&](Fault::Kind kind, const std::string& message) {
      warp.machine->stop(kind, warp, step, lane, message);
    };
    if (warp.block->saw_no_cancellation)
      stop(Fault::Kind::trap,
           "the block has seen that a cluster was not canceled, and tries again");
    if (to[lane] % sizeof(Response::Halves) != 0)
      stop(Fault::Kind::misaligned, "the address of a response is a multiple of 16");
    if (shared_place(warp, to[lane]).block != warp.block)
      stop(Fault::Kind::out_of_bounds, "the response does not go to the block's shared memory");
    const Response::Halves response = response_to(warp).halves();
    const auto tell = [&](std::uint64_t address, std::uint64_t completing) {
      const Block* block = shared_place(warp, address).block;
      MBarrier& barrier = completing_mbarrier(warp, *cancel.completes, lane, block, completing);
      if (write_beside(warp, step, lane, address, phase_of(barrier),
                       std::as_bytes(std::span(response))))
        clear_origins(warp, step, lane, address, sizeof response);
      complete_bytes(warp, barrier, sizeof response);
    };
    if (!cancel.is_multicast) {
      tell(to[lane], barriers[lane]);
      return;
    }
    for (std::size_t rank = 0; rank < warp.block->cluster.blocks.size(); ++rank)
      tell(mapped(to[lane], rank), mapped(barriers[lane], rank));
  });
}

/// The response in the last two rows.
Response response_of(Warp& warp, const Step& step, unsigned lane) {
  const auto half = [&](std::size_t i) { return warp.row(step.rows[step.results + i])[lane]; };
  const auto response = Response::of({half(0), half(1)});
  if (!response) {
    warp.machine->stop(Fault::Kind::trap, warp, step, lane,
                       "these 128 bits are no response of clusterlaunchcontrol.try_cancel");
  }
  return *response;
}

void run_is_canceled(Warp& warp, const Step& step, std::uint32_t lanes) {
  each(lanes, [&](unsigned lane) {
    const bool is_canceled = response_of(warp, step, lane).is_canceled;
    if (!is_canceled && !warp.machine->trying) warp.block->saw_no_cancellation = true;
    warp.row(step.rows[0])[lane] = is_canceled ? 1 : 0;
  });
}

/// Which coordinate the first result has; the others follow.
struct Coordinate {
  unsigned first = 0;
};

void run_first_block(Warp& warp, const Step& step, std::uint32_t lanes) {
  each(lanes, [&](unsigned lane) {
    const Response response = response_of(warp, step, lane);
    // Without a canceled cluster there is no such block, but compilers ask before they know.
    if (!response.is_canceled) warp.undefined |= 1U << lane;
    const std::array<std::uint32_t, 4> numbers = {response.first.x, response.first.y,
                                                  response.first.z, 0};
    for (std::size_t i = 0; i < step.results; ++i)
      warp.row(step.rows[i])[lane] = numbers[step.as<Coordinate>().first + i];
  });
}

void cluster_launch(Decoder& in) {
  const std::vector<Operand>& o = in.operands();
  if (in.words()[1] == "try_cancel") {
    const StateSpace space = in.has("shared::cta") ? StateSpace::shared : StateSpace::generic;
    const Decoder::Address to = in.address(o[0], space);
    const Decoder::Address completes = in.address(o[1], space);
    const bool is_multicast = in.has("multicast::cluster::all");
    const auto reached = [&](const Decoder::Address& address) {
      return is_multicast ? StateSpace::cluster : address.space;
    };
    Step step = in.deciding_step(&run_try_cancel, {to.row, completes.row}, 0);
    step.space = reached(to);
    step.displacement = to.displacement;
    in.copy_beside();
    if (is_multicast) in.map_addresses();
    Cancel cancel{addressed(step, completes, reached(completes)), is_multicast};
    in.add(std::move(step), std::move(cancel));
    return;
  }
  std::vector<std::uint32_t> rows;
  if (o[0].kind == Operand::Kind::vector)
    for (const Operand& part : o[0].parts)
      rows.push_back(in.result(part));
  else
    rows.push_back(in.result(o[0]));
  const std::size_t results = rows.size();
  std::ranges::copy(in.halves(o[1]), std::back_inserter(rows));
  if (in.has("is_canceled")) {
    in.add(in.deciding_step(&run_is_canceled, std::move(rows), results));
    return;
  }
  Step step = in.deciding_step(&run_first_block, std::move(rows), results);
  step.exact = &take_registers;
  step.exact_after = true;
  const std::string_view what = in.words()[2];
  in.add(std::move(step), Coordinate{what.ends_with("::y") ? 1U : what.ends_with("::z") ? 2U : 0U});
}

}  // namespace

void add_cluster_launches(Opcodes& opcodes) {
  opcodes["clusterlaunchcontrol"] = &cluster_launch;
}

}  // namespace layoutcheck::gpu::ptx
