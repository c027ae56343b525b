#if defined(__x86_64__)
#define WEFT_ISA_NAME avx512
#include <weft/runtime/eager/contraction_kernels.inc>
#endif
