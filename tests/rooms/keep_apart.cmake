# cmake -DROOT=<root of the sources> -P keep_apart.cmake
#
# Fails when a file includes a header of a room that its own room may not use. Targets without include paths
# to each other already stop most of this; a path that climbs out of its room, or a header found elsewhere on
# the machine, they do not see.

cmake_minimum_required(VERSION 3.25)

set(rooms notation algebra oracles judge properties cli fuzz)
set(folder_of_notation notation)
set(folder_of_algebra algebra)
set(folder_of_oracles oracles)
set(folder_of_judge judge)
set(folder_of_properties properties)
set(folder_of_cli cli)
set(folder_of_fuzz fuzz)
set(may_use_notation notation)
set(may_use_algebra notation algebra)
set(may_use_oracles notation oracles)
# Not the algebra: it is what the judge judges.
set(may_use_judge notation oracles judge)
set(may_use_properties notation algebra oracles judge properties rapidcheck)
set(may_use_cli notation algebra oracles judge properties cli rapidcheck)
# Not RapidCheck: targets are built where it cannot be linked.
set(may_use_fuzz notation algebra oracles judge properties cli fuzz)

set(checked 0)
set(trespasses "")
foreach(room IN LISTS rooms)
  set(folder "${ROOT}/${folder_of_${room}}")
  file(GLOB_RECURSE files "${folder}/*.cpp" "${folder}/*.hpp" "${folder}/*.h" "${folder}/*.inc" "${folder}/*.ipp")
  foreach(file IN LISTS files)
    math(EXPR checked "${checked} + 1")
    file(STRINGS "${file}" lines REGEX "^[ \t]*#[ \t]*include[ \t]*[<\"]")
    foreach(line IN LISTS lines)
      string(REGEX REPLACE "^[ \t]*#[ \t]*include[ \t]*[<\"]([^>\"]*)[>\"].*" "\\1" path "${line}")
      string(REGEX REPLACE "\\.h(pp)?$" "" parts "${path}")
      string(REPLACE "/" ";" parts "${parts}")
      list(LENGTH parts length)
      # The last part is a file: a header may be called judge.hpp without being of that room.
      if(length GREATER 1)
        list(POP_BACK parts)
      elseif(NOT parts STREQUAL "rapidcheck")
        continue()
      endif()
      foreach(part IN LISTS parts)
        if(part IN_LIST may_use_${room} OR NOT part MATCHES "^(notation|algebra|oracles|judge|properties|cli|fuzz|rapidcheck)$")
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
