"""The public functions of packages of Triton kernels, called with small tensors, forward and backward.

    python families.py PACKAGE FOLDER

writes what they launch to the folder (launches.py). What could not be called is said, and why.
"""

from __future__ import annotations

import collections
import importlib
import inspect
import itertools
import os
import pathlib
import pkgutil
import re
import sys
import traceback
from collections.abc import Callable, Iterator
from typing import Any

os.environ.setdefault("TORCHDYNAMO_DISABLE", "1")
import torch  # noqa: E402

import launches  # noqa: E402

Call = Callable[[], Any]


def tensor(*shape: int, dtype: torch.dtype = torch.bfloat16, grad: bool = True) -> torch.Tensor:
    return torch.rand(shape).to(dtype).requires_grad_(grad)


def floats(*shape: int) -> torch.Tensor:
    return tensor(*shape, dtype=torch.float32)


def tensors_in(answer: Any) -> Iterator[torch.Tensor]:
    if isinstance(answer, torch.Tensor):
        yield answer
    elif isinstance(answer, dict):
        yield from tensors_in(list(answer.values()))
    elif isinstance(answer, (tuple, list)):
        for part in answer:
            yield from tensors_in(part)


def forward_and_backward(call: Call) -> None:
    ends = [t for t in tensors_in(call()) if t.requires_grad]
    if ends:
        torch.autograd.backward(ends, [torch.ones_like(t) for t in ends])


# flash-linear-attention. Its documentation strings have the shapes of arguments, in these letters.

SIZES = {"B": 2, "N": 2, "T": 128, "TQ": 128, "H": 2, "HV": 2, "HQ": 4, "G": 2, "K": 64, "V": 64, "D": 64, "M": 32,
         "L": 8, "S": 2, "1": 1, "H*K": 128, "HV*K": 128}
# Of parameters whose documentation has none.
SHAPES = {"q": "B,T,H,K", "k": "B,T,H,K", "v": "B,T,H,V", "r": "B,T,H,K", "g": "B,T,H", "gv": "B,T,H,V", "beta": "B,T,H",
          "s": "B,T,H,M", "b": "H,V", "w": "H,V", "x": "B,T,D", "eta": "B,T,H,1", "log_alpha": "B,T,H", "log_mu": "B,T,H",
          "p": "B,T,H,K", "delta": "B,T,H", "readout": "B,T,H", "q_norm_weight": "K", "k_norm_weight": "K",
          "theta": "B,T,H,1", "alpha": "B,T,H,1"}
# Where they are others than the names or the documentation say.
OF_FUNCTION = {
    "chunk_hgrn": {"g": "B,T,D"},
    "fused_recurrent_rwkv4": {"w": "D", "u": "D", "k": "B,T,D", "v": "B,T,D", "state": "B,3,1,D"},
    "chunk_global_cumsum_vector": {"s": "B,T,H,K"}, "chunk_local_cumsum_vector": {"g": "B,T,H,K"},
    "chunk_global_cumsum": {"s": "B,T,H"}, "chunk_global_cumsum_scalar": {"s": "B,T,H"},
    "mean_pooling": {"x": "B,T,H,K"}, "solve_tril": {"A": "B,T,H,K"}, "softmax_bwd": {"p": "T,K", "dp": "T,K"},
    "logsumexp_fwd": {"x": "T,K"}, "matmul": {"a": "T,K", "b": "K,T"}, "addmm": {"x": "T,T", "a": "T,K", "b": "K,T"},
    "sinkhorn": {"logits": "T,4,4"}, "pack_sequence": {"x": "B,T,D"}, "unpack_sequence": {"x": "T,D"},
}
NUMBERS = {"layer_idx": 1, "num_layers": 4, "num_householder": 1, "chunk_size": 64, "topk": 2, "max_seqlen": 64,
           "q_norm_eps": 1e-6, "k_norm_eps": 1e-6, "eps": 1e-6, "output_final_state": True, "initial_state": None}
STATES = ("initial_state", "initial_A_state", "initial_state_bias", "h_kk_init", "h_kv_init")
PARAMETER = re.compile(r"^\s*(\w+) \(([^\n]*)\):?(.*?)(?=^\s*\w+ \([^\n]*\):|^Returns|\Z)", re.S | re.M)


