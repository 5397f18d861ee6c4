// Threads: as many as are wanted, or as there can be.
#pragma once

#include <cstddef>
#include <functional>
#include <thread>
#include <vector>

namespace layoutcheck::engine {

/// Starts so many threads, at least one, that do the work; fewer where the system allows no more.
/// Throws std::runtime_error if it allows none.
std::vector<std::thread> start_threads(std::size_t count, const std::function<void()>& work);

}  // namespace layoutcheck::engine
