// Built with the flags of options.cmake; empty where the processor is not an x86-64.
#if defined(__x86_64__)
#define WEFT_ISA_NAME avx2
#include "isa_kernels.inc"
#endif
