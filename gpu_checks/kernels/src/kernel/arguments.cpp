// Arguments of a kernel as a user writes them: buffers of any size, values, structs.
#include <layoutcheck/kernels/arguments.hpp>
#include <layoutcheck/kernels/numbers.hpp>
#include <layoutcheck/machine/multimem.hpp>
#include <layoutcheck/notation/number.hpp>
#include <layoutcheck/notation/read_text.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <fstream>
#include <iterator>
#include <limits>
#include <set>
#include <span>

namespace layoutcheck::gpu {

namespace {

constexpr std::int64_t most_buffer_bytes = std::int64_t{1} << 62;
constexpr std::size_t most_arguments = 4096;
constexpr int most_struct_nesting = 16;

[[noreturn]] void bad(const std::string& text, const std::string& why) {
  throw std::invalid_argument("argument '" + text + "': " + why);
}

template <class T>
std::vector<std::byte> bytes_of(const T& x) {
  return Argument::value(x).bytes;
}

std::vector<std::byte> value_bytes(const std::string& whole, std::string_view type,
                                   std::string_view text) {
  const std::uint32_t width = *bytes_of_type(type);
  if (type == "f32" || type == "f64") {
    const auto x = number_from<double>(text);
    if (!x) bad(whole, "'" + std::string(text) + "' is no floating-point number");
    return type == "f32" ? bytes_of(static_cast<float>(*x)) : bytes_of(*x);
  }
  if (type[0] == 'f' || type == "bf16") {
    bad(whole, "a value of type " + std::string(type) + " is given by its bits: b" +
                   std::to_string(8 * width) + "=0x3c00");
  }
  const Exact x = parse_number(text);
  const Exact beyond = Exact(1) << (8 * width);
  // A pattern of bits may be written with or without a sign, whatever the type's name.
  const bool is_signed = type[0] == 'i' || type[0] == 's';
  if (x < (type[0] == 'u' ? Exact(0) : -beyond / 2) || x >= (is_signed ? beyond / 2 : beyond))
    bad(whole, x.str() + " does not fit in " + std::string(type));
  const auto bits = (x < 0 ? x + beyond : x).convert_to<std::uint64_t>();
  std::vector<std::byte> bytes = bytes_of(bits);
  bytes.resize(width);
  return bytes;
}

std::vector<std::byte> hex_bytes(const std::string& whole, std::string_view text) {
  std::vector<std::byte> bytes;
  const auto digit = [&](char c) -> unsigned {
    const auto value = number_from<unsigned>({&c, 1}, 16);
    if (!value) bad(whole, "'" + std::string(1, c) + "' is no hexadecimal digit");
    return *value;
  };
  if (text.empty() || text.size() % 2 != 0) bad(whole, "bytes are pairs of hexadecimal digits");
  for (std::size_t i = 0; i < text.size(); i += 2)
    bytes.push_back(static_cast<std::byte>(digit(text[i]) * 16 + digit(text[i + 1])));
  return bytes;
}

/// Numbers from 1 to 16: neither their products nor sums of hundreds of products underflow or
/// overflow, even in f16, and their exponentials do not in f32. The period is the largest prime
/// that fits, so that equal numbers are no power of 2 apart, and no other usual stride. An f8 may
/// have 4 or 5 bits of exponent, and is then from 1 to 14 or from 0.5 to 96.
Numbering numbering_of(std::string_view type) {
  struct Numbers {
    std::string_view type;
    Numbering numbering;
  };
  static constexpr std::array all = {
      Numbers{"f8", {0x38, 31}},
      Numbers{"f16", {0x3c00, 4093}},
      Numbers{"bf16", {0x3f80, 509}},
      Numbers{"f32", {0x3f800000, 33554393}},
      Numbers{"f64", {0x3ff0000000000000, 4294967291}},
  };
  return std::ranges::find(all, type, &Numbers::type)->numbering;
}

/// Numbers that differ from each other show a race that equal ones would hide. Integers may be
/// indices, and floating-point numbers are not.
Fill::Kind usual_fill(const ArgumentSpec& spec) {
  if (spec.rights == Rights::out) return Fill::Kind::uninitialized;
  return spec.rights == Rights::in && is_floating(spec.type) ? Fill::Kind::index : Fill::Kind::zero;
}

ArgumentSpec buffer_of(const std::string& whole, std::string_view text, bool has_contents = false) {
  ArgumentSpec spec;
  spec.kind = ArgumentSpec::Kind::buffer;
  const std::size_t bracket = text.find('[');
  std::string_view words = trimmed(text.substr(0, bracket));
  std::optional<Rights> rights;
  std::optional<Fill::Kind> fill;
  const auto once = [&](bool again, std::string_view word) {
    if (again) bad(whole, "'" + std::string(word) + "' contradicts what stands before it");
  };
  while (true) {
    const std::size_t end = words.find_first_of(" \t\n");
    const std::string_view word = words.substr(0, end);
    if (end == std::string_view::npos) {
      spec.type = word;
      break;
    }
    words = trimmed(words.substr(end));
    if (word == "in" || word == "out" || word == "inout") {
      once(rights.has_value(), word);
      rights = word == "in" ? Rights::in : word == "out" ? Rights::out : Rights::inout;
    } else if (word == "zero" || word == "index" || word == "uninitialized") {
      once(fill.has_value(), word);
      fill = word == "zero"    ? Fill::Kind::zero
             : word == "index" ? Fill::Kind::index
                               : Fill::Kind::uninitialized;
    } else if (word.starts_with("file:")) {
      once(fill.has_value(), word);
      fill = Fill::Kind::bytes;
      spec.file = word.substr(5);
    } else {
      bad(whole, "'" + std::string(word) +
                     "' is not one of in, out, inout, zero, index, uninitialized, file:PATH");
    }
  }
  if (has_contents) {
    once(fill.has_value(), "=");
    fill = Fill::Kind::bytes;
  }
  const auto width = bytes_of_type(spec.type);
  if (!width) bad(whole, no_type(spec.type));
  if (trimmed(text).back() != ']') bad(whole, "']' is expected at its end");
  const std::string_view inner = text.substr(bracket + 1, trimmed(text).size() - bracket - 2);
  Exact elements = 1;
  for (const std::string_view extent : split_outside_brackets(inner, ',')) {
    const Exact n = parse_number(extent);
    if (n < 1) bad(whole, "an extent is positive, not " + n.str());
    elements *= n;
  }
  if (elements * *width > most_buffer_bytes)
    bad(whole, "a buffer has at most 2^62 bytes, not " + (elements * *width).str());
  spec.element_bytes = *width;
  spec.elements = elements.convert_to<std::uint64_t>();
  spec.rights = rights.value_or(Rights::inout);
  spec.fill.kind = fill.value_or(usual_fill(spec));
  spec.fill.width = *width;
  if (is_floating(spec.type)) spec.fill.numbering = numbering_of(spec.type);
  spec.is_given = fill.has_value();
  spec.is_zero_by_default =
      !fill && spec.rights == Rights::in && spec.fill.kind == Fill::Kind::zero;
  return spec;
}

/// The buffer with contents: "i32[3] = 0, 16, 17".
ArgumentSpec filled_buffer(const std::string& whole, std::string_view buffer,
                           std::string_view numbers) {
  ArgumentSpec spec = buffer_of(whole, buffer, true);
  const auto parts = split_outside_brackets(numbers, ',');
  if (parts.size() != spec.elements) {
    bad(whole, "it has " + std::to_string(spec.elements) + " elements, and " +
                   std::to_string(parts.size()) + " numbers are given");
  }
  for (const std::string_view part : parts) {
    const std::vector<std::byte> bytes = value_bytes(whole, spec.type, part);
    spec.fill.bytes.insert(spec.fill.bytes.end(), bytes.begin(), bytes.end());
  }
  return spec;
}

ArgumentSpec parse_argument(std::string_view text, const std::string& alias, int depth);
std::vector<ArgumentSpec> parse_list(std::string_view text, const std::string& prefix, int depth);

/// Whether numbers for its elements stand behind a buffer.
bool has_contents(std::string_view text) {
  const std::size_t equals = text.find('=');
  return equals != std::string_view::npos && trimmed(text.substr(0, equals)).ends_with(']');
}

/// "NAME", "NAME + 64": where a view or a tensor begins.
void parse_place(ArgumentSpec& spec, std::string_view text) {
  const std::size_t sign = text.find_first_of("+-");
  spec.of = trimmed(text.substr(0, sign));
  if (sign == std::string_view::npos) return;
  const std::int64_t offset =
      parse_number_in(text.substr(sign + 1), "the offset", -most_buffer_bytes, most_buffer_bytes);
  spec.offset = text[sign] == '-' ? -offset : offset;
}

/// The numbers of "(4,32)" or "4", at most five, each up to `most`.
std::vector<std::uint64_t> numbers_of(const std::string& whole, std::string_view text,
                                      const std::string& what, const Exact& most) {
  if (text.starts_with('(') && text.ends_with(')')) text = text.substr(1, text.size() - 2);
  std::vector<std::uint64_t> numbers;
  for (const std::string_view part : split_outside_brackets(text, ',')) {
    const Exact number = parse_number(part);
    if (number < 0 || number > most)
      bad(whole, what + " is from 0 to " + most.str() + ", not " + number.str());
    numbers.push_back(number.convert_to<std::uint64_t>());
  }
  if (numbers.size() > TensorMap::most_rank)
    bad(whole, "a tensor map has at most 5 dimensions, not " + std::to_string(numbers.size()));
  return numbers;
}

/// A word of a list, by its place.
template <std::size_t Count>
std::size_t choice_of(const std::string& whole, std::string_view text, const std::string& what,
                      const std::array<std::string_view, Count>& words) {
  const auto found = std::ranges::find(words, text);
  if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
  std::string list;
  for (const std::string_view word : words)
    list += (list.empty() ? "" : ", ") + std::string(word);
  bad(whole, what + " is one of " + list + ", not '" + std::string(text) + "'");
}

/// One of box=, steps=, type=, interleave=, swizzle=, l2=, fill= of a tensor map, and, for im2col
/// mode, channels=, pixels=, lower=, upper=.
void parse_option(ArgumentSpec& spec, const std::string& whole, std::string_view option) {
  TensorMap& map = spec.map;
  const std::size_t equals = option.find('=');
  const std::string_view key = trimmed(option.substr(0, equals));
  const std::string_view value =
      equals == std::string_view::npos ? "" : trimmed(option.substr(equals + 1));
  const auto put = [&](auto& to, const std::string& what) {
    constexpr unsigned most = std::numeric_limits<std::uint8_t>::max() + 2U;
    const auto numbers = numbers_of(whole, value, what, most);
    if (numbers.size() != map.rank) {
      bad(whole, std::string(key) + " has " + std::to_string(numbers.size()) +
                     " numbers, and the tensor " + std::to_string(map.rank) + " dimensions");
    }
    for (std::size_t i = 0; i < numbers.size(); ++i)
      to[i] = at_most<std::remove_cvref_t<decltype(to[0])>>(numbers[i]);
  };
  const auto put_number = [&](std::uint16_t& to) {
    constexpr int most = std::numeric_limits<std::uint16_t>::max();
    to = static_cast<std::uint16_t>(
        parse_number_in(value, "the number of channels or pixels", 1, most));
  };
  const auto put_corner = [&](std::array<std::int16_t, TensorMap::most_rank - 2>& to) {
    std::string_view list = value;
    if (list.starts_with('(') && list.ends_with(')')) list = list.substr(1, list.size() - 2);
    const auto parts = split_outside_brackets(list, ',');
    if (map.rank < 3 || parts.size() != std::size_t{map.rank} - 2)
      bad(whole, std::string(key) + " has " + std::to_string(parts.size()) +
                     " numbers, and the tensor " + std::to_string(map.rank) +
                     " dimensions, of which the first and the last have no corner");
    for (std::size_t i = 0; i < parts.size(); ++i)
      to[i] = static_cast<std::int16_t>(parse_number_in(parts[i], "a corner",
                                                        std::numeric_limits<std::int16_t>::min(),
                                                        std::numeric_limits<std::int16_t>::max()));
  };
  if (key == "box") {
    put(map.box, "a box");
  } else if (key == "channels") {
    put_number(map.box[0]);
  } else if (key == "pixels") {
    put_number(map.pixels);
  } else if (key == "lower") {
    put_corner(map.lower);
  } else if (key == "upper") {
    put_corner(map.upper);
  } else if (key == "steps") {
    put(map.steps, "a step");
  } else if (key == "type") {
    const auto type = tensor_type(value);
    if (!type) {
      bad(whole, "'" + std::string(value) +
                     "' is no type of a tensor; there are u8, u16, u32, s32, u64, s64, f16, bf16, "
                     "f32, f32.ftz, tf32, tf32.ftz, f64");
    }
    map.type = *type;
    spec.has_own_type = true;
  } else if (key == "interleave") {
    map.interleave =
        static_cast<TensorMap::Interleave>(choice_of(whole, value, "interleave", interleave_words));
  } else if (key == "swizzle") {
    put_swizzle(map, static_cast<int>(choice_of(whole, value, "swizzle", swizzle_words)));
  } else if (key == "l2") {
    map.promotion = static_cast<std::uint8_t>(choice_of(whole, value, "l2", promotion_words));
  } else if (key == "fill") {
    map.fill = static_cast<TensorMap::Fill>(choice_of(whole, value, "fill", fill_words));
  } else {
    bad(whole, "'" + std::string(option) +
                   "' is not one of box=, channels=, pixels=, lower=, upper=, steps=, type=, "
                   "interleave=, swizzle=, l2=, fill=");
  }
}

/// Returns their keys.
std::set<std::string> parse_options(ArgumentSpec& spec, const std::string& whole,
                                    std::span<const std::string_view> options) {
  std::set<std::string> keys;
  for (const std::string_view option : options) {
    parse_option(spec, whole, option);
    if (!keys.emplace(trimmed(option.substr(0, option.find('=')))).second)
      bad(whole, "'" + std::string(option) + "' contradicts what stands before it");
  }
  return keys;
}

/// A buffer of another argument, or one that is given here.
void parse_buffer_or_place(ArgumentSpec& spec, std::string_view text, const std::string& alias,
                           int depth) {
  if (text.find('[') == std::string_view::npos) {
    parse_place(spec, text);
  } else {
    spec.members = {parse_argument(text, alias + ".0", depth + 1)};
    spec.of = spec.members[0].name;
  }
}

/// "multimem(NAME + 64, 4)", of what is in its brackets: a buffer that has the memories of so many
/// devices, one after the other.
ArgumentSpec multimem_of(const std::string& whole, std::string_view text, const std::string& alias,
                         int depth) {
  ArgumentSpec spec;
  spec.kind = ArgumentSpec::Kind::multimem;
  const auto parts = split_outside_brackets(text, ',');
  if (parts.size() != 2) bad(whole, "expected a buffer and the number of devices: multimem(x, 4)");
  parse_buffer_or_place(spec, parts[0], alias, depth);
  spec.devices = static_cast<std::uint64_t>(
      parse_number_in(parts[1], "the number of devices", 1, MultimemAddress::most_devices));
  return spec;
}

/// "tensormap(NAME + 64, (64,128):(1,64), box=(64,32), swizzle=128B)", of what is in its brackets.
/// In the place of the name, there may be the buffer itself.
ArgumentSpec tensor_map_of(const std::string& whole, std::string_view text,
                           const std::string& alias, int depth) {
  ArgumentSpec spec;
  spec.kind = ArgumentSpec::Kind::tensor_map;
  const auto parts = split_outside_brackets(text, ',');
  if (parts.size() < 3)
    bad(whole,
        "expected a buffer, extents and strides, and a box: tensormap(x, (64,128):(1,64), "
        "box=(64,32))");
  parse_buffer_or_place(spec, parts[0], alias, depth);
  const auto layout = split_outside_brackets(parts[1], ':');
  if (layout.size() != 2)
    bad(whole, "expected extents and strides such as (64,128):(1,64), not '" +
                   std::string(parts[1]) + "'");
  const Exact most = Exact(1) << 62;
  const auto extents = numbers_of(whole, layout[0], "an extent", most);
  const auto strides = numbers_of(whole, layout[1], "a stride", most);
  if (extents.size() != strides.size()) {
    bad(whole, "there are " + std::to_string(extents.size()) + " extents and " +
                   std::to_string(strides.size()) + " strides");
  }
  TensorMap& map = spec.map;
  map.rank = static_cast<std::uint8_t>(extents.size());
  std::ranges::copy(extents, map.extents.begin());
  if (strides[0] != 1 && extents[0] != 1)
    bad(whole, "the stride of dimension 0 is 1, not " + std::to_string(strides[0]));
  std::copy(strides.begin() + 1, strides.end(), map.strides.begin());
  map.steps.fill(1);
  const std::set<std::string> keys = parse_options(spec, whole, std::span(parts).subspan(2));
  const std::array im2col = {"channels", "pixels", "lower", "upper"};
  const auto is_given = [&](const char* key) { return keys.contains(key); };
  if (std::ranges::none_of(im2col, is_given)) {
    if (!keys.contains("box")) bad(whole, "it has no box=");
  } else if (keys.contains("box") || !std::ranges::all_of(im2col, is_given)) {
    bad(whole, "im2col mode takes channels=, pixels=, lower= and upper=, and no box=");
  }
  return spec;
}

ArgumentSpec parse_argument(std::string_view text, const std::string& alias, int depth) {
  const std::string whole(text.substr(0, 200));
  std::string given;
  const std::size_t colon = text.find(':');
  if (colon != std::string_view::npos && is_identifier(trimmed(text.substr(0, colon))) &&
      !text.starts_with("file:")) {
    given = trimmed(text.substr(0, colon));
    text = trimmed(text.substr(colon + 1));
  }
  ArgumentSpec spec;
  if (text.empty()) bad(whole, "it is empty");
  const std::size_t equals = text.find('=');
  if (text == "null") {
    spec.bytes.assign(8, std::byte{0});
  } else if (text[0] == '{') {
    if (text.back() != '}') bad(whole, "'}' is expected at its end");
    spec.kind = ArgumentSpec::Kind::structure;
    spec.members =
        parse_list(text.substr(1, text.size() - 2), (given.empty() ? alias : given) + ".", depth);
  } else if (text[0] == '&') {
    spec.kind = ArgumentSpec::Kind::view;
    parse_place(spec, text.substr(1));
  } else if (text.starts_with("tensormap(")) {
    if (text.back() != ')') bad(whole, "')' is expected at its end");
    spec = tensor_map_of(whole, text.substr(10, text.size() - 11), given.empty() ? alias : given,
                         depth);
  } else if (text.starts_with("multimem(")) {
    if (text.back() != ')') bad(whole, "')' is expected at its end");
    spec =
        multimem_of(whole, text.substr(9, text.size() - 10), given.empty() ? alias : given, depth);
  } else if (text.starts_with("bytes=")) {
    spec.bytes = hex_bytes(whole, trimmed(text.substr(6)));
  } else if (has_contents(text)) {
    spec = filled_buffer(whole, trimmed(text.substr(0, equals)), text.substr(equals + 1));
  } else if (equals != std::string_view::npos) {
    const std::string_view type = trimmed(text.substr(0, equals));
    if (!bytes_of_type(type) || type == "f8")
      bad(whole, "'" + std::string(type) + "' is no type of a value");
    spec.bytes = value_bytes(whole, type, trimmed(text.substr(equals + 1)));
  } else if (text.find('[') != std::string_view::npos) {
    spec = buffer_of(whole, text);
  } else {
    bad(whole,
        "it is neither a buffer such as f32[1024], nor a value such as i32=5, &NAME, "
        "tensormap(…), multimem(…), bytes=…, {…} or null");
  }
  spec.name = given.empty() ? alias : given;
  return spec;
}

std::vector<ArgumentSpec> parse_list(std::string_view text, const std::string& prefix, int depth) {
  if (depth > most_struct_nesting)
    throw std::invalid_argument("structs in the arguments nest too deeply");
  std::vector<ArgumentSpec> specs;
  std::vector<std::string_view> parts;
  for (const std::string_view part : split_outside_brackets(text, ',')) {
    // A number is no argument, but goes on with the contents before it.
    const bool is_number = part != "null" && part.find_first_of("=:[{&") == part.npos &&
                           !part.starts_with("multimem(");
    if (!parts.empty() && is_number && has_contents(parts.back()))
      parts.back() = {parts.back().data(),
                      static_cast<std::size_t>(part.data() + part.size() - parts.back().data())};
    else
      parts.push_back(part);
  }
  if (parts.size() > most_arguments)
    throw std::invalid_argument("there are " + std::to_string(parts.size()) + " arguments");
  for (std::size_t i = 0; i < parts.size(); ++i)
    specs.push_back(parse_argument(parts[i], prefix + std::to_string(i), depth + 1));
  return specs;
}

/// Those of the specs and of the members of structs.
template <class Use>
void for_each_spec(std::span<const ArgumentSpec> specs, const Use& use) {
  for (const ArgumentSpec& spec : specs) {
    use(spec);
    for_each_spec(spec.members, use);
  }
}

void put_files_into(const std::filesystem::path& folder, std::vector<ArgumentSpec>& specs) {
  for (ArgumentSpec& spec : specs) {
    if (!spec.file.empty()) spec.file = (folder / spec.file).string();
    put_files_into(folder, spec.members);
  }
}

/// Of at most 4 GiB.
std::vector<std::byte> read_file(const ArgumentSpec& spec) {
  constexpr std::uint64_t longest = std::uint64_t{1} << 32;
  const std::uint64_t of_buffer = spec.elements * spec.element_bytes;
  std::ifstream in(spec.file, std::ios::binary);
  if (!in) throw std::invalid_argument("cannot read " + spec.file);
  std::vector<std::byte> bytes;
  read_rest(in, bytes, spec.file + ", the contents of " + spec.name, std::min(of_buffer, longest));
  return bytes;
}

/// Buffers first, so that a view may name one that comes later.
class Placement {
 public:
  Placement(Executor& executor, std::span<const ArgumentSpec> specs)
      : executor_(executor), specs_(specs) {}

