// The session of the process lives in the library of the driver, which that of the runtime loads.
#include "../session.hpp"

namespace layoutcheck::gpu::runtime {

Session& Session::get() {
  // It outlives the destructors of the program, which may still call.
  static auto* const session = new Session();
  return *session;
}

}  // namespace layoutcheck::gpu::runtime

extern "C" __attribute__((visibility("default"))) layoutcheck::gpu::runtime::Session*
layoutcheck_run_session() {
  return &layoutcheck::gpu::runtime::Session::get();
}
