// Threads: as many as requested, or as many as the system allows.
#pragma once

#include <cstddef>
#include <functional>
#include <thread>
#include <vector>

namespace layoutcheck::engine {

/// Starts this many threads, at least one, to do the work; fewer if the system allows no more.
/// Throws std::runtime_error if it allows none.
std::vector<std::thread> start_threads(std::size_t count, const std::function<void()>& work);

}  // namespace layoutcheck::engine
