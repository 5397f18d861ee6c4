# run: whole programs, compiled by nvcc where there is one, whose launches are judged.
. "$(dirname "$0")/lib.bash"

# Usage, which needs no compiler.
bad run
bad run --device sm_1 -- true
err_has "sm_1"
bad run -- "$folder/none"
err_has "$folder/none: No such file or directory"
# The program without its library.
mkdir "$folder/bin"
cp "$LAYOUTCHECK" "$folder/bin/layoutcheck"
LAYOUTCHECK=$folder/bin/layoutcheck bad run -- true
err_has "/libcudart.so.13, which \`make install\` puts there"
run 1 run --junit "$folder/junit" --sarif "$folder/sarif" -- true
has 'no kernel was launched'
grep -q 'name="(the program)".*<failure message="no kernel was launched' <(tr -d '\n' <"$folder/junit") || fail 'the JUnit'
grep -q '"text": "no kernel was launched' "$folder/sarif" || fail 'the SARIF'
bad run --junit - --sarif - -- true
run 1 run -- sh -c 'exit 7'
has 'by a shared CUDA runtime or the driver; the program exited with 7'
run 1 run -- sh -c 'kill -SEGV $$'
has 'was ended by signal 11'
# What was found is told, too, where `timeout` sends its signal to the program and to its group.
timeout 1 "$LAYOUTCHECK" run -- sleep 30 >"$folder/timeout" 2>&1
grep -q 'layoutcheck: undecided: 0 launches' "$folder/timeout" || fail 'a timeout loses the report'
# A long name is shown without what its brackets hold, and the JSON has all of it.
# shellcheck disable=SC2016  # the program's shell expands it
record='printf "launched\t%s\t(1,1,1) x (32,1,1)\tright\t\t\t\t0\t1\t1\t9\t0\t0\n" "$0" >"$LAYOUTCHECK_RUN_REPORT/77"'
types=$(printf 'C<%0120d>' 7)
run 0 run --json "$folder/json_long" -- sh -c "$record" "void gemm<$types, (Sort)1>(Tensor<$types>*)::inner"
has '  void gemm<…>(…)::inner (1,1,1) x (32,1,1): 1 launch'
grep -qF "\"void gemm<$types, (Sort)1>(Tensor<$types>*)::inner\"" "$folder/json_long" || fail 'the JSON has no whole name'
run 0 run -- sh -c "$record" 'void scale<float>(float const*, float*)'
has '  void scale<float>(float const*, float*) (1,1,1)'
# Remarks change no verdict, unless they are asked for.
# shellcheck disable=SC2016
remark='printf "launched\tk\t(1,1,1) x (32,1,1)\tright\t\t\t\t0\t1\t1\t9\t0\t0\nremarked\tcudaMemcpy\t\tuninitialized\tcopies 4 bytes\t\t\t0\t0\t0\t0\t1\t0\n" >"$LAYOUTCHECK_RUN_REPORT/77"'
run 0 run --json "$folder/json_remark" -- sh -c "$remark"
has '  remark: cudaMemcpy: copies 4 bytes'
grep -q '"remarks": \[' "$folder/json_remark" || fail 'the JSON has no remarks'
run 1 run --strict -- sh -c "$remark"
has 'layoutcheck: wrong: 1 launch of 1 kernel and shape, 1 finding'
# A record that is damaged is no record of nothing.
run 2 run -- sh -c 'printf "nonsense\n" >"$LAYOUTCHECK_RUN_REPORT/77"'
err_has 'line 1 of what process 77 told: a record does not have 13 fields'

nvcc=$(command -v nvcc) || { [[ ! -e $folder/failed ]] || exit 1; echo 'skipped: there is no nvcc'; exit 77; }
skip_with_sanitizers

