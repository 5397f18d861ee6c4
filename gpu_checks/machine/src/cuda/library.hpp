// A shared library that is looked for when it is first needed.
#pragma once

#include <string>

namespace layoutcheck::gpu::cuda {

class Library {
 public:
  /// Opens a file, or a name that the loader looks for. Throws std::runtime_error with the loader's
  /// reason. The library stays until the process ends: CUDA's do not bear to be unloaded.
  explicit Library(const std::string& file);

  /// Sets a pointer to the function of that name. Throws std::runtime_error if there is none.
  template <class Function>
  void find(const char* symbol, Function*& function) const {
    function = reinterpret_cast<Function*>(address(symbol));
  }

  /// The same, or nullptr if there is none.
  template <class Function>
  void find_if_there(const char* symbol, Function*& function) const {
    function = reinterpret_cast<Function*>(address_or_null(symbol));
  }

  /// The file that was opened.
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  [[nodiscard]] void* address(const char* symbol) const;
  [[nodiscard]] void* address_or_null(const char* symbol) const;

  void* handle_ = nullptr;
  std::string path_;
};

}  // namespace layoutcheck::gpu::cuda
