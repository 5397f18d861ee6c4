"""Answers with CuTe in C++, on static layouts: a compiler is asked for the type of each expression, and nothing runs.

An expression that does not compile is a refusal, and its first error the reason. A template that fails once is not
tried again in the same run of the compiler: what else uses it there seems to compile, or fails for a lesser reason. So
failures are taken out and the others compiled again, until all compile. Many questions go into one run, and the
headers are compiled once, since they take most of the time. CXX names another g++.
"""

import importlib.util
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import Any

import compiled
import lines
from lines import Layout, Profile, SwizzledLayout, Tiler

QUESTIONS_A_RUN = 100
SWIZZLED_BITS = 31  # the masks of a swizzle are integers of 32 bits
SILENCE = 0.05  # seconds without a further question, after which those that are there are answered

PRELUDE = """
#include <cute/tensor.hpp>
#include <cute/atom/copy_atom.hpp>
#include <cute/atom/mma_atom.hpp>
using namespace cute;
template <int, class> struct Answer;
template <class Shape, class Stride> struct Static;  // a compiler leaves out Layout's second argument if it can
template <class Layout, class Offset> struct Moved;
template <int B, int M, int S> struct Sw;
template <class Sw, class Offset, class Layout> struct Swizzled;
template <class T> T plain(T);
template <class Shape, class Stride> Static<Shape, Stride> plain(Layout<Shape, Stride>);
template <class Shape, class Stride, class Offset>
Moved<Static<Shape, Stride>, Offset> plain(tuple<Layout<Shape, Stride>, Offset>);
template <int B, int M, int S, class Offset, class Shape, class Stride>
Swizzled<Sw<B, M, S>, Offset, Static<Shape, Stride>> plain(ComposedLayout<Swizzle<B, M, S>, Offset, Layout<Shape, Stride>>);
template <int B, int M, int S, class O, class Shape, class Stride, class Offset>
Moved<Swizzled<Sw<B, M, S>, O, Static<Shape, Stride>>, Offset>
plain(tuple<ComposedLayout<Swizzle<B, M, S>, O, Layout<Shape, Stride>>, Offset>);
// What is asked of a swizzled layout, whose answer may be a layout, and have an offset outside of the swizzle.
template <class Answer> struct Folded {};
template <class T> auto folded(T answer) { return Folded<decltype(plain(answer))>{}; }
template <class Answer> struct OverXor {};
template <class T> auto over_xor(T answer) { return OverXor<decltype(plain(answer))>{}; }
// What a tensor has at compile time, whose pointer is an integer.
template <class L> auto at_zero(L layout) { return make_tensor(make_inttuple_iter(C<0>{}), layout); }
template <class T> auto moved(T tensor) { return cute::make_tuple(tensor.layout(), tensor.data().coord_); }
template <class N> struct Bits;  // a type of so many bits
template <class N> struct cutlass::sizeof_bits<Bits<N>> { static constexpr auto value = N::value; };
// Atoms with these layouts, and what is tiled with them; threads (V,M,N,K) stand for the product that makes them.
template <class Reference, class Source> struct Copying;
template <class Reference, class Source> struct cute::Copy_Traits<Copying<Reference, Source>> {
  using ThrID = Layout<decltype(size<0>(Reference{}))>;
  using SrcLayout = Source;
  using DstLayout = Source;
  using RefLayout = Reference;
};
using Universal = Copy_Atom<UniversalCopy<uint8_t>, uint8_t>;
template <class T, class U> auto layout_tv(T threads, U values) {
  return typename decltype(make_tiled_copy(Universal{}, threads, values))::TiledLayout_TV{};
}
template <class TV, class Reference, class Source> auto tiled_copy(TV tv, Reference, Source) {
  return make_tiled_copy_impl(Copy_Atom<Copying<Reference, Source>, uint1_t>{}, tv, make_shape(cosize(tv)));
}
template <class VMNK> struct Threads {};
template <class VMNK, class MNK> VMNK tiled_product(Threads<VMNK>, MNK) { return {}; }
template <class TV, class VMNK, class Shape> struct Multiplying;
template <class TV, class VMNK, class Shape> struct cute::MMA_Traits<Multiplying<TV, VMNK, Shape>> {
  using ValTypeA = uint1_t;
  using ValTypeB = uint1_t;
  using ValTypeC = uint1_t;
  using ValTypeD = uint1_t;
  using Shape_MNK = Shape;
  using ThrID = Threads<VMNK>;
  using ALayout = TV;
  using BLayout = TV;
  using CLayout = TV;
};
template <class TV, class VMNK, class S, class P> auto tiled_mma(TV, VMNK, S, P permutations) {
  return make_tiled_mma(MMA_Atom<Multiplying<TV, VMNK, S>>{}, Layout<Shape<_1, _1, _1>>{}, permutations);
}
"""


