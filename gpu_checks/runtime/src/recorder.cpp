// Launches as descriptions for `layoutcheck kernel`.
#include "recorder.hpp"

#include <layoutcheck/machine/tensor_map.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <fstream>

namespace layoutcheck::gpu::runtime {

namespace {

using Found = DeviceMemory::Found;

constexpr std::uint64_t most_contents = std::uint64_t{1} << 26;
constexpr std::uint64_t most_inline = 16;

std::uint64_t word_at(std::span<const std::byte> bytes, std::uint64_t offset) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes.data() + offset, std::min<std::size_t>(8, bytes.size() - offset));
  return word;
}

/// A number in decimal digits, with a sign if its type has one.
std::string integer(const std::string& type, std::span<const std::byte> bytes) {
  const std::uint64_t word = word_at(bytes, 0);
  if (type[0] != 's' && type[0] != 'i') return std::to_string(word);
  const auto shift = static_cast<unsigned>(64 - 8 * bytes.size());
  return std::to_string(static_cast<std::int64_t>(word << shift) >> shift);
}

/// An allocation to which arguments point, from the first address that one of them has.
struct BufferToRecord {
  DeviceMemory::Place place;
  std::uint64_t begin = 0;
  std::set<std::uint64_t> pointers = {};
  std::string type = {};
  std::uint32_t element_bytes = 1;
  /// The argument that it is: the first one that points to its beginning.
  std::string argument = {};

  [[nodiscard]] std::uint64_t bytes() const { return place.address + place.bytes - begin; }
};

std::optional<TensorMap> map_in(std::span<const std::byte> bytes) {
  return bytes.size() == TensorMap::size ? decoded_tensor_map(bytes) : std::nullopt;
}

/// The extents, the strides and the options of a map.
std::string text_of(const TensorMap& map) {
  const auto word = [](const auto& words, auto value) {
    return std::string(words.at(static_cast<std::size_t>(value)));
  };
  std::string extents;
  std::string strides;
  std::string box;
  std::string steps;
  std::string lower;
  std::string upper;
  for (std::size_t i = 0; i < map.rank; ++i) {
    const char* comma = i == 0 ? "" : ",";
    extents += comma + std::to_string(map.extents[i]);
    strides += comma + std::to_string(i == 0 ? 1 : map.strides[i - 1] * 8 / map.element_bits());
    box += comma + std::to_string(map.box[i]);
    steps += comma + std::to_string(map.steps[i]);
    if (i == 0 || i + 1 >= map.rank || !map.is_im2col()) continue;
    comma = i == 1 ? "" : ",";
    lower += comma + std::to_string(map.lower[i - 1]);
    upper += comma + std::to_string(map.upper[i - 1]);
  }
  const std::string tile = map.is_im2col() ? "channels=" + std::to_string(map.box[0]) +
                                                 ", pixels=" + std::to_string(map.pixels) +
                                                 ", lower=(" + lower + "), upper=(" + upper + ")"
                                           : "box=(" + box + ")";
  return "(" + extents + "):(" + strides + "), " + tile + ", steps=(" + steps +
         "), type=" + std::string(name(map.type)) +
         ", interleave=" + word(interleave_words, map.interleave) + ", swizzle=" +
         word(swizzle_words,
              static_cast<std::size_t>(map.swizzle) + static_cast<std::size_t>(map.atom)) +
         ", l2=" + word(promotion_words, map.promotion) + ", fill=" + word(fill_words, map.fill);
}

/// Describes the arguments of a launch.
class Description {
 public:
  explicit Description(const LaunchToRecord& launch) : launch_(launch) { find_buffers(); }

  /// The arguments. `contents` adds what is behind and before the type of a buffer.
  using Contents = std::function<std::pair<std::string, std::string>(const BufferToRecord&)>;
  [[nodiscard]] std::string arguments(const Contents& contents) const {
    std::string text;
    for (std::size_t i = 0; i < launch_.arguments.size(); ++i) {
      text += (text.empty() ? "" : ",\n     ") + argument(launch_.task.entry.parameters[i],
                                                          launch_.arguments[i].bytes,
                                                          "arg" + std::to_string(i), contents);
    }
    return text;
  }

