// The session of the process lives in the library of the driver, which that of the runtime loads;
// and what the code in Python asks of it that CUDA has no function for.
#include "api.hpp"

namespace layoutcheck::gpu::runtime {

Session& Session::get() {
  // It outlives the destructors of the program, which may still call.
  static auto* const session = new Session();
  return *session;
}

}  // namespace layoutcheck::gpu::runtime

using namespace layoutcheck::gpu::runtime;

LAYOUTCHECK_CUDA Session* layoutcheck_run_session() {
  return &Session::get();
}

/// cuMemAlloc() for memory that messages call so, with elements of this type if it is not ""; it
/// may take the place of another of this name.
LAYOUTCHECK_CUDA int layoutcheck_run_allocate(std::uint64_t* address, std::size_t bytes,
                                              const char* name, const char* type) {
  return driver::with_context([&](Session& session) {
    if (address == nullptr || name == nullptr || type == nullptr || bytes == 0)
      return Error::invalid_value;
    return session.allocate(bytes, name, *address, true, type);
  });
}

/// What the program asked of Python that is not supported.
LAYOUTCHECK_CUDA int layoutcheck_run_unsupported(const char* name, const char* why) {
  return driver::result_of(
      alone_with_session([&](Session& session) { return session.unsupported(name, why); }));
}

/// How many launches there have been, each of which may have written any memory of the device.
LAYOUTCHECK_CUDA std::uint64_t layoutcheck_run_launches() {
  Session& session = Session::get();
  const auto lock = session.lock();
  return session.launches();
}