def type_of(value: Any) -> str:
    if value is None:
        return "Underscore"
    if isinstance(value, int):
        # Of 64 bits where a product of two may need them: else C++ computes constants in 32.
        return f"C<{value}{'L' if abs(value) >= 1 << 15 else ''}>"
    if isinstance(value, Layout):
        return f"Layout<{type_of(value.shape)}, {type_of(value.stride)}>"
    if isinstance(value, SwizzledLayout):
        b, m, s = value.swizzle
        if b + m + abs(s) > SWIZZLED_BITS:
            raise lines.Unsupported
        return f"ComposedLayout<Swizzle<{b}, {m}, {s}>, {type_of(value.offset)}, {type_of(value.layout)}>"
    if value == "*":
        return "C<1>"
    if isinstance(value, Profile):
        return type_of(value.nested)
    return f"tuple<{', '.join(map(type_of, value.modes if isinstance(value, Tiler) else value))}>"


def call(expression: str) -> Any:
    return lines.calling(lambda operand: type_of(operand) + "{}", str)(expression.format)


def units(expression: str) -> Any:
    """A call with numbers of bits or elements, which are template arguments of type int."""
    within = call(expression)

    def offered(layout: Any, *numbers: int) -> str:
        return "unsupported" if max(numbers) >= 1 << 31 else within(layout, *numbers)
    offered.native = within.native  # type: ignore[attr-defined]
    return offered


def swizzled(offer: Any, wrapper: str = "folded") -> Any:
    """The same of a swizzled layout, which stands for no operand of another operation."""
    def offered(*operands: Any) -> str:
        expression = offer(*operands)
        return expression if expression == "unsupported" else f"{wrapper}({expression})"
    return offered


