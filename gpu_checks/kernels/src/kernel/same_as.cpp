// Two kernels that are to make the same of all values.
#include <layoutcheck/kernels/same_as.hpp>
#include <layoutcheck/machine/rings.hpp>

#include <algorithm>
#include <map>

namespace layoutcheck::gpu {

namespace {

/// Thrown out of a launch that is to end.
struct Ended {};

/// A kernel that has run, with what its buffers hold.
class Evaluated {
 public:
  /// Throws Ended.
  Evaluated(const ExecutorFactory& make_executor, const KernelTask& task,
            std::vector<std::uint64_t> blocks, const std::function<bool()>& stop,
            std::shared_ptr<Room> room)
      : task_(task), executor_(make_executor()) {
    executor_->load(task.program);
    place_ = place_arguments(*executor_, task.arguments, task.entry.parameters);
    std::vector<Source> sources;
    for (const Area& area : place_.areas) {
      const bool is_float = Rings::form_of(area.type) != Rings::Form::integer;
      if (is_float && !area.is_given && area.rights != Rights::out)
        sources.push_back({area.name, area.address, area.elements, area.element_bytes, area.type});
    }
    rings_ = std::make_unique<Rings>(std::move(sources), std::move(room));
    Launch launch = launch_of(task, place_.arguments, std::move(blocks));
    launch.origins = rings_.get();
    launch.poll = [&] {
      if (stop && stop()) throw Ended();
    };
    std::uint64_t seen = 0;
    report_ = executor_->launch(launch, [&](const WarpAccess&) {
      if (seen++ % 64 == 0) launch.poll();
    });
  }

  [[nodiscard]] const KernelTask& task() const { return task_; }
  [[nodiscard]] const LaunchReport& report() const { return report_; }
  [[nodiscard]] Rings& rings() { return *rings_; }
  [[nodiscard]] const std::vector<Area>& areas() const { return place_.areas; }

  [[nodiscard]] const Area* area(const std::string& name) const {
    const auto found = std::ranges::find(place_.areas, name, &Area::name);
    return found == place_.areas.end() ? nullptr : &*found;
  }

  /// Why it is not known what it makes; "" if it is.
  [[nodiscard]] std::string why_open() const {
    const std::string name = task_.program.name;
    for (const Fault& fault : report_.faults)
      if (!task_.ignored.contains(fault.kind))
        return name + " itself is wrong: " + to_string(fault);
    if (!report_.finished) return name + " ended before its end";
    if (const auto& decision = rings_->decision()) {
      return "in " + name + ", line " + std::to_string(decision->line) + ", `" +
             line_of(task_.program.ptx, decision->line) +
             "` depends on floating-point numbers that may have any value";
    }
    return "";
  }

  std::uint64_t bits(const Area& area, std::uint64_t element) {
    std::uint64_t bits = 0;
    executor_->read(area.buffer, element * area.element_bytes,
                    std::as_writable_bytes(std::span(&bits, 1)).first(area.element_bytes));
    return bits;
  }

  std::optional<Rings::Result> result(const Area& area, std::uint64_t element) {
    return rings_->result(area.address + element * area.element_bytes, area.element_bytes,
                          area.type, bits(area, element));
  }

  [[nodiscard]] std::string who(const Rings::Writer& writer) const {
    return "line " + std::to_string(writer.line) + ", block " +
           to_string(task_.grid.at(writer.block)) + ", thread " +
           to_string(task_.block.at(writer.thread));
  }

 private:
  const KernelTask& task_;
  std::unique_ptr<Executor> executor_;
  PlacedArguments place_;
  std::unique_ptr<Rings> rings_;
  LaunchReport report_;
};

/// A number of the type, of those that are whole; of others, the bits.
std::string text_of(std::uint64_t bits, std::string_view type) {
  const auto shift = 64 - 8 * bytes_of_type(type).value_or(8);
  if (type[0] == 'i' || type[0] == 's')
    return std::to_string(static_cast<std::int64_t>(bits << shift) >> shift);
  return (type[0] == 'u' ? "" : "bits ") + std::to_string(bits);
}

/// How an element differs.
enum class Difference { none, value, unwritten, unexpected, open };

/// One or both have no value beside their bits.
Difference difference_of(const Rings::Result& a, const Rings::Result& b, std::uint64_t bits_a,
                         std::uint64_t bits_b) {
  if (!a.has_origin && !b.has_origin && bits_a == bits_b) return Difference::none;
  const std::optional<bool> same = are_same(a.number, b.number);
  if (!a.has_origin && !b.has_origin && !same) return Difference::value;
  return !same ? Difference::open : *same ? Difference::none : Difference::value;
}

class Comparison {
 public:
  Comparison(Evaluated& kernel, Evaluated& reference, bool all_ran,
             const std::function<bool()>& stop)
      : kernel_(kernel), reference_(reference), all_ran_(all_ran), stop_(stop) {}