  /// Throws NotDescribed if the launch touched what the description does not have.
  void check(const std::vector<Found>& all) const {
    for (const Found& found : all) {
      if (found.name == "the workspace of the grid") continue;
      const auto known = buffers_.find(found.place.address);
      if (known != buffers_.end())
        check_buffer(known->second, found);
      else if (found.name.starts_with("variable "))
        check_variable(found);
      else
        throw NotDescribed("it touches " + found.name + ", to which no argument points");
    }
  }

 private:
  [[nodiscard]] bool is_pointer(std::uint64_t word) const {
    return word != 0 && launch_.memory.find(word, 0).has_value();
  }

  [[nodiscard]] bool has_pointer(std::span<const std::byte> bytes) const {
    for (std::uint64_t at = 0; at + 8 <= bytes.size(); at += 8)
      if (is_pointer(word_at(bytes, at))) return true;
    return false;
  }

  void find_buffers() {
    for (std::size_t i = 0; i < launch_.arguments.size(); ++i) {
      const ptx::Parameter& parameter = launch_.task.entry.parameters[i];
      const std::vector<std::byte>& bytes = launch_.arguments[i].bytes;
      if (const auto map = map_in(bytes)) {
        if (!is_pointer(map->address))
          throw NotDescribed("the tensor of argument " + std::to_string(i) +
                             " lies in no allocation");
        add_pointer(map->address);
        continue;
      }
      if (parameter.is_pointer && bytes.size() == 8 && word_at(bytes, 0) != 0 &&
          !is_pointer(word_at(bytes, 0)))
        throw NotDescribed("argument " + std::to_string(i) + " points to no allocation");
      for (std::uint64_t at = 0; at + 8 <= bytes.size(); at += 8)
        if (is_pointer(word_at(bytes, at))) add_pointer(word_at(bytes, at));
    }
    for (auto& [address, buffer] : buffers_) {
      choose_type(buffer);
      buffer.argument = owner_of(buffer.begin);
    }
  }

  void add_pointer(std::uint64_t pointer) {
    const DeviceMemory::Place place = *launch_.memory.find(pointer, 0);
    BufferToRecord& buffer =
        buffers_.try_emplace(place.address, BufferToRecord{place, pointer}).first->second;
    buffer.begin = std::min(buffer.begin, pointer);
    buffer.pointers.insert(pointer);
  }

  void choose_type(BufferToRecord& buffer) const {
    constexpr std::uint64_t alignment = 16;
    if ((buffer.begin - buffer.place.address) % alignment != 0) {
      throw NotDescribed("no argument points to a multiple of 16 bytes at the beginning of " +
                         allocation(buffer));
    }
    if (buffer.bytes() == 0)
      throw NotDescribed("an argument points to the end of " + allocation(buffer));
    const std::string known = launch_.type_at(buffer.place.address);
    for (const std::string& type : {known, std::string("b32"), std::string("b8")}) {
      if (type.empty()) continue;
      buffer.type = type;
      buffer.element_bytes = *bytes_of_type(type);
      const auto fits = [&](std::uint64_t pointer) {
        return (pointer - buffer.begin) % buffer.element_bytes == 0;
      };
      if (buffer.bytes() % buffer.element_bytes == 0 && std::ranges::all_of(buffer.pointers, fits))
        return;
    }
  }

  static std::string allocation(const BufferToRecord& buffer) {
    return "an allocation of " + std::to_string(buffer.place.bytes) + " bytes";
  }

  void check_buffer(const BufferToRecord& buffer, const Found& found) const {
    if (found.place.address + found.pages.begin()->first + found.pages.begin()->second.size() <=
        buffer.begin)
      throw NotDescribed("it touches " + found.name + " before the first argument in it");
    if (is_floating(buffer.type)) return;
    for (const auto& [offset, page] : found.pages)
      if (has_pointer(page)) throw NotDescribed(found.name + " holds addresses");
  }

  /// What the program has made of a variable is not known to a module that is loaded anew.
  void check_variable(const Found& found) const {
    DeviceMemory fresh(launch_.task.room);
    PtxOptions options;
    options.room = launch_.task.room;
    const auto module = fresh.load(launch_.task.program, options);
    const auto place = module->variable(found.name.substr(std::strlen("variable ")));
    for (const auto& [offset, page] : found.pages) {
      std::vector<std::byte> bytes(page.size());
      if (place) fresh.read(place->address + offset, bytes);
      if (!place || !std::ranges::equal(bytes, page))
        throw NotDescribed("the program has changed the " + found.name + ", which it touches");
    }
  }

