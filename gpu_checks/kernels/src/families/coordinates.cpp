// The families of hierarchical coordinates.
#include "families/draft.hpp"
#include <layoutcheck/notation/text.hpp>

#include <algorithm>

namespace layoutcheck::gpu {

namespace {

constexpr std::uint32_t coordinates_block = 256;
constexpr std::size_t most_rank = 3;

/// struct Nested of cu/coordinates.cu.
struct Nested {
  std::int32_t rank = 0;
  std::array<std::int32_t, most_rank + 1> first{};
  std::array<std::int64_t, most_modes> extents{};
  std::array<std::int64_t, most_modes> strides{};
};

Nested nested(const Layout& layout) {
  Nested device;
  const std::vector<Profile> modes =
      layout.is_entry() ? std::vector{Profile()} : layout.profile().modes();
  device.rank = static_cast<std::int32_t>(modes.size());
  std::int32_t entries = 0;
  for (std::size_t m = 0; m < most_rank; ++m) {
    if (m < modes.size()) entries += static_cast<std::int32_t>(modes[m].length());
    device.first[m + 1] = entries;
  }
  std::copy(layout.extents().begin(), layout.extents().end(), device.extents.begin());
  std::copy(layout.strides().begin(), layout.strides().end(), device.strides.begin());
  return device;
}

std::string objection_to_modes(const Layout& layout) {
  if (std::string why = objection(layout); !why.empty()) return why;
  return layout.modes().size() > most_rank ? to_string(layout) + " has more than three modes" : "";
}

Outcome<Job> crd2idx(const std::vector<Value>& operands) {
  const Layout& layout = std::get<Layout>(operands.front());
  if (const std::string why = objection_to_modes(layout); !why.empty()) return Undefined{why};
  std::vector<Points> modes;
  for (const Layout& mode : layout.modes())
    modes.emplace_back(mode);
  modes.resize(most_rank, Points(Layout::entry(1, 0)));
  if (std::max(modes[1].size(), modes[2].size()) > 65535) return Undefined{"a grid of such height"};
  const Int rows = modes[0].size();
  const Int columns = modes[1].size();
  const Int n = oracle::to_int(oracle::size(layout));
  const Int places = oracle::to_int(oracle::cosize(layout));
  Job job = make_job("coordinates", "crd2idx", places, n);
  // Each column has blocks of its own, in which hardly any thread has something to do if there are
  // few rows. Some that have nothing to do remain, so that the kernel's test of them matters.
  const auto threads =
      static_cast<std::uint32_t>(std::min<Int>(coordinates_block, ceil_div(rows, 8) * 8));
  job.launch.block = {threads, 1, 1};
  job.launch.grid = {static_cast<std::uint32_t>(ceil_div(rows, threads)),
                     static_cast<std::uint32_t>(columns),
                     static_cast<std::uint32_t>(modes[2].size())};
  job.launch.arguments = {Argument::value(nested(layout)), source_argument(),
                          destination_argument()};
  job.elements = n;
  choose_blocks(job, places);
  job.expect = [=](const Dim3& block, const Dim3& thread, Touches& touches) {
    const Int i = index_of(threads, block, thread);
    if (i >= rows) return;
    touches.reads = {modes[0](i) + modes[1](block.y) + modes[2](block.z)};
    touches.writes = {i + rows * (block.y + columns * block.z)};
    touches.values = touches.reads;
  };
  return job;
}

Outcome<Job> idx2crd(const std::vector<Value>& operands) {
  const NestedTuple& shape = std::get<NestedTuple>(operands.front());
  const Layout layout(shape.profile(), shape.entries(), Tuple(shape.length(), 0));
  if (const std::string why = objection_to_modes(layout); !why.empty()) return Undefined{why};
  const auto length = static_cast<Int>(shape.length());
  if (length == 0) return Undefined{"there is no coordinate to write"};
  const Int n = oracle::to_int(oracle::size(layout));
  Job job = make_job("coordinates", "idx2crd", 1, n * length, 8);
  job.launch.arguments = {Argument::value(nested(layout)), Argument::value(n),
                          destination_argument()};
  job.elements = n * length;
  over_indices(job, n, coordinates_block, layout);
  job.expect = [n, extents = shape.entries()](const Dim3& block, const Dim3& thread,
                                              Touches& touches) {
    const Int i = index_of(coordinates_block, block, thread);
    if (i >= n) return;
    Int place = i * static_cast<Int>(extents.size());
    Int rest = i;
    for (const Int extent : extents) {
      touches.writes.push_back(place++);
      touches.values.push_back(rest % extent);
      rest /= extent;
    }
  };
  return job;
}

}  // namespace

std::vector<Family> coordinate_families() {
  return {
      {"crd2idx",
       "crd2idx of a nested layout, a coordinate for each mode",
       {Sort::layout},
       crd2idx,
       {"gpu.crd2idx(((2,3),(4,5)):((20,40),(1,4)))",
        "gpu.crd2idx(((16,3),7,(2,2)):((7,1),400,(3,1000)))"}},
      {"idx2crd",
       "idx2crd of a nested shape, mode by mode",
       {Sort::shape},
       idx2crd,
       {"gpu.idx2crd(((2,3),(4,5)))", "gpu.idx2crd((16,(3,7),2))"}},
  };
}

}  // namespace layoutcheck::gpu
