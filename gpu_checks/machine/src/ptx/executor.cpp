// The executor of PTX: modules, buffers, launches.
#include "decode.hpp"
#include "load_module.hpp"
#include "run.hpp"
#include <layoutcheck/machine/tensor_map.hpp>

#include <algorithm>
#include <set>

namespace layoutcheck::gpu {

namespace ptx {

bool Machine::count(Fault::Kind kind, const Step& step) {
  if (kind == Fault::Kind::wrapped && !options.wrapped) return false;
  ++report.fault_count;
  const auto [place, is_new] = seen.try_emplace({kind, &step}, report.faults.size());
  const bool is_kept = place->second < options.max_faults;
  if (!is_new && is_kept) ++report.faults[place->second].count;
  return is_new && is_kept;
}

Fault Machine::told(Fault::Kind kind, const Warp& warp, const Step& step, unsigned lane,
                    std::uint64_t address, std::string message) const {
  Fault fault;
  fault.kind = kind;
  fault.line = step.instruction->line;
  fault.instruction = std::string(step.instruction->text);
  std::replace(fault.instruction.begin(), fault.instruction.end(), '\n', ' ');
  std::replace(fault.instruction.begin(), fault.instruction.end(), '\t', ' ');
  fault.block = warp.block->coordinate;
  fault.thread = launch.block.at(warp.thread(lane));
  fault.address = address;
  fault.message = std::move(message);
  return fault;
}

}  // namespace ptx

namespace {

using namespace ptx;

class PtxExecutor : public Executor {
 public:
  explicit PtxExecutor(const PtxOptions& options)
      : PtxExecutor(options, std::make_shared<GlobalMemory>(options.room)) {}
  PtxExecutor(const PtxOptions& options, std::shared_ptr<GlobalMemory> memory,
              ManagedMemory managed = {})
      : options_(options),
        shared_memory_(std::move(memory)),
        memory_(*shared_memory_),
        managed_(std::move(managed)) {}

  /// Throws LaunchError.
  std::optional<DeviceMemory::Place> variable(std::string_view name) {
    place_variables();
    const auto found = variables_.find(name);
    if (found == variables_.end()) return std::nullopt;
    return DeviceMemory::Place{found->second, memory_.find(found->second)->bytes(), false};
  }

  [[nodiscard]] std::string_view name() const override { return "ptx"; }
  [[nodiscard]] bool records() const override { return true; }

  void load(const Program& program) override {
    kernels_.clear();
    forget_variables();
    module_ = {};  // it points into the text
    text_ = program.ptx;
    name_ = program.name;
    try {
      module_ = parse(text_);
    } catch (const PtxError& error) {
      throw LaunchError(name_ + ": " + error.what());
    }
  }

  Buffer allocate(std::uint64_t bytes, const Fill& fill) override {
    if (fill.width != 1 && fill.width != 2 && fill.width != 4 && fill.width != 8)
      throw LaunchError("elements of " + std::to_string(fill.width) + " bytes cannot be filled");
    const std::size_t id = buffers_.size();
    buffers_.push_back(&memory_.add(bytes, fill, "buffer " + std::to_string(id)));
    return {id};
  }

  void release() override {
    buffers_.clear();
    forget_variables();
    kernels_.clear();
    memory_.clear();
  }

  void read(Buffer buffer, std::uint64_t offset, std::span<std::byte> to) override {
    Region& region = region_of(buffer);
    if (!region.holds(region.base() + offset, to.size())) {
      throw std::out_of_range("a read of " + std::to_string(to.size()) + " bytes at byte " +
                              std::to_string(offset) + " of a buffer of " +
                              std::to_string(region.bytes()));
    }
    region.read(offset, to);
  }

  [[nodiscard]] std::uint64_t address_of(Buffer buffer) const override {
    return region_of(buffer).base();
  }

  LaunchReport launch(const Launch& launch, const AccessSink& sink) override {
    try {
      return checked_launch(launch, sink);
    } catch (const PtxError& error) {
      throw LaunchError(name_ + ": " + error.what());
    }
  }

 private:
  struct Kernel {
    Code code;
    std::unique_ptr<RegisterPool> registers;
  };