  [[nodiscard]] std::string argument(const ptx::Parameter& parameter,
                                     std::span<const std::byte> bytes, const std::string& name,
                                     const Contents& contents) const {
    if (const auto map = map_in(bytes)) {
      std::string place = pointer(map->address, name + ".0", contents);
      if (place.find('=') != std::string::npos)
        throw NotDescribed("a tensor map is of at most 16 integers");
      if (place.starts_with('&')) place.erase(0, 1);
      return "tensormap(" + place + ", " + text_of(*map) + ")";
    }
    if (bytes.size() == 8 && is_pointer(word_at(bytes, 0)))
      return pointer(word_at(bytes, 0), name, contents);
    if (std::has_single_bit(bytes.size()) && bytes.size() <= 8 && parameter.type != "b8") {
      const std::uint64_t word = word_at(bytes, 0);
      if (parameter.is_pointer && word == 0) return "null";
      return (is_floating(parameter.type) ? "b" + std::to_string(8 * bytes.size())
                                          : parameter.type) +
             "=" + integer(parameter.type, bytes);
    }
    std::string text;
    if (!has_pointer(bytes)) {
      constexpr const char* digits = "0123456789abcdef";
      for (const std::byte byte : bytes) {
        text += digits[std::to_integer<unsigned>(byte) >> 4];
        text += digits[std::to_integer<unsigned>(byte) & 15];
      }
      return "bytes=" + text;
    }
    // A struct with a pointer consists of words.
    for (std::uint64_t at = 0; at < bytes.size(); at += 8) {
      const std::uint64_t word = word_at(bytes, at);
      const std::string member = name + "." + std::to_string(at / 8);
      text += (text.empty() ? "{" : ", ") +
              (is_pointer(word) ? pointer(word, member, contents) : "u64=" + std::to_string(word));
    }
    return text + "}";
  }

  [[nodiscard]] std::string pointer(std::uint64_t word, const std::string& name,
                                    const Contents& contents) const {
    const BufferToRecord& buffer = buffers_.at(launch_.memory.find(word, 0)->address);
    if (name == buffer.argument) {
      const auto& [before, behind] = contents(buffer);
      return before + buffer.type + "[" + std::to_string(buffer.bytes() / buffer.element_bytes) +
             "]" + behind;
    }
    return "&" + buffer.argument + " + " +
           std::to_string((word - buffer.begin) / buffer.element_bytes);
  }

  /// The first argument that has this address.
  [[nodiscard]] std::string owner_of(std::uint64_t address) const {
    for (std::size_t i = 0; i < launch_.arguments.size(); ++i) {
      const std::vector<std::byte>& bytes = launch_.arguments[i].bytes;
      const std::string name = "arg" + std::to_string(i);
      if (const auto map = map_in(bytes)) {
        if (map->address == address) return name + ".0";
        continue;
      }
      for (std::uint64_t at = 0; at + 8 <= bytes.size(); at += 8)
        if (word_at(bytes, at) == address)
          return name + (bytes.size() == 8 ? "" : "." + std::to_string(at / 8));
    }
    return "";
  }

  const LaunchToRecord& launch_;
  /// By the addresses of the allocations.
  std::map<std::uint64_t, BufferToRecord> buffers_;
};

/// What the launch found in the buffer, up to the last page that it touched.
std::vector<std::byte> contents_of(const BufferToRecord& buffer, const Found& found) {
  const auto& [last, page] = *found.pages.rbegin();
  const std::uint64_t begin = buffer.begin - buffer.place.address;
  std::vector<std::byte> contents(last + page.size() - begin);
  if (contents.size() > most_contents) {
    throw NotDescribed("it reads " + std::to_string(contents.size()) + " bytes of " + found.name +
                       ", which are not known to be floating-point numbers");
  }
  for (const auto& [offset, bytes] : found.pages) {
    const std::uint64_t skipped = offset < begin ? std::min(begin - offset, bytes.size()) : 0;
    if (skipped == bytes.size()) continue;
    std::ranges::copy(bytes.subspan(skipped),
                      contents.begin() + static_cast<std::ptrdiff_t>(offset + skipped - begin));
  }
  return contents;
}

void write(const std::filesystem::path& file, std::string_view bytes) {
  std::ofstream out(file, std::ios::binary);
  if (!(out << bytes).flush()) throw NotDescribed("cannot write " + file.string());
}

