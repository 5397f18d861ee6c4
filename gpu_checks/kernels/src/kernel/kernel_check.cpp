// The check of a user's own kernel: runs chosen blocks, holds every access against the buffers,
// their rights and what the user expects, and counts what it costs.
#include <layoutcheck/kernels/kernel_check.hpp>
#include <layoutcheck/kernels/numbers.hpp>
#include <layoutcheck/machine/ptx.hpp>
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/oracles/functions.hpp>

#include <algorithm>
#include <numeric>
#include <sstream>
#include <tuple>

namespace layoutcheck::gpu {

namespace {

constexpr std::size_t most_probes = 2048;
/// Threads of one launch: races are looked for within it, and memory for what is followed of each
/// thread grows with it.
constexpr std::uint64_t threads_of_launch = std::uint64_t{1} << 18;

/// Thrown out of a launch that is to end.
struct Stopped {};

std::uint64_t index_of(Dim3 at, Dim3 in) {
  return at.x + std::uint64_t{in.x} * (at.y + std::uint64_t{in.y} * at.z);
}

/// The text with single blanks in the place of longer ones, tabs and line ends.
std::string on_one_line(std::string_view text) {
  std::string line;
  for (const char c : trimmed(text)) {
    const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!blank || line.back() != ' ') line += blank ? ' ' : c;
  }
  return line;
}

/// Whether such a finding leaves open what the kernel would do.
bool is_open(std::string_view kind) {
  return kind == name(Fault::Kind::step_limit) || kind == name(Fault::Kind::crash);
}

/// Findings by kind, line and buffer.
class Findings {
 public:
  explicit Findings(const KernelTask& task) : task_(task) {}

  /// `describe` fills in what a group shows, and is called only for what it will show.
  template <class Describe>
  void add(std::string_view kind, std::uint32_t line, const std::string& argument,
           std::uint64_t block, std::uint64_t thread, const Describe& describe,
           std::uint64_t count = 1) {
    count_ += count;
    wrong_ = wrong_ || !is_open(kind);
    const auto key = std::tuple(std::string(kind), line, argument);
    auto it = groups_.find(key);
    if (it == groups_.end()) {
      if (groups_.size() >= most_groups) {
        ++left_out_;
        return;
      }
      it = groups_.emplace(key, Finding()).first;
    }
    Finding& finding = it->second;
    const bool is_new = finding.count == 0;
    finding.count += count;
    if (!is_new && std::pair(finding.block, finding.thread) <= std::pair(block, thread)) return;
    Finding shown;
    shown.kind = kind;
    shown.line = line;
    shown.count = finding.count;
    shown.block = block;
    shown.thread = thread;
    shown.argument = argument;
    shown.instruction = line_of(task_.program.ptx, line);
    describe(shown);
    finding = std::move(shown);
  }

  void put_into(KernelReport& report) {
    report.findings = take();
    report.findings_left_out = left_out_;
    if (report.findings.size() > task_.most_findings) {
      report.findings_left_out += report.findings.size() - task_.most_findings;
      report.findings.resize(task_.most_findings);
    }
    report.finding_count = count_;
  }

  /// What was added, by block, thread and line.
  std::vector<Finding> take() {
    std::vector<Finding> all;
    for (auto& [key, finding] : groups_)
      all.push_back(std::move(finding));
    std::ranges::stable_sort(all, {}, order_of);
    return all;
  }

  [[nodiscard]] bool has(std::string_view kind, const std::string& argument) const {
    return groups_.contains(std::tuple(std::string(kind), std::uint32_t{0}, argument));
  }
  [[nodiscard]] std::uint64_t count() const { return count_; }
  /// Whether there is one that says more than that something is not known.
  [[nodiscard]] bool wrong() const { return wrong_; }
  void count_more(std::uint64_t n) { count_ += n; }

 private:
  /// An address that wrapped, or that nobody set, is the reason of others' complaints about it.
  static std::tuple<std::uint64_t, std::uint64_t, std::uint32_t, bool> order_of(
      const Finding& finding) {
    return {finding.block, finding.thread, finding.line,
            finding.kind != name(Fault::Kind::wrapped) &&
                finding.kind != name(Fault::Kind::uninitialized)};
  }

  // Beyond what is shown, because the smallest are shown and may come last.
  static constexpr std::size_t most_groups = 10000;

