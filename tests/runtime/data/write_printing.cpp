// Writes printing.txt, built with libtorch (2.4.1 was used): write_printing > printing.txt
#include <cstdio>

#include "../api/printing.cpp"

int main() { std::fputs(api::printing().c_str(), stdout); }
