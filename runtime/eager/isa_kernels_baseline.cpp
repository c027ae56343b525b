#define WEFT_ISA_NAME baseline
#include <weft/runtime/eager/isa_kernels.inc>
