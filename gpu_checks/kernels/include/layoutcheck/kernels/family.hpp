// Families: kernels of one kind, the launch for given operands, and what each thread must touch, by
// the oracle.
#pragma once

#include <layoutcheck/machine/executor.hpp>
#include <layoutcheck/notation/case.hpp>
#include <layoutcheck/notation/outcome.hpp>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace layoutcheck::gpu {

/// What one thread does. Places are counted in elements from where the kernel's pointer points, and
/// in shared memory from the lowest place that a thread of the launch touches. A vector access
/// stands at the place of its first element.
struct Touches {
  std::vector<Int> reads;  // of the source
  std::vector<Int> shared_writes;
  std::vector<Int> shared_reads;
  std::vector<Int> writes;  // of the destination
  /// What each element of each write holds after the launch; one that comes from the source has the
  /// number of its place there.
  std::vector<Int> values;

  void clear();
};

/// A buffer of a job.
struct BufferSpec {
  std::uint64_t bytes = 0;
  Fill fill = {};
  /// How far behind its beginning the kernel's pointer points.
  std::int64_t origin = 0;
  /// The bytes of an element, and the elements of an access.
  std::uint32_t width = 4;
  std::uint32_t vector = 1;
};

/// One case of a family, ready to be run.
struct Job {
  /// The name of the kernels' file without its ending, and the CUDA C++.
  std::string name;
  std::string source;
  /// Whether the source includes CuTe, or other headers of CUTLASS.
  bool needs_cutlass = false;
  /// Arguments name buffers by their number below. No list of blocks means all.
  Launch launch;
  /// The source and the destination, then tables that a kernel reads.
  std::vector<BufferSpec> buffers;
  /// Whether expect() says what happens in shared memory.
  bool checks_shared = true;
  /// How many elements all blocks together write, each once.
  Int elements = 0;
  /// For a kernel that computes in 32 bits: the largest index of a thread, or the size where that
  /// is larger; the largest offset, and the bits that it has for offsets.
  Exact largest_index = 0;
  Exact largest_offset = 0;
  unsigned offset_bits = 31;
  /// Sets what a thread must do; pre: `touches` is clear.
  std::function<void(const Dim3& block, const Dim3& thread, Touches& touches)> expect;
};

inline constexpr std::size_t source_buffer = 0;
inline constexpr std::size_t destination_buffer = 1;

/// Whether 32 bits suffice for the job: its indices and its size are below 2^31, and its offsets
/// fit. Nothing else matters: a stride or an extent that is larger belongs to a mode of extent 1,
/// whose coordinate is 0, and what exceeds on the way comes back with the carry.
bool suffices(const Job& job);

struct Family {
  /// "copy64"; the operation of its cases is "gpu.copy64".
  std::string name;
  /// What it stands for in real kernels, in one line.
  std::string stands_for;
  std::vector<Sort> operands;
  /// The launch for these operands; undefined where the kernel is not made for them. Throws
  /// Overflow, LimitReached.
  std::function<Outcome<Job>(const std::vector<Value>&)> job;
  /// Cases that are always run, as lines: those whose PTX is in the corpus.
  std::vector<std::string> samples;
  /// Whether the operands are constants in the source, so that each case is compiled.
  bool compiles_each = false;
};

/// All families; those of CuTe need its headers to be compiled.
const std::vector<Family>& families();

/// The family of this name, or nullptr.
const Family* find_family(std::string_view name);

/// The operations of the families' cases.
const Vocabulary& family_vocabulary();

/// The operands of a case of the family, "gpu.copy64((2,3):(1,4), (2,3):(3,1))". Throws ParseError.
std::vector<Value> parse_operands(std::string_view line);

/// The text of a file of the kernels, "copy.cu", with what it includes. Throws std::out_of_range.
std::string kernel_source(std::string_view file);

/// FNV-1a of the text, 16 hexadecimal digits: how the corpus says which source its PTX is from.
std::string source_hash(std::string_view text);

}  // namespace layoutcheck::gpu
