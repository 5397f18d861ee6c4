// The session of the process, which the library of the driver has.
#include "../session.hpp"

extern "C" layoutcheck::gpu::runtime::Session* layoutcheck_run_session();

namespace layoutcheck::gpu::runtime {

Session& Session::get() {
  return *layoutcheck_run_session();
}

}  // namespace layoutcheck::gpu::runtime
