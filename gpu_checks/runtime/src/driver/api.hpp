// What the functions of the driver share: contexts, and its errors.
#pragma once

#include "../exported.hpp"

#include <vector>

namespace layoutcheck::gpu::runtime::driver {

/// CUresult, where it has numbers that the runtime's errors do not.
enum Result : int {
  not_initialized = 3,
  invalid_context = 201,
  not_found = 500,
};

/// The number that the driver has for an error.
int result_of(Error error);

/// Whether cuInit() was called, and the contexts that there are. The device has one memory, so that
/// they are names alone.
class Contexts {
 public:
  /// Pre: the session is locked.
  static Contexts& get();
  /// Those of the thread that calls, the current one last.
  static std::vector<void*>& of_thread();
  static void* primary();

  void initialize() { is_initialized_ = true; }
  [[nodiscard]] bool is_initialized() const { return is_initialized_; }
  void* make();
  bool end(const void* context);
  [[nodiscard]] bool has(const void* context) const;
  /// Null if there is none.
  [[nodiscard]] void* current(const Session& session) const;

 private:
  bool is_initialized_ = false;
  std::set<const void*> made_;
  std::uintptr_t next_ = 0x1000;
};

/// f(session, contexts), a CUresult, with nobody else in the session, once cuInit() was called.
template <class F>
int with_driver(F f) {
  int result = 0;
  const Error error = alone_with_session([&](Session& session) {
    Contexts& contexts = Contexts::get();
    result = contexts.is_initialized() || session.has_runtime() ? f(session, contexts)
                                                                : int{not_initialized};
    return Error::success;
  });
  return error == Error::success ? result : result_of(error);
}

/// The number of f(session), an error, if there is a current context, and no error that stays.
template <class F>
int with_context(F f) {
  return with_driver([&](Session& session, const Contexts& contexts) -> int {
    if (contexts.current(session) == nullptr) return invalid_context;
    const Error error = session.begin();
    return result_of(error == Error::success ? f(session) : error);
  });
}

}  // namespace layoutcheck::gpu::runtime::driver
