# run: programs in Python with extensions in CUDA C++ (torch.utils.cpp_extension), where there are PyTorch and nvcc.
. "$(dirname "$0")/lib.bash"

needs_python 'PyTorch for CUDA' 'import torch; assert torch.version.cuda'
command -v ninja >/dev/null || { echo 'skipped: there is no ninja'; exit 77; }
if nvcc=$(command -v nvcc); then
  touch "$folder/empty.cu"
  CUDA_HOME=$("$nvcc" --dryrun "$folder/empty.cu" 2>&1 | sed -n 's/^#\$ TOP=//p')
  export CUDA_HOME
elif ! "$python" -c 'import pathlib, sys; any(list(pathlib.Path(p).glob("nvidia/cu*/bin/nvcc")) for p in sys.path) or sys.exit(1)'; then
  echo 'skipped: there is no nvcc'
  exit 77
fi
skip_with_sanitizers
export TORCH_EXTENSIONS_DIR=$folder/extensions MAX_JOBS=1

# The sum of each row, in shared memory. The program says how many elements threads beyond the first half read, and
# whether they wait for each other.
cat >"$folder/rows.py" <<'END'
import sys

import torch
from torch.utils.cpp_extension import load_inline

SOURCE = r"""
#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAGuard.h>
#include <torch/library.h>

template <class T>
__global__ void sum_rows(const T* x, T* sums, int columns, int last, bool waits) {
  __shared__ T part[64];
  T sum = 0;
  for (int i = threadIdx.x; i < last; i += 64) sum += x[blockIdx.x * columns + i];
  part[threadIdx.x] = sum;
  for (int half = 32; half > 0; half /= 2) {
    if (waits) __syncthreads();
    if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
  }
  if (threadIdx.x == 0) sums[blockIdx.x] = part[0];
}

torch::Tensor row_sums(torch::Tensor x, int64_t more, bool waits) {
  TORCH_CHECK(x.is_cuda(), "x must be on the device");
  TORCH_CHECK(x.device().type() == torch::kCUDA && x.options().device().index() == 0);
  const c10::cuda::CUDAGuard guard(x.device());
  x = x.contiguous();
  auto sums = torch::empty({x.size(0)}, x.options());
  AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "row_sums", [&] {
    sum_rows<scalar_t><<<x.size(0), 64, 0, at::cuda::getCurrentCUDAStream()>>>(
        x.data_ptr<scalar_t>(), sums.data_ptr<scalar_t>(), x.size(1), x.size(1) + more, waits);
  });
  TORCH_CHECK(cudaGetLastError() == cudaSuccess, "the launch failed");
  return sums;
}

std::vector<torch::Tensor> both(std::vector<torch::Tensor> of) {
  auto zeros = torch::ones({3}, torch::device(torch::kCUDA).dtype(torch::kFloat32));
  cudaMemsetAsync(zeros.data_ptr<float>(), 0, 3 * sizeof(float), at::cuda::getCurrentCUDAStream());
  return {row_sums(of.at(0), 0, true) + zeros.sum(), row_sums(of.at(1), 0, true), zeros};
}

TORCH_LIBRARY(layoutcheck_test, library) { library.def("row_sums(Tensor x, int more, bool waits) -> Tensor"); }
TORCH_LIBRARY_IMPL(layoutcheck_test, CUDA, library) { library.impl("row_sums", row_sums); }
"""
rows = load_inline("rows", """#include <vector>
torch::Tensor row_sums(torch::Tensor x, int64_t more, bool waits);
std::vector<torch::Tensor> both(std::vector<torch::Tensor> of);""", SOURCE, functions=["row_sums", "both"])
x = torch.arange(1.0, 801.0, device="cuda").view(8, 100)
if sys.argv[1] == "right":
    assert torch.equal(rows.row_sums(x, 0, True), x.sum(1))
    assert torch.equal(rows.row_sums(x.double(), 0, True), x.double().sum(1))
    # A view, one that is not contiguous, and what the host has written since.
    assert torch.equal(rows.row_sums(x[2:5], 0, True), x[2:5].sum(1))
    x[3, 5] = 7
    assert torch.equal(rows.row_sums(x.t(), 0, True), x.sum(0))
    assert torch.equal(torch.ops.layoutcheck_test.row_sums(x, 0, True), x.sum(1))
    one, two, zeros = rows.both([x, x * 2])
    assert torch.equal(one, x.sum(1)) and torch.equal(two, x.sum(1) * 2) and zeros.tolist() == [0, 0, 0]
    weight = torch.nn.Parameter(torch.ones(2, 70)).cuda()
    assert rows.row_sums(weight, 0, True).tolist() == [70, 70]
    # A view moves with the storage.
    first = x[:1]
    rows.row_sums(first, 0, True)
    x.resize_(2, 900).fill_(1)
    assert rows.row_sums(x, 0, True).tolist() == [900, 900] and rows.row_sums(first, 0, True).tolist() == [100]
    try:
        rows.row_sums(torch.ones(2, 2), 0, True)
    except RuntimeError as error:
        assert "x must be on the device" in str(error)
        print("to the end")
elif sys.argv[1] == "race":
    rows.row_sums(x, 0, False)
elif sys.argv[1] == "beyond":
    rows.row_sums(x, 1, True)
else:
    rows.row_sums(torch.empty(8, 100, device="cuda"), 0, True)
END
run 0 run --device sm_90 -- "$python" "$folder/rows.py" right
has 'to the end'
has 'layoutcheck: right'
has 'void sum_rows<double>(double const*, double*, int, int, bool) (8,1,1) x (64,1,1)'
has 'void sum_rows<float>(float const*, float*, int, int, bool) (100,1,1) x (64,1,1)'
line=$(grep -nF 'part[threadIdx.x] += ' "$folder/extensions/rows/cuda.cu" | cut -d: -f1)
run 1 run -- "$python" "$folder/rows.py" race
has 'layoutcheck: wrong'
grep -q "cuda.cu:$line: .*: race: " "$folder/out" || fail "no race in line $line"
line=$(grep -nF 'sum += x[' "$folder/extensions/rows/cuda.cu" | cut -d: -f1)
run 1 run -- "$python" "$folder/rows.py" beyond
grep -q "cuda.cu:$line: .*: out of bounds: .*(float32 tensor of (800,)) at byte 3200 of 3200" "$folder/out" || fail "no access beyond in line $line"
run 1 run -- "$python" "$folder/rows.py" unwritten
grep -q "cuda.cu:$line: .*: uninitialized: nobody wrote allocation .*(float32 tensor of (8, 100))" "$folder/out" || fail 'nothing unwritten'

finish
