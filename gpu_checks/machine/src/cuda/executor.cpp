// The executor on the GPU: PTX goes to CUDA's driver as it is. Addresses cannot be watched there;
// bench.cpp judges what the kernel leaves behind.
#include "cuda/driver.hpp"
#include "cuda/fill.hpp"
#include <layoutcheck/machine/executor.hpp>
#include <layoutcheck/machine/ptx.hpp>
#include <layoutcheck/machine/tensor_map.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <vector>

namespace layoutcheck::gpu {
namespace {

using cuda::Driver;

constexpr std::uint64_t threads_of_a_fill = 256;
constexpr std::uint64_t most_blocks_of_a_fill = 1024;
constexpr std::size_t log_bytes = std::size_t{1} << 14;

/// A context with the events that time its launches. What belongs to it goes with it.
class Context {
 public:
  explicit Context(const Driver& driver) : driver_(driver) {
    Driver::Device device = 0;
    driver.check(driver.device(&device, cuda::device_ordinal), "the device");
    driver.check(driver.create_context(&handle_, 0, device), "a context");
    // The driver made it current on this thread; current() does that where it is needed.
    Driver::Context popped = nullptr;
    driver.pop_context(&popped);
    try {
      const Current current(*this);
      driver.check(driver.create_event(&begin_, 0), "an event");
      driver.check(driver.create_event(&end_, 0), "an event");
    } catch (const LaunchError&) {
      driver.destroy_context(handle_);
      throw;
    }
  }
  ~Context() {
    // Results do not matter: a dead context refuses everything but its end.
    if (driver_.push_context(handle_) == 0) {
      driver_.destroy_event(begin_);
      driver_.destroy_event(end_);
      Driver::Context popped = nullptr;
      driver_.pop_context(&popped);
    }
    driver_.destroy_context(handle_);
  }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  [[nodiscard]] Driver::Event begin() const { return begin_; }
  [[nodiscard]] Driver::Event end() const { return end_; }

  /// Makes the context the thread's own as long as it lives, and gives the thread back the one that
  /// it had: another library in this process may have set it.
  class Current {
   public:
    explicit Current(const Context& context) : driver_(context.driver_) {
      driver_.check(driver_.push_context(context.handle_), "the context");
    }
    ~Current() {
      Driver::Context popped = nullptr;
      driver_.pop_context(&popped);
    }
    Current(const Current&) = delete;
    Current& operator=(const Current&) = delete;

   private:
    const Driver& driver_;
  };

 private:
  const Driver& driver_;
  Driver::Context handle_ = nullptr;
  Driver::Event begin_ = nullptr;
  Driver::Event end_ = nullptr;
};

/// Needs a current context. Throws LaunchError with the log of the driver's compiler.
Driver::Module load_module(const Driver& driver, const std::string& name, const std::string& ptx) {
  std::array<char, log_bytes> log{};
  std::array<int, 2> options = {cuda::error_log, cuda::error_log_bytes};
  std::array<void*, 2> values = {log.data(), reinterpret_cast<void*>(log_bytes - 1)};
  Driver::Module module = nullptr;
  const int result =
      driver.load_module(&module, ptx.c_str(), options.size(), options.data(), values.data());
  if (result != 0) {
    throw LaunchError(name + ": cuda: " + driver.describe(result) +
                      (log.front() == '\0' ? "" : "\n") + log.data());
  }
  return module;
}

bool is_every_block(const Launch& launch) {
  if (launch.blocks.empty()) return true;
  std::vector<std::uint64_t> blocks = launch.blocks;
  std::ranges::sort(blocks);
  if (blocks.size() != launch.grid.count()) return false;
  for (std::size_t i = 0; i < blocks.size(); ++i)
    if (blocks[i] != i) return false;
  return true;
}

class CudaExecutor : public Executor {
 public:
  CudaExecutor() : driver_(cuda::open_driver()) {
    try {
      open_context();
    } catch (const LaunchError& error) {
      throw Unavailable(error.what());
    }
  }

