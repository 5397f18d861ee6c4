// The origins of memory contents: for each byte that a kernel wrote, the source elements that
// contributed to it.
//
// An origin is a number: none; a byte of a source element that was copied; or a byte of the value
// of a node. A node represents a computed value: a function of one element, or a sum, a product or
// another mixture of several. A value that comes from no source has no origin, but is a number: a
// value that is scaled or biased by it keeps its origin, and accumulates the factor.
#pragma once

#include <layoutcheck/machine/executor.hpp>

#include <array>
#include <deque>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace layoutcheck::gpu {

/// A buffer whose elements are traced.
struct Source {
  std::string name;
  std::uint64_t address = 0;
  std::uint64_t elements = 0;
  std::uint32_t element_bytes = 1;
  /// "f32", …, if it matters.
  std::string type = {};
};

class Rings;

class Origins {
 public:
  using Origin = std::uint64_t;
  static constexpr Origin none = 0;
  static constexpr std::size_t most_bytes = 8;
  /// The origins of a register's bytes.
  using Bytes = std::array<Origin, most_bytes>;

  // The highest bits of an origin distinguish a byte of a source, identified by its address, from a
  // byte of a node, identified by the numbers of the node and the byte. Either way neighboring
  // bytes are consecutive.
  static constexpr Origin moved = Origin{1} << 62;
  static constexpr Origin of_node = Origin{1} << 63;
  static constexpr unsigned byte_bits = 3;
  static bool is_node(Origin origin) { return (origin & of_node) != 0; }
  static std::size_t node_of(Origin origin) {
    return static_cast<std::size_t>((origin & ~of_node) >> byte_bits);
  }

  enum class Kind { function, scaled, shifted, sum, product, mixture };

  /// The factor is unknown.
  static constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  /// A value: its origin, or if it has none, its number, if known.
  struct Value {
    Origin origin = none;
    double number = unknown;
  };

  Origins(std::vector<Source> sources, std::shared_ptr<Room> room)
      : sources_(std::move(sources)), share_(std::move(room)) {}
  Origins(const Origins&) = delete;
  Origins& operator=(const Origins&) = delete;
  virtual ~Origins() = default;

  /// This object, if values are elements of rings (rings.hpp); nullptr if they are only origins.
  virtual Rings* rings() { return nullptr; }

  // Values.

  /// The origin of a value with these bytes: one element or node, whichever of its bytes they are;
  /// none; or a new mixture.
  Origin value_of(std::span<const Origin> bytes);
  /// Whether two bytes belong to one value.
  [[nodiscard]] bool are_of_one(Origin a, Origin b) const;
  /// The origin of some function of the value.
  Origin computed(Origin value);
  /// The origin of the value times a factor, 1 for a conversion.
  Origin scaled(Origin value, double factor);
  /// The origins of a + b or a - b; of a·b; of a·b + c; and of any other function of both.
  Origin sum(Value a, Value b, bool minus = false);
  Origin product(Value a, Value b);
  Origin multiplied(Value a, Value b, Value c);
  Origin mixed(Origin a, Origin b);
  /// The origins of the bytes of a value.
  static Bytes bytes_of(Origin value, std::size_t count);

  // Memory, by address; `own` for a block's private memory.

  /// The last writer of a byte.
  struct Writer {
    std::uint32_t line = 0;
    std::uint32_t thread = 0;
    std::uint64_t block = 0;
  };
  /// Throws LaunchError if there is no room.
  void write(std::uint64_t address, std::span<const Origin> bytes, const Writer& writer);
  void write_own(std::uint64_t key, std::span<const Origin> bytes);
  void read(std::uint64_t address, std::span<Origin> bytes) const;
  void read_own(std::uint64_t key, std::span<Origin> bytes) const;

  // The state of a block: its memory, the registers of its warps, its pending copies.

  void begin_block(std::uint64_t block, std::size_t warps);
  /// Resumes a block that has begun; the one that began last needs no call.
  void go_on_with_block(std::uint64_t block) { now_ = &blocks_.at(block); }
  void end_block(std::uint64_t block) { blocks_.erase(block); }
  /// The origins of a warp's registers, 32 for each row.
  std::vector<Bytes>& registers(std::size_t warp, std::size_t rows);
  /// The pending copies of each lane of the block, in issue order.
  std::deque<std::array<Origin, 16>>& copies(std::size_t thread) { return now_->copies[thread]; }

