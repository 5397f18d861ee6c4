include_guard(GLOBAL)

# layoutcheck_warnings(<target>): the warnings that layoutcheck's own code is held to.
#
# Errors are asked for by a property and not by -Werror, so that a packager has two switches: the option
# LAYOUTCHECK_WERROR and CMake's own --compile-no-warning-as-error.
function(layoutcheck_warnings target)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES "^(GNU|Clang|AppleClang)$")
    return()
  endif()
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wconversion -Wshadow)
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    # Clang counts changes of sign among -Wconversion and GCC does not: code that passes one must pass the other.
    target_compile_options(${target} PRIVATE -Wno-sign-conversion)
  else()
    # At -O3 GCC takes the short form inside Boost's cpp_int for uninitialized; the sanitizers see none.
    target_compile_options(${target} PRIVATE -Wno-maybe-uninitialized)
    if(CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
      # GCC 12 reports an overlap inside std::string's own operator+ (GCC bug 105651).
      target_compile_options(${target} PRIVATE -Wno-restrict)
    endif()
  endif()
  set_target_properties(${target} PROPERTIES COMPILE_WARNING_AS_ERROR ${LAYOUTCHECK_WERROR})
endfunction()