  PlacedArguments place(std::span<const ptx::Parameter> parameters) {
    for (index_ = 0; index_ < specs_.size(); ++index_)
      add_areas(specs_[index_], "arg" + std::to_string(index_));
    for (index_ = 0; index_ < specs_.size(); ++index_)
      add_views(specs_[index_], "arg" + std::to_string(index_));
    for (std::size_t i = 0; i < specs_.size(); ++i) {
      const ArgumentSpec& spec = specs_[i];
      Argument argument;
      if (spec.kind == ArgumentSpec::Kind::structure ||
          spec.kind == ArgumentSpec::Kind::tensor_map ||
          spec.kind == ArgumentSpec::Kind::multimem) {
        argument.bytes = layout_of(spec).bytes;
      } else if (spec.kind == ArgumentSpec::Kind::value) {
        argument.bytes = spec.bytes;
      } else {
        const auto& named = place_.find(spec.name);
        const Area& area = place_.areas[named.area];
        argument = Argument::pointer(area.buffer, named.offset * area.element_bytes);
      }
      const std::uint64_t size =
          argument.kind == Argument::Kind::pointer ? 8 : argument.bytes.size();
      if (i < parameters.size() && size != parameters[i].bytes) {
        throw std::invalid_argument("argument " + std::to_string(i) + " (" + spec.name + ") has " +
                                    std::to_string(size) + " bytes, but the parameter " +
                                    parameters[i].name + " (." + parameters[i].type + ") has " +
                                    std::to_string(parameters[i].bytes));
      }
      place_.arguments.push_back(std::move(argument));
    }
    return std::move(place_);
  }

