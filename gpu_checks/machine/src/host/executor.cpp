// The host executor: kernels compiled for the CPU, over an emulated grid in a process of its own.
#include "compiler.hpp"
#include "process.hpp"
#include <layoutcheck/machine/executor.hpp>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <optional>

namespace layoutcheck::gpu {

namespace {

using namespace host;

template <class T>
std::string_view bytes_of(const T& value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}

template <class T>
std::vector<T> many_of(const std::vector<std::byte>& bytes) {
  std::vector<T> values(bytes.size() / sizeof(T));
  std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
  return values;
}

class HostExecutor : public Executor {
 public:
  explicit HostExecutor(const HostOptions& options) : options_(options), compiler_(options) {}

  [[nodiscard]] std::string_view name() const override { return "host"; }
  [[nodiscard]] bool records() const override { return options_.record; }

  void load(const Program& program) override {
    kernels_ = compiler_.kernels(program);
    program_ = program;
    select();
  }

  Buffer allocate(std::uint64_t bytes, const Fill& fill) override {
    if (fill.kind == Fill::Kind::index && fill.width != 1 && fill.width != 2 && fill.width != 4 &&
        fill.width != 8) {
      throw LaunchError("elements of " + std::to_string(fill.width) + " bytes cannot be filled");
    }
    Allocation wanted;
    wanted.bytes = bytes;
    wanted.kind = fill.kind;
    wanted.width = fill.width;
    wanted.digit = fill.digit;
    wanted.numbering = fill.numbering;
    const std::string_view given(reinterpret_cast<const char*>(fill.bytes.data()),
                                 fill.kind == Fill::Kind::bytes ? fill.bytes.size() : 0);
    const auto answer = ask(Request::allocate, {bytes_of(wanted), given});
    buffers_.push_back({many_of<std::uint64_t>(answer).at(0), bytes});
    return {first_buffer_ + buffers_.size() - 1};
  }

  void release() override {
    if (process_) ask(Request::release, {});
    forget_buffers();
  }

  void read(Buffer buffer, std::uint64_t offset, std::span<std::byte> to) override {
    const Region& region = at(buffer);
    if (offset > region.bytes || to.size() > region.bytes - offset) {
      throw std::out_of_range("a buffer of " + std::to_string(region.bytes) +
                              " bytes is read beyond its end");
    }
    constexpr std::size_t most = 1 << 20;
    for (std::size_t done = 0; done < to.size(); done += most) {
      const Region part{region.address + offset + done, std::min(most, to.size() - done)};
      const auto answer = ask(Request::read, {bytes_of(part)});
      std::memcpy(to.data() + done, answer.data(), answer.size());
    }
  }

  [[nodiscard]] std::uint64_t address_of(Buffer buffer) const override {
    return at(buffer).address;
  }

  LaunchReport launch(const Launch& launch, const AccessSink& sink) override {
    if (!kernels_) throw LaunchError("no program is loaded");
    const std::size_t entry = find_entry(launch.entry);
    check(launch);
    std::string sizes;
    std::string values;
    for (const Argument& argument : launch.arguments) {
      const std::string value = bytes_of_argument(argument);
      const std::uint64_t size = value.size();
      sizes += bytes_of(size);
      values += value;
    }
    // After the addresses: buffers that were lost are an error, which a new process would hide.
    select();
    check_sizes(launch, entry);
    Start start;
    start.program = loaded_.at(kernels_).number;
    start.entry = entry;
    start.order = options_.order;
    start.grid = launch.grid;
    start.block = launch.block;
    start.dynamic_shared = launch.dynamic_shared;
    start.tell = sink ? 1 : 0;
    start.arguments = launch.arguments.size();
    start.blocks = launch.blocks.size();
    const std::string_view blocks(reinterpret_cast<const char*>(launch.blocks.data()),
                                  launch.blocks.size() * sizeof(std::uint64_t));
    process_->send(Request::launch, {bytes_of(start), sizes, values, blocks});
    const auto deadline = Process::Clock::now() + std::chrono::seconds(options_.time_limit);
    for (;;) {
      const auto message = process_->receive(deadline);
      if (!message) return end_of_process();
      if (message->what == Reply::accesses) {
        tell(many_of<Access>(message->bytes), sink);
        continue;
      }
      const End end = many_of<End>(message->bytes).at(0);
      LaunchReport report;
      report.finished = end.finished != 0;
      report.blocks = end.blocks;
      report.accesses = end.accesses;
      if (!report.finished) add(report, fault_of_status());
      return report;
    }
  }

 private:
  struct Loaded {
    std::uint64_t number = 0;
    /// By entry, the sizes of its parameters.
    std::vector<std::vector<std::uint64_t>> sizes;
    std::map<std::uint64_t, std::uint32_t> lines;
  };

