#define WEFT_ISA_NAME portable16
#include "isa_kernels.inc"