 private:
  struct Bytes {
    std::vector<std::byte> bytes;
    std::size_t alignment = 1;
  };

  void add_areas(const ArgumentSpec& spec, const std::string& alias) {
    if (spec.kind == ArgumentSpec::Kind::buffer) {
      Fill fill = spec.fill;
      if (fill.kind == Fill::Kind::bytes && fill.bytes.empty()) fill.bytes = read_file(spec);
      Area area{spec.name,   index_, spec.type, spec.element_bytes,      spec.elements,
                spec.rights, {},     0,         spec.is_zero_by_default, spec.is_given};
      area.buffer = executor_.allocate(area.bytes(), fill);
      area.address = executor_.address_of(area.buffer);
      place_.names.push_back({spec.name, alias, place_.areas.size(), 0});
      place_.areas.push_back(std::move(area));
    }
    for (std::size_t i = 0; i < spec.members.size(); ++i)
      add_areas(spec.members[i], alias + "." + std::to_string(i));
  }

  void add_views(const ArgumentSpec& spec, const std::string& alias) {
    if (spec.kind == ArgumentSpec::Kind::view) {
      const PlacedArguments::Named& base = place_.find(spec.of);
      place_.names.push_back({spec.name, alias, base.area, base.offset + spec.offset});
    }
    for (std::size_t i = 0; i < spec.members.size(); ++i)
      add_views(spec.members[i], alias + "." + std::to_string(i));
  }

