include_guard(GLOBAL)
include(LayoutcheckWarnings)
if(LAYOUTCHECK_BUILD_TESTS)
  include(GoogleTest)
endif()

# layoutcheck_add_library(<name> [SHIPPED] [FOLDERS <folder>...] [SOURCES <file>...] [LINK <target>...]
#                         [LEAVE_OUT <file>...] [GENERATED_INCLUDE <folder>] [PRECOMPILE <header>...])
#
# The static library layoutcheck_<name>, alias layoutcheck::<name>, of src/**.cpp, or of what is in FOLDERS, or of
# SOURCES alone, and of include/layoutcheck/**.hpp and .inc. SHIPPED ones are installed and found with
# find_package(layoutcheck). LINK is public: the headers of a room show the types of those that it uses. LEAVE_OUT names sources that are not built.
# GENERATED_INCLUDE holds headers that the build wrote. PRECOMPILE names headers that nearly all sources include.
function(layoutcheck_add_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "SHIPPED" "GENERATED_INCLUDE" "FOLDERS;SOURCES;LINK;LEAVE_OUT;PRECOMPILE")
  if(NOT arg_FOLDERS)
    set(arg_FOLDERS src)
  endif()
  set(target "layoutcheck_${name}")

  list(TRANSFORM arg_FOLDERS PREPEND "${CMAKE_CURRENT_SOURCE_DIR}/" OUTPUT_VARIABLE patterns)
  list(TRANSFORM patterns APPEND "/*.cpp")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${patterns})
  set(include "${CMAKE_CURRENT_SOURCE_DIR}/include/layoutcheck")
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS "${include}/*.hpp" "${include}/*.inc")
  if(arg_SOURCES)
    list(TRANSFORM arg_SOURCES PREPEND "${CMAKE_CURRENT_SOURCE_DIR}/" OUTPUT_VARIABLE sources)
  endif()
  foreach(file IN LISTS arg_LEAVE_OUT)
    list(REMOVE_ITEM sources "${CMAKE_CURRENT_SOURCE_DIR}/${file}")
  endforeach()
  get_property(own_flags DIRECTORY PROPERTY layoutcheck_own_flags)
  foreach(file IN LISTS own_flags)
    if(file IN_LIST sources)
      list(REMOVE_ITEM sources "${file}")
      list(APPEND sources "${file}")
    endif()
  endforeach()

  add_library(${target} STATIC ${sources})
  add_library(layoutcheck::${name} ALIAS ${target})
  set_target_properties(
    ${target}
    PROPERTIES EXPORT_NAME ${name}
               # A static library may end up in somebody's shared one, a Python module for example.
               POSITION_INDEPENDENT_CODE ON
  )
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_link_libraries(${target} PUBLIC ${arg_LINK})
  target_include_directories(${target} PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}/src")
  layoutcheck_warnings(${target})
  layoutcheck_precompiled(${target} ${arg_PRECOMPILE})

  target_sources(
    ${target}
    PUBLIC FILE_SET
           HEADERS
           BASE_DIRS
           "${CMAKE_CURRENT_SOURCE_DIR}/include"
           FILES
           ${headers}
  )
  if(arg_GENERATED_INCLUDE)
    file(GLOB_RECURSE generated "${arg_GENERATED_INCLUDE}/*.hpp")
    target_sources(
      ${target}
      PUBLIC FILE_SET
             HEADERS
             BASE_DIRS
             "${arg_GENERATED_INCLUDE}"
             FILES
             ${generated}
    )
  endif()

  if(arg_SHIPPED)
    set_property(GLOBAL APPEND PROPERTY LAYOUTCHECK_SHIPPED_TARGETS ${target})
    if(LAYOUTCHECK_INSTALL)
      install(
        TARGETS ${target}
        EXPORT layoutcheckTargets
        ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}"
        FILE_SET HEADERS DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
        INCLUDES
        DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
      )
      set_property(GLOBAL PROPERTY LAYOUTCHECK_HAS_EXPORT TRUE)
    endif()
  endif()
endfunction()

