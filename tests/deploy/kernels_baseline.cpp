#define WEFT_ISA_NAME baseline
#include "isa_kernels.inc"
