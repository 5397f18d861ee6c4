// Opcodes: loads, stores and atomic updates.
#include "load_store.hpp"

#include "exact.hpp"
#include "half.hpp"
#include "types.hpp"
#include "unset.hpp"
#include "unused.hpp"

#include <algorithm>
#include <functional>

namespace layoutcheck::gpu::ptx {

namespace {

bool orders_blocks(std::string_view word) {
  return word == "acquire" || word == "release" || word == "acq_rel" || word == "sc" ||
         word == "mmio";
}

std::optional<StateSpace> space_word(std::string_view word) {
  if (word == "global") return StateSpace::global;
  if (word == "shared" || word == "shared::cta") return StateSpace::shared;
  if (word == "shared::cluster") return StateSpace::cluster;
  if (word == "local") return StateSpace::local;
  if (word == "const") return StateSpace::constant;
  if (word == "param" || word == "param::entry" || word == "param::func") return StateSpace::param;
  return std::nullopt;
}

void note_order(Warp& warp, const Step& step) {
  if (step.as<Elements>().orders) warp.machine->blocks_synchronize = true;
}

/// An element as its register holds it: with its sign, if it has one, up to the register's width.
std::uint64_t extended(std::uint64_t value, const Elements& elements) {
  if (!elements.is_signed) return value;
  const unsigned unused = 64 - 8 * elements.bytes;
  const std::uint32_t up_to = elements.register_bytes;
  value = static_cast<std::uint64_t>(static_cast<std::int64_t>(value << unused) >> unused);
  return up_to >= 8 ? value : value & ((std::uint64_t{1} << 8 * up_to) - 1);
}

// Exact integers in memory. What has left the range of its register keeps it in shared and local
// memory, and in what atomic updates make of it. In global memory, stored numbers are as they are:
// states of hashes and random numbers are kept there.

/// Where the elements of a step lie, for a lane, if they lie anywhere.
struct Place {
  Region* region = nullptr;
  std::uint64_t offset = 0;
};
Place place_of(Warp& warp, const Step& step, unsigned lane, std::uint64_t address,
               std::uint32_t bytes) {
  const Located place = locate(warp, step, lane, address);
  if (place.region == nullptr || !place.region->holds(place.address, bytes)) return {};
  return {place.region, place.address - place.region->base()};
}

/// The integers of registers whose numbers are stored in so many bytes.
const IntegerType& integers_of_bytes(std::uint32_t bytes) {
  return bytes == 4 ? integers_of<std::int32_t> : integers_of<std::int64_t>;
}

/// Remembers what these bits came of, where a load could not tell.
void remember(Warp& warp, const Place& place, const IntegerType& type, const Stored& stored) {
  // The counter of a cooperative launch is turned over once in a round.
  if (warp.machine->workspace != 0 && place.region->base() == warp.machine->workspace) return;
  const bool is_said = type.has(stored.exact) && agrees(type, stored.exact, stored.bits);
  if (is_said || (stored.origin & of_hash) != 0) {
    if (warp.machine->has_stored) place.region->forget(place.offset);
    return;
  }
  place.region->remember(place.offset, stored);
  warp.machine->has_stored = true;
}

void remember_elements(Warp& warp, const Step& step, std::uint32_t lanes,
                       const std::array<std::uint64_t, warp_size>& addresses) {
  const std::uint32_t width = step.as<Elements>().bytes;
  if (!warp.machine->has_wrapped || warp.machine->trying || width < 4) return;
  const IntegerType& type = integers_of_bytes(width);
  for (std::size_t k = 0; k + 1 < step.rows.size(); ++k) {
    const std::uint32_t row = step.rows[k];
    one_by_one(lanes, [&](unsigned lane) {
      const Place place = place_of(warp, step, lane, addresses[lane] + k * width, width);
      if (place.region == nullptr) return;
      if (is_known(warp, row, lane) && addresses[lane] < parameter_window)
        remember(warp, place, type,
                 {exact_of(warp, row, lane), warp.row(row)[lane], origin_of(warp, row, lane)});
      else if (warp.machine->has_stored)
        place.region->forget(place.offset);
    });
  }
}

/// Notes what was remembered of the elements that a load has put into its registers.
void recall_elements(Warp& warp, const Step& step, std::uint32_t lanes,
                     const std::array<std::uint64_t, warp_size>& addresses) {
  const std::uint32_t width = step.as<Elements>().bytes;
  if (!warp.machine->has_stored || warp.machine->trying || step.exact == nullptr) return;
  const std::uint64_t mask = ~std::uint64_t{0} >> (64 - 8 * width);
  for (std::size_t k = 0; k < step.results; ++k) {
    one_by_one(lanes, [&](unsigned lane) {
      const Place place = place_of(warp, step, lane, addresses[lane] + k * width, width);
      if (place.region == nullptr) return;
      const Stored* stored =
          place.region->stored(place.offset, warp.row(step.rows[k])[lane] & mask);
      if (stored != nullptr) warp.recalled.push_back({step.rows[k], lane, *stored});
    });
  }
}

/// The rule of a load: what was remembered, and otherwise what `taken` makes of the registers.
template <Handler taken>
void follow_load(Warp& warp, const Step& step, std::uint32_t lanes) {
  taken(warp, step, lanes);
  for (const Warp::Recalled& recalled : warp.recalled)
    set_exact(warp, recalled.row, recalled.lane, recalled.stored.exact, recalled.stored.origin);
  warp.recalled.clear();
}

/// A load of a kernel's parameter, whose place is known: all lanes read the same bytes.
void run_load_parameter(Warp& warp, const Step& step, std::uint32_t lanes) {
  const std::uint32_t width = step.as<Elements>().bytes;
  std::array<std::byte, 32> bytes{};
  warp.machine->parameters.read(step.displacement, std::span(bytes).first(width * step.results));
  for (std::size_t k = 0; k < step.results; ++k) {
    std::uint64_t value = 0;
    std::memcpy(&value, bytes.data() + k * width, width);
    value = extended(value, step.as<Elements>());
    std::uint64_t* d = warp.row(step.rows[k]);
    each(lanes, [&](unsigned lane) { d[lane] = value; });
  }
}

/// What goes on beside each lane, by access(lane, address, beside), and its mbarrier is told of the
/// bytes. `row` has the address.
template <class Access>
void run_beside(Warp& warp, const Step& step, std::uint32_t lanes, std::uint32_t row,
                std::size_t bytes, Access access) {
  if (warp.machine->options.exact) check_exact_address(warp, step, row, lanes);
  const Step& completes = *step.as<Elements>().completes;
  const auto addresses = addresses_of(warp, step, row, lanes);
  const auto barriers = addresses_of(warp, completes, completes.rows.back(), lanes);
  one_by_one(lanes, [&](unsigned lane) {
    const Block* to = shared_place(warp, addresses[lane]).block;
    MBarrier& barrier = completing_mbarrier(warp, completes, lane, to, barriers[lane]);
    access(lane, addresses[lane], phase_of(barrier));
    complete_bytes(warp, barrier, bytes);
  });
}

/// st.async. Rows: the elements, then the address.
void run_store_beside(Warp& warp, const Step& step, std::uint32_t lanes) {
  const std::size_t width = step.as<Elements>().bytes;
  const std::size_t count = step.rows.size() - 1;
  run_beside(warp, step, lanes, step.rows.back(), count * width,
             [&](unsigned lane, std::uint64_t address, const Beside& beside) {
               std::array<std::byte, 32> data{};
               for (std::size_t k = 0; k < count; ++k)
                 std::memcpy(data.data() + k * width, &warp.row(step.rows[k])[lane], width);
               write_beside(warp, step, lane, address, beside,
                            std::span(data).first(count * width));
             });
}

/// red.async. Rows: the address, the operand.
void run_update_beside(Warp& warp, const Step& step, std::uint32_t lanes) {
  const auto& elements = step.as<Elements>();
  run_beside(warp, step, lanes, step.rows.front(), elements.bytes,
             [&](unsigned lane, std::uint64_t address, const Beside& beside) {
               update_beside(warp, step, lane, address, beside, elements.bytes, elements.update);
             });
}

/// How the mbarrier is addressed that is told of what goes on beside a step.
std::shared_ptr<const Step> completion_of(Decoder& in, const Step& step, const Operand& operand) {
  in.copy_beside();
  const StateSpace space = in.has("shared::cluster") ? StateSpace::cluster : StateSpace::generic;
  return addressed(step, in.address(operand, space), space);
}

std::vector<Operand> elements_of(Decoder& in, const Operand& operand, const LoadForm& form) {
  std::vector<Operand> elements =
      operand.kind == Operand::Kind::vector ? operand.parts : std::vector<Operand>{operand};
  if (elements.size() != form.count) {
    in.fail("expected " + std::to_string(form.count) + " elements, found " +
            std::to_string(elements.size()));
  }
  return elements;
}

/// The rows of elements, two for each of 128 bits, and `row_of(element)` otherwise.
template <class F>
std::vector<std::uint32_t> rows_of(Decoder& in, const Operand& operand, const LoadForm& form,
                                   F row_of) {
  std::vector<std::uint32_t> rows;
  for (const Operand& element : elements_of(in, operand, form))
    if (in.type() == "b128")
      std::ranges::copy(in.halves(element), std::back_inserter(rows));
    else
      rows.push_back(row_of(element));
  return rows;
}

void load(Decoder& in) {
  const LoadForm form = form_of(in);
  const std::vector<Operand>& o = in.operands();
  const Decoder::Address address = in.address(o[1], form.space);
  std::vector<std::uint32_t> rows = result_rows(in, o[0], form);
  const std::size_t results = rows.size();
  rows.push_back(address.row);
  Step step = in.deciding_step(&run_load, std::move(rows), results);
  Elements operation = set_form(in, step, form, address);
  operation.is_signed = in.type().front() == 's';
  operation.register_bytes = static_cast<std::uint32_t>(
      std::max<std::uint64_t>(in.bytes_of_register(elements_of(in, o[0], form).front()), 1));
  if (step.space == StateSpace::param && address.place) {
    const std::uint64_t at = *address.place + address.displacement;
    const std::uint64_t bytes = operation.bytes * results;
    if (at % bytes != 0 || at > in.parameter_bytes() || bytes > in.parameter_bytes() - at)
      in.fail("reads beyond the parameters, or across their alignment");
    step.run = &run_load_parameter;
    step.displacement = at;
  }
  // An index of 64 bits is no number of 2^63 and more. Of 32 bits the text does not tell signed
  // from unsigned ones.
  const bool is_number = in.type().front() != 'f';
  if (is_number && operation.bytes == 8) {
    step.exact = &follow_load<&follow_registers<std::int64_t>>;
  } else if (is_number && operation.bytes == 4) {
    step.exact = in.type() == "s32" ? &follow_load<&follow_registers<std::int32_t>>
                                    : &follow_load<&follow_unless_negative>;
  }
  step.exact_after = true;
  in.add(std::move(step), operation);
}

void store(Decoder& in) {
  const LoadForm form = form_of(in);
  const std::vector<Operand>& o = in.operands();
  const Decoder::Address address = in.address(o[0], form.space);
  std::vector<std::uint32_t> rows = source_rows(in, o[1], form);
  rows.push_back(address.row);
  const bool is_beside = in.has("async");
  Step step = in.deciding_step(is_beside ? &run_store_beside : &run_store, std::move(rows), 0, 1);
  Elements elements = set_form(in, step, form, address);
  if (is_beside) elements.completes = completion_of(in, step, o[2]);
  in.add(std::move(step), elements);
}

// Atomic updates. Rows: the old value, the address, b, and c for cas; of vectors, and of the halves
// of 128 bits, one for each.

template <class T>
T operand(Warp& warp, const Step& step, std::size_t which, unsigned lane) {
  return get<T>(warp.row(step.rows[step.results + which])[lane]);
}

template <class T, class Op>
std::uint64_t update(Warp& warp, const Step& step, unsigned lane, std::uint64_t old,
                     std::size_t element) {
  return put(static_cast<T>(Op{}(get<T>(old), operand<T>(warp, step, 1 + element, lane))));
}

template <class Format, class Op, unsigned Lanes>
std::uint64_t update_half(Warp& warp, const Step& step, unsigned lane, std::uint64_t old,
                          std::size_t element) {
  const auto b = operand<std::uint64_t>(warp, step, 1 + element, lane);
  std::uint64_t result = 0;
  for (unsigned k = 0; k < Lanes; ++k) {
    const auto part = [k](std::uint64_t bits) {
      return number_of<Format>(static_cast<std::uint16_t>(bits >> 16 * k));
    };
    result |= static_cast<std::uint64_t>(bits_of<Format>(Op{}(part(old), part(b)))) << 16 * k;
  }
  return result;
}

template <class T>
std::uint64_t compare_and_swap(Warp& warp, const Step& step, unsigned lane, std::uint64_t old,
                               std::size_t) {
  return get<T>(old) == operand<T>(warp, step, 1, lane) ? put(operand<T>(warp, step, 2, lane))
                                                        : old;
}

struct Sum {
  template <class T>
  T operator()(T a, T b) const {
    if constexpr (std::is_floating_point_v<T>) {
      return a + b;
    } else {
      return static_cast<T>(static_cast<std::make_unsigned_t<T>>(a) +
                            static_cast<std::make_unsigned_t<T>>(b));
    }
  }
};
struct Least {
  template <class T>
  T operator()(T a, T b) const {
    if constexpr (std::is_floating_point_v<T>) return std::fmin(a, b);
    return std::min(a, b);
  }
};
struct Greatest {
  template <class T>
  T operator()(T a, T b) const {
    if constexpr (std::is_floating_point_v<T>) return std::fmax(a, b);
    return std::max(a, b);
  }
};
struct Exchange {
  template <class T>
  T operator()(T, T b) const {
    return b;
  }
};
struct Increment {
  template <class T>
  T operator()(T a, T b) const {
    return a >= b ? T{0} : static_cast<T>(a + 1);
  }
};
struct Decrement {
  template <class T>
  T operator()(T a, T b) const {
    return a == 0 || a > b ? b : static_cast<T>(a - 1);
  }
};

template <class Op>
AtomicUpdate integer_update(std::string_view type) {
  if (type == "u32" || type == "b32") return &update<std::uint32_t, Op>;
  if (type == "s32") return &update<std::int32_t, Op>;
  if (type == "u64" || type == "b64") return &update<std::uint64_t, Op>;
  if (type == "s64") return &update<std::int64_t, Op>;
  return nullptr;
}

template <class Op>
AtomicUpdate number_update(std::string_view type) {
  if (type == "f32") return &update<float, Op>;
  if (type == "f64") return &update<double, Op>;
  if (type == "f16") return &update_half<Half, Op, 1>;
  if (type == "f16x2") return &update_half<Half, Op, 2>;
  if (type == "bf16") return &update_half<BFloat, Op, 1>;
  if (type == "bf16x2") return &update_half<BFloat, Op, 2>;
  return integer_update<Op>(type);
}

/// The exact integers of what sums and exchanges leave, lane by lane as they were made, and those
/// of the old values. `old` has the bits.
void follow_atomics(Warp& warp, const Step& step, std::uint32_t lanes,
                    const std::array<std::uint64_t, warp_size>& addresses, const LaneBytes& old) {
  const std::uint32_t width = step.as<Elements>().bytes;
  const auto has = [&](std::string_view word) {
    return std::ranges::count(step.instruction->words, word) > 0;
  };
  const bool adds = has("add");
  if (width < 4 || warp.machine->trying || !(adds || has("exch")) ||
      integer_type(step.instruction->words.back()) == nullptr) {
    return;
  }
  const IntegerType& type = integers_of_bytes(width);
  const std::uint64_t mask = ~std::uint64_t{0} >> (64 - type.bits);
  const std::uint32_t b = step.rows[step.results + 1];
  one_by_one(lanes, [&](unsigned lane) {
    const Place place = place_of(warp, step, lane, addresses[lane], width);
    if (place.region == nullptr) return;
    std::uint64_t bits = 0;
    std::memcpy(&bits, old[lane].data(), width);
    const Stored* stored = place.region->stored(place.offset, bits);
    const Stored before = stored != nullptr ? *stored : Stored{number_in(type, bits), bits, 0};
    if (stored != nullptr && step.results != 0)
      warp.recalled.push_back({step.rows[0], lane, before});
    // With its highest bit set, an old value may be negative or large.
    if (!is_known(warp, b, lane) || (adds && stored == nullptr && before.exact < 0)) return;
    Stored after{exact_of(warp, b, lane), warp.row(b)[lane], origin_of(warp, b, lane)};
    if (adds) {
      if (after.origin == 0) after.origin = before.origin;
      if (__builtin_add_overflow(after.exact, before.exact, &after.exact)) return;
      after.bits += bits;
    }
    after.bits &= mask;
    if (after.origin == 0 && !type.can_hold(after.exact)) after.origin = step.instruction->line;
    remember(warp, place, type, after);
  });
}

/// exch and cas of 128 bits.
void update_wide(Warp& warp, const Step& step, unsigned lane, std::span<std::byte> bytes) {
  const auto wide = [&](std::size_t which) {
    return std::array{operand<std::uint64_t>(warp, step, which, lane),
                      operand<std::uint64_t>(warp, step, which + 1, lane)};
  };
  const bool swaps = has_word(step, "cas");
  const auto b = wide(1);
  if (swaps && std::memcmp(bytes.data(), b.data(), sizeof b) != 0) return;
  const auto value = swaps ? wide(3) : b;
  std::memcpy(bytes.data(), value.data(), sizeof value);
}

void atomic(Decoder& in) {
  const bool returns = in.words().front() == "atom";
  const LoadForm form = form_of(in);
  const bool is_wide = in.type() == "b128";
  AtomicUpdate update = nullptr;
  for (const std::string_view word : in.words())
    if (update == nullptr && !is_wide) update = update_of(word, in.type());
  if (update == nullptr && !is_wide) in.unknown_opcode();
  const std::vector<Operand>& o = in.operands();
  const bool is_beside = in.has("async");
  const std::size_t count = o.size() - (form.policy || is_beside ? 1U : 0U);
  std::vector<std::uint32_t> rows;
  std::size_t next = 0;
  if (returns) rows = result_rows(in, o[next++], form);
  const std::size_t results = rows.size();
  const Decoder::Address address = in.address(o[next++], form.space);
  rows.push_back(address.row);
  while (next < count)
    std::ranges::copy(source_rows(in, o[next++], form), std::back_inserter(rows));
  Step step =
      in.deciding_step(is_beside ? &run_update_beside : &run_atomic, std::move(rows), results);
  Elements elements = set_form(in, step, form, address);
  elements.count = is_wide ? 2 : form.count;
  elements.update = update;
  if (is_beside) elements.completes = completion_of(in, step, o.back());
  step.exact = &follow_load<&take_registers>;
  step.exact_after = true;
  in.add(std::move(step), elements);
}

}  // namespace

LoadForm form_of(const Decoder& in) {
  LoadForm form;
  for (const std::string_view word : in.words())
    if (const std::optional<StateSpace> space = space_word(word))
      form.space = *space;
    else if (word == "v2" || word == "v4" || word == "v8")
      form.count = static_cast<std::uint32_t>(word[1] - '0');
    else if (orders_blocks(word))
      form.orders = true;
    else if (word == "gpu" || word == "sys")
      form.is_strong = true;
    else if (word == "cluster")
      form.is_strong_in_cluster = true;
    else if (word == "L2::cache_hint")
      form.policy = true;
  return form;
}

void run_load(Warp& warp, const Step& step, std::uint32_t lanes) {
  note_order(warp, step);
  const std::uint32_t row = step.rows.back();
  if (warp.machine->options.exact) check_exact_address(warp, step, row, lanes);
  const auto& elements = step.as<Elements>();
  const std::uint32_t width = elements.bytes;
  const auto count = static_cast<std::uint32_t>(step.results);
  const auto addresses = addresses_of(warp, step, row, lanes);
  LaneBytes data;
  read_memory(warp, step, lanes, addresses, width * count, data);
  for (std::uint32_t k = 0; k < count; ++k) {
    std::uint64_t* d = warp.row(step.rows[k]);
    for_size(width, [&](auto size) {
      each(lanes, [&](unsigned lane) {
        std::uint64_t value = 0;
        std::memcpy(&value, data[lane].data() + k * size(), std::min<std::size_t>(size(), 8));
        d[lane] = value;
      });
    });
    if (elements.is_signed)
      each(lanes, [&](unsigned lane) { d[lane] = extended(d[lane], elements); });
  }
  recall_elements(warp, step, lanes, addresses);
}

void run_store(Warp& warp, const Step& step, std::uint32_t lanes) {
  note_order(warp, step);
  const std::uint32_t row = step.rows.back();
  if (warp.machine->options.exact) check_exact_address(warp, step, row, lanes);
  const std::uint32_t width = step.as<Elements>().bytes;
  const auto count = static_cast<std::uint32_t>(step.rows.size() - 1);
  const auto fill = [&](LaneBytes& data, const auto& row_of) {
    for (std::uint32_t k = 0; k < count; ++k) {
      const std::uint64_t* a = row_of(step.rows[k]);
      for_size(width, [&](auto size) {
        each(lanes, [&](unsigned lane) {
          std::memcpy(data[lane].data() + k * size(), &a[lane], std::min<std::size_t>(size(), 8));
        });
      });
    }
  };
  LaneBytes data;
  fill(data, [&](std::uint32_t r) { return warp.row(r); });
  const auto addresses = addresses_of(warp, step, row, lanes);
  if (!warp.waiting.empty()) tell_waiting(warp, step, lanes);
  if (unset_operands(warp, step, lanes) == 0) {
    write_memory(warp, step, lanes, addresses, width * count, data);
  } else {
    LaneBytes unset;
    UnsetRow bits;
    fill(unset, [&](std::uint32_t r) { return unset_bits(warp, r, bits); });
    write_memory(warp, step, lanes, addresses, width * count, data, &unset);
  }
  remember_elements(warp, step, lanes, addresses);
}

Elements set_form(const Decoder& in, Step& step, const LoadForm& form,
                  const Decoder::Address& address) {
  step.displacement = address.displacement;
  step.space = address.space;
  step.is_strong = form.is_strong;
  step.is_strong_in_cluster = form.is_strong_in_cluster;
  Elements elements;
  elements.bytes = static_cast<std::uint32_t>(std::min<std::uint64_t>(width_of(in.type()), 8));
  elements.orders = form.orders;
  return elements;
}

std::vector<std::uint32_t> result_rows(Decoder& in, const Operand& operand, const LoadForm& form) {
  return rows_of(in, operand, form, [&](const Operand& element) { return in.result(element); });
}

std::vector<std::uint32_t> source_rows(Decoder& in, const Operand& operand, const LoadForm& form) {
  return rows_of(in, operand, form,
                 [&](const Operand& element) { return in.source(element, in.type()); });
}

void run_atomic(Warp& warp, const Step& step, std::uint32_t lanes) {
  note_order(warp, step);
  const std::uint32_t row = step.rows[step.results];
  if (warp.machine->options.exact) check_exact_address(warp, step, row, lanes);
  const auto addresses = addresses_of(warp, step, row, lanes);
  LaneBytes old;
  const auto& elements = step.as<Elements>();
  const auto each_element = [&](unsigned lane, std::span<std::byte> bytes) {
    for (std::size_t k = 0; k < elements.count; ++k)
      rewrite(bytes.subspan(k * elements.bytes, elements.bytes),
              [&](std::uint64_t value) { return elements.update(warp, step, lane, value, k); });
  };
  const auto both_halves = [&](unsigned lane, std::span<std::byte> bytes) {
    update_wide(warp, step, lane, bytes);
  };
  update_memory(warp, step, lanes, addresses, elements.bytes * elements.count,
                elements.update != nullptr ? Rewrite(each_element) : Rewrite(both_halves), old);
  if (warp.machine->options.exact) follow_atomics(warp, step, lanes, addresses, old);
  for (std::size_t k = 0; k < step.results; ++k) {
    std::uint64_t* d = warp.row(step.rows[k]);
    each(lanes, [&](unsigned lane) {
      d[lane] = 0;
      std::memcpy(&d[lane], old[lane].data() + k * elements.bytes, elements.bytes);
    });
  }
}

void update_number(Warp& warp, const Step& step, unsigned lane, std::uint64_t address,
                   std::uint32_t bytes, AtomicUpdate f) {
  LaneBytes old{};
  const auto number = [&](unsigned, std::span<std::byte> value) {
    rewrite(value, [&](std::uint64_t before) { return f(warp, step, lane, before, 0); });
  };
  update_memory(warp, step, 1U << lane, at_lane(lane, address), bytes, number, old);
}

AtomicUpdate update_of(std::string_view name, std::string_view type) {
  if (name == "add") return number_update<Sum>(type);
  if (name == "min") return number_update<Least>(type);
  if (name == "max") return number_update<Greatest>(type);
  if (name == "exch") return integer_update<Exchange>(type);
  if (name == "and") return integer_update<std::bit_and<>>(type);
  if (name == "or") return integer_update<std::bit_or<>>(type);
  if (name == "xor") return integer_update<std::bit_xor<>>(type);
  if (name == "inc" && type == "u32") return &update<std::uint32_t, Increment>;
  if (name == "dec" && type == "u32") return &update<std::uint32_t, Decrement>;
  if (name == "cas" && type == "b16") return &compare_and_swap<std::uint16_t>;
  if (name == "cas" && width_of(type) == 4) return &compare_and_swap<std::uint32_t>;
  if (name == "cas" && width_of(type) == 8) return &compare_and_swap<std::uint64_t>;
  return nullptr;
}

void add_memory(Opcodes& opcodes) {
  opcodes["ld"] = &load;
  opcodes["ldu"] = &load;
  opcodes["st"] = &store;
  opcodes["atom"] = &atomic;
  opcodes["red"] = &atomic;
  opcodes["multimem"] = &multimem;
  // What only changes how fast memory is, or which part of a cache holds it; and what discard
  // throws away may be read as before, or as anything else.
  for (const char* opcode : {"prefetch", "prefetchu", "discard", "applypriority"})
    opcodes[opcode] = &pass_over;
}

}  // namespace layoutcheck::gpu::ptx
