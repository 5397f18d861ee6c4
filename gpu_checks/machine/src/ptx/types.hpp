// Types: choosing an instruction's handler by the type that its text names.
#pragma once

#include "decode.hpp"
#include "exact.hpp"

namespace layoutcheck::gpu::ptx {

template <class T>
struct Tag {
  using type = T;
};

/// f(Tag<T>), a pointer, for the integer type of that name, or nullptr if it is none. The untyped
/// b8 to b64 are unsigned.
template <class F>
auto for_integer(std::string_view type, F f) -> decltype(f(Tag<std::uint32_t>{})) {
  if (type == "u32" || type == "b32") return f(Tag<std::uint32_t>{});
  if (type == "s32") return f(Tag<std::int32_t>{});
  if (type == "u64" || type == "b64") return f(Tag<std::uint64_t>{});
  if (type == "s64") return f(Tag<std::int64_t>{});
  if (type == "u16" || type == "b16") return f(Tag<std::uint16_t>{});
  if (type == "s16") return f(Tag<std::int16_t>{});
  if (type == "u8" || type == "b8") return f(Tag<std::uint8_t>{});
  if (type == "s8") return f(Tag<std::int8_t>{});
  return nullptr;
}

/// What the results of a step can hold, and how their exact integers come about.
struct Exact {
  Handler rule = nullptr;
  const IntegerType* type = nullptr;
  /// Whether the rule needs the results in their registers.
  bool after = false;
};

/// The integers of the type of that name, or nullptr if it is none.
inline const IntegerType* integer_type(std::string_view name) {
  return for_integer(name, []<class T>(Tag<T>) { return &integers_of<T>; });
}
/// The same, signed.
inline const IntegerType* signed_type(std::string_view name) {
  return for_integer(name, []<class T>(Tag<T>) { return &integers_of<std::make_signed_t<T>>; });
}

template <class T, class Op>
void run_unary(Warp& warp, const Step& step, std::uint32_t lanes) {
  std::uint64_t* d = warp.row(step.rows[0]);
  const std::uint64_t* a = warp.row(step.rows[1]);
  each(lanes, [&](unsigned i) { d[i] = put(static_cast<T>(Op::run(get<T>(a[i])))); });
}

template <class T, class Op>
void run_binary(Warp& warp, const Step& step, std::uint32_t lanes) {
  std::uint64_t* d = warp.row(step.rows[0]);
  const std::uint64_t* a = warp.row(step.rows[1]);
  const std::uint64_t* b = warp.row(step.rows[2]);
  each(lanes, [&](unsigned i) { d[i] = put(static_cast<T>(Op::run(get<T>(a[i]), get<T>(b[i])))); });
}

template <class T, class Op>
void run_ternary(Warp& warp, const Step& step, std::uint32_t lanes) {
  std::uint64_t* d = warp.row(step.rows[0]);
  const std::uint64_t* a = warp.row(step.rows[1]);
  const std::uint64_t* b = warp.row(step.rows[2]);
  const std::uint64_t* c = warp.row(step.rows[3]);
  each(lanes, [&](unsigned i) {
    d[i] = put(static_cast<T>(Op::run(get<T>(a[i]), get<T>(b[i]), get<T>(c[i]))));
  });
}

/// The rows of one result and the sources behind it, all of one type.
inline std::vector<std::uint32_t> rows_of(Decoder& in, std::string_view type) {
  std::vector<std::uint32_t> rows{in.result(in.operands()[0])};
  for (std::size_t i = 1; i < in.operands().size(); ++i)
    rows.push_back(in.source(in.operands()[i], type));
  return rows;
}

/// Adds a step of one result whose operands all have the type.
inline void add_plain(Decoder& in, Handler run, const Exact& exact, std::string_view type) {
  Step step = in.step(run, rows_of(in, type), 1);
  step.exact = exact.rule;
  step.exact_after = exact.after;
  step.result_type = exact.type;
  in.add(std::move(step));
}

/// Arithmetic on f16, bf16, f32 and f64; returns false if the type is none of them.
bool decode_floating(Decoder& in);

/// The least or the greatest of some numbers of f32, as instructions that reduce have it.
struct FloatReduction {
  bool is_least = false;
  bool of_absolutes = false;
  bool nan_wins = false;
};
FloatReduction float_reduction(const Decoder& in);
std::uint64_t reduced(std::span<const std::uint64_t> numbers, const FloatReduction& how);

}  // namespace layoutcheck::gpu::ptx
