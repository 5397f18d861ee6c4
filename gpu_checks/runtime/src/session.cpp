// The state of the stand-in, and the judge of each launch.
#include "session.hpp"

#include "fatbin.hpp"

#include <cxxabi.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>

namespace layoutcheck::gpu::runtime {

namespace {

std::string variable_or(const char* variable, const char* otherwise) {
  const char* value = std::getenv(variable);
  return value == nullptr || *value == '\0' ? otherwise : value;
}

std::uint64_t number_or(const char* variable, std::uint64_t otherwise) {
  const std::string text = variable_or(variable, "");
  return text.empty() ? otherwise : std::strtoull(text.c_str(), nullptr, 10);
}

std::string hexadecimal(std::uint64_t number) {
  char text[32];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(number));
  return text;
}

std::string demangled(const std::string& name) {
  int status = 0;
  char* readable = abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status);
  std::string result = readable == nullptr ? name : readable;
  std::free(readable);
  return result;
}

/// Nothing if some are missing.
std::optional<std::vector<Argument>> arguments_of(const Call& call, const ptx::Entry& entry) {
  std::vector<Argument> arguments;
  for (const ptx::Parameter& parameter : entry.parameters) {
    const void* from = nullptr;
    if (call.arguments != nullptr)
      from = call.arguments[arguments.size()];
    else if (parameter.offset + parameter.bytes <= call.packed.size())
      from = call.packed.data() + parameter.offset;
    if (from == nullptr) return std::nullopt;
    Argument argument;
    argument.bytes.resize(parameter.bytes);
    std::memcpy(argument.bytes.data(), from, argument.bytes.size());
    arguments.push_back(std::move(argument));
  }
  return arguments;
}

/// What says which kernel is launched and how, so that only memory can make a difference.
std::string key_of(const Binary& binary, const Call& call, const ptx::Entry& entry,
                   const std::vector<Argument>& arguments) {
  std::string key = std::to_string(binary.number) + " " + entry.name + " " + to_string(call.grid) +
                    to_string(call.block) + (call.cluster ? to_string(*call.cluster) : "-") +
                    std::to_string(call.shared) + (call.is_cooperative ? "c" : "-");
  for (const Argument& argument : arguments)
    key.append(reinterpret_cast<const char*>(argument.bytes.data()), argument.bytes.size());
  return key;
}

/// The error of a launch in which this was found; Error::success for what a device does not see.
Error error_of(const std::string& kind) {
  if (kind == name(Fault::Kind::out_of_bounds)) return Error::illegal_address;
  if (kind == name(Fault::Kind::misaligned)) return Error::misaligned_address;
  if (kind == name(Fault::Kind::trap)) return Error::launch_failure;
  if (kind == name(Fault::Kind::deadlock) || kind == name(Fault::Kind::endless) ||
      kind == name(Fault::Kind::step_limit)) {
    return Error::launch_timeout;
  }
  if (kind == name(Fault::Kind::divergence)) return Error::launch_failure;
  return Error::success;
}

}  // namespace

Session::Session()
    : owner_(getpid()),
      device_(device_named(variable_or(device_variable, "sm_90"))),
      most_blocks_(number_or(blocks_variable, ~std::uint64_t{0})),
      seconds_(static_cast<double>(number_or(seconds_variable, 0))),
      report_(variable_or(report_variable, "")),
      room_(std::make_shared<Room>(number_or(memory_variable, std::uint64_t{1} << 33))),
      memory_(std::make_unique<DeviceMemory>(room_)),
      earlier_(room_->left() / 8) {
  const std::string folder = variable_or(record_variable, "");
  if (!folder.empty()) recorder_.emplace(folder);
}

Binary* Session::add_binary(const void* fatbin) {
  auto binary = std::make_unique<Binary>();
  binary->fatbin = fatbin;
  binary->number = ++numbers_;
  binaries_.push_back(std::move(binary));
  return binaries_.back().get();
}

Binary* Session::add_module(std::string ptx) {
  Binary* binary = add_binary(nullptr);
  binary->ptx = std::move(ptx);
  return binary;
}

void Session::remove_binary(Binary* binary) {
  const auto is_its = [&](const auto& named) { return named.second.binary == binary; };
  std::erase_if(functions_, is_its);
  std::erase_if(variables_, is_its);
  std::erase_if(binaries_, [&](const auto& one) { return one.get() == binary; });
}

void Session::add_function(const void* host, Binary* binary, const char* name) {
  functions_[host] = {binary, name};
}

void Session::add_variable(const void* host, Binary* binary, const char* name) {
  variables_[host] = {binary, name};
}