  /// Throws Ended.
  void compare(const Area& mine, const Area& its) {
    KernelReport::OfExpectation of;
    of.text = mine.name + " as in " + reference_.task().program.name;
    of.argument = mine.name;
    of.layout = std::to_string(mine.elements) + ":1";
    of.is_of_origins = true;
    std::vector<std::uint64_t> elements;
    for (auto [evaluated, area] : {std::pair(&kernel_, &mine), {&reference_, &its}})
      for (const std::uint64_t address :
           evaluated->rings().written(area->address, area->elements, area->element_bytes))
        elements.push_back((address - area->address) / area->element_bytes);
    std::ranges::sort(elements);
    elements.erase(std::unique(elements.begin(), elements.end()), elements.end());
    for (const std::uint64_t element : elements) {
      if (stop_ && of.compared % 1024 == 0 && stop_()) throw Ended();
      const std::optional<Rings::Result> a = kernel_.result(mine, element);
      const std::optional<Rings::Result> b = reference_.result(its, element);
      if (!a && !all_ran_) continue;
      ++of.compared;
      Difference difference = Difference::unwritten;
      if (a)
        difference =
            b ? difference_of(*a, *b, kernel_.bits(mine, element), reference_.bits(its, element))
              : Difference::unexpected;
      if (difference == Difference::none) continue;
      if (difference == Difference::open) {
        if (!open_) open_ = mine.name + "[" + std::to_string(element) + "]";
        continue;
      }
      ++of.mismatches;
      tell(difference, mine, element, a, b);
    }
    expectations_.push_back(std::move(of));
  }

  /// The element of which nothing can be said.
  [[nodiscard]] const std::optional<std::string>& open() const { return open_; }

  [[nodiscard]] bool differs() const { return !findings_.empty(); }

  void put_into(KernelReport& report) {
    for (auto& of : expectations_)
      report.expectations.push_back(std::move(of));
    for (auto& [key, finding] : findings_) {
      report.finding_count += finding.count;
      report.findings.push_back(std::move(finding));
    }
  }

 private:
  void tell(Difference difference, const Area& mine, std::uint64_t element,
            const std::optional<Rings::Result>& a, const std::optional<Rings::Result>& b) {
    const std::string kind = difference == Difference::unwritten    ? "unwritten"
                             : difference == Difference::unexpected ? "unexpected"
                                                                    : "different";
    const std::uint32_t line = a ? a->writer.line : 0;
    Finding& finding = findings_[{mine.name, kind, line}];
    // Elements come in order, so that the first is the smallest.
    if (finding.count++ != 0) return;
    const std::string name = mine.name + "[" + std::to_string(element) + "]";
    const std::string& other = reference_.task().program.name;
    finding.kind = kind;
    finding.line = line;
    finding.argument = mine.name;
    finding.offset = static_cast<std::int64_t>(element);
    if (a) {
      finding.instruction = line_of(kernel_.task().program.ptx, line);
      finding.block = a->writer.block;
      finding.thread = a->writer.thread;
    }
    if (difference == Difference::unwritten) {
      finding.expected = name + " as in " + other + " (" + reference_.who(b->writer) + ")";
      finding.found =
          name + " is written by no thread, and by " + other + " in " + reference_.who(b->writer);
      finding.message = finding.found;
      return;
    }
    if (difference == Difference::unexpected) {
      finding.expected = "no write to " + name + ", as in " + other;
      finding.found = "a write";
    } else if (!a->has_origin && !b->has_origin) {
      const Area& its = *reference_.area(mine.name);
      finding.expected = name + " = " + text_of(reference_.bits(its, element), mine.type) +
                         " as in " + other + " (" + reference_.who(b->writer) + ")";
      finding.found = text_of(kernel_.bits(mine, element), mine.type);
    } else {
      finding.expected = name + " as in " + other + " (" + reference_.who(b->writer) + ")";
      finding.found = "another value";
      const std::string functions = functions_text();
      if (!functions.empty())
        finding.found += " (unless by a law of " + functions +
                         ", of which nothing is used but that they are functions)";
    }
    finding.message =
        kernel_.who(a->writer) + ": expected " + finding.expected + ", found " + finding.found;
  }

