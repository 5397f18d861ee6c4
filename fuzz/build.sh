#!/usr/bin/env bash
# Builds the fuzz targets as OSS-Fuzz and ClusterFuzzLite ask for them: with the compiler, the flags and the
# engine that the environment names (CXX, CXXFLAGS, LIB_FUZZING_ENGINE), in $WORK, into $OUT. Beside each target
# NAME lie NAME_seed_corpus.zip, NAME.dict and NAME.options. JOBS bounds how many compilers run at a time.
#
# tools/oss-fuzz-local runs it with the environment of the services.
set -euo pipefail

fail() {
  printf 'fuzz/build.sh: %s\n' "$1" >&2
  exit 2
}

for variable in CXX LIB_FUZZING_ENGINE OUT WORK; do
  [[ -n ${!variable:-} ]] || fail "$variable is not set; tools/oss-fuzz-local sets what the services set"
done
for tool in cmake ninja python3; do
  command -v "$tool" >/dev/null || fail "$tool is missing"
done
# The targets compute with numbers of 128 bits.
[[ ${ARCHITECTURE:-x86_64} != i386 ]] || fail 'there is no build for i386'

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$WORK/layoutcheck
dictionary=$root/fuzz/layoutcheck.dict
[[ -s $dictionary ]] || fail "$dictionary is missing; 'layoutcheck_fuzz dictionary' prints it"
mkdir -p "$OUT" "$build"
rm -rf "${build:?}/bin"

# No build type: its flags would come after those of the service. Warnings are no errors, because the
# compilers of the services are newer than those that the project is developed with. CMake takes the compiler
# and its flags from the environment.
cmake --fresh -S "$root" -B "$build" -G Ninja \
  -D CMAKE_BUILD_TYPE= \
  -D LAYOUTCHECK_BUILD_PROGRAM=OFF \
  -D LAYOUTCHECK_BUILD_TESTS=OFF \
  -D LAYOUTCHECK_BUILD_FUZZ=ON \
  -D LAYOUTCHECK_INSTALL=OFF \
  -D LAYOUTCHECK_WERROR=OFF \
  -D LAYOUTCHECK_FUZZ_ENGINE="$LIB_FUZZING_ENGINE"
cmake --build "$build" -j "${JOBS:-$(nproc)}" --target layoutcheck_fuzz_targets

shopt -s nullglob
targets=("$build"/bin/fuzz_*)
((${#targets[@]})) || fail 'the build made no targets'
for path in "${targets[@]}"; do
  name=${path##*/}
  words=$dictionary
  case $name in
    # Any bytes, and many lines: room for both. The other targets take lines, and the mutator makes none
    # that is longer than 256.
    fuzz_check) longest=8192 ;;
    fuzz_notation) longest=4096 ;;
    fuzz_ptx) longest=4096 words=$root/fuzz/ptx.dict ;;
    *) longest=1024 ;;
  esac
  cp "$path" "$OUT/$name"
  cp "$words" "$OUT/$name.dict"
  # The timeout is the one that the services have by default; here it holds for whoever runs a target, too. For the
  # threshold see tools/libfuzzer.py.
  printf '[libfuzzer]\nmax_len = %d\ntimeout = 25\ndict = %s.dict\nentropic_feature_frequency_threshold = 16\n' \
    "$longest" "$name" >"$OUT/$name.options"
  rm -f "$OUT/${name}_seed_corpus.zip"
  python3 "$root/tools/fuzz-corpus" zip "${name#fuzz_}" "$OUT/${name}_seed_corpus.zip"
done
printf 'fuzz/build.sh: %d targets are in %s\n' "${#targets[@]}" "$OUT"
