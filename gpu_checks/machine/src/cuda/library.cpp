// A shared library that is looked for when it is first needed.
#include "cuda/library.hpp"

#include <dlfcn.h>
#include <link.h>

#include <stdexcept>

namespace layoutcheck::gpu::cuda {

Library::Library(const std::string& file)
    : handle_(dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE)), path_(file) {
  if (handle_ == nullptr) throw std::runtime_error(dlerror());
  link_map* map = nullptr;
  if (dlinfo(handle_, RTLD_DI_LINKMAP, &map) == 0 && map != nullptr && *map->l_name != '\0')
    path_ = map->l_name;
}

void* Library::address_or_null(const char* symbol) const {
  return dlsym(handle_, symbol);
}

void* Library::address(const char* symbol) const {
  void* found = address_or_null(symbol);
  if (found == nullptr) throw std::runtime_error(path_ + " has no function " + symbol);
  return found;
}

}  // namespace layoutcheck::gpu::cuda
