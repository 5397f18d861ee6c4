"""The atoms of CuTe in a copy of CUTLASS's headers: their instructions as the headers spell them, and the layouts of their
traits as a host compiler prints them."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from common import Trouble

# What layoutcheck has tables of; whatever else the headers have is not covered.
INSTRUCTION = re.compile(r'"((?:mma\.sync|wgmma\.mma_async|ldmatrix|stmatrix|movmatrix|dp[24]a|tcgen05|cp\.(?:reduce\.)?async\.)[^\s";]*)')
HAS_TABLES = re.compile(r"(mma\.sync|wgmma\.mma_async|ldmatrix|stmatrix|movmatrix|tcgen05\.(ld(\.red)?|st)\.sync|tcgen05\.cp|"
                        r"tcgen05\.mma\.(sp\.)?cta_group|dp4a|dp2a\.(lo|hi)|cp\.async\.c[ag])\b")

PRELUDE = """
#include <cute/tensor.hpp>
#include <cute/atom/mma_atom.hpp>
#include <cute/atom/copy_atom.hpp>
#include <cstdio>
using namespace cute;
template <class L> void show(const char* instruction, const char* operand, L layout, const char* name) {
  std::printf("%s %s = ", instruction, operand);
  print(layout);
  std::printf("  # %s\\n", name);
}
// Of block scales, in registers or in tensor memory, where a byte is an element.
template <class Traits, class = void> struct Scales {
  static void show(const char*, const char*) {}
};
template <class Traits> struct Scales<Traits, std::void_t<typename Traits::SFALayout>> {
  static void show(const char* instruction, const char* name) {
    ::show(instruction, "SFA", typename Traits::SFALayout{}, name);
    ::show(instruction, "SFB", typename Traits::SFBLayout{}, name);
  }
};
template <class Traits> struct Scales<Traits, std::void_t<typename Traits::FrgTypeSFA>> {
  template <class Fragment, class Lines> static void one(const char* instruction, const char* operand, Lines lines,
                                                         const char* name) {
    constexpr int size_of_block = Traits::SFVecSize;
    const auto columns = make_shape(Int<size_of_block>{}, Int<int(get<2>(typename Traits::Shape_MNK{})) / size_of_block>{});
    const auto place = layout<0>(Fragment::make(make_shape(make_shape(lines, columns), _1{}, _1{})).layout());
    ::show(instruction, operand, composition(Layout<Int<1 << 26>, _8>{}, place), name);
  }
  // With K = 96, no fragment is of a whole instruction: its factors go on in another column.
  static void show(const char* instruction, const char* name) {
    if constexpr (int(get<2>(typename Traits::Shape_MNK{})) == 96) return;
    else both(instruction, name);
  }
  static void both(const char* instruction, const char* name) {
    constexpr int rows = int(get<0>(typename Traits::Shape_MNK{})) / int(size(typename Traits::ThrID{}));
    one<typename Traits::FrgTypeSFA>(instruction, "SFA.tensor", Int<rows>{}, name);
    one<typename Traits::FrgTypeSFB>(instruction, "SFB.tensor", get<1>(typename Traits::Shape_MNK{}), name);
  }
};
template <class Op> void show_product(const char* instruction, const char* name) {
  using Traits = MMA_Traits<Op>;
  constexpr bool wide = std::is_same_v<std::remove_extent_t<typename Op::ARegisters>, uint64_t>;
  show(instruction, wide ? "A.shared" : "A", typename Traits::ALayout{}, name);
  constexpr bool wide_b = std::is_same_v<std::remove_extent_t<typename Op::BRegisters>, uint64_t>;
  show(instruction, wide_b ? "B.shared" : "B", typename Traits::BLayout{}, name);
  show(instruction, "C", typename Traits::CLayout{}, name);
  show(instruction, "threads", typename Traits::ThrID{}, name);
  Scales<Traits>::show(instruction, name);
}
// The shape is in the instruction descriptor. A fragment in tensor memory counts its entries, of 32 bits, from the address of
// lane 0 and column 0 on.
template <class Op> void show_tensor_product(const char* instruction, const char* name) {
  using Traits = MMA_Traits<Op>;
  constexpr int blocks = size(typename Traits::ThrID{});
  const auto m = get<0>(typename Traits::Shape_MNK{});
  const auto n = get<1>(typename Traits::Shape_MNK{});
  char with_shape[200];
  std::snprintf(with_shape, sizeof with_shape, "%s.m%dn%dk%d", instruction, int(m), int(n),
                int(get<2>(typename Traits::Shape_MNK{})));
  show(with_shape, "A", typename Traits::ALayout{}, name);
  show(with_shape, "B", typename Traits::BLayout{}, name);
  show(with_shape, "C", typename Traits::CLayout{}, name);
  show(with_shape, "threads", typename Traits::ThrID{}, name);
  using Own = decltype(make_shape(make_shape(Int<int(m) / blocks>{}, n), _1{}, _1{}));
  const auto place = layout<0>(Traits::FrgTypeC::make(Own{}).layout());
  show(with_shape, "D.tensor", composition(Layout<Shape<_65536, _128>, Stride<_32, Int<2097152>>>{}, place), name);
  Scales<Traits>::show(with_shape, name);
}
// Of tensor memory, the layouts count bits, and ValID says where these are.
template <class Traits, class L, class = void> struct Bits {
  static auto of(L layout) { return layout; }
};
template <class Traits, class L> struct Bits<Traits, L, std::void_t<typename Traits::ValID>> {
  static auto of(L layout) { return composition(typename Traits::ValID{}, layout); }
};
template <class Op> void show_move(const char* instruction, const char* name) {
  using Traits = Copy_Traits<Op>;
  show(instruction, "source", Bits<Traits, typename Traits::SrcLayout>::of({}), name);
  show(instruction, "destination", Bits<Traits, typename Traits::DstLayout>::of({}), name);
  show(instruction, "threads", typename Traits::ThrID{}, name);
}
// The number of bytes is an operand.
template <class Op> void show_async_copy(const char* instruction, const char* name) {
  char with_bytes[200];
  std::snprintf(with_bytes, sizeof with_bytes, "%s.%d", instruction, int(sizeof(typename Op::SRegisters)));
  show_move<Op>(with_bytes, name);
}
int main() {
"""


@dataclass(frozen=True)
class Atom:
    """An operation of cute/arch: its type, with arguments where it is a template, and its instruction, "" if it has none."""

    type: str
    instruction: str
    # Whether it also moves what the instruction has put into registers.
    moves_results: bool


def include_folder(path: Path) -> Path:
    """Where cute/ is in a checkout, a package or an include folder."""
    for folder in (path, path / "include", path / "cutlass_library/source/include", path / "source/include"):
        if (folder / "cute/layout.hpp").is_file():
            return folder
    raise Trouble(f"{path}: there is no cute/layout.hpp in it, nor in its include folder")


def cuda_folders() -> list[Path]:
    """Where CUDA's own headers may be, which newer ones of CUTLASS include: its toolkit, or packages beside CUTLASS's."""
    home = Path(os.environ.get("CUDA_HOME", "/usr/local/cuda"))
    return [folder for folder in (home / "include/cccl", home / "include") if folder.is_dir()]


def version(include: Path) -> str:
    text = (include / "cutlass/version.h").read_text()
    numbers = [re.search(rf"#define CUTLASS_{part}\s+(\d+)", text) for part in ("MAJOR", "MINOR", "PATCH")]
    return ".".join(number[1] for number in numbers if number)


# Entries of A, B and C by the kind of a tcgen05.mma.
KINDS = {"tf32": ("tfloat32_t", "float"), "f16": ("half_t", "float"), "i8": ("int8_t", "int32_t"),
         "f8f6f4": ("float_e4m3_t", "float"), "mxf8f6f4": ("float_e4m3_t", "float"), "mxf4": ("float_e2m1_t", "float"),
         "mxf4nvf4": ("float_e2m1_t", "float")}


def argument(parameter: str, instruction: str) -> str:
    """A value for a parameter of a template that has no default."""
    name = parameter.split()[-1]
    if instruction.startswith("cp.async.c"):
        return "uint128_t"
    # How many entries share a scale factor: which instruction it is.
    by_16 = re.search("4X|block16|ue4m3", instruction) is not None
    kind = re.search(r"tcgen05\.mma.*kind::(\w+)", instruction)
    if "Major" in parameter:
        return f"{'UMMA' if kind else 'GMMA'}::Major::K"
    if kind:
        entries, sums = KINDS[kind[1]]
        values = {"a_type": entries, "b_type": entries, "c_type": sums,
                  "sf_type": "float_ue4m3_t" if by_16 else "float_ue8m0_t",
                  "M": "256" if "cta_group::2" in instruction else "128", "N": "64"}
        if name in values:
            return values[name]
        # Of a sparse A, twice as many entries are counted as are held.
        if name == "VS" and ".sp." in instruction:
            return "32" if by_16 else "64"
    return "16" if by_16 else "32"


def closing(text: str, at: int, pair: str) -> int:
    """The index behind the bracket that closes the one at `at`."""
    depth = 0
    for i in range(at, len(text)):
        depth += (text[i] == pair[0]) - (text[i] == pair[1])
        if depth == 0:
            return i + 1
    return len(text)


def operations(header: Path) -> list[Atom]:
    """Those that a header of cute/arch defines."""
    text = re.sub(r"//[^\n]*", "", header.read_text())
    found = []
    spaces: list[tuple[str, int]] = []
    for match in re.finditer(r"^namespace ([\w:]+)\s*\{|^struct (\w+)", text, re.MULTILINE):
        spaces = [space for space in spaces if space[1] > match.start()]
        if match[1]:
            spaces.append((match[1], closing(text, match.end() - 1, "{}")))
            continue
        end = match.end()
        given = re.match(r"\s*<", text[end:])
        arguments = ""
        if given:
            end = closing(text, end + given.end() - 1, "<>")
            arguments = text[match.end():end].strip()
        opening = text.find("{", end)
        if opening < 0 or ";" in text[end:opening]:
            continue
        body = text[opening:closing(text, opening, "{}")]
        instruction = INSTRUCTION.search(body)
        before = re.search(r"template\s*<([^<>]*)>\s*$", text[:match.start()])
        parameters = [p.strip() for p in before[1].split(",") if p.strip()] if before else []
        word = instruction[1] if instruction else ""
        values = {p.split()[-1]: argument(p, word + arguments) for p in parameters if "=" not in p}
        if arguments:
            for name, value in values.items():
                arguments = re.sub(rf"\b{name}\b", value, arguments)
        elif parameters:
            arguments = "<" + ", ".join(values.values()) + ">"
        where = "::".join(space[0] for space in spaces if space[0] != "cute")
        moves_results = re.search(r"^\s*\w+ = ", body, re.MULTILINE) is not None
        found.append(Atom((where + "::" if where else "") + match[2] + arguments, word, moves_results))
    return found


def traits(include: Path) -> dict[str, list[str]]:
    """The specializations of MMA_Traits and Copy_Traits, by header."""
    found: dict[str, list[str]] = {}
    for header in sorted((include / "cute/atom").glob("*traits*.hpp")):
        text = re.sub(r"//[^\n]*", "", header.read_text())
        for match in re.finditer(r"^struct (?:MMA|Copy)_Traits\s*<", text, re.MULTILINE):
            end = closing(text, match.end() - 1, "<>")
            found.setdefault(header.name, []).append(re.sub(r"\s+", " ", text[match.end():end - 1]).strip())
    return found


def base(name: str) -> str:
    """A name as operation and traits share it: CuTe's alias for MMA_64x8x16 of SM90::GMMA is SM90_64x8x16."""
    name = re.sub(r"<.*", "", name).split("::")[-1]
    return re.sub(r"^SM90_(?=\d)", "MMA_", name)


def shapes_of(atom: Atom) -> list[str]:
    """The type, and of tcgen05.mma also that with half as many rows, unless there is none."""
    if not atom.instruction.startswith("tcgen05.mma") or "block_scale" in atom.instruction:
        return [atom.type]
    return [atom.type, re.sub(r"\b(256|128), 64\b", lambda rows: f"{int(rows[1]) // 2}, 64", atom.type)]


def function_of(atom: Atom) -> str:
    """The function of the prelude that prints its lines."""
    if atom.instruction.startswith("tcgen05.mma"):
        return "show_tensor_product"
    if atom.instruction.startswith("cp.async"):
        return "show_async_copy"
    return "show_product" if re.match(r"\w*mma|dp[24]a", atom.instruction) else "show_move"


def compiled(prelude: str, calls: list[str], include: Path) -> tuple[list[str], list[int]]:
    """What the calls print, and the indices of those that the compiler rejects."""
    program = os.environ.get("CXX", "g++")
    kept = list(range(len(calls)))
    first = prelude.count("\n") + 1
    with tempfile.TemporaryDirectory() as folder:
        source, binary = Path(folder, "atoms.cpp"), Path(folder, "atoms")
        while kept:
            source.write_text(prelude + "\n".join(calls[i] for i in kept) + "\n}\n")
            command = [program, "-std=c++17", "-w", "-O0", "-fmax-errors=0", f"-I{include}",
                       *(f"-I{folder}" for folder in cuda_folders()), "-DCUTE_SM90_EXTENDED_MMA_SHAPES_ENABLED",
                       str(source), "-o", str(binary)]
            run = subprocess.run(command, capture_output=True, text=True)
            if run.returncode == 0:
                out = subprocess.run([binary], capture_output=True, text=True, check=True).stdout
                return re.sub(r"\b_(\d+)", r"\1", out).splitlines(), sorted(set(range(len(calls))) - set(kept))
            bad = {int(n) - first for n in re.findall(r"atoms\.cpp:(\d+):", run.stderr)} & set(range(len(kept)))
            if not bad:
                raise Trouble(f"{program} does not compile the headers in {include}:\n{run.stderr[:2000]}")
            kept = [kept[i] for i in range(len(kept)) if i not in bad]
    return [], list(range(len(calls)))


def lines_of(atoms: list[Atom], include: Path) -> tuple[list[str], list[Atom]]:
    """The lines of the atoms, and those of which the compiler says that they have no traits."""
    calls = [" ".join(f'{function_of(a)}<{kind}>("{a.instruction}", "{a.type}");' for kind in shapes_of(a)) for a in atoms]
    lines, without = compiled(PRELUDE, calls, include)
    return lines, [atoms[i] for i in without]