  /// The reply to a request that takes no time. Starts the process if there is none.
  std::vector<std::byte> ask(Request request, std::initializer_list<std::string_view> parts) {
    if (!process_) process_.emplace(*compiler_.runner());
    process_->send(request, parts);
    const auto deadline = Process::Clock::now() + std::chrono::seconds(60 + options_.time_limit);
    const auto message = process_->receive(deadline);
    if (!message) {
      const std::string why = process_->late() ? "does not answer" : process_->end();
      const std::string log = process_->log();
      forget_process();
      throw LaunchError("the host executor's process " + why + ":\n" + log);
    }
    if (message->what == Reply::refused) {
      throw LaunchError(
          program_.name + (program_.name.empty() ? "" : ": ") +
          std::string(reinterpret_cast<const char*>(message->bytes.data()), message->bytes.size()));
    }
    return message->bytes;
  }

  /// Has the process load the program, if it has not yet.
  void select() {
    if (process_ && loaded_.count(kernels_) != 0) return;
    const auto answer =
        many_of<std::uint64_t>(ask(Request::load, {std::string_view(kernels_->image)}));
    Loaded loaded;
    loaded.number = answer.at(0);
    for (std::size_t at = 1; at < answer.size(); at += 1 + answer[at]) {
      const auto first = answer.begin() + static_cast<std::ptrdiff_t>(at) + 1;
      loaded.sizes.emplace_back(first, first + static_cast<std::ptrdiff_t>(answer[at]));
    }
    loaded_[kernels_] = std::move(loaded);
  }

  [[nodiscard]] std::size_t find_entry(const std::string& wanted) const {
    const auto& entries = kernels_->entries;
    if (wanted.empty() && entries.size() == 1) return 0;
    std::string known;
    for (std::size_t i = 0; i < entries.size(); ++i) {
      if (entries[i] == wanted) return i;
      known += (i == 0 ? "" : ", ") + entries[i];
    }
    throw LaunchError(program_.name + ": " +
                      (wanted.empty() ? "an entry must be named" : "no entry " + wanted) +
                      "; there are " + known);
  }

  void check(const Launch& launch) const {
    const auto refuse = [&](const std::string& why) {
      throw LaunchError(program_.name + ": " + why);
    };
    const std::uint64_t threads = launch.block.count();
    if (threads == 0 || threads > 1024)
      refuse("a block has 1 to 1024 threads, not " + std::to_string(threads));
    if (launch.grid.count() == 0) refuse("the grid has no blocks");
    if (launch.dynamic_shared > max_dynamic_shared) {
      refuse("there are at most " + std::to_string(max_dynamic_shared) +
             " bytes of dynamic shared memory, not " + std::to_string(launch.dynamic_shared));
    }
    for (const std::uint64_t block : launch.blocks)
      if (block >= launch.grid.count())
        refuse("block " + std::to_string(block) + " is not in the grid " + to_string(launch.grid));
  }

  void check_sizes(const Launch& launch, std::size_t entry) const {
    const auto& sizes = loaded_.at(kernels_).sizes.at(entry);
    const std::string name = program_.name + ": " + kernels_->entries[entry];
    if (sizes.size() != launch.arguments.size()) {
      throw LaunchError(name + " has " + std::to_string(sizes.size()) +
                        " parameters, and there are " + std::to_string(launch.arguments.size()) +
                        " arguments");
    }
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      const Argument& argument = launch.arguments[i];
      if (argument.kind == Argument::Kind::tensor_map)
        throw LaunchError(name + ": the host has no tensor maps");
      const std::size_t given =
          argument.kind == Argument::Kind::pointer ? 8 : argument.bytes.size();
      if (given != sizes[i]) {
        throw LaunchError(name + ": parameter " + std::to_string(i) + " has " +
                          std::to_string(sizes[i]) + " bytes, and the argument " +
                          std::to_string(given));
      }
    }
  }

  [[nodiscard]] std::string bytes_of_argument(const Argument& argument) const {
    if (argument.kind == Argument::Kind::value)
      return {reinterpret_cast<const char*>(argument.bytes.data()), argument.bytes.size()};
    const std::uint64_t address =
        at(argument.buffer).address + static_cast<std::uint64_t>(argument.offset);
    return std::string(bytes_of(address));
  }

  [[nodiscard]] const Region& at(Buffer buffer) const {
    if (buffer.id < first_buffer_ || buffer.id - first_buffer_ >= buffers_.size()) {
      throw LaunchError(
          "buffer " + std::to_string(buffer.id) +
          " is no more: it was given back, or a fault ended the process that held it");
    }
    return buffers_[buffer.id - first_buffer_];
  }

  void forget_buffers() {
    first_buffer_ += buffers_.size();
    buffers_.clear();
  }

  void forget_process() {
    process_.reset();
    loaded_.clear();
    forget_buffers();
  }

