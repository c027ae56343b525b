# Finds LLVM/Clang 19.1 for the source frontend. Sets WEFT_HAVE_CLANG (0 or 1) and
# WEFT_CLANG_RESOURCE_DIR (Clang's builtin headers, baked into the program).

set(WEFT_HAVE_CLANG 0)
if(WEFT_CLANG)
  # Clang's version file accepts only the very major.minor, and without a version an older Clang
  # may be found together with a newer LLVM.
  find_package(Clang 19.1 CONFIG QUIET HINTS /usr/lib/llvm-19)
  if(Clang_FOUND AND TARGET clang-cpp AND TARGET LLVM)
    set(WEFT_HAVE_CLANG 1)
  elseif(WEFT_CLANG STREQUAL "AUTO")
    message(STATUS "weft: Clang 19.1 not found, the source frontend is left out")
  else()
    message(FATAL_ERROR "weft: the source frontend needs LLVM and Clang 19.1 "
      "(Debian: llvm-19-dev libclang-19-dev). Install them, or pass -DWEFT_CLANG=OFF to build "
      "without `weft explain` and graph breaks.")
  endif()
endif()

if(WEFT_HAVE_CLANG)
  set(resource_dir ${CLANG_INSTALL_PREFIX}/lib/clang/19)
  if(NOT EXISTS ${resource_dir}/include/stddef.h)
    find_program(WEFT_CLANG_PROGRAM NAMES clang-19 clang HINTS ${LLVM_TOOLS_BINARY_DIR})
    mark_as_advanced(WEFT_CLANG_PROGRAM)
    if(WEFT_CLANG_PROGRAM)
      execute_process(COMMAND ${WEFT_CLANG_PROGRAM} -print-resource-dir
        OUTPUT_VARIABLE resource_dir OUTPUT_STRIP_TRAILING_WHITESPACE)
    endif()
  endif()
  if(NOT EXISTS ${resource_dir}/include/stddef.h)
    message(WARNING "weft: Clang's builtin headers were not found in '${resource_dir}'; "
      "set WEFT_CLANG_RESOURCE_DIR (see clang-19 -print-resource-dir)")
  endif()
  set(WEFT_CLANG_RESOURCE_DIR ${resource_dir} CACHE PATH "Clang's resource folder (builtin headers)")
  message(STATUS "weft: Clang ${Clang_VERSION} ${LLVM_PACKAGE_VERSION}, builtin headers in ${WEFT_CLANG_RESOURCE_DIR}")
endif()

# Compile and link settings of a target that includes Clang headers.
function(weft_use_clang target)
  target_include_directories(${target} SYSTEM PRIVATE ${CLANG_INCLUDE_DIRS} ${LLVM_INCLUDE_DIRS})
  target_compile_definitions(${target} PRIVATE ${LLVM_DEFINITIONS_LIST})
  target_compile_definitions(${target} PRIVATE WEFT_CLANG_RESOURCE_DIR="${WEFT_CLANG_RESOURCE_DIR}")
  # Imported targets, not -lclang-cpp: Debian has no libclang-cpp.so link.
  target_link_libraries(${target} PUBLIC clang-cpp LLVM)
  set_target_properties(${target} PROPERTIES JOB_POOL_COMPILE weft_clang_pool)
endfunction()
if(WEFT_HAVE_CLANG)
  separate_arguments(LLVM_DEFINITIONS_LIST NATIVE_COMMAND "${LLVM_DEFINITIONS}")
endif()