  [[nodiscard]] std::string_view name() const override { return "cuda"; }
  [[nodiscard]] bool records() const override { return false; }

  void load(const Program& program) override {
    if (program.ptx.empty()) throw LaunchError(program.name + ": the cuda executor needs PTX");
    if (program.ptx.find('\0') != std::string::npos)
      throw LaunchError(program.name + ": a zero byte in the PTX");
    std::vector<ptx::Entry> entries;
    try {
      entries = ptx::summarize(program.ptx).entries;
    } catch (const ptx::PtxError& error) {
      throw LaunchError(program.name + ": " + error.what());
    }
    const Context::Current current(context());
    const Driver::Module module = load_module(driver_, program.name, program.ptx);
    if (module_ != nullptr) driver_.unload_module(module_);
    module_ = module;
    program_ = program;
    entries_ = std::move(entries);
  }

  Buffer allocate(std::uint64_t bytes, const Fill& fill) override {
    const Context::Current current(context());
    Allocation made{0, bytes};
    // The driver refuses to allocate nothing.
    driver_.check(driver_.allocate(&made.address, std::max<std::uint64_t>(bytes, 1)),
                  "a buffer of " + std::to_string(bytes) + " bytes");
    try {
      apply(fill, made);
    } catch (const LaunchError&) {
      driver_.free(made.address);
      throw;
    }
    buffers_.emplace(next_buffer_, made);
    return {next_buffer_++};
  }

  void release() override {
    if (buffers_.empty()) return;
    const Context::Current current(context());
    for (const auto& [id, allocation] : buffers_)
      driver_.free(allocation.address);
    buffers_.clear();
  }

  void read(Buffer buffer, std::uint64_t offset, std::span<std::byte> to) override {
    const Allocation& from = find(buffer);
    if (offset > from.bytes || to.size() > from.bytes - offset) {
      throw std::out_of_range("cuda: " + std::to_string(to.size()) + " bytes from " +
                              std::to_string(offset) + " on, in a buffer of " +
                              std::to_string(from.bytes));
    }
    if (to.empty()) return;
    const Context::Current current(context());
    driver_.check(driver_.copy_to_host(to.data(), from.address + offset, to.size()),
                  "reading a buffer");
  }

  [[nodiscard]] std::uint64_t address_of(Buffer buffer) const override {
    return find(buffer).address;
  }

  LaunchReport launch(const Launch& launch, const AccessSink& /*sink*/) override {
    const Context& context = this->context();
    if (module_ == nullptr) throw LaunchError("cuda: no program is loaded");
    if (!is_every_block(launch)) throw refusal("the cuda executor cannot leave blocks out");
    const ptx::Entry& entry = find_entry(launch.entry);
    std::vector<std::vector<std::byte>> arguments = pack(entry, launch.arguments);
    std::vector<void*> pointers;
    for (std::vector<std::byte>& argument : arguments)
      pointers.push_back(argument.data());

    int crash = 0;
    LaunchReport report;
    {
      const Context::Current current(context);
      Driver::Function function = nullptr;
      check(driver_.find_function(&function, module_, entry.name.c_str()), entry.name);
      if (launch.dynamic_shared > 0) {
        // More than 48 KiB must be asked for, what the kernel declares itself counted.
        check(driver_.set_function_attribute(
                  function, cuda::most_dynamic_shared,
                  static_cast<int>(std::min<std::uint32_t>(launch.dynamic_shared, 0x7fffffff))),
              entry.name + " with " + std::to_string(launch.dynamic_shared) +
                  " bytes of dynamic shared memory");
      }
      check(driver_.record_event(context.begin(), nullptr), "an event");
      check(driver_.launch(function, launch.grid.x, launch.grid.y, launch.grid.z, launch.block.x,
                           launch.block.y, launch.block.z, launch.dynamic_shared, nullptr,
                           pointers.data(), nullptr),
            "launch of " + entry.name + " with grid " + to_string(launch.grid) + " and block " +
                to_string(launch.block));
      crash = driver_.record_event(context.end(), nullptr);
      if (crash == 0) crash = driver_.wait_for_event(context.end());
      if (crash == 0) {
        float milliseconds = 0;
        check(driver_.elapsed(&milliseconds, context.begin(), context.end()), "an event");
        report.finished = true;
        report.blocks = launch.grid.count();
        report.seconds = 1e-3 * static_cast<double>(milliseconds);
      }
    }
    if (crash != 0) {
      Fault fault;
      fault.kind = Fault::Kind::crash;
      fault.message =
          entry.name + ": " + driver_.describe(crash) + "; the device does not say where";
      report.faults.push_back(fault);
      report.fault_count = 1;
      reopen();
    }
    return report;
  }

