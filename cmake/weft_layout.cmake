# The build folder has the shape of an installed weft:
#   bin/weft   lib/libweft.so   include/weft/{ir,runtime,frontend,codegen,compat}   share/weft/deploy
# The folders under include/ and share/ are links to the sources, so that <weft/ir/graph.h> is the
# header in the source tree. The program and the library find headers relative to themselves, in
# one way for both places.

set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)

set(WEFT_INCLUDE_DIR ${PROJECT_BINARY_DIR}/include)
set(WEFT_COMPAT_DIR ${PROJECT_SOURCE_DIR}/runtime/compat)

function(weft_link_folder source link)
  get_filename_component(parent ${link} DIRECTORY)
  file(MAKE_DIRECTORY ${parent})
  file(CREATE_LINK ${source} ${link} SYMBOLIC)
endfunction()

foreach(folder IN ITEMS ir runtime frontend codegen)
  weft_link_folder(${PROJECT_SOURCE_DIR}/${folder} ${WEFT_INCLUDE_DIR}/weft/${folder})
endforeach()
weft_link_folder(${WEFT_COMPAT_DIR} ${WEFT_INCLUDE_DIR}/weft/compat)
weft_link_folder(${PROJECT_SOURCE_DIR}/runtime/deploy ${PROJECT_BINARY_DIR}/share/weft/deploy)
# Generated code includes "weft_deploy/...": tests of those headers find them under that name.
weft_link_folder(${PROJECT_SOURCE_DIR}/runtime/deploy ${PROJECT_BINARY_DIR}/include_deploy/weft_deploy)

set(CMAKE_INSTALL_LIBDIR lib CACHE PATH "Library folder below the prefix")
include(GNUInstallDirs)
