# cmake -DROOT=<root of the sources> -P keep_apart.cmake
#
# Fails when a file includes a header of a room that its own room may not use. Targets without include paths
# to each other already stop most of this; a path that climbs out of its room, or a header found elsewhere on
# the machine, they do not see.

cmake_minimum_required(VERSION 3.25)

include("${CMAKE_CURRENT_LIST_DIR}/../../cmake/LayoutcheckApart.cmake")
list(JOIN layoutcheck_rooms "|" any_room)

set(checked 0)
set(trespasses "")
foreach(room IN LISTS layoutcheck_rooms)
  set(folder "${ROOT}/${layoutcheck_folder_of_${room}}")
  file(GLOB_RECURSE files "${folder}/*.cpp" "${folder}/*.hpp" "${folder}/*.h" "${folder}/*.inc" "${folder}/*.ipp")
  foreach(file IN LISTS files)
    math(EXPR checked "${checked} + 1")
    file(STRINGS "${file}" lines REGEX "^[ \t]*#[ \t]*include[ \t]*[<\"]")
    foreach(line IN LISTS lines)
      string(REGEX REPLACE "^[ \t]*#[ \t]*include[ \t]*[<\"]([^>\"]*)[>\"].*" "\\1" path "${line}")
      string(REGEX REPLACE "\\.h(pp)?$" "" parts "${path}")
      string(REPLACE "/" ";" parts "${parts}")
      # The last part is a file: a header may be called judge.hpp without being of that room. Those called rapidcheck
      # are RapidCheck's, and ours that includes it.
      list(POP_BACK parts name)
      if(name STREQUAL "rapidcheck")
        list(APPEND parts rapidcheck)
      endif()
      foreach(part IN LISTS parts)
        if(part IN_LIST layoutcheck_may_use_${room} OR NOT part MATCHES "^(${any_room}|rapidcheck)$")
          continue()
        endif()
        cmake_path(RELATIVE_PATH file BASE_DIRECTORY "${ROOT}" OUTPUT_VARIABLE shown)
        string(APPEND trespasses "\n  ${shown} includes ${path}: ${room} may not use ${part}")
      endforeach()
    endforeach()
  endforeach()
endforeach()

if(trespasses)
  message(FATAL_ERROR "Rooms do not keep apart:${trespasses}")
endif()
if(checked EQUAL 0)
  message(FATAL_ERROR "No file was found under ${ROOT}")
endif()
message(STATUS "${checked} files keep to the rooms that they may use")