  Bytes layout_of(const ArgumentSpec& spec) {
    if (spec.kind == ArgumentSpec::Kind::value) {
      // Values are as long as they are aligned; longer bytes have no type that would say.
      return {spec.bytes, std::has_single_bit(spec.bytes.size()) && spec.bytes.size() <= 8
                              ? spec.bytes.size()
                              : 1};
    }
    if (spec.kind == ArgumentSpec::Kind::tensor_map) {
      const auto map = encoded(placed_map(spec));
      return {{map.begin(), map.end()}, TensorMap::alignment};
    }
    if (spec.kind == ArgumentSpec::Kind::multimem) return {bytes_of(placed_multimem(spec)), 8};
    if (spec.kind != ArgumentSpec::Kind::structure) {
      const auto& named = place_.find(spec.name);
      const Area& area = place_.areas[named.area];
      return {
          bytes_of(area.address + static_cast<std::uint64_t>(named.offset) * area.element_bytes),
          8};
    }
    Bytes whole;
    for (const ArgumentSpec& member : spec.members) {
      const Bytes part = layout_of(member);
      whole.alignment = std::max(whole.alignment, part.alignment);
      pad(whole.bytes, part.alignment);
      whole.bytes.insert(whole.bytes.end(), part.bytes.begin(), part.bytes.end());
    }
    pad(whole.bytes, whole.alignment);
    return whole;
  }

