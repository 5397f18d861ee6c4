// Opcodes: matrices held by a warp: ldmatrix, stmatrix, movmatrix, mma.
//
// Which lane holds which entry is told by PTX, section "Matrix multiply-accumulate": lanes are in
// eight groups of four; with g = lane / 4 and t = lane % 4, a tile of 8 rows has row g in group g.
#include "fragments.hpp"
#include "types.hpp"
#include "unset.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace layoutcheck::gpu::ptx {

namespace {

/// ldmatrix and stmatrix. Rows: the registers, then the address. options: matrices, transposed.
constexpr std::uint32_t row_bytes = 16;

/// The lanes that name rows, once the whole warp is there; 0 until then. Lane 8·m + r names row r
/// of matrix m.
std::uint32_t naming_lanes(Warp& warp, const Step& step, std::uint32_t lanes) {
  if (whole_warp(warp, step, lanes) == 0) return 0;
  const std::uint32_t naming = step.options[0] == 4 ? all_lanes : (1U << 8 * step.options[0]) - 1;
  if (warp.machine->options.exact) check_exact_address(warp, step, step.rows.back(), naming);
  return naming;
}

void run_load_matrix(Warp& warp, const Step& step, std::uint32_t lanes) {
  const std::uint32_t naming = naming_lanes(warp, step, lanes);
  if (naming == 0) return;
  LaneBytes data;
  read_memory(warp, step, naming, addresses_of(warp, step, step.rows.back(), naming), row_bytes,
              data);
  for (unsigned m = 0; m < step.options[0]; ++m) {
    std::uint64_t* d = warp.row(step.rows[m]);
    for (unsigned lane = 0; lane < warp_size; ++lane) {
      std::uint32_t value = 0;
      unsigned shift = 0;
      for (const auto& [r, c] : entries_of(lane, step.options[1] != 0)) {
        std::uint16_t entry = 0;
        std::memcpy(&entry, data[8 * m + r].data() + std::size_t{2} * c, sizeof entry);
        value |= static_cast<std::uint32_t>(entry) << shift;
        shift += 16;
      }
      d[lane] = value;
    }
  }
}

void run_store_matrix(Warp& warp, const Step& step, std::uint32_t lanes) {
  const std::uint32_t naming = naming_lanes(warp, step, lanes);
  if (naming == 0) return;
  const auto fill = [&](LaneBytes& data, const auto& row_of) {
    for (unsigned m = 0; m < step.options[0]; ++m) {
      const std::uint64_t* a = row_of(step.rows[m]);
      for (unsigned lane = 0; lane < warp_size; ++lane) {
        unsigned shift = 0;
        for (const auto& [r, c] : entries_of(lane, step.options[1] != 0)) {
          const auto entry = static_cast<std::uint16_t>(a[lane] >> shift);
          std::memcpy(data[8 * m + r].data() + std::size_t{2} * c, &entry, sizeof entry);
          shift += 16;
        }
      }
    }
  };
  LaneBytes data{};
  LaneBytes unset{};
  UnsetRow bits;
  fill(data, [&](std::uint32_t r) { return warp.row(r); });
  fill(unset, [&](std::uint32_t r) { return unset_bits(warp, r, bits); });
  write_memory(warp, step, naming, addresses_of(warp, step, step.rows.back(), naming), row_bytes,
               data, &unset);
}

template <bool Load>
void matrix_memory(Decoder& in) {
  if (!in.has("sync") || !in.has("aligned") || !in.has("m8n8") || in.type() != "b16")
    in.unknown_opcode();
  const std::uint32_t count = in.has("x4") ? 4 : in.has("x2") ? 2 : 1;
  in.expect_operands(2);
  const Operand& registers = in.operands()[Load ? 0 : 1];
  const std::vector<Operand> parts =
      registers.kind == Operand::Kind::vector ? registers.parts : std::vector<Operand>{registers};
  if (parts.size() != count) in.fail("expected " + std::to_string(count) + " registers");
  const Decoder::Address address = in.address(
      in.operands()[Load ? 1 : 0],
      in.has("shared") || in.has("shared::cta") ? StateSpace::shared : StateSpace::generic);
  std::vector<std::uint32_t> rows;
  for (const Operand& part : parts)
    rows.push_back(Load ? in.result(part) : in.source(part, "b32"));
  rows.push_back(address.row);
  Step step = in.deciding_step(Load ? &run_load_matrix : &run_store_matrix, std::move(rows),
                               Load ? count : 0, 1);
  step.space = address.space;
  step.constant = address.displacement;
  step.options = {count, in.has("trans") ? 1U : 0U, 0, 0};
  in.add(std::move(step));
}

/// movmatrix: the transpose of an 8×8 matrix.
void run_transpose(Warp& warp, const Step& step, std::uint32_t lanes) {
  if (whole_warp(warp, step, lanes) == 0) return;
  std::array<std::array<std::uint16_t, 8>, 8> matrix{};
  const std::uint64_t* a = warp.row(step.rows[1]);
  for (unsigned lane = 0; lane < warp_size; ++lane) {
    const auto entries = entries_of(lane, false);
    matrix[entries[0].first][entries[0].second] = static_cast<std::uint16_t>(a[lane]);
    matrix[entries[1].first][entries[1].second] = static_cast<std::uint16_t>(a[lane] >> 16);
  }
  std::uint64_t* d = warp.row(step.rows[0]);
  for (unsigned lane = 0; lane < warp_size; ++lane) {
    const auto entries = entries_of(lane, true);
    d[lane] = matrix[entries[0].first][entries[0].second] |
              static_cast<std::uint32_t>(matrix[entries[1].first][entries[1].second]) << 16;
  }
}

void transpose(Decoder& in) {
  if (!in.has("sync") || !in.has("trans") || !in.has("m8n8") || in.type() != "b16")
    in.unknown_opcode();
  in.expect_operands(2);
  in.add(in.step(&run_transpose, rows_of(in, "b32"), 1));
}

// mma.sync. Rows: d, a, b, c. The shape is m×n×k with m = 16 and n = 8, but for f64.

void run_multiply(Warp& warp, const Step& step, std::uint32_t lanes) {
  if (whole_warp(warp, step, lanes) == 0) return;
  const Multiply operands = multiply_of(step);
  const auto entries = [&](const Multiply::Operand& operand) {
    return gather(warp, step, operand.first, operand.tile, operand.per_register, operand.per_lane);
  };
  const unsigned m = operands.a.tile.rows;
  const unsigned n = operands.b.tile.columns;
  const unsigned k = operands.a.tile.columns;
  const bool saturates = step.options[2] != 0;
  const std::vector<double> a = entries(operands.a);
  const std::vector<double> b = entries(operands.b);
  const std::vector<double> c = entries(operands.c);
  for (std::size_t i = 0; i < step.results; ++i)
    std::fill_n(warp.row(step.rows[i]), warp_size, 0);
  for (unsigned i = 0; i < m; ++i) {
    for (unsigned j = 0; j < n; ++j) {
      double sum = c[std::size_t{i} * n + j];
      for (unsigned l = 0; l < k; ++l)
        sum = std::fma(a[std::size_t{i} * k + l], b[std::size_t{l} * n + j], sum);
      const Home home = operands.d.home(i, j);
      warp.row(step.rows[home.slot])[home.lane] |=
          bits_of_entry(sum, operands.d.tile.type, saturates) << 16 * home.part;
    }
  }
}

void multiply(Decoder& in) {
  in.expect_operands(4);
  const std::vector<std::string_view>& words = in.words();
  // mma.sync.aligned, the shape, row.col, whether it saturates, then the types of d, a, b and c.
  const bool saturates = in.has("satfinite");
  if (words.size() != (saturates ? 11 : 10) || words[1] != "sync" || words[2] != "aligned" ||
      words[4] != "row" || words[5] != "col" || (saturates && words[6] != "satfinite")) {
    in.unknown_opcode();
  }
  std::array<std::optional<EntryType>, 4> types;
  for (std::size_t i = 0; i < 4; ++i)
    types[i] = entry_type(words[words.size() - 4 + i]);
  static const std::map<std::string_view, std::array<unsigned, 2>> shapes = {
      {"m16n8k4", {16, 4}},   {"m16n8k8", {16, 8}}, {"m16n8k16", {16, 16}},
      {"m16n8k32", {16, 32}}, {"m8n8k4", {8, 4}},   {"m8n8k16", {8, 16}},
  };
  const auto shape = shapes.find(words[3]);
  if (shape == shapes.end() || !types[0] || !types[1] || !types[2] || !types[3])
    in.unknown_opcode();
  const auto [m, k] = shape->second;
  constexpr unsigned n = 8;
  const auto [d, a, b, c] = std::tuple(*types[0], *types[1], *types[2], *types[3]);
  const unsigned per_lane_k = entries_in_register(a);
  // 8 rows take four lanes of neighbours each; there are one or two such blocks along k.
  const unsigned blocks = k / (4 * per_lane_k);
  const bool whole = k % (4 * per_lane_k) == 0 && blocks >= 1 && blocks <= 2;
  const bool bytes =
      (a == EntryType::s8 || a == EntryType::u8) && (b == EntryType::s8 || b == EntryType::u8);
  const bool small = (a == EntryType::e4m3 || a == EntryType::e5m2) &&
                     (b == EntryType::e4m3 || b == EntryType::e5m2);
  const auto is_sum = [&](EntryType type) {
    return type == EntryType::f32 || (type == EntryType::f16 && a == EntryType::f16);
  };
  const bool floats =
      ((small && k == 32) ||
       (a == b && (a == EntryType::f16 || a == EntryType::bf16 || a == EntryType::tf32))) &&
      is_sum(c) && is_sum(d);
  const bool known =
      (m == 16 && floats) ||
      (bytes && c == EntryType::s32 && d == EntryType::s32 && (m == 16 || k == 16)) ||
      (m == 8 && a == EntryType::f64 && b == a && c == a && d == a);
  if (!whole || !known || (saturates && !bytes)) in.unknown_opcode();
  std::vector<std::uint32_t> rows;
  const auto c_entries = [](EntryType type) { return type == EntryType::f16 ? 2U : 1U; };
  const std::array<unsigned, 4> counts = {
      m * n / warp_size / c_entries(d), m * k / warp_size / per_lane_k,
      k * n / warp_size / per_lane_k, m * n / warp_size / c_entries(c)};
  for (std::size_t i = 0; i < 4; ++i) {
    const Operand& operand = in.operands()[i];
    const std::vector<Operand> parts =
        operand.kind == Operand::Kind::vector ? operand.parts : std::vector<Operand>{operand};
    if (parts.size() != counts[i]) {
      in.fail("operand " + std::to_string(i + 1) + " needs " + std::to_string(counts[i]) +
              " registers, has " + std::to_string(parts.size()));
    }
    for (const Operand& part : parts) {
      rows.push_back(i == 0 ? in.result(part)
                            : in.source(part, a == EntryType::f64 ? "f64" : "b32"));
    }
  }
  Step step = in.step(&run_multiply, std::move(rows), counts[0]);
  step.options = {static_cast<std::uint32_t>(a) | static_cast<std::uint32_t>(b) << 8 |
                      static_cast<std::uint32_t>(c) << 16 | static_cast<std::uint32_t>(d) << 24,
                  m, saturates ? 1U : 0U, k};
  in.add(std::move(step));
}

}  // namespace

void add_matrix(Opcodes& opcodes) {
  opcodes["ldmatrix"] = &matrix_memory<true>;
  opcodes["stmatrix"] = &matrix_memory<false>;
  opcodes["movmatrix"] = &transpose;
  opcodes["mma"] = &multiply;
}

}  // namespace layoutcheck::gpu::ptx