OFFERS = {
    "rank(shape)": call("rank({0})"),
    "rank(layout)": call("rank({0})"),
    "depth(shape)": call("depth({0})"),
    "depth(layout)": call("depth({0})"),
    "size(shape)": call("size({0})"),
    "size(layout)": call("size({0})"),
    "cosize(layout)": call("cosize({0})"),
    "flatten(shape)": call("flatten_to_tuple({0})"),
    "flatten(layout)": call("flatten({0})"),
    "mode(shape, integer)": call("get<decltype({1})::value>({0})"),
    "mode(layout, integer)": call("get<decltype({1})::value>({0})"),
    "congruent(shape, shape)": call("congruent({0}, {1})"),
    "concatenate(layout, ...)": lambda *layouts: f"make_layout({', '.join(map(call('{0}'), layouts))})",
    "coordinate(shape, integer)": call("idx2crd({1}, flatten_to_tuple({0}))"),
    "index(shape, tuple)": call("crd2idx({1}, flatten_to_tuple({0}))"),
    "apply(layout, nested tuple)": call("{0}({1})"),
    "column_major(shape)": call("make_layout({0}, LayoutLeft{{}})"),
    "row_major(shape)": call("make_layout({0}, LayoutRight{{}})"),
    "coalesce(layout)": call("coalesce({0})"),
    "coalesce(layout, shape)": call("coalesce({0}, {1})"),
    "complement(layout)": call("complement({0})"),
    "complement(layout, positive integer)": call("complement({0}, {1})"),
    "composition(layout, tiler)": call("composition({0}, {1})"),
    "logical_divide(layout, tiler)": call("logical_divide({0}, {1})"),
    "zipped_divide(layout, tiler)": call("zipped_divide({0}, {1})"),
    "tiled_divide(layout, tiler)": call("tiled_divide({0}, {1})"),
    "flat_divide(layout, tiler)": call("flat_divide({0}, {1})"),
    "logical_product(layout, tiler)": call("logical_product({0}, {1})"),
    "zipped_product(layout, tiler)": call("zipped_product({0}, {1})"),
    "tiled_product(layout, tiler)": call("tiled_product({0}, {1})"),
    "flat_product(layout, tiler)": call("flat_product({0}, {1})"),
    "blocked_product(layout, layout)": call("blocked_product({0}, {1})"),
    "raked_product(layout, layout)": call("raked_product({0}, {1})"),
    "right_inverse(layout)": call("right_inverse({0})"),
    "max_common_layout(layout, layout)": call("max_common_layout({0}, {1})"),
    "max_common_vector(layout, layout)": call("max_common_vector({0}, {1})"),
    "left_inverse(layout)": call("left_inverse({0})"),
    "upcast(layout, positive integer)": units("upcast<decltype({1})::value>({0})"),
    "downcast(layout, positive integer)": units("downcast<decltype({1})::value>({0})"),
    "recast(layout, positive integer, positive integer)": units(
        "recast_layout<Bits<decltype({2})>, Bits<decltype({1})>>({0})"),
    "product_each(shape)": call("product_each({0})"),
    "product_like(shape, profile)": call("product_like({0}, {1})"),
    **{f"{name}(nested tuple, nested tuple)": call(f"{name}({{0}}, {{1}})")
       for name in ("inner_product", *(f"{order}_{relation}" for order in ("lex", "colex", "elem")
                                       for relation in ("less", "leq", "gtr", "geq")))},
    **{f"{name}(shape, shape)": call(f"{name}({{0}}, {{1}})")
       for name in ("elem_scale", "shape_div", "ceil_div", "round_up", "compatible", "weakly_congruent",
                    "evenly_divides", "append", "prepend", "zip")},
    "crd2idx(nested tuple, shape)": call("crd2idx({0}, {1})"),
    "idx2crd(nested tuple, shape)": call("idx2crd({0}, {1})"),
    "crd2crd(nested tuple, shape, shape)": call("crd2crd({0}, {1}, {2})"),
    **{signature.replace("V", sort): call(expression) for sort in ("shape", "layout") for signature, expression in {
        "group(V, integer, integer)": "group<decltype({1})::value, decltype({2})::value>({0})",
        "take(V, integer, integer)": "take<decltype({1})::value, decltype({2})::value>({0})",
        "append(V, V, integer)": "append<decltype({2})::value>({0}, {1})",
        "prepend(V, V, integer)": "prepend<decltype({2})::value>({0}, {1})",
        "replace(V, integer, V)": "replace<decltype({1})::value>({0}, {2})",
        "unflatten(V, profile)": "unflatten({0}, {1})",
        "zip(V)": "zip({0})",
        "slice(coordinate, V)": "slice({0}, {1})",
        "dice(coordinate, V)": "dice({0}, {1})",
    }.items()},
    "select(shape, tuple)": lambda x, modes: call(f"select<{', '.join(map(str, modes))}>({{0}})")(x),
    "select(layout, tuple)": lambda x, modes: call(f"select<{', '.join(map(str, modes))}>({{0}})")(x),
    "append(layout, layout)": call("append({0}, {1})"),
    "prepend(layout, layout)": call("prepend({0}, {1})"),
    "zip(layout, layout)": call("zip({0}, {1})"),
    "tile_unzip(layout, profile)": call("tile_unzip({0}, {1})"),
    "crd2idx(coordinate, layout)": call("crd2idx({0}, {1})"),
    "slice_and_offset(coordinate, layout)": call("slice_and_offset({0}, {1})"),
    "domain_offset(nested tuple, layout)": call("domain_offset({0}, {1})"),
    "inner_partition(layout, tiler, coordinate)": call("moved(inner_partition(at_zero({0}), {1}, {2}))"),
    "outer_partition(layout, tiler, coordinate)": call("moved(outer_partition(at_zero({0}), {1}, {2}))"),
    "local_tile(layout, tiler, coordinate)": call("moved(local_tile(at_zero({0}), {1}, {2}))"),
    "local_partition(layout, layout, integer)": call("moved(local_partition(at_zero({0}), {1}, {2}))"),
    "layout_tv(layout, layout)": call("layout_tv({0}, {1})"),
    "get_layoutS_TV(layout, layout, layout)": call("tiled_copy({0}, {1}, {2}).get_layoutS_TV()"),
    "partition_S(layout, tiler, layout, integer)": call(
        "moved(make_tiled_copy_impl(Universal{{}}, {2}, {1}).get_slice({3}).partition_S(at_zero({0})))"),
    **{f"get_layout{matrix}_TV(layout, layout, shape, tiler)":
       call(f"tiled_mma({{0}}, {{1}}, {{2}}, {{3}}).get_layout{matrix}_TV()") for matrix in "ABC"},
    **{f"partition_{matrix}(layout, layout, layout, shape, tiler, integer)":
       call(f"moved(tiled_mma({{1}}, {{2}}, {{3}}, {{4}}).get_slice({{5}}).partition_{matrix}(at_zero({{0}})))")
       for matrix in "ABC"},
    "coshape(layout)": call("coshape({0})"),
    "filter_zeros(layout)": call("filter_zeros({0})"),
    "filter_zeros(layout, nested tuple)": call("filter_zeros({0}, {1})"),
    "nullspace(layout)": call("nullspace({0})"),
    "make_ordered_layout(shape, nested tuple)": call("make_ordered_layout({0}, {1})"),
    "make_layout_like(layout)": call("make_layout_like({0})"),
    "make_fragment_like(layout)": call("make_fragment_like({0})"),
    "tile_to_shape(layout, shape)": call("tile_to_shape({0}, {1})"),
    "tile_to_shape(layout, shape, nested tuple)": call("tile_to_shape({0}, {1}, {2})"),
}

