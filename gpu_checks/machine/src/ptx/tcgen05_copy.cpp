// Opcodes: tcgen05.cp, a copy from shared to tensor memory that one thread issues.
#include "decode.hpp"
#include "operations.hpp"
#include "tcgen05.hpp"

namespace layoutcheck::gpu::ptx {

namespace {

/// From a block's shared memory to its tensor memory.
void copy(Warp& warp, const Step& step, unsigned lane, Block& block) {
  const auto& made = step.as<TensorCopy>();
  const TensorAddress to = tensor_destination(warp, step, lane);
  const MatrixDescriptor source = tensor_source(warp, step, lane);
  TensorAccess access(warp, step, lane, TensorOperation::Kind::copy, 0, 0, &block);
  for (unsigned row = 0; row < made.rows; ++row) {
    for (unsigned unit = 0; unit < made.units; ++unit) {
      std::array<std::byte, unit_bytes> found{};
      read_beside(warp, step, lane, address_in(block, warp, source.unit(unit, row, true)),
                  access.under_way(), std::span(found).first(made.packing().bytes()));
      std::array<std::uint32_t, 4> words{};
      for (unsigned i = 0; i < words.size(); ++i)
        words[i] = made.word(found, i);
      for (unsigned copy = 0; copy < made.copies(); ++copy) {
        for (unsigned i = 0; i < words.size(); ++i) {
          const TensorAddress at = made.place(row, unit, copy).from(to);
          access.write({at.lane, at.column + i}, both_halves, words[i], lane);
        }
      }
    }
  }
}

void run_copy(Warp& warp, const Step& step, std::uint32_t lanes) {
  one_by_one(lanes, [&](unsigned lane) {
    for (Block* block : blocks_of_group(warp, step, lane, step.as<TensorCopy>().by_pair))
      copy(warp, step, lane, *block);
  });
}

}  // namespace

std::uint32_t TensorCopy::word(std::span<const std::byte, unit_bytes> unit, unsigned number) const {
  const TensorPacking of = packing();
  std::uint32_t word = 0;
  for (unsigned e = 0; e < of.in_word(); ++e)
    word |= of.entry_in(unit, number * of.in_word() + e) << of.bit_in_word(e);
  return word;
}

TensorAddress tensor_destination(Warp& warp, const Step& step, unsigned lane) {
  const TensorAddress to = tensor_address(warp.row(step.rows[0])[lane] + step.displacement);
  if (to.lane != 0) refuse_step(step, "copies to tensor memory that do not begin at lane 0");
  return to;
}

MatrixDescriptor tensor_source(Warp& warp, const Step& step, unsigned lane) {
  return tensor_matrix(warp, step, lane, warp.row(step.rows[1])[lane], EntryType::u8, true,
                       "the source");
}

void copy_to_tensor_memory(Decoder& in) {
  TensorCopy made{in.has("32x128b")   ? 32U
                  : in.has("64x128b") ? 64U
                                      : 128U,
                  in.has("128x256b") ? 2U : 1U,
                  in.has("b4x16_p64")   ? EntryType::e2m1
                  : in.has("b6x16_p32") ? EntryType::e3m2
                                        : EntryType::u8};
  made.by_pair = in.has("cta_group::2");
  made.side_by_side = in.has("warpx2::01_23");
  if (made.by_pair) in.map_addresses();
  const std::vector<Operand>& o = in.operands();
  const Decoder::Address to = in.address(o[0], StateSpace::generic);
  Step step = in.deciding_step(&run_copy, {to.row, in.source(o[1], "b64")}, 0);
  step.displacement = to.displacement;
  in.add(std::move(step), made);
}

}  // namespace layoutcheck::gpu::ptx