def documented_shapes(function: Any) -> dict[str, str]:
    found = {}
    for name, type, text in PARAMETER.findall(inspect.getdoc(function) or ""):
        shapes = re.findall(r"`[\[(]([^\])`]*)[\])]`", text.replace(" ", ""))
        if shapes and "ensor" in type:
            # A tuple has one for each of its parts.
            found[name] = ";".join(shapes) if "uple" in type else shapes[0]
    return found


def fla_variants(name: str, function: Any) -> Iterator[tuple[str, Call]]:
    """The function with what it requires; with sequences of several lengths; with each option, and each other tensor."""
    shapes = {**SHAPES, **documented_shapes(function), **OF_FUNCTION.get(name, {})}
    parameters = inspect.signature(inspect.unwrap(function)).parameters.values()
    required = [p.name for p in parameters if p.default is p.empty and p.kind is p.POSITIONAL_OR_KEYWORD]
    optional = {p.name: p.default for p in parameters if p.default is not p.empty}

    def made(parameter: str, sizes: dict[str, int]) -> Any:
        if parameter == "cu_seqlens":
            return torch.tensor([0, 37, sizes["T"]])
        if parameter in NUMBERS and parameter not in STATES:
            return NUMBERS[parameter]
        if parameter not in shapes:
            raise ValueError(f"of what shape is {parameter}?")
        of_parts = [[sizes[letter] if letter in sizes else int(letter) for letter in part.split(",")]
                    for part in shapes[parameter].split(";")]
        shape = of_parts[0]
        if parameter in ("block_indices", "block_counts"):
            return torch.zeros(shape, dtype=torch.long) + (parameter == "block_counts")
        is_wide = parameter[0] in "gw" or parameter.startswith(("log_", *STATES)) or parameter in ("A_log", "dt_bias", "beta")
        parts = tuple((floats if is_wide else tensor)(*of_part) for of_part in of_parts)
        return parts if len(parts) > 1 else parts[0]

    def variant(chosen: list[str], sizes: dict[str, int], **options: Any) -> Call:
        return lambda: function(**{parameter: made(parameter, sizes) for parameter in chosen}, **options)

    yield "", variant(required, SIZES)
    if "cu_seqlens" in optional:
        states = [state for state in STATES if state in optional and state in shapes]
        options = {"output_final_state": True} if "output_final_state" in optional else {}
        yield "varlen", variant([*required, *states, "cu_seqlens"], SIZES | {"B": 1, "T": 100}, **options)
    for option, default in optional.items():
        if option in ("use_graph", "output_final_state") or option in STATES:
            continue
        if isinstance(default, bool):
            yield option, variant(required, SIZES, **{option: not default})
        elif default is None and option in shapes and option != "cu_seqlens":
            yield option, variant([*required, option], SIZES)
    yield "ragged", variant(required, SIZES | {"T": 77, "TQ": 77, "HV": 4, "K": 40, "V": 24})


def fla_functions() -> Iterator[tuple[str, Call]]:
    """First each function as it is, then each with sequences, then with options."""
    calls = []
    package = importlib.import_module("fla.ops")
    for module in pkgutil.iter_modules(package.__path__):
        family = importlib.import_module(f"fla.ops.{module.name}")
        for name in getattr(family, "__all__", []):
            function = getattr(family, name)
            if module.name == "cp" or name.startswith(("naive", "prepare_")) or name.endswith("_ref"):
                continue
            if inspect.isfunction(function):
                for rank, (what, call) in enumerate(fla_variants(name, function)):
                    calls.append((rank, f"{module.name}/{name} {what}".strip(), call))
    for _, name, call in sorted(calls, key=lambda ranked: ranked[0]):
        yield name, call


def fla_layers() -> Iterator[tuple[str, Call]]:
    layers = importlib.import_module("fla.layers")
    for name in layers.__all__:
        def run(make: Any = getattr(layers, name)) -> Any:
            known = inspect.signature(make).parameters
            sizes = {"hidden_size": 128, "num_heads": 2, "layer_idx": 0, "num_kv_heads": 2, "head_dim": 64}
            layer = make(**{key: value for key, value in sizes.items() if key in known}).to(torch.bfloat16)
            return layer(tensor(2, 128, 128))
        yield f"layers/{name}", run


# liger-kernel.

