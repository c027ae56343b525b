# Helpers that make the library targets. A layer whose folder holds no source is left out.

# All *.cpp below FOLDER, but not those whose path below FOLDER matches one of EXCLUDE.
function(weft_sources result folder)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "EXCLUDE")
  file(GLOB_RECURSE files CONFIGURE_DEPENDS ${folder}/*.cpp)
  foreach(pattern IN LISTS arg_EXCLUDE)
    list(FILTER files EXCLUDE REGEX "^${folder}/${pattern}")
  endforeach()
  set(${result} ${files} PARENT_SCOPE)
endfunction()

# One layer of the library as an object library NAME: weft_ir, weft_runtime, weft_trace, weft_codegen.
function(weft_add_layer name folder)
  weft_sources(sources ${folder} ${ARGN})
  if(NOT sources)
    message(STATUS "weft: ${name} has no sources")
    return()
  endif()
  add_library(${name} OBJECT ${sources})
  target_include_directories(${name} PUBLIC ${WEFT_INCLUDE_DIR})
  target_link_libraries(${name} PRIVATE fmt::fmt nlohmann_json::nlohmann_json libzip::zip
    Threads::Threads)
  weft_set_warnings(${name})
  set_property(GLOBAL APPEND PROPERTY WEFT_LAYERS ${name})
endfunction()

# The shared library `weft` (alias weft::weft) from the layers that exist.
function(weft_add_shared_library)
  get_property(layers GLOBAL PROPERTY WEFT_LAYERS)
  if(NOT layers)
    return()
  endif()
  set(objects "")
  foreach(layer IN LISTS layers)
    list(APPEND objects $<TARGET_OBJECTS:${layer}>)
  endforeach()
  add_library(weft SHARED ${objects})
  add_library(weft::weft ALIAS weft)
  set_target_properties(weft PROPERTIES LINKER_LANGUAGE CXX VERSION ${PROJECT_VERSION}
    SOVERSION ${PROJECT_VERSION_MAJOR} EXPORT_NAME weft)
  target_compile_features(weft PUBLIC cxx_std_20)
  target_include_directories(weft PUBLIC $<BUILD_INTERFACE:${WEFT_INCLUDE_DIR}>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  # The user's models say <torch/torch.h>; the folder is last so that nothing of weft depends on it.
  target_include_directories(weft INTERFACE $<BUILD_INTERFACE:${WEFT_COMPAT_DIR}>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/weft/compat>)
  get_property(backtrace GLOBAL PROPERTY WEFT_BACKTRACE_LIBRARIES)
  target_link_libraries(weft PRIVATE fmt::fmt libzip::zip Threads::Threads ${CMAKE_DL_LIBS}
    ${backtrace})
endfunction()

# Links TARGET with the objects of the given layers and no others. Tests of a lower layer use it:
# an include or a call that points upwards does not link there.
function(weft_link_layers target)
  foreach(layer IN LISTS ARGN)
    if(TARGET ${layer})
      target_sources(${target} PRIVATE $<TARGET_OBJECTS:${layer}>)
    endif()
  endforeach()
  target_include_directories(${target} PRIVATE ${WEFT_INCLUDE_DIR} ${WEFT_COMPAT_DIR})
  target_link_libraries(${target} PRIVATE fmt::fmt libzip::zip Threads::Threads ${CMAKE_DL_LIBS})
endfunction()

# The program that writes runtime/api/*.inc from the operator table.
function(weft_add_api_generator)
  weft_sources(sources ${PROJECT_SOURCE_DIR}/runtime/api/generate)
  if(sources AND TARGET weft_ir)
    add_executable(weft_generate_api ${sources})
    weft_link_layers(weft_generate_api weft_ir)
    weft_set_warnings(weft_generate_api)
  endif()
endfunction()
