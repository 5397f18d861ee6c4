// Where Python's packages are.
#include <layoutcheck/machine/packages.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>

namespace layoutcheck::gpu::cuda {

namespace fs = std::filesystem;

namespace {

/// The folders that python3 imports from; none if there is no python3.
std::vector<fs::path> python_path() {
  std::vector<fs::path> folders;
  const char* command = "python3 -c 'import sys; print(*sys.path, sep=\"\\n\")' 2>&- <&-";
  std::FILE* pipe = popen(command, "r");
  if (pipe == nullptr) return folders;
  std::string text;
  std::array<char, 4096> part{};
  while (const std::size_t size = std::fread(part.data(), 1, part.size(), pipe))
    text.append(part.data(), size);
  pclose(pipe);
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    if (end > begin) folders.emplace_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return folders;
}

}  // namespace

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::vector<fs::path> folders_in(const fs::path& folder) {
  std::vector<fs::path> found;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    std::error_code unreadable;
    if (entry->is_directory(unreadable)) found.push_back(entry->path());
  }
  return found;
}

std::vector<fs::path> site_packages() {
  std::vector<fs::path> folders;
  if (const std::string root = variable("VIRTUAL_ENV"); !root.empty())
    for (const fs::path& version : folders_in(fs::path(root) / "lib"))
      folders.push_back(version / "site-packages");
  for (fs::path& folder : python_path())
    folders.push_back(std::move(folder));
  return folders;
}

}  // namespace layoutcheck::gpu::cuda
