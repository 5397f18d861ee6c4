// Opcodes: wmma, matrices of a warp whose fragments PTX leaves open (section 9.7.14.4.1: "The
// distribution of fragments loaded by the threads in a warp is unspecified").
//
// Here a lane holds neighbours in the order of the memory that A and B come from, and of rows in C
// and D. A and B of halves take eight registers in every shape, so that several lanes hold the
// same.
#include "fragments.hpp"
#include "operations.hpp"
#include "types.hpp"
#include "unset.hpp"

#include <algorithm>

namespace layoutcheck::gpu::ptx {

namespace {

struct Shape {
  unsigned m;
  unsigned n;
  unsigned k;
};

std::optional<Shape> shape_of(std::string_view word) {
  static const std::map<std::string_view, Shape> shapes = {
      {"m16n16k16", {16, 16, 16}}, {"m32n8k16", {32, 8, 16}}, {"m8n32k16", {8, 32, 16}},
      {"m16n16k8", {16, 16, 8}},   {"m8n8k4", {8, 8, 4}},     {"m8n8k32", {8, 8, 32}},
      {"m8n8k128", {8, 8, 128}}};
  const auto found = shapes.find(word);
  return found == shapes.end() ? std::nullopt : std::optional(found->second);
}

Shape shape_in(const Decoder& in) {
  for (const std::string_view word : in.words())
    if (const auto shape = shape_of(word)) return *shape;
  in.unknown_opcode();
}

/// The matrix 'a', 'b', or 'c', which is 'd' as well.
WarpMatrix matrix_of(char name, const Shape& shape, EntryType type, bool by_columns) {
  WarpMatrix matrix;
  matrix.tile = {name == 'b' ? shape.k : shape.m, name == 'a' ? shape.k : shape.n, type};
  matrix.by_columns = name != 'c' && by_columns;
  matrix.per_register = std::max(32 / width_of_entry(type), 1U);
  const unsigned entries = matrix.tile.rows * matrix.tile.columns;
  matrix.registers =
      name != 'c' && type == EntryType::f16 ? 8 : entries / warp_size / matrix.per_register;
  return matrix;
}

Held held(const WarpMatrix& matrix) {
  Held held{matrix.tile, 0, std::vector<Home>(std::size_t{matrix.tile.rows} * matrix.tile.columns),
            matrix.registers};
  // The first lane that holds an entry gives it.
  for (unsigned lane = warp_size; lane-- > 0;) {
    for (unsigned slot = 0; slot < matrix.registers; ++slot) {
      for (unsigned part = 0; part < matrix.per_register; ++part) {
        const auto [row, column] = matrix.entry(lane, slot, part);
        held.homes[std::size_t{row} * matrix.tile.columns + column] = {
            static_cast<std::uint8_t>(lane), static_cast<std::uint8_t>(slot),
            static_cast<std::uint8_t>(part)};
      }
    }
  }
  return held;
}

// Loads and stores. Rows: the registers, then the stride, if there is one, and the address.

/// What a lane accesses at once: so many entries of a register, which are neighbours in memory.
unsigned entries_at_once(const MatrixInMemory& of) {
  return of.by_columns == of.matrix.by_columns ? of.matrix.per_register : 1;
}

/// Whether all lanes name one place, which is aligned. Section 9.7.14.4.2 asks each line to be
/// aligned to the bytes of a fragment, which its own default strides are not where a line of halves
/// is shorter; the CUDA C++ programming guide asks strides to be multiples of 16 bytes.
bool is_well_placed(Warp& warp, const Step& step) {
  const auto& of = step.as<MatrixInMemory>();
  const std::uint64_t* address = warp.row(step.rows.back());
  const auto differs = [&](const std::uint64_t* row) {
    return std::find_if(row, row + warp_size, [&](std::uint64_t x) { return x != row[0]; }) - row;
  };
  unsigned other = static_cast<unsigned>(differs(address));
  if (other == warp_size && of.has_stride)
    other = static_cast<unsigned>(differs(warp.row(step.rows[step.rows.size() - 2])));
  if (other != warp_size) {
    warp.machine->fault(Fault::Kind::divergence, warp, step, other, address[other], [] {
      return "the lanes of the warp do not have the same address and stride";
    });
    return false;
  }
  const std::uint64_t fragment =
      std::uint64_t{of.matrix.registers} * (of.matrix.tile.type == EntryType::f64 ? 8 : 4);
  const std::uint64_t of_stride = std::min<std::uint64_t>(fragment, 16);
  const std::uint64_t first = addresses_of(warp, step, step.rows.back(), 1)[0];
  const std::uint64_t stride = of.stride_bytes(warp, step);
  const bool is_aligned = first % fragment == 0;
  if (is_aligned && stride % of_stride == 0) return true;
  warp.machine->fault(Fault::Kind::misaligned, warp, step, 0, first, [&] {
    return is_aligned ? "the stride of " + std::to_string(stride) + " bytes is no multiple of " +
                            std::to_string(of_stride)
                      : "the address is no multiple of " + std::to_string(fragment) +
                            ", the bytes of a fragment";
  });
  return false;
}

/// Whether to go on: once the whole warp is there, and names a place.
bool begins(Warp& warp, const Step& step, std::uint32_t lanes) {
  if (whole_warp(warp, step, lanes) == 0) return false;
  if (warp.machine->options.exact) check_exact_address(warp, step, step.rows.back(), 1);
  return is_well_placed(warp, step);
}

/// Calls `access(slot, first bit, addresses, bytes)` for what the lanes access at once.
template <class Access>
void each_access(Warp& warp, const Step& step, Access&& access) {
  const auto& of = step.as<MatrixInMemory>();
  const unsigned at_once = entries_at_once(of);
  const unsigned bits = width_of_entry(of.matrix.tile.type) * at_once;
  for (unsigned slot = 0; slot < of.matrix.registers; ++slot) {
    for (unsigned part = 0; part < of.matrix.per_register; part += at_once) {
      std::array<std::uint64_t, warp_size> addresses{};
      for (unsigned lane = 0; lane < warp_size; ++lane)
        addresses[lane] = address_of_entry(warp, step, lane, slot, part);
      access(slot, part * width_of_entry(of.matrix.tile.type), addresses, bits / 8);
    }
  }
}

void run_load(Warp& warp, const Step& step, std::uint32_t lanes) {
  const bool goes_on = begins(warp, step, lanes);
  if (warp.completed == 0) return;
  // The address may lie in a register that is loaded to.
  std::vector<std::array<std::uint64_t, warp_size>> results(step.results);
  if (goes_on) {
    LaneBytes data{};
    each_access(warp, step,
                [&](unsigned slot, unsigned bit, const auto& addresses, std::uint32_t bytes) {
                  read_memory(warp, step, all_lanes, addresses, bytes, data);
                  for (unsigned lane = 0; lane < warp_size; ++lane) {
                    std::uint64_t value = 0;
                    std::memcpy(&value, data[lane].data(), bytes);
                    results[slot][lane] |= value << bit;
                  }
                });
  }
  for (std::size_t slot = 0; slot < step.results; ++slot)
    std::ranges::copy(results[slot], warp.row(step.rows[slot]));
}

void run_store(Warp& warp, const Step& step, std::uint32_t lanes) {
  if (!begins(warp, step, lanes)) return;
  each_access(warp, step,
              [&](unsigned slot, unsigned bit, const auto& addresses, std::uint32_t bytes) {
                LaneBytes data{};
                LaneBytes unset{};
                UnsetRow bits;
                const auto fill = [&](LaneBytes& to, const std::uint64_t* row) {
                  for (unsigned lane = 0; lane < warp_size; ++lane) {
                    const std::uint64_t value = row[lane] >> bit;
                    std::memcpy(to[lane].data(), &value, bytes);
                  }
                };
                fill(data, warp.row(step.rows[slot]));
                fill(unset, unset_bits(warp, step.rows[slot], bits));
                write_memory(warp, step, all_lanes, addresses, bytes, data, &unset);
              });
}

std::vector<Operand> registers_of(Decoder& in, std::size_t operand, std::size_t count) {
  const Operand& of = in.operands()[operand];
  std::vector<Operand> parts =
      of.kind == Operand::Kind::vector ? of.parts : std::vector<Operand>{of};
  if (parts.size() != count) {
    in.fail("operand " + std::to_string(operand + 1) + " needs " + std::to_string(count) +
            " registers, has " + std::to_string(parts.size()));
  }
  return parts;
}

std::string_view register_type(EntryType type) {
  return type == EntryType::f64 ? "f64" : "b32";
}

template <bool Load>
void matrix_memory(Decoder& in) {
  const std::vector<std::string_view>& words = in.words();
  const char name = words[2] == "d" ? 'c' : words[2].front();
  const EntryType type = entry_type(words.back()).value();
  MatrixInMemory of{matrix_of(name, shape_in(in), type, in.has("col")), in.has("col"),
                    in.operands().size() == 3};
  StateSpace space = StateSpace::generic;
  if (in.has("global")) space = StateSpace::global;
  if (in.has("shared") || in.has("shared::cta")) space = StateSpace::shared;
  const Decoder::Address address = in.address(in.operands()[Load ? 1 : 0], space);
  std::vector<std::uint32_t> rows;
  for (const Operand& part : registers_of(in, Load ? 0 : 1, of.matrix.registers))
    rows.push_back(Load ? in.result(part) : in.source(part, register_type(type)));
  if (of.has_stride) rows.push_back(in.source(in.operands()[2], "b32"));
  rows.push_back(address.row);
  const std::size_t results = Load ? of.matrix.registers : 0;
  Step step = in.deciding_step(Load ? &run_load : &run_store, std::move(rows), results,
                               of.has_stride ? 2 : 1);
  step.space = address.space;
  step.displacement = address.displacement;
  in.add(std::move(step), of);
}

/// wmma.mma, the layouts of a and b, the shape and the types: of d and c alone, where a and b are
/// of f16; of d, a, b and c.
void multiply(Decoder& in) {
  std::vector<EntryType> types;
  std::vector<bool> by_columns;
  for (const std::string_view word : in.words()) {
    if (const auto type = entry_type(word)) types.push_back(*type);
    if (word == "row" || word == "col") by_columns.push_back(word == "col");
  }
  if (types.size() == 2) types = {types[0], EntryType::f16, EntryType::f16, types[1]};
  if (types.size() != 4 || by_columns.size() != 2) in.unknown_opcode();
  const Shape shape = shape_in(in);
  Multiply operands{held(matrix_of('c', shape, types[0], false)),
                    held(matrix_of('a', shape, types[1], by_columns[0])),
                    held(matrix_of('b', shape, types[2], by_columns[1])),
                    held(matrix_of('c', shape, types[3], false)),
                    in.has("satfinite"),
                    in.has("xor")};
  std::vector<std::uint32_t> rows;
  std::size_t i = 0;
  for (Held* of : {&operands.d, &operands.a, &operands.b, &operands.c}) {
    of->first = rows.size();
    for (const Operand& part : registers_of(in, i, of->registers))
      rows.push_back(i == 0 ? in.result(part) : in.source(part, register_type(types[i])));
    ++i;
  }
  const std::size_t results = operands.d.registers;
  in.add(in.step(&run_warp_multiply, std::move(rows), results), std::move(operands));
}

void of_warp(Decoder& in) {
  if (in.words()[1] == "load")
    matrix_memory<true>(in);
  else if (in.words()[1] == "store")
    matrix_memory<false>(in);
  else
    multiply(in);
}

}  // namespace

std::pair<unsigned, unsigned> WarpMatrix::entry(unsigned lane, unsigned slot, unsigned part) const {
  const unsigned at =
      ((lane * registers + slot) * per_register + part) % (tile.rows * tile.columns);
  return by_columns ? std::pair(at % tile.rows, at / tile.rows)
                    : std::pair(at / tile.columns, at % tile.columns);
}

std::uint64_t MatrixInMemory::stride_bytes(const Warp& warp, const Step& step) const {
  const std::uint64_t entries = has_stride
                                    ? warp.row(step.rows[step.rows.size() - 2])[0] & 0xffffffffU
                                    : (by_columns ? matrix.tile.rows : matrix.tile.columns);
  return entries * width_of_entry(matrix.tile.type) / 8;
}

std::uint64_t address_of_entry(Warp& warp, const Step& step, unsigned lane, unsigned slot,
                               unsigned part) {
  const auto& of = step.as<MatrixInMemory>();
  const auto [row, column] = of.matrix.entry(lane, slot, part);
  const std::uint64_t line = of.by_columns ? column : row;
  const std::uint64_t along = of.by_columns ? row : column;
  return addresses_of(warp, step, step.rows.back(), 1)[0] + line * of.stride_bytes(warp, step) +
         along * width_of_entry(of.matrix.tile.type) / 8;
}

void add_wmma(Opcodes& opcodes) {
  opcodes["wmma"] = &of_warp;
}

}  // namespace layoutcheck::gpu::ptx