  const KernelTask& task_;
  std::map<std::tuple<std::string, std::uint32_t, std::string>, Finding> groups_;
  std::uint64_t count_ = 0;
  std::uint64_t left_out_ = 0;
  bool wrong_ = false;
};

/// The bytes of the elements that an instruction moves, as its type says; nothing if it has none.
std::optional<std::uint32_t> element_bytes_of(std::string_view instruction) {
  // The first word with a point: behind a label and a guard there may be.
  std::istringstream words{std::string(instruction)};
  std::string word;
  while (words >> word)
    if (word.front() != '@' && word.find('.') != std::string::npos && word.back() != ':')
      return bytes_of_type(std::string_view(word).substr(word.rfind('.') + 1));
  return std::nullopt;
}

/// Where in shared memory the accesses of an expectation go.
struct SharedPlace {
  std::uint64_t offset = 0;
  /// Beyond which they are another variable's.
  std::uint64_t bytes = ~std::uint64_t{0};
  /// 0 until an access tells.
  std::uint32_t element_bytes = 0;
};

/// Whether the variable is called so, perhaps by a compiler that puts the function's name in front:
/// _ZZ9transposeE4tile is `tile`.
bool is_called(const ptx::SharedVariable& variable, const std::string& name) {
  return variable.name == name || (variable.name.starts_with("_Z") &&
                                   variable.name.ends_with(std::to_string(name.size()) + name));
}

/// Throws std::invalid_argument that lists the variables there are.
SharedPlace find_shared(const KernelTask& task, const Target& target, const std::string& buffers) {
  SharedPlace place;
  place.element_bytes = target.element_bytes.value_or(0);
  if (target.buffer == "shared") return place;
  std::string names;
  std::size_t found = 0;
  for (const auto& variable : ptx::shared_variables(task.program.ptx, task.entry.name)) {
    names += (names.empty() ? "" : ", ") + variable.name;
    if (!is_called(variable, target.buffer)) continue;
    ++found;
    place.offset = variable.offset;
    // Of dynamic shared memory the launch says how much there is.
    if (variable.bytes != 0) place.bytes = variable.bytes;
    if (!target.element_bytes && variable.element_bytes > 1)
      place.element_bytes = static_cast<std::uint32_t>(variable.element_bytes);
  }
  if (found == 1) return place;
  throw std::invalid_argument(buffers + ", and " +
                              (found > 1       ? "several variables of shared memory are: "
                               : names.empty() ? "the kernel has no variables in shared memory"
                                               : "in shared memory there is ") +
                              names);
}

/// Sees all accesses of the launches of one executor.
class Observer {
 public:
  Observer(const KernelTask& task, const PlacedArguments& place, Findings& findings)
      : task_(task), place_(place), findings_(findings), remarks_(task) {
    for (const Area& area : place.areas)
      coverage_.emplace_back(area.element_bytes, task.room);
    for (const Expectation& expectation : task.expectations) {
      checks_.push_back(
          {{},
           {},
           ExpectationCheck(expectation, task.grid.count(), task.block.count(), task.room)});
      Check& check = checks_.back();
      try {
        check.named = place.find(expectation.target.buffer);
      } catch (const std::invalid_argument& no_buffer) {
        check.shared = find_shared(task, expectation.target, no_buffer.what());
        continue;
      }
      if (expectation.target.element_bytes) {
        throw std::invalid_argument("'" + expectation.text + "': the arguments say the type of " +
                                    expectation.target.buffer);
      }
    }
    for (const Watch& watch : task.watches)
      watched_.push_back({place.find(watch.target.buffer), &watch, {}, {}});
  }

  void see(const WarpAccess& access) {
    if (task_.stop && seen_++ % 64 == 0 && task_.stop()) throw Stopped();
    traffic_.add(access);
    if (access.space == Space::shared) see_shared(access);
    if (access.space != Space::global) return;
    for (std::uint32_t lane = 0; lane < 32; ++lane)
      if ((access.lanes >> lane & 1U) != 0)
        see_lane(access, access.addresses[lane], std::uint64_t{access.warp} * 32 + lane);
  }

  void see_fault(const Fault& fault) { see_fault(fault, findings_); }
  void see_remark(const Fault& fault) {
    const bool is_asked =
        fault.kind == Fault::Kind::redundant && task_.strict.contains(Strict::redundant);
    see_fault(fault, is_asked ? findings_ : remarks_);
  }

  void see_fault(const Fault& fault, Findings& findings) {
    if (task_.ignored.contains(fault.kind)) return;
    const Area* area = nearest(fault.address);
    findings.add(
        name(fault.kind), fault.line, area == nullptr ? "" : area->name,
        index_of(fault.block, task_.grid), index_of(fault.thread, task_.block),
        [&](Finding& finding) {
          Fault named = fault;
          named.instruction = on_one_line(fault.instruction);
          named.message = with_names(fault.message);
          finding.message = to_string(named);
          finding.found = named.message;
          if (fault.address != 0) finding.address = fault.address;
          if (area != nullptr) {
            const auto bytes = static_cast<std::int64_t>(fault.address - area->address);
            finding.offset = bytes / static_cast<std::int64_t>(area->element_bytes) -
                             (bytes < 0 && bytes % area->element_bytes != 0 ? 1 : 0);
          }
          if (!named.instruction.empty()) finding.instruction = named.instruction;
        },
        fault.count);
  }

  void finish(std::span<const std::uint64_t> blocks) {
    for (Check& check : checks_)
      check.follow.finish(blocks, [&](const Mismatch& mismatch) { tell(check, mismatch); });
    for (Watched& watched : watched_)
      for (const std::uint64_t block : blocks)
        watched.next.erase(block);
  }

