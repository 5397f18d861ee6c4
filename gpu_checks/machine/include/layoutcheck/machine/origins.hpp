// Where the contents of memory come from: for each byte that a kernel wrote, the elements of its
// sources that went into it.
//
// An origin is a number: none; a byte of an element of a source, which was moved there; or a byte
// of the value of a node. A node is made where values are computed: of one element alone, or as a
// sum, a product or another mixture of several. What comes from no source has no origin, but is a
// number: a value that is scaled or biased by it keeps its origin, and the factor goes with it.
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

/// A buffer whose elements are followed.
struct Source {
  std::string name;
  std::uint64_t address = 0;
  std::uint64_t elements = 0;
  std::uint32_t element_bytes = 1;
  /// "f32", …, where it matters.
  std::string type = {};
};

class Rings;

class Origins {
 public:
  using Origin = std::uint64_t;
  static constexpr Origin none = 0;
  static constexpr std::size_t most_bytes = 8;
  /// Those of the bytes of a register.
  using Bytes = std::array<Origin, most_bytes>;

  // The highest bits of an origin tell a byte of a source, which goes by its address, from a byte
  // of a node, which goes by the node's number and the byte's. Either way neighbours are
  // consecutive.
  static constexpr Origin moved = Origin{1} << 62;
  static constexpr Origin of_node = Origin{1} << 63;
  static constexpr unsigned byte_bits = 3;
  static bool is_node(Origin origin) { return (origin & of_node) != 0; }
  static std::size_t node_of(Origin origin) {
    return static_cast<std::size_t>((origin & ~of_node) >> byte_bits);
  }

  enum class Kind { function, scaled, shifted, sum, product, mixture };

  /// Of what no factor is known.
  static constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  /// A value: its origin, or if it has none, which number it is, if that is known.
  struct Value {
    Origin origin = none;
    double number = unknown;
  };

  Origins(std::vector<Source> sources, std::shared_ptr<Room> room)
      : sources_(std::move(sources)), share_(std::move(room)) {}
  Origins(const Origins&) = delete;
  Origins& operator=(const Origins&) = delete;
  virtual ~Origins() = default;

  /// Itself, if values are elements of a ring (rings.hpp); nullptr if they are origins alone.
  virtual Rings* rings() { return nullptr; }

  // Values.

  /// The origin of a value that these bytes hold: of one element or one node, whatever of it; none;
  /// else that of a new mixture.
  Origin value_of(std::span<const Origin> bytes);
  /// Whether two bytes are of one value.
  [[nodiscard]] bool are_of_one(Origin a, Origin b) const;
  /// The origin of what some function makes of the value.
  Origin computed(Origin value);
  /// Of the value, times a factor: 1 for a conversion.
  Origin scaled(Origin value, double factor);
  /// Of a + b, or a - b; of a·b; of a·b + c; and of what is made of both otherwise.
  Origin sum(Value a, Value b, bool minus = false);
  Origin product(Value a, Value b);
  Origin multiplied(Value a, Value b, Value c);
  Origin mixed(Origin a, Origin b);
  /// The origins of the bytes of a value.
  static Bytes bytes_of(Origin value, std::size_t count);

  // Memory, by address; `own` for what a block has for itself.

  /// Who wrote a byte last.
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

  // What a block has: its memory, the registers of its warps, its copies under way.

  void begin_block(std::uint64_t block, std::size_t warps);
  /// The block goes on, of those that have begun; the one that began last does at once.
  void go_on_with_block(std::uint64_t block) { now_ = &blocks_.at(block); }
  void end_block(std::uint64_t block) { blocks_.erase(block); }
  /// Those of the registers of a warp, 32 for each row.
  std::vector<Bytes>& registers(std::size_t warp, std::size_t rows);
  /// Of each lane of the block, in the order in which they were begun.
  std::deque<std::array<Origin, 16>>& copies(std::size_t thread) { return now_->copies[thread]; }

  // Questions.

  /// An element of a source.
  struct Element {
    std::size_t source = 0;
    std::uint64_t index = 0;
    friend auto operator<=>(const Element&, const Element&) = default;
  };
  /// One element, or a product of two, the smaller first; neither where it is anything else. An
  /// element by itself is one that nothing else is mixed with.
  struct Term {
    std::optional<Element> a = {};
    std::optional<Element> b = {};
    friend auto operator<=>(const Term&, const Term&) = default;
  };
  static Term product_of(std::optional<Element> a, std::optional<Element> b);
  /// A term of a sum, and the factor with which it is there.
  struct Summand {
    Term term;
    double factor = 1;
  };
  /// Sorts the sum, and makes one of those that have the same term.
  static void collect(std::vector<Summand>& sum);
  /// What an element of memory holds.
  struct Held {
    /// Whether it was written, by whom.
    bool written = false;
    Writer writer;
    /// The sum that it holds, collected.
    std::vector<Summand> sum;
    /// Whether it is one element whose bytes were moved, but to other places.
    bool shuffled = false;
  };
  /// Throws LaunchError if there are too many terms.
  Held held(std::uint64_t address, std::uint32_t bytes);
  /// The addresses of the elements from this address on of which a byte was written, in order.
  [[nodiscard]] std::vector<std::uint64_t> written(std::uint64_t address, std::uint64_t elements,
                                                   std::uint32_t element_bytes) const;
  /// "x[5]*w[3]", "-x[5]", "0.5*x[5]".
  [[nodiscard]] std::string to_string(const Summand& summand) const;

 protected:
  [[nodiscard]] std::optional<Element> element_at(std::uint64_t address) const;
  /// What was written there last, of each byte, and by whom; nothing if nobody wrote any of them.
  std::optional<Writer> written_at(std::uint64_t address, std::span<Origin> bytes) const;
  [[nodiscard]] const std::vector<Source>& sources() const { return sources_; }
  [[nodiscard]] Share& share() { return share_; }

 private:
  struct Node {
    Kind kind = Kind::mixture;
    Origin a = none;
    Origin b = none;
    /// What is added to a product. Of a scaled value, the bits of the factor.
    Origin c = none;
    /// The element of a source that alone went into it, however often; none if there are several.
    Origin single = none;
    /// If it is that element times a factor, the factor.
    double factor = unknown;
  };
  static constexpr std::uint64_t page_bytes = 256;
  struct Page {
    std::array<Origin, page_bytes> origins{};
    /// One more than the writer's number; 0 for bytes that nobody wrote.
    std::array<std::uint32_t, page_bytes> writers{};
  };
  using Pages = std::unordered_map<std::uint64_t, std::unique_ptr<Page>>;

  static void put(Pages& pages, Share& share, std::uint64_t address, std::span<const Origin> bytes,
                  std::uint32_t writer);
  [[nodiscard]] Origin source_byte(std::uint64_t address) const;
  Origin add(const Node& node);
  [[nodiscard]] Origin single_of(Origin value) const;
  [[nodiscard]] double factor_of(Origin value) const;
  /// The element of a source that alone went into the value.
  [[nodiscard]] std::optional<Element> alone(Origin value) const;
  /// The product of a node, without what is added to it.
  [[nodiscard]] Summand product_in(const Node& node, double factor) const;

  std::vector<Source> sources_;
  Share share_;
  std::deque<Node> nodes_;
  std::deque<Writer> writers_;
  Pages memory_;
  /// Of a block that runs: its own memory, its registers and its copies.
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