  /// Functions that either kernel uses, and of which no law is known.
  [[nodiscard]] std::string functions_text() {
    std::vector<std::string> words = kernel_.rings().opaque_words();
    const auto& more = reference_.rings().opaque_words();
    words.insert(words.end(), more.begin(), more.end());
    std::ranges::sort(words);
    words.erase(std::unique(words.begin(), words.end()), words.end());
    std::string text;
    for (const std::string& word : words)
      text += (text.empty() ? "" : ", ") + word;
    return text;
  }

  Evaluated& kernel_;
  Evaluated& reference_;
  bool all_ran_;
  const std::function<bool()>& stop_;
  std::vector<KernelReport::OfExpectation> expectations_;
  std::map<std::tuple<std::string, std::string, std::uint32_t>, Finding> findings_;
  std::optional<std::string> open_;
};

/// The buffers to compare. Throws std::invalid_argument.
std::vector<std::pair<const Area*, const Area*>> outputs_of(const Evaluated& kernel,
                                                            const Evaluated& reference) {
  const std::string& other = reference.task().program.name;
  std::vector<std::pair<const Area*, const Area*>> outputs;
  for (const Area& mine : kernel.areas()) {
    const Area* its = reference.area(mine.name);
    if (its == nullptr && mine.rights != Rights::out) continue;
    if (its == nullptr) throw std::invalid_argument(other + " has no buffer called " + mine.name);
    if (its->type != mine.type || its->elements != mine.elements) {
      throw std::invalid_argument(mine.name + " has other elements in " + other + ": " +
                                  std::to_string(its->elements) + " of " + its->type + ", not " +
                                  std::to_string(mine.elements) + " of " + mine.type);
    }
    if (mine.rights != Rights::in) outputs.emplace_back(&mine, its);
  }
  if (outputs.empty())
    throw std::invalid_argument("there is nothing to hold against " + other +
                                ": no buffer that both have is written");
  return outputs;
}

}  // namespace

void hold_against(const ExecutorFactory& make_executor, const KernelTask& task,
                  const KernelTask& reference, KernelReport& report) {
  try {
    Evaluated kernel(make_executor, task, report.blocks, task.stop, task.room);
    Evaluated other(make_executor, reference, {}, task.stop, task.room);
    const bool all_ran = report.blocks.size() == task.grid.count();
    const auto outputs = outputs_of(kernel, other);
    bool differs = false;
    std::string open = other.why_open();
    // What is wrong with the kernel has been told.
    if (open.empty() && (kernel.rings().decision() || !kernel.report().finished))
      open = kernel.why_open();
    if (open.empty()) {
      Comparison comparison(kernel, other, all_ran, task.stop);
      for (const auto& [mine, its] : outputs)
        comparison.compare(*mine, *its);
      differs = comparison.differs();
      comparison.put_into(report);
      if (comparison.open()) {
        open = "powers of 2 stand in each other too deep for " + *comparison.open() +
               " to have a value";
      }
    }
    if (differs && report.verdict != KernelVerdict::interrupted) {
      report.verdict = KernelVerdict::wrong;
    } else if (!open.empty() && (report.verdict == KernelVerdict::right ||
                                 report.verdict == KernelVerdict::right_in_part)) {
      report.verdict = KernelVerdict::undecided;
      report.why = "not decided whether it is the same as " + reference.program.name + ": " + open;
    }
  } catch (const Ended&) {
    report.verdict = KernelVerdict::interrupted;
    report.why = "stopped while it was held against " + reference.program.name;
  }
}

}  // namespace layoutcheck::gpu
