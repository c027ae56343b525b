# Run as a script. Compares the bundle in GENERATED with the one in CHECKED_IN and fails when they
# differ; with UPDATE it replaces the latter by the former.

cmake_minimum_required(VERSION 3.25)

if(UPDATE)
  # Never clears a folder that is not a bundle.
  file(GLOB present ${CHECKED_IN}/*)
  if(present AND NOT EXISTS ${CHECKED_IN}/manifest.json)
    message(FATAL_ERROR "${CHECKED_IN} is neither empty nor a bundle; it is left as it is.")
  endif()
  file(REMOVE_RECURSE ${CHECKED_IN})
  file(COPY ${GENERATED}/ DESTINATION ${CHECKED_IN})
  return()
endif()

file(GLOB_RECURSE generated RELATIVE ${GENERATED} ${GENERATED}/*)
file(GLOB_RECURSE checked_in RELATIVE ${CHECKED_IN} ${CHECKED_IN}/*)
set(differences "")
foreach(file IN LISTS generated)
  if(NOT file IN_LIST checked_in)
    list(APPEND differences "missing:   ${file}")
    continue()
  endif()
  file(SHA256 ${GENERATED}/${file} want)
  file(SHA256 ${CHECKED_IN}/${file} have)
  if(NOT want STREQUAL have)
    list(APPEND differences "differs:   ${file}")
  endif()
endforeach()
list(REMOVE_ITEM checked_in ${generated})
foreach(file IN LISTS checked_in)
  list(APPEND differences "left over: ${file}")
endforeach()
if(differences)
  list(JOIN differences "\n  " text)
  message(FATAL_ERROR "The bundle in ${CHECKED_IN} is out of date:\n  ${text}\n"
    "Build the target ${NAME}_update to write it anew.")
endif()