# compile NAME FLAG...: $folder/NAME from $folder/saxpy.cu
compile() {
  local name=$1
  shift
  "$nvcc" -cudart shared -lineinfo -gencode arch=compute_80,code=compute_80 "$@" -o "$folder/$name" "$folder/saxpy.cu" \
    >"$folder/nvcc" 2>&1 || { cat "$folder/nvcc"; echo 'skipped: nvcc does not compile'; exit 77; }
}
cat >"$folder/saxpy.cu" <<'END'
#include <cstdio>
#include <vector>
#ifndef LESS
#define LESS <
#endif
__global__ void saxpy(int n, float a, const float* x, float* y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i LESS n) y[i] = a * x[i] + y[i];
}
int main() {
  const int n = 1000;
  std::vector<float> x(n, 1), y(n, 2);
  float *dx, *dy;
  cudaMalloc(&dx, n * sizeof(float));
  cudaMalloc(&dy, n * sizeof(float));
  cudaMemcpy(dx, x.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(dy, y.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  saxpy<<<(n + 255) / 256, 256>>>(n, 3, dx, dy);
  saxpy<<<(n + 255) / 256, 256>>>(n, 3, dx, dy);
#ifdef GRAPH
  cudaGraph_t graph;
  if (cudaGraphCreate(&graph, 0) != cudaErrorNotSupported) return 4;
#endif
#ifdef PROPERTIES
  cudaDeviceProp of;
  if (cudaGetDeviceProperties(&of, 0) != cudaSuccess || of.major != 8 || of.warpSize != 32 || of.maxGridSize[1] != 65535 ||
      of.multiProcessorCount < 1 || of.sharedMemPerBlockOptin != 163 << 10 || of.regsPerMultiprocessor != 65536) return 5;
#endif
  cudaError_t error = cudaDeviceSynchronize();
  cudaMemcpy(y.data(), dy, n * sizeof(float), cudaMemcpyDeviceToHost);
  std::printf("%s, y[999] = %g\n", cudaGetErrorName(error), y[999]);
  return STATUS;
}
END
compile right -DSTATUS=0 -DPROPERTIES
run 0 run --device a100 --json "$folder/json" -- "$folder/right"
has 'cudaSuccess, y[999] = 8'
has 'layoutcheck: right: 2 launches of 1 kernel and shape'
if command -v python3 >/dev/null; then
  python3 - "$folder/json" <<'END' || fail 'the JSON'
import json, sys
report = json.load(open(sys.argv[1]))
assert report["verdict"] == "right" and report["exit_status"] == 0 and report["device"] == "a100", report
(launches,) = report["launches"]
assert launches["launches"] == 2 and launches["blocks_run"] == launches["blocks"] == 8, launches
assert "saxpy" in launches["kernel"] and not report["findings"] and not report["calls"], report
END
fi

# Its launches as descriptions, which say the same by themselves, wherever they are read from.
run 0 run --device a100 --record "$folder/launches" --json "$folder/json_recorded" -- "$folder/right"
has "1 launch is recorded in $folder/launches"
grep -q '"saxpy.1.kernel"' "$folder/json_recorded" || fail 'the JSON lacks the description'
run 0 kernel --description "$folder/launches"
has 'right'
(($(find "$folder/launches" -name '*.kernel' | wc -l) == 1)) || fail 'equal launches are described more than once'
bad run --record "$folder/launches" -- true
err_has 'has descriptions of other launches'
bad run --record "$folder/json/launches" -- true

# What the program says of itself counts.
compile status -DSTATUS=3
run 1 run -- "$folder/status"
has 'undecided: 2 launches of 1 kernel and shape; the program exited with 3'

compile wrong -DSTATUS=0 '-DLESS=<='
run 1 run --json "$folder/json_wrong" --junit "$folder/junit" --sarif "$folder/sarif" -- "$folder/wrong"
grep -q '<failure message="wrong' "$folder/junit" || fail 'the JUnit lacks the failure'
grep -q 'saxpy.cu' "$folder/sarif" || fail 'the SARIF lacks the place'
grep -q '"startLine": 8' "$folder/sarif" || fail 'the SARIF lacks the line'
has 'layoutcheck: wrong'
has 'saxpy.cu:8: '
has 'allocation 1 (cudaMalloc of 4000 bytes)'
has 'cudaErrorIllegalAddress'
run 1 run --record "$folder/launches_wrong" -- "$folder/wrong"
run 1 kernel --description "$folder/launches_wrong"
has 'out of bounds'

# A program of the driver, which loads PTX by itself; and one that shares memory between driver and runtime.
cat >"$folder/driver.cpp" <<'END'
#include <cuda.h>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>
#ifdef BOTH
#include <cuda_runtime_api.h>
#endif
#define CHECK(call) if (CUresult result = (call); result != CUDA_SUCCESS) { const char* name; cuGetErrorName(result, &name); std::printf("%s: %s\n", #call, name); return 3; }
int main(int, char** arguments) {
  std::ifstream in(arguments[1]);
  const std::string ptx{std::istreambuf_iterator<char>(in), {}};
  const int n = 1000;
  CUdeviceptr x, y;
#ifdef BOTH
  if (cudaMalloc((void**)&x, n * sizeof(float)) != cudaSuccess) return 4;
#else
  CUdevice device;
  CUcontext context;
  CHECK(cuInit(0));
  CHECK(cuDeviceGet(&device, 0));
  CHECK(cuDevicePrimaryCtxRetain(&context, device));
  CHECK(cuCtxSetCurrent(context));
  CHECK(cuMemAlloc(&x, n * sizeof(float)));
#endif
  CUmodule module;
  CUfunction function;
  CHECK(cuModuleLoadData(&module, ptx.c_str()));
  CHECK(cuModuleGetFunction(&function, module, arguments[2]));
  CHECK(cuMemAlloc(&y, n * sizeof(float)));
  std::vector<float> ones(n, 1);
  CHECK(cuMemcpyHtoD(x, ones.data(), n * sizeof(float)));
  CHECK(cuMemsetD32(y, 0, n));
  int count = n;
  float a = 3;
  void* all[] = {&count, &a, &x, &y};
  CHECK(cuLaunchKernel(function, (n + 255) / 256, 1, 1, 256, 1, 1, 0, nullptr, all, nullptr));
  CHECK(cuCtxSynchronize());
  CHECK(cuMemcpyDtoH(ones.data(), y, n * sizeof(float)));
  std::printf("y[999] = %g\n", ones[999]);
  return 0;
}
END
libraries=$(echo "$(dirname "$LAYOUTCHECK")"/../lib*/layoutcheck/run)
"$nvcc" -ptx -arch=compute_80 -DSTATUS=0 -o "$folder/saxpy.ptx" "$folder/saxpy.cu"
entry=$(sed -n 's/.*\.entry \([^(]*\)(.*/\1/p' "$folder/saxpy.ptx")
"$nvcc" -cudart none -o "$folder/driver" "$folder/driver.cpp" -Xlinker "$libraries/libcuda.so.1" || fail 'the driver program does not compile'
run 0 run -- "$folder/driver" "$folder/saxpy.ptx" "$entry"
has 'y[999] = 3'
has 'layoutcheck: right: 1 launch of 1 kernel and shape'
"$nvcc" -cudart shared -DBOTH -o "$folder/both" "$folder/driver.cpp" -Xlinker "$libraries/libcuda.so.1" || fail 'no program of both'
run 0 run -- "$folder/both" "$folder/saxpy.ptx" "$entry"
has 'y[999] = 3'
sed -i 's/setp\.ge\.s32/setp.gt.s32/' "$folder/saxpy.ptx"
run 1 run -- "$folder/driver" "$folder/saxpy.ptx" "$entry"
has 'cuCtxSynchronize(): CUDA_ERROR_ILLEGAL_ADDRESS'
has 'allocation 1 (cuMemAlloc of 4000 bytes)'

# The runtime that is linked statically finds the driver, and asks it for more than is documented.
"$nvcc" -gencode arch=compute_80,code=compute_80 -DSTATUS=0 -o "$folder/static" "$folder/saxpy.cu"
run 1 run -- "$folder/static"
has 'a statically linked runtime asks for what is not documented'

compile graph -DSTATUS=0 -DGRAPH
run 1 run --json "$folder/json_graph" -- "$folder/graph"
has 'cudaGraphCreate: not supported'

fits run-report "$folder"/json*

# A cooperative launch: blocks read what others wrote before they met.
cat >"$folder/grid.cu" <<'END'
#include <cooperative_groups.h>
#include <cstdio>
#include <vector>
__global__ void shift(const float* x, float* y, float* z, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = 2 * x[i];
#ifndef APART
  cooperative_groups::this_grid().sync();
#endif
  z[i] = y[(i + blockDim.x) % n];
}
int main() {
  int n = 512;
  std::vector<float> x(n), z(n);
  for (int i = 0; i < n; ++i) x[i] = i;
  float *dx, *dy, *dz;
  cudaMalloc(&dx, n * sizeof(float));
  cudaMalloc(&dy, n * sizeof(float));
  cudaMalloc(&dz, n * sizeof(float));
  cudaMemcpy(dx, x.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  void* arguments[] = {&dx, &dy, &dz, &n};
#ifdef PLAIN
  shift<<<4, 128>>>(dx, dy, dz, n);
#else
  if (cudaLaunchCooperativeKernel((void*)shift, dim3(4), dim3(128), arguments, 0, 0) != cudaSuccess) return 2;
#endif
  cudaMemcpy(z.data(), dz, n * sizeof(float), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i)
    if (z[i] != 2 * x[(i + 128) % n]) return 3;
}
END
for flag in '' -DAPART -DPLAIN; do
  # shellcheck disable=SC2086  # no flag is no word
  "$nvcc" -cudart shared -gencode arch=compute_80,code=compute_80 $flag -o "$folder/grid" "$folder/grid.cu" >"$folder/nvcc" 2>&1 ||
    fail "nvcc: $(head -3 "$folder/nvcc")"
  if [[ -z $flag ]]; then
    run 0 run -- "$folder/grid"
    has '1 launch'
  else
    run 1 run -- "$folder/grid"
    # A launch that is not cooperative has no workspace, and the kernel traps.
    if [[ $flag == -DAPART ]]; then has 'race'; else has 'trap'; fi
  fi
done

# A launch in clusters, by an attribute: blocks read each other's shared memory.
cat >"$folder/cluster.cu" <<'END'
#include <cooperative_groups.h>
#include <vector>
__global__ void swap(const float* x, float* y) {
  __shared__ float tile[64];
  const auto cluster = cooperative_groups::this_cluster();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = x[i];
  cluster.sync();
  y[i] = cluster.map_shared_rank(tile, cluster.block_rank() ^ 1)[threadIdx.x];
#ifndef EARLY
  cluster.sync();
#endif
}
int main() {
  const int n = 256;
  std::vector<float> x(n), y(n);
  for (int i = 0; i < n; ++i) x[i] = i;
  float *dx, *dy;
  cudaMalloc(&dx, n * sizeof(float));
  cudaMalloc(&dy, n * sizeof(float));
  cudaMemcpy(dx, x.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaLaunchAttribute clusters;
  clusters.id = cudaLaunchAttributeClusterDimension;
  clusters.val.clusterDim = {2, 1, 1};
  cudaLaunchConfig_t how = {};
  how.gridDim = dim3(3);
  how.blockDim = dim3(64);
  how.attrs = &clusters;
  how.numAttrs = 1;
#ifdef ODD
  return cudaLaunchKernelEx(&how, swap, (const float*)dx, dy) == cudaErrorInvalidConfiguration ? 0 : 4;
#endif
  how.gridDim = dim3(4);
  if (cudaLaunchKernelEx(&how, swap, (const float*)dx, dy) != cudaSuccess) return 2;
  cudaMemcpy(y.data(), dy, n * sizeof(float), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i)
    if (y[i] != x[i ^ 64]) return 3;
}
END
for flag in '' -DEARLY -DODD; do
  # shellcheck disable=SC2086  # no flag is no word
  "$nvcc" -cudart shared -gencode arch=compute_90,code=compute_90 $flag -o "$folder/cluster" "$folder/cluster.cu" >"$folder/nvcc" 2>&1 ||
    fail "nvcc: $(head -3 "$folder/nvcc")"
  case $flag in
    '')
      run 0 run --record "$folder/launches_cluster" -- "$folder/cluster"
      has '(4,1,1) x (64,1,1), clusters of (2,1,1)'
      run 0 kernel --description "$folder/launches_cluster"
      ;;
    -DEARLY) run 1 run -- "$folder/cluster"; has 'this one may have ended by then' ;;
    -DODD) run 1 run -- "$folder/cluster"; has 'a grid of (3,1,1) blocks does not consist of clusters of (2,1,1) blocks' ;;
  esac
done

# What arguments point to is described, and what it is not is said.
cat >"$folder/record.cu" <<'END'
struct View { float* data; int rows; };
__device__ int limit = 3;
__global__ void by_index(View view, const int* index) { view.data[index[threadIdx.x]] = view.rows; }
__global__ void by_variable(float* out) { if (threadIdx.x < limit) out[threadIdx.x] = 1; }
__global__ void by_table(float** table) { table[threadIdx.x][0] = 1; }
__global__ void behind(float* x) { x[threadIdx.x] = x[int(threadIdx.x) - 4]; }
int main() {
  const int places[4] = {3, 1, 0, 2};
  int* index;
  float* out;
  float** table;
  cudaMalloc(&index, sizeof places);
  cudaMalloc(&out, 4096 * sizeof *out);
  cudaMemset(out, 0, 4096 * sizeof *out);
  cudaMemcpy(index, places, sizeof places, cudaMemcpyHostToDevice);
  by_index<<<1, 4>>>({out, 7}, index);
  by_variable<<<1, 4>>>(out);
  const int more = 4;
  cudaMemcpyToSymbol(limit, &more, sizeof more);
  by_variable<<<1, 32>>>(out);
  by_variable<<<1, 64>>>(out + 1);
  float* const rows[] = {out, out + 1};
  cudaMalloc(&table, sizeof rows);
  cudaMemcpy(table, rows, sizeof rows, cudaMemcpyHostToDevice);
  by_table<<<1, 2>>>(table);
  behind<<<1, 4>>>(out + 2048);
}
END
"$nvcc" -cudart shared -gencode arch=compute_80,code=compute_80 -o "$folder/record" "$folder/record.cu" >"$folder/nvcc" 2>&1 ||
  fail "nvcc: $(head -3 "$folder/nvcc")"
run 0 run --record "$folder/recorded" --json "$folder/json_places" -- "$folder/record"
has '2 launches are recorded'
has 'by_variable(float*) (1,1,1) x (32,1,1): not recorded: the program has changed the variable limit, which it touches'
has 'by_variable(float*) (1,1,1) x (64,1,1): not recorded: no argument points to a multiple of 16 bytes'
has 'by_table(float**) (1,1,1) x (2,1,1): not recorded: it touches allocation 2 (cudaMalloc of 16384 bytes), to which no argument points'
has 'behind(float*) (1,1,1) x (4,1,1): not recorded: it touches allocation 2 (cudaMalloc of 16384 bytes) before the first argument in it'
grep -q 'b32\[4\] = 3,1,0,2' "$folder/recorded/by_index.1.kernel" || fail 'the indices are not there'
run 0 kernel --description "$folder/recorded"
sed -i 's/= 3,1,0,2/= 3,1,0,4096/' "$folder/recorded/by_index.1.kernel"
run 1 kernel --description "$folder/recorded"
has 'out of bounds'
fits run-report "$folder/json_places" "$folder/json_recorded"

# Variables that the host and kernels share.
cat >"$folder/managed.cu" <<'END'
#include <cstdio>
#ifndef MOST
#define MOST 4
#endif
__managed__ int counter = 5;
__managed__ float table[4];
__global__ void count() {
  atomicAdd(&counter, 1);
  table[threadIdx.x] = 2 * table[threadIdx.x];
}
int main() {
  if (counter != 5) return 2;
  for (int i = 0; i < 4; ++i) table[i] = i;
  count<<<1, MOST>>>();
  cudaDeviceSynchronize();
  if (counter != 9 || table[3] != 6) return 3;
  counter += 1;
  int read = 0;
  float* address = nullptr;
  cudaMemcpyFromSymbol(&read, counter, sizeof read);
  cudaGetSymbolAddress((void**)&address, table);
  if (read != 10 || address != table) return 4;
  count<<<1, MOST>>>();
  cudaDeviceSynchronize();
  std::printf("%d %g\n", counter, table[3]);
}
END
for most in 4 5; do
  "$nvcc" -cudart shared -lineinfo -gencode arch=compute_80,code=compute_80 -DMOST=$most -o "$folder/managed" "$folder/managed.cu" \
    >"$folder/nvcc" 2>&1 || fail "nvcc: $(head -3 "$folder/nvcc")"
  if ((most == 4)); then
    run 0 run -- "$folder/managed"
    has '14 12'
    has '2 launches'
  else
    run 1 run -- "$folder/managed"
    has 'managed.cu:9: '
    has 'variable table at byte 16 of 16'
  fi
done

# A launch that would take hours: the program may wait for its time to be over, or exit.
cat >"$folder/hours.cu" <<'END'
#include <chrono>
#include <cstdio>
#include <thread>
__global__ void read(const int* x) { if (*x != 0) __trap(); }
int main() {
  int* x;
  cudaMalloc(&x, sizeof *x);
  cudaMemset(x, 0, sizeof *x);
  std::thread launching([x] { read<<<2147483647, 1>>>(x); });
#ifdef EXIT
  launching.detach();
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
#else
  launching.join();
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
#endif
}
END
for flag in -DWAIT -DEXIT; do
  "$nvcc" -cudart shared -gencode arch=compute_80,code=compute_80 $flag -o "$folder/hours" "$folder/hours.cu" >"$folder/nvcc" 2>&1 ||
    fail "nvcc: $(head -3 "$folder/nvcc")"
  if [[ $flag == -DWAIT ]]; then
    run 1 run --time 1 -- "$folder/hours"
    has 'cudaErrorLaunchTimeout'
    has 'interrupted'
  else
    run 1 run --time 60 -- "$folder/hours"
    has 'ended: the program ended in this launch'
    lacks 'the program was ended'
  fi
done

# The examples: what the compiler hides, and products that are read later.
cuda=${LAYOUTCHECK_SOURCE_DIR:-$(dirname "$0")/../..}/examples/cuda
# judge STATUS EXAMPLE FLAG...
judge() {
  local status=$1 example=$2
  shift 2
  "$nvcc" -cudart shared "$@" -o "$folder/$example" "$cuda/$example.cu" >"$folder/nvcc" 2>&1 ||
    fail "nvcc: $(head -3 "$folder/nvcc")"
  run "$status" run -- "$folder/$example"
  has 'as expected'
}
judge 0 hidden_race -lineinfo
judge 1 hidden_race -G
has 'hidden_race.cu:21: '
has 'race: byte 0 of 516 of shared memory was read by'
judge 0 hidden_race -G -DMENDED
wgmma=(-lineinfo -gencode arch=compute_90a,code=compute_90a)
judge 0 wgmma_pipeline "${wgmma[@]}"
judge 1 wgmma_pipeline "${wgmma[@]}" -DEARLY
has 'of shared memory was read by an asynchronous operation, and nothing orders the two'

finish
