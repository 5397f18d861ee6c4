# cmake -DBUILD=<build tree> -DPREFIX=<folder> -DCONFIG=<configuration> -P install_tree.cmake

# What an earlier run installed and this one no longer does must not help the consumer.
file(REMOVE_RECURSE "${PREFIX}")
execute_process(
  COMMAND "${CMAKE_COMMAND}" --install "${BUILD}" --prefix "${PREFIX}" --config "${CONFIG}"
  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY
)