# Of these, all that CuTe has for swizzled layouts, too; what it slices off is an offset beside the layout.
OFFERS |= {signature: swizzled(offer) for signature, offer in lines.on("swizzled layout", OFFERS, (
    "coalesce(layout)", "coalesce(layout, shape)", "composition(layout, tiler)", "logical_divide(layout, tiler)",
    "zipped_divide(layout, tiler)", "tiled_divide(layout, tiler)", "flat_divide(layout, tiler)",
    "logical_product(layout, tiler)", "zipped_product(layout, tiler)", "tiled_product(layout, tiler)",
    "flat_product(layout, tiler)", "blocked_product(layout, layout)", "raked_product(layout, layout)",
    "tile_to_shape(layout, shape)", "tile_to_shape(layout, shape, nested tuple)", "upcast(layout, positive integer)",
    "downcast(layout, positive integer)", "recast(layout, positive integer, positive integer)",
    "local_tile(layout, tiler, coordinate)", "inner_partition(layout, tiler, coordinate)",
    "outer_partition(layout, tiler, coordinate)", "local_partition(layout, layout, integer)",
    "partition_S(layout, tiler, layout, integer)",
    *(f"partition_{matrix}(layout, layout, layout, shape, tiler, integer)" for matrix in "ABC"))).items()}