def liger_functions() -> Iterator[tuple[str, Call]]:
    f = importlib.import_module("liger_kernel.transformers.functional")
    rows, columns, vocabulary = 8, 256, 1000

    def targets(count: int = rows, of: int = vocabulary) -> torch.Tensor:
        return torch.arange(count) * 37 % of

    def distribution(*shape: int) -> torch.Tensor:
        return floats(*shape).log_softmax(-1).detach().requires_grad_()

    def rotary(width: int, length: int, batch: int = 1) -> torch.Tensor:
        return tensor(batch, length, width, grad=False)

    def norm(function: Any, *rest: Any, size: int = columns, **options: Any) -> Call:
        return lambda: function(tensor(rows, size), *(tensor(size) if t == "w" else tensor(rows, size) if t == "x" else t
                                                      for t in rest), **options)

    for reduction in ("mean", "sum", "none"):
        yield f"cross_entropy {reduction}", lambda r=reduction: f.liger_cross_entropy(
            tensor(rows, vocabulary), targets(), reduction=r)
    yield "cross_entropy all", lambda: f.liger_cross_entropy(
        floats(rows, vocabulary), targets(), weight=torch.rand(vocabulary), label_smoothing=0.1, lse_square_scale=1e-4,
        softcap=30.0, return_z_loss=True, return_token_accuracy=True, return_predicted_tokens=True).loss
    yield "fused_linear_cross_entropy", lambda: f.liger_fused_linear_cross_entropy(
        tensor(rows, columns), tensor(vocabulary, columns), targets(), bias=tensor(vocabulary))
    yield "fused_linear_cross_entropy scaled", lambda: f.liger_fused_linear_cross_entropy(
        tensor(rows, columns), tensor(vocabulary, columns), targets(), use_token_scaling=True, reduction="sum")
    yield "fused_linear_jsd", lambda: f.liger_fused_linear_jsd(
        tensor(rows, columns), tensor(vocabulary, columns), tensor(rows, columns), tensor(vocabulary, columns), targets())
    yield "fused_linear_kl_div", lambda: f.liger_fused_linear_kl_div(
        tensor(rows, columns), tensor(vocabulary, columns), torch.rand(rows, vocabulary).softmax(-1), targets())
    yield "geglu", norm(f.liger_geglu, "x")
    yield "geglu odd", norm(f.liger_geglu, "x", size=333)
    yield "swiglu", norm(f.liger_swiglu, "x")
    yield "relu_squared", norm(f.liger_relu_squared)
    yield "softmax", norm(f.liger_softmax)
    yield "softmax wide", norm(f.liger_softmax, size=20000)
    yield "sparsemax", norm(f.liger_sparsemax)
    for columns_of in (columns, 333):
        yield f"rms_norm {columns_of}", norm(f.liger_rms_norm, "w", 1e-6, size=columns_of)
        yield f"layer_norm {columns_of}", norm(f.liger_layer_norm, "w", "w", 1e-6, size=columns_of)
    for mode in ("llama", "gemma", "none"):
        yield f"rms_norm {mode}", norm(f.liger_rms_norm, "w", 1e-6, offset=1.0, casting_mode=mode, in_place=False)
    yield "modulated_rms_norm", norm(f.liger_modulated_rms_norm, "w", "x", "x")
    yield "fused_add_rms_norm", norm(f.liger_fused_add_rms_norm, "x", "w", 1e-6)
    yield "poly_norm", lambda: f.liger_poly_norm(tensor(rows, columns), tensor(3), torch.rand(()).bfloat16().requires_grad_())
    yield "dyt", lambda: f.liger_dyt(tensor(rows, columns), floats(1), floats(columns), floats(columns))
    yield "group_norm", lambda: f.liger_group_norm(floats(2, 32, 2048), floats(32), floats(32), 32, 4, 1e-6)
    yield "group_norm small", lambda: f.liger_group_norm(floats(3, 12, 100), floats(12), floats(12), 12, 4, 1e-6)
    yield "jsd", lambda: f.liger_jsd(distribution(rows, vocabulary), distribution(rows, vocabulary).detach(), targets())
    yield "kl_div", lambda: f.liger_kl_div(distribution(rows, vocabulary), torch.rand(rows, vocabulary).softmax(-1))
    yield "kl_div none", lambda: f.liger_kl_div(distribution(rows, vocabulary), distribution(rows, vocabulary).detach(),
                                                reduction="none", log_target=True)
    yield "tvd", lambda: f.liger_tvd(torch.rand(rows, vocabulary).softmax(-1).requires_grad_(),
                                     torch.rand(rows, vocabulary).softmax(-1), targets())
    yield "rope", lambda: f.liger_rope(tensor(2, 4, 64, 64), tensor(2, 2, 64, 64), rotary(64, 64), rotary(64, 64))
    yield "rope odd", lambda: f.liger_rope(tensor(2, 3, 17, 48), tensor(2, 1, 17, 48), rotary(48, 17), rotary(48, 17))
    yield "qwen2vl_mrope", lambda: f.liger_qwen2vl_mrope(
        tensor(2, 4, 64, 64), tensor(2, 2, 64, 64), tensor(3, 2, 64, 64, grad=False), tensor(3, 2, 64, 64, grad=False),
        [8, 12, 12])
    yield "multi_token_attention", lambda: f.liger_multi_token_attention(
        tensor(1, 2, 64, 64), tensor(2, 2, 3, 3), tensor(2), padding=1)
    yield "multi_token_attention sparse", lambda: f.liger_multi_token_attention(
        floats(1, 2, 64, 64), floats(2, 2, 3, 3), floats(2), padding=1, sparse=True)
    yield "fused_neighborhood_attention", lambda: f.liger_fused_neighborhood_attention(
        tensor(1, 2, 64, 64), tensor(1, 2, 64, 64), tensor(1, 2, 64, 64))
    yield "attn_res", lambda: f.liger_attn_res(tensor(4, 2, 16, columns), tensor(columns), tensor(columns))
    yield "mhc", lambda: f.liger_mhc_forward(
        tensor(2, 16, 4, 64), torch.nn.Identity(), tensor(4 * 64, 24), floats(24), *(torch.rand((), requires_grad=True) for _ in range(3)))
    ops = importlib.import_module("liger_kernel.ops")
    yield "llama4_rope", lambda: ops.LigerLlama4RopeFunction.apply(
        tensor(2, 64, 4, 64), tensor(2, 64, 2, 64), torch.view_as_complex(torch.rand(64, 32, 2)))
    yield "embedding", lambda: ops.LigerEmbeddingFunction.apply(tensor(vocabulary, columns), targets().reshape(2, 4))
    moe = importlib.import_module("liger_kernel.ops.fused_moe")
    launched = moe.compute_routing_metadata

    def routing(experts_of: torch.Tensor, experts: int, rows_of_tile: int = moe.BLOCK_M_TOKEN) -> tuple[torch.Tensor, ...]:
        """What the kernels that this launches would have written: how much is launched next depends on it. The last of
        them reads what those before it have written, and is left out."""
        moe._moe_router_scatter_kernel = collections.defaultdict(lambda: lambda *values, **options: None)
        launched(experts_of, experts, rows_of_tile)
        order = torch.argsort(experts_of.flatten(), stable=True)
        counts = torch.bincount(experts_of.flatten(), minlength=experts)
        starts = torch.cat([torch.zeros(1, dtype=torch.long), counts.cumsum(0)])
        tiles = [(row, e) for e in range(experts) for row in range(int(starts[e]), int(starts[e + 1]), rows_of_tile)]
        return tuple(t.int() for t in (counts, starts, order // experts_of.shape[1], order, torch.argsort(order),
                                       *torch.tensor(tiles).T.contiguous()))

    moe.compute_routing_metadata = routing
    yield "fused_moe", lambda: ops.LigerFusedMoEFunction.apply(
        tensor(64, 128), tensor(4, 256, 128), tensor(4, 128, 128), torch.arange(128).reshape(64, 2) % 4, tensor(64, 2))
    yield "grpo_loss", lambda: ops.GrpoLossFunction.apply(
        tensor(2, 17, vocabulary), None, floats(2, 16).detach(), targets(32).reshape(2, 16), torch.rand(2), None, 0.9, 0.04,
        0.2, 0.2, False)[0]
    yield "fused_ce_tvd", lambda: ops.LigerFusedCETVDFunction.apply(
        tensor(rows, vocabulary), tensor(rows, vocabulary, grad=False), targets())