void Session::add_managed(void** pointer, Binary* binary, const char* name, std::uint64_t bytes) {
  *pointer = managed_memory(*binary, name, bytes);
  add_variable(*pointer, binary, name);
}

void* Session::managed_memory(Binary& binary, std::string_view name, std::uint64_t bytes) {
  void*& memory = binary.managed[std::string(name)];
  if (memory == nullptr) memory = shared_memory(bytes, "variable " + std::string(name));
  if (memory == nullptr) throw LaunchError("there is no memory for a managed variable");
  return memory;
}

void* Session::shared_memory(std::uint64_t bytes, const std::string& name) {
  void* host = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (host == MAP_FAILED) return nullptr;
  memory_->share({static_cast<std::byte*>(host), bytes}, name);
  return host;
}

Error Session::of_fork() {
  if (!is_used_ || getpid() == owner_) return Error::success;
  return failed("fork", Error::initialization,
                "the process was forked from one that had used the device");
}

Error Session::begin() {
  owner_ = getpid();
  is_used_ = true;
  return sticky_;
}

bool Session::load(Binary& binary, Error& error) {
  if (binary.module) return true;
  if (binary.refusal.empty()) {
    try {
      if (binary.fatbin != nullptr) binary.ptx = ptx_in(binary.fatbin, device_.capability);
      binary.summary = ptx::summarize(binary.ptx);
      PtxOptions options;
      options.exact = true;
      options.room = room_;
      const Program program{"module " + std::to_string(binary.number), "", binary.ptx};
      binary.module =
          memory_->load(program, options, [&](std::string_view name, std::uint64_t bytes) {
            return reinterpret_cast<std::uintptr_t>(managed_memory(binary, name, bytes));
          });
      // The host reads what managed variables are initialized with, and no launch initializes any.
      memory_->refresh();
      binary.module->variable("");
      memory_->give_back();
      return true;
    } catch (const std::exception& refused) {
      binary.refusal = refused.what();
    }
  }
  unsupported("module " + std::to_string(binary.number), binary.refusal);
  error = Error::no_kernel_image;
  return false;
}

const ptx::Entry* Session::entry_of(const void* function, Error& error, Binary*& binary) {
  const auto found = functions_.find(function);
  if (found == functions_.end()) {
    error = Error::invalid_device_function;
    return nullptr;
  }
  binary = found->second.binary;
  if (!load(*binary, error)) return nullptr;
  for (const ptx::Entry& entry : binary->summary.entries)
    if (entry.name == found->second.name) return &entry;
  error = failed(demangled(found->second.name), Error::invalid_device_function,
                 "the module has no such kernel");
  return nullptr;
}

std::optional<DeviceMemory::Place> Session::variable(const void* host, Error& error) {
  error = Error::invalid_symbol;
  const auto found = variables_.find(host);
  if (found == variables_.end() || !load(*found->second.binary, error)) return std::nullopt;
  try {
    return found->second.binary->module->variable(found->second.name);
  } catch (const LaunchError& refused) {
    error = unsupported(found->second.name, refused.what());
    return std::nullopt;
  }
}

Error Session::allow_shared(const void* function, std::int64_t bytes) {
  Error error = Error::success;
  Binary* binary = nullptr;
  const ptx::Entry* entry = entry_of(function, error, binary);
  if (entry == nullptr) return error;
  const std::uint64_t declared = ptx::declared_shared(binary->ptx, entry->name);
  if (bytes < 0 || declared + static_cast<std::uint64_t>(bytes) > most_shared_per_block(device_)) {
    return failed(demangled(entry->name), Error::invalid_value,
                  "no block may have " + std::to_string(bytes) + " bytes of shared memory beyond " +
                      std::to_string(declared));
  }
  functions_.at(function).most_shared = static_cast<std::uint64_t>(bytes);
  return Error::success;
}

std::uint64_t Session::shared_allowed(const void* function, const Binary& binary,
                                      const ptx::Entry& entry) const {
  constexpr std::uint64_t any_launch = 48 << 10;
  const std::uint64_t declared = ptx::declared_shared(binary.ptx, entry.name);
  return std::max(functions_.at(function).most_shared, any_launch - std::min(any_launch, declared));
}

