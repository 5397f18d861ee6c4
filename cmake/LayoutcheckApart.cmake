# Which room may use which: read by the configure step, which refuses a link, and by tests/rooms/keep_apart.cmake, which
# refuses an include. A room is a folder, its libraries, and the folder of its headers under include/layoutcheck.
include_guard(GLOBAL)

# layoutcheck_room(<room> [FOLDER <folder>] [TARGETS <target>...] [MAY_USE <room>...]): by default the folder and the
# library layoutcheck_<room> have its name. A room may use itself. `rapidcheck` is no room, but there are rooms that are
# built where there is none.
set(layoutcheck_rooms "")
macro(layoutcheck_room room)
  cmake_parse_arguments(room "" "FOLDER" "TARGETS;MAY_USE" ${ARGN})
  list(APPEND layoutcheck_rooms ${room})
  set(layoutcheck_folder_of_${room} ${room_FOLDER})
  if(NOT room_FOLDER)
    set(layoutcheck_folder_of_${room} ${room})
  endif()
  set(layoutcheck_targets_of_${room} ${room_TARGETS})
  if(NOT room_TARGETS)
    set(layoutcheck_targets_of_${room} layoutcheck_${room})
  endif()
  set(layoutcheck_may_use_${room} ${room} ${room_MAY_USE})
endmacro()

layoutcheck_room(notation)
# It knows nothing of layouts.
layoutcheck_room(processes)
# These two agree, which is evidence only while they share nothing but notation.
layoutcheck_room(algebra MAY_USE notation)
layoutcheck_room(oracles MAY_USE notation)
# Not the algebra: it is what the judge judges.
layoutcheck_room(judge MAY_USE notation oracles)
layoutcheck_room(
  engine TARGETS layoutcheck_engine layoutcheck_campaigns
  MAY_USE notation algebra oracles judge rapidcheck
)
layoutcheck_room(properties MAY_USE notation algebra oracles judge engine rapidcheck)
# Not the statements: who has five functions judged need not link them.
layoutcheck_room(conformance MAY_USE notation processes algebra oracles judge engine)
# Plants are made of right answers.
layoutcheck_room(
  detection TARGETS layoutcheck_detection layoutcheck_plants
  MAY_USE notation processes algebra oracles judge engine conformance
)
# Executors know no layout: what they report is held against the oracle elsewhere.
layoutcheck_room(machine FOLDER gpu_checks/machine MAY_USE notation processes)
layoutcheck_room(kernels FOLDER gpu_checks/kernels MAY_USE notation processes oracles machine)
layoutcheck_room(
  runtime FOLDER gpu_checks/runtime TARGETS layoutcheck_runtime layoutcheck_cudart_objects layoutcheck_cuda_objects
  MAY_USE notation processes oracles machine kernels
)
layoutcheck_room(
  gpu_rows FOLDER gpu_checks/rows
  MAY_USE notation processes algebra oracles judge engine machine kernels rapidcheck
)
layoutcheck_room(
  cli TARGETS layoutcheck_judge_lines layoutcheck_cli layoutcheck
  MAY_USE notation processes algebra oracles judge engine properties conformance machine kernels runtime gpu_rows rapidcheck
)
# Not RapidCheck: targets are built where it cannot be linked.
layoutcheck_room(
  fuzz TARGETS layoutcheck_fuzzing layoutcheck_fuzz
  MAY_USE notation processes algebra oracles judge engine properties machine kernels cli
)

# layoutcheck_assert_apart(): no target of a room may reach one of a room that it may not use through what it links.
function(layoutcheck_assert_apart)
  foreach(room IN LISTS layoutcheck_rooms)
    foreach(target IN LISTS layoutcheck_targets_of_${room})
      set(room_of_${target} ${room})
    endforeach()
  endforeach()
  set(room_of_rapidcheck rapidcheck)
  foreach(room IN LISTS layoutcheck_rooms)
    foreach(from IN LISTS layoutcheck_targets_of_${room})
      set(open ${from})
      set(seen "")
      while(open)
        list(POP_FRONT open next)
        string(REGEX REPLACE "^\\$<LINK_ONLY:(.*)>$" "\\1" next "${next}")
        if(NOT TARGET "${next}")
          continue()
        endif()
        get_target_property(aliased "${next}" ALIASED_TARGET)
        if(aliased)
          set(next "${aliased}")
        endif()
        if(next IN_LIST seen)
          continue()
        endif()
        list(APPEND seen "${next}")
        if(DEFINED room_of_${next} AND NOT room_of_${next} IN_LIST layoutcheck_may_use_${room})
          message(
            FATAL_ERROR "${from} links ${next}: ${room} may not use ${room_of_${next}} (cmake/LayoutcheckApart.cmake)"
          )
        endif()
        foreach(property IN ITEMS LINK_LIBRARIES INTERFACE_LINK_LIBRARIES)
          get_target_property(linked "${next}" ${property})
          if(linked)
            list(APPEND open ${linked})
          endif()
        endforeach()
      endwhile()
    endforeach()
  endforeach()
endfunction()