  std::uint32_t line_at(std::uint64_t place) {
    auto& lines = loaded_.at(kernels_).lines;
    if (lines.count(place) == 0) lines.merge(lines_of(*kernels_, std::span(&place, 1)));
    return lines[place];
  }

  /// A line of the source without the spaces before it.
  [[nodiscard]] std::string text_of_line(std::uint32_t line) const {
    std::string_view rest = program_.source;
    for (std::uint32_t i = 1; i < line && !rest.empty(); ++i)
      rest.remove_prefix(std::min(rest.find('\n'), rest.size() - 1) + 1);
    rest = rest.substr(0, rest.find_first_of("\r\n"));
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
    return line == 0 ? "" : std::string(rest);
  }

  static void add(LaunchReport& report, Fault fault) {
    report.faults.push_back(std::move(fault));
    report.fault_count = report.faults.size();
  }

  Fault fault_of_status() {
    const Status& status = process_->status();
    Fault fault;
    fault.kind = status.kind;
    fault.block = status.block;
    fault.thread = status.thread;
    fault.address = status.address;
    fault.message = status.message;
    fault.line = status.line != 0 ? status.line : status.place != 0 ? line_at(status.place) : 0;
    fault.instruction = text_of_line(fault.line);
    return fault;
  }

  /// "kernel.cu:7:12: runtime error: signed integer overflow: …", if the log has such a line.
  std::optional<Fault> undefined_behavior() {
    const std::string log = process_->log();
    constexpr std::string_view mark = ": runtime error: ";
    const std::size_t found = log.find(mark);
    if (found == std::string::npos) return std::nullopt;
    const std::size_t start = log.rfind('\n', found) + 1;
    const std::string place = log.substr(start, found - start);
    Fault fault;
    fault.kind = Fault::Kind::sanitizer;
    fault.block = process_->status().block;
    fault.thread = process_->status().thread;
    fault.message = log.substr(found + mark.size(), log.find('\n', found) - found - mark.size());
    if (place.starts_with(source_name)) {
      const char* digits = place.data() + std::min(source_name.size() + 1, place.size());
      std::from_chars(digits, place.data() + place.size(), fault.line);
    }
    fault.instruction = text_of_line(fault.line);
    if (fault.message.find("misaligned address") != std::string::npos)
      fault.kind = Fault::Kind::misaligned;
    else if (fault.message.find("out of bounds") != std::string::npos)
      fault.kind = Fault::Kind::out_of_bounds;
    return fault;
  }

  LaunchReport end_of_process() {
    const Status& status = process_->status();
    Fault fault;
    fault.block = status.block;
    fault.thread = status.thread;
    if (process_->late()) {
      fault.kind = Fault::Kind::step_limit;
      fault.message = "no end within " + std::to_string(options_.time_limit) + " seconds";
    } else if (auto undefined = undefined_behavior()) {
      fault = *undefined;
    } else if (status.faulted != 0) {
      fault = fault_of_status();
    } else {
      fault.kind = Fault::Kind::crash;
      fault.message = "the process " + process_->end();
    }
    fault.message += "; all buffers are lost with the process";
    LaunchReport report;
    add(report, std::move(fault));
    forget_process();
    return report;
  }

  /// One access of one lane at a time: threads do not run side by side.
  void tell(const std::vector<Access>& accesses, const AccessSink& sink) {
    auto& lines = loaded_.at(kernels_).lines;
    std::vector<std::uint64_t> places;
    for (const Access& access : accesses)
      if (lines.emplace(access.place, 0).second) places.push_back(access.place);
    if (!places.empty())
      for (const auto& [place, line] : lines_of(*kernels_, places))
        lines[place] = line;
    WarpAccess told;
    for (const Access& access : accesses) {
      const std::uint32_t lane = access.thread % 32;
      told.line = lines.find(access.place)->second;
      told.kind = static_cast<WarpAccess::Kind>(access.kind);
      told.space = static_cast<Space>(access.space);
      told.bytes = access.bytes;
      told.block = access.block;
      told.warp = access.thread / 32;
      told.lanes = std::uint32_t{1} << lane;
      told.addresses[lane] = access.address;
      sink(told);
      told.addresses[lane] = 0;
    }
  }

  HostOptions options_;
  Compiler compiler_;
  Program program_;
  std::shared_ptr<const CompiledKernels> kernels_;
  std::optional<Process> process_;
  /// What the process has loaded.
  std::map<std::shared_ptr<const CompiledKernels>, Loaded> loaded_;
  /// Those that the process holds; the first of them has the number first_buffer_.
  std::vector<Region> buffers_;
  std::size_t first_buffer_ = 0;
};

}  // namespace

std::unique_ptr<Executor> make_host_executor(const HostOptions& options) {
  return std::make_unique<HostExecutor>(options);
}

}  // namespace layoutcheck::gpu