Error Session::launch(const Call& call) {
  if (const Error error = begin(); error != Error::success) return error;
  Error error = Error::success;
  Binary* binary = nullptr;
  const ptx::Entry* entry = entry_of(call.function, error, binary);
  if (entry == nullptr) return error;
  const Dim3& block = call.block;
  if (call.grid.count() == 0 || !refusal_of_grid(call.grid).empty() || block.count() == 0 ||
      block.x > 1024 || block.y > 1024 || block.z > 64 || block.count() > 1024) {
    return failed(
        demangled(entry->name), Error::invalid_configuration,
        "no device takes " + to_string(call.grid) + " blocks of " + to_string(block) + " threads");
  }
  if (const auto most = shared_allowed(call.function, *binary, *entry); call.shared > most) {
    return failed(demangled(entry->name), Error::invalid_value,
                  "the launch adds " + std::to_string(call.shared) +
                      " bytes of shared memory, and the function's attribute allows " +
                      std::to_string(most));
  }
  const std::optional<std::vector<Argument>> arguments = arguments_of(call, *entry);
  if (!arguments) {
    return failed(demangled(entry->name), Error::invalid_value,
                  "it has more parameters than the launch has arguments");
  }
  Record record;
  record.name = demangled(entry->name);
  record.shape = to_string(call.grid) + " x " + to_string(call.block);
  if (call.shared != 0) record.shape += ", " + std::to_string(call.shared) + " bytes shared";
  const Dim3 cluster = cluster_of(call.cluster, *entry);
  if (cluster.count() != 1) record.shape += ", clusters of " + to_string(cluster);
  record.blocks = call.grid.count();
  tell(record);
  record.kind = Record::Kind::launched;

  KernelTask task;
  task.program = {record.name, "", binary->ptx};
  task.entry = *entry;
  task.target = binary->summary.target;
  task.device = device_;
  task.grid = call.grid;
  task.block = call.block;
  task.cluster = call.cluster;
  task.is_cooperative = call.is_cooperative;
  task.shared = static_cast<std::uint32_t>(std::min<std::size_t>(call.shared, ~std::uint32_t{0}));
  task.room = room_;
  const auto start = std::chrono::steady_clock::now();
  task.stop = [&] {
    return seconds_ > 0 &&
           std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() >
               seconds_;
  };
  ++launches_;
  try {
    memory_->refresh();
    const std::string key = key_of(*binary, call, *entry, *arguments);
    if (const Record* told = earlier_.repeat(*memory_, key)) {
      memory_->give_back();
      tell(*told);
      return Error::success;
    }
    memory_->begin_launch(earlier_.most_bytes());
    const KernelReport report =
        check_launch(binary->module->executor(), task, *arguments, most_blocks_);
    auto journal = memory_->end_launch();
    memory_->give_back();
    Record told = tell_of(report, record, *binary);
    if (recorder_) {
      const auto type_at = [&](std::uint64_t address) {
        const auto known = allocated_at_.find(address);
        return known == allocated_at_.end() ? std::string() : known->second.type;
      };
      this->record(record, {task, *arguments, *memory_, journal.get(),
                            report.blocks_run == task.grid.count(), type_at});
    }
    if (journal != nullptr && (report.verdict == KernelVerdict::right ||
                               report.verdict == KernelVerdict::right_in_part)) {
      told.is_equal = true;
      earlier_.keep(key, std::move(journal), told);
    }
    if (report.launches == 0 && report.verdict == KernelVerdict::wrong)
      return Error::invalid_configuration;
    if (report.verdict == KernelVerdict::interrupted) sticky_ = Error::launch_timeout;
    for (const Finding& finding : report.findings)
      if (sticky_ == Error::success) sticky_ = error_of(finding.kind);
    return Error::success;
  } catch (const std::exception& refused) {
    memory_->end_launch();
    record.verdict = "refused";
    record.text = refused.what();
    tell(record);
    if (recorder_) tell_not_recorded(record, refused.what());
    return Error::not_supported;
  }
}

Error Session::allocate(std::uint64_t bytes, const std::string& what, std::uint64_t& address,
                        bool takes_place, const std::string& type) {
  if (const Error error = begin(); error != Error::success) return error;
  const std::string name = "allocation " + std::to_string(++allocations_) + " (" + what + ")";
  const auto free = places_.find({bytes, what});
  if (takes_place && free != places_.end()) {
    address = free->second.back();
    free->second.pop_back();
    if (free->second.empty()) places_.erase(free);
    memory_->allocate_again(address, name);
  } else {
    try {
      address = memory_->allocate(bytes, name);
    } catch (const LaunchError&) {
      return Error::memory_allocation;
    }
  }
  allocated_at_[address] = {bytes, takes_place ? what : "", launches_, type};
  allocated_ += bytes;
  return Error::success;
}