  // Queries.

  /// An element of a source.
  struct Element {
    std::size_t source = 0;
    std::uint64_t index = 0;
    friend auto operator<=>(const Element&, const Element&) = default;
  };
  /// One element, or a product of two, the smaller first; neither if it is anything else. A single
  /// element is not mixed with anything else.
  struct Term {
    std::optional<Element> a = {};
    std::optional<Element> b = {};
    friend auto operator<=>(const Term&, const Term&) = default;
  };
  static Term product_of(std::optional<Element> a, std::optional<Element> b);
  /// A term of a sum, and its factor.
  struct Summand {
    Term term;
    double factor = 1;
  };
  /// Sorts the sum, and combines equal terms.
  static void collect(std::vector<Summand>& sum);
  /// The contents of an element of memory.
  struct Held {
    /// Whether it was written, and by which thread.
    bool written = false;
    Writer writer;
    /// Its value as a sum, with equal terms combined.
    std::vector<Summand> sum;
    /// Whether it is one element whose bytes were copied to the wrong places.
    bool shuffled = false;
  };
  /// Throws LaunchError if there are too many terms.
  Held held(std::uint64_t address, std::uint32_t bytes);
  /// The addresses of the elements from this address on with a written byte, in order.
  [[nodiscard]] std::vector<std::uint64_t> written(std::uint64_t address, std::uint64_t elements,
                                                   std::uint32_t element_bytes) const;
  /// "x[5]*w[3]", "-x[5]", "0.5*x[5]".
  [[nodiscard]] std::string to_string(const Summand& summand) const;

 protected:
  [[nodiscard]] std::optional<Element> element_at(std::uint64_t address) const;
  /// The last value and writer of each byte; nothing if no byte was written.
  std::optional<Writer> written_at(std::uint64_t address, std::span<Origin> bytes) const;
  [[nodiscard]] const std::vector<Source>& sources() const { return sources_; }
  [[nodiscard]] Share& share() { return share_; }

 private:
  struct Node {
    Kind kind = Kind::mixture;
    Origin a = none;
    Origin b = none;
    /// The addend of a product; the factor's bits of a scaled value.
    Origin c = none;
    /// The only source element that contributes, however often; none if there are several.
    Origin single = none;
    /// If it is that element times a factor, the factor.
    double factor = unknown;
  };
  static constexpr std::uint64_t page_bytes = 256;
  struct Page {
    std::array<Origin, page_bytes> origins{};
    /// One more than the writer's number; 0 for bytes that were not written.
    std::array<std::uint32_t, page_bytes> writers{};
  };
  using Pages = std::unordered_map<std::uint64_t, std::unique_ptr<Page>>;

  static void put(Pages& pages, Share& share, std::uint64_t address, std::span<const Origin> bytes,
                  std::uint32_t writer);
  [[nodiscard]] Origin source_byte(std::uint64_t address) const;
  Origin add(const Node& node);
  [[nodiscard]] Origin single_of(Origin value) const;
  [[nodiscard]] double factor_of(Origin value) const;
  /// The only source element that contributes to the value.
  [[nodiscard]] std::optional<Element> alone(Origin value) const;
  /// The product of a node, without its addend.
  [[nodiscard]] Summand product_in(const Node& node, double factor) const;

  std::vector<Source> sources_;
  Share share_;
  std::deque<Node> nodes_;
  std::deque<Writer> writers_;
  Pages memory_;
  /// The state of a running block: its own memory, its registers and its copies.
  struct OfBlock {
    Share share;
    Pages own;
    std::vector<std::vector<Bytes>> registers;
    std::unordered_map<std::size_t, std::deque<std::array<Origin, 16>>> copies;
  };
  std::map<std::uint64_t, OfBlock> blocks_;
  OfBlock* now_ = nullptr;
};

}  // namespace layoutcheck::gpu
