#define WEFT_ISA_NAME baseline
#include <weft/runtime/eager/contraction_kernels.inc>
