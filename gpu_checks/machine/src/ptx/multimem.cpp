// Opcodes: multimem, loads, stores and updates of the memory of several devices.
#include "half.hpp"
#include "load_store.hpp"
#include <layoutcheck/machine/multimem.hpp>

#include <cmath>
#include <map>

namespace layoutcheck::gpu::ptx {

namespace {

/// Calls f(step, lanes) with a step that addresses the memory of one device: for each device, and
/// lanes whose buffers are divided alike.
template <class F>
void on_devices(Warp& warp, const Step& step, std::uint32_t lanes, F f) {
  const auto addresses = addresses_of(warp, step, address_row(step), lanes);
  const Elements& elements = step.as<Multimem>().elements;
  const std::uint64_t bytes = elements.bytes * elements.count;
  // By the bytes that a device has of a buffer, and the number of devices.
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint32_t> groups;
  one_by_one(lanes, [&](unsigned lane) {
    const auto refuse = [&](const std::string& why) {
      warp.machine->fault(Fault::Kind::out_of_bounds, warp, step, lane, addresses[lane],
                          [&] { return why; });
    };
    const auto at = MultimemAddress::of(addresses[lane]);
    if (!at) {
      refuse("the address is no multimem address");
      return;
    }
    const Region* const region = warp.machine->memory.find(at->address);
    const std::uint64_t share = region == nullptr ? 0 : region->bytes() / at->devices;
    const std::uint64_t offset = region == nullptr ? 0 : at->address - region->base();
    if (offset > share || bytes > share - offset) {
      refuse(std::to_string(bytes) + " bytes, at byte " + std::to_string(offset) + " of the " +
             std::to_string(share) + " that each of " + std::to_string(at->devices) +
             " devices has" + (region == nullptr ? "" : " of " + region->name()));
      return;
    }
    groups[{share, at->devices}] |= 1U << lane;
  });
  for (const auto& [group, there] : groups) {
    const auto [share, devices] = group;
    for (std::uint64_t device = 0; device < devices; ++device) {
      Step one = step;
      one.operation = elements;
      one.displacement += device * share - MultimemAddress{devices, 0}.bits();
      f(one, there);
    }
  }
}

template <Handler run>
void run_on_devices(Warp& warp, const Step& step, std::uint32_t lanes) {
  on_devices(warp, step, lanes,
             [&](const Step& one, std::uint32_t there) { run(warp, one, there); });
}

/// What the parts are combined to, and whether all of them were finite.
struct Combined {
  double number = 0;
  bool of_finite = true;
};

/// multimem.ld_reduce. Rows: the elements, then the address.
void run_load_reduce(Warp& warp, const Step& step, std::uint32_t lanes) {
  const auto& operation = step.as<Multimem>();
  const auto& parts = operation.parts;
  const std::size_t count = step.results;
  const unsigned parts_of_element = operation.elements.bytes / parts.bytes;
  std::vector<std::array<std::uint64_t, warp_size>> found(count);
  std::vector<std::array<std::array<Combined, 4>, warp_size>> combined(count);
  std::uint32_t seen = 0;
  // As an atomic update has its operands, behind an address.
  Step reduce = step;
  reduce.results = 0;
  reduce.rows.insert(reduce.rows.begin(), step.rows.back());
  // A result may go where the address is, which the next device needs.
  std::uint64_t* const address = warp.row(step.rows.back());
  std::array<std::uint64_t, warp_size> named{};
  std::copy_n(address, warp_size, named.begin());
  on_devices(warp, step, lanes, [&](const Step& one, std::uint32_t there) {
    std::copy_n(named.begin(), warp_size, address);
    run_load(warp, one, there);
    for (std::size_t k = 0; k < count; ++k) {
      one_by_one(there, [&](unsigned lane) {
        const std::uint64_t value = warp.row(step.rows[k])[lane];
        const bool is_first = (seen >> lane & 1U) == 0;
        if (parts.number == nullptr) {
          found[k][lane] =
              is_first ? value : operation.elements.update(warp, reduce, lane, found[k][lane], k);
          return;
        }
        for (unsigned part = 0; part < parts_of_element; ++part) {
          Combined& all = combined[k][lane][part];
          const double number =
              parts.number(static_cast<std::uint16_t>(value >> 8 * parts.bytes * part));
          all = {is_first ? number : parts.combined(all.number, number),
                 all.of_finite && std::isfinite(number)};
        }
      });
    }
    seen |= there;
  });
  for (std::size_t k = 0; k < count; ++k) {
    one_by_one(seen, [&](unsigned lane) {
      std::uint64_t value = found[k][lane];
      for (unsigned part = 0; parts.number != nullptr && part < parts_of_element; ++part) {
        const auto [number, of_finite] = combined[k][lane][part];
        const std::uint16_t bits = parts.bits(number);
        value |= std::uint64_t{bits} << 8 * parts.bytes * part;
        // Of 8 bits, the ISA does not tell what a sum beyond the largest number is.
        if (parts.bytes == 1 && of_finite && !std::isfinite(parts.number(bits)))
          warp.undefined |= 1U << lane;
      }
      warp.row(step.rows[k])[lane] = value;
    });
  }
}

/// A sum in the precision of a format.
template <class Format>
double rounded_sum(double a, double b) {
  return number_of<Format>(bits_of<Format>(a + b));
}

template <class Format>
NumberParts parts_of(const Decoder& in) {
  NumberParts parts{Format::width / 8, &number_of<Format>, &rounded_sum<Format>,
                    [](double x) { return bits_of<Format>(x); }};
  if (in.has("min")) parts.combined = [](double a, double b) { return std::fmin(a, b); };
  if (in.has("max")) parts.combined = [](double a, double b) { return std::fmax(a, b); };
  if (in.has("acc::f16")) parts.combined = &rounded_sum<Half>;
  // In 64 bits, which is as exact.
  if (in.has("acc::f32")) parts.combined = [](double a, double b) { return a + b; };
  return parts;
}

}  // namespace

void multimem(Decoder& in) {
  const LoadForm form = form_of(in);
  const std::vector<Operand>& o = in.operands();
  const bool loads = in.has("ld_reduce");
  const bool updates = in.has("red");
  AtomicUpdate update = nullptr;
  for (const std::string_view word : in.words())
    if (update == nullptr) update = update_of(word, in.type());
  const Decoder::Address address = in.address(o[loads ? 1 : 0], form.space);
  std::vector<std::uint32_t> rows =
      loads ? result_rows(in, o[0], form) : source_rows(in, o[1], form);
  rows.insert(updates ? rows.begin() : rows.end(), address.row);
  const std::size_t results = loads ? form.count : 0;
  Step step = updates ? in.deciding_step(&run_on_devices<&run_atomic>, std::move(rows), 0)
              : loads ? in.deciding_step(&run_load_reduce, std::move(rows), results)
                      : in.deciding_step(&run_on_devices<&run_store>, std::move(rows), 0, 1);
  Multimem made{set_form(in, step, form, address)};
  made.elements.count = form.count;
  made.elements.update = update;
  if (in.type().starts_with("e4m3")) made.parts = parts_of<E4M3>(in);
  if (in.type().starts_with("e5m2")) made.parts = parts_of<E5M2>(in);
  if (in.has("acc::f32"))
    made.parts = in.type().starts_with("bf") ? parts_of<BFloat>(in) : parts_of<Half>(in);
  in.add(std::move(step), std::move(made));
}

}  // namespace layoutcheck::gpu::ptx