/// What stands before and behind the type of a buffer; writes the file if there must be one.
std::pair<std::string, std::string> contents_text(const BufferToRecord& buffer,
                                                  const std::vector<Found>& all,
                                                  const std::filesystem::path& folder,
                                                  const std::string& name) {
  const auto found = std::ranges::find(all, buffer.place.address,
                                       [](const Found& one) { return one.place.address; });
  if (found == all.end()) return {"zero ", ""};
  if (found->written == 0) return {"uninitialized ", ""};
  if (is_floating(buffer.type)) return {"index ", ""};
  std::vector<std::byte> contents = contents_of(buffer, *found);
  const std::uint64_t elements = buffer.bytes() / buffer.element_bytes;
  if (elements > most_inline) {
    const std::string file = name + "." + buffer.argument + ".bin";
    write(folder / file, {reinterpret_cast<const char*>(contents.data()), contents.size()});
    return {"file:" + file + " ", ""};
  }
  contents.resize(buffer.bytes());
  std::string numbers;
  for (std::uint64_t i = 0; i < elements; ++i) {
    const auto element =
        std::span(contents).subspan(i * buffer.element_bytes, buffer.element_bytes);
    numbers += (i == 0 ? " = " : ",") + integer(buffer.type, element);
  }
  return {"", numbers};
}

std::string joined(const Dim3& dim) {
  return std::to_string(dim.x) + "," + std::to_string(dim.y) + "," + std::to_string(dim.z);
}

/// "saxpy" of "void saxpy<float>(int)", with letters, digits and _ alone.
std::string short_name(const std::string& name) {
  std::string text = name.substr(0, std::min(name.find('<'), name.find('(')));
  text = text.substr(text.rfind(' ') + 1);
  std::ranges::replace_if(
      text, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  constexpr std::size_t most = 100;
  return text.empty() ? "kernel" : text.substr(0, most);
}

/// NAME.N with an ending, for the first N for which there is no such file, which it makes.
std::string free_name(const std::filesystem::path& folder, const std::string& name,
                      const std::string& ending) {
  for (int number = 1;; ++number) {
    const std::string numbered = name + "." + std::to_string(number);
    const std::string file = (folder / (numbered + ending)).string();
    constexpr int mode = 0644;
    const int out = open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (out >= 0) {
      close(out);
      return numbered;
    }
    if (errno != EEXIST) throw NotDescribed("cannot write " + file + ": " + std::strerror(errno));
  }
}

}  // namespace

std::string Recorder::name_of_ptx(const KernelTask& task, const std::string& name) {
  std::string& known = ptx_[task.program.ptx];
  if (known.empty()) {
    known = free_name(folder_, name, ".ptx") + ".ptx";
    write(folder_ / known, task.program.ptx);
  }
  return known;
}

std::string Recorder::record(const LaunchToRecord& launch) {
  const KernelTask& task = launch.task;
  if (!task.is_cooperative && task.program.ptx.find("%envreg") != std::string::npos)
    throw NotDescribed("its module has kernels for cooperative launches, and this is none");
  Description description(launch);
  std::string how = "entry " + task.entry.name + "\ngrid " + joined(task.grid) + "\nblock " +
                    joined(task.block) + "\n";
  if (task.cluster) how += "cluster " + joined(*task.cluster) + "\n";
  if (task.shared != 0) how += "shared " + std::to_string(task.shared) + "\n";
  if (task.device) how += "device " + task.device->name + "\n";
  const auto none = [](const BufferToRecord&) { return std::pair<std::string, std::string>(); };
  if (!known_.emplace(&ptx_[task.program.ptx], how + description.arguments(none)).second) return "";
  if (!launch.is_finished) throw NotDescribed("it did not run to its end");
  if (launch.journal == nullptr) throw NotDescribed("it touches too much memory");
  const std::vector<Found> all = launch.memory.found_by(*launch.journal);
  description.check(all);

  const std::string short_one = short_name(task.program.name);
  const std::string name = free_name(folder_, short_one, ".kernel");
  const std::filesystem::path file = folder_ / (name + ".kernel");
  try {
    const std::string arguments = description.arguments(
        [&](const BufferToRecord& buffer) { return contents_text(buffer, all, folder_, name); });
    write(file, "ptx " + name_of_ptx(task, short_one) + "\n" + how +
                    (arguments.empty() ? "" : "args " + arguments + "\n"));
  } catch (const NotDescribed&) {
    std::filesystem::remove(file);
    throw;
  }
  return file.filename().string();
}

}  // namespace layoutcheck::gpu::runtime