# layoutcheck_embed_text(<target> <name> <namespace> <header> <file>...): the files as embedded_files() of the
# namespace, which the header declares. They are named by their paths from src/ or include/, or by their names.
function(layoutcheck_embed_text target name namespace header)
  set(output "${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp")
  set(script "${PROJECT_SOURCE_DIR}/cmake/EmbedText.cmake")
  add_custom_command(
    OUTPUT "${output}"
    COMMAND
      "${CMAKE_COMMAND}" "-DOUTPUT=${output}" "-DFILES=${ARGN}"
      "-DFOLDERS=${CMAKE_CURRENT_SOURCE_DIR}/src;${CMAKE_CURRENT_SOURCE_DIR}/include" "-DHEADER=${header}"
      "-DNAMESPACE=${namespace}" -P "${script}"
    DEPENDS ${ARGN} "${script}"
    COMMENT "Embedding ${name}"
    VERBATIM
  )
  target_sources(${target} PRIVATE "${output}")
endfunction()

# layoutcheck_add_tests(<room> [PROGRAM] [FOLDERS <folder>...] [LINK <target>...])
#
# One GoogleTest binary for a room, layoutcheck_<room>_tests, of tests/*.cpp (or of *.cpp in FOLDERS). Each test
# is one of ctest's, named <room>.<suite>.<test> and labelled with the room. What LINK names is linked where
# it exists. The macro LAYOUTCHECK_SOURCE_DIR is the root of the sources; with PROGRAM there is also
# LAYOUTCHECK_PROGRAM, the path of the built program. The tests that SHARED names (a filter) are many and short: they
# share eight processes of ctest.
function(layoutcheck_add_tests room)
  if(NOT LAYOUTCHECK_BUILD_TESTS)
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 1 arg "PROGRAM" "SHARED" "FOLDERS;LINK")
  if(NOT arg_FOLDERS)
    set(arg_FOLDERS "${CMAKE_CURRENT_SOURCE_DIR}/tests")
  endif()
  set(target "layoutcheck_${room}_tests")

  set(sources)
  foreach(folder IN LISTS arg_FOLDERS)
    file(GLOB found CONFIGURE_DEPENDS "${folder}/*.cpp")
    list(APPEND sources ${found})
  endforeach()
  set(libraries)
  foreach(library IN LISTS arg_LINK)
    if(TARGET ${library})
      list(APPEND libraries ${library})
    endif()
  endforeach()
  if(NOT sources OR (arg_LINK AND NOT libraries))
    return()
  endif()
  if(arg_PROGRAM AND NOT TARGET layoutcheck)
    return()
  endif()

  add_executable(${target} ${sources})
  target_link_libraries(${target} PRIVATE ${libraries} GTest::gmock_main)
  target_compile_definitions(${target} PRIVATE "LAYOUTCHECK_SOURCE_DIR=\"${PROJECT_SOURCE_DIR}\"")
  if(arg_PROGRAM)
    target_compile_definitions(${target} PRIVATE "LAYOUTCHECK_PROGRAM=\"$<TARGET_FILE:layoutcheck>\"")
    add_dependencies(${target} layoutcheck)
  endif()
  layoutcheck_warnings(${target})
  # An assertion of GoogleTest's is an if with its else.
  target_compile_options(${target} PRIVATE -Wno-dangling-else)
  layoutcheck_precompiled(${target})
  set(filter)
  if(arg_SHARED)
    set(filter TEST_FILTER "-${arg_SHARED}")
  endif()
  # Listed when ctest runs and not after the link: a binary that cannot start is a failed test, not a failed
  # build. Values stay out of the names: cases are full of what CMake takes for its own syntax.
  gtest_discover_tests(
    ${target}
    DISCOVERY_MODE PRE_TEST
    DISCOVERY_TIMEOUT 120
    TEST_PREFIX "${room}."
    ${filter}
    NO_PRETTY_TYPES NO_PRETTY_VALUES
    PROPERTIES LABELS ${room} TIMEOUT ${LAYOUTCHECK_TEST_TIMEOUT}
  )
  if(arg_SHARED)
    foreach(part RANGE 1 8)
      set(test "${room}.${arg_SHARED}.${part}")
      add_test(NAME "${test}" COMMAND ${target} "--gtest_filter=${arg_SHARED}" --gtest_brief=1)
      math(EXPR index "${part} - 1")
      set_tests_properties(
        "${test}" PROPERTIES LABELS ${room} TIMEOUT ${LAYOUTCHECK_TEST_TIMEOUT}
                             ENVIRONMENT "GTEST_TOTAL_SHARDS=8;GTEST_SHARD_INDEX=${index}"
      )
    endforeach()
  endif()
endfunction()
