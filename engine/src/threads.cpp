// Threads: as many as are wanted, or as there can be.
#include <layoutcheck/engine/threads.hpp>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <system_error>

namespace layoutcheck::engine {

std::vector<std::thread> start_threads(std::size_t count, const std::function<void()>& work) {
  std::vector<std::thread> threads;
  threads.reserve(std::max<std::size_t>(count, 1));
  try {
    while (threads.size() < std::max<std::size_t>(count, 1))
      threads.emplace_back(work);
  } catch (const std::exception& error) {
    // Nobody but those that run would join them.
    if (threads.empty()) throw std::runtime_error(std::string("no thread starts: ") + error.what());
  }
  return threads;
}

}  // namespace layoutcheck::engine
