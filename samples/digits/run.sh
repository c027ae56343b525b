#!/usr/bin/env bash
# Compiles the digits network, builds a stand-alone program against the result, and runs it on all
# scans. WEFT is the `weft` program; the optional argument is the folder to work in.
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
weft="${WEFT:-weft}"
work="${1:-out/digits}"

die() { printf 'digits: %s\n' "$*" >&2; exit 1; }
command -v "$weft" >/dev/null || die "there is no program $weft; set WEFT to its path"
weft="$(realpath "$(command -v "$weft")")"

# Shows what a step says only if it fails.
quietly() {
  local log="$work/step.log"
  "$@" >"$log" 2>&1 || { cat "$log" >&2; die "failed: $*"; }
}

mkdir -p "$work"
work="$(cd "$work" && pwd)"
cd "$here"

echo "weft compile digits.cpp --model DigitsNet --input \"x: f32[1,1,8,8]\""
"$weft" compile digits.cpp --model DigitsNet --input "x: f32[1,1,8,8]" \
  --weights data/digits_cnn.safetensors -o "$work/digits"

# Plain CMake, with the bundle and main.cpp and nothing else.
quietly cmake -S "$here" -B "$work/build" -D "DIGITS_BUNDLE=$work/digits"
quietly cmake --build "$work/build" --parallel 2
program="$work/build/digits_demo"

# The same model without compilation, for the time it takes.
root="$(dirname "$(dirname "$weft")")"
eager="$work/eager_latency"
quietly "${CXX:-c++}" -std=c++20 -O2 "-I$root/include" "-I$root/include/weft/compat" \
  eager_latency.cpp -o "$eager" "-L$root/lib" -lweft "-Wl,-rpath,$root/lib"

echo
"$program" "$work/digits/digits.weights" data/digits_test.safetensors
"$eager"

echo
stripped="$work/digits_demo.stripped"
strip -o "$stripped" "$program"
printf 'program              %d KiB (%d KiB stripped), weights %d KiB\n' \
  $(($(stat -c %s "$program") / 1024)) $(($(stat -c %s "$stripped") / 1024)) \
  $(($(stat -c %s "$work/digits/digits.weights") / 1024))
links="$(ldd "$program" | awk '{print $1}' | xargs -n1 basename | grep -v linux-vdso)"
printf 'links to             %s\n' "$(echo $links)"
# Nothing but the C++ and C libraries and the loader.
if grep -vE '^(libstdc\+\+|libm|libgcc_s|libc|ld-linux[a-z0-9_-]*)\.so' <<<"$links"; then
  die "the program links more than the C++ and C libraries"
fi
printf 'generated source     %s\n' "$work/digits"
for file in "$work"/digits/digits*.cpp "$work"/digits/digits.h; do
  printf '                     %s (%d lines)\n' "$(basename "$file")" "$(wc -l <"$file")"
done
