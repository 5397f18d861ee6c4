include_guard(GLOBAL)

# layoutcheck_coverage(<target> none|edges): what a fuzzing engine learns of a target's code, when the compiler is
# told to instrument for one.
#
# Without a call it learns of edges and of compared values. "edges" leaves the values out: the mutations of parsed
# cases make no use of them, and they cost time (docs/fuzzing.md has how much). LAYOUTCHECK_FUZZ_COMPARISONS keeps
# them, for the value profile of libFuzzer. "none" is for code that asks and judges, so that the engine seeks out
# what is under test and nothing else.
function(layoutcheck_coverage target extent)
  if(NOT TARGET ${target} OR NOT LAYOUTCHECK_FUZZ_ENGINE OR LAYOUTCHECK_FUZZ_ENGINE STREQUAL "none"
     OR NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang"
  )
    return()
  endif()
  if(extent STREQUAL "none")
    set(off edge,inline-8bit-counters,pc-table,trace-cmp,trace-pc-guard,indirect-calls,stack-depth)
  elseif(LAYOUTCHECK_FUZZ_COMPARISONS)
    return()
  else()
    set(off trace-cmp)
  endif()
  target_compile_options(${target} PRIVATE -fno-sanitize-coverage=${off})
endfunction()