Error Session::share(std::uint64_t bytes, const char* call, void*& address) {
  if (const Error error = begin(); error != Error::success) return error;
  void* host = shared_memory(bytes, "allocation " + std::to_string(++allocations_) + " (" + call +
                                        " of " + std::to_string(bytes) + " bytes)");
  if (host == nullptr) return Error::memory_allocation;
  allocated_at_[reinterpret_cast<std::uintptr_t>(host)] = {bytes};
  address = host;
  return Error::success;
}

Error Session::free(std::uint64_t address, const char* call) {
  if (const Error error = begin(); error != Error::success) return error;
  if (address == 0) return Error::success;
  const auto known = allocated_at_.find(address);
  if (known == allocated_at_.end()) {
    return failed(call, Error::invalid_value,
                  hexadecimal(address) + " is no allocation; it may have been freed before");
  }
  const bool is_shared = memory_->find(address, 0)->is_shared;
  memory_->free(address);
  const Allocation& freed = known->second;
  if (is_shared)
    munmap(reinterpret_cast<void*>(address), freed.bytes);
  else
    allocated_ -= freed.bytes;
  if (!freed.place.empty() && freed.launches != launches_)
    places_[{freed.bytes, freed.place}].push_back(address);
  allocated_at_.erase(known);
  return Error::success;
}

Error Session::unsupported(const std::string& call, const std::string& why) {
  if (told_.insert(call).second) {
    Record record;
    record.kind = Record::Kind::unsupported;
    record.name = call;
    record.text = why;
    tell(record);
  }
  return Error::not_supported;
}

Error Session::failed(const std::string& call, Error error, const std::string& why) {
  Record record;
  record.kind = Record::Kind::failed;
  record.name = call;
  record.verdict = name_of(static_cast<int>(error));
  record.text = why;
  if (told_.insert(call + why).second) tell(record);
  return error;
}

void Session::remark_unwritten(const std::string& call, std::uint64_t address,
                               std::uint64_t bytes) {
  if (has_partial_launch_ || report_.empty()) return;
  const DeviceMemory::Unwritten found = memory_->unwritten(address, bytes);
  if (found.count == 0) return;
  Record record;
  record.kind = Record::Kind::remarked;
  record.name = call;
  record.verdict = name(Fault::Kind::uninitialized);
  record.text = "copies " + std::to_string(found.count) + " bytes of " + found.name +
                " that nobody has written, from byte " + std::to_string(found.first) + " on";
  record.count = 1;
  tell(record);
}

void Session::tell(const Record& record) {
  if (report_.empty()) return;
  const std::string file = report_ + "/" + std::to_string(getpid());
  const int out = open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (out < 0) return;
  const std::string line = to_line(record);
  // What cannot be written is missing where records are counted.
  [[maybe_unused]] const ssize_t written = write(out, line.data(), line.size());
  close(out);
}

void Session::record(const Record& launch, const LaunchToRecord& what) {
  try {
    const std::string file = recorder_->record(what);
    if (!file.empty()) tell({Record::Kind::recorded, launch.name, launch.shape, "", file});
  } catch (const std::exception& refused) {
    tell_not_recorded(launch, refused.what());
  }
}

void Session::tell_not_recorded(const Record& launch, const std::string& why) {
  const Record record{Record::Kind::not_recorded, launch.name, launch.shape, "", why};
  if (told_.insert(to_line(record)).second) tell(record);
}

Record Session::tell_of(const KernelReport& report, const Record& launch, const Binary& binary) {
  const ptx::SourceLines sources(binary.ptx);
  const auto tell_each = [&](const std::vector<Finding>& findings, Record::Kind kind) {
    for (const Finding& finding : findings) {
      Record found = launch;
      found.kind = kind;
      found.verdict = finding.kind;
      found.text = finding.message;
      found.instruction = finding.instruction;
      found.line = finding.line;
      found.count = finding.count;
      if (const auto source = sources.of(finding.line))
        found.source = source->file + ":" + std::to_string(source->line);
      if (const auto caller = sources.caller_of(finding.line))
        found.text += " (inlined at " + caller->file + ":" + std::to_string(caller->line) + ")";
      tell(found);
    }
  };
  tell_each(report.findings, Record::Kind::found);
  tell_each(report.remarks, Record::Kind::remarked);
  has_partial_launch_ = has_partial_launch_ || report.blocks_run != launch.blocks;
  Record done = launch;
  done.verdict = gpu::name(report.verdict);
  done.text = report.why;
  if (report.verdict == KernelVerdict::right_in_part && !report.not_judged.empty())
    done.text = report.not_judged.front().text;
  done.blocks_run = report.blocks_run;
  done.accesses = report.accesses;
  done.count = report.finding_count;
  tell(done);
  return done;
}

}  // namespace layoutcheck::gpu::runtime
