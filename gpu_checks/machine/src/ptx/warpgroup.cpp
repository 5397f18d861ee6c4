// Opcodes: wgmma, matrix products of four warps with operands in shared memory.
//
// Each warp of the four holds 16 of the 64 rows of the result, as mma.sync would, and reads what it
// needs of the operands when it issues the instruction. But that is in the asynchronous proxy, and
// may be until a wait for the group of the product. Where the entries lie is told by descriptors:
// PTX, section "Matrix-Descriptor Format".
#include "descriptor.hpp"
#include "fragments.hpp"
#include "types.hpp"

#include <cmath>

namespace layoutcheck::gpu::ptx {

namespace {

/// Of the 64 of a and of d.
constexpr unsigned rows_of_warp = 16;

Block::Warpgroup& warpgroup_of(Warp& warp) {
  Block::Warpgroup& group = warp.block->warpgroups[warp.index / 4];
  if (group.entry == 0) group.entry = warp.block->cluster.new_entry();
  return group;
}

/// Entries (i, l) of an operand, i < count along m or n, l < k, read through a descriptor.
std::vector<double> read_operand(Warp& warp, const Step& step, std::uint64_t bits, unsigned first,
                                 unsigned count, unsigned k, EntryType type, bool along_k) {
  const MatrixDescriptor descriptor = MatrixDescriptor::of_wgmma(bits);
  const auto width = bytes_of_entry(type);
  const auto in_unit = static_cast<unsigned>(unit_bytes) / width;
  const unsigned units = (along_k ? k : count) / in_unit;
  const unsigned lines = along_k ? count : k;
  std::vector<double> entries(std::size_t{count} * k);
  const Block::Warpgroup& group = warpgroup_of(warp);
  const Beside beside{group.entry, group.committed[warp.index % 4]};
  std::array<std::uint64_t, warp_size> addresses{};
  LaneBytes data{};
  for (unsigned done = 0; done < units * lines; done += warp_size) {
    const unsigned now = std::min(warp_size, units * lines - done);
    const std::uint32_t lanes = now == warp_size ? all_lanes : (1U << now) - 1;
    each(lanes, [&](unsigned lane) {
      const unsigned unit = (done + lane) % units;
      const unsigned line = (done + lane) / units;
      addresses[lane] =
          shared_window + (along_k ? descriptor.unit(unit, first + line, true)
                                   : descriptor.unit(first / in_unit + unit, line, false));
    });
    read_beside(warp, step, lanes, addresses, static_cast<std::uint32_t>(unit_bytes), beside, data);
    each(lanes, [&](unsigned lane) {
      const unsigned unit = (done + lane) % units;
      const unsigned line = (done + lane) / units;
      for (unsigned e = 0; e < in_unit; ++e) {
        std::uint64_t value = 0;
        std::memcpy(&value, data[lane].data() + std::size_t{e} * width, width);
        const unsigned i = along_k ? line : unit * in_unit + e;
        const unsigned l = along_k ? unit * in_unit + e : line;
        entries[std::size_t{i} * k + l] = entry_of(value, type);
      }
    });
  }
  return entries;
}

void run_multiply(Warp& warp, const Step& step, std::uint32_t lanes) {
  if (whole_warp(warp, step, lanes) == 0) return;
  const auto& of = step.as<GroupMultiply>();
  const unsigned n = of.n;
  const unsigned k = of.k;
  constexpr unsigned m = rows_of_warp;
  const unsigned first = warp.index % 4 * m;
  const bool adds = warp.row(step.rows.back())[0] != 0;
  const std::uint64_t b_bits = warp.row(step.rows[step.rows.size() - (of.sparsity ? 3U : 2U)])[0];
  std::vector<double> a;
  if (of.a_in_registers) {
    a = gather(warp, step, of.a, first, m);
  } else {
    a = read_operand(warp, step, warp.row(step.rows[step.results])[0], first, m, of.held_columns(),
                     of.a_type, !of.transpose_a);
  }
  if (of.sparsity) a = spread(warp, step, *of.sparsity, first, m, a);
  const std::vector<double> b =
      read_operand(warp, step, b_bits, 0, n, k, of.b_type, !of.transpose_b);
  std::vector<double> d(std::size_t{m} * n);
  if (adds) d = gather(warp, step, of.d, first, m);
  for (std::size_t i = 0; i < step.results; ++i)
    std::fill_n(warp.row(step.rows[i]), warp_size, 0);
  const double sign = of.negated ? -1 : 1;
  for (unsigned i = 0; i < m; ++i) {
    for (unsigned j = 0; j < n; ++j) {
      double sum = d[std::size_t{i} * n + j];
      for (unsigned l = 0; l < k; ++l)
        sum = std::fma(sign * a[std::size_t{i} * k + l], b[std::size_t{j} * k + l], sum);
      const Home home = of.d.home(first + i, j);
      warp.row(step.rows[home.slot])[home.lane] |= bits_of_entry(sum, of.d_type) << 16 * home.part;
    }
  }
}

/// What only orders the asynchronous reads and writes that happen at once here.
void nothing(Warp&, const Step&, std::uint32_t) {}

// A group of products is one of the warpgroup (PTX, wgmma.commit_group). A warp that waits for it
// goes on once all four warps have committed it, and comes after what they read for it.

void run_commit(Warp& warp, const Step& step, std::uint32_t lanes) {
  if (whole_warp(warp, step, lanes) == 0) return;
  ++warp.machine->changes;
  ++warpgroup_of(warp).committed[warp.index % 4];
}

/// How many groups may go on.
struct GroupWait {
  std::uint64_t kept = 0;
};

void run_wait(Warp& warp, const Step& step, std::uint32_t lanes) {
  if (whole_warp(warp, step, lanes) == 0) return;
  const Block::Warpgroup& group = warpgroup_of(warp);
  const std::uint32_t committed = group.committed[warp.index % 4];
  const std::uint64_t kept = step.as<GroupWait>().kept;
  if (committed <= kept) return;
  const std::uint32_t awaited = committed - static_cast<std::uint32_t>(kept);
  for (const Warp& other : warp.block->warps) {
    if (other.index / 4 != warp.index / 4 || other.alive == 0 ||
        group.committed[other.index % 4] >= awaited)
      continue;
    // The step once more, when others have had their turns.
    --warp.pc;
    warp.yields = true;
    return;
  }
  for (unsigned lane = 0; lane < warp_size; ++lane)
    warp.block->learn(warp.thread(lane), group.entry, awaited);
}

/// A word such as m64n128k16: n and k.
std::optional<std::pair<unsigned, unsigned>> shape_of(std::string_view word) {
  unsigned n = 0;
  unsigned k = 0;
  if (!word.starts_with("m64n")) return std::nullopt;
  word.remove_prefix(4);
  unsigned* number = &n;
  for (const char c : word)
    if (c == 'k')
      number = &k;
    else if (c >= '0' && c <= '9' && *number < 1000)
      *number = *number * 10 + static_cast<unsigned>(c - '0');
    else
      return std::nullopt;
  return n == 0 || n > 256 || n % 8 != 0 ? std::nullopt : std::optional(std::pair(n, k));
}

/// Whether a constant is this one.
bool is_set(Decoder& in, const Operand& operand, std::int64_t set) {
  if (operand.kind != Operand::Kind::integer)
    in.fail("expected a constant, found '" + std::string(operand.text) + "'");
  return static_cast<std::int64_t>(operand.bits) == set;
}

/// Whether products of such entries are summed up in this type.
bool takes(EntryType sum, EntryType entry) {
  const bool bytes = entry == EntryType::s8 || entry == EntryType::u8;
  const bool narrow = entry != EntryType::bf16 && entry != EntryType::tf32;
  return bytes ? sum == EntryType::s32 : sum == EntryType::f32 || (sum == EntryType::f16 && narrow);
}

void multiply(Decoder& in) {
  const std::vector<std::string_view>& words = in.words();
  const std::vector<Operand>& o = in.operands();
  const bool sparse = words.size() > 2 && words[2] == "sp";
  const std::size_t more = sparse ? 1 : 0;
  if (words.size() != 8 + more || words[2 + more] != "sync" || words[3 + more] != "aligned")
    in.unknown_opcode();
  // The metadata and which threads have them stand behind b.
  const std::size_t predicate = sparse ? 5 : 3;
  in.expect_operands(predicate + 1, predicate + 5);
  const auto shape = shape_of(words[4 + more]);
  const auto d = entry_type(words[5 + more]);
  const auto a = entry_type(words[6 + more]);
  const auto b = entry_type(words[7 + more]);
  if (!shape || !d || !a || !b || bytes_of_entry(*a) != bytes_of_entry(*b) ||
      bytes_of_entry(*a) > 4 || *a == EntryType::f32 || *a == EntryType::s32 ||
      shape->second * bytes_of_entry(*a) != (sparse ? 64 : 32) || !takes(*d, *a)) {
    in.unknown_opcode();
  }
  const auto [n, k] = *shape;
  GroupMultiply of{*a, *b, *d, n, k};
  of.a_in_registers = o[1].kind == Operand::Kind::vector;
  // d, a, b, p, then the signs of a and b, then what is transposed, of those that are in memory.
  const bool integers = *d == EntryType::s32;
  std::size_t next = predicate + 1;
  if (!integers && o.size() > next + 1) {
    const bool negates_a = is_set(in, o[next++], -1);
    of.negated = negates_a != is_set(in, o[next++], -1);
  }
  if (next < o.size() && !of.a_in_registers) of.transpose_a = is_set(in, o[next++], 1);
  if (next < o.size()) of.transpose_b = is_set(in, o[next++], 1);
  const std::vector<Fragment> fragments = fragments_of(words);
  if (fragments.empty()) in.unknown_opcode();
  of.d = held(fragments, "D", {4 * rows_of_warp, n, *d});
  if (of.a_in_registers) {
    of.a = sparse ? held_of_sparse(fragments, {4 * rows_of_warp, k / 2, *a})
                  : held(fragments, "A", {4 * rows_of_warp, k, *a});
    of.a.first = of.d.registers;
  }
  const std::size_t count = of.d.registers;
  if (next != o.size() || o[0].kind != Operand::Kind::vector || o[0].parts.size() != count)
    in.fail("expected " + std::to_string(count) + " registers of the result");
  std::vector<std::uint32_t> rows;
  for (const Operand& part : o[0].parts)
    rows.push_back(in.result(part));
  if (of.a_in_registers) {
    if (o[1].parts.size() != 4) in.fail("expected 4 registers of the first operand");
    for (const Operand& part : o[1].parts)
      rows.push_back(in.source(part, "b32"));
  } else {
    rows.push_back(in.source(o[1], "b64"));
  }
  rows.push_back(in.source(o[2], "b64"));
  if (sparse) {
    of.sparsity = sparsity_of(in, width_of_entry(*a), k, o[4]);
    of.sparsity->ordered = true;
    of.sparsity->metadata = rows.size();
    rows.push_back(in.source(o[3], "b32"));
  }
  rows.push_back(in.source(o[predicate], "pred"));
  Step step =
      in.deciding_step(&run_multiply, std::move(rows), count, (of.a_in_registers ? 2 : 3) + more);
  step.first_read = 0;
  in.add(std::move(step), std::move(of));
}

void warpgroup(Decoder& in) {
  const std::string_view what = in.words()[1];
  if (what == "mma_async") {
    multiply(in);
  } else if (what == "commit_group") {
    in.add(in.step(&run_commit, {}, 0));
  } else if (what == "wait_group") {
    // No rounds of a loop are left out in which a warp waits for others.
    in.copy_beside();
    in.add(in.step(&run_wait, {}, 0), GroupWait{in.kept_groups(in.operands()[0])});
  } else {
    in.add(in.step(&nothing, {}, 0));
  }
}

}  // namespace

std::uint64_t address_of_entry(std::uint64_t descriptor, unsigned i, unsigned l, EntryType type,
                               bool along_k) {
  return shared_window +
         MatrixDescriptor::of_wgmma(descriptor).entry(i, l, bytes_of_entry(type), along_k);
}

void add_warpgroup(Opcodes& opcodes) {
  opcodes["wgmma"] = &warpgroup;
}

}  // namespace layoutcheck::gpu::ptx