  /// The address, as a kernel has it. Throws std::invalid_argument unless the devices have equal
  /// parts of the buffer.
  std::uint64_t placed_multimem(const ArgumentSpec& spec) {
    const auto fail = [&](const std::string& why) {
      throw std::invalid_argument("argument " + spec.name + ", multimem: " + why);
    };
    const PlacedArguments::Named& named = place_.find(spec.of);
    const Area& area = place_.areas[named.area];
    if (executor_.name() != "ptx") fail("only the executor of PTX has several devices");
    const std::int64_t offset = named.offset + spec.offset;
    const std::uint64_t share = area.elements / spec.devices;
    if (area.elements % spec.devices != 0)
      fail("the " + std::to_string(area.elements) + " elements of " + area.name +
           " are not the same number on each of " + std::to_string(spec.devices) + " devices");
    if (offset < 0 || static_cast<std::uint64_t>(offset) >= share)
      fail("element " + std::to_string(offset) + " is none of the " + std::to_string(share) +
           " that a device has");
    if (area.address + area.bytes() > std::uint64_t{1} << MultimemAddress::device_bit)
      fail("the buffer is too large");
    return MultimemAddress{spec.devices,
                           area.address + static_cast<std::uint64_t>(offset) * area.element_bytes}
        .bits();
  }