  [[nodiscard]] Region& region_of(Buffer buffer) const {
    if (buffer.id >= buffers_.size())
      throw LaunchError("there is no buffer " + std::to_string(buffer.id));
    return *buffers_[buffer.id];
  }

  const Function& entry_named(const std::string& name) const {
    const Function* found = nullptr;
    std::string names;
    for (const Function& function : module_.functions) {
      if (!function.is_entry || !function.is_defined) continue;
      names += (names.empty() ? "" : ", ") + std::string(function.name);
      if (function.name == name || (name.empty() && found == nullptr))
        found = &function;
      else if (name.empty())
        throw LaunchError(name_ + " has several entries, of which one must be named: " + names);
    }
    if (found == nullptr)
      throw LaunchError(name_ + " has no entry '" + name + "'; it has: " + names);
    return *found;
  }

  void forget_variables() {
    variables_.clear();
    refused_.clear();
    are_placed_ = false;
  }

  /// Puts the variables of the module into memory.
  void place_variables() {
    if (are_placed_) return;
    try {
      add_variables();
    } catch (...) {
      forget_variables();
      throw;
    }
    are_placed_ = true;
  }

  /// Why an initializer that holds the address of this name cannot be had; "" if it can.
  std::string why_not_referred_to(std::string_view name) const {
    const std::string shown = "'" + std::string(name) + "'";
    const auto is_it = [&](const auto& declared) { return declared.name == name; };
    if (std::ranges::any_of(module_.functions, is_it))
      return "the address of the function " + shown + ", which the executor does not have";
    if (std::ranges::none_of(module_.variables, is_it))
      return "the address of " + shown + ", which is not declared";
    return variables_.contains(name) ? "" : "the address of " + shown + ", which has none";
  }

  /// Takes back the places of the variables whose initializers hold what there is not: a table of
  /// virtual functions is no harm to the entries that do not use it. What refers to these variables
  /// goes with them. The others have their references filled in.
  void add_variables() {
    std::vector<std::pair<const Variable*, Region*>> placed;
    for (const Variable& variable : module_.variables) {
      if (variable.space == StateSpace::shared) continue;
      // What is external has no place here, and names that are not placed are refused where used.
      if (variable.external) continue;
      Region& region = variable.is_managed && managed_
                           ? *memory_.find(managed_(variable.name, variable.bytes))
                           : memory_.add(variable.bytes, Fill{Fill::Kind::zero},
                                         "variable " + std::string(variable.name));
      variables_[variable.name] = region.base();
      placed.emplace_back(&variable, &region);
    }
    for (bool settled = false; !settled;) {
      settled = true;
      for (const auto& [variable, region] : placed) {
        if (!variables_.contains(variable->name)) continue;
        for (const auto& reference : variable->references) {
          const std::string why = why_not_referred_to(reference.second);
          if (why.empty()) continue;
          refused_[variable->name] =
              "(line " + std::to_string(variable->line) + ") is initialized with " + why;
          variables_.erase(variable->name);
          settled = false;
          break;
        }
      }
    }
    for (const auto& [variable, region] : placed) {
      if (!variables_.contains(variable->name)) continue;
      std::vector<std::byte> bytes = variable->initial;
      for (const auto& [at, other] : variable->references) {
        std::uint64_t value = 0;
        const std::size_t count = std::min<std::size_t>(variable->element_bytes, sizeof value);
        std::memcpy(&value, bytes.data() + at, count);
        value += variables_.at(other);
        std::memcpy(bytes.data() + at, &value, count);
      }
      region->write(0, bytes);
    }
  }

  Kernel& kernel_named(const std::string& name) {
    place_variables();
    const Function& entry = entry_named(name);
    const auto [place, is_new] = kernels_.try_emplace(std::string(entry.name));
    if (is_new) {
      try {
        Decoder decoder(module_, variables_, refused_);
        place->second.code = decoder.kernel(entry);
        find_aligned(place->second.code);
      } catch (...) {
        kernels_.erase(place);
        throw;
      }
      place->second.registers =
          std::make_unique<RegisterPool>(place->second.code, options_.exact, options_.room);
    }
    return place->second;
  }

