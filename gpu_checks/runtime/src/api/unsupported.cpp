// The rest of the runtime: each function is there, so that the loader finds it and the program goes
// on, and answers that it is not supported.
#include "api.hpp"

using namespace layoutcheck::gpu::runtime;

// Their arguments are not looked at, which the calling convention of C allows.
#define LAYOUTCHECK_UNSUPPORTED(name)                                                     \
  LAYOUTCHECK_CUDA int name() {                                                           \
    return with_session([](Session& session) { return session.unsupported(#name, ""); }); \
  }
#include "unsupported.inc"
#undef LAYOUTCHECK_UNSUPPORTED
