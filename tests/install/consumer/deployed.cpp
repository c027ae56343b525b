// Includes the generated header, and links the generated library and nothing of weft.
#include "shifted.h"

#include <cstdio>

int main() { std::puts("deployed"); }
