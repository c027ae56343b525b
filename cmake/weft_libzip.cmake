# The target libzip::zip. Debian's own package file of libzip names programs that are in other
# packages and fails without them, so the library is looked for here.
find_path(WEFT_LIBZIP_INCLUDE_DIR zip.h REQUIRED)
find_library(WEFT_LIBZIP_LIBRARY zip REQUIRED)
mark_as_advanced(WEFT_LIBZIP_INCLUDE_DIR WEFT_LIBZIP_LIBRARY)
add_library(libzip::zip INTERFACE IMPORTED)
target_include_directories(libzip::zip SYSTEM INTERFACE ${WEFT_LIBZIP_INCLUDE_DIR})
target_link_libraries(libzip::zip INTERFACE ${WEFT_LIBZIP_LIBRARY})
