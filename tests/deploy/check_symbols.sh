#!/bin/sh
# Fails if a kernel object offers the linker a shared copy of a function that is not of its own
# instruction set: the linker could put it into code that runs on every processor.
# Usage: check_symbols.sh NM OBJECT...
nm="$1"
shift
status=0
checked=0
for object in "$@"; do
  case "$object" in
    *kernels_avx2*) isa=avx2 ;;
    *kernels_avx512*) isa=avx512 ;;
    *) continue ;;
  esac
  symbols=$("$nm" "$object") || exit 1
  case "$symbols" in
    *"deploy_test_kernels_${isa}"*) checked=$((checked + 1)) ;;
  esac
  foreign=$(printf '%s\n' "$symbols" | grep -E ' [Wu] ' | grep -v "_${isa}")
  if [ -n "$foreign" ]; then
    echo "$object shares functions outside of its namespace:"
    echo "$foreign"
    status=1
  fi
done
if [ "$checked" -ne 2 ]; then
  echo "expected two objects with kernels among the arguments, found $checked"
  status=1
fi
exit $status
