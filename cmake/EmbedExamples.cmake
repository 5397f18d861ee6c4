# Writes OUTPUT, a source that holds the text of FILES (a list) as examples_text.hpp declares it.
set(source "// Written by the build from corpus/papers.\n#include \"examples_text.hpp\"\n\n")
string(APPEND source "namespace layoutcheck::properties {\n\nstd::span<const ExamplesFile> examples_files() {\n")
string(APPEND source "  static constexpr ExamplesFile files[] = {\n")
foreach(path IN LISTS FILES)
  get_filename_component(name "${path}" NAME)
  # Not into a list: file(READ) keeps semicolons and brackets as they are.
  file(READ "${path}" text)
  string(APPEND source "      {\"${name}\", R\"corpus(${text})corpus\"},\n")
endforeach()
string(APPEND source "  };\n  return files;\n}\n\n}  // namespace layoutcheck::properties\n")
file(WRITE "${OUTPUT}" "${source}")