  /// Of the tensor in its buffer. Throws std::invalid_argument unless the driver takes it.
  TensorMap placed_map(const ArgumentSpec& spec) {
    const auto fail = [&](const std::string& why) {
      throw std::invalid_argument("argument " + spec.name + ", a tensor map: " + why);
    };
    const PlacedArguments::Named& named = place_.find(spec.of);
    const Area& area = place_.areas[named.area];
    if (executor_.name() != "ptx") fail("only the executor of PTX has tensor maps");
    TensorMap map = spec.map;
    const std::int64_t offset = named.offset + spec.offset;
    map.address = area.address + static_cast<std::uint64_t>(offset) * area.element_bytes;
    if (!spec.has_own_type) map.type = tensor_type_of(area.type);
    for (std::uint64_t& stride : map.strides) {
      std::uint64_t bits = 0;
      stride =
          __builtin_mul_overflow(stride, map.element_bits(), &bits) ? ~std::uint64_t{0} : bits / 8;
    }
    if (const std::string refusal = refusal_of(map); !refusal.empty()) fail(refusal);
    return map;
  }

  /// Bits and integers without a tensor's type of their own are moved as unsigned ones.
  static TensorMap::Type tensor_type_of(const std::string& type) {
    if (const auto same = tensor_type(type)) return *same;
    if (type == "i32") return TensorMap::Type::s32;
    if (type == "i64") return TensorMap::Type::s64;
    return *tensor_type("u" + std::to_string(8 * *bytes_of_type(type)));
  }

