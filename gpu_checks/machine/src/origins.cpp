// Where the contents of memory come from.
#include <layoutcheck/machine/origins.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <sstream>

namespace layoutcheck::gpu {

namespace {

using Origin = Origins::Origin;

constexpr std::uint64_t place_in_map = 96;

}  // namespace

std::optional<Origins::Element> Origins::element_at(std::uint64_t address) const {
  for (std::size_t i = 0; i < sources_.size(); ++i) {
    const Source& s = sources_[i];
    if (address >= s.address && address - s.address < s.elements * s.element_bytes)
      return Element{i, (address - s.address) / s.element_bytes};
  }
  return std::nullopt;
}

Origin Origins::source_byte(std::uint64_t address) const {
  return element_at(address) ? moved | address : none;
}

Origin Origins::single_of(Origin value) const {
  return is_node(value) ? nodes_[node_of(value)].single : value;
}

double Origins::factor_of(Origin value) const {
  return is_node(value) ? nodes_[node_of(value)].factor : 1;
}

Origin Origins::add(const Node& node) {
  // So many nodes at a time.
  constexpr std::size_t chunk = 4096;
  if (nodes_.size() % chunk == 0) share_.take(chunk * sizeof(Node));
  nodes_.push_back(node);
  return of_node | static_cast<Origin>(nodes_.size() - 1) << byte_bits;
}

bool Origins::are_of_one(Origin a, Origin b) const {
  if (is_node(a) || is_node(b)) return is_node(a) && is_node(b) && node_of(a) == node_of(b);
  return element_at(a & ~moved) == element_at(b & ~moved);
}

Origin Origins::value_of(std::span<const Origin> bytes) {
  const auto has_origin = [](Origin o) { return o != none; };
  const auto first = std::find_if(bytes.begin(), bytes.end(), has_origin);
  if (first == bytes.end()) return none;
  if (std::all_of(first, bytes.end(),
                  [&](Origin o) { return o == none || are_of_one(*first, o); })) {
    if (is_node(*first)) return *first & ~Origin{most_bytes - 1};
    const Element element = *element_at(*first & ~moved);
    const Source& source = sources_[element.source];
    return moved | (source.address + element.index * source.element_bytes);
  }
  Origin mixture = none;
  for (auto it = first; it != bytes.end(); ++it)
    if (*it != none && (it == first || !are_of_one(*it, *std::prev(it))))
      mixture = mixed(mixture, value_of({&*it, 1}));
  return mixture;
}

Origin Origins::computed(Origin value) {
  if (value == none || (is_node(value) && nodes_[node_of(value)].kind == Kind::function))
    return value;
  return add({Kind::function, value, none, none, single_of(value)});
}

Origin Origins::scaled(Origin value, double factor) {
  if (value == none || (factor == 1 && is_node(value))) return value;
  return add({Kind::scaled, value, none, std::bit_cast<Origin>(factor), single_of(value),
              factor * factor_of(value)});
}

Origin Origins::sum(Value a, Value b, bool minus) {
  if (minus) {
    b.origin = scaled(b.origin, -1);
    b.number = -b.number;
  }
  if (a.origin == none) std::swap(a, b);
  if (a.origin == none) return none;
  if (b.origin == none) {
    return b.number == 0 ? scaled(a.origin, 1)
                         : add({Kind::shifted, a.origin, none, none, single_of(a.origin)});
  }
  const bool is_single = single_of(a.origin) == single_of(b.origin);
  return add({Kind::sum, a.origin, b.origin, none, is_single ? single_of(a.origin) : none,
              factor_of(a.origin) + factor_of(b.origin)});
}

Origin Origins::product(Value a, Value b) {
  if (a.origin == none) std::swap(a, b);
  if (b.origin == none) return scaled(a.origin, b.number);
  const bool is_single = single_of(a.origin) == single_of(b.origin);
  return add({Kind::product, a.origin, b.origin, none, is_single ? single_of(a.origin) : none});
}

Origin Origins::multiplied(Value a, Value b, Value c) {
  if (a.origin == none || b.origin == none || c.origin == none)
    return sum({product(a, b), a.number * b.number}, c);
  const bool is_single =
      single_of(a.origin) == single_of(b.origin) && single_of(a.origin) == single_of(c.origin);
  return add({Kind::product, a.origin, b.origin, c.origin, is_single ? single_of(a.origin) : none});
}

Origin Origins::mixed(Origin a, Origin b) {
  if (a == none || b == none) return computed(a == none ? b : a);
  const bool is_single = single_of(a) == single_of(b);
  return add({Kind::mixture, a, b, none, is_single ? single_of(a) : none});
}

Origins::Bytes Origins::bytes_of(Origin value, std::size_t count) {
  Bytes bytes{};
  for (std::size_t i = 0; value != none && i < count; ++i)
    bytes[i] = value + i;
  return bytes;
}

void Origins::put(Pages& pages, Share& share, std::uint64_t address, std::span<const Origin> bytes,
                  std::uint32_t writer) {
  Page* page = nullptr;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const std::uint64_t at = address + i;
    if (page == nullptr || at % page_bytes == 0) {
      std::unique_ptr<Page>& place = pages[at / page_bytes];
      if (!place) {
        share.take(sizeof(Page) + place_in_map);
        place = std::make_unique<Page>();
      }
      page = place.get();
    }
    page->origins[at % page_bytes] = bytes[i];
    page->writers[at % page_bytes] = writer;
  }
}

