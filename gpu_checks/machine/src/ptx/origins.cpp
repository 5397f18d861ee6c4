// Where values come from, followed through the instructions of PTX.
#include "origins.hpp"

#include "fragments.hpp"
#include "operations.hpp"
#include "types.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace layoutcheck::gpu::ptx {

namespace {

using Origin = Origins::Origin;
using Bytes = Origins::Bytes;
using Value = Origins::Value;
using Addresses = std::array<std::uint64_t, warp_size>;
using Bits = std::array<std::uint64_t, warp_size>;

/// The bits of a type as a number; unknown if it is none.
double number_as(std::string_view type, std::uint64_t bits) {
  if (const std::optional<EntryType> entry = entry_type(type)) return entry_of(bits, *entry);
  if (type == "u32") return static_cast<double>(get<std::uint32_t>(bits));
  if (type == "s64") return static_cast<double>(get<std::int64_t>(bits));
  if (type == "u64") return static_cast<double>(bits);
  if (type == "s16") return get<std::int16_t>(bits);
  if (type == "u16") return get<std::uint16_t>(bits);
  return Origins::unknown;
}

/// What the operands were before the step ran: a result may be in the place of one.
struct Before {
  std::vector<Bits> bits;
  std::vector<std::array<Bytes, warp_size>> origins;
};

/// A step of a warp whose origins are followed.
class Follower {
 public:
  Follower(Warp& warp, const Step& step)
      : warp_(warp),
        step_(step),
        origins_(*warp.machine->launch.origins),
        rows_(origins_.registers(warp.index, warp.machine->code.rows)),
        words_(step.instruction->words) {}

  void follow(std::uint32_t lanes, Handler run) {
    const bool reads_memory = is_memory() || is_group_multiply();
    if (!reads_memory && !has_operand_with_origin()) {
      run(warp_, step_, lanes);
      clear(warp_.completed);
      return;
    }
    take_before();
    if (is_memory()) {
      addresses_ = addresses_of(warp_, step_, is_copy() ? step_.rows.front() : address_row(step_),
                                all_lanes);
      if (is_copy()) take_copy(lanes);
    }
    run(warp_, step_, lanes);
    const std::uint32_t completed = warp_.completed;
    if (completed != 0) put_results(completed);
    warp_.completed = completed;
  }

 private:
  [[nodiscard]] bool is_load() const {
    return (opcode_of(step_) == "ld" || opcode_of(step_) == "ldu") &&
           step_.space != StateSpace::param;
  }
  [[nodiscard]] bool is_copy() const {
    return opcode_of(step_) == "cp" && words_.size() > 2 &&
           (words_[2] == "ca" || words_[2] == "cg");
  }
  [[nodiscard]] bool is_memory() const {
    return is_load() || is_atomic(step_) || is_copy() || opcode_of(step_) == "st" ||
           opcode_of(step_) == "ldmatrix" || opcode_of(step_) == "stmatrix";
  }
  [[nodiscard]] bool is_group_multiply() const {
    return opcode_of(step_) == "wgmma" && step_.results != 0;
  }

  [[nodiscard]] Bytes& register_of(std::uint32_t row, unsigned lane) {
    return rows_[std::size_t{row} * warp_size + lane];
  }

  [[nodiscard]] bool has_operand_with_origin() {
    for (std::size_t i = step_.first_read; i < step_.rows.size(); ++i) {
      const Bytes* row = &register_of(step_.rows[i], 0);
      for (unsigned lane = 0; lane < warp_size; ++lane)
        if (row[lane] != Bytes{}) return true;
    }
    return false;
  }

  void take_before() {
    for (const std::uint32_t row : step_.rows) {
      std::copy_n(warp_.row(row), warp_size, before_.bits.emplace_back().begin());
      std::copy_n(&register_of(row, 0), warp_size, before_.origins.emplace_back().begin());
    }
  }

