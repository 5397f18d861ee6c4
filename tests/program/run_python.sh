# run: programs in Python, whose tensors are PyTorch's and whose kernels are Triton's, where there are both.
. "$(dirname "$0")/lib.bash"
example=${LAYOUTCHECK_SOURCE_DIR:-$(dirname "$0")/../..}/examples/triton/add_rows.py

needs_python

# A program that imports neither is left alone, and so is the environment's own sitecustomize.
mkdir "$folder/site"
echo 'print("customized")' >"$folder/site/sitecustomize.py"
PYTHONPATH=$folder/site run 1 run -- "$python" -c 'import sys; print("torch" in sys.modules, "ctypes" in sys.modules)'
has 'customized'
has 'False False'
has 'no kernel was launched'

needs_python 'PyTorch and Triton' 'import torch, triton'
skip_with_sanitizers
export TRITON_CACHE_DIR=$folder/cache TRITON_DEFAULT_FP_FUSION=1

# What tensors on the device do, in the host's eyes and in a kernel's.
cat >"$folder/tensors.py" <<'END'
import copy as copy_module
import gc
import os
import threading

import torch
import triton
import triton.language as tl


@triton.jit
def double(x, y, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y + at, 2 * tl.load(x + at, mask=at < n), mask=at < n)


@triton.jit
def double_behind(addresses, n, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    x = tl.load(addresses).to(tl.pointer_type(tl.float32))
    y = tl.load(addresses + 1).to(tl.pointer_type(tl.float32))
    tl.store(y + at, 2 * tl.load(x + at, mask=at < n), mask=at < n)


def refuses(error, call):
    try:
        call()
    except error:
        return
    raise AssertionError(f"no {error.__name__}")


def doubled(x):
    y = torch.empty_like(x)
    double[(triton.cdiv(x.numel(), 64),)](x, y, x.numel(), BLOCK=64)
    return y


device = triton.runtime.driver.active.get_active_torch_device()
assert torch.cuda.is_available() and torch.cuda.device_count() == 1
assert torch.cuda.get_device_capability() == (8, 0) and torch.cuda.get_device_properties(device).warp_size == 32

# Where they are.
x = torch.arange(100, dtype=torch.float32, device=device)
assert x.is_cuda and x.device == device and x.cpu().device.type == "cpu" and isinstance(x, torch.Tensor)
assert repr(x[:2]) == "tensor([0., 1.], device='cuda:0')" and f"{x[3]:.1f}" == "3.0" and x[:2].tolist() == [0, 1]
copy = x.cpu()
copy[0] = 5
assert x[0] == 0
refuses(RuntimeError, lambda: x + torch.ones(100))
refuses(TypeError, x.numpy)
refuses(ValueError, lambda: double[(1,)](x.cpu(), x, 0, BLOCK=64))

# What the host writes is there for kernels, and the other way round, whole or by views.
assert torch.equal(doubled(x), x * 2)
y = doubled(x)
x[10:20] = 7
x.view(10, 10)[:, 1] += 1
assert torch.equal(doubled(x), x * 2) and torch.equal(doubled(x[50:]), x[50:] * 2)
assert torch.equal(doubled(y[4:])[1:], y[5:] * 2)
addresses = torch.tensor([x.data_ptr(), y.data_ptr()], device=device)
x.fill_(3)
double_behind[(1,)](addresses, 100, BLOCK=128)
assert (y == 6).all()

# Operations that change a tensor itself.
z = torch.ones(6, device="cuda")
z.resize_(2, 2).t_().unsqueeze_(0)
assert z.shape == (1, 2, 2) and torch.equal(doubled(z), z * 2)
out = torch.empty(0, device="cuda")
torch.add(z, z, out=out)
assert torch.equal(out, z * 2)
row = z[0, 0]
doubled(row)
z.data = torch.full((3,), 4.0, device="cuda")
assert z.data.tolist() == [4, 4, 4] and torch.equal(doubled(z), z * 2) and row.tolist() == [1, 1]
many = [torch.ones(4, device="cuda"), torch.zeros(4, device="cuda")]
doubled(many[1])
torch._foreach_add_(many, 2)
assert torch.equal(doubled(many[1]), torch.full((4,), 4.0, device="cuda"))

# Modules, gradients, threads, streams.
layer = torch.nn.Linear(3, 4)
weight = layer.weight
layer.cuda()
assert layer.weight is weight and weight.is_cuda
twin = copy_module.deepcopy(layer)
assert isinstance(twin.weight, torch.nn.Parameter) and torch.equal(doubled(twin.weight), weight * 2)
# A parameter on the host that takes the data of a tensor on the device is there, and shares them.
taking, other = torch.nn.Linear(3, 4), torch.nn.Linear(3, 4)
taken = taking.weight
taking.weight.data = other.weight.data = torch.ones(4, 3, device="cuda")
assert taking.weight is taken and taken.is_cuda and isinstance(taken, torch.nn.Parameter) and taken.requires_grad
with torch.no_grad():
    taken.add_(1)
assert other.weight[0, 0].item() == 2
class Tripled(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 3

    @staticmethod
    def backward(ctx, grad):
        return grad * torch.tensor(3.0, device=grad.device)
taken.grad = None
Tripled.apply(taken).sum().backward()
assert taken.grad[0, 0].item() == 3
assert torch.nn.BatchNorm2d(3).cuda()(torch.ones(2, 3, 4, 4, device="cuda")).is_cuda
# Losses of half precision are summed in single precision.
logits, classes = torch.randn(2000, 50).half(), torch.arange(2000) % 50
loss = torch.nn.functional.cross_entropy
assert abs(loss(logits.cuda(), classes.cuda()).item() - loss(logits.float(), classes).item()) < 3e-3
normal = torch.ones(4, device="cuda", requires_grad=True) * 2
with torch.inference_mode():
    x = torch.tensor([1.0, 2.0], device="cuda")
    assert x.is_inference() and (normal + 1).is_inference() and not normal[1:].is_inference()
    assert normal[1:].tolist() == [2.0] * 3
    assert x.is_cuda and x.half().is_cuda and x.to("cuda") is x and x.cpu().tolist() == [1.0, 2.0]
    assert repr(x) == "tensor([1., 2.], device='cuda:0')", repr(x)
    double[(1,)](x, x, 2, 32)
    assert torch.equal(torch.nn.functional.linear(x.view(1, 2), torch.ones(3, 2).cuda()).cpu(), torch.full((1, 3), 6.0))
assert torch.nn.TransformerEncoderLayer(16, 2, 32).cuda()(torch.ones(2, 4, 16, device="cuda")).is_cuda
layer(torch.ones(2, 3).cuda()).sum().backward()
assert torch.equal(weight.grad, torch.full((4, 3), 2.0, device="cuda"))


class Double(torch.autograd.Function):
    @staticmethod
    def forward(context, x):
        return doubled(x)

    @staticmethod
    def backward(context, gradient):
        assert gradient.is_cuda
        return doubled(gradient.contiguous())


w = torch.ones(5, device="cuda", requires_grad=True)
Double.apply(w).sum().backward()
assert torch.equal(w.grad, torch.full((5,), 2.0, device="cuda"))
seen = []
thread = threading.Thread(target=lambda: seen.append(doubled(torch.ones(3, device="cuda")).tolist()))
thread.start()
thread.join()
assert seen == [[2, 2, 2]]
begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
with torch.cuda.stream(torch.cuda.Stream()):
    begin.record()
    doubled(x)
    end.record()
torch.cuda.synchronize()
assert begin.elapsed_time(end) > 0
calls = []
assert triton.testing.do_bench(lambda: calls.append(1), quantiles=[0.5, 0.2]) and len(calls) == 1

drawn = [torch.rand(3, device="cuda", generator=torch.Generator("cuda").manual_seed(1)) for _ in range(2)]
assert torch.equal(*drawn)
refuses(RuntimeError, lambda: torch.ones(3, device="cuda:1"))

# A process that was forked ends with its copies of tensors.
mine = torch.ones(3, device="cuda")
doubled(mine)
if (child := os.fork()) == 0:
    del mine
    gc.collect()
    os._exit(0)
assert os.waitpid(child, 0)[1] == 0

# What nobody wrote, which the report tells of, and what is gone.
part = torch.empty(8, device="cuda")
part[:4] = 1
doubled(part)
gone = torch.tensor([torch.ones(9, device="cuda").data_ptr(), y.data_ptr()], device="cuda")
gc.collect()
double_behind[(1,)](gone, 9, BLOCK=16)
refuses(RuntimeError, lambda: y.sum().item())
print("to the end")
END
run 1 run --device a100 --record "$folder/launches_tensors" -- "$python" "$folder/tensors.py"
has 'to the end'
lacks 'fork'
has 'tensors.py:14: '
has 'uninitialized: nobody wrote allocation'
has 'double_behind (1,1,1) x (128,1,1): not recorded: '
has '(float32 tensor of (8,)) at byte 16 of 32'
has 'tensors.py:22: '
has '(float32 tensor of (9,)), which was freed, at byte 0'
(($(grep -c 'uninitialized' "$folder/out") == 1)) || fail 'other memory counts as unwritten'

# A right program, and each of its mistakes at its line. Triton's cache knows a kernel by its text and not by its file.
cp "$example" "$folder/rows.py"
run 0 run --json "$folder/json" -- "$python" "$folder/rows.py"
has 'layoutcheck: right: 1 launch of 1 kernel and shape'
has 'add_rows (30,4,1) x (128,1,1)'
fits run-report "$folder/json"
# mistake SED_SCRIPT KIND STATEMENT: what is found, and in the statement's line
mistake() {
  sed -e "$1" "$example" >"$folder/rows.py"
  ! cmp -s "$example" "$folder/rows.py" || fail "no mistake is made by $1"
  local line
  line=$(grep -nF "$3" "$folder/rows.py" | cut -d: -f1)
  run 1 run --sarif "$folder/sarif" -- "$python" "$folder/rows.py"
  has 'layoutcheck: wrong'
  grep -q "rows.py:$line: .*: $2: " "$folder/out" || fail "$1: no $2 in line $line"
  grep -q "\"startLine\": $line" "$folder/sarif" || fail "$1: the SARIF lacks line $line"
}
mistake 's/values + added, mask=inside/values + added/' 'out of bounds' 'tl.store'
mistake 's/1000, matrix.stride(0), B/1000, 1001, B/' 'out of bounds' 'tl.store'
mistake 's/out + row \* row_stride + column,/out + column,/' 'race' 'tl.store'
mistake 's/tl.load(vector + column/tl.load(out + column/' 'uninitialized' 'tl.load(out'

# Equal launches are judged once, also where each has a tensor of its own for its results; and launches as descriptions.
cat >"$folder/gather.py" <<'END'
import torch
import triton
import triton.language as tl


@triton.jit
def gather(x, places, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = at < n
    tl.store(out + at, tl.load(x + tl.load(places + at, mask=inside), mask=inside), mask=inside)


def gathered(x, places):
    out = torch.empty_like(places, dtype=x.dtype)
    gather[(triton.cdiv(places.numel(), 64),)](x, places, out, places.numel(), BLOCK=64)
    return out


x = torch.rand(300, device="cuda")
places = torch.randperm(300, device="cuda")[:100].clone()
for i in range(8):
    assert torch.equal(gathered(x, places), x[places])
x[places[50]] = 2
for i in range(2):
    assert torch.equal(gathered(x, places), x[places])
few = torch.tensor([299, 0, 5], dtype=torch.int32, device="cuda")
assert torch.equal(gathered(x, few), x[few])
END
run 0 run --json "$folder/json" --record "$folder/launches" -- "$python" "$folder/gather.py"
has '10 launches ('
has 'equal to an earlier one)'
has '2 launches are recorded'
fits run-report "$folder/json"
"$python" - "$folder/json" <<'END' || fail 'the JSON'
import json, sys
many, few = json.load(open(sys.argv[1]))["launches"]
assert (many["launches"], many["equal"], few["equal"]) == (10, 8, 0), many
END
grep -q 'index f32\[300\]' "$folder/launches/gather.1.kernel" || fail 'no tensor of floating-point numbers'
grep -q 'i32\[3\] = 299,0,5' "$folder"/launches/gather.2.kernel || fail 'no places'
run 0 kernel --description "$folder/launches"
sed -i 's/299,0,5/300,0,5/' "$folder/launches/gather.2.kernel"
run 1 kernel --description "$folder/launches"
has 'out of bounds'

# Tensor maps, one of a tensor into which an argument points, too.
cat >"$folder/maps.py" <<'END'
import torch
import triton
import triton.language as tl
from triton.tools.tensor_descriptor import TensorDescriptor


@triton.jit
def move(source, target, first, last, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    row = tl.program_id(0) * ROWS
    target.store([row, 0], source.load([row, 0]))
    tl.store(last + tl.program_id(0), tl.load(first))


x = torch.rand(40, 32, device="cuda")
y = torch.zeros(40, 32, device="cuda")
last = torch.zeros(3, device="cuda")
block = [16, 32]
move[(3,)](TensorDescriptor.from_tensor(x, block), TensorDescriptor.from_tensor(y, block), x[1:], last, *block)
assert torch.equal(x, y) and last[2] == x[1, 0]
END
run 0 run --record "$folder/launches_maps" -- "$python" "$folder/maps.py"
has '1 launch is recorded'
run 0 kernel --description "$folder/launches_maps"
sed -i 's/tensormap(index f32\[1280\]/tensormap(index f32[1024]/' "$folder/launches_maps/move.1.kernel"
run 1 kernel --description "$folder/launches_maps"
has 'out of bounds'

# A tuner runs each of its configurations, and bounds hold for each launch.
cat >"$folder/tuned.py" <<'END'
import torch
import triton
import triton.language as tl


@triton.autotune([triton.Config({"BLOCK": 32}), triton.Config({"BLOCK": 64})], key=["n"])
@triton.jit
def double(x, y, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y + at, 2 * tl.load(x + at, mask=at < n), mask=at < n)


x = torch.ones(200, device="cuda")
double[lambda meta: (triton.cdiv(200, meta["BLOCK"]),)](x, torch.empty_like(x), 200)
END
run 0 run -- "$python" "$folder/tuned.py"
has '3 launches of 2 kernels and shapes'
run 1 run --blocks 1 -- "$python" "$folder/tuned.py"
has 'right in part'

# More shared memory than any launch may have takes an attribute, which Triton sets.
cat >"$folder/product.py" <<'END'
import torch
import triton
import triton.language as tl


@triton.jit
def product(a, b, c, K, BLOCK: tl.constexpr, BLOCK_K: tl.constexpr):
    m = tl.arange(0, BLOCK)
    k = tl.arange(0, BLOCK_K)
    sum = tl.zeros((BLOCK, BLOCK), tl.float32)
    for i in range(0, K, BLOCK_K):
        x = tl.load(a + m[:, None] * K + (i + k)[None, :])
        y = tl.load(b + (i + k)[:, None] * BLOCK + m[None, :])
        sum += tl.dot(x, y)
    tl.store(c + m[:, None] * BLOCK + m[None, :], sum)


a = torch.randn(128, 128, device="cuda", dtype=torch.float16)
b = torch.randn(128, 128, device="cuda", dtype=torch.float16)
c = torch.empty(128, 128, device="cuda")
compiled = product[(1,)](a, b, c, 128, 128, 64, num_stages=3)
assert compiled.metadata.shared > 48 << 10, compiled.metadata.shared
assert torch.allclose(c, a.float() @ b.float(), 1e-2, 1e-2)
END
run 0 run --device sm_80 -- "$python" "$folder/product.py"
has 'layoutcheck: right: 1 launch of 1 kernel and shape'

# A library gives PyTorch's operations other functions for the device, until it is destroyed.
cat >"$folder/given.py" <<'END'
import torch
import triton
import triton.language as tl


@triton.jit
def fill(y, value, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y + at, tl.full((BLOCK,), value, tl.float32), mask=at < n)


def full_of(shape, value):
    y = torch.empty(shape, device="cuda")
    fill[(triton.cdiv(y.numel(), 64),)](y, value, y.numel(), 64)
    return y


library = torch.library.Library("aten", "IMPL")
library.impl("neg", lambda x: full_of(x.shape, 5.0), "CUDA")
library.impl("ones", lambda size, **options: full_of(size, 7.0), "CUDA")
x = torch.ones(70, device="cuda")
assert x.tolist() == [7.0] * 70
assert (-x).tolist() == [5.0] * 70
assert (-torch.ones(3)).tolist() == [-1.0] * 3
library._destroy()
assert (-torch.ones(3, device="cuda")).tolist() == [-1.0] * 3
END
run 0 run -- "$python" "$folder/given.py"
has 'layoutcheck: right: 2 launches of'

# What is not supported has a name.
run 1 run -- "$python" -c 'import torch; torch.cuda.CUDAGraph()'
has 'torch.cuda.CUDAGraph: not supported: '
finish
