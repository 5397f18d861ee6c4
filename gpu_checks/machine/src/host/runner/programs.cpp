// The compiled kernels that the process has loaded.
#include "host/runner/programs.hpp"

#include "host/runner/channel.hpp"

#include <dlfcn.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <string>

namespace layoutcheck::gpu::host {

std::vector<Program> programs;
const Program* running = nullptr;

void serve_load(const std::vector<char>& image) {
  // A name that no other program has: the loader takes equal ones for the same.
  const std::string name = "kernels" + std::to_string(programs.size());
  const int file = memfd_create(name.c_str(), MFD_CLOEXEC);
  std::size_t done = 0;
  while (file >= 0 && done < image.size()) {
    const ssize_t written = write(file, image.data() + done, image.size() - done);
    if (written <= 0) break;
    done += static_cast<std::size_t>(written);
  }
  if (file < 0 || done < image.size()) return refuse("there is no memory for the compiled kernels");
  Program program;
  program.handle = dlopen(("/proc/self/fd/" + std::to_string(file)).c_str(), RTLD_NOW | RTLD_LOCAL);
  // The descriptor stays open, as its name must not be used again.
  if (program.handle == nullptr) return refuse(dlerror());
  program.base = static_cast<link_map*>(program.handle)->l_addr;
  program.entries =
      static_cast<const layoutcheck_entry*>(dlsym(program.handle, "layoutcheck_entries"));
  program.count =
      *static_cast<const std::size_t*>(dlsym(program.handle, "layoutcheck_entry_count"));
  std::vector<std::uint64_t> answer{programs.size()};
  for (std::size_t i = 0; i < program.count; ++i) {
    const layoutcheck_entry& described = program.entries[i];
    answer.push_back(described.count);
    answer.insert(answer.end(), described.sizes, described.sizes + described.count);
  }
  programs.push_back(program);
  reply(Reply::done, answer.data(), answer.size() * sizeof answer[0]);
}

}  // namespace layoutcheck::gpu::host
