# cmake --install, and the package files for find_package(weft CONFIG). The installed tree can be
# moved: every path in it is relative. An incomplete library is not installed.
if(NOT TARGET weft)
  return()
endif()

include(CMakePackageConfigHelpers)
# Not a folder in which find_package looks: these files work where they are installed only.
set(package_files ${PROJECT_BINARY_DIR}/CMakeFiles/weft_package)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/weft)
file(RELATIVE_PATH bin_to_lib /${CMAKE_INSTALL_BINDIR} /${CMAKE_INSTALL_LIBDIR})

install(TARGETS weft EXPORT weft_targets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
if(TARGET weft_cli)
  # The link path covers LLVM's libraries where they are outside the system's folders.
  set_target_properties(weft_cli PROPERTIES EXPORT_NAME cli
    INSTALL_RPATH $ORIGIN/${bin_to_lib} INSTALL_RPATH_USE_LINK_PATH ON)
  install(TARGETS weft_cli EXPORT weft_targets RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()

# Headers keep their folders: <weft/ir/graph.h>. What only the program uses is not installed.
foreach(folder IN ITEMS ir runtime codegen frontend/trace)
  get_filename_component(parent ${folder} DIRECTORY)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/${folder}
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/weft/${parent}
    FILES_MATCHING PATTERN "*.h" PATTERN "*.inc" PATTERN "*.def"
    PATTERN "runtime/deploy" EXCLUDE
    PATTERN "runtime/compat" EXCLUDE
    PATTERN "runtime/api/generate" EXCLUDE)
endforeach()
if(IS_DIRECTORY ${WEFT_COMPAT_DIR})
  install(DIRECTORY ${WEFT_COMPAT_DIR}/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/weft/compat)
endif()
if(IS_DIRECTORY ${PROJECT_SOURCE_DIR}/runtime/deploy)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/runtime/deploy/ DESTINATION ${CMAKE_INSTALL_DATADIR}/weft/deploy)
endif()

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/weftConfig.cmake.in
  ${package_files}/weftConfig.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${package_files}/weftConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES
  ${package_files}/weftConfig.cmake
  ${package_files}/weftConfigVersion.cmake
  ${PROJECT_SOURCE_DIR}/cmake/weft_add_model.cmake
  ${PROJECT_SOURCE_DIR}/cmake/weft_checked_in.cmake
  DESTINATION ${package_dir})
install(EXPORT weft_targets NAMESPACE weft:: DESTINATION ${package_dir} FILE weftTargets.cmake)
install(FILES LICENSE NOTICE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/weft)
