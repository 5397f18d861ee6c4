// The forms of instructions that the executor has, as data: decoding, refusal and tests go by it.
#pragma once

#include "syntax.hpp"

#include <span>

namespace layoutcheck::gpu::ptx {

/// A form of some opcodes.
struct Form {
  /// The words of an opcode, each one of several (`lo|hi`), perhaps left out (`sat?`); those in
  /// brackets come in any order, as ptxas takes them. Upper-case names stand for lists of words,
  /// `...` at the end for words that the decoder knows.
  std::string_view words;
  /// The operands, each perhaps left out, by what they are: a type of register; `T`, the type in
  /// the last word, `U`, that in the word before it, `W`, the integer twice as wide as T; `E`,
  /// elements of T, as many as v2 and v4 say; `[M]`, an address in the state space that a word
  /// names; `V`, the registers of tcgen05.ld and st, as many as their shape and `x` say; `[map]`, a
  /// tensor map and coordinates; `{offsets}`, those of im2col mode; `[sp]`, the metadata
  /// of sparse A, if `sp` is among the words; `pred/`, perhaps with a second
  /// one, `p|q`; or as they are written. `...` are any.
  std::string_view operands;
  /// Since which version of PTX (78 for 7.8) and architecture (90 for sm_90); 0 for what sm_75 had.
  unsigned version = 0;
  unsigned target = 0;
  /// Whether only such as sm_90a have it.
  bool specific = false;
};

std::span<const Form> all_forms();

/// The form, since when there are all of these words of it.
Form with_needs(Form form, std::span<const std::string_view> words);

/// A word of a form: one of these.
struct FormWord {
  std::vector<std::string_view> alternatives;
  bool optional = false;
  /// Whether it is in brackets.
  bool in_any_order = false;
};
std::vector<FormWord> words_of(const Form& form);

/// The patterns of the operands, each with its mark.
std::vector<std::string_view> patterns_of(const Form& form);

/// Whether these are the words of a form.
bool is_form(std::span<const std::string_view> words);

/// Throws PtxError unless the instruction has one of the forms, in a module of this version and
/// target.
void require_form(const Instruction& instruction, const Module& module);

}  // namespace layoutcheck::gpu::ptx