  void put_results(std::uint32_t lanes) {
    static const std::set<std::string_view> moves = {
        "mov", "and", "or",   "xor",  "not",  "shl",  "shr",       "shf",
        "bfe", "bfi", "prmt", "lop3", "selp", "slct", "movmatrix", "szext"};
    static const std::set<std::string_view> decide = {"setp",  "set",   "testp",    "vote",
                                                      "match", "elect", "mbarrier", "isspacep",
                                                      "popc",  "clz",   "bfind"};
    const std::string_view op = opcode_of(step_);
    if (is_load())
      follow_load(lanes);
    else if (op == "st")
      follow_store(lanes);
    else if (is_atomic(step_))
      follow_atomic(lanes);
    else if (is_copy())
      begin_copies(lanes);
    else if (op == "ldmatrix" || op == "stmatrix")
      follow_matrix(op == "ldmatrix");
    else if (step_.results == 0)
      return;
    else if (decide.contains(op))
      clear(lanes);
    else if (op == "mma")
      follow_multiply();
    else if (op == "wgmma")
      follow_group_multiply();
    else if (op == "shfl" || op == "movmatrix")
      follow_moves(lanes, true);
    else if (moves.contains(op) || (op == "cvt" && is_between_integers()))
      follow_moves(lanes, false);
    else if (op == "redux")
      follow_reduction(lanes);
    else
      one_by_one(lanes, [&](unsigned lane) { compute(lane); });
  }

  void clear(std::uint32_t lanes) {
    for (std::size_t i = 0; i < step_.results; ++i)
      one_by_one(lanes, [&](unsigned lane) { register_of(step_.rows[i], lane) = {}; });
  }

  // Memory.

  /// The key of an address in what the block has for itself; nothing if it is in global memory.
  [[nodiscard]] std::optional<std::uint64_t> own_key(unsigned lane, std::uint64_t address) const {
    switch (address / window_bytes) {
      case shared_window / window_bytes:
        return address;
      case local_window / window_bytes:
        return (std::uint64_t{warp_.thread(lane)} + 1) << 40 | address % window_bytes;
      default:
        return std::nullopt;
    }
  }

  void read(unsigned lane, std::uint64_t address, std::span<Origin> bytes) const {
    if (const auto key = own_key(lane, address))
      origins_.read_own(*key, bytes);
    else
      origins_.read(address, bytes);
  }

  void write(unsigned lane, std::uint64_t address, std::span<const Origin> bytes) {
    if (const auto key = own_key(lane, address)) {
      origins_.write_own(*key, bytes);
    } else if (address / window_bytes != parameter_window / window_bytes) {
      origins_.write(address, bytes,
                     {step_.instruction->line, warp_.thread(lane), warp_.block->index});
    }
  }

  /// The bytes of an element, of loads, stores and atomics.
  [[nodiscard]] std::uint32_t width() const { return step_.as<Elements>().bytes; }

  void follow_load(std::uint32_t lanes) {
    for (std::size_t k = 0; k < step_.results; ++k) {
      one_by_one(lanes, [&](unsigned lane) {
        Bytes bytes{};
        read(lane, addresses_[lane] + k * width(), std::span(bytes).first(width()));
        register_of(step_.rows[k], lane) = bytes;
      });
    }
  }

  void follow_store(std::uint32_t lanes) {
    one_by_one(lanes, [&](unsigned lane) {
      for (std::size_t k = 0; k + 1 < step_.rows.size(); ++k)
        write(lane, addresses_[lane] + k * width(),
              std::span(before_.origins[k][lane]).first(width()));
    });
  }

  void follow_atomic(std::uint32_t lanes) {
    const bool adds = has_word(step_, "add");
    const std::size_t part = part_bytes();
    one_by_one(lanes, [&](unsigned lane) {
      Bytes old{};
      read(lane, addresses_[lane], std::span(old).first(width()));
      const Bytes& operand = before_.origins[step_.results + 1][lane];
      Bytes result = operand;
      if (!has_word(step_, "exch")) {
        for (std::size_t at = 0; at < width(); at += part) {
          const std::size_t count = std::min<std::size_t>(part, width() - at);
          const Origin a = origins_.value_of(std::span(old).subspan(at, count));
          const Origin b = origins_.value_of(std::span(operand).subspan(at, count));
          Origin value = adds ? origins_.sum({a}, {b}) : origins_.mixed(a, b);
          if (has_word(step_, "cas"))
            value = origins_.mixed(value, origins_.value_of(before_.origins.back()[lane]));
          std::ranges::copy_n(Origins::bytes_of(value, count).begin(),
                              static_cast<std::ptrdiff_t>(count),
                              result.begin() + static_cast<std::ptrdiff_t>(at));
        }
      }
      write(lane, addresses_[lane], std::span(result).first(width()));
      if (step_.results != 0) register_of(step_.rows[0], lane) = old;
    });
  }