  /// What was seen since the last call, for probing.
  Signature take_signature() {
    Signature signature;
    for (const auto& [least, greatest] : extremes_) {
      signature.push_back(least);
      signature.push_back(greatest);
    }
    signature.resize(2 * place_.areas.size());
    signature.push_back(outside_ > 0 ? 1 : 0);
    signature.push_back(findings_.count() > findings_before_ ? 1 : 0);
    findings_before_ = findings_.count();
    outside_ = 0;
    extremes_.clear();
    return signature;
  }

  /// The buffers that stand on the right of expectations of origins.
  [[nodiscard]] std::vector<Source> sources() const {
    std::vector<Source> sources;
    for (const OriginExpectation& expectation : task_.origins) {
      for (const Indexed& factor : expectation.factors) {
        const Area& area = place_.areas[place_.find(factor.buffer).area];
        if (std::ranges::find(sources, area.address, &Source::address) == sources.end())
          sources.push_back(source_of(area));
      }
    }
    return sources;
  }

  /// Compares what the buffers hold with the expectations of origins. Throws Stopped.
  void compare_origins(Origins& origins, bool all_ran) {
    const std::vector<Source> followed = sources();
    for (const OriginExpectation& expectation : task_.origins) {
      const PlacedArguments::Named& named = place_.find(expectation.result.buffer);
      std::vector<OriginPlace> factors;
      for (const Indexed& factor : expectation.factors) {
        const PlacedArguments::Named& of = place_.find(factor.buffer);
        const auto source =
            std::ranges::find(followed, place_.areas[of.area].address, &Source::address);
        factors.push_back({static_cast<std::size_t>(source - followed.begin()), of.offset});
      }
      KernelReport::OfExpectation& of = of_origins_.emplace_back();
      of.is_of_origins = true;
      of.text = expectation.text;
      of.argument = expectation.result.buffer;
      of.layout = layoutcheck::to_string(expectation.result.layout);
      const ComparedOrigins compared = gpu::compare_origins(
          expectation, origins, source_of(place_.areas[named.area]), named.offset, factors, all_ran,
          [&] {
            if (task_.stop && task_.stop()) throw Stopped();
          },
          [&](const WrongOrigin& wrong) {
            ++of.mismatches;
            tell(expectation, wrong);
          });
      of.compared = compared.elements;
      of.without_factors = compared.without_factors;
    }
  }

  /// What the launch as a whole lacks: blocks of which something is expected.
  void finish_launch() {
    for (Check& check : checks_) {
      const auto missing = check.follow.beyond_launch();
      if (!missing) continue;
      const Expectation& expectation = check.follow.expectation();
      const std::string& target = expectation.target.buffer;
      findings_.add("launch", 0, target, 0, 0, [&](Finding& finding) {
        finding.offset = missing->expected;
        finding.expected = "a block " + std::to_string(missing->block);
        finding.found = "there is no block " + std::to_string(missing->block) +
                        ", of which an access to " + target + " at offset " +
                        std::to_string(*missing->expected) + " is expected: the grid has " +
                        std::to_string(task_.grid.count()) + ", and '" + expectation.text +
                        "' has " + oracle::size(expectation.layout.modes()[0]).str();
        finding.message = finding.found;
      });
    }
  }

  void put_into(KernelReport& report) {
    const bool all_ran = report.blocks_run == task_.grid.count() && report.loops.empty();
    for (std::size_t i = 0; i < place_.areas.size(); ++i) {
      KernelReport::OfBuffer of{place_.areas[i], std::move(coverage_[i])};
      if (all_ran && of.area.rights == Rights::out) {
        of.unwritten = of.area.elements - of.coverage.elements_written();
        of.first_unwritten = of.coverage.first_unwritten(of.area.elements);
        if (of.unwritten != 0 && task_.strict.contains(Strict::unwritten)) tell_unwritten(of);
      }
      if (of.area.is_zero_by_default && of.coverage.reads() != 0) remark_zeros(of.area);
      report.buffers.push_back(std::move(of));
    }
    for (const Check& check : checks_) {
      const Expectation& expectation = check.follow.expectation();
      report.expectations.push_back({expectation.text, expectation.target.buffer,
                                     layoutcheck::to_string(expectation.layout), false,
                                     check.follow.compared(), check.follow.mismatches(), 0});
    }
    for (const KernelReport::OfExpectation& of : of_origins_)
      report.expectations.push_back(of);
    for (Watched& watched : watched_)
      report.owners.push_back(std::move(watched.owners));
    report.lines = traffic_.lines();
    report.remarks = remarks_.take();
  }

 private:
  struct Check {
    PlacedArguments::Named named;
    /// Of an expectation of shared memory; it has no buffer.
    std::optional<SharedPlace> shared;
    ExpectationCheck follow;
  };
  struct Watched {
    PlacedArguments::Named named;
    const Watch* watch = nullptr;
    std::unordered_map<std::uint64_t, std::vector<std::uint64_t>> next;
    std::map<std::int64_t, Owner> owners;
  };