void Origins::write(std::uint64_t address, std::span<const Origin> bytes, const Writer& writer) {
  constexpr std::size_t chunk = 4096;
  if (writers_.size() % chunk == 0) share_.take(chunk * sizeof(Writer));
  writers_.push_back(writer);
  put(memory_, share_, address, bytes, static_cast<std::uint32_t>(writers_.size()));
}

void Origins::write_own(std::uint64_t key, std::span<const Origin> bytes) {
  put(now_->own, now_->share, key, bytes, 1);
}

void Origins::read(std::uint64_t address, std::span<Origin> bytes) const {
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const auto page = memory_.find((address + i) / page_bytes);
    const std::uint64_t at = (address + i) % page_bytes;
    const bool is_written = page != memory_.end() && page->second->writers[at] != 0;
    bytes[i] = is_written ? page->second->origins[at] : source_byte(address + i);
  }
}

void Origins::read_own(std::uint64_t key, std::span<Origin> bytes) const {
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const auto page = now_->own.find((key + i) / page_bytes);
    bytes[i] = page == now_->own.end() ? none : page->second->origins[(key + i) % page_bytes];
  }
}

void Origins::begin_block(std::uint64_t block, std::size_t warps) {
  OfBlock begun{Share(share_.room()), {}, std::vector<std::vector<Bytes>>(warps), {}};
  now_ = &blocks_.insert_or_assign(block, std::move(begun)).first->second;
}

std::vector<Origins::Bytes>& Origins::registers(std::size_t warp, std::size_t rows) {
  std::vector<Bytes>& registers = now_->registers[warp];
  if (registers.empty()) {
    constexpr std::size_t lanes = 32;
    now_->share.take(rows * lanes * sizeof(Bytes));
    registers.resize(rows * lanes);
  }
  return registers;
}

std::optional<Origins::Element> Origins::alone(Origin value) const {
  const Origin single = single_of(value);
  return single == none ? std::nullopt : element_at(single & ~moved);
}

Origins::Term Origins::product_of(std::optional<Element> a, std::optional<Element> b) {
  if (!a || !b) return {};
  return *a < *b ? Term{a, b} : Term{b, a};
}

Origins::Summand Origins::product_in(const Node& node, double factor) const {
  const std::optional<Element> a = alone(node.a);
  const std::optional<Element> b = alone(node.b);
  factor *= factor_of(node.a) * factor_of(node.b);
  // An element times what is computed of it is computed of this one element.
  if (a && a == b && std::isnan(factor)) return {{a, {}}, factor};
  return {product_of(a, b), factor};
}

