// Where values come from, followed through the instructions of PTX.
#include "origins.hpp"

#include "fragments.hpp"
#include "operations.hpp"
#include "tcgen05.hpp"
#include "types.hpp"
#include <layoutcheck/machine/multimem.hpp>
#include <layoutcheck/machine/rings.hpp>

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

/// What the operands were before the step ran: a result may be in place of one.
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
        rings_(origins_.rings()),
        rows_(origins_.registers(warp.index, warp.machine->code.rows)),
        words_(step.instruction->words) {}

  /// Bytes are copied from one place to another.
  void move(unsigned lane, std::uint64_t from, std::uint64_t to, std::uint64_t bytes) {
    std::array<Origin, Origins::most_bytes> origins{};
    for (std::uint64_t at = 0; at < bytes; at += origins.size()) {
      const auto part = std::span(origins).first(std::min(origins.size(), bytes - at));
      read(lane, from + at, part);
      write(lane, to + at, part);
    }
  }

  void clear_memory(unsigned lane, std::uint64_t to, std::uint64_t bytes) {
    const std::array<Origin, Origins::most_bytes> none{};
    for (std::uint64_t at = 0; at < bytes; at += none.size())
      write(lane, to + at, std::span(none).first(std::min(none.size(), bytes - at)));
  }

  void follow(std::uint32_t lanes, Handler run) {
    if (opcode_of(step_) == "tcgen05") {
      follow_tensor(lanes, run);
      return;
    }
    const bool reads_memory = is_memory() || is_group_multiply();
    if (!reads_memory && !(rings_ != nullptr && is_arithmetic()) && !has_operand_with_origin()) {
      run(warp_, step_, lanes);
      clear(warp_.completed);
      return;
    }
    take_before();
    if (rings_ != nullptr) note_decisions(lanes);
    if (is_memory()) {
      addresses_ = addresses_of(warp_, step_, is_copy() ? step_.rows.front() : address_row(step_),
                                all_lanes);
      if (is_copy()) take_copy(lanes);
      if (is_matrix_in_memory()) take_matrix_addresses();
      if (rings_ != nullptr && is_atomic(step_)) take_old_bits(lanes);
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
    return is_multimem(step_) || is_load() || is_atomic(step_) || is_copy() ||
           opcode_of(step_) == "st" || opcode_of(step_) == "ldmatrix" ||
           opcode_of(step_) == "stmatrix" || is_matrix_in_memory();
  }
  /// wmma.load or wmma.store.
  [[nodiscard]] bool is_matrix_in_memory() const {
    return opcode_of(step_) == "wmma" && !has_word(step_, "mma");
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

  /// A load may write to the register of its address.
  void take_matrix_addresses() {
    const WarpMatrix& matrix = step_.as<MatrixInMemory>().matrix;
    matrix_addresses_.assign(matrix.registers, {});
    for (unsigned slot = 0; slot < matrix.registers; ++slot)
      for (unsigned lane = 0; lane < warp_size; ++lane)
        for (unsigned part = 0; part < matrix.per_register; ++part)
          matrix_addresses_[slot][lane].push_back(address_of_entry(warp_, step_, lane, slot, part));
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
    if (is_multimem(step_))
      follow_multimem(lanes);
    else if (is_load())
      follow_load(lanes);
    else if (op == "st")
      follow_store(lanes);
    else if (is_atomic(step_))
      follow_atomic(lanes);
    else if (is_copy())
      begin_copies(lanes);
    else if (op == "ldmatrix" || op == "stmatrix")
      follow_matrix(op == "ldmatrix");
    else if (is_matrix_in_memory())
      follow_matrix_in_memory();
    else if (step_.results == 0)
      return;
    else if (rings_ != nullptr && is_of_predicates())
      one_by_one(lanes, [&](unsigned lane) { follow_predicates(lane); });
    else if (decide.contains(op))
      clear(lanes);
    else if (op == "mma" || op == "wmma")
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

  // Elements of rings.

  /// Whether it computes with floating-point numbers, be they only some that the kernel has.
  [[nodiscard]] bool is_arithmetic() const {
    static const std::set<std::string_view> all = {"add", "sub", "mul", "fma", "mad", "div",
                                                   "rcp", "neg", "cvt", "mma", "wmma"};
    return all.contains(opcode_of(step_)) && step_.results != 0 && !is_matrix_in_memory() &&
           (is_of_floats() || opcode_of(step_).ends_with("mma"));
  }

  /// Whether it makes or uses predicates.
  [[nodiscard]] bool is_of_predicates() const {
    const std::string_view op = opcode_of(step_);
    return op == "setp" || op == "set" || op == "selp" || type() == "pred";
  }

  void note(unsigned lane) {
    rings_->note({step_.instruction->line, std::string(step_.instruction->text), warp_.block->index,
                  warp_.thread(lane)});
  }

  /// An address that depends on a value decides, as does all that has no value in a ring.
  void note_decisions(std::uint32_t lanes) {
    static const std::set<std::string_view> decide = {"testp", "vote", "match",
                                                      "popc",  "clz",  "bfind"};
    const std::string_view op = opcode_of(step_);
    std::vector<std::size_t> slots;
    if (is_memory()) {
      const std::uint32_t address = is_copy() ? step_.rows.front() : address_row(step_);
      for (std::size_t i = step_.first_read; i < step_.rows.size(); ++i)
        if (step_.rows[i] == address || is_copy()) slots.push_back(i);
    } else if (decide.contains(op)) {
      for (std::size_t i = step_.first_read; i < step_.rows.size(); ++i)
        slots.push_back(i);
    } else if (op == "shfl") {
      for (std::size_t i = step_.first_read + 1; i < step_.rows.size(); ++i)
        slots.push_back(i);
    }
    one_by_one(lanes, [&](unsigned lane) {
      for (const std::size_t slot : slots)
        if (rings_->varies(before_.origins[slot][lane])) note(lane);
    });
  }

  Rings::Operand ring_operand(std::size_t index, unsigned lane, std::string_view type,
                              std::size_t at = 0, std::size_t count = Origins::most_bytes) {
    const std::uint64_t bits = before_.bits[index][lane] >> 8 * at;
    return {rings_->read_as(std::span(before_.origins[index][lane]).subspan(at, count), type),
            number_as(type, bits), bits};
  }

  void follow_predicates(unsigned lane) {
    const std::string_view op = opcode_of(step_);
    const std::size_t first = step_.results;
    for (std::size_t i = 0; i < step_.results; ++i)
      register_of(step_.rows[i], lane) = {};
    if (op == "selp") {
      follow_selection(lane, first);
      return;
    }
    const auto operand = [&](std::size_t i) { return ring_operand(i, lane, "pred"); };
    if (op != "setp" && op != "set") {
      const bool is_pair = step_.rows.size() - first == 2;
      const Origin made =
          op == "mov" ? operand(first).origin
                      : rings_->joined(op, operand(first), operand(is_pair ? first + 1 : first));
      put(0, lane, 0, 1, made);
      return;
    }
    const Rings::Operand a = ring_operand(first, lane, part_type());
    const Rings::Operand b = ring_operand(first + 1, lane, part_type());
    const std::uint32_t relation = relation_of_words();
    Origin p = rings_->compared(a, b, relation);
    Origin q = rings_->compared(a, b, relation ^ 7U);
    const std::string_view joins = has_word(step_, "and")   ? "and"
                                   : has_word(step_, "or")  ? "or"
                                   : has_word(step_, "xor") ? "xor"
                                                            : "";
    const bool is_simple = op == "setp" && relation != 0 && part_type() == type();
    if (!is_simple || (!joins.empty() && !follow_joined(lane, joins, p, q))) {
      if (is_simple && p == Origins::none) return;
      for (std::size_t i = first; i < step_.rows.size(); ++i)
        if (rings_->varies(before_.origins[i][lane])) note(lane);
      return;
    }
    if (joins.empty()) {
      put(0, lane, 0, 1, p);
      put(1, lane, 0, 1, q);
    }
  }

  /// The comparison joined with a predicate that is not negated; false if it is none.
  bool follow_joined(unsigned lane, std::string_view joins, Origin p, Origin q) {
    const std::vector<Operand>& operands = step_.instruction->operands;
    if (operands.back().negated) return false;
    const auto now = [&](std::size_t result, Origin origin) {
      return Rings::Operand{origin, 0, warp_.row(step_.rows[result])[lane]};
    };
    const Rings::Operand c = ring_operand(step_.results + 2, lane, "pred");
    // What a comparison of numbers alone gives is not in a register of its own.
    if (p == Origins::none) return c.origin == Origins::none;
    put(0, lane, 0, 1, rings_->joined(joins, now(0, p), c));
    put(1, lane, 0, 1, rings_->joined(joins, now(1, q), c));
    return true;
  }

  /// Of the words of a comparison, bit 0 for less, 1 for equal, 2 for greater.
  [[nodiscard]] std::uint32_t relation_of_words() const {
    static const std::map<std::string_view, std::uint32_t> relations = {
        {"lt", 1}, {"le", 3}, {"gt", 4}, {"ge", 6}, {"eq", 2}, {"ne", 5}, {"num", 7}};
    for (const std::string_view word : words_) {
      const bool is_unordered = word.size() == 3 && word.back() == 'u';
      const auto found = relations.find(is_unordered ? word.substr(0, 2) : word);
      if (found != relations.end()) return found->second;
    }
    return 0;
  }

  void follow_selection(unsigned lane, std::size_t first) {
    const Origin p = ring_operand(first + 2, lane, "pred").origin;
    if (p == Origins::none) {
      const bool is_first = before_.bits[first + 2][lane] != 0;
      register_of(step_.rows[0], lane) = before_.origins[is_first ? first : first + 1][lane];
      return;
    }
    // Bits have the type of what they hold.
    const auto of = [&](std::size_t i) {
      const Origin origin = before_.origins[i][lane][0];
      Rings::Operand operand = ring_operand(i, lane, type());
      if (origin != Origins::none && operand.origin != Origins::none) {
        const Origin whole = origins_.value_of(std::span(&origin, 1));
        if (Origins::bytes_of(whole, step_.result_bytes) == before_.origins[i][lane])
          operand.origin = whole;
      }
      return operand;
    };
    Rings::Operand a = of(first);
    Rings::Operand b = of(first + 1);
    // A number of untyped bits is one of the other operand's type.
    const auto typed = [&](Rings::Operand& number, const Rings::Operand& other) {
      if (number.origin != Origins::none || other.origin == Origins::none) return;
      const Rings::Form form = rings_->number_of(other).form;
      const std::string_view name = form == Rings::Form::f16    ? "f16"
                                    : form == Rings::Form::bf16 ? "bf16"
                                    : form == Rings::Form::f32  ? "f32"
                                    : form == Rings::Form::f64  ? "f64"
                                                                : "u64";
      number.number = number_as(name, number.bits);
    };
    typed(a, b);
    typed(b, a);
    if (std::isnan(a.number) && a.origin == Origins::none) a.number = number_as("u64", a.bits);
    if (std::isnan(b.number) && b.origin == Origins::none) b.number = number_as("u64", b.bits);
    put(0, lane, 0, step_.result_bytes, rings_->chosen(p, a, b, type()));
  }

  /// All other instructions, on each of the numbers that lie side by side.
  void compute_in_rings(unsigned lane) {
    const std::string_view op = opcode_of(step_);
    const std::size_t first = step_.results;
    const std::size_t count = step_.rows.size() - first;
    if (op == "cvt" && words_.size() > 2) {
      const std::string_view to = words_[words_.size() - 2];
      if (is_scaled()) {
        std::vector<Rings::Operand> operands;
        for (std::size_t i = first; i < step_.rows.size(); ++i)
          operands.push_back(ring_operand(i, lane, "b32"));
        put(0, lane, 0, step_.result_bytes, rings_->opaque(op, operands));
        return;
      }
      const bool is_of_two = count >= 2;
      const bool is_pair = is_of_two || to.ends_with("x2");
      const std::string_view to_part = to.ends_with("x2") ? to.substr(0, to.size() - 2) : to;
      const std::size_t bytes = is_pair ? step_.result_bytes / 2 : step_.result_bytes;
      for (std::size_t i = 0; i < (is_pair ? 2U : 1U); ++i) {
        // Of two registers the first one goes to the upper half.
        const Rings::Operand from =
            is_of_two ? ring_operand(first + 1 - i, lane, type())
                      : ring_operand(first, lane, part_type(), is_pair ? i * part_bytes() : 0,
                                     is_pair ? part_bytes() : Origins::most_bytes);
        put(0, lane, i * bytes, bytes, rings_->converted(words_, part_type(), to_part, from));
      }
      return;
    }
    if (op == "dp4a" || op == "dp2a") {
      std::vector<Rings::Operand> operands;
      for (std::size_t i = first; i < step_.rows.size(); ++i)
        operands.push_back(ring_operand(i, lane, "b32"));
      put(0, lane, 0, step_.result_bytes, rings_->opaque(op, operands));
      return;
    }
    const std::size_t part = part_bytes();
    const std::size_t end = part == Origins::most_bytes ? part : step_.result_bytes;
    for (std::size_t at = 0; at < end; at += part) {
      std::vector<Rings::Operand> operands;
      for (std::size_t i = 0; i < count; ++i)
        operands.push_back(ring_operand(first + i, lane, type_of_operand(i, count), at, part));
      put(0, lane, at, std::min<std::size_t>(part, step_.result_bytes),
          rings_->applied(words_, type_of_operand(count - 1, count), operands));
    }
  }

  void clear(std::uint32_t lanes) {
    for (std::size_t i = 0; i < step_.results; ++i)
      one_by_one(lanes, [&](unsigned lane) { register_of(step_.rows[i], lane) = {}; });
  }

  // Memory.

  /// The key of an address in what a block has for itself, and the block; nothing if it is in
  /// global memory.
  struct OwnKey {
    std::uint64_t key = 0;
    std::uint64_t block = 0;
  };
  [[nodiscard]] std::optional<OwnKey> own_key(unsigned lane, std::uint64_t address) const {
    switch (address / window_bytes) {
      case shared_window / window_bytes: {
        const SharedPlace place = shared_place(warp_, address);
        return OwnKey{place.address, (place.block != nullptr ? place.block : warp_.block)->index};
      }
      case local_window / window_bytes:
        return OwnKey{(std::uint64_t{warp_.thread(lane)} + 1) << 40 | address % window_bytes,
                      warp_.block->index};
      default:
        return std::nullopt;
    }
  }

  /// f() where the origins are those of another block of the cluster.
  template <class F>
  void in_block(std::uint64_t block, F f) const {
    if (block != warp_.block->index) origins_.go_on_with_block(block);
    f();
    if (block != warp_.block->index) origins_.go_on_with_block(warp_.block->index);
  }

  void read(unsigned lane, std::uint64_t address, std::span<Origin> bytes) const {
    if (const auto own = own_key(lane, address))
      in_block(own->block, [&] { origins_.read_own(own->key, bytes); });
    else
      origins_.read(address, bytes);
  }

  void write(unsigned lane, std::uint64_t address, std::span<const Origin> bytes) {
    if (const auto own = own_key(lane, address)) {
      in_block(own->block, [&] { origins_.write_own(own->key, bytes); });
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

  /// An element of which f(at, count) makes each part: so many bytes, from that one on.
  template <class F>
  Bytes by_parts(std::size_t bytes, F f) {
    Bytes made{};
    for (std::size_t at = 0; at < bytes; at += part_bytes()) {
      const std::size_t count = std::min<std::size_t>(part_bytes(), bytes - at);
      const Bytes part = f(at, count);
      std::copy_n(part.begin(), count, made.begin() + static_cast<std::ptrdiff_t>(at));
    }
    return made;
  }

  /// What an update makes of a part of two elements.
  Origin combined(const Bytes& a, const Bytes& b, std::size_t at, std::size_t count) {
    const Origin of_a = origins_.value_of(std::span(a).subspan(at, count));
    const Origin of_b = origins_.value_of(std::span(b).subspan(at, count));
    return has_word(step_, "add") ? origins_.sum({of_a}, {of_b}) : origins_.mixed(of_a, of_b);
  }

  void follow_atomic(std::uint32_t lanes) {
    one_by_one(lanes, [&](unsigned lane) {
      for (std::size_t k = 0; k < step_.as<Elements>().count; ++k)
        follow_atomic(lane, k);
    });
  }

  void follow_atomic(unsigned lane, std::size_t element) {
    const std::uint64_t address = addresses_[lane] + element * width();
    Bytes old{};
    read(lane, address, std::span(old).first(width()));
    const Bytes& operand = before_.origins[step_.results + 1 + element][lane];
    Bytes result = operand;
    if (!has_word(step_, "exch")) {
      result = by_parts(width(), [&](std::size_t at, std::size_t count) {
        if (rings_ != nullptr) return updated_in_ring(lane, element, old, at, count);
        Origin value = combined(old, operand, at, count);
        if (has_word(step_, "cas"))
          value = origins_.mixed(value, origins_.value_of(before_.origins.back()[lane]));
        return Origins::bytes_of(value, count);
      });
    }
    write(lane, address, std::span(result).first(width()));
    if (step_.results != 0) register_of(step_.rows[element], lane) = old;
  }

  /// The same of the memory of each device.
  void follow_multimem(std::uint32_t lanes) {
    const auto& operation = step_.as<Multimem>();
    const bool updates = has_word(step_, "red");
    const std::uint32_t bytes = operation.elements.bytes;
    const auto both = [&](const Bytes& a, const Bytes& b) {
      return by_parts(bytes, [&](std::size_t at, std::size_t count) {
        return Origins::bytes_of(combined(a, b, at, count), count);
      });
    };
    const std::size_t first = updates ? 1 : 0;
    one_by_one(lanes, [&](unsigned lane) {
      const auto at = MultimemAddress::of(addresses_[lane]);
      const Region* const region = at ? warp_.machine->memory.find(at->address) : nullptr;
      if (region == nullptr) return;
      const std::uint64_t share = region->bytes() / at->devices;
      if (rings_ != nullptr) note(lane);
      for (std::size_t k = 0; k < operation.elements.count; ++k) {
        Bytes result{};
        for (std::uint64_t device = 0; device < at->devices; ++device) {
          const std::uint64_t address = at->address + device * share + k * bytes;
          Bytes there{};
          if (step_.results != 0 || updates) read(lane, address, std::span(there).first(bytes));
          if (step_.results != 0) {
            result = device == 0 ? there : both(result, there);
            continue;
          }
          const Bytes& stored = before_.origins[first + k][lane];
          const Bytes made = updates ? both(there, stored) : stored;
          write(lane, address, std::span(made).first(bytes));
        }
        if (step_.results != 0) register_of(step_.rows[k], lane) = result;
      }
    });
  }

  /// Lanes that update one place see what those before them left there: only the first one's is
  /// here, which is what counts, since the others' have origins.
  void take_old_bits(std::uint32_t lanes) {
    const std::size_t count = step_.as<Elements>().count;
    one_by_one(lanes, [&](unsigned lane) {
      old_bits_[lane].assign(count, 0);
      const Located place = locate(warp_, step_, lane, addresses_[lane]);
      if (place.region == nullptr || !place.region->holds(place.address, count * width())) return;
      for (std::size_t k = 0; k < count; ++k)
        place.region->read(
            place.address - place.region->base() + k * width(),
            std::as_writable_bytes(std::span(&old_bits_[lane][k], 1)).first(width()));
    });
  }

  /// What an atomic update makes of a number in memory.
  Bytes updated_in_ring(unsigned lane, std::size_t element, const Bytes& old, std::size_t at,
                        std::size_t count) {
    const std::size_t slot = step_.results + 1 + element;
    // Where a result is wanted, it has the old bits; else nobody knows them.
    const std::uint64_t bits =
        (step_.results != 0 ? warp_.row(step_.rows[element])[lane] : old_bits_[lane][element]) >>
        8 * at;
    const Rings::Operand a = {rings_->read_as(std::span(old).subspan(at, count), part_type()),
                              number_as(part_type(), bits), bits};
    const Rings::Operand b = ring_operand(slot, lane, part_type(), at, count);
    std::vector<Rings::Operand> operands = {a, b};
    std::string_view word;
    for (const std::string_view known :
         {"add", "min", "max", "cas", "inc", "dec", "and", "or", "xor"})
      if (has_word(step_, known)) word = known;
    Origin made = Origins::none;
    if (word == "cas") {
      for (const Rings::Operand& o : operands)
        if (rings_->varies({&o.origin, 1})) note(lane);
      return {};
    }
    const std::array<std::string_view, 1> words = {word};
    made = rings_->applied(words, part_type(), operands);
    return Origins::bytes_of(made, count);
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
    const unsigned in_register = 4 / matrices.entry;
    const std::size_t registers = matrices.places[0].size() / in_register;
    for (std::size_t r = 0; r < registers; ++r) {
      for (unsigned lane = 0; lane < warp_size; ++lane) {
        Bytes bytes = loads ? Bytes{} : before_.origins[r][lane];
        for (unsigned i = 0; i < in_register; ++i) {
          const unsigned place = matrices.places[lane][r * in_register + i];
          const unsigned naming = place / Matrices::row_bytes;
          const unsigned within = place % Matrices::row_bytes;
          const auto entry =
              std::span(bytes).subspan(std::size_t{i} * matrices.entry, matrices.entry);
          if (matrices.packed != 0)
            read_packed(naming, within * matrices.packed, entry);
          else if (loads)
            read(naming, addresses_[naming] + within, entry);
          else
            write(naming, addresses_[naming] + within, entry);
        }
        if (loads) register_of(step_.rows[r], lane) = bytes;
      }
    }
  }

  /// An entry of less than a byte, from that bit of a row on.
  void read_packed(unsigned lane, unsigned bit, std::span<Origin> entry) {
    Origin mixture = Origins::none;
    for (unsigned at = bit / 8; at <= (bit + step_.as<Matrices>().packed - 1) / 8; ++at) {
      read(lane, addresses_[lane] + at, entry);
      mixture = origins_.mixed(mixture, origins_.value_of(entry));
    }
    entry[0] = Origins::bytes_of(mixture, 1)[0];
  }

  void follow_matrix_in_memory() {
    const auto& of = step_.as<MatrixInMemory>();
    const bool loads = step_.results != 0;
    const unsigned width = width_of_entry(of.matrix.tile.type);
    // Entries of less than a byte are neighbours in memory, as they are in a register.
    const unsigned bytes = std::max(width / 8, 1U);
    const unsigned step = std::max(8 / width, 1U);
    for (unsigned slot = 0; slot < of.matrix.registers; ++slot) {
      for (unsigned lane = 0; lane < warp_size; ++lane) {
        Bytes held = loads ? Bytes{} : before_.origins[slot][lane];
        for (unsigned part = 0; part < of.matrix.per_register; part += step) {
          const auto entry = std::span(held).subspan(std::size_t{part} * width / 8, bytes);
          const std::uint64_t address = matrix_addresses_[slot][lane][part];
          if (loads)
            read(lane, address, entry);
          else
            write(lane, address, entry);
        }
        if (loads) register_of(step_.rows[slot], lane) = held;
      }
    }
  }

  // Registers.

  [[nodiscard]] std::string_view type() const { return words_.back(); }

  /// Whether a register holds numbers side by side; the type of each of them, and their bytes.
  [[nodiscard]] bool is_packed() const { return type().ends_with("x2") || type().ends_with("x4"); }
  [[nodiscard]] std::string_view part_type() const {
    return is_packed() ? type().substr(0, type().size() - 2) : type();
  }
  [[nodiscard]] std::size_t part_bytes() const {
    if (!is_packed()) return Origins::most_bytes;
    return std::max<std::uint64_t>(width_of(part_type()), 1);
  }

  /// Whether all operands but the last, which is f32, have the type that is named last.
  [[nodiscard]] bool is_mixed() const {
    const std::string_view op = opcode_of(step_);
    return (op == "add" || op == "sub" || op == "fma") && type() != "f32" &&
           words_[words_.size() - 2] == "f32";
  }
  [[nodiscard]] std::string_view type_of_operand(std::size_t i, std::size_t count) const {
    return is_mixed() && i + 1 == count ? "f32" : part_type();
  }

  [[nodiscard]] bool is_between_integers() const {
    return words_.size() > 2 && integer_type(type()) != nullptr &&
           integer_type(words_[words_.size() - 2]) != nullptr && !has_word(step_, "sat");
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
    if (rings_ != nullptr) {
      compute_in_rings(lane);
      return;
    }
    // What is kept within limits is another function.
    const bool is_cut = has_word(step_, "sat") || has_word(step_, "relu");
    const auto limited = [&](Origin value) { return is_cut ? origins_.computed(value) : value; };
    const auto rounded = [&](Origin value) { return limited(origins_.scaled(value, 1)); };
    const bool is_of_two = type() == "f32" && words_.size() > 2 && count >= 2;
    if (op == "cvt" && (is_of_two || type().ends_with("x2"))) {
      const std::size_t half = step_.result_bytes / 2;
      for (std::size_t i = 0; i < 2; ++i) {
        // Of two numbers the first one goes above the second.
        const Value from = is_of_two
                               ? value(first + 1 - i, lane, 0, 8, type())
                               : value(first, lane, i * part_bytes(), part_bytes(), part_type());
        put(0, lane, i * half, half, rounded(is_scaled() ? scaled(from, i, lane) : from.origin));
      }
      return;
    }
    if (op == "dp4a" || op == "dp2a") {
      follow_dot(lane, first);
      return;
    }
    const std::size_t part = part_bytes();
    const std::size_t end = part == Origins::most_bytes ? part : step_.result_bytes;
    for (std::size_t at = 0; at < end; at += part) {
      const auto of = [&](std::size_t i) {
        return value(first + i, lane, at, part, type_of_operand(i, count));
      };
      put(0, lane, at, std::min<std::size_t>(part, step_.result_bytes),
          limited(result_of(op, count, of)));
    }
  }

  /// cvt with scale factors in its last operand.
  [[nodiscard]] bool is_scaled() const { return has_word(step_, "scaled::n2::ue8m0"); }

  /// The value of a half of a pair with its scale factor, by which one of fixed point is
  /// multiplied.
  Origin scaled(const Value& from, std::size_t half, unsigned lane) {
    const Value factor = value(step_.rows.size() - 1, lane, half, 1, "ue8m0");
    if (type() == "s2f6x2") return origins_.product(from, factor);
    return factor.origin == Origins::none ? origins_.scaled(from.origin, 1 / factor.number)
                                          : origins_.mixed(from.origin, factor.origin);
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
    if (rings_ != nullptr) {
      one_by_one(lanes, [&](unsigned lane) {
        if (rings_->varies(before_.origins[step_.results][lane])) note(lane);
      });
      clear(lanes);
      return;
    }
    one_by_one(lanes, [&](unsigned lane) {
      const Origin one = operand(step_.results, lane, 0, 8);
      all = has_word(step_, "add") ? origins_.sum({all, 0}, {one}) : origins_.mixed(all, one);
    });
    one_by_one(lanes, [&](unsigned lane) {
      register_of(step_.rows[0], lane) = {};
      put(0, lane, 0, step_.result_bytes, all);
    });
  }

  [[nodiscard]] static Rings::Form form_of(EntryType type) {
    switch (type) {
      case EntryType::f16:
        return Rings::Form::f16;
      case EntryType::bf16:
        return Rings::Form::bf16;
      case EntryType::e4m3:
      case EntryType::e5m2:
      case EntryType::ue8m0:
      case EntryType::ue4m3:
        return Rings::Form::f8;
      case EntryType::tf32:
      case EntryType::f32:
        return Rings::Form::f32;
      case EntryType::f64:
        return Rings::Form::f64;
      default:
        return Rings::Form::integer;
    }
  }
  [[nodiscard]] static std::string_view name_of(EntryType type) {
    switch (form_of(type)) {
      case Rings::Form::f8:
        return "f8";
      case Rings::Form::f16:
        return "f16";
      case Rings::Form::bf16:
        return "bf16";
      case Rings::Form::f32:
        return "f32";
      case Rings::Form::f64:
        return "f64";
      case Rings::Form::integer:
        return "s32";
    }
    return "s32";
  }

  [[nodiscard]] static std::string_view name_of_part(EntryType type) {
    switch (type) {
      case EntryType::s4:
        return "s4";
      case EntryType::u4:
        return "u4";
      case EntryType::e2m1:
        return "e2m1";
      case EntryType::e2m3:
        return "e2m3";
      case EntryType::e3m2:
        return "e3m2";
      default:
        return "b1";
    }
  }

  Origin value_as(std::span<const Origin> bytes, EntryType type) {
    return rings_ != nullptr ? rings_->read_as(bytes, name_of(type)) : origins_.value_of(bytes);
  }

  Value negative_of(const Value& value, EntryType type) {
    if (rings_ == nullptr) return {origins_.scaled(value.origin, -1), -value.number};
    const std::array<std::string_view, 1> words = {"neg"};
    const Rings::Operand operand{value.origin, value.number, 0};
    return {value.origin == Origins::none ? Origins::none
                                          : rings_->applied(words, name_of(type), {&operand, 1}),
            -value.number};
  }

  /// An entry of a matrix in registers.
  Value entry_of_tile(const Held& of, unsigned row, unsigned column) {
    const Home home = of.home(row, column);
    const unsigned width = width_of_entry(of.tile.type);
    const unsigned bit = of.bit(home);
    const std::size_t bytes = width < 32 ? std::max(width / 8, 1U) : Origins::most_bytes;
    const auto origins = std::span(before_.origins[of.first + home.slot][home.lane]);
    Value entry{value_as(origins.subspan(bit / 8, bytes), of.tile.type),
                entry_of(before_.bits[of.first + home.slot][home.lane] >> bit, of.tile.type)};
    return width < 8 ? part_of(entry, bit % 8, of.tile.type) : entry;
  }

  /// What begins at a bit of a byte: with rings, another function of it for each place.
  Value part_of(Value entry, unsigned bit, EntryType type) {
    if (rings_ == nullptr) return entry;
    const std::string place = std::to_string(bit);
    const std::array<std::string_view, 3> words = {"part", name_of_part(type), place};
    const Rings::Operand byte{entry.origin, entry.number, 0};
    entry.origin = rings_->applied(words, "s32", {&byte, 1});
    return entry;
  }

  /// The places of the entries of sparse A among those that are held, by the metadata in registers.
  std::vector<int> places_of(const std::optional<Sparsity>& sparsity, unsigned rows,
                             unsigned columns) const {
    if (!sparsity) return {};
    return sparsity->places(rows, columns, before_.bits[sparsity->metadata]);
  }

  /// The entries of A, of which these are held: all, or those at the places of sparse A, whose
  /// others are 0.
  template <class Held>
  static auto spread(std::vector<int> places, unsigned columns, Held held) {
    return [places = std::move(places), columns, held](unsigned i, unsigned l) {
      if (places.empty()) return held(i, l);
      const int place = places[std::size_t{i} * columns + l];
      return place < 0 ? Value{{}, 0} : held(i, static_cast<unsigned>(place));
    };
  }

  void follow_multiply() {
    const auto& operands = step_.as<Multiply>();
    const unsigned k = operands.b.tile.rows;
    const unsigned m = operands.d.tile.rows;
    const auto with_scale = [&](const Value& entry, bool of_b, unsigned line, unsigned l) {
      return operands.scales ? scaled(entry, *operands.scales, of_b, line, l, k) : entry;
    };
    const auto entry_of_a =
        spread(places_of(operands.sparsity, m, k), k,
               [&](unsigned i, unsigned l) { return entry_of_tile(operands.a, i, l); });
    multiply_into(
        operands.d, 0, m, k,
        [&](unsigned i, unsigned l) { return with_scale(entry_of_a(i, l), false, i, l); },
        [&](unsigned l, unsigned j) {
          return with_scale(entry_of_tile(operands.b, l, j), true, j, l);
        },
        [&](unsigned i, unsigned j) { return entry_of_tile(operands.c, i, j); },
        operands.counts_differences);
  }

  /// Whether two bits differ.
  Value difference_of(const Value& x, const Value& y) {
    const double number = x.number != y.number ? 1 : 0;
    if (rings_ == nullptr) return {origins_.computed(origins_.multiplied(x, y, {})), number};
    const std::array<std::string_view, 1> words = {"xor"};
    const std::array operands = {Rings::Operand{x.origin, x.number, 0},
                                 Rings::Operand{y.origin, y.number, 0}};
    return {rings_->applied(words, "s32", operands), number};
  }

  /// d = a · b + c, by their entries, of m rows of d from `first` on; or c and how many entries of
  /// a and b differ.
  template <class A, class B, class C>
  void multiply_into(const Held& d, unsigned first, unsigned m, unsigned k, A a_entry, B b_entry,
                     C c_entry, bool counts_differences = false) {
    for (std::size_t i = 0; i < step_.results; ++i)
      for (unsigned lane = 0; lane < warp_size; ++lane)
        register_of(step_.rows[i], lane) = {};
    const auto give = [&](unsigned i, unsigned j, Origin made) {
      const Home home = d.home(first + i, j);
      const std::size_t bytes = bytes_of_entry(d.tile.type);
      put(home.slot, home.lane, bytes * home.part, bytes, made);
    };
    multiply({m, d.tile.columns, d.tile.type}, k, a_entry, b_entry, c_entry, give,
             counts_differences);
  }

  /// The same, where `give(i, j, origin)` takes the entries of d.
  template <class A, class B, class C, class Give>
  void multiply(const Tile& d, unsigned k, A a_entry, B b_entry, C c_entry, Give give,
                bool counts_differences = false) {
    const unsigned m = d.rows;
    const unsigned n = d.columns;
    std::vector<Value> a(std::size_t{m} * k);
    std::vector<Value> b(std::size_t{n} * k);
    for (unsigned l = 0; l < k; ++l) {
      for (unsigned i = 0; i < m; ++i)
        a[std::size_t{i} * k + l] = a_entry(i, l);
      for (unsigned j = 0; j < n; ++j)
        b[std::size_t{j} * k + l] = b_entry(l, j);
    }
    for (unsigned i = 0; i < m; ++i) {
      for (unsigned j = 0; j < n; ++j) {
        if (rings_ != nullptr) {
          const auto number = [&](const Value& v) {
            return rings_->number_of({v.origin, v.number});
          };
          Rings::Number sum = number(c_entry(i, j));
          for (unsigned l = 0; l < k; ++l) {
            const Value& x = a[std::size_t{i} * k + l];
            const Value& y = b[std::size_t{j} * k + l];
            sum = counts_differences
                      ? Rings::fused(number(difference_of(x, y)), number(Value{{}, 1}), sum)
                      : Rings::fused(number(x), number(y), sum);
          }
          const bool is_known = d.type == EntryType::s32 && !sum.varies;
          give(i, j, is_known ? Origins::none : rings_->kept(sum, form_of(d.type)));
          continue;
        }
        Value sum = c_entry(i, j);
        for (unsigned l = 0; l < k; ++l) {
          const Value& x = a[std::size_t{i} * k + l];
          const Value& y = b[std::size_t{j} * k + l];
          sum =
              counts_differences
                  ? Value{origins_.multiplied(difference_of(x, y), Value{{}, 1}, sum),
                          sum.number + (x.number != y.number ? 1 : 0)}
                  : Value{origins_.multiplied(x, y, sum), std::fma(x.number, y.number, sum.number)};
        }
        give(i, j, sum.origin);
      }
    }
  }

  /// An entry that begins at this bit of the byte, of the bytes that have it.
  Value entry_in(std::span<const Origin> bytes, std::uint64_t bits, unsigned bit, EntryType type) {
    const Value entry{value_as(bytes, type), entry_of(bits >> bit, type)};
    return width_of_entry(type) % 8 == 0 ? entry : part_of(entry, bit, type);
  }

  /// An entry in shared memory.
  Value entry_in_shared(unsigned lane, std::uint64_t address, EntryType type, unsigned bit = 0) {
    Bytes bytes{};
    const std::size_t count = (bit + width_of_entry(type) + 7) / 8;
    const auto entry = std::span(bytes).first(count);
    read(lane, address, entry);
    std::uint64_t bits = 0;
    const SharedPlace place = shared_place(warp_, address);
    if (place.block != nullptr && place.block->shared.holds(place.address, count)) {
      Region& shared = place.block->shared;
      shared.read(place.address - shared.base(),
                  std::as_writable_bytes(std::span(&bits, 1)).first(count));
    }
    return entry_in(entry, bits, bit, type);
  }

  /// wgmma: each warp has 16 of the 64 rows of a and d.
  void follow_group_multiply() {
    const auto& of = step_.as<GroupMultiply>();
    constexpr unsigned m = 16;
    const auto in_memory = [&](std::size_t descriptor, unsigned i, unsigned l, EntryType type,
                               bool along_k) {
      return entry_in_shared(0, address_of_entry(before_.bits[descriptor][0], i, l, type, along_k),
                             type);
    };
    const unsigned first = warp_.index % 4 * m;
    const std::size_t b = step_.rows.size() - (of.sparsity ? 3 : 2);
    const bool adds = before_.bits.back()[0] != 0;
    const auto held = [&](unsigned i, unsigned l) {
      const Value entry = of.a_in_registers
                              ? entry_of_tile(of.a, first + i, l)
                              : in_memory(step_.results, first + i, l, of.a_type, !of.transpose_a);
      return of.negated ? negative_of(entry, of.a_type) : entry;
    };
    multiply_into(
        of.d, first, m, of.k, spread(places_of(of.sparsity, m, of.k), of.k, held),
        [&](unsigned l, unsigned j) { return in_memory(b, j, l, of.b_type, !of.transpose_b); },
        [&](unsigned i, unsigned j) {
          return adds ? entry_of_tile(of.d, first + i, j) : Value{{}, 0};
        });
  }

  // Tensor memory.

  /// The key of a word in what a block has for itself.
  static std::uint64_t tensor_key(TensorAddress at) {
    return std::uint64_t{1} << 62 |
           (std::uint64_t{at.column} * TensorMemory::lanes + at.lane) * sizeof(std::uint32_t);
  }

  /// An entry from bit `first` of a word of a block on.
  Value entry_in_tensor(Block& of, TensorAddress at, unsigned first, EntryType type) {
    if (!is_in_tensor_memory(at)) return {Origins::none, 0};
    Bytes bytes{};
    const auto entry = std::span(bytes).first((first % 8 + width_of_entry(type) + 7) / 8);
    in_block(of.index, [&] { origins_.read_own(tensor_key(at) + first / 8, entry); });
    const std::uint32_t word = tensor_memory(of).word(at.lane, at.column).bits;
    return entry_in(entry, word >> first / 8 * 8, first % 8, type);
  }

  void follow_tensor(std::uint32_t lanes, Handler run) {
    const std::string_view what = words_[1];
    if (what == "mma") {
      // What it finds in its accumulator is there only before it runs.
      one_by_one(lanes, [&](unsigned lane) { follow_tensor_multiply(lane); });
      run(warp_, step_, lanes);
      return;
    }
    if (what == "cp") {
      one_by_one(lanes, [&](unsigned lane) { follow_tensor_copy(lane); });
      run(warp_, step_, lanes);
      return;
    }
    take_before();
    run(warp_, step_, lanes);
    const std::uint32_t completed = warp_.completed;
    if (completed != 0 && (what == "ld" || what == "st")) follow_tensor_move(what == "ld");
    warp_.completed = completed;
  }

  void follow_tensor_move(bool loads) {
    const auto& move = step_.as<TensorMove>();
    const TensorAddress base = tensor_address(before_.bits.back()[0] + step_.displacement);
    constexpr std::size_t word = sizeof(std::uint32_t);
    std::array<Origin, warp_size> reduced{};
    for (unsigned r = 0; r < move.of_register.size(); ++r) {
      for (unsigned lane = 0; lane < warp_size; ++lane) {
        Bytes bytes = loads ? Bytes{} : before_.origins[r][lane];
        const auto go = [&](TensorAddress at, std::span<Origin> part) {
          if (!is_in_tensor_memory(at)) return;
          if (loads)
            origins_.read_own(tensor_key(at), part);
          else
            origins_.write_own(tensor_key(at), part);
        };
        const TensorAddress at = move.place(lane, r).from(base);
        if (move.is_packed) {
          go(at, std::span(bytes).first(word / 2));
          go(at.next(), std::span(bytes).subspan(word / 2, word / 2));
        } else {
          go(at, std::span(bytes).first(word));
        }
        if (loads) register_of(step_.rows[r], lane) = bytes;
        if (!move.reduce) continue;
        if (rings_ == nullptr)
          reduced[lane] =
              origins_.mixed(reduced[lane], origins_.value_of(std::span(bytes).first(word)));
        else if (rings_->varies(bytes))
          note(lane);
      }
    }
    if (!move.reduce) return;
    for (unsigned lane = 0; lane < warp_size; ++lane) {
      const std::size_t result = move.of_register.size();
      register_of(step_.rows[result], lane) = {};
      put(result, lane, 0, word, reduced[lane]);
    }
  }

  void follow_tensor_copy(unsigned lane) {
    const auto& copy = step_.as<TensorCopy>();
    const TensorAddress to = tensor_destination(warp_, step_, lane);
    const MatrixDescriptor source = tensor_source(warp_, step_, lane);
    const TensorPacking packing = copy.packing();
    for (const Block* block : blocks_of_group(warp_, step_, lane, copy.by_pair)) {
      for (unsigned row = 0; row < copy.rows; ++row) {
        for (unsigned e = 0; e < copy.units * packing.in_unit(); ++e) {
          const unsigned unit = e / packing.in_unit();
          const unsigned bit = packing.bit_in_unit(e % packing.in_unit());
          Bytes byte{};
          const std::uint64_t from =
              address_in(*block, warp_, source.unit(unit, row, true) + bit / 8);
          if (copy.type == EntryType::u8)
            read(lane, from, std::span(byte).first(1));
          else
            byte = Origins::bytes_of(entry_in_shared(lane, from, copy.type, bit % 8).origin, 1);
          for (unsigned c = 0; c < copy.copies(); ++c) {
            TensorAddress at = copy.place(row, unit, c).from(to);
            at.column += e % packing.in_unit() / 4;
            if (!is_in_tensor_memory(at)) continue;
            in_block(block->index,
                     [&] { origins_.write_own(tensor_key(at) + e % 4, std::span(byte).first(1)); });
          }
        }
      }
    }
  }

  /// An entry of A or B times its scale factor.
  Value scaled(const Value& value, Block& of, const TensorScales& by, unsigned line,
               unsigned block) {
    const unsigned byte = by.first + block;
    return scaled(value, entry_in_tensor(of, by.place(line, 0, byte / 4), 8 * (byte % 4), by.type));
  }

  /// The same, of a warp's product with so many columns of A, from registers.
  Value scaled(const Value& value, const WarpScales& by, bool of_b, unsigned line, unsigned l,
               unsigned k) {
    const std::size_t slot = by.first + (of_b ? 3 : 0);
    const auto id = [&](std::size_t behind) {
      return static_cast<unsigned>(before_.bits[slot + behind][0] & 0xffffU);
    };
    const unsigned lane = WarpScales::lane_of(of_b, line, id(2));
    const unsigned byte = id(1) + l * by.count / k;
    const auto origins = std::span(before_.origins[slot][lane]).subspan(byte, 1);
    return scaled(value, {value_as(origins, by.type),
                          entry_of(before_.bits[slot][lane] >> 8 * byte, by.type)});
  }

  Value scaled(const Value& value, const Value& scale) {
    const double number = value.number * scale.number;
    if (value.origin == Origins::none && scale.origin == Origins::none) return {{}, number};
    if (rings_ == nullptr) return {origins_.product(value, scale), number};
    return {product_in_rings(value, scale, Rings::Form::f32), number};
  }

  Origin product_in_rings(const Value& a, const Value& b, Rings::Form form) {
    const auto element = [&](const Value& v) { return rings_->number_of({v.origin, v.number}); };
    return rings_->kept(Rings::fused(element(a), element(b), element({{}, 0})), form);
  }

  /// The accumulator's entry divided by a power of two.
  Value divided(const Value& value, unsigned scale, EntryType type) {
    if (scale == 0) return value;
    const double factor = std::ldexp(1, -static_cast<int>(scale));
    if (rings_ == nullptr) return {origins_.scaled(value.origin, factor), value.number * factor};
    if (value.origin == Origins::none) return {value.origin, value.number * factor};
    return {product_in_rings(value, {{}, factor}, form_of(type)), value.number * factor};
  }

  void follow_tensor_multiply(unsigned lane) {
    const auto& operation = step_.as<TensorMultiply>();
    const TensorOperands operands = tensor_operands(warp_, step_, lane);
    const TensorProduct& of = operands.product;
    const std::vector<Block*> blocks = blocks_of_group(warp_, step_, lane, operation.by_pair);
    /// Entry (i, l) of a matrix of which each block has so many lines.
    const auto in_shared = [&](const MatrixDescriptor& matrix, unsigned lines, unsigned i,
                               unsigned l, const TensorPacking& packing, bool along_k) {
      const Block& block = *blocks[i / lines];
      const unsigned across = along_k ? l : i % lines;
      const unsigned bit = packing.bit_in_unit(across % packing.in_unit());
      const std::uint64_t unit =
          matrix.unit(across / packing.in_unit(), along_k ? i % lines : l, along_k);
      return entry_in_shared(lane, address_in(block, warp_, unit + bit / 8), packing.type, bit % 8);
    };
    const auto with_scale = [&](const Value& entry, Block& block, const TensorScales& by,
                                unsigned line, unsigned l) {
      return of.scales == 0 ? entry : scaled(entry, block, by, line, l * of.scales / of.k);
    };
    const TensorPacking packing = of.packing_a();
    const unsigned in_word = packing.in_word();
    const unsigned copies = operation.a_in_tensor_memory ? of.groups() : 1;
    unsigned copy = 0;
    const auto held_of_a = [&](unsigned i, unsigned l) {
      return operation.a_in_tensor_memory
                 ? entry_in_tensor(
                       *blocks[of.part_of(i)],
                       TensorAddress{copy * of.rows() + of.lane_of(i), l / in_word}.from(
                           operands.a),
                       packing.bit_in_word(l % in_word), of.a)
                 : in_shared(operands.matrix_a, of.rows(), i, l, packing, !of.transposes_a);
    };
    std::vector<int> places;
    if (of.sparsity) {
      places = of.sparsity->places(of.m, of.k, [&](unsigned i, unsigned number) {
        const auto [at, bit] = operands.metadata.place(i % of.rows(), number);
        if (!is_in_tensor_memory(at)) return 0U;
        return tensor_memory(*blocks[of.part_of(i)]).word(at.lane, at.column).bits >> bit & 15U;
      });
    }
    const auto entry_of_a = spread(std::move(places), of.k, held_of_a);
    for (; copy < copies; ++copy) {
      const unsigned columns = of.n / copies;
      const auto place = [&](unsigned i, unsigned j) {
        return of.place(i, copy * columns + j).from(operands.d);
      };
      multiply(
          {of.m, columns, of.d}, of.k,
          [&](unsigned i, unsigned l) {
            const Value entry = entry_of_a(i, l);
            return with_scale(of.negates_a != of.negates_b ? negative_of(entry, of.a) : entry,
                              *blocks[of.part_of(i)], operands.scales[0], i % of.rows(), l);
          },
          [&](unsigned l, unsigned j) {
            j += copy * columns;
            return with_scale(in_shared(operands.matrix_b, of.n / of.parts, j, l, of.packing_b(),
                                        !of.transposes_b),
                              *blocks[0], operands.scales[1], j, l);
          },
          [&](unsigned i, unsigned j) {
            return operands.adds
                       ? divided(entry_in_tensor(*blocks[of.part_of(i)], place(i, j), 0, of.d),
                                 operation.scale, of.d)
                       : Value{{}, 0};
          },
          [&](unsigned i, unsigned j, Origin made) {
            const TensorAddress at = place(i, j);
            if (operands.keeps(at.lane) || !is_in_tensor_memory(at)) return;
            const Bytes bytes = Origins::bytes_of(made, bytes_of_entry(of.d));
            in_block(blocks[of.part_of(i)]->index, [&] {
              origins_.write_own(tensor_key(at), std::span(bytes).first(bytes_of_entry(of.d)));
            });
          });
    }
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
    if (rings_ != nullptr) {
      std::vector<Rings::Operand> operands;
      for (std::size_t i = first; i < step_.rows.size(); ++i)
        operands.push_back(ring_operand(i, lane, type()));
      return rings_->opaque(step_.instruction->words.front(), operands);
    }
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
        Origin made = Origins::none;
        if (rings_ != nullptr)
          made = changed_in_ring(value, negates, of);
        else
          made = negates ? origins_.scaled(value, -1) : origins_.computed(value);
        const Bytes changed = Origins::bytes_of(made, of.size());
        std::copy_n(changed.begin(), of.size(), bytes.begin() + static_cast<std::ptrdiff_t>(first));
      }
      first = last + 1;
    }
  }

  Origin changed_in_ring(Origin value, bool negates, std::span<const std::uint8_t> changes) {
    const Rings::Operand operand{value, Origins::unknown, 0};
    const Rings::Number number = rings_->number_of(operand);
    if (negates && number.form != Rings::Form::integer) {
      const std::array<std::string_view, 1> words = {"neg"};
      const std::string_view name = number.form == Rings::Form::f16    ? "f16"
                                    : number.form == Rings::Form::bf16 ? "bf16"
                                    : number.form == Rings::Form::f64  ? "f64"
                                                                       : "f32";
      return rings_->applied(words, name, {&operand, 1});
    }
    std::vector<Rings::Operand> operands = {operand};
    for (const std::uint8_t change : changes)
      operands.push_back({Origins::none, Origins::unknown, change});
    return rings_->opaque(step_.instruction->words.front(), operands);
  }

  Warp& warp_;
  const Step& step_;
  Origins& origins_;
  Rings* rings_;
  std::vector<Bytes>& rows_;
  const std::vector<std::string_view>& words_;
  Before before_;
  Addresses addresses_{};
  /// Of wmma.load and wmma.store, by register, lane and entry.
  std::vector<std::array<std::vector<std::uint64_t>, warp_size>> matrix_addresses_;
  std::vector<std::array<Origin, 16>> copied_;
  /// What atomic updates find in memory.
  std::array<std::vector<std::uint64_t>, warp_size> old_bits_;
};

}  // namespace

void run_with_origins(Warp& warp, const Step& step, std::uint32_t lanes, Handler run) {
  Follower(warp, step).follow(lanes, run);
}

void move_origins(Warp& warp, const Step& step, unsigned lane, std::uint64_t from, std::uint64_t to,
                  std::uint64_t bytes) {
  if (warp.machine->launch.origins != nullptr && !warp.machine->trying)
    Follower(warp, step).move(lane, from, to, bytes);
}

void clear_origins(Warp& warp, const Step& step, unsigned lane, std::uint64_t to,
                   std::uint64_t bytes) {
  if (warp.machine->launch.origins != nullptr && !warp.machine->trying)
    Follower(warp, step).clear_memory(lane, to, bytes);
}

void note_guard(Warp& warp, const Step& step, std::uint32_t lanes) {
  Origins& origins = *warp.machine->launch.origins;
  Rings* rings = origins.rings();
  if (rings == nullptr) return;
  const auto& rows = origins.registers(warp.index, warp.machine->code.rows);
  one_by_one(lanes, [&](unsigned lane) {
    const std::size_t row = static_cast<std::uint32_t>(step.guard);
    if (rings->varies(rows[row * warp_size + lane])) {
      rings->note({step.instruction->line, std::string(step.instruction->text), warp.block->index,
                   warp.thread(lane)});
    }
  });
}

void copy_arrives(Warp& warp, unsigned lane, const Copy& copy) {
  Origins& origins = *warp.machine->launch.origins;
  auto& copies = origins.copies(warp.thread(lane));
  if (copies.empty()) return;
  origins.write_own(copy.address, std::span(copies.front()).first(copy.bytes));
  copies.pop_front();
}

}  // namespace layoutcheck::gpu::ptx