 private:
  struct Allocation {
    Driver::Pointer address = 0;
    std::uint64_t bytes = 0;
  };

  [[nodiscard]] const Context& context() const {
    if (context_ == nullptr)
      throw LaunchError("cuda: a kernel ended the context, and no other could be made: " + lost_);
    return *context_;
  }

  void open_context() {
    context_ = std::make_unique<Context>(driver_);
    const Context::Current current(*context_);
    fills_ = load_module(driver_, "the kernels that fill buffers", cuda::fill_ptx());
    module_ = program_.ptx.empty() ? nullptr : load_module(driver_, program_.name, program_.ptx);
  }

  /// A new context after a kernel that ended the old one. If the driver refuses it, which it may,
  /// every later call says so.
  void reopen() {
    buffers_.clear();
    module_ = nullptr;
    context_.reset();
    try {
      open_context();
    } catch (const LaunchError& error) {
      context_.reset();
      lost_ = error.what();
    }
  }

  [[nodiscard]] LaunchError refusal(const std::string& message) const {
    return LaunchError(program_.name + ": " + message);
  }

  void check(int result, const std::string& what) const {
    driver_.check(result, program_.name + ": " + what);
  }

  [[nodiscard]] const Allocation& find(Buffer buffer) const {
    const auto found = buffers_.find(buffer.id);
    if (found == buffers_.end()) {
      throw LaunchError("cuda: there is no buffer " + std::to_string(buffer.id) +
                        ": it was released, or a kernel that crashed took it along");
    }
    return found->second;
  }

  [[nodiscard]] const ptx::Entry& find_entry(const std::string& name) const {
    if (name.empty() && entries_.size() == 1) return entries_.front();
    if (name.empty()) {
      throw refusal("there are " + std::to_string(entries_.size()) +
                    " entries, and none of them is named");
    }
    const auto found = std::ranges::find(entries_, name, &ptx::Entry::name);
    if (found == entries_.end()) throw refusal("there is no entry '" + name + "'");
    return *found;
  }

  /// The bytes of each parameter. The driver reads as many as the kernel declares, so they are
  /// counted before.
  [[nodiscard]] std::vector<std::vector<std::byte>> pack(
      const ptx::Entry& entry, const std::vector<Argument>& arguments) const {
    if (arguments.size() != entry.parameters.size()) {
      throw refusal(entry.name + " takes " + std::to_string(entry.parameters.size()) +
                    " arguments, not " + std::to_string(arguments.size()));
    }
    std::vector<std::vector<std::byte>> packed;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      const Argument& argument = arguments[i];
      packed.push_back(bytes_of(argument));
      if (packed.back().size() != entry.parameters[i].bytes) {
        throw refusal("argument " + std::to_string(i) + " of " + entry.name + " has " +
                      std::to_string(packed.back().size()) + " bytes, and the kernel takes " +
                      std::to_string(entry.parameters[i].bytes));
      }
    }
    return packed;
  }