# cut-cross-entropy.

def cce_functions() -> Iterator[tuple[str, Call]]:
    entropy = importlib.import_module("cut_cross_entropy").linear_cross_entropy

    def call(rows: int = 64, columns: int = 128, vocabulary: int = 1000, ignored: bool = False, **options: Any) -> Call:
        def run() -> Any:
            targets = torch.arange(rows) * 37 % vocabulary
            if ignored:
                targets[::3] = -100
            shifted = "shift" in options
            return entropy(tensor(2, rows, columns) if shifted else tensor(rows, columns), tensor(vocabulary, columns),
                           targets.expand(2, rows).contiguous() if shifted else targets, **options)
        return run

    for reduction in ("mean", "none"):
        for filtered in ("high", None):
            yield f"{reduction} {filtered}", call(reduction=reduction, filter_eps=filtered)
    yield "softcap", call(softcap=30.0)
    yield "shift", call(shift=True)
    yield "ignored", call(ignored=True)
    yield "ragged", call(53, 72, 777)


# conch-triton-kernels.

def conch_functions() -> Iterator[tuple[str, Call]]:
    def of(module: str, name: str) -> Any:
        return getattr(importlib.import_module(f"conch.ops.{module}"), name)

    def half(*shape: int) -> torch.Tensor:
        return tensor(*shape, dtype=torch.float16, grad=False)

    def ints(*numbers: int) -> torch.Tensor:
        return torch.tensor(numbers, dtype=torch.int32)

    for c in (256, 666):
        yield f"silu_and_mul {c}", lambda c=c: of("activation.silu_and_mul", "silu_and_mul")(half(8, c))
        yield f"gelu_tanh_and_mul {c}", lambda c=c: of("activation.gelu_tanh_and_mul", "gelu_tanh_and_mul")(half(8, c))
        yield f"rms_norm {c}", lambda c=c: of("normalization.rms_norm", "rms_norm")(half(8, c), half(c), 1e-6)
        yield f"fused_add_rms_norm {c}", lambda c=c: of("normalization.rms_norm", "fused_add_rms_norm")(
            half(8, c), half(8, c), half(c), 1e-6)
        yield f"gemma_rms_norm {c}", lambda c=c: of("normalization.gemma_rms_norm", "gemma_rms_norm")(half(8, c), half(c), 1e-6)
        yield f"gemma_rms_norm residual {c}", lambda c=c: of("normalization.gemma_rms_norm", "gemma_rms_norm")(
            half(8, c), half(c), 1e-6, half(8, c))
        yield f"scaled_int8_quant {c}", lambda c=c: of("quantization.int8", "scaled_int8_quant")(half(8, c), torch.rand(1))
        yield f"scaled_fp8_quant {c}", lambda c=c: of("quantization.fp8", "scaled_fp8_quant")(half(8, c), torch.rand(1))
    yield "rotary_embedding", lambda: of("embedding.rotary_embedding", "rotary_embedding")(
        torch.arange(8), half(8, 4 * 64), half(8, 2 * 64), 64, half(128, 64))
    yield "nms", lambda: of("vision.nms", "nms")(torch.rand(100, 4).sort(-1).values, torch.rand(100), 0.5)
    # Of each interval the points lie in one cell, of which no other has any.
    cells = [torch.tensor([[0, 0, 0, 0]] * 32 + [[1, 2, 1, 0]] * 32, dtype=torch.int32), ints(0, 32), ints(32, 32)]
    yield "bev_pool", lambda: of("vision.bev_pool", "bev_pool")(torch.rand(64, 80), *cells, 1, 2, 4, 4)
    yield "bev_pool_backward", lambda: of("vision.bev_pool", "bev_pool_backward")(torch.rand(1, 2, 4, 4, 80), *cells)
    yield "reshape_and_cache", lambda: of("vllm.reshape_and_cache", "reshape_and_cache")(
        half(8, 2, 64), half(8, 2, 64), half(4, 16, 2, 64), half(4, 16, 2, 64), torch.arange(8) * 3)
    for length in (200, 700, 5000):
        pages = -(-length // 16)
        yield f"paged_attention {length}", lambda length=length, pages=pages: of("attention.paged_attention", "paged_attention")(
            half(2, 4, 64), half(2 * pages, 16, 2, 64), half(2 * pages, 16, 2, 64),
            torch.arange(2 * pages, dtype=torch.int32).reshape(2, pages), ints(length, length // 2))
    for causal in (False, True):
        yield f"varlen_attention {causal}", lambda causal=causal: of("attention.varlen_attention", "varlen_attention")(
            half(60, 4, 64), half(16, 16, 2, 64), half(16, 16, 2, 64), ints(0, 20, 60), 40, ints(100, 80), 100,
            torch.arange(14, dtype=torch.int32).reshape(2, 7), causal=causal)
    for bits in (4, 8):
        for zeros in (None, half(2, 128)):
            yield f"mixed_precision_gemm {bits}", lambda bits=bits, zeros=zeros: of("quantization.gemm", "mixed_precision_gemm")(
                half(16, 256), torch.randint(0, 2**31 - 1, (256 * bits // 32, 128), dtype=torch.int32), half(2, 128), zeros,
                bits, 2 ** (bits - 1) if zeros is None else 0, 128)
    yield "scaled_gemm", lambda: of("quantization.gemm", "scaled_gemm")(
        torch.ones(32, 128, dtype=torch.int8), torch.ones(128, 64, dtype=torch.int8), torch.rand(32, 1), torch.rand(1, 64),
        torch.float16)
    for kind in ("fp4", "nf4"):
        yield f"quantize_4bit {kind}", lambda kind=kind: of("quantization.bitsandbytes.functional", "quantize_4bit")(
            half(64, 128), quant_type=kind)


# flag_gems. Its functions take what PyTorch's operators of these names take, of which PyTorch's own tests have samples.

def gems_functions() -> Iterator[tuple[str, Call]]:
    os.environ["GEMS_VENDOR"] = "nvidia"
    gems = importlib.import_module("flag_gems")
    # Triton has no block pointers any more.
    importlib.import_module("flag_gems.utils.codegen_config_utils").get_codegen_config().prefer_block_pointer = False
    operators = {}
    for operator in importlib.import_module("torch.testing._internal.common_methods_invocations").op_db:
        for name in (operator.name.rpartition(".")[2], operator.aten_name):
            operators.setdefault(name, operator)
    calls = []
    for overload, function, *_ in gems._FULL_CONFIG:
        name = overload.partition(".")[0]
        operator = operators.get(name) or operators.get(name.strip("_"))
        kinds = [kind for kind in (torch.float32, torch.int32, torch.bool) if operator and kind in operator.dtypes]
        if not kinds:
            continue
        for rank, sample in enumerate(itertools.islice(operator.sample_inputs("cpu", kinds[0]), 3)):
            calls.append((rank, f"{function.__name__} {overload}",
                          lambda f=function, s=sample: f(s.input, *s.args, **s.kwargs)))
    for _, name, call in sorted(calls, key=lambda ranked: ranked[0]):
        yield name, call


def of_package(package: str) -> Iterator[tuple[str, Call]]:
    if package == "fla":
        yield from fla_functions()
        yield from fla_layers()
    elif package == "liger":
        yield from liger_functions()
    elif package == "cce":
        yield from cce_functions()
    elif package == "conch":
        yield from conch_functions()
    elif package == "flag_gems":
        yield from gems_functions()
    else:
        raise SystemExit(f"families.py: there is no package {package}")


def main(package: str, folder: str, only: str = "") -> None:
    recorder = launches.Recorder(pathlib.Path(folder))
    launches.install(recorder)
    not_called: dict[str, list[str]] = collections.defaultdict(list)
    for name, call in of_package(package):
        if only not in name:
            continue
        torch.manual_seed(0)
        recorder.begin(f"{package}.{name.split()[0].replace('/', '.')}")
        try:
            forward_and_backward(call)
        except Exception as error:
            where = traceback.extract_tb(error.__traceback__)[-1]
            message = (str(error).splitlines() or [""])[0]
            not_called[name].append(f"{type(error).__name__}: {message[:160]} ({pathlib.Path(where.filename).name}:{where.lineno})")
    for name, errors in not_called.items():
        print(f"not called: {package} {name}: {errors[0]}")
    for reason in recorder.skipped:
        print(f"skipped: {reason}")


if __name__ == "__main__":
    main(*sys.argv[1:])
