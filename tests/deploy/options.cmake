# The kernel text compiles once per instruction set, with the flags that bundles use.
# In a sanitizer build, checks of every reference would make these files take minutes to compile.
set(kernel_flags -O2 -ffp-contract=off -fno-math-errno -fno-sanitize=null,alignment,object-size)
foreach(isa IN ITEMS baseline portable16 avx2 avx512)
  set(isa_flags "")
  if(isa STREQUAL "portable16")
    # Vectors wider than the registers are passed in memory, which is what the note is about.
    set(isa_flags -Wno-psabi)
  elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
    if(isa STREQUAL "avx2")
      set(isa_flags -mavx2 -mfma -mf16c)
    elseif(isa STREQUAL "avx512")
      set(isa_flags -mavx512f -mavx512dq -mavx512bw -mavx512vl -mavx2 -mfma -mf16c)
    endif()
  endif()
  set_source_files_properties(${CMAKE_CURRENT_SOURCE_DIR}/deploy/kernels_${isa}.cpp
    PROPERTIES COMPILE_OPTIONS "${kernel_flags};${isa_flags}"
    OBJECT_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/deploy/isa_kernels.inc")
endforeach()
# Scalar code must round as the kernels do.
target_compile_options(${target} PRIVATE -ffp-contract=off -fno-math-errno)

if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$" AND CMAKE_NM)
  add_test(NAME deploy/kernel_symbols COMMAND
    ${CMAKE_CURRENT_SOURCE_DIR}/deploy/check_symbols.sh ${CMAKE_NM} $<TARGET_OBJECTS:${target}>
    COMMAND_EXPAND_LISTS)
  set_tests_properties(deploy/kernel_symbols PROPERTIES LABELS deploy)
endif()
