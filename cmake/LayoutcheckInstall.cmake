include_guard(GLOBAL)
include(CMakePackageConfigHelpers)

set(layoutcheck_package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/layoutcheck")

get_property(layoutcheck_has_export GLOBAL PROPERTY LAYOUTCHECK_HAS_EXPORT)
if(layoutcheck_has_export)
  install(
    EXPORT layoutcheckTargets
    NAMESPACE layoutcheck::
    DESTINATION "${layoutcheck_package_dir}"
  )
  configure_package_config_file(
    "${PROJECT_SOURCE_DIR}/cmake/layoutcheckConfig.cmake.in"
    "${PROJECT_BINARY_DIR}/cmake/layoutcheckConfig.cmake"
    INSTALL_DESTINATION "${layoutcheck_package_dir}"
    PATH_VARS CMAKE_INSTALL_BINDIR CMAKE_INSTALL_DATADIR
  )
  # Before 1.0 a minor version may break what the last one promised.
  write_basic_package_version_file(
    "${PROJECT_BINARY_DIR}/cmake/layoutcheckConfigVersion.cmake" COMPATIBILITY SameMinorVersion
  )
  install(FILES "${PROJECT_BINARY_DIR}/cmake/layoutcheckConfig.cmake"
                "${PROJECT_BINARY_DIR}/cmake/layoutcheckConfigVersion.cmake"
          DESTINATION "${layoutcheck_package_dir}"
  )
endif()

foreach(part IN ITEMS papers regressions vectors ptx)
  if(IS_DIRECTORY "${PROJECT_SOURCE_DIR}/corpus/${part}")
    install(DIRECTORY "${PROJECT_SOURCE_DIR}/corpus/${part}"
            DESTINATION "${CMAKE_INSTALL_DATADIR}/layoutcheck/corpus"
    )
  endif()
endforeach()

if(IS_DIRECTORY "${PROJECT_SOURCE_DIR}/docs")
  install(DIRECTORY "${PROJECT_SOURCE_DIR}/docs/" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
endif()
install(
  FILES "${PROJECT_SOURCE_DIR}/LICENSE" "${PROJECT_SOURCE_DIR}/README.md" "${PROJECT_SOURCE_DIR}/CHANGELOG.md"
  DESTINATION "${CMAKE_INSTALL_DOCDIR}"
  OPTIONAL
)
