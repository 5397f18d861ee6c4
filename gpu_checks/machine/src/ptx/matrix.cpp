// Opcodes: matrices held by a warp: ldmatrix, stmatrix, movmatrix, mma.
//
// Which lane holds which entry is told by the tables of atoms.cpp.
#include "fragments.hpp"
#include "operations.hpp"
#include "types.hpp"
#include "unset.hpp"

#include <algorithm>
#include <cmath>

namespace layoutcheck::gpu::ptx {

namespace {

/// ldmatrix and stmatrix. Rows: the registers, then the address.
constexpr std::uint32_t row_bytes = Matrices::row_bytes;

/// The lanes that name rows, once the whole warp is there; 0 until then. Lane l names row l.
std::uint32_t naming_lanes(Warp& warp, const Step& step, std::uint32_t lanes) {
  if (whole_warp(warp, step, lanes) == 0) return 0;
  const unsigned count = step.as<Matrices>().addresses;
  const std::uint32_t naming = count == warp_size ? all_lanes : (1U << count) - 1;
  if (warp.machine->options.exact) check_exact_address(warp, step, step.rows.back(), naming);
  return naming;
}

/// Reads the rows; of packed entries, what is before the padding, and each gets a byte of its own.
void read_rows(Warp& warp, const Step& step, std::uint32_t naming, LaneBytes& data) {
  const unsigned packed = step.as<Matrices>().packed;
  const auto addresses = addresses_of(warp, step, step.rows.back(), naming);
  if (packed == 0) {
    read_memory(warp, step, naming, addresses, row_bytes, data);
    return;
  }
  std::uint32_t aligned = naming;
  for (unsigned lane = 0; lane < warp_size; ++lane)
    if (addresses[lane] % row_bytes != 0) aligned &= ~(1U << lane);
  LaneBytes part{};
  // The fault is told of the whole row.
  if (aligned != naming) read_memory(warp, step, naming & ~aligned, addresses, row_bytes, part);
  LaneBytes rows{};
  std::uint32_t at = 0;
  // 16 entries: powers of two, as accesses are.
  for (const std::uint32_t bytes : {8U, 2 * packed - 8}) {
    if (bytes == 0 || aligned == 0) continue;
    auto from = addresses;
    for (std::uint64_t& address : from)
      address += at;
    read_memory(warp, step, aligned, from, bytes, part);
    one_by_one(aligned, [&](unsigned lane) {
      std::memcpy(rows[lane].data() + at, part[lane].data(), bytes);
    });
    at += bytes;
  }
  for (unsigned lane = 0; lane < warp_size; ++lane) {
    for (unsigned i = 0; i < row_bytes; ++i) {
      std::uint16_t bits = 0;
      std::memcpy(&bits, rows[lane].data() + packed * i / 8, sizeof bits);
      data[lane][i] = static_cast<std::byte>(bits >> packed * i % 8 & ((1U << packed) - 1));
    }
  }
}

void run_load_matrix(Warp& warp, const Step& step, std::uint32_t lanes) {
  const std::uint32_t naming = naming_lanes(warp, step, lanes);
  if (naming == 0) return;
  const auto& matrices = step.as<Matrices>();
  LaneBytes data{};
  read_rows(warp, step, naming, data);
  for (unsigned lane = 0; lane < warp_size; ++lane) {
    for (std::size_t r = 0; r < step.results; ++r)
      warp.row(step.rows[r])[lane] = 0;
    unsigned at = 0;
    for (const unsigned place : matrices.places[lane]) {
      std::uint32_t entry = 0;
      std::memcpy(&entry, data[place / row_bytes].data() + place % row_bytes, matrices.entry);
      warp.row(step.rows[at / 4])[lane] |= std::uint64_t{entry} << at % 4 * 8;
      at += matrices.entry;
    }
  }
}

void run_store_matrix(Warp& warp, const Step& step, std::uint32_t lanes) {
  const std::uint32_t naming = naming_lanes(warp, step, lanes);
  if (naming == 0) return;
  const auto& matrices = step.as<Matrices>();
  const auto fill = [&](LaneBytes& data, const auto& row_of) {
    for (std::size_t r = 0; r + 1 < step.rows.size(); ++r) {
      const std::uint64_t* a = row_of(step.rows[r]);
      const std::size_t entries = 4 / matrices.entry;
      for (unsigned lane = 0; lane < warp_size; ++lane) {
        for (std::size_t i = 0; i < entries; ++i) {
          const unsigned place = matrices.places[lane][entries * r + i];
          const auto entry = static_cast<std::uint32_t>(a[lane] >> 8 * matrices.entry * i);
          std::memcpy(data[place / row_bytes].data() + place % row_bytes, &entry, matrices.entry);
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
  const Operand& registers = in.operands()[Load ? 0 : 1];
  const std::vector<Operand> parts =
      registers.kind == Operand::Kind::vector ? registers.parts : std::vector<Operand>{registers};
  const unsigned entry = in.has("b16") ? 2 : 1;
  const std::vector<Fragment> fragments = fragments_of(in.words());
  if (fragments.empty()) in.unknown_opcode();
  Matrices made{0, entry,
                in.has("b4x16_p64")   ? 4U
                : in.has("b6x16_p32") ? 6U
                                      : 0U,
                places_of_lanes(fragments, Load ? "destination" : "source", entry)};
  const auto count = static_cast<unsigned>(made.places[0].size()) * entry / 4;
  made.addresses = count * 128 / row_bytes;
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
  step.displacement = address.displacement;
  in.add(std::move(step), std::move(made));
}

/// movmatrix: where the entries of each lane are in the matrix, before and afterwards.
struct Transpose {
  PlacesOfLanes from;
  PlacesOfLanes to;
};

void run_transpose(Warp& warp, const Step& step, std::uint32_t lanes) {
  if (whole_warp(warp, step, lanes) == 0) return;
  const auto& [from, to] = step.as<Transpose>();
  std::array<std::uint16_t, std::size_t{2} * warp_size> matrix{};
  const std::uint64_t* a = warp.row(step.rows[1]);
  std::uint64_t* d = warp.row(step.rows[0]);
  for (unsigned lane = 0; lane < warp_size; ++lane)
    for (std::size_t i = 0; i < 2; ++i)
      matrix[from[lane][i] / 2] = static_cast<std::uint16_t>(a[lane] >> 16 * i);
  for (unsigned lane = 0; lane < warp_size; ++lane)
    d[lane] = matrix[to[lane][0] / 2] | std::uint32_t{matrix[to[lane][1] / 2]} << 16;
}

void transpose(Decoder& in) {
  const std::vector<Fragment> fragments = fragments_of(in.words());
  in.add(in.step(&run_transpose, rows_of(in, "b32"), 1),
         Transpose{places_of_lanes(fragments, "source", 2),
                   places_of_lanes(fragments, "destination", 2)});
}

// mma.sync. Rows: d, a, b, c.

void multiply(Decoder& in) {
  // mma.sync.aligned (mma.sp.sync.aligned), the shape, row.col, whether it saturates, then the
  // types of d, a, b and c; of bits, what is made of two of them, and popc. Before the shape or
  // behind row.col there may be a kind; with block scales, their type is the last word.
  const std::vector<std::string_view>& words = in.words();
  const bool sparse = words[1] != "sync";
  struct Shape {
    unsigned m;
    unsigned n;
    unsigned k;
  };
  static const std::map<std::string_view, Shape> shapes = {
      {"m16n8k4", {16, 8, 4}},     {"m16n8k8", {16, 8, 8}},   {"m16n8k16", {16, 8, 16}},
      {"m16n8k32", {16, 8, 32}},   {"m16n8k64", {16, 8, 64}}, {"m16n8k128", {16, 8, 128}},
      {"m16n8k256", {16, 8, 256}}, {"m8n8k4", {8, 8, 4}},     {"m8n8k16", {8, 8, 16}},
      {"m8n8k32", {8, 8, 32}},     {"m8n8k128", {8, 8, 128}},
  };
  std::array<EntryType, 4> types{};
  const bool scaled = in.has("block_scale");
  const std::size_t behind = words.back() == "popc" ? 2 : scaled ? 1 : 0;
  for (std::size_t i = 0; i < 4; ++i)
    types[i] = entry_type(words[words.size() - behind - 4 + i]).value();
  const auto shape = std::ranges::find_if(words, [](auto word) { return shapes.contains(word); });
  const auto [m, n, k] = shapes.at(*shape);
  // Of these kinds each entry has a byte, however few bits it has.
  const unsigned container = in.has("kind::f8f6f4") || in.has("kind::mxf8f6f4") ? 8 : 0;
  const std::vector<Fragment> fragments = fragments_of(words);
  if (fragments.empty()) in.unknown_opcode();
  Multiply operands{held(fragments, "D", {m, n, types[0]}),
                    sparse ? held_of_sparse(fragments, {m, k / 2, types[1]}, container)
                           : held(fragments, "A", {m, k, types[1]}, container),
                    held(fragments, "B", {k, n, types[2]}, container),
                    held(fragments, "C", {m, n, types[3]}),
                    in.has("satfinite"),
                    in.has("xor")};
  std::vector<std::uint32_t> rows;
  std::size_t i = 0;
  for (Held* of : {&operands.d, &operands.a, &operands.b, &operands.c}) {
    of->first = rows.size();
    const Operand& operand = in.operands()[i++];
    const std::vector<Operand> parts =
        operand.kind == Operand::Kind::vector ? operand.parts : std::vector<Operand>{operand};
    if (parts.size() != of->registers) {
      in.fail("operand " + std::to_string(i) + " needs " + std::to_string(of->registers) +
              " registers, has " + std::to_string(parts.size()));
    }
    for (const Operand& part : parts) {
      rows.push_back(i == 1 ? in.result(part)
                            : in.source(part, types[1] == EntryType::f64 ? "f64" : "b32"));
    }
  }
  if (sparse) {
    const unsigned width = container != 0 ? container : width_of_entry(types[1]);
    operands.sparsity = sparsity_of(in, width, k, in.operands()[5]);
    operands.sparsity->ordered = in.has("sp::ordered_metadata");
    operands.sparsity->metadata = rows.size();
    rows.push_back(in.source(in.operands()[4], "b32"));
  }
  if (scaled) {
    operands.scales = {in.has("kind::mxf8f6f4")  ? 1U
                       : in.has("scale_vec::4X") ? 4U
                                                 : 2U,
                       *entry_type(words.back()), rows.size()};
    const std::size_t first = sparse ? 6 : 4;
    for (std::size_t o = first; o < first + 4; o += 2) {
      // In braces or not.
      const Operand& word = in.operands()[o];
      rows.push_back(in.source(word.parts.size() == 1 ? word.parts[0] : word, "b32"));
      for (const Operand& id : in.operands()[o + 1].parts)
        rows.push_back(in.source(id, "u16"));
    }
  }
  const std::size_t results = operands.d.registers;
  in.add(in.step(&run_warp_multiply, std::move(rows), results), std::move(operands));
}

}  // namespace

Sparsity sparsity_of(Decoder& in, unsigned width, unsigned k, const Operand& selector) {
  Sparsity sparsity{{width == 32 ? 2U : width == 4 ? 8U : 4U}};
  sparsity.by_rows = width <= 8;
  if (selector.kind != Operand::Kind::integer) in.fail("expected an integer as sparsity selector");
  const std::uint64_t most = 16 / (k / sparsity.chunk) - 1;
  if (selector.bits > most)
    in.fail("the sparsity selector is " + std::to_string(selector.bits) + ", and not 0" +
            (most == 0 ? "" : " to " + std::to_string(most)));
  sparsity.selector = static_cast<unsigned>(selector.bits);
  return sparsity;
}

std::vector<double> spread(Warp& warp, const Step& step, const Sparsity& sparsity, unsigned first,
                           unsigned rows, const std::vector<double>& held_entries) {
  const auto held = static_cast<unsigned>(held_entries.size()) / rows;
  const unsigned columns = 2 * held;
  const std::span metadata(warp.row(step.rows[sparsity.metadata]), warp_size);
  for (unsigned row = 0; row < rows; ++row) {
    for (unsigned column = 0; column < columns; column += sparsity.chunk) {
      const auto [lane, bit] =
          sparsity.place(row, column / sparsity.chunk, columns / sparsity.chunk);
      const std::string objection = sparsity.objection_to(
          static_cast<unsigned>(metadata[lane] >> bit & 15U), first + row, column,
          std::span(held_entries).subspan(row * held + column / 2, sparsity.chunk / 2));
      if (!objection.empty()) warp.machine->stop(Fault::Kind::trap, warp, step, lane, objection);
    }
  }
  return spread(held_entries, sparsity.places(rows, columns, metadata), rows);
}

/// Where the scale factors of A, or of B, are: their first byte, and the thread of two or four.
/// Ends the launch at one that there is not.
std::pair<unsigned, unsigned> scale_place(Warp& warp, const Step& step, const WarpScales& scales,
                                          bool of_b) {
  const std::size_t at = scales.first + (of_b ? 4 : 1);
  const auto number = [&](std::size_t row) {
    return static_cast<unsigned>(warp.row(step.rows[row])[0] & 0xffffU);
  };
  const unsigned byte = number(at);
  const unsigned thread = number(at + 1);
  const auto refuse = [&](const char* what, unsigned given) {
    warp.machine->stop(Fault::Kind::trap, warp, step, 0,
                       "has the " + std::string(what) + " ID " + std::to_string(given) +
                           " for the " + std::to_string(scales.count) + " scale factors of " +
                           (of_b ? "B" : "A"));
  };
  if (byte % scales.count != 0 || byte + scales.count > 4) refuse("byte", byte);
  if (thread >= (of_b ? 4U : 2U)) refuse("thread", thread);
  return {byte, thread};
}

/// Multiplies the rows of A, or the columns of B, by their scale factors.
void scale(Warp& warp, const Step& step, const WarpScales& scales, bool of_b, const Tile& tile,
           std::vector<double>& entries) {
  const auto [byte, thread] = scale_place(warp, step, scales, of_b);
  const std::uint64_t* words = warp.row(step.rows[scales.first + (of_b ? 3 : 0)]);
  const unsigned k = of_b ? tile.rows : tile.columns;
  for (unsigned r = 0; r < tile.rows; ++r) {
    for (unsigned c = 0; c < tile.columns; ++c) {
      const unsigned line = of_b ? c : r;
      const unsigned block = (of_b ? r : c) * scales.count / k;
      const std::uint64_t word = words[WarpScales::lane_of(of_b, line, thread)];
      entries[std::size_t{r} * tile.columns + c] *=
          entry_of(word >> 8 * (byte + block), scales.type);
    }
  }
}

void run_warp_multiply(Warp& warp, const Step& step, std::uint32_t lanes) {
  if (whole_warp(warp, step, lanes) == 0) return;
  const auto& operands = step.as<Multiply>();
  const auto entries = [&](const Held& operand) {
    return gather(warp, step, operand, 0, operand.tile.rows);
  };
  const unsigned m = operands.a.tile.rows;
  const unsigned n = operands.b.tile.columns;
  const unsigned k = operands.b.tile.rows;
  std::vector<double> a = entries(operands.a);
  if (operands.sparsity) a = spread(warp, step, *operands.sparsity, 0, m, a);
  std::vector<double> b = entries(operands.b);
  if (operands.scales) {
    scale(warp, step, *operands.scales, false, {m, k, operands.a.tile.type}, a);
    scale(warp, step, *operands.scales, true, operands.b.tile, b);
  }
  const std::vector<double> c = entries(operands.c);
  for (std::size_t i = 0; i < step.results; ++i)
    std::fill_n(warp.row(step.rows[i]), warp_size, 0);
  for (unsigned i = 0; i < m; ++i) {
    for (unsigned j = 0; j < n; ++j) {
      double sum = c[std::size_t{i} * n + j];
      for (unsigned l = 0; l < k; ++l) {
        const double x = a[std::size_t{i} * k + l];
        const double y = b[std::size_t{l} * n + j];
        sum = operands.counts_differences ? sum + (x != y ? 1 : 0) : std::fma(x, y, sum);
      }
      const Home home = operands.d.home(i, j);
      warp.row(step.rows[home.slot])[home.lane] |=
          bits_of_entry(sum, operands.d.tile.type, operands.saturates) << 16 * home.part;
    }
  }
}

void add_matrix(Opcodes& opcodes) {
  opcodes["ldmatrix"] = &matrix_memory<true>;
  opcodes["stmatrix"] = &matrix_memory<false>;
  opcodes["movmatrix"] = &transpose;
  opcodes["mma"] = &multiply;
}

}  // namespace layoutcheck::gpu::ptx
