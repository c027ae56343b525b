# Compiler settings that hold for every target of the project.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# Dev: quick to build, checks (assert) on, no debug information. project() has put an empty entry
# in the cache, so this is a plain variable.
if(NOT CMAKE_CXX_FLAGS_DEV)
  set(CMAKE_CXX_FLAGS_DEV "-O1")
endif()
# CMake's own default is -O3: it makes the build slower and the library no faster, because the
# time of a model is spent in generated code that has flags of its own.
string(REPLACE "-O3" "-O2" CMAKE_CXX_FLAGS_RELEASE "${CMAKE_CXX_FLAGS_RELEASE}")

if(PROJECT_IS_TOP_LEVEL AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(WEFT_CCACHE ccache)
  mark_as_advanced(WEFT_CCACHE)
  if(WEFT_CCACHE)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${WEFT_CCACHE})
  endif()
endif()

if(WEFT_SANITIZE)
  add_compile_options(-fsanitize=${WEFT_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all -g1)
  add_link_options(-fsanitize=${WEFT_SANITIZE})
endif()

# A translation unit with Clang headers takes up to 2 GB of memory: one at a time.
set_property(GLOBAL APPEND PROPERTY JOB_POOLS weft_clang_pool=1)

# Warnings belong to a target and are not handed on to those who link to it.
function(weft_set_warnings target)
  target_compile_options(${target} PRIVATE -Wall -Wextra)
endfunction()
