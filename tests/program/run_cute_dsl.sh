# run: programs in CuTe DSL, where it is installed beside PyTorch.
. "$(dirname "$0")/lib.bash"
example=${LAYOUTCHECK_SOURCE_DIR:-$(dirname "$0")/../..}/examples/cute_dsl/transpose.py

needs_python 'PyTorch and CuTe DSL' 'import torch, cutlass.cute'
skip_with_sanitizers

# Its lines, and its tensors from PyTorch.
run 0 run -- "$python" "$example"
has 'transposed: True'
has 'right: 1 launch of 1 kernel and shape'
sed '/sync_threads/d' "$example" >"$folder/unordered.py"
run 1 run -- "$python" "$folder/unordered.py"
has "unordered.py:$(grep -n 'target\[' "$folder/unordered.py" | cut -d: -f1): "
has 'race: '

# Tensor maps, which its code for the host writes: a box at each place, and beyond the ends of the tensor.
cat >"$folder/boxes.py" <<'END'
import cutlass
import cutlass.cute as cute
import torch
from cutlass.cute.nvgpu import cpasync
from cutlass.cute.runtime import from_dlpack
from cutlass.memory import SmemAllocator


@cute.kernel
def copy_box(atom: cute.CopyAtom, tensor: cute.Tensor, target: cute.Tensor):
    thread, _, _ = cute.arch.thread_idx()
    row, column, _ = cute.arch.block_idx()
    memory = SmemAllocator()
    box = memory.allocate_tensor(target.element_type, cute.make_layout((8, 64), stride=(64, 1)), 128)
    barrier = memory.allocate_array(cutlass.Int64, 1)
    boxes = cute.zipped_divide(tensor, (8, 64))
    to, of = cpasync.tma_partition(atom, 0, cute.make_layout(1), cute.group_modes(box, 0, 2), boxes)
    if thread == 0:
        cute.arch.mbarrier_init(barrier, 1)
        cute.arch.mbarrier_init_fence()
    cute.arch.sync_threads()
    if thread == 0:
        cute.arch.mbarrier_arrive_and_expect_tx(barrier, BYTES)
    if cute.arch.warp_idx() == 0:
        cute.copy(atom, of[None, (row, column)], to, tma_bar_ptr=barrier)
    cute.arch.mbarrier_wait(barrier, 0)
    for i in range(8):
        target[row * 8 + i, column * 64 + thread] = box[i, thread]


@cute.jit
def copy(source: cute.Tensor, target: cute.Tensor):
    layout = cute.make_layout((8, 64), stride=(64, 1))
    atom, tensor = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), source, layout, (8, 64))
    copy_box(atom, tensor, target).launch(grid=[3, 2, 1], block=[64, 1, 1])


source = torch.rand(20, 104, device="cuda").half()
target = torch.empty(24, 128, device="cuda", dtype=torch.half)
copy(from_dlpack(source, assumed_align=16), from_dlpack(target))
assert torch.equal(target[:20, :104], source) and not target[20:].any() and not target[:, 104:].any()
END
sed 's/BYTES/1024/' "$folder/boxes.py" >"$folder/whole.py"
run 0 run --device sm_90 -- "$python" "$folder/whole.py"
has 'right: 1 launch of 1 kernel and shape'
sed 's/BYTES/1040/' "$folder/boxes.py" >"$folder/more.py"
run 1 run --device sm_90 -- "$python" "$folder/more.py"
has 'deadlock'

# Tensors that come by TVM FFI, at once or in a tensor of CuTe DSL.
cat >"$folder/ffi.py" <<'END'
import cutlass
import cutlass.cute as cute
import torch
from cutlass.cute.runtime import from_dlpack, make_fake_compact_tensor


@cute.kernel
def double(source: cute.Tensor, target: cute.Tensor):
    thread, _, _ = cute.arch.thread_idx()
    if thread < cute.size(source):
        target[thread] = source[thread] + source[thread]


@cute.jit
def launch(source: cute.Tensor, target: cute.Tensor):
    double(source, target).launch(grid=(1, 1, 1), block=(64, 1, 1))


shape = (cute.sym_int(),)
kinds = [make_fake_compact_tensor(cutlass.Float32, shape) for _ in range(2)]
compiled = cute.compile(launch, *kinds, options="--enable-tvm-ffi")
source = torch.arange(40, dtype=torch.float32, device="cuda")
target = torch.empty_like(source)
compiled(source, target)
assert torch.equal(target, 2 * source)
compiled(from_dlpack(target, enable_tvm_ffi=True), from_dlpack(source, enable_tvm_ffi=True))
assert torch.equal(source, 2 * target)
END
if "$python" -c 'import tvm_ffi' 2>/dev/null; then
  run 0 run --device sm_90 -- "$python" "$folder/ffi.py"
  has 'right: 2 launches of 1 kernel and shape'
fi

# Machine code that it keeps can be loaded, and is the PTX.
cat >"$folder/kept.py" <<'END'
import cutlass.utils
import torch

torch.zeros(1, device="cuda")
assert cutlass.utils.HardwareInfo().get_max_active_clusters(2) == 66
END
run 1 run --device sm_90 -- "$python" "$folder/kept.py"
lacks 'not supported'
lacks 'exited with'
finish
