// Statements: their checks, and results as cases.
#include <layoutcheck/engine/statement.hpp>
#include <layoutcheck/notation/outcome.hpp>
#include <layoutcheck/notation/text.hpp>
#include <layoutcheck/notation/work.hpp>
#include <layoutcheck/oracles/limits.hpp>

#include <algorithm>
#include <new>

namespace layoutcheck::engine {

namespace {

/// How many entries and brackets the operands of a statement may have: the checks go through pairs
/// of them.
constexpr std::size_t longest_operands = 2048;

std::size_t length_of(const NestedTuple& tuple) {
  return tuple.profile().word().size();
}
std::size_t length_of(const Profile& profile) {
  return profile.word().size();
}
template <class Stride>
std::size_t length_of(const BasicLayout<Stride>& layout) {
  return layout.profile().word().size();
}
std::size_t length_of(const Element& element) {
  return element.parts().size() + 1;
}
std::size_t length_of(const SwizzledLayout& layout) {
  return length_of(layout.layout());
}
std::size_t length_of(const OffsetModuleLayout& layout) {
  return length_of(layout.layout()) + length_of(layout.offset());
}
std::size_t length_of(const Morphism& f) {
  return length_of(f.domain()) + length_of(f.codomain());
}
std::size_t length_of(const PointedMap& map) {
  return static_cast<std::size_t>(std::max(map.domain(), map.codomain()));
}
std::size_t length_of(const Tiler& tiler) {
  if (tiler.layout() != nullptr) return length_of(*tiler.layout());
  if (tiler.shape() != nullptr) return length_of(*tiler.shape());
  std::size_t length = 1;
  if (tiler.modes() == nullptr) return length;
  for (const Tiler& mode : *tiler.modes())
    length += length_of(mode);
  return length;
}
std::size_t length_of(Int /*number*/) {
  return 1;
}

std::size_t length_of(const Operands& operands) {
  std::size_t length = 0;
  for (const Value& operand : operands)
    length += std::visit([](const auto& value) { return length_of(value); }, operand);
  return length;
}

}  // namespace

std::string_view describe(Standing standing) {
  switch (standing) {
    case Standing::holds:
      return "holds";
    case Standing::fails_as_stated:
      return "fails as stated";
    case Standing::not_checkable:
      return "not checkable";
  }
  return "";
}

Result checked(const Statement& statement, const Operands& operands) {
  const auto& instances = statement.domain.instances;
  if (instances && std::find(instances->begin(), instances->end(), operands) == instances->end())
    return unmet();
  try {
    // An operation has limits of its own.
    const std::size_t length = statement.operation != nullptr ? 0 : length_of(operands);
    if (length > longest_operands) {
      throw LimitReached("the operands have " + std::to_string(length) +
                         " entries and brackets; the limit of a statement is " +
                         std::to_string(longest_operands));
    }
    const WorkLimit grant(oracle::Limits{}.steps());
    return statement.check(operands);
  } catch (const LimitReached& limit) {
    return {Result::Kind::undecided, limit.what(), VerdictKind::undecided};
  } catch (const Overflow& overflow) {
    // What does not fit in 64 bits is outside the values that the statement speaks of.
    return {Result::Kind::unmet, overflow.what(), {}};
  } catch (const std::bad_alloc&) {
    throw;  // a failure of the machine says nothing about the statement
  } catch (const std::exception& error) {
    return {Result::Kind::fails, std::string("an exception: ") + error.what(), VerdictKind::crash};
  }
}

Answer answer_in(const Result& result) {
  if (result.verdict == VerdictKind::crash)
    throw std::runtime_error("the check ended with " + result.why);
  switch (result.kind) {
    case Result::Kind::holds:
      return Value(true);
    case Result::Kind::fails:
      return Value(false);
    case Result::Kind::unmet:
      return NonValue::undefined;
    case Result::Kind::undecided:
      break;
  }
  throw LimitReached(result.why);
}

Operation as_operation(const Statement& statement) {
  return {statement.id, statement.domain.sorts, Sort::truth, false, false, statement.says};
}

std::string as_case(const Statement& statement, const Operands& operands, Result::Kind kind) {
  Case c;
  // Of an operation the id is a signature.
  c.operation = statement.id.substr(0, statement.id.find_first_of("@("));
  c.operands = operands;
  if (kind == Result::Kind::holds || kind == Result::Kind::fails)
    c.answer = Value(kind == Result::Kind::holds);
  else if (kind == Result::Kind::unmet)
    c.answer = NonValue::undefined;
  return to_string(c);
}

}  // namespace layoutcheck::engine