  /// The buffer that an address is in, or else the nearest one; nullptr for none at all.
  const Area* nearest(std::uint64_t address) const {
    const auto distance = [&](const Area& area) {
      return address < area.address                  ? area.address - address
             : address - area.address < area.bytes() ? 0
                                                     : address - area.address - area.bytes() + 1;
    };
    const auto it =
        std::min_element(place_.areas.begin(), place_.areas.end(),
                         [&](const Area& a, const Area& b) { return distance(a) < distance(b); });
    // Far below all buffers lie null and the other spaces.
    return it == place_.areas.end() || address < place_.areas.front().address / 2 ? nullptr : &*it;
  }

  /// The executor's message with the names of buffers that the user knows.
  [[nodiscard]] std::string with_names(std::string text) const {
    for (const Area& area : place_.areas) {
      const std::string number = "buffer " + std::to_string(area.buffer.id);
      for (std::size_t at = text.find(number); at != std::string::npos;
           at = text.find(number, at + 1)) {
        const std::size_t end = at + number.size();
        if (end == text.size() || text[end] < '0' || text[end] > '9')
          text.replace(at, number.size(), area.name);
      }
    }
    return text;
  }

  const Area* area_at(std::uint64_t address) {
    for (const Area& area : place_.areas)
      if (address >= area.address && address - area.address < area.bytes()) return &area;
    return nullptr;
  }

  void see_lane(const WarpAccess& access, std::uint64_t address, std::uint64_t thread) {
    const Area* area = area_at(address);
    if (area == nullptr) {
      ++outside_;
      return;
    }
    const auto index = static_cast<std::size_t>(area - place_.areas.data());
    const std::uint64_t offset = address - area->address;
    coverage_[index].add(offset, access.bytes, access.kind);
    extremes_.resize(place_.areas.size());
    auto& [least, greatest] = extremes_[index];
    const std::uint64_t power = power_of(offset);
    least = least == 0 ? power : std::min(least, power);
    greatest = std::max(greatest, power);
    if (access.kind != WarpAccess::Kind::read && area->rights == Rights::in && task_.rights) {
      findings_.add(
          "access rights", access.line, area->name, access.block, thread, [&](Finding& finding) {
            finding.address = address;
            finding.offset = static_cast<std::int64_t>(offset / area->element_bytes);
            finding.expected = "no write";
            finding.found = std::string(name(access.kind));
            finding.message = place_text(finding) + area->name + " is only read, but " +
                              "element " + std::to_string(*finding.offset) + " is written";
          });
    }
    for (Check& check : checks_)
      if (!check.shared && check.named.area == index &&
          check.follow.expectation().target.takes(access.kind))
        follow(check, access, thread, offset, area->element_bytes, check.named.offset);
    for (Watched& watched : watched_) {
      if (watched.named.area == index && watched.watch->target.takes(access.kind)) {
        for_each_element(offset, access.bytes, area->element_bytes, [&](std::int64_t e, bool) {
          watch(watched, access.block, thread, e - watched.named.offset);
        });
      }
    }
  }

  void see_shared(const WarpAccess& access) {
    for (Check& check : checks_) {
      const Target& target = check.follow.expectation().target;
      if (!check.shared || !target.takes(access.kind)) continue;
      for (std::uint32_t lane = 0; lane < 32; ++lane) {
        if ((access.lanes >> lane & 1U) == 0) continue;
        const std::uint64_t offset = access.addresses[lane] - check.shared->offset;
        if (access.addresses[lane] < check.shared->offset || offset >= check.shared->bytes)
          continue;
        std::uint32_t& bytes = check.shared->element_bytes;
        if (bytes == 0) {
          const std::string instruction = line_of(task_.program.ptx, access.line);
          bytes = element_bytes_of(instruction).value_or(0);
          if (bytes == 0) {
            throw std::invalid_argument("line " + std::to_string(access.line) + ", `" +
                                        instruction + "`, does not say the type of an element of " +
                                        target.buffer + "; an expectation can: '" + target.buffer +
                                        ": f32[writes] = ...'");
          }
        }
        follow(check, access, std::uint64_t{access.warp} * 32 + lane, offset, bytes, 0);
      }
    }
  }

  void follow(Check& check, const WarpAccess& access, std::uint64_t thread, std::uint64_t offset,
              std::uint32_t element_bytes, std::int64_t start) {
    for_each_element(offset, access.bytes, element_bytes, [&](std::int64_t element, bool whole) {
      check.follow.access(access.block, thread, element - start, whole, access.line,
                          [&](const Mismatch& mismatch) { tell(check, mismatch); });
    });
  }

  /// The elements of an access; one that is not whole where the access is not made of elements.
  template <class Use>
  static void for_each_element(std::uint64_t offset, std::uint32_t bytes, std::uint64_t size,
                               const Use& use) {
    const auto first = static_cast<std::int64_t>(offset / size);
    if (offset % size != 0 || bytes % size != 0) {
      use(first, false);
      return;
    }
    for (std::int64_t i = 0; i < static_cast<std::int64_t>(bytes / size); ++i)
      use(first + i, true);
  }

