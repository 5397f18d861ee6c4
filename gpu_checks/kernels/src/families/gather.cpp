// The families that read through one layout and write in order: how an index becomes an offset.
#include "families/draft.hpp"
#include <layoutcheck/notation/text.hpp>

#include <algorithm>

namespace layoutcheck::gpu {

namespace {

constexpr std::uint32_t gather_block = 256;

const Layout& layout_of(const std::vector<Value>& operands) {
  return std::get<Layout>(operands.front());
}

/// A job whose thread i reads place L(i), and writes place i; `arguments` come before the pointers.
Job gather(const std::string& file, const std::string& entry, const Layout& layout,
           std::vector<Argument> arguments, bool narrow) {
  const Points at(layout);
  const Int n = at.size();
  Job job = make_job(file, entry, at.cosize(), n);
  job.launch.arguments = std::move(arguments);
  job.launch.arguments.push_back(source_argument());
  job.launch.arguments.push_back(destination_argument());
  job.elements = n;
  if (narrow) {
    job.largest_index = last_index(n, gather_block);
    job.largest_offset = at.cosize() - 1;
  }
  over_indices(job, n, gather_block, layout);
  expect_gather(job, at, gather_block);
  return job;
}

using MakeJob = std::function<Outcome<Job>(const std::vector<Value>&)>;

/// A job for the layout that is the only operand, if kernels take it.
template <class Make>
MakeJob for_layout(Make make) {
  return [make](const std::vector<Value>& operands) -> Outcome<Job> {
    const Layout& layout = layout_of(operands);
    if (const std::string why = objection(layout); !why.empty()) return Undefined{why};
    return make(layout);
  };
}

/// What cu/constants.cu asks for: the layout as an expression.
std::string prologue(const Layout& layout, bool narrow) {
  std::string offset;
  Int place = 1;
  for (std::size_t i = 0; i < layout.length(); ++i) {
    const auto constant = [](Int x) { return "INDEX(" + std::to_string(x) + "ll)"; };
    offset += offset.empty() ? "" : " + ";
    offset += "(i) / " + constant(place) + " % " + constant(layout.extents()[i]) + " * " +
              constant(layout.strides()[i]);
    place = checked_multiply(place, layout.extents()[i]);
  }
  return std::string("#define INDEX ") + (narrow ? "int" : "long") + "\n#define SIZE INDEX(" +
         std::to_string(place) + "ll)\n#define OFFSET(i) (" + (offset.empty() ? "0" : offset) +
         ")\n";
}

MakeJob constants(bool narrow) {
  return for_layout([narrow](const Layout& layout) {
    Job job = gather("constants", "constants", layout, {}, narrow);
    job.source = prologue(layout, narrow) + job.source;
    return job;
  });
}

template <class Index>
MakeJob parameters(const std::string& entry) {
  return for_layout([entry](const Layout& layout) {
    return gather("parameters", entry, layout,
                  {Argument::value(DeviceLayout<Index>(layout)),
                   Argument::value(static_cast<Index>(oracle::size(layout)))},
                  sizeof(Index) == 4);
  });
}

template <class Index>
MakeJob arrays(const std::string& entry) {
  return for_layout([entry](const Layout& layout) {
    Job job =
        gather("arrays", entry, layout,
               {Argument::value(static_cast<std::int32_t>(layout.length())), Argument::pointer({2}),
                Argument::pointer({3}), Argument::value(static_cast<Index>(oracle::size(layout)))},
               sizeof(Index) == 4);
    job.buffers.push_back(table_of<Index>(layout.extents()));
    job.buffers.push_back(table_of<Index>(layout.strides()));
    return job;
  });
}

/// struct Divisor32 and Divisor64 of cu/reciprocals.cu.
template <class Index>
struct Divisor {
  Index value = 1;
  Index multiplier = 0;
  Index shift = 0;
};

/// The least s with d <= 2^s.
unsigned ceil_log2(const Exact& d) {
  unsigned s = 0;
  while ((Exact{1} << s) < d)
    ++s;
  return s;
}

Divisor<std::uint32_t> divisor32(Int d) {
  if (d == 1) return {};
  const unsigned shift = ceil_log2(d) - 1;
  const Exact multiplier = ((Exact{1} << (32 + shift)) + d - 1) / d;
  return {static_cast<std::uint32_t>(d), static_cast<std::uint32_t>(multiplier & 0xffffffffU),
          shift};
}

Divisor<std::uint64_t> divisor64(Int d) {
  const unsigned shift = ceil_log2(d);
  const Exact multiplier = (Exact{1} << (64 + shift)) / d + 1 - (Exact{1} << 64);
  return {static_cast<std::uint64_t>(d), static_cast<std::uint64_t>(multiplier), shift};
}

template <class Index>
struct Reciprocals {
  std::int32_t rank = 0;
  std::array<Divisor<Index>, most_modes> extents{};
  std::array<Index, most_modes> strides{};
};

template <class Index>
MakeJob reciprocals(const std::string& entry, Divisor<Index> (*divisor)(Int)) {
  return for_layout([=](const Layout& layout) {
    Reciprocals<Index> device;
    device.rank = static_cast<std::int32_t>(layout.length());
    for (std::size_t i = 0; i < layout.length(); ++i) {
      device.extents[i] = divisor(layout.extents()[i]);
      device.strides[i] = static_cast<Index>(layout.strides()[i]);
    }
    Job job =
        gather("reciprocals", entry, layout,
               {Argument::value(device), Argument::value(static_cast<Index>(oracle::size(layout)))},
               sizeof(Index) == 4);
    job.offset_bits = 32;
    return job;
  });
}

template <class Index>
MakeJob odometer(const std::string& entry) {
  return for_layout([entry](const Layout& layout) {
    constexpr std::int32_t run = 7;
    const Points at(layout);
    const Int n = at.size();
    Job job = make_job("odometer", entry, at.cosize(), n);
    job.launch.arguments = {Argument::value(DeviceLayout<Index>(layout)),
                            Argument::value(static_cast<Index>(n)), Argument::value(run),
                            source_argument(), destination_argument()};
    job.elements = n;
    if (sizeof(Index) == 4) {
      job.largest_index = last_index(n, gather_block * run) + run;
      job.largest_offset = at.cosize() - 1;
    }
    over_indices(job, n, gather_block, layout, run);
    job.expect = [at, n](const Dim3& block, const Dim3& thread, Touches& touches) {
      const Int first = index_of(gather_block, block, thread) * run;
      for (Int i = first; i < first + run && i < n; ++i) {
        touches.reads.push_back(at(i));
        touches.writes.push_back(i);
        touches.values.push_back(at(i));
      }
    };
    return job;
  });
}

/// What Swizzle<bits, base, shift> makes of an offset: the digits base … base + bits − 1 of x in
/// base 2, each plus the one `shift` places higher, modulo 2.
Int swizzled(Int x, unsigned bits, unsigned base, unsigned shift) {
  Int result = x;
  const auto digit = [&](unsigned place) { return x / (Int{1} << place) % 2; };
  for (unsigned place = base; place < base + bits; ++place)
    result += ((digit(place) + digit(place + shift)) % 2 - digit(place)) * (Int{1} << place);
  return result;
}

Outcome<Job> swizzle(const std::vector<Value>& operands) {
  const Layout& layout = layout_of(operands);
  if (const std::string why = objection(layout); !why.empty()) return Undefined{why};
  for (std::size_t i = 1; i <= 3; ++i)
    if (std::get<Int>(operands[i]) > 16) return Undefined{"a swizzle of so many bits"};
  const auto bits = static_cast<unsigned>(std::get<Int>(operands[1]));
  const auto base = static_cast<unsigned>(std::get<Int>(operands[2]));
  const auto shift = static_cast<unsigned>(std::get<Int>(operands[3]));
  if (shift < bits) return Undefined{"a swizzle of more bits than it moves them by"};
  Job job = gather("swizzle", "swizzle", layout, {}, false);
  const Points at(layout);
  // The swizzle permutes each block of 2^(base + bits) places.
  const Int unit = Int{1} << (base + bits);
  job.buffers[source_buffer].bytes =
      static_cast<std::uint64_t>(ceil_div(at.cosize(), unit) * unit) * sizeof(std::uint32_t);
  const Int mask = ((Int{1} << bits) - 1) << (base + shift);
  job.launch.arguments = {Argument::value(DeviceLayout<std::int64_t>(layout)),
                          Argument::value(mask),
                          Argument::value(static_cast<std::int32_t>(shift)),
                          Argument::value(at.size()),
                          source_argument(),
                          destination_argument()};
  job.expect = [at, bits, base, shift](const Dim3& block, const Dim3& thread, Touches& touches) {
    const Int i = index_of(gather_block, block, thread);
    if (i >= at.size()) return;
    const Int from = swizzled(at(i), bits, base, shift);
    touches.reads = {from};
    touches.writes = {i};
    touches.values = {from};
  };
  return job;
}

}  // namespace

std::vector<Family> gather_families() {
  const std::vector<Sort> layout = {Sort::layout};
  const auto sample = [](const std::string& name) {
    return std::vector<std::string>{"gpu." + name + "((4,(3,5)):(1,(20,4)))",
                                    "gpu." + name + "((7,11,13):(143,13,1))"};
  };
  const auto family = [&](const std::string& name, const std::string& stands_for, MakeJob job) {
    return Family{name, stands_for, layout, std::move(job), sample(name)};
  };
  const auto compiled = [&](const std::string& name, const std::string& stands_for, bool narrow) {
    Family with_constants = family(name, stands_for, constants(narrow));
    with_constants.compiles_each = true;
    return with_constants;
  };
  return {
      compiled("constants32", "layouts in template arguments or generated code, int", true),
      compiled("constants64", "the same with 64-bit indices", false),
      family("parameters32", "offset calculators of elementwise kernels, int",
             parameters<std::int32_t>("parameters32")),
      family("parameters64", "the same with 64-bit indices",
             parameters<std::int64_t>("parameters64")),
      family("arrays32", "shapes and strides in memory, int", arrays<std::int32_t>("arrays32")),
      family("arrays64", "the same with 64-bit indices", arrays<std::int64_t>("arrays64")),
      family("reciprocals32", "FastDivmod: quotients by a multiplication and a shift",
             reciprocals<std::uint32_t>("reciprocals32", divisor32)),
      family("reciprocals64", "the same with a multiplier of 65 bits",
             reciprocals<std::uint64_t>("reciprocals64", divisor64)),
      family("odometer32", "iterators that carry from mode to mode, int",
             odometer<std::int32_t>("odometer32")),
      family("odometer64", "the same with 64-bit indices", odometer<std::int64_t>("odometer64")),
      {"swizzle",
       "a swizzle of the offset: layout, bits, base, shift",
       {Sort::layout, Sort::integer, Sort::integer, Sort::integer},
       swizzle,
       {"gpu.swizzle((8,64):(64,1), 3, 3, 3)", "gpu.swizzle((16,16):(16,1), 2, 0, 5)"}},
  };
}

}  // namespace layoutcheck::gpu