  /// What a copy reads, as it is told by the operands before it runs.
  void take_copy(std::uint32_t lanes) {
    const auto& copy = step_.as<AsyncCopy>();
    copied_.resize(warp_size);
    one_by_one(lanes, [&](unsigned lane) {
      const bool ignore = copy.has_predicate && before_.bits[3][lane] != 0;
      const std::uint64_t size = ignore ? 0
                                 : copy.has_size
                                     ? std::min<std::uint64_t>(before_.bits[2][lane], copy.bytes)
                                     : copy.bytes;
      read(lane, before_.bits[1][lane] + copy.source->displacement,
           std::span(copied_[lane]).first(size));
    });
  }

  void begin_copies(std::uint32_t lanes) {
    one_by_one(lanes, [&](unsigned lane) {
      origins_.copies(warp_.thread(lane)).push_back(copied_[lane]);
    });
  }

  void follow_matrix(bool loads) {
    const auto& matrices = step_.as<Matrices>();
    for (unsigned m = 0; m < matrices.count; ++m) {
      for (unsigned lane = 0; lane < warp_size; ++lane) {
        Bytes bytes = loads ? Bytes{} : before_.origins[m][lane];
        std::size_t at = 0;
        for (const auto& [r, c] : entries_of(lane, matrices.transposed)) {
          const unsigned naming = 8 * m + r;
          const std::uint64_t address = addresses_[naming] + std::uint64_t{2} * c;
          if (loads)
            read(naming, address, std::span(bytes).subspan(at, 2));
          else
            write(naming, address, std::span(bytes).subspan(at, 2));
          at += 2;
        }
        if (loads) register_of(step_.rows[m], lane) = bytes;
      }
    }
  }

  // Registers.

  [[nodiscard]] std::string_view type() const { return words_.back(); }

  /// The type of each of the numbers that a register holds side by side, and their bytes.
  [[nodiscard]] std::string_view part_type() const {
    return type().ends_with("x2") ? type().substr(0, type().size() - 2) : type();
  }
  [[nodiscard]] std::size_t part_bytes() const {
    if (!type().ends_with("x2")) return Origins::most_bytes;
    return std::max<std::uint64_t>(width_of(part_type()), 1);
  }

  [[nodiscard]] bool is_between_integers() const {
    return words_.size() > 2 && type().front() != 'f' && type() != "bf16" &&
           std::string_view("usb").find(words_[words_.size() - 2].front()) !=
               std::string_view::npos &&
           words_[words_.size() - 2] != "bf16" && !has_word(step_, "sat");
  }

  /// The value of an operand from byte `at` on.
  Origin operand(std::size_t index, unsigned lane, std::size_t at, std::size_t count) {
    return origins_.value_of(std::span(before_.origins[index][lane]).subspan(at, count));
  }

  /// The same with the number that it is, as one of the type.
  Value value(std::size_t index, unsigned lane, std::size_t at, std::size_t count,
              std::string_view type) {
    return {operand(index, lane, at, count), number_as(type, before_.bits[index][lane] >> 8 * at)};
  }

  void put(std::size_t result, unsigned lane, std::size_t at, std::size_t count, Origin value) {
    const Bytes bytes = Origins::bytes_of(value, count);
    std::copy_n(bytes.begin(), count,
                register_of(step_.rows[result], lane).begin() + static_cast<std::ptrdiff_t>(at));
  }

