# Writes OUTPUT, a source that holds the text of FILES (a list) as HEADER declares it in NAMESPACE.
set(source "// Written by the build.\n#include \"${HEADER}\"\n\n")
string(APPEND source "namespace ${NAMESPACE} {\n\nstd::span<const EmbeddedFile> embedded_files() {\n")
string(APPEND source "  static constexpr EmbeddedFile files[] = {\n")
foreach(path IN LISTS FILES)
  get_filename_component(name "${path}" NAME)
  # Not into a list: file(READ) keeps semicolons and brackets as they are.
  file(READ "${path}" text)
  string(APPEND source "      {\"${name}\", R\"corpus(${text})corpus\"},\n")
endforeach()
string(APPEND source "  };\n  return files;\n}\n\n}  // namespace ${NAMESPACE}\n")
file(WRITE "${OUTPUT}" "${source}")