  static void check_dimensions(const Launch& launch) {
    const Dim3& block = launch.block;
    if (block.count() == 0 || launch.grid.x == 0 || launch.grid.y == 0 || launch.grid.z == 0)
      throw LaunchError("a grid or a block is empty");
    if (block.x > most_threads || block.y > most_threads || block.z > 64 ||
        block.count() > most_threads) {
      throw LaunchError("a block of " + to_string(block) + " threads is too large; " +
                        std::to_string(most_threads) + " are the most");
    }
    if (const std::string refusal = refusal_of_grid(launch.grid); !refusal.empty())
      throw LaunchError(refusal);
  }

  std::vector<std::byte> parameters_of(const Launch& launch, const Code& code) const {
    if (launch.arguments.size() != code.parameters.size()) {
      throw LaunchError(name_ + ": the kernel has " + std::to_string(code.parameters.size()) +
                        " parameters, and " + std::to_string(launch.arguments.size()) +
                        " arguments are given");
    }
    std::vector<std::byte> bytes(code.parameter_bytes);
    for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
      const Argument& argument = launch.arguments[i];
      const Parameter& parameter = code.parameters[i];
      std::vector<std::byte> value = argument.bytes;
      if (argument.kind != Argument::Kind::value) {
        const std::uint64_t address =
            region_of(argument.buffer).base() + static_cast<std::uint64_t>(argument.offset);
        if (argument.kind == Argument::Kind::pointer) {
          value = Argument::value(address).bytes;
        } else {
          TensorMap map = *argument.map;
          map.address = address;
          value = Argument::value(encoded(map)).bytes;
        }
      }
      if (value.size() != parameter.bytes) {
        throw LaunchError(name_ + ": argument " + std::to_string(i) + " has " +
                          std::to_string(value.size()) + " bytes, and the parameter " +
                          parameter.name + " has " + std::to_string(parameter.bytes));
      }
      std::copy(value.begin(), value.end(),
                bytes.begin() + static_cast<std::ptrdiff_t>(parameter.offset));
    }
    return bytes;
  }

  LaunchReport checked_launch(const Launch& launch, const AccessSink& sink) {
    check_dimensions(launch);
    Kernel& kernel = kernel_named(launch.entry);
    constexpr std::uint64_t most_shared = std::uint64_t{1} << 20;
    if (kernel.code.shared_bytes + launch.dynamic_shared > most_shared)
      throw LaunchError("the block needs too much shared memory");
    LaunchReport report;
    Fill arguments{Fill::Kind::bytes};
    arguments.bytes = parameters_of(launch, kernel.code);
    const std::uint64_t parameter_bytes = arguments.bytes.size();
    Machine machine{kernel.code,
                    options_,
                    memory_,
                    Region(parameter_window, parameter_bytes, std::move(arguments),
                           "the parameters", options_.room),
                    launch,
                    sink,
                    report};
    const std::uint64_t blocks = launch.grid.count();
    const std::uint64_t count = launch.blocks.empty() ? blocks : launch.blocks.size();
    const bool is_cooperative =
        launch.is_cooperative && std::ranges::any_of(kernel.code.specials, [](const auto& special) {
          return special.first == Special::workspace_low ||
                 special.first == Special::workspace_high;
        });
    set_clusters(machine);
    if (is_cooperative && count != blocks) {
      throw LaunchError("the blocks of a cooperative launch wait for each other: all " +
                        std::to_string(blocks) + " must run, and " + std::to_string(count) +
                        " are chosen");
    }
    try {
      if (const auto beyond = std::ranges::find_if(
              launch.blocks, [&](std::uint64_t block) { return block >= blocks; });
          beyond != launch.blocks.end()) {
        throw LaunchError("there is no block " + std::to_string(*beyond) + " in a grid of " +
                          std::to_string(blocks));
      }
      if (is_cooperative) {
        machine.workspace = workspace();
        run_together(machine, *kernel.registers, clusters_of(machine));
      } else if (machine.cluster.count() > 1) {
        machine.upcoming.firsts = clusters_of(machine);
        machine.upcoming.count = machine.upcoming.firsts.size();
        while (const auto cluster = machine.upcoming.take())
          run_together(machine, *kernel.registers, std::span(&*cluster, 1));
      } else {
        machine.upcoming = {launch.blocks, count};
        while (const auto block = machine.upcoming.take()) {
          run_block(machine, *kernel.registers, *block);
          ++report.blocks;
        }
      }
      report.finished = true;
    } catch (const Stop&) {
    }
    report.orders_blocks = machine.blocks_synchronize;
    if (std::ranges::find(report.faults, Fault::Kind::race, &Fault::kind) != report.faults.end())
      for (auto& [step, remark] : machine.partial_barriers)
        report.remarks.push_back(std::move(remark));
    return report;
  }

