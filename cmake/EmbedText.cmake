# Writes OUTPUT, a source that holds the text of FILES (a list) as HEADER declares it in NAMESPACE. A file is named by
# its path from the first of FOLDERS (a list) that it lies in, or without a folder.
set(source "// Written by the build.\n#include \"${HEADER}\"\n\n")
string(APPEND source "namespace ${NAMESPACE} {\n\nusing namespace std::string_view_literals;\n\nstd::span<const EmbeddedFile> embedded_files() {\n")
# A literal with sv knows its length; a bare one is counted while compiling, and Clang stops at a million steps.
string(APPEND source "  static constexpr EmbeddedFile files[] = {\n")
foreach(path IN LISTS FILES)
  get_filename_component(name "${path}" NAME)
  foreach(folder IN LISTS FOLDERS)
    cmake_path(IS_PREFIX folder "${path}" is_in)
    if(is_in)
      cmake_path(RELATIVE_PATH path BASE_DIRECTORY "${folder}" OUTPUT_VARIABLE name)
      break()
    endif()
  endforeach()
  # Not into a list: file(READ) keeps semicolons and brackets as they are.
  file(READ "${path}" text)
  string(APPEND source "      {\"${name}\", R\"corpus(${text})corpus\"sv},\n")
endforeach()
string(APPEND source "  };\n  return files;\n}\n\n}  // namespace ${NAMESPACE}\n")
file(WRITE "${OUTPUT}" "${source}")
