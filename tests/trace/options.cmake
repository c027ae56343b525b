# Frames of callers come from line tables.
set_source_files_properties(trace/fx_tracing_test.cpp PROPERTIES COMPILE_OPTIONS -g1)
