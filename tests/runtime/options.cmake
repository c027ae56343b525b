# The test of the generated functions runs the generator.
if(TARGET weft_generate_api)
  add_dependencies(${target} weft_generate_api)
  target_compile_definitions(${target} PRIVATE WEFT_GENERATE_API="$<TARGET_FILE:weft_generate_api>")
endif()