  [[nodiscard]] std::vector<std::byte> bytes_of(const Argument& argument) const {
    if (argument.kind == Argument::Kind::value) return argument.bytes;
    const Driver::Pointer address =
        find(argument.buffer).address + static_cast<Driver::Pointer>(argument.offset);
    if (argument.kind == Argument::Kind::pointer) return Argument::value(address).bytes;
    return encoded_by_driver(*argument.map, address);
  }

  [[nodiscard]] std::vector<std::byte> encoded_by_driver(const TensorMap& map,
                                                         Driver::Pointer address) const {
    if (driver_.encode_tiled == nullptr || map.is_im2col())
      throw refusal("the driver encodes no such tensor map");
    alignas(TensorMap::alignment) std::array<std::byte, TensorMap::size> bytes{};
    const std::vector<std::uint32_t> box(map.box.begin(), map.box.end());
    const std::vector<std::uint32_t> steps(map.steps.begin(), map.steps.end());
    const Context::Current current(context());
    check(driver_.encode_tiled(bytes.data(), driver_number(map.type), map.rank,
                               reinterpret_cast<void*>(address), map.extents.data(),
                               map.strides.data(), box.data(), steps.data(),
                               static_cast<int>(map.interleave), swizzle_number(map), map.promotion,
                               static_cast<int>(map.fill)),
          "a tensor map");
    return {bytes.begin(), bytes.end()};
  }

  /// Needs a current context.
  void apply(const Fill& fill, const Allocation& to) {
    switch (fill.kind) {
      case Fill::Kind::uninitialized:
        return;
      case Fill::Kind::zero:
        if (to.bytes > 0)
          driver_.check(driver_.set_bytes(to.address, 0, to.bytes), "zeros in a buffer");
        return;
      case Fill::Kind::bytes:
        if (fill.bytes.size() > to.bytes) {
          throw LaunchError("cuda: " + std::to_string(fill.bytes.size()) +
                            " bytes do not fit into a buffer of " + std::to_string(to.bytes));
        }
        if (!fill.bytes.empty()) {
          driver_.check(driver_.copy_to_device(to.address, fill.bytes.data(), fill.bytes.size()),
                        "bytes in a buffer");
        }
        return;
      case Fill::Kind::index:
        fill_with_indices(fill, to);
        return;
    }
  }

  void fill_with_indices(const Fill& fill, const Allocation& to) {
    const std::uint32_t width = fill.width;
    if (width != 1 && width != 2 && width != 4 && width != 8) {
      throw LaunchError("cuda: elements of " + std::to_string(width) +
                        " bytes cannot be filled with their index");
    }
    std::uint64_t count = to.bytes / width;
    if (count == 0) return;
    Driver::Function function = nullptr;
    driver_.check(driver_.find_function(&function, fills_, cuda::fill_entry(width).c_str()),
                  cuda::fill_entry(width));
    Driver::Pointer base = to.address;
    auto shift = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(std::uint64_t{8} * width * fill.digit, 64));
    Numbering numbering = fill.numbering;
    std::array<void*, 5> arguments = {&base, &count, &shift, &numbering.first, &numbering.period};
    const auto blocks =
        static_cast<unsigned>(std::min((count - 1) / threads_of_a_fill + 1, most_blocks_of_a_fill));
    driver_.check(driver_.launch(function, blocks, 1, 1, threads_of_a_fill, 1, 1, 0, nullptr,
                                 arguments.data(), nullptr),
                  "indices in a buffer");
  }

  Driver driver_;
  std::unique_ptr<Context> context_;
  /// Why there is no context.
  std::string lost_;
  Driver::Module fills_ = nullptr;
  Driver::Module module_ = nullptr;
  Program program_;
  std::vector<ptx::Entry> entries_;
  std::map<std::size_t, Allocation> buffers_;
  std::size_t next_buffer_ = 0;
};

}  // namespace

std::unique_ptr<Executor> make_cuda_executor() {
  return std::make_unique<CudaExecutor>();
}

}  // namespace layoutcheck::gpu