  /// The launch and the entry say which clusters there are.
  void set_clusters(Machine& machine) const {
    const Code& code = machine.code;
    const std::optional<Dim3>& asked = machine.launch.cluster;
    if (asked && code.cluster && *asked != *code.cluster) {
      throw PtxError(code.cluster_line, "the entry is for clusters of " + to_string(*code.cluster) +
                                            " blocks, and the launch has clusters of " +
                                            to_string(*asked));
    }
    machine.has_clusters = asked || code.has_clusters;
    machine.cluster = asked ? *asked : code.cluster.value_or(Dim3{});
    if (const std::string refusal = refusal_of_clusters(machine.cluster, machine.launch.grid);
        !refusal.empty())
      throw LaunchError(refusal);
  }

  /// The first blocks of the clusters whose blocks are to run: all of a cluster or none.
  static std::vector<std::uint64_t> clusters_of(const Machine& machine) {
    const Dim3& grid = machine.launch.grid;
    const std::set<std::uint64_t> chosen(machine.launch.blocks.begin(),
                                         machine.launch.blocks.end());
    std::vector<std::uint64_t> clusters;
    const auto add = [&](std::uint64_t block) {
      const auto blocks = blocks_around(block, machine.cluster, grid);
      if (blocks.front() == block) clusters.push_back(block);
      if (chosen.empty()) return;
      const auto missing = std::ranges::find_if(
          blocks, [&](std::uint64_t member) { return !chosen.contains(member); });
      if (missing == blocks.end()) return;
      throw LaunchError("the blocks of a cluster run together: block " + std::to_string(block) +
                        " is chosen, and block " + std::to_string(*missing) + " is not");
    };
    if (chosen.empty())
      for (std::uint64_t block = 0; block < grid.count(); ++block)
        add(block);
    std::ranges::for_each(chosen, add);
    return clusters;
  }

  /// Where the blocks of a cooperative launch meet: zeros at first. What a launch leaves is as
  /// good.
  std::uint64_t workspace() {
    constexpr std::uint64_t bytes = 64;
    if (workspace_ == nullptr)
      workspace_ = &memory_.add(bytes, Fill{Fill::Kind::zero}, "the workspace of the grid");
    return workspace_->base();
  }

  PtxOptions options_;
  std::string name_;
  std::string text_;
  Module module_;
  std::shared_ptr<GlobalMemory> shared_memory_;
  GlobalMemory& memory_;
  ManagedMemory managed_;
  std::vector<Region*> buffers_;
  /// The addresses of the module's variables, and why others have none.
  std::map<std::string_view, std::uint64_t> variables_;
  std::map<std::string_view, std::string> refused_;
  bool are_placed_ = false;
  Region* workspace_ = nullptr;
  std::map<std::string, Kernel> kernels_;
};

}  // namespace

std::unique_ptr<Executor> make_ptx_executor(const PtxOptions& options) {
  return std::make_unique<PtxExecutor>(options);
}

namespace {

class LoadedModule : public PtxModule {
 public:
  LoadedModule(const Program& program, const PtxOptions& options,
               std::shared_ptr<GlobalMemory> memory, ManagedMemory managed)
      : executor_(options, std::move(memory), std::move(managed)) {
    executor_.load(program);
  }
  Executor& executor() override { return executor_; }
  std::optional<DeviceMemory::Place> variable(std::string_view name) override {
    return executor_.variable(name);
  }

 private:
  PtxExecutor executor_;
};

}  // namespace

std::unique_ptr<PtxModule> ptx::load_module(const Program& program, const PtxOptions& options,
                                            std::shared_ptr<GlobalMemory> memory,
                                            ManagedMemory managed) {
  return std::make_unique<LoadedModule>(program, options, std::move(memory), std::move(managed));
}

}  // namespace layoutcheck::gpu