  void watch(Watched& watched, std::uint64_t block, std::uint64_t thread, std::int64_t element) {
    std::vector<std::uint64_t>& next = watched.next[block];
    next.resize(task_.block.count());
    const std::uint64_t value = next.at(thread)++;
    if (!watched.watch->offsets.contains(element)) return;
    const auto [it, is_new] =
        watched.owners.try_emplace(element, Owner{block, thread, value, false});
    it->second.shared = it->second.shared ||
                        (!is_new && (it->second.block != block || it->second.thread != thread));
  }

  std::string place_text(const Finding& finding) const {
    return (finding.line == 0 ? "" : "line " + std::to_string(finding.line) + ", ") + "block " +
           to_string(task_.grid.at(finding.block)) + ", thread " +
           to_string(task_.block.at(finding.thread)) + ": " +
           (finding.instruction.empty() ? "" : "`" + finding.instruction + "`: ");
  }

  void tell_unwritten(const KernelReport::OfBuffer& of) {
    // An expectation may have told of them.
    if (findings_.has("unwritten", of.area.name)) return;
    findings_.add("unwritten", 0, of.area.name, 0, 0, [&](Finding& finding) {
      finding.offset = static_cast<std::int64_t>(*of.first_unwritten);
      finding.expected = "a write";
      finding.found = std::to_string(of.unwritten) + " of " + std::to_string(of.area.elements) +
                      " elements of " + of.area.name + " are written by no thread; the first is " +
                      std::to_string(*of.first_unwritten);
      finding.message = finding.found;
    });
  }

  void remark_zeros(const Area& area) {
    remarks_.add("contents", 0, area.name, 0, 0, [&](Finding& remark) {
      remark.found = area.name + " is read, and holds zeros because nobody says what it holds: '" +
                     area.type + "[...] = 0,16,17', file:PATH or index do, and zero if it is so";
      remark.message = remark.found;
    });
  }

  static Source source_of(const Area& area) {
    return {area.name, area.address, area.elements, area.element_bytes};
  }

  void tell(const OriginExpectation& expectation, const WrongOrigin& wrong) {
    const std::string& buffer = expectation.result.buffer;
    const bool unwritten = wrong.kind == WrongOrigin::Kind::unwritten;
    const char* kind = unwritten                                     ? "unwritten"
                       : wrong.kind == WrongOrigin::Kind::unexpected ? "unexpected"
                                                                     : "wrong origin";
    // One group for all lines that write the buffer: what is wrong went wrong before them.
    findings_.add(kind, 0, buffer, wrong.writer.block, wrong.writer.thread, [&](Finding& finding) {
      finding.line = wrong.writer.line;
      finding.instruction = line_of(task_.program.ptx, wrong.writer.line);
      const std::string element = buffer + "[" + std::to_string(wrong.element) + "]";
      finding.offset = static_cast<std::int64_t>(wrong.element);
      finding.expected = element + " from " + wrong.expected;
      finding.found =
          unwritten ? element + " is written by no thread, and is expected from " + wrong.expected
                    : wrong.found;
      finding.message = unwritten ? finding.found
                                  : place_text(finding) + "expected " + finding.expected +
                                        ", found " + finding.found;
    });
  }

  void tell(const Check& check, const Mismatch& mismatch) {
    const std::string& target = check.follow.expectation().target.buffer;
    findings_.add(name(mismatch.kind), mismatch.line, target, mismatch.block, mismatch.thread,
                  [&](Finding& finding) {
                    const auto offset = [](const std::optional<Int>& x) {
                      return x ? "offset " + std::to_string(*x) : std::string("no access");
                    };
                    finding.offset = mismatch.found;
                    finding.expected = offset(mismatch.expected);
                    finding.found = mismatch.kind == Mismatch::Kind::not_an_element
                                        ? "a part of elements at " + offset(mismatch.found)
                                        : offset(mismatch.found);
                    finding.message = place_text(finding) + target + ", value " +
                                      std::to_string(mismatch.value) + ": expected " +
                                      finding.expected + ", found " + finding.found;
                  });
  }

  const KernelTask& task_;
  const PlacedArguments& place_;
  Findings& findings_;
  Findings remarks_;
  Traffic traffic_;
  std::vector<Coverage> coverage_;
  std::vector<Check> checks_;
  std::vector<KernelReport::OfExpectation> of_origins_;
  std::vector<Watched> watched_;
  std::uint64_t seen_ = 0;
  /// In powers of two, of each area.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> extremes_;
  std::uint64_t outside_ = 0;
  std::uint64_t findings_before_ = 0;
};

/// Launches, and has the observer see each access and what the executor finds. Throws Stopped.
LaunchReport watched_launch(Executor& executor, const Launch& launch, Observer& observer,
                            Findings& findings) {
  LaunchReport report =
      executor.launch(launch, [&](const WarpAccess& access) { observer.see(access); });
  std::uint64_t told = 0;
  for (const Fault& fault : report.faults) {
    observer.see_fault(fault);
    told += fault.count;
  }
  for (const Fault& remark : report.remarks)
    observer.see_remark(remark);
  findings.count_more(report.fault_count - std::min(report.fault_count, told));
  return report;
}

/// An executor with the kernel and its arguments, and what watches over it.
class Bench {
 public:
  /// `follows` says whether origins are followed, if the task asks for any.
  Bench(const ExecutorFactory& make_executor, const KernelTask& task, bool follows)
      : task_(task), executor_(make_executor()), findings_(task) {
    executor_->load(task.program);
    place_ = place_arguments(*executor_, task.arguments, task.entry.parameters);
    observer_.emplace(task, place_, findings_);
    if (follows && !task.origins.empty()) origins_.emplace(observer_->sources(), task.room);
  }
  Bench(const Bench&) = delete;
  Bench& operator=(const Bench&) = delete;

