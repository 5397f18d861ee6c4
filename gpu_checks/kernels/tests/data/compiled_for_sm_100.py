"""Writes what Triton makes of a kernel for sm_100, beside these scripts."""

import pathlib

import triton
from triton.backends.compiler import GPUTarget


def arguments_of(signature: dict[str, str], constants: dict) -> dict:
    """Those of a source: the parameters, of which all but the constants are divisible by 16."""
    return {
        "signature": signature | {name: "constexpr" for name in constants},
        "constexprs": constants,
        "attrs": {(i,): [["tt.divisibility", 16]] for i in range(len(signature))},
    }


def write(script: str, name: str, source, **options: int) -> None:
    made = triton.compile(source, target=GPUTarget("cuda", 100, 32), options={"num_warps": 4, **options})
    head = f"// {script} as Triton {triton.__version__} compiled it; {made.metadata.shared} bytes of shared memory.\n"
    pathlib.Path(__file__).with_name(f"{name}.sm_100.ptx").write_text(head + made.asm["ptx"])
