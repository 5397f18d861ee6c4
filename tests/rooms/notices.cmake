# cmake -DTRESPASS=<case> -DROOT=<scratch folder> -P notices.cmake
#
# Writes a tree with one trespass, and one without, and holds keep_apart.cmake against both.

cmake_minimum_required(VERSION 3.25)

if(TRESPASS STREQUAL "algebra_to_oracles")
  set(file algebra/src/a.cpp)
  set(line "#include \"layoutcheck/oracles/table.hpp\"")
elseif(TRESPASS STREQUAL "oracles_to_algebra")
  set(file oracles/include/layoutcheck/oracles/o.hpp)
  set(line "  #  include <layoutcheck/algebra/compose.hpp>  // why")
elseif(TRESPASS STREQUAL "by_relative_path")
  set(file oracles/tests/o.cpp)
  set(line "#include \"../../algebra/src/detail.hpp\"")
elseif(TRESPASS STREQUAL "judge_to_algebra")
  set(file judge/include/layoutcheck/judge/j.hpp)
  set(line "#include <layoutcheck/algebra/compose.hpp>")
elseif(TRESPASS STREQUAL "judge_to_rapidcheck")
  set(file judge/src/j.cpp)
  set(line "#include <rapidcheck.h>")
else()
  message(FATAL_ERROR "Unknown case: ${TRESPASS}")
endif()

function(check_tree output status)
  execute_process(
    COMMAND "${CMAKE_COMMAND}" "-DROOT=${ROOT}" -P "${CMAKE_CURRENT_LIST_DIR}/keep_apart.cmake"
    OUTPUT_VARIABLE out ERROR_VARIABLE err RESULT_VARIABLE result
  )
  set(${output} "${out}${err}" PARENT_SCOPE)
  set(${status} "${result}" PARENT_SCOPE)
endfunction()

file(REMOVE_RECURSE "${ROOT}")
file(WRITE "${ROOT}/algebra/src/algebra.cpp" "#include \"layoutcheck/notation/layout.hpp\"\n#include \"oracles.hpp\"\n")
file(WRITE "${ROOT}/properties/src/p.cpp" "#include <rapidcheck.h>\n#include <layoutcheck/judge/judge.hpp>\n")
check_tree(output status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "Refuses a tree without a trespass:\n${output}")
endif()

file(WRITE "${ROOT}/${file}" "#include <vector>\n${line}\nint x;\n")
check_tree(output status)
if(status EQUAL 0 OR NOT output MATCHES "do not keep apart" OR NOT output MATCHES "${file}")
  message(FATAL_ERROR "Does not notice ${TRESPASS}:\n${output}")
endif()
