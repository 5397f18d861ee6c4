// What the families' jobs are made of.
#include "families/draft.hpp"

#include "families/embedded.hpp"
#include <layoutcheck/notation/text.hpp>

#include <algorithm>
#include <bit>
#include <numeric>
#include <set>

namespace layoutcheck::gpu {

namespace {

/// Tables of more points than this are not kept.
constexpr Int most_tabulated = Int{1} << 20;

/// Elements that a launch may write if their places lie close together, and if they do not: then
/// each costs a page of memory.
constexpr Int most_dense = Int{1} << 20;
constexpr Int most_sparse = Int{1} << 14;
constexpr Int dense = 64;

/// Where an offset passes 2^31 or 2^32, the index of the first point beyond it, for each mode that
/// reaches so far by itself.
std::vector<Int> crossings(const Layout& layout) {
  std::vector<Int> points;
  Int place = 1;
  for (std::size_t i = 0; i < layout.length(); ++i) {
    const Int extent = layout.extents()[i];
    const Int stride = layout.strides()[i];
    for (const Int power : {Int{1} << 31, Int{1} << 32}) {
      const Int steps = stride == 0 ? extent : ceil_div(power, stride);
      if (steps < extent) points.push_back(place * steps);
    }
    place = checked_multiply(place, extent);
  }
  return points;
}

std::vector<std::uint64_t> chosen_blocks(std::uint64_t count, std::span<const Int> wanted) {
  std::set<std::uint64_t> chosen;
  const auto choose_around = [&](std::uint64_t block) {
    for (const std::uint64_t near : {block - 1, block})
      if (near < count) chosen.insert(near);
  };
  choose_around(0);
  choose_around(count - 1);
  for (std::uint64_t power = 2; power < count; power *= 2)
    choose_around(power);
  for (const Int block : wanted)
    choose_around(static_cast<std::uint64_t>(block));
  // Those between are spread by a multiplier that has no pattern.
  std::uint64_t state = count;
  for (int i = 0; i < 8; ++i) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    chosen.insert(state % count);
  }
  return {chosen.begin(), chosen.end()};
}

}  // namespace

void Touches::clear() {
  for (std::vector<Int>* list : {&reads, &shared_writes, &shared_reads, &writes, &values})
    list->clear();
}

bool suffices(const Job& job) {
  return job.largest_index < (Exact{1} << 31) && job.largest_offset < (Exact{1} << job.offset_bits);
}

Points::Points(const oracle::ExactLayout& layout)
    : size_(oracle::to_int(oracle::size(layout))), cosize_(oracle::to_int(oracle::cosize(layout))) {
  // The cosize bounds every value, and every stride and extent of what is left here.
  std::vector<Entry> entries;
  for (std::size_t k = 0; k < layout.length(); ++k) {
    if (layout.extents[k] == 1) continue;
    entries.push_back({oracle::to_int(layout.extents[k]), oracle::to_int(layout.strides[k])});
  }
  if (size_ <= most_tabulated) {
    std::vector<Int> table{0};
    table.reserve(static_cast<std::size_t>(size_));
    for (const Entry& entry : entries) {
      const std::size_t below = table.size();
      for (Int c = 1; c < entry.extent; ++c)
        for (std::size_t x = 0; x < below; ++x)
          table.push_back(table[x] + c * entry.stride);
    }
    table_ = std::make_shared<const std::vector<Int>>(std::move(table));
  }
  entries_ = std::make_shared<const std::vector<Entry>>(std::move(entries));
}

Int Points::operator()(Int x) const {
  if (x < 0 || x >= size_) throw std::out_of_range("the point lies outside the domain");
  if (table_) return (*table_)[static_cast<std::size_t>(x)];
  Int value = 0;
  for (const Entry& entry : *entries_) {
    value += x % entry.extent * entry.stride;
    x /= entry.extent;
  }
  return value;
}

std::string objection(const Layout& layout) {
  if (layout.length() > most_modes)
    return to_string(layout) + " has more than " + std::to_string(most_modes) + " modes";
  const oracle::ExactLayout exact = layout;
  if (oracle::size(exact) > most_points) return to_string(layout) + " has too many points";
  if (oracle::cosize(exact) > most_places) return to_string(layout) + " reaches too far";
  return "";
}

bool is_plainly_injective(const Layout& layout) {
  std::vector<std::size_t> order(layout.length());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) {
    return layout.strides()[i] < layout.strides()[j];
  });
  Exact reached = 0;
  for (const std::size_t i : order) {
    if (layout.extents()[i] == 1) continue;
    if (layout.strides()[i] <= reached) return false;
    reached += (Exact(layout.extents()[i]) - 1) * layout.strides()[i];
  }
  return true;
}

Int ceil_div(Int a, Int b) {
  return a / b + (a % b == 0 ? 0 : 1);
}

void choose_blocks(Job& job, Int places, std::span<const Int> wanted) {
  const std::uint64_t blocks = job.launch.grid.count();
  const Int most = places / dense <= job.elements ? most_dense : most_sparse;
  if (job.elements > most && blocks > 16) job.launch.blocks = chosen_blocks(blocks, wanted);
}

