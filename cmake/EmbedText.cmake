# Writes OUTPUT, a source that holds the text of FILES (a list) as embedded.hpp declares it.
set(source "// Written by the build.\n#include \"embedded.hpp\"\n\n")
string(APPEND source "namespace layoutcheck::properties {\n\nstd::span<const EmbeddedFile> embedded_files() {\n")
string(APPEND source "  static constexpr EmbeddedFile files[] = {\n")
foreach(path IN LISTS FILES)
  get_filename_component(name "${path}" NAME)
  # Not into a list: file(READ) keeps semicolons and brackets as they are.
  file(READ "${path}" text)
  string(APPEND source "      {\"${name}\", R\"corpus(${text})corpus\"},\n")
endforeach()
string(APPEND source "  };\n  return files;\n}\n\n}  // namespace layoutcheck::properties\n")
file(WRITE "${OUTPUT}" "${source}")