  static void pad(std::vector<std::byte>& bytes, std::size_t alignment) {
    bytes.resize((bytes.size() + alignment - 1) / alignment * alignment);
  }

  Executor& executor_;
  std::span<const ArgumentSpec> specs_;
  std::size_t index_ = 0;
  PlacedArguments place_;
};

std::string text_of(std::span<const ptx::Parameter> parameters) {
  std::string text;
  for (const ptx::Parameter& parameter : parameters) {
    text += (text.empty() ? "." : ", .") + parameter.type +
            (parameter.type == "b8" ? "[" + std::to_string(parameter.bytes) + "]" : "");
  }
  return text;
}

}  // namespace

bool is_floating(std::string_view type) {
  return type.starts_with('f') || type == "bf16";
}

std::optional<std::uint32_t> bytes_of_type(std::string_view type) {
  static constexpr std::pair<std::string_view, std::uint32_t> widths[] = {
      {"8", 1}, {"16", 2}, {"32", 4}, {"64", 8}};
  if (type == "bf16") return 2;
  if (type.empty() || std::string_view("uisbf").find(type[0]) == std::string_view::npos)
    return std::nullopt;
  for (const auto& [digits, bytes] : widths)
    if (type.substr(1) == digits) return bytes;
  return std::nullopt;
}

std::string no_type(std::string_view type) {
  return "'" + std::string(type) +
         "' is no type; there are u8 … u64, i8 … i64, b8 … b64, f8, f16, bf16, f32, f64";
}

std::string_view name(Rights rights) {
  switch (rights) {
    case Rights::in:
      return "in";
    case Rights::out:
      return "out";
    case Rights::inout:
      return "inout";
  }
  return "?";
}

TensorMap parse_tile(std::string_view text) {
  const std::string whole(text.substr(0, 200));
  const auto parts = split_outside_brackets(text, ',');
  ArgumentSpec spec;
  parse_option(spec, whole, "type=" + std::string(parts[0]));
  TensorMap& map = spec.map;
  for (const std::string_view part : parts)
    if (part.starts_with("box="))
      map.rank =
          static_cast<std::uint8_t>(numbers_of(whole, part.substr(4), "a box", 1 << 16).size());
  if (map.rank == 0) bad(whole, "it has no box=");
  map.steps.fill(1);
  parse_options(spec, whole, std::span(parts).subspan(1));
  // Any tensor will do.
  constexpr std::uint64_t multiple = 128;
  map.extents.fill(multiple);
  map.strides.fill(multiple);
  return map;
}

std::vector<ArgumentSpec> parse_arguments(std::string_view text,
                                          const std::filesystem::path& folder) {
  if (trimmed(text).empty()) return {};
  std::vector<ArgumentSpec> specs = parse_list(text, "arg", 0);
  put_files_into(folder, specs);
  std::set<std::string> names;
  for_each_spec(specs, [&](const ArgumentSpec& spec) {
    if (!names.insert(spec.name).second)
      throw std::invalid_argument("two arguments are called " + spec.name);
  });
  return specs;
}

const PlacedArguments::Named& PlacedArguments::find(std::string_view name) const {
  // A name that was given wins over the one that counts.
  for (const auto key : {&Named::name, &Named::alias}) {
    for (const Named& named : names)
      if (named.*key == name) return named;
  }
  std::string list;
  for (const Named& named : names)
    list += (list.empty() ? "" : ", ") + named.name;
  throw std::invalid_argument("no buffer is called '" + std::string(name) + "'; there " +
                              (list.empty() ? "are none" : "is " + list));
}

PlacedArguments place_arguments(Executor& executor, std::span<const ArgumentSpec> specs,
                                std::span<const ptx::Parameter> parameters) {
  if (specs.size() != parameters.size()) {
    throw std::invalid_argument("the kernel has " + std::to_string(parameters.size()) +
                                " parameters (" + text_of(parameters) + "), but there are " +
                                std::to_string(specs.size()) + " arguments");
  }
  return Placement(executor, specs).place(parameters);
}

}  // namespace layoutcheck::gpu
