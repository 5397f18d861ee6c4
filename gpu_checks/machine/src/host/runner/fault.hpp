// What went wrong, in the page that outlives the process.
#pragma once

#include "host/protocol.hpp"

#include <sys/types.h>

namespace layoutcheck::gpu::host {

extern Status* status;

/// Notes a fault of the thread that runs, at a place that is not known as yet.
[[gnu::format(printf, 2, 3)]] void note_fault(Fault::Kind kind, const char* format, ...);
/// The place of the fault: where its instruction ends.
void note_place(const void* place);

/// Signals that end the process become faults.
void watch_for_signals();

/// A kernel that does not end must not outlive the executor's process.
void watch_parent(pid_t executor);

}  // namespace layoutcheck::gpu::host
