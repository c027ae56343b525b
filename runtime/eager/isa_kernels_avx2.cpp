#if defined(__x86_64__)
#define WEFT_ISA_NAME avx2
#include <weft/runtime/eager/isa_kernels.inc>
#endif
