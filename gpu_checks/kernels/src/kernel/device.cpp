// What devices take of a launch: cards, their compute capabilities, and the limits of these.
#include <layoutcheck/kernels/device.hpp>
#include <layoutcheck/notation/number.hpp>

#include <algorithm>
#include <iterator>
#include <optional>
#include <stdexcept>

namespace layoutcheck::gpu {

namespace {

/// Bytes of shared memory that a block may have, from the table of technical specifications in
/// NVIDIA's CUDA C++ programming guide: "Maximum amount of shared memory per thread block".
struct Capability {
  unsigned number = 0;
  std::uint64_t shared = 0;
};
constexpr std::uint64_t kib = 1024;
constexpr Capability capabilities[] = {
    {50, 48 * kib},   {52, 48 * kib},   {53, 48 * kib},  {60, 48 * kib},  {61, 48 * kib},
    {62, 48 * kib},   {70, 96 * kib},   {72, 96 * kib},  {75, 64 * kib},  {80, 163 * kib},
    {86, 99 * kib},   {87, 163 * kib},  {89, 99 * kib},  {90, 227 * kib}, {100, 227 * kib},
    {103, 227 * kib}, {110, 227 * kib}, {120, 99 * kib}, {121, 99 * kib},
};

/// From NVIDIA's list of CUDA GPUs and their compute capabilities.
struct Card {
  std::string_view name;
  unsigned capability = 0;
};
constexpr Card cards[] = {
    {"p100", 60},      {"p4", 61},       {"p40", 61},        {"gtx1080", 61},  {"gtx1080ti", 61},
    {"v100", 70},      {"titanv", 70},   {"xavier", 72},     {"t4", 75},       {"rtx2080", 75},
    {"rtx2080ti", 75}, {"rtx8000", 75},  {"a100", 80},       {"a30", 80},      {"a2", 86},
    {"a10", 86},       {"a10g", 86},     {"a16", 86},        {"a40", 86},      {"rtxa6000", 86},
    {"rtx3060", 86},   {"rtx3070", 86},  {"rtx3080", 86},    {"rtx3090", 86},  {"orin", 87},
    {"l4", 89},        {"l40", 89},      {"l40s", 89},       {"rtx4060", 89},  {"rtx4070", 89},
    {"rtx4080", 89},   {"rtx4090", 89},  {"rtx6000ada", 89}, {"h100", 90},     {"h200", 90},
    {"gh200", 90},     {"b200", 100},    {"gb200", 100},     {"b300", 103},    {"gb300", 103},
    {"thor", 110},     {"rtx5070", 120}, {"rtx5080", 120},   {"rtx5090", 120}, {"rtxpro6000", 120},
    {"gb10", 121},
};

/// What ptxas takes of a target without an `a`: more is only had beside what is declared.
constexpr std::uint64_t most_declared = 48 * kib;

std::string dotted(unsigned capability) {
  return std::to_string(capability / 10) + "." + std::to_string(capability % 10);
}

/// Whether devices of the capability run code for the target: for all later ones, unless it is for
/// one alone or for its family.
bool runs_on(const Architecture& target, unsigned capability) {
  if (target.suffix == 'a') return capability == target.number;
  return capability >= target.number &&
         (target.suffix != 'f' || capability / 10 == target.number / 10);
}

std::uint64_t shared_of(unsigned capability) {
  const auto* found = std::ranges::find(capabilities, capability, &Capability::number);
  return found == std::end(capabilities) ? 0 : found->shared;
}

/// The most that a device has that runs code for the target; 0 if none is known.
std::uint64_t most_shared_for(const Architecture& target) {
  std::uint64_t most = 0;
  for (const Capability& capability : capabilities)
    if (runs_on(target, capability.number)) most = std::max(most, capability.shared);
  return most;
}

std::string called(const Device& device) {
  return device.name.starts_with("sm_")
             ? "a device of compute capability " + dotted(device.capability)
             : "'" + device.name + "' (compute capability " + dotted(device.capability) + ")";
}

std::string bytes_needed(const Demands& demands) {
  return "a block needs " + std::to_string(demands.declared + demands.dynamic) +
         " bytes of shared memory" +
         (demands.declared == 0 || demands.dynamic == 0
              ? ""
              : " (" + std::to_string(demands.declared) + " declared, " +
                    std::to_string(demands.dynamic) + " more of the launch)");
}

void refuse_shared(const Demands& demands, const Architecture& target, const Device* device,
                   std::vector<std::string>& refusals) {
  const std::uint64_t own = shared_of(target.number);
  const std::uint64_t most = target.suffix == 'a' && own != 0 ? own : most_declared;
  if (demands.declared > most) {
    refusals.push_back("the entry declares " + std::to_string(demands.declared) +
                       " bytes of shared memory; ptxas refuses more than " + std::to_string(most) +
                       " for " + demands.target +
                       (most == most_declared
                            ? ", and what a block needs beyond them is given with the launch"
                            : ""));
  }
  const std::uint64_t limit =
      device != nullptr ? shared_of(device->capability) : most_shared_for(target);
  if (limit == 0 || demands.declared + demands.dynamic <= limit) return;
  refusals.push_back(bytes_needed(demands) + "; " +
                     (device != nullptr ? called(*device) + " has"
                                        : "devices that run code for " + demands.target + " have") +
                     " at most " + std::to_string(limit));
}

void refuse_clusters(const Demands& demands, const Device* device,
                     std::vector<std::string>& refusals) {
  constexpr unsigned first_with_clusters = 90;
  const ptx::Entry& entry = demands.entry;
  if (demands.cluster && entry.cluster && *demands.cluster != *entry.cluster) {
    refusals.push_back("the entry is for clusters of " + to_string(*entry.cluster) +
                       " blocks (.reqnctapercluster), and the launch has clusters of " +
                       to_string(*demands.cluster));
  }
  const Dim3 cluster = cluster_of(demands.cluster, entry);
  if (std::string refusal = refusal_of_clusters(cluster, demands.grid); !refusal.empty())
    refusals.push_back(std::move(refusal));
  if (device != nullptr && device->capability < first_with_clusters && cluster.count() > 1)
    refusals.push_back(called(*device) + " has no clusters");
}

}  // namespace

Dim3 cluster_of(const std::optional<Dim3>& of_launch, const ptx::Entry& entry) {
  return of_launch ? *of_launch : entry.cluster.value_or(Dim3{});
}

std::uint64_t most_shared_per_block(const Device& device) {
  return shared_of(device.capability);
}

std::optional<Architecture> parse_architecture(std::string_view text) {
  if (!text.starts_with("sm_")) return std::nullopt;
  text.remove_prefix(3);
  Architecture target;
  if (text.ends_with('a') || text.ends_with('f')) {
    target.suffix = text.back();
    text.remove_suffix(1);
  }
  const auto number = number_from<unsigned>(text);
  if (!number) return std::nullopt;
  target.number = *number;
  return target;
}

Device device_named(std::string_view name) {
  std::string names;
  for (const Card& card : cards) {
    if (card.name == name) return {std::string(name), card.capability};
    names += std::string(card.name) + ", ";
  }
  if (const auto target = parse_architecture(name); target && target->suffix == ' ')
    if (shared_of(target->number) != 0) return {std::string(name), target->number};
  std::string numbers;
  for (const Capability& capability : capabilities)
    numbers += (numbers.empty() ? "sm_" : ", sm_") + std::to_string(capability.number);
  throw std::invalid_argument("no device is called '" + std::string(name) + "'; there are " +
                              names + numbers);
}

std::vector<std::string> refusals_of(const Demands& demands, const Device* device) {
  std::vector<std::string> refusals;
  if (std::string refusal = refusal_of_grid(demands.grid); !refusal.empty())
    refusals.push_back(std::move(refusal));
  const ptx::Entry& entry = demands.entry;
  if (entry.required_block && *entry.required_block != demands.block) {
    refusals.push_back("the entry is for blocks of " + to_string(*entry.required_block) +
                       " threads (.reqntid), and the launch has blocks of " +
                       to_string(demands.block));
  }
  if (entry.most_threads && *entry.most_threads < demands.block.count()) {
    refusals.push_back("the entry is for blocks of at most " + std::to_string(*entry.most_threads) +
                       " threads (.maxntid), and the launch has blocks of " +
                       std::to_string(demands.block.count()));
  }
  refuse_clusters(demands, device, refusals);
  const std::optional<Architecture> target = parse_architecture(demands.target);
  if (!target) return refusals;
  if (device != nullptr && !runs_on(*target, device->capability))
    refusals.push_back(called(*device) + " does not run code for " + demands.target);
  refuse_shared(demands, *target, device, refusals);
  return refusals;
}

std::string restriction_of(const Demands& demands) {
  const std::optional<Architecture> target = parse_architecture(demands.target);
  const std::uint64_t own = target ? shared_of(target->number) : 0;
  if (own == 0 || demands.declared + demands.dynamic <= own) return "";
  return bytes_needed(demands) + "; devices of compute capability " + dotted(target->number) +
         " have at most " + std::to_string(own) + ", and others that run code for " +
         demands.target + " up to " + std::to_string(most_shared_for(*target));
}

}  // namespace layoutcheck::gpu
