// Families: kernels of one kind, the launch for given operands, and the accesses that the oracle
// expects of each thread.
#pragma once

#include <layoutcheck/machine/executor.hpp>
#include <layoutcheck/notation/case.hpp>
#include <layoutcheck/notation/outcome.hpp>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace layoutcheck::gpu {

/// The accesses of one thread. Places are counted in elements, relative to the kernel's pointer; in
/// shared memory, relative to the lowest place that a thread of the launch touches. The place of a
/// vector access is that of its first element.
struct Touches {
  std::vector<Int> reads;  // of the source
  std::vector<Int> shared_writes;
  std::vector<Int> shared_reads;
  std::vector<Int> writes;  // of the destination
  /// The contents of each written element after the launch; an element that comes from the source
  /// has the number of its place there.
  std::vector<Int> values;

  void clear();
};

/// A buffer of a job.
struct BufferSpec {
  std::uint64_t bytes = 0;
  Fill fill = {};
  /// The offset of the kernel's pointer from its beginning.
  std::int64_t origin = 0;
  /// The size of an element in bytes, and of an access in elements.
  std::uint32_t width = 4;
  std::uint32_t vector = 1;
};

/// One case of a family, ready to run.
struct Job {
  /// The name of the kernel file without its extension, and the CUDA C++.
  std::string name;
  std::string source;
  /// Whether the source includes CuTe or other headers of CUTLASS.
  bool needs_cutlass = false;
  /// Arguments name buffers by their number below. An empty list of blocks means all.
  Launch launch;
  /// The source and the destination, then tables that the kernel reads.
  std::vector<BufferSpec> buffers;
  /// Whether expect() covers shared memory.
  bool checks_shared = true;
  /// The first architecture that has the kernel's instructions, "sm_90", or the only one, "sm_90a";
  /// "" for CUDA C++ that any compiler takes.
  std::string architecture;
  /// Whether instructions move tiles, so that PTX does not say which thread accesses what: then
  /// expect() is asked of each block, with its first thread, and says which elements the block
  /// touches, however often.
  bool by_block = false;
  /// The number of elements that all blocks together write, each once.
  Int elements = 0;
  /// For a kernel that computes in 32 bits: the largest index of a thread, or the size if larger;
  /// the largest offset, and the number of bits of its offsets.
  Exact largest_index = 0;
  Exact largest_offset = 0;
  unsigned offset_bits = 31;
  /// Sets the expected accesses of a thread; pre: `touches` is clear.
  std::function<void(const Dim3& block, const Dim3& thread, Touches& touches)> expect;
};

inline constexpr std::size_t source_buffer = 0;
inline constexpr std::size_t destination_buffer = 1;

/// Whether 32 bits suffice for the job: its indices and its size are below 2^31, and its offsets
/// fit. Nothing else matters: a larger stride or extent belongs to a mode of extent 1, whose
/// coordinate is 0, and intermediate overflows are undone by the carry.
bool suffices(const Job& job);

struct Family {
  /// "copy64"; the operation of its cases is "gpu.copy64".
  std::string name;
  /// What it models in real kernels, in one line.
  std::string stands_for;
  std::vector<Sort> operands;
  /// The launch for these operands; undefined if the kernel does not support them. Throws Overflow,
  /// LimitReached.
  std::function<Outcome<Job>(const std::vector<Value>&)> job;
  /// Cases that always run, as lines: those whose PTX is in the corpus.
  std::vector<std::string> samples;
  /// Whether the operands are constants in the source, so that each case must be compiled.
  bool compiles_each = false;
};

/// All families; those of CuTe need its headers to compile.
const std::vector<Family>& families();

/// The family of this name, or nullptr.
const Family* find_family(std::string_view name);

/// The operations of the families' cases.
const Vocabulary& family_vocabulary();

/// The operands of a case of the family, "gpu.copy64((2,3):(1,4), (2,3):(3,1))". Throws ParseError.
std::vector<Value> parse_operands(std::string_view line);

/// The text of a kernel file, "copy.cu", with its includes. Throws std::out_of_range.
std::string kernel_source(std::string_view file);

/// FNV-1a of the text, 16 hexadecimal digits: identifies the source of PTX in the corpus.
std::string source_hash(std::string_view text);

}  // namespace layoutcheck::gpu
