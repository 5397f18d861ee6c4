// The registry of a judge that knows the operations and no statement: the statements are most of
// what the other judge is made of, and few links are about them.
#include <layoutcheck/properties/registry.hpp>

namespace layoutcheck::properties {

const engine::Statement* find_statement(std::string_view) {
  return nullptr;
}

const Vocabulary& full_vocabulary() {
  return standard_vocabulary();
}

const Language& full_language() {
  static const Language operations{&standard_vocabulary(),
                                   [](const Case&) { return std::optional<Reply>(); }};
  return operations;
}

Reply own_reply(const Case& question, Convention convention, Int limit) {
  return engine::reply_of_algebra(question, convention, limit);
}

}  // namespace layoutcheck::properties
