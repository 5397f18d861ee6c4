// The families whose layouts the algebra makes: composition, and the partitions that divisions,
// products and thread-value layouts give.
#include "families/draft.hpp"
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/oracles/complement.hpp>
#include <layoutcheck/oracles/division.hpp>

namespace layoutcheck::gpu {

namespace {

using oracle::ExactLayout;

constexpr oracle::Limits limits{std::size_t{1} << 18};

std::string first_objection(std::initializer_list<Layout> layouts) {
  for (const Layout& layout : layouts)
    if (std::string why = objection(layout); !why.empty()) return why;
  return "";
}

Outcome<Job> composed(const std::vector<Value>& operands) {
  constexpr std::uint32_t block_size = 256;
  const Layout& a = layout_at(operands, 0);
  const Layout& b = layout_at(operands, 1);
  const Outcome<ExactLayout> composite =
      oracle::composition(ExactLayout(a), ExactLayout(b), Convention::strict, limits);
  if (!composite) return composite.undefined();
  const Layout r = oracle::to_layout(*composite);
  if (const std::string why = first_objection({a, b, r}); !why.empty()) return Undefined{why};
  const Points at_a(a);
  const Points at_b(b);
  const Int n = at_b.size();
  Job job = make_job("composed", "composed", at_a.cosize(), 2 * n);
  job.launch.arguments = {Argument::value(DeviceLayout<std::int64_t>(a)),
                          Argument::value(DeviceLayout<std::int64_t>(b)),
                          Argument::value(DeviceLayout<std::int64_t>(r)),
                          Argument::value(n),
                          source_argument(),
                          destination_argument()};
  job.elements = 2 * n;
  over_indices(job, n, block_size, r);
  job.expect = [at_a, at_b, n](const Dim3& block, const Dim3& thread, Touches& touches) {
    const Int i = index_of(block_size, block, thread);
    if (i >= n) return;
    const Int from = at_a(at_b(i));
    touches.reads = {from, from};
    touches.writes = {2 * i, 2 * i + 1};
    touches.values = {from, from};
  };
  return job;
}

/// A job whose thread t takes the values v = 0, 1, … from place(t, v); `threads` and `values` are
/// the layouts that the kernel is given for that.
template <class Place>
Outcome<Job> partition(const Layout& threads, const Layout& values, Int places, Place place) {
  constexpr std::uint32_t block_size = 128;
  constexpr Int most_values = 256;
  if (const std::string why = first_objection({threads, values}); !why.empty())
    return Undefined{why};
  const Int thread_count = oracle::to_int(oracle::size(threads));
  const Int value_count = oracle::to_int(oracle::size(values));
  if (value_count > most_values) return Undefined{"too many values for a thread"};
  if (places > most_places) return Undefined{"the layout reaches too far"};
  Job job = make_job("partition", "partition", places, thread_count * value_count);
  job.launch.arguments = {Argument::value(DeviceLayout<std::int64_t>(threads)),
                          Argument::value(DeviceLayout<std::int64_t>(values)),
                          Argument::value(thread_count),
                          Argument::value(static_cast<std::int32_t>(value_count)),
                          source_argument(),
                          destination_argument()};
  job.elements = thread_count * value_count;
  over_indices(job, thread_count, block_size, threads);
  job.expect = [=](const Dim3& block, const Dim3& thread, Touches& touches) {
    const Int t = index_of(block_size, block, thread);
    if (t >= thread_count) return;
    for (Int v = 0; v < value_count; ++v) {
      touches.reads.push_back(place(t, v));
      touches.writes.push_back(t * value_count + v);
    }
    touches.values = touches.reads;
  };
  return job;
}

/// A ⊘ B: the values of a thread are a tile, and the threads stand where B's complement repeats it.
Outcome<Job> divide(const std::vector<Value>& operands) {
  const Layout& a = layout_at(operands, 0);
  const Layout& b = layout_at(operands, 1);
  const Outcome<ExactLayout> quotient =
      oracle::logical_divide(ExactLayout(a), ExactLayout(b), Convention::strict, limits);
  if (!quotient) return quotient.undefined();
  const std::vector<ExactLayout> parts = quotient->modes();
  const Outcome<ExactLayout> rest =
      oracle::flat_complement(b, oracle::size(a), Convention::strict, limits);
  if (!rest) return rest.undefined();
  const Points at_a(a);
  const Points tile(b);
  const Points repeated(*rest);
  return partition(oracle::to_layout(parts[1]), oracle::to_layout(parts[0]), at_a.cosize(),
                   [=](Int t, Int v) { return at_a(tile(v) + repeated(t)); });
}

/// A ⊗ B: the values of a thread are A, and the threads stand where the product repeats it.
Outcome<Job> product(const std::vector<Value>& operands) {
  const Layout& a = layout_at(operands, 0);
  const Layout& b = layout_at(operands, 1);
  const Outcome<ExactLayout> both =
      oracle::logical_product(ExactLayout(a), ExactLayout(b), Convention::strict, limits);
  if (!both) return both.undefined();
  const std::vector<ExactLayout> parts = both->modes();
  const Exact n = oracle::complementable_from(a, oracle::size(a) * oracle::cosize(b));
  const Outcome<ExactLayout> room = oracle::flat_complement(a, n, Convention::strict, limits);
  if (!room) return room.undefined();
  const Points tile(a);
  const Points at_b(b);
  const Points places(*room);
  return partition(oracle::to_layout(parts[1]), oracle::to_layout(parts[0]),
                   oracle::to_int(oracle::cosize(*both)),
                   [=](Int t, Int v) { return tile(v) + places(at_b(t)); });
}

/// A∘T, where T = (threads, values) says which point of A's domain a thread takes as which value.
Outcome<Job> thread_values(const std::vector<Value>& operands) {
  const Layout& a = layout_at(operands, 0);
  const Layout& t = layout_at(operands, 1);
  if (t.is_entry() || t.modes().size() != 2)
    return Undefined{to_string(t) + " has no two modes, of threads and of values"};
  const Outcome<ExactLayout> composite =
      oracle::composition(ExactLayout(a), ExactLayout(t), Convention::strict, limits);
  if (!composite) return composite.undefined();
  const std::vector<ExactLayout> parts = composite->modes();
  const Points at_a(a);
  const Points at_t(t);
  const Int threads = oracle::to_int(oracle::size(parts[0]));
  return partition(oracle::to_layout(parts[0]), oracle::to_layout(parts[1]), at_a.cosize(),
                   [=](Int thread, Int v) { return at_a(at_t(thread + threads * v)); });
}

}  // namespace

std::vector<Family> algebra_families() {
  const std::vector<Sort> two = {Sort::layout, Sort::layout};
  return {
      {"composed",
       "a composed layout beside its two steps",
       two,
       composed,
       {"gpu.composed((6,2):(8,2), (4,3):(3,1))", "gpu.composed((20,2):(16,4), (4,5):(1,4))"}},
      {"divide",
       "tiles of a tensor, one a thread: logical_divide",
       two,
       divide,
       {"gpu.divide((4,2,3):(2,1,8), 4:2)", "gpu.divide((32,32):(32,1), (4,2):(1,32))"}},
      {"product",
       "copies of a tile, one a thread: logical_product",
       two,
       product,
       {"gpu.product((2,2):(4,1), 6:1)", "gpu.product((4,8):(1,4), (16,8):(8,1))"}},
      {"thread_values",
       "a thread-value layout composed with a tensor's",
       two,
       thread_values,
       {"gpu.thread_values((8,8):(1,8), ((2,8),(4)):((4,8),(1)))",
        "gpu.thread_values((16,32):(32,1), ((8,16),(2,2)):((2,16),(1,256)))"}},
  };
}

}  // namespace layoutcheck::gpu
