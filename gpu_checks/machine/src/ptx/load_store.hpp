// Loads, stores and atomic updates: what multimem shares with them.
#pragma once

#include "decode.hpp"
#include "operations.hpp"

namespace layoutcheck::gpu::ptx {

struct LoadForm {
  StateSpace space = StateSpace::generic;
  std::uint32_t count = 1;  // elements of the vector
  bool orders = false;
  bool is_strong = false;
  bool is_strong_in_cluster = false;
  bool policy = false;  // a last operand tells the cache what to keep
};

/// The words behind the opcode. The others are hints to caches, and orders and scopes that the
/// executor's own order satisfies.
LoadForm form_of(const Decoder& in);

/// Puts the address into the step.
Elements set_form(const Decoder& in, Step& step, const LoadForm& form,
                  const Decoder::Address& address);

/// The rows of elements; two for each of 128 bits.
std::vector<std::uint32_t> result_rows(Decoder& in, const Operand& operand, const LoadForm& form);
std::vector<std::uint32_t> source_rows(Decoder& in, const Operand& operand, const LoadForm& form);

/// Rows: the elements, then the address.
void run_load(Warp& warp, const Step& step, std::uint32_t lanes);
void run_store(Warp& warp, const Step& step, std::uint32_t lanes);
/// Rows: the old value, the address, b, and c for cas; of vectors, and of the halves of 128 bits,
/// one for each.
void run_atomic(Warp& warp, const Step& step, std::uint32_t lanes);

/// multimem.ld_reduce, .st and .red (multimem.cpp).
void multimem(Decoder& in);

}  // namespace layoutcheck::gpu::ptx