  void compute(unsigned lane) {
    const std::string_view op = opcode_of(step_);
    const std::size_t first = step_.results;
    const std::size_t count = step_.rows.size() - first;
    for (std::size_t i = 0; i < step_.results; ++i)
      register_of(step_.rows[i], lane) = {};
    // What is kept within limits is another function.
    const bool is_cut = has_word(step_, "sat") || has_word(step_, "relu");
    const auto limited = [&](Origin value) { return is_cut ? origins_.computed(value) : value; };
    const auto rounded = [&](Origin value) { return limited(origins_.scaled(value, 1)); };
    if (op == "cvt" && type() == "f32" && words_.size() > 2 && count == 2) {
      // Two numbers in one register, the first above the second.
      const std::size_t half = step_.result_bytes / 2;
      put(0, lane, 0, half, rounded(operand(first + 1, lane, 0, 8)));
      put(0, lane, half, half, rounded(operand(first, lane, 0, 8)));
      return;
    }
    if (op == "cvt" && type().ends_with("x2")) {
      const std::size_t half = step_.result_bytes / 2;
      for (std::size_t i = 0; i < 2; ++i)
        put(0, lane, i * half, half, rounded(operand(first, lane, i * part_bytes(), part_bytes())));
      return;
    }
    if (op == "dp4a" || op == "dp2a") {
      follow_dot(lane, first);
      return;
    }
    const std::size_t part = part_bytes();
    const std::size_t end = part == Origins::most_bytes ? part : step_.result_bytes;
    for (std::size_t at = 0; at < end; at += part) {
      const auto of = [&](std::size_t i) { return value(first + i, lane, at, part, part_type()); };
      put(0, lane, at, std::min<std::size_t>(part, step_.result_bytes),
          limited(result_of(op, count, of)));
    }
  }

  /// The origin of what an opcode makes of values `of(i)`.
  template <class Of>
  Origin result_of(std::string_view op, std::size_t count, Of of) {
    const bool high = has_word(step_, "hi");
    if ((op == "add" || op == "sub") && count == 2) return origins_.sum(of(0), of(1), op == "sub");
    if (op == "neg" && count == 1) return origins_.scaled(of(0).origin, -1);
    if (op == "cvt" && count == 1) return origins_.scaled(of(0).origin, 1);
    if ((op == "mul" || op == "mul24") && count == 2 && !high)
      return origins_.product(of(0), of(1));
    if ((op == "fma" || op == "mad" || op == "mad24") && count == 3 && !high)
      return origins_.multiplied(of(0), of(1), of(2));
    if (op == "div" && count == 2 && is_of_floats() && of(1).origin == Origins::none)
      return origins_.scaled(of(0).origin, 1 / of(1).number);
    Origin mixture = Origins::none;
    for (std::size_t i = 0; i < count; ++i)
      mixture = origins_.mixed(mixture, of(i).origin);
    return mixture;
  }

  [[nodiscard]] bool is_of_floats() const {
    return type().front() == 'f' || type().starts_with("bf");
  }

  /// Sums of products of bytes, or of two bytes with two halves.
  void follow_dot(unsigned lane, std::size_t first) {
    const bool quarters = opcode_of(step_) == "dp4a";
    const bool signed_a = words_[words_.size() - 2] == "s32";
    const std::string_view byte = type() == "s32" ? "s8" : "u8";
    const std::string_view of_a = quarters ? (signed_a ? "s8" : "u8") : (signed_a ? "s16" : "u16");
    Value sum = value(first + 2, lane, 0, 8, type());
    for (std::size_t i = 0; i < (quarters ? 4U : 2U); ++i) {
      const Value a =
          quarters ? value(first, lane, i, 1, of_a) : value(first, lane, 2 * i, 2, of_a);
      const std::size_t of_b = !quarters && has_word(step_, "hi") ? i + 2 : i;
      sum = {origins_.multiplied(a, value(first + 1, lane, of_b, 1, byte), sum)};
    }
    put(0, lane, 0, step_.result_bytes, sum.origin);
  }