  /// Throws Stopped.
  LaunchReport run(std::vector<std::uint64_t> blocks) {
    Launch launch = launch_of(task_, place_.arguments, std::move(blocks));
    launch.origins = origins_ ? &*origins_ : nullptr;
    // What expects or watches accesses counts them.
    if (task_.expectations.empty() && task_.origins.empty() && task_.watches.empty())
      launch.loops_take_part = task_.loops_take_part;
    LaunchReport report = watched_launch(*executor_, launch, *observer_, findings_);
    if (report.finished) observer_->finish(launch.blocks);
    return report;
  }

  /// Throws Stopped.
  void compare_origins(bool all_ran) {
    if (origins_) observer_->compare_origins(*origins_, all_ran);
  }

  Observer& observer() { return *observer_; }
  Findings& findings() { return findings_; }

 private:
  const KernelTask& task_;
  std::unique_ptr<Executor> executor_;
  Findings findings_;
  PlacedArguments place_;
  std::optional<Observer> observer_;
  std::optional<Origins> origins_;
};

/// What a verdict would be void of; "" if accesses were judged, and compared with each expectation.
std::string nothing_judged(const KernelReport& report) {
  const auto is_touched = [](const KernelReport::OfBuffer& buffer) {
    return buffer.coverage.least().has_value();
  };
  if (report.buffers.empty()
          ? report.lines.empty()
          : std::none_of(report.buffers.begin(), report.buffers.end(), is_touched))
    return report.buffers.empty() ? "no thread touches memory" : "no thread touches a buffer";
  for (const KernelReport::OfExpectation& of : report.expectations)
    if (of.compared == 0)
      return "there is nothing to compare: no access is made where '" + of.text + "' expects none";
  return "";
}

/// "iterations 34 to 1048610, 1048620 to 1572915 and 9 ranges more".
std::string ranges_of(const CutLoop& loop) {
  constexpr std::size_t most = 3;
  std::string text;
  for (std::size_t i = 0; i < std::min(most, loop.left_out.size()); ++i) {
    text += (i == 0 ? "" : ", ") + std::to_string(loop.left_out[i].first) + " to " +
            std::to_string(loop.left_out[i].second);
  }
  if (loop.left_out.size() > most)
    text += " and " + std::to_string(loop.left_out.size() - most) + " ranges more";
  return text;
}

/// What of a report was not judged.
std::vector<Gap> not_judged_in(const KernelReport& report, const KernelTask& task,
                               bool orders_blocks) {
  std::vector<Gap> gaps;
  const std::uint64_t blocks = task.grid.count();
  if (report.blocks.size() < blocks) {
    gaps.push_back({Strict::blocks, "blocks: " + std::to_string(blocks - report.blocks.size()) +
                                        " of " + std::to_string(blocks) + " did not run"});
  }
  if (report.launches > 1) {
    gaps.push_back({Strict::races, "races between blocks: they were looked for within each of " +
                                       std::to_string(report.launches) + " launches"});
  }
  if (orders_blocks && report.blocks.size() > 1 && !task.ignored.contains(Fault::Kind::race)) {
    gaps.push_back({Strict::races,
                    "races between blocks: they were looked for up to the first fence or atomic "
                    "that orders blocks",
                    false});
  }
  for (const CutLoop& loop : report.loops) {
    gaps.push_back(
        {Strict::iterations,
         "iterations of the loop in line " + std::to_string(loop.line) + ": " +
             std::to_string(loop.iterations - loop.followed) + " of " +
             std::to_string(loop.iterations) + " were left out" +
             (loop.blocks == 1 ? ", "
                               : " in " + std::to_string(loop.blocks) + " blocks, in the first ") +
             ranges_of(loop) +
             "; addresses that grow by the same in each of them are right by induction, and "
             "nothing is known of other addresses, races, and bytes that nobody wrote"});
  }
  const auto accesses = [](std::uint64_t count) {
    return std::to_string(count) + (count == 1 ? " access" : " accesses");
  };
  if (report.accesses_left_out > 0) {
    gaps.push_back({Strict::iterations,
                    accesses(report.accesses_left_out) +
                        " behind them: not made, because addresses or guards depend on them"});
  }
  if (report.accesses_open > 0) {
    gaps.push_back({Strict::iterations,
                    accesses(report.accesses_open) +
                        " behind them: made, and it is open whether they race, or read bytes that "
                        "nobody wrote"});
  }
  const auto is_out = [](const KernelReport::OfBuffer& of) {
    return of.area.rights == Rights::out;
  };
  if (task.strict.contains(Strict::unwritten) && !gaps.empty() &&
      std::ranges::any_of(gaps, &Gap::is_part) && std::ranges::any_of(report.buffers, is_out)) {
    gaps.push_back({Strict::unwritten,
                    "elements that nobody writes: they are looked for where all blocks and all "
                    "iterations ran",
                    false});
  }
  for (const KernelReport::OfExpectation& of : report.expectations) {
    if (of.without_factors == 0) continue;
    gaps.push_back({Strict::factors,
                    "the signs and factors of the terms of " + std::to_string(of.without_factors) +
                        (of.without_factors == 1 ? " element" : " elements") + " of " +
                        of.argument + ", of which more was made than sums and products",
                    false});
  }
  return gaps;
}

/// What no device takes, as a report on a launch that does not run; nothing if one does.
std::optional<KernelReport> refused_launch(const KernelTask& task, const Demands& demands) {
  KernelReport report;
  for (const std::string& refusal : refusals_of(demands, task.device ? &*task.device : nullptr)) {
    Finding finding;
    finding.kind = "launch";
    finding.count = 1;
    finding.found = refusal;
    finding.message = refusal;
    report.findings.push_back(std::move(finding));
  }
  if (report.findings.empty()) return std::nullopt;
  report.finding_count = report.findings.size();
  report.verdict = KernelVerdict::wrong;
  report.choice = task.blocks;
  report.owners.resize(task.watches.size());
  return report;
}

Demands demands_of(const KernelTask& task) {
  Demands demands{task.target, task.entry, task.grid, task.block, 0, task.shared};
  if (task.target.empty()) return demands;
  for (const auto& variable : ptx::shared_variables(task.program.ptx, task.entry.name))
    demands.declared = std::max(demands.declared, variable.offset + variable.bytes);
  return demands;
}

void choose(const ExecutorFactory& make_executor, const KernelTask& task, KernelReport& report) {
  report.choice = resolved(task.blocks, task.grid, task.block, [&] {
    ++report.probes;
    return Bench(make_executor, task, false).run({0}).steps;
  });
  std::vector<std::uint64_t> changes;
  if (report.choice.powers && !report.choice.all) {
    Bench bench(make_executor, task, false);
    changes = blocks_where_something_changes(
        task.grid,
        [&](std::uint64_t block) -> std::optional<Signature> {
          ++report.probes;
          const LaunchReport launched = bench.run({block});
          if (std::ranges::any_of(launched.faults, [](const Fault& fault) {
                return fault.kind == Fault::Kind::step_limit || fault.kind == Fault::Kind::endless;
              })) {
            return std::nullopt;
          }
          return bench.observer().take_signature();
        },
        most_probes);
  }
  report.blocks = chosen_blocks(report.choice, task.grid, changes);
}

}  // namespace

