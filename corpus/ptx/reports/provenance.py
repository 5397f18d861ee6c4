"""Writes PTX beside its source, with a header that says what made it from what."""

import atexit
import importlib.metadata
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
ARCHITECTURES = ("sm_80", "sm_90")


def write(name: str, form: str, arch: str, ptx: str, compiler: str, command: str) -> None:
    """Writes NAME.FORM.ARCH.ptx; form is "wraps" or "mended"."""
    header = [
        f"// {name}, {form}: README.md says what it stands for.",
        f"// Compiled from {command.split()[-1]} by {compiler}.",
        f"// Made by: {command}",
    ]
    path = HERE / f"{name}.{form}.{arch}.ptx"
    path.write_text("\n".join(header) + "\n" + ptx.strip().removesuffix("\0").strip() + "\n")
    print(path.name)


def keep_ptx_of_cute_dsl() -> None:
    """Lets compiled functions have their PTX; it has to be called before CuTe DSL is imported."""
    folder = tempfile.TemporaryDirectory()
    os.environ["CUTE_DSL_KEEP"] = "ptx"
    os.environ["CUTE_DSL_DUMP_DIR"] = folder.name
    atexit.register(folder.cleanup)


def package(distribution: str) -> str:
    """The name and the version of an installed package."""
    return f"{distribution} {importlib.metadata.version(distribution)}"


def with_nvcc(source: pathlib.Path) -> None:
    """Compiles a CUDA C++ source in both forms: the mended one has MENDED defined."""
    version = subprocess.run(["nvcc", "--version"], check=True, capture_output=True, text=True).stdout
    release = next(line for line in version.splitlines() if "release" in line).split(",")[-1].strip()
    for arch in ARCHITECTURES:
        for form, define in (("wraps", []), ("mended", ["-DMENDED"])):
            with tempfile.TemporaryDirectory() as folder:
                made = pathlib.Path(folder) / "made.ptx"
                subprocess.run(["nvcc", "-ptx", "-O3", f"-arch={arch}", *define, "-o", made, source], check=True)
                write(source.stem, form, arch, made.read_text(), f"nvcc {release}",
                      f"python3 provenance.py {source.name}")


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        with_nvcc(HERE / argument)