  void follow_reduction(std::uint32_t lanes) {
    Origin all = Origins::none;
    one_by_one(lanes, [&](unsigned lane) {
      const Origin one = operand(step_.results, lane, 0, 8);
      all = has_word(step_, "add") ? origins_.sum({all, 0}, {one}) : origins_.mixed(all, one);
    });
    one_by_one(lanes, [&](unsigned lane) {
      register_of(step_.rows[0], lane) = {};
      put(0, lane, 0, step_.result_bytes, all);
    });
  }

  /// An entry of a matrix in registers.
  Value entry_of_tile(const Multiply::Operand& of, unsigned row, unsigned column) {
    const Home home = of.home(row, column);
    const std::size_t bytes = of.per_register == 1 ? 8 : bytes_of_entry(of.tile.type);
    const std::size_t at = bytes * home.part;
    return {operand(of.first + home.slot, home.lane, at, bytes),
            entry_of(before_.bits[of.first + home.slot][home.lane] >> 8 * at, of.tile.type)};
  }

  void follow_multiply() {
    const auto& operands = step_.as<Multiply>();
    multiply(
        operands.d, operands.a.tile.columns,
        [&](unsigned i, unsigned l) { return entry_of_tile(operands.a, i, l); },
        [&](unsigned l, unsigned j) { return entry_of_tile(operands.b, l, j); },
        [&](unsigned i, unsigned j) { return entry_of_tile(operands.c, i, j); });
  }

  /// d = a · b + c, by their entries.
  template <class A, class B, class C>
  void multiply(const Multiply::Operand& d, unsigned k, A a_entry, B b_entry, C c_entry) {
    const unsigned m = d.tile.rows;
    const unsigned n = d.tile.columns;
    std::vector<Value> a(std::size_t{m} * k);
    std::vector<Value> b(std::size_t{n} * k);
    for (unsigned l = 0; l < k; ++l) {
      for (unsigned i = 0; i < m; ++i)
        a[std::size_t{i} * k + l] = a_entry(i, l);
      for (unsigned j = 0; j < n; ++j)
        b[std::size_t{j} * k + l] = b_entry(l, j);
    }
    for (std::size_t i = 0; i < step_.results; ++i)
      for (unsigned lane = 0; lane < warp_size; ++lane)
        register_of(step_.rows[i], lane) = {};
    for (unsigned i = 0; i < m; ++i) {
      for (unsigned j = 0; j < n; ++j) {
        Value sum = c_entry(i, j);
        for (unsigned l = 0; l < k; ++l) {
          const Value& x = a[std::size_t{i} * k + l];
          const Value& y = b[std::size_t{j} * k + l];
          sum = {origins_.multiplied(x, y, sum), std::fma(x.number, y.number, sum.number)};
        }
        const Home home = d.home(i, j);
        const std::size_t bytes = bytes_of_entry(d.tile.type);
        put(home.slot, home.lane, bytes * home.part, bytes, sum.origin);
      }
    }
  }

  /// wgmma: each warp has 16 of the 64 rows of a and d.
  void follow_group_multiply() {
    const auto& of = step_.as<GroupMultiply>();
    constexpr unsigned m = 16;
    const auto in_memory = [&](std::size_t descriptor, unsigned i, unsigned l, EntryType type,
                               bool along_k) {
      Bytes bytes{};
      const std::size_t count = bytes_of_entry(type);
      const auto entry = std::span(bytes).first(count);
      const std::uint64_t address =
          address_of_entry(before_.bits[descriptor][0], i, l, type, along_k);
      read(0, address, entry);
      std::uint64_t bits = 0;
      Region& shared = warp_.block->shared;
      if (shared.holds(address, count)) {
        shared.read(address - shared.base(),
                    std::as_writable_bytes(std::span(&bits, 1)).first(count));
      }
      return Value{origins_.value_of(entry), entry_of(bits, type)};
    };
    const unsigned per = entries_in_register(of.a_type);
    const Multiply::Operand a{{m, of.k, of.a_type, false}, step_.results, per, per};
    const Multiply::Operand d{
        {m, of.n, of.d_type, false}, 0, of.d_type == EntryType::f16 ? 2U : 1U, 2};
    const std::size_t b = step_.rows.size() - 2;
    const bool adds = before_.bits.back()[0] != 0;
    multiply(
        d, of.k,
        [&](unsigned i, unsigned l) {
          const Value entry = of.a_in_registers ? entry_of_tile(a, i, l)
                                                : in_memory(a.first, warp_.index % 4 * m + i, l,
                                                            of.a_type, !of.transpose_a);
          return of.negated ? Value{origins_.scaled(entry.origin, -1), -entry.number} : entry;
        },
        [&](unsigned l, unsigned j) { return in_memory(b, j, l, of.b_type, !of.transpose_b); },
        [&](unsigned i, unsigned j) {
          return adds ? entry_of_tile(d, i, j) : Value{{}, 0};
        });
  }

