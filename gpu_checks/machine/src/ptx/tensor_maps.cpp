// Opcodes: tensor maps in memory, as copies read them and as kernels make them (PTX ISA,
// tensormap.replace, tensormap.cp_fenceproxy, fence.proxy.tensormap).
#include "decode.hpp"
#include "exact.hpp"
#include "operations.hpp"

#include <algorithm>

namespace layoutcheck::gpu::ptx {

namespace {

constexpr std::uint32_t part = 16;
using MapBytes = std::array<std::byte, TensorMap::size>;

std::uint64_t address_of_map(Warp& warp, const Step& step, unsigned lane) {
  const std::uint64_t address = addresses_of(warp, step, step.rows[0], 1U << lane)[lane];
  if (address % TensorMap::alignment != 0) {
    warp.machine->stop(Fault::Kind::misaligned, warp, step, lane,
                       "a tensor map lies at a multiple of 64");
  }
  return address;
}

/// Ends the launch where the memory does not have them. A map of CuTe DSL's is whole in the first
/// half, and the second one may be unwritten.
MapBytes map_bytes(Warp& warp, const Step& step, unsigned lane, std::uint64_t address) {
  MapBytes bytes{};
  const Located place = locate(warp, step, lane, address);
  const bool is_there =
      place.region != nullptr && place.region->holds(place.address, TensorMap::size);
  for (std::uint32_t at = 0; at < bytes.size(); at += part) {
    if (at == bytes.size() / 2 && is_first_half_of_map(bytes)) break;
    LaneBytes data{};
    read_memory(warp, step, 1U << lane, at_lane(lane, address + at), part, data);
    std::copy_n(data[lane].begin(), part, bytes.begin() + at);
  }
  if (!is_there) throw Stop{};
  return bytes;
}

void write_map(Warp& warp, const Step& step, unsigned lane, std::uint64_t address,
               const MapBytes& bytes) {
  for (std::uint32_t at = 0; at < bytes.size(); at += part) {
    LaneBytes data{};
    std::copy_n(bytes.begin() + at, part, data[lane].begin());
    write_memory(warp, step, 1U << lane, at_lane(lane, address + at), part, data);
  }
}

/// What has written the map in this launch, if anything has.
Moment writer_of(Warp& warp, const Step& step, unsigned lane, std::uint64_t address) {
  const Located place = locate(warp, step, lane, address);
  if (place.region == nullptr || !place.region->holds(place.address, TensorMap::size)) return {};
  const std::uint64_t offset = place.address - place.region->base();
  return place.region->page(offset).traces(offset % Page::size, part)[0].writer;
}

bool is_same(const Moment& a, const Moment& b) {
  return a.who == b.who && a.when == b.when;
}

[[noreturn]] void stop_without_map(Warp& warp, const Step& step, unsigned lane) {
  warp.machine->stop(Fault::Kind::trap, warp, step, lane,
                     "the 128 bytes there are no tensor map: neither an argument that is one, nor "
                     "encoded by cuTensorMapEncodeTiled, nor made by tensormap.replace");
}

// tensormap.replace. Rows: the address, the value.

struct Replacement {
  std::string_view field;
  std::size_t dimension = 0;
};

void put_field(TensorMap& map, const Replacement& what, std::uint64_t value) {
  const std::string_view field = what.field;
  if (field == "global_address") map.address = value;
  if (field == "rank") map.rank = at_most<std::uint8_t>(value + 1);
  if (field == "box_dim") map.box[what.dimension] = at_most<std::uint16_t>(value);
  if (field == "global_dim") map.extents[what.dimension] = value;
  if (field == "global_stride") map.strides[what.dimension] = value;
  if (field == "element_stride") map.steps[what.dimension] = at_most<std::uint8_t>(value);
  if (field == "elemtype") map.type = static_cast<TensorMap::Type>(at_most<std::uint8_t>(value));
  if (field == "interleave_layout")
    map.interleave = static_cast<TensorMap::Interleave>(at_most<std::uint8_t>(value));
  if (field == "swizzle_mode")
    map.swizzle = static_cast<TensorMap::Swizzle>(at_most<std::uint8_t>(value));
  if (field == "swizzle_atomicity")
    map.atom = static_cast<TensorMap::Atom>(at_most<std::uint8_t>(value));
  if (field == "fill_mode") map.fill = static_cast<TensorMap::Fill>(at_most<std::uint8_t>(value));
}

void run_replace(Warp& warp, const Step& step, std::uint32_t lanes) {
  if (warp.machine->options.exact) check_exact_address(warp, step, step.rows[0], lanes);
  one_by_one(lanes, [&](unsigned lane) {
    const std::uint64_t address = address_of_map(warp, step, lane);
    const MapBytes bytes = map_bytes(warp, step, lane, address);
    // One that a kernel makes begins with zeros.
    std::optional<TensorMap> map = decoded_tensor_map(bytes);
    if (!map) {
      const bool is_zero = std::ranges::all_of(bytes, [](std::byte b) { return b == std::byte{}; });
      if (!is_zero) stop_without_map(warp, step, lane);
      map = TensorMap{};
    }
    const std::uint64_t value = warp.row(step.rows[1])[lane];
    const auto& what = step.as<Replacement>();
    const bool is_wide = what.field == "global_address" || what.field == "global_stride";
    put_field(*map, what, is_wide ? value : static_cast<std::uint32_t>(value));
    write_map(warp, step, lane, address, encoded(*map));
  });
}

/// How tensormap.cp_fenceproxy reads; the step's own address is the destination.
struct MapCopy {
  std::shared_ptr<const Step> from;
};

void run_copy_map(Warp& warp, const Step& step, std::uint32_t lanes) {
  const std::uint32_t there = whole_warp(warp, step, lanes);
  if (there == 0) return;
  // All lanes name the same map, and copy it once.
  const unsigned lane = first_of(there);
  const Step& from = *step.as<MapCopy>().from;
  const std::uint64_t to = address_of_map(warp, step, lane);
  write_map(warp, step, lane, to, map_bytes(warp, from, lane, address_of_map(warp, from, lane)));
}

void run_open_map(Warp& warp, const Step& step, std::uint32_t lanes) {
  one_by_one(lanes, [&](unsigned lane) {
    const std::uint64_t address = address_of_map(warp, step, lane);
    warp.block->opened_maps[address] = writer_of(warp, step, lane, address);
  });
}

void require_size(Decoder& in, const Operand& size) {
  if (size.kind != Operand::Kind::integer || size.bits != TensorMap::size)
    in.fail("a tensor map has 128 bytes");
}

void tensor_map(Decoder& in) {
  const std::vector<Operand>& o = in.operands();
  const auto space_in = [&](StateSpace otherwise) {
    return in.has("shared::cta") ? StateSpace::shared : otherwise;
  };
  if (in.words()[1] == "cp_fenceproxy") {
    require_size(in, o[2]);
    const Decoder::Address to = in.address(o[0], StateSpace::global);
    const Decoder::Address from = in.address(o[1], StateSpace::shared);
    Step step = in.deciding_step(&run_copy_map, {to.row, from.row}, 0);
    step.space = to.space;
    step.displacement = to.displacement;
    const MapCopy copy{addressed(step, from, StateSpace::shared)};
    in.add(std::move(step), copy);
    return;
  }
  Replacement what{in.words()[3]};
  const Decoder::Address map =
      in.address(o[0], space_in(in.has("global") ? StateSpace::global : StateSpace::generic));
  const bool is_of_dimension = o.size() == 3;
  if (is_of_dimension) {
    const std::size_t count = TensorMap::most_rank - (what.field == "global_stride" ? 1 : 0);
    if (o[1].kind != Operand::Kind::integer || o[1].bits >= count)
      in.fail("expected the number of a dimension, below " + std::to_string(count));
    what.dimension = o[1].bits;
  }
  Step step = in.deciding_step(&run_replace, {map.row, in.source(o.back(), in.type())}, 0);
  step.space = map.space;
  step.displacement = map.displacement;
  in.add(std::move(step), what);
}

}  // namespace

TensorMap tensor_map_at(Warp& warp, const Step& step, unsigned lane) {
  const std::uint64_t address = address_of_map(warp, step, lane);
  const std::uint64_t window = address / window_bytes;
  if (window == shared_window / window_bytes || window == local_window / window_bytes) {
    warp.machine->stop(Fault::Kind::out_of_bounds, warp, step, lane,
                       "a tensor map lies in .param, .const or .global memory");
  }
  const std::optional<TensorMap> map = decoded_tensor_map(map_bytes(warp, step, lane, address));
  if (!map) stop_without_map(warp, step, lane);
  const Moment writer = writer_of(warp, step, lane, address);
  const auto opened = warp.block->opened_maps.find(address);
  if (writer.who != Moment::nobody &&
      (opened == warp.block->opened_maps.end() || !is_same(opened->second, writer))) {
    warp.machine->fault(Fault::Kind::race, warp, step, lane, address, [] {
      return "the tensor map was written in this launch, and the block has executed no "
             "fence.proxy.tensormap::generic.acquire for it since";
    });
  }
  return *map;
}

void open_tensor_map(Decoder& in) {
  const std::vector<Operand>& o = in.operands();
  require_size(in, o[1]);
  const Decoder::Address map = in.address(o[0], StateSpace::generic);
  Step step = in.deciding_step(&run_open_map, {map.row}, 0);
  step.space = map.space;
  step.displacement = map.displacement;
  in.add(std::move(step));
}

void add_tensor_maps(Opcodes& opcodes) {
  opcodes["tensormap"] = &tensor_map;
}

}  // namespace layoutcheck::gpu::ptx