Job make_job(std::string file, std::string entry, Int source_elements, Int destination_elements,
             std::uint32_t width) {
  Job job;
  job.name = std::move(file);
  job.source = kernel_source(job.name + ".cu");
  job.launch.entry = std::move(entry);
  Fill index;
  index.kind = Fill::Kind::index;
  index.width = width;
  job.buffers = {{static_cast<std::uint64_t>(source_elements) * width, index, 0, width},
                 {static_cast<std::uint64_t>(destination_elements) * width, {}, 0, width}};
  return job;
}

void over_indices(Job& job, Int n, std::uint32_t threads, const Layout& layout,
                  Int elements_a_thread) {
  const Int a_block = elements_a_thread * threads;
  job.launch.block = {threads, 1, 1};
  job.launch.grid = {static_cast<std::uint32_t>(ceil_div(n, a_block)), 1, 1};
  std::vector<Int> wanted = crossings(layout);
  for (Int& point : wanted)
    point /= a_block;
  choose_blocks(job, static_cast<Int>(oracle::cosize(layout)), wanted);
}

Int small_entry(Int row, Int column, Int seed) {
  return (row * 7 + column * 5 + row * column * seed) % 11 - 5;
}

std::uint32_t floating_bits(Int x, unsigned exponents, unsigned fractions) {
  if (x == 0) return 0;
  const auto magnitude = static_cast<std::uint32_t>(x < 0 ? -x : x);
  const auto exponent = static_cast<unsigned>(std::bit_width(magnitude)) - 1;
  const unsigned bias = (1U << (exponents - 1)) - 1;
  const std::uint32_t fraction = (magnitude - (1U << exponent)) << (fractions - exponent);
  return (x < 0 ? 1U << (exponents + fractions) : 0) | (exponent + bias) << fractions | fraction;
}

Int float_bits(float x) {
  return std::bit_cast<std::uint32_t>(x);
}

Argument source_argument() {
  return Argument::pointer({source_buffer});
}

Argument destination_argument() {
  return Argument::pointer({destination_buffer});
}

Int index_of(std::uint32_t block_size, const Dim3& block, const Dim3& thread) {
  return Int{block.x} * block_size + thread.x;
}

Exact last_index(Int n, Int indices_a_block) {
  return std::max(Exact(ceil_div(n, indices_a_block)) * indices_a_block - 1, Exact(n));
}

void expect_gather(Job& job, Points at, std::uint32_t block_size) {
  job.expect = [at = std::move(at), block_size](const Dim3& block, const Dim3& thread,
                                                Touches& touches) {
    const Int i = index_of(block_size, block, thread);
    if (i >= at.size()) return;
    touches.reads = {at(i)};
    touches.writes = {i};
    touches.values = {at(i)};
  };
}

const std::vector<Family>& families() {
  static const std::vector<Family> all = [] {
    std::vector<Family> list;
    const auto append = [&](std::vector<Family> part) {
      std::move(part.begin(), part.end(), std::back_inserter(list));
    };
    for (const auto part : {gather_families, coordinate_families, algebra_families, copy_families})
      append(part());
    append(cute_families(list));
    append(tensor_copy_families());
    append(product_families());
    return list;
  }();
  return all;
}

const Family* find_family(std::string_view name) {
  const auto found = std::find_if(families().begin(), families().end(),
                                  [&](const Family& family) { return family.name == name; });
  return found == families().end() ? nullptr : &*found;
}

const Vocabulary& family_vocabulary() {
  static const Vocabulary vocabulary = [] {
    std::vector<Operation> operations;
    for (const Family& family : families()) {
      operations.push_back(
          {"gpu." + family.name, family.operands, Sort::truth, false, false, family.stands_for});
    }
    return Vocabulary(std::move(operations));
  }();
  return vocabulary;
}

std::vector<Value> parse_operands(std::string_view line) {
  return parse_case(line, 1, family_vocabulary()).operands;
}

std::string kernel_source(std::string_view file) {
  const auto files = embedded_files();
  const auto found = std::find_if(files.begin(), files.end(),
                                  [&](const EmbeddedFile& other) { return other.name == file; });
  if (found == files.end()) throw std::out_of_range("there is no kernel in " + std::string(file));
  std::string text(found->text);
  constexpr std::string_view include = "#include \"";
  for (std::size_t at = text.find(include); at != std::string::npos; at = text.find(include)) {
    const std::size_t name = at + include.size();
    const std::size_t end = text.find("\"\n", name);
    text.replace(at, end + 2 - at, kernel_source(text.substr(name, end - name)));
  }
  return text;
}

std::string source_hash(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char c : text)
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  std::string digits;
  for (int shift = 60; shift >= 0; shift -= 4)
    digits += "0123456789abcdef"[(hash >> static_cast<unsigned>(shift)) & 15U];
  return digits;
}

}  // namespace layoutcheck::gpu