  // Moves, tried out.

  /// The bits of the results that differ if each byte of the operands with an origin is changed by
  /// `pattern(slot, lane, byte)`.
  template <class Pattern>
  std::vector<Bits> changed(std::uint32_t lanes, const std::vector<Bits>& after, Pattern pattern) {
    restore(before_.bits);
    std::set<std::uint32_t> done;
    for (std::size_t slot = step_.first_read; slot < step_.rows.size(); ++slot) {
      if (!done.insert(step_.rows[slot]).second) continue;
      std::uint64_t* row = warp_.row(step_.rows[slot]);
      for (unsigned lane = 0; lane < warp_size; ++lane)
        for (unsigned byte = 0; byte < Origins::most_bytes; ++byte)
          if (before_.origins[slot][lane][byte] != Origins::none)
            row[lane] ^= std::uint64_t{pattern(slot, lane, byte)} << 8 * byte;
    }
    step_.run(warp_, step_, lanes);
    std::vector<Bits> difference(step_.results);
    for (std::size_t i = 0; i < step_.results; ++i)
      for (unsigned lane = 0; lane < warp_size; ++lane)
        difference[i][lane] = warp_.row(step_.rows[i])[lane] ^ after[i][lane];
    return difference;
  }

  void restore(const std::vector<Bits>& bits) {
    for (std::size_t i = 0; i < bits.size(); ++i)
      std::ranges::copy(bits[i], warp_.row(step_.rows[i]));
  }

  void follow_moves(std::uint32_t lanes, bool across_lanes) {
    std::vector<Bits> after(step_.results);
    for (std::size_t i = 0; i < step_.results; ++i)
      std::copy_n(warp_.row(step_.rows[i]), warp_size, after[i].begin());
    warp_.machine->trying = true;
    const auto by_lane = changed(lanes, after, [](std::size_t, unsigned lane, unsigned) {
      return static_cast<std::uint8_t>(lane + 1);
    });
    const auto by_place = changed(lanes, after, [](std::size_t slot, unsigned, unsigned byte) {
      return static_cast<std::uint8_t>(8 * slot + byte + 1);
    });
    // The bits that neither pattern has: whatever keeps a byte keeps these.
    const auto by_top = changed(lanes, after, [](std::size_t, unsigned, unsigned) { return top; });
    warp_.machine->trying = false;
    restore(before_.bits);
    restore(after);
    for (std::size_t i = 0; i < step_.results; ++i) {
      one_by_one(lanes, [&](unsigned lane) {
        take_moved(i, lane, {by_lane[i][lane], by_place[i][lane], by_top[i][lane], after[i][lane]},
                   across_lanes);
      });
    }
  }

  static constexpr std::uint8_t top = 0xc0;

  /// What the patterns changed in a register, and what it holds.
  struct Tried {
    std::uint64_t by_lane = 0;
    std::uint64_t by_place = 0;
    std::uint64_t by_top = 0;
    std::uint64_t bits = 0;
  };