std::string_view name(KernelVerdict verdict) {
  switch (verdict) {
    case KernelVerdict::right:
      return "right";
    case KernelVerdict::right_in_part:
      return "right in part";
    case KernelVerdict::wrong:
      return "wrong";
    case KernelVerdict::undecided:
      return "undecided";
    case KernelVerdict::interrupted:
      return "interrupted";
  }
  return "?";
}

std::string_view name(Strict strict) {
  switch (strict) {
    case Strict::unwritten:
      return "unwritten";
    case Strict::redundant:
      return "redundant";
    case Strict::blocks:
      return "blocks";
    case Strict::races:
      return "races";
    case Strict::iterations:
      return "iterations";
    case Strict::sizes:
      return "sizes";
    case Strict::factors:
      return "factors";
  }
  return "?";
}

std::string line_of(std::string_view ptx, std::uint32_t line) {
  std::size_t begin = 0;
  for (std::uint32_t i = 1; i < line && begin != std::string_view::npos; ++i) {
    begin = ptx.find('\n', begin);
    begin = begin == std::string_view::npos ? begin : begin + 1;
  }
  if (line == 0 || begin == std::string_view::npos) return "";
  return on_one_line(ptx.substr(begin, ptx.find('\n', begin) - begin));
}

KernelReport check_kernel(const ExecutorFactory& make_executor, const KernelTask& task) {
  // Whoever launches what no device takes gets an error, and nothing runs.
  const Demands demands = demands_of(task);
  if (auto refused = refused_launch(task, demands)) return std::move(*refused);
  KernelReport report;
  bool orders_blocks = false;
  Bench bench(make_executor, task, true);
  bool open = false;
  try {
    choose(make_executor, task, report);
    const auto step = static_cast<std::size_t>(
        std::max<std::uint64_t>(1, threads_of_launch / task.block.count()));
    for (std::size_t i = 0; i < report.blocks.size(); i += step) {
      if (task.progress) task.progress(report.blocks_run, report.blocks.size());
      const auto begin = report.blocks.begin() + static_cast<std::ptrdiff_t>(i);
      const auto count = std::min(step, report.blocks.size() - i);
      const LaunchReport launched = bench.run({begin, begin + static_cast<std::ptrdiff_t>(count)});
      ++report.launches;
      report.blocks_run += launched.blocks;
      report.steps += launched.steps;
      report.accesses += launched.accesses;
      report.accesses_left_out += launched.accesses_left_out;
      report.accesses_open += launched.accesses_open;
      orders_blocks = orders_blocks || launched.orders_blocks;
      for (const CutLoop& loop : launched.loops)
        add(report.loops, loop);
      if (!launched.finished) {
        open = true;
        report.why =
            "the launch ended before its end" +
            (launched.faults.empty() ? std::string() : ": " + to_string(launched.faults.front()));
        break;
      }
    }
    bench.observer().finish_launch();
    bench.compare_origins(report.blocks_run == task.grid.count());
  } catch (const Stopped&) {
    report.verdict = KernelVerdict::interrupted;
    report.why = report.blocks.empty()
                     ? "stopped while blocks were chosen"
                     : "stopped after " + std::to_string(report.blocks_run) + " of " +
                           std::to_string(report.blocks.size()) + " blocks";
  }
  bench.observer().put_into(report);
  bench.findings().put_into(report);
  if (const std::string restriction = restriction_of(demands);
      !restriction.empty() && !task.device) {
    Finding remark;
    remark.kind = "launch";
    remark.count = 1;
    remark.found = remark.message = restriction;
    report.remarks.push_back(std::move(remark));
  }
  report.not_judged = not_judged_in(report, task, orders_blocks);
  if (report.verdict == KernelVerdict::interrupted) return report;
  report.verdict = bench.findings().wrong() ? KernelVerdict::wrong
                   : open                   ? KernelVerdict::undecided
                                            : KernelVerdict::right;
  if (report.verdict == KernelVerdict::right) {
    report.why = nothing_judged(report);
    if (!report.why.empty())
      report.verdict = KernelVerdict::undecided;
    else if (std::ranges::any_of(report.not_judged, &Gap::is_part))
      report.verdict = KernelVerdict::right_in_part;
  }
  require_judged(report, task.strict);
  return report;
}

