# What makes a build from nothing short. The presets also compile several files as one (CMAKE_UNITY_BUILD), all but
# `clang` and `fuzz`.
include_guard(GLOBAL)

# Headers of the standard library and of Boost take half of the time that a file takes to compile. One set is
# compiled for the rooms, one for those that are compiled quickly, and one with GoogleTest for the tests;
# CMAKE_DISABLE_PRECOMPILE_HEADERS turns all off, and then each file must include what it uses (the preset `clang`
# sees to that).
#
# A compiler takes what another target has compiled only if their flags agree, optimisation included, which is why the
# rooms are position-independent, the tests are not, and a file that is optimised otherwise than its target does
# without.
set(empty "${CMAKE_CURRENT_BINARY_DIR}/precompiled.cpp")
file(CONFIGURE OUTPUT "${empty}" CONTENT "")
set(layoutcheck_common_headers
    <algorithm> <array> <charconv> <chrono> <cstdint> <cstring> <filesystem> <fstream> <functional> <iostream>
    <limits> <map> <memory> <numeric> <optional> <set> <span> <sstream> <stdexcept> <string> <string_view>
    <unordered_map> <utility> <variant> <vector> <boost/multiprecision/cpp_int.hpp>
)

set(layoutcheck_quickly -Og)
foreach(set IN ITEMS layoutcheck_precompiled layoutcheck_precompiled_quickly)
  add_library(${set} OBJECT EXCLUDE_FROM_ALL "${empty}")
  set_target_properties(${set} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  target_link_libraries(${set} PRIVATE Boost::headers)
  target_precompile_headers(${set} PRIVATE ${layoutcheck_common_headers})
endforeach()
target_compile_options(layoutcheck_precompiled_quickly PRIVATE "$<$<CONFIG:Release>:${layoutcheck_quickly}>")

if(LAYOUTCHECK_BUILD_TESTS)
  add_executable(layoutcheck_precompiled_tests EXCLUDE_FROM_ALL "${empty}")
  target_link_libraries(layoutcheck_precompiled_tests PRIVATE Boost::headers GTest::gmock_main)
  target_precompile_headers(
    layoutcheck_precompiled_tests PRIVATE ${layoutcheck_common_headers} <gmock/gmock.h> <gtest/gtest.h>
  )
endif()

# layoutcheck_precompiled(<target> [<header>...]): the target is compiled with these headers; with more named, it has
# a set of its own.
function(layoutcheck_precompiled target)
  if(NOT TARGET ${target})
    return()
  endif()
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "EXECUTABLE")
    target_precompile_headers(${target} REUSE_FROM layoutcheck_precompiled_tests)
  elseif(ARGN)
    target_precompile_headers(${target} PRIVATE ${layoutcheck_common_headers} ${ARGN})
  else()
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    target_precompile_headers(${target} REUSE_FROM layoutcheck_precompiled)
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND NOT CMAKE_DISABLE_PRECOMPILE_HEADERS)
    # GCC forgets which of the headers were the system's, and reports what it makes of std::string (bug 105651).
    target_compile_options(${target} PRIVATE -Wno-array-bounds -Wno-restrict -Wno-stringop-overflow)
  endif()
endfunction()

# layoutcheck_compile_quickly(<target>|<pattern>...): a target, or files in the current folder, that run for microseconds
# or only hand over to others, and that -O3 would take about twice as long to compile. Such files are not compiled
# together with others. (-O1 is slower to compile than -Og, too, and hardly faster to run.)
function(layoutcheck_compile_quickly)
  if(TARGET "${ARGV0}")
    target_compile_options(${ARGV0} PRIVATE "$<$<CONFIG:Release>:${layoutcheck_quickly}>")
    get_target_property(set ${ARGV0} PRECOMPILE_HEADERS_REUSE_FROM)
    if(set)
      set_target_properties(${ARGV0} PROPERTIES PRECOMPILE_HEADERS_REUSE_FROM layoutcheck_precompiled_quickly)
      add_dependencies(${ARGV0} layoutcheck_precompiled_quickly)
    endif()
  else()
    file(GLOB files CONFIGURE_DEPENDS ${ARGN})
    layoutcheck_optimise(${layoutcheck_quickly} ${files})
  endif()
endfunction()

# layoutcheck_optimise(<flag> <file>...): files that a release optimises otherwise than their target. Called before the
# target is defined, which lists them last: so every build compiles at least those files as one that a release does, and
# a clash of names shows in each.
function(layoutcheck_optimise flag)
  foreach(file IN LISTS ARGN)
    cmake_path(ABSOLUTE_PATH file)
    set_property(DIRECTORY APPEND PROPERTY layoutcheck_own_flags "${file}")
  endforeach()
  if(CMAKE_BUILD_TYPE STREQUAL "Release")
    set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS ${flag} SKIP_PRECOMPILE_HEADERS ON)
  endif()
endfunction()

# layoutcheck_unite_by_folder(<target>): where several files are compiled as one (CMAKE_UNITY_BUILD), only those of a
# folder are, and of those whose names begin with the number of a section, only those of a chapter.
function(layoutcheck_unite_by_folder target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD_MODE GROUP)
  get_target_property(files ${target} SOURCES)
  foreach(file IN LISTS files)
    string(REGEX MATCH "([a-z_]+)/([0-9]_[0-9])?[^/]*$" matched "${file}")
    set_source_files_properties("${file}" PROPERTIES UNITY_GROUP "${CMAKE_MATCH_1}${CMAKE_MATCH_2}")
  endforeach()
endfunction()