  void take_moved(std::size_t result, unsigned lane, const Tried& tried, bool across_lanes) {
    Bytes& bytes = register_of(step_.rows[result], lane);
    bytes = {};
    // What differs from where it came from.
    std::array<std::uint8_t, Origins::most_bytes> changes{};
    for (unsigned byte = 0; byte < Origins::most_bytes; ++byte) {
      const auto byte_of = [byte](std::uint64_t bits) {
        return static_cast<std::uint8_t>(bits >> 8 * byte);
      };
      const unsigned from = byte_of(tried.by_lane);
      const unsigned place = byte_of(tried.by_place);
      if (from == 0 && place == 0 && byte_of(tried.by_top) == 0) continue;
      const std::size_t slot = (place - 1) / 8;
      if (from == 0 || from > warp_size || place == 0 || slot >= step_.rows.size() ||
          byte_of(tried.by_top) != top || (!across_lanes && from != lane + 1) ||
          before_.origins[slot][from - 1][(place - 1) % 8] == Origins::none) {
        bytes = {};
        put(result, lane, 0, step_.result_bytes, not_moved(lane));
        return;
      }
      bytes[byte] = before_.origins[slot][from - 1][(place - 1) % 8];
      changes[byte] = static_cast<std::uint8_t>(
          byte_of(tried.bits) ^ before_.bits[slot][from - 1] >> 8 * ((place - 1) % 8));
    }
    take_changes(bytes, changes);
  }

  /// Where no byte was moved as it was.
  Origin not_moved(unsigned lane) {
    const std::string_view op = opcode_of(step_);
    const std::size_t first = step_.first_read;
    if (op == "cvt") return origins_.scaled(operand(first, lane, 0, 8), 1);
    if (op == "shl" && operand(first + 1, lane, 0, 8) == Origins::none) {
      const auto by = static_cast<int>(std::min<std::uint64_t>(before_.bits[first + 1][lane], 64));
      return origins_.scaled(operand(first, lane, 0, 8), std::ldexp(1, by));
    }
    Origin mixture = Origins::none;
    for (std::size_t i = first; i < step_.rows.size(); ++i)
      mixture = origins_.mixed(mixture, operand(i, lane, 0, 8));
    return mixture;
  }

  /// Of values whose bits were not moved as they were: with its highest bit the sign of a number
  /// has changed, with others it is something else.
  void take_changes(Bytes& bytes, const std::array<std::uint8_t, Origins::most_bytes>& changes) {
    for (std::size_t first = 0; first < bytes.size();) {
      std::size_t last = first;
      while (last + 1 < bytes.size() && bytes[last + 1] == bytes[last] + 1 &&
             bytes[first] != Origins::none && origins_.are_of_one(bytes[first], bytes[last + 1]))
        ++last;
      const auto of = std::span(changes).subspan(first, last + 1 - first);
      if (bytes[first] != Origins::none &&
          std::ranges::any_of(of, [](std::uint8_t change) { return change != 0; })) {
        constexpr std::uint8_t sign = 0x80;
        const bool negates =
            of.back() == sign &&
            std::all_of(of.begin(), of.end() - 1, [](std::uint8_t change) { return change == 0; });
        const Origin value = origins_.value_of(std::span(bytes).subspan(first, last + 1 - first));
        const Bytes changed = Origins::bytes_of(
            negates ? origins_.scaled(value, -1) : origins_.computed(value), of.size());
        std::copy_n(changed.begin(), of.size(), bytes.begin() + static_cast<std::ptrdiff_t>(first));
      }
      first = last + 1;
    }
  }

  Warp& warp_;
  const Step& step_;
  Origins& origins_;
  std::vector<Bytes>& rows_;
  const std::vector<std::string_view>& words_;
  Before before_;
  Addresses addresses_{};
  std::vector<std::array<Origin, 16>> copied_;
};

}  // namespace

void run_with_origins(Warp& warp, const Step& step, std::uint32_t lanes, Handler run) {
  Follower(warp, step).follow(lanes, run);
}

void copy_arrives(Warp& warp, unsigned lane, const Copy& copy) {
  Origins& origins = *warp.machine->launch.origins;
  auto& copies = origins.copies(warp.thread(lane));
  if (copies.empty()) return;
  origins.write_own(copy.address, std::span(copies.front()).first(copy.bytes));
  copies.pop_front();
}

}  // namespace layoutcheck::gpu::ptx