Launch launch_of(const KernelTask& task, std::vector<Argument> arguments,
                 std::vector<std::uint64_t> blocks) {
  Launch launch;
  launch.entry = task.entry.name;
  launch.grid = task.grid;
  launch.block = task.block;
  launch.dynamic_shared = task.shared;
  launch.arguments = std::move(arguments);
  launch.blocks = std::move(blocks);
  return launch;
}

KernelReport check_launch(Executor& executor, const KernelTask& task,
                          const std::vector<Argument>& arguments, std::uint64_t most) {
  if (auto refused = refused_launch(task, demands_of(task))) return std::move(*refused);
  KernelReport report;
  const PlacedArguments place{arguments, {}, {}};
  Findings findings(task);
  Observer observer(task, place, findings);
  report.blocks.resize(std::min(most, task.grid.count()));
  std::iota(report.blocks.begin(), report.blocks.end(), std::uint64_t{0});
  bool open = false;
  bool orders_blocks = false;
  try {
    const LaunchReport launched =
        watched_launch(executor, launch_of(task, arguments, report.blocks), observer, findings);
    ++report.launches;
    report.blocks_run = launched.blocks;
    report.steps = launched.steps;
    report.accesses = launched.accesses;
    orders_blocks = launched.orders_blocks;
    open = !launched.finished;
    if (open && !launched.faults.empty()) report.why = to_string(launched.faults.back());
  } catch (const Stopped&) {
    report.verdict = KernelVerdict::interrupted;
    report.why = "stopped before its end";
  }
  observer.put_into(report);
  findings.put_into(report);
  report.not_judged = not_judged_in(report, task, orders_blocks);
  if (findings.wrong())
    report.verdict = KernelVerdict::wrong;
  else if (open)
    report.verdict = KernelVerdict::undecided;
  else if (report.verdict == KernelVerdict::right &&
           std::ranges::any_of(report.not_judged, &Gap::is_part))
    report.verdict = KernelVerdict::right_in_part;
  return report;
}

void require_judged(KernelReport& report, const std::set<Strict>& strict) {
  if (report.verdict != KernelVerdict::right && report.verdict != KernelVerdict::right_in_part)
    return;
  std::set<Strict> missing;
  for (const Gap& gap : report.not_judged)
    if (strict.contains(gap.kind)) missing.insert(gap.kind);
  if (missing.empty()) return;
  report.why = "not judged, and required to be: ";
  for (const Strict kind : missing)
    report.why += (kind == *missing.begin() ? "" : ", ") + std::string(name(kind));
  report.verdict = KernelVerdict::undecided;
}

}  // namespace layoutcheck::gpu
