# See CMakeLists.txt beside this file.
cmake_minimum_required(VERSION 3.25)
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT status EQUAL 0)
    list(JOIN ARGN " " text)
    message(FATAL_ERROR "failed (${status}): ${text}\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

file(REMOVE_RECURSE ${WORK_DIR})
run(${CMAKE_COMMAND} --install ${BUILD_DIR} --config ${CONFIG} --prefix ${WORK_DIR}/first)
# Paths that were baked in would still be found at the first place.
file(RENAME ${WORK_DIR}/first ${WORK_DIR}/moved)

run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/consumer -B ${WORK_DIR}/build -G ${GENERATOR}
  -D CMAKE_BUILD_TYPE=Release -D CMAKE_CXX_COMPILER=${CXX} -D CMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER}
  -D CMAKE_EXE_LINKER_FLAGS=${LINK_OPTIONS} -D CMAKE_PREFIX_PATH=${WORK_DIR}/moved -D WITH_CLI=${WITH_CLI})
file(STRINGS ${WORK_DIR}/build/CMakeCache.txt found REGEX "^weft_DIR:")
if(NOT found MATCHES "=${WORK_DIR}/moved/")
  message(FATAL_ERROR "another weft was found: ${found}")
endif()
run(${CMAKE_COMMAND} --build ${WORK_DIR}/build)
run(${WORK_DIR}/build/consumer)
if(NOT output MATCHES "sum 12")
  message(FATAL_ERROR "unexpected output: ${output}")
endif()
if(WITH_CLI)
  run(${WORK_DIR}/build/deployed)
  run(${CMAKE_COMMAND} --build ${WORK_DIR}/build)
  if(output MATCHES "weft compile")
    message(FATAL_ERROR "the model was compiled again although nothing had changed:\n${output}")
  endif()
endif()

# Nothing that is installed may name the source tree or the build folder, but for binaries, in
# which assertions may hold a file name.
file(GLOB_RECURSE texts ${WORK_DIR}/moved/*.cmake ${WORK_DIR}/moved/*.h)
foreach(text IN LISTS texts)
  file(STRINGS ${text} lines REGEX "${BUILD_DIR}")
  if(lines)
    message(FATAL_ERROR "${text} names the build folder: ${lines}")
  endif()
endforeach()
file(REMOVE_RECURSE ${WORK_DIR})