OFFERS |= {
    "apply(swizzled layout, nested tuple)": call("{0}({1})"),
    "size(swizzled layout)": call("size({0})"),
    "cosize(swizzled layout)": call("cosize({0})"),
    "slice(coordinate, swizzled layout)": swizzled(call("slice_and_offset({0}, {1})")),
    "composition(layout, swizzled layout)": swizzled(call("composition({0}, {1})")),
    "right_inverse(swizzled layout)": swizzled(call("right_inverse({0})"), "over_xor"),
    "left_inverse(swizzled layout)": swizzled(call("left_inverse({0})"), "over_xor"),
    "max_common_vector(swizzled layout, layout)": call("max_common_vector({0}, {1})"),
    "max_common_vector(swizzled layout, swizzled layout)": call("max_common_vector({0}, {1})"),
}


def headers() -> tuple[Path, list[Path]]:
    """The folder of the packages, and those that C++ which includes CuTe finds its headers in."""
    package = importlib.util.find_spec("cutlass_library")
    if package is None or not package.origin:
        sys.exit("there are no headers of CuTe")
    root = Path(package.origin).parent
    return root.parent, [root / "source/include", root.parent / "nvidia/cu13/include",
                         root.parent / "nvidia/cu13/include/cccl"]


def precompiled(root: Path, command: list[str]) -> Path:
    """The folder of prelude.hpp, which is compiled once for a compiler."""
    folder = root / f"prelude-{compiled.mark(PRELUDE, command)}"
    header = folder / "prelude.hpp.gch"
    if not header.exists():
        folder.mkdir(exist_ok=True)
        unfinished = folder / str(os.getpid())
        unfinished.write_text(PRELUDE)
        os.replace(unfinished, folder / "prelude.hpp")
    compiled.make(header, [*command, "-x", "c++-header", folder / "prelude.hpp"])
    return folder


def text_of(type_: str) -> str:
    """The value in a type, such as Static<cute::tuple<cute::C<4>, cute::C<2> >, cute::tuple<...> >."""
    numbers = re.sub(r"\bC<(-?\w+)>|\bintegral_constant<\w+, (-?\w+)>", r"\1\2", type_)
    text, opened = "", []
    brackets = {"Static<": ("", ":", ""), "tuple<": ("(", ",", ")"), "Moved<": ("<", ",", ">"), "Sw<": ("Sw<", ",", ">"),
                "Swizzled<": ("", " o ", "")}
    for token in re.findall(r"(?:Static|tuple|Moved|Swizzled|Sw)<|[>,]|[^<>,\s]+", re.sub(r"\b(cute|std)::", "", numbers)):
        if token in brackets:
            opened.append(token)
            text += brackets[token][0]
        elif token == ">":
            text += brackets[opened.pop()][2]
        elif token == ",":
            text += brackets[opened[-1]][1] if opened else ","
        else:
            text += token
    return text


def swizzled_in(text: str) -> tuple[SwizzledLayout, int]:
    """The swizzled layout that is written, or is a layout, and the offset beside it."""
    layout, beside = (text[1:-1].rsplit(",", 1)) if text.startswith("<") else (text, "0")
    value = lines.parse_value(layout if layout.startswith("Sw<") else f"Sw<0,0,0> o 0 o {layout}")
    assert isinstance(value, SwizzledLayout)
    return value, int(beside)


def folded(text: str) -> str:
    return lines.text(lines.moved(*swizzled_in(text)))


def over_xor(text: str) -> str:
    """A swizzled layout over XOR, if its extents are powers of 2 and its sums do not carry."""
    value, beside = swizzled_in(text)
    extents, strides = lines.entries(value.layout.shape), lines.entries(value.layout.stride)
    images = [stride << bit for extent, stride in zip(extents, strides) for bit in range(extent.bit_length() - 1)]
    if value.offset or beside or any(extent & (extent - 1) for extent in extents) or lines.carries(images):
        return "unsupported"
    b, m, s = value.swizzle
    read = ((1 << b) - 1) << m + max(s, 0)
    moved = [image ^ ((image & read) >> s if s >= 0 else (image & read) << -s) for image in images]
    return lines.text(lines.ModuleLayout((2,) * len(moved), tuple(map(lines.Bits, moved)))) if moved else "1:0"