void Origins::collect(std::vector<Summand>& sum) {
  std::ranges::sort(sum, {}, &Summand::term);
  std::size_t count = 0;
  for (const Summand& summand : sum)
    if (count != 0 && sum[count - 1].term == summand.term)
      sum[count - 1].factor += summand.factor;
    else
      sum[count++] = summand;
  sum.resize(count);
}

std::optional<Origins::Writer> Origins::written_at(std::uint64_t address,
                                                   std::span<Origin> bytes) const {
  std::optional<Writer> last;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const auto page = memory_.find((address + i) / page_bytes);
    if (page == memory_.end()) continue;
    const std::uint32_t writer = page->second->writers[(address + i) % page_bytes];
    bytes[i] = page->second->origins[(address + i) % page_bytes];
    if (writer != 0) last = writers_[writer - 1];
  }
  return last;
}

Origins::Held Origins::held(std::uint64_t address, std::uint32_t bytes) {
  Held held;
  std::vector<Origin> origins(bytes);
  const std::optional<Writer> writer = written_at(address, origins);
  held.written = writer.has_value();
  held.writer = writer.value_or(Writer());
  if (!held.written) return held;
  const Origin value = value_of(origins);
  if (value == none) return held;
  constexpr std::size_t most_terms = std::size_t{1} << 22;
  std::vector<std::pair<Origin, double>> open = {{value, 1}};
  while (!open.empty()) {
    const auto [at, factor] = open.back();
    open.pop_back();
    if (single_of(at) != none && !std::isnan(factor_of(at))) {
      held.sum.push_back({{alone(at), {}}, factor * factor_of(at)});
      continue;
    }
    const Node& node = nodes_[node_of(at)];
    switch (node.kind) {
      case Kind::function:
        open.emplace_back(node.a, unknown);
        break;
      case Kind::scaled:
        open.emplace_back(node.a, factor * std::bit_cast<double>(node.c));
        break;
      case Kind::shifted:
        open.emplace_back(node.a, factor);
        break;
      case Kind::sum:
        open.emplace_back(node.a, factor);
        open.emplace_back(node.b, factor);
        break;
      case Kind::product:
        held.sum.push_back(product_in(node, factor));
        if (node.c != none) open.emplace_back(node.c, factor);
        break;
      case Kind::mixture:
        held.sum.push_back({{alone(at), {}}, unknown});
        break;
    }
    if (held.sum.size() + open.size() > most_terms)
      throw LaunchError("more than " + std::to_string(most_terms) + " terms go into one element");
  }
  collect(held.sum);
  if (!is_node(value)) {
    // All of an element, but not in order.
    const Element& element = *held.sum[0].term.a;
    if (sources_[element.source].element_bytes == bytes)
      for (std::uint32_t i = 0; i < bytes; ++i)
        held.shuffled = held.shuffled || origins[i] != value + i;
  }
  return held;
}

std::vector<std::uint64_t> Origins::written(std::uint64_t address, std::uint64_t elements,
                                            std::uint32_t element_bytes) const {
  std::vector<std::uint64_t> found;
  const std::uint64_t end = address + elements * element_bytes;
  for (const auto& [number, page] : memory_) {
    for (std::uint64_t i = 0; i < page_bytes; ++i) {
      const std::uint64_t at = number * page_bytes + i;
      if (at >= address && at < end && page->writers[i] != 0)
        found.push_back(at - (at - address) % element_bytes);
    }
  }
  std::ranges::sort(found);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

std::string Origins::to_string(const Summand& summand) const {
  const auto text = [&](const Element& e) {
    return sources_[e.source].name + "[" + std::to_string(e.index) + "]";
  };
  const auto& [term, factor] = summand;
  if (!term.a) return "a mixture of several";
  std::ostringstream out;
  if (factor == -1)
    out << "-";
  else if (factor != 1 && !std::isnan(factor))
    out << factor << "*";
  out << text(*term.a) << (term.b ? "*" + text(*term.b) : "");
  return out.str();
}

}  // namespace layoutcheck::gpu