def value_of(type_: str) -> str:
    """The value in a type.

    A constant that overflows is none, and C++ takes the operation on run-time integers instead, whose values no type has.
    """
    if "ComposedLayout" in type_:  # of others than a swizzle and a layout
        return "unsupported"
    asked = re.match(r"(Folded|OverXor)<(.*)> *$", type_)
    text = text_of(asked[2] if asked else type_)
    if re.search(r"\b(long|int|unsigned|bool)", text):
        return "error overflow: the answer has run-time integers"
    try:
        return text if not asked else folded(text) if asked[1] == "Folded" else over_xor(text)
    except (lines.Malformed, lines.Unsupported):  # a stride or an offset is negative, of what has decayed to a layout
        return "unsupported"


def compile_all(expressions: dict[int, str], command: list[str]) -> tuple[dict[int, str], dict[int, str]]:
    """The types of those expressions that have one, and the first errors of the others, from one run."""
    unit = '#include "prelude.hpp"\n' + "".join(f"#line {number + 1} \"question\"\nvoid q{number}() {{ Answer<{number}, decltype(plain("
                             f"{expression}))> a; }}\n" for number, expression in expressions.items())
    run = subprocess.run(command, input=unit, capture_output=True, text=True, env=os.environ | {"LC_ALL": "C"})
    types: dict[int, str] = {}
    errors: dict[int, str] = {}
    number = None
    for line in run.stderr.splitlines():
        if here := re.match(r"question:(\d+):", line):
            number = int(here[1]) - 1
        if not (message := re.search(r"error: (.*)", line)):
            continue
        if answer := re.match(r"aggregate 'Answer<(\d+), (.*)> a' has incomplete type", message[1]):
            types[int(answer[1])] = answer[2]
        elif number is not None:
            errors.setdefault(number, re.sub(r"template argument \d+ is invalid", "it does not compile", message[1]))
    return types, errors


def answers_to(expressions: dict[int, str], command: list[str]) -> dict[int, str]:
    refused: dict[int, str] = {}
    while left := {number: expression for number, expression in expressions.items() if number not in refused}:
        types, errors = compile_all(left, command)
        if not errors and types.keys() == left.keys():
            return refused | {number: value_of(type_) for number, type_ in types.items()}
        errors = errors or {number: "the compiler does not say the type" for number in left.keys() - types.keys()}
        refused |= {number: f"error CompileError: {message.replace('#', '')}" for number, message in errors.items()}
    return refused


def batches() -> Iterator[list[str]]:
    """The lines of standard input, as many at a time as are there."""
    arrived: Queue[str | None] = Queue()

    def read() -> None:
        for line in lines.questions():
            arrived.put(line)
        arrived.put(None)

    Thread(target=read, daemon=True).start()
    batch: list[str] = []
    while True:
        try:
            line = arrived.get(timeout=SILENCE if batch else None)
        except Empty:
            yield batch
            batch = []
            continue
        if line is not None:
            batch.append(line)
        if line is None or len(batch) == QUESTIONS_A_RUN:
            yield batch
            batch = []
        if line is None:
            return


def complete(batch: list[str], command: list[str]) -> list[str]:
    completed = [lines.complete(line, OFFERS) for line in batch]
    expressions = {}
    for number, line in enumerate(completed):
        question, _, expression = line.partition(" = ")
        if expression and expression != "unsupported" and question not in (lines.INTRODUCTION, lines.OFFER):
            expressions[number] = expression
            completed[number] = question
    for number, answer in answers_to(expressions, command).items():
        completed[number] += f" = {answer}"
    return completed


def main() -> None:
    out = lines.answers_only()
    root, folders = headers()
    command = compiled.command_with(folders)
    command += [f"-I{precompiled(root, command)}", "-fsyntax-only", "-x", "c++", "-"]
    for batch in batches():
        for line in complete(batch, command):
            print(line, file=out, flush=True)


if __name__ == "__main__":
    main()
