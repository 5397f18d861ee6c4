"""Answers with Triton's linear layouts: functions on bits, given by the images of the powers of 2.

A layout is one if its extents are powers of 2 and no two of the images have a bit in common at the same place, so that
adding them carries nothing; over XOR, no two of the same entry, whose stride is multiplied by integers. The modes of a layout are input dimensions where
coordinates address them, and the places of coordinates are output dimensions. All other layouts are not offered, and
neither are operands that Triton excludes where it declares an operation, in triton/Tools/LinearLayout.h. Only its
library is loaded, which needs no GPU.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Optional

from _C.libtriton.linear_layout import LinearLayout
from lines import Bits, Coordinate, Layout, ModuleLayout, Unsupported, calling, carries, entries, serve

MOST_BITS = 31  # of a coordinate or a value
MOST_VALUES = 1 << 16  # of a table, each of which is asked for by itself

Image = tuple[int, ...]  # an integer for each place


@dataclass(frozen=True)
class Function:
    """The images of each mode, the sort of the values (int, Bits or Coordinate) and the number of their places."""

    modes: list[list[Image]]
    sort: type
    places: int = 1
    inverted: Optional["Function"] = None  # whose inverse this is

    @property
    def is_tuple(self) -> bool:
        """Whether the domain is one of coordinates, even if there is but one mode."""
        return len(self.modes) > 1 or self.inverted is not None and self.inverted.sort is Coordinate

    @property
    def images(self) -> list[Image]:
        return [image for mode in self.modes for image in mode]


def shape_of(nested: Any) -> Any:
    return tuple(map(shape_of, nested)) if isinstance(nested, tuple) else 0


def bits(size: int) -> int:
    if size & (size - 1) or size.bit_length() > MOST_BITS:
        raise Unsupported
    return size.bit_length() - 1


def parts_of(stride: Any) -> dict[int, int]:
    """The integers of a stride, by their places in a tuple of integers."""
    if isinstance(stride, Coordinate):
        if any(len(places) != 1 for _, places in stride.parts):
            raise Unsupported
        return {place: part for part, (place,) in stride.parts}
    return {0: stride.value if isinstance(stride, Bits) else stride}


def overlap(images: Iterable[Image]) -> bool:
    """Whether two have a bit in common at the same place."""
    return any(map(carries, zip(*images)))


def checked(function: Function) -> Function:
    """The function, if Triton can have it: of 31 bits, and without carries where its values are not added by XOR."""
    if any(part < 0 or part.bit_length() > MOST_BITS - 1 for image in function.images for part in image):
        raise Unsupported
    if function.sort is not Bits and overlap(function.images):
        raise Unsupported
    return function


def theirs(operand: Any) -> Any:
    """The function of a layout; any other operand as it is."""
    if not isinstance(operand, (Layout, ModuleLayout)):
        return operand
    strides = entries(operand.stride)
    sort = next((type(stride) for stride in strides if not isinstance(stride, int)), int)
    parts = [parts_of(stride) for stride in strides]
    places = 1 + max((place for each in parts for place in each), default=0)
    of_entries = [[tuple(part.get(place, 0) << bit for place in range(places)) for bit in range(bits(extent))]
                  for extent, part in zip(entries(operand.shape), parts)]
    if any(map(overlap, of_entries)):
        raise Unsupported
    each = iter(of_entries)
    modes = operand.shape if isinstance(operand.shape, tuple) else (operand.shape,)
    return checked(Function([[image for _ in entries(mode) for image in next(each)] for mode in modes], sort, places))


def linear(inputs: list[list[Image]], places: int, source: str = "x", target: str = "y") -> LinearLayout:
    sizes = [1 << max((image[place].bit_length() for images in inputs for image in images), default=0) for place in range(places)]
    return LinearLayout.from_bases([(f"{source}{number}", list(map(list, images))) for number, images in enumerate(inputs)],
                                   [f"{target}{place}" for place in range(places)], sizes, False)


def flat(function: Function, source: str = "x", target: str = "y") -> LinearLayout:
    return linear([function.images], function.places, source, target)


def function_of(layout: LinearLayout, sort: type) -> Function:
    return checked(Function([[tuple(image) for image in images] for _, images in layout.bases], sort, layout.num_out_dims))


def value(image: Iterable[int], sort: type) -> Any:
    if sort is not Coordinate:
        [part] = image
        return sort(part) if part else 0
    parts = tuple((part, (place,)) for place, part in enumerate(image) if part)
    return Coordinate(parts) if parts else 0


def mode_of(images: list[Image], sort: type) -> tuple[Any, Any]:
    """The shape and the strides, with as few entries as there are runs of images that double."""
    runs: list[list[Image]] = []
    for image in images:
        if runs and tuple(2 * part for part in runs[-1][-1]) == image and not overlap([*runs[-1], image]):
            runs[-1].append(image)
        else:
            runs.append([image])
    shape, stride = tuple(1 << len(run) for run in runs), tuple(value(run[0], sort) for run in runs)
    return (shape, stride) if len(runs) > 1 else (shape[0], stride[0]) if runs else (1, 0)


def ours(answer: Any) -> Any:
    if not isinstance(answer, Function):
        return answer
    shape, stride = zip(*(mode_of(images, answer.sort) for images in answer.modes))
    if not answer.is_tuple:
        [shape], [stride] = shape, stride
    return (Layout if all(isinstance(entry, int) for entry in entries(stride)) else ModuleLayout)(shape, stride)


def sizes_in(layout: LinearLayout) -> list[int]:
    return [1 << len(images) for _, images in layout.bases]


def sizes_out(layout: LinearLayout) -> list[int]:
    return [size for _, size in layout.out_dims]


def widened(function: Function, places: int) -> Function:
    return Function([[image + (0,) * (places - function.places) for image in mode] for mode in function.modes], function.sort, places)


def composition(a: Function, b: Any) -> Function:
    if not isinstance(b, Function):
        raise Unsupported
    if a.inverted and a.inverted.sort is b.sort and a.inverted.places == b.places:
        outer, inner = flat(a.inverted, "z"), flat(b)
        if all(of_b <= of_a for of_b, of_a in zip(sizes_out(inner), sizes_out(outer))):
            return function_of(inner.invert_and_compose(outer), a.sort)
    # Coordinates address the modes of A, and what is no coordinate its index.
    modes = a.modes if b.sort is Coordinate else [a.images]
    if b.places > len(modes):
        raise Unsupported
    inner, outer = flat(widened(b, len(modes))), linear(modes, a.places, "y", "z")
    if any(of_b > of_a for of_b, of_a in zip(sizes_out(inner), sizes_in(outer))):
        raise Unsupported
    return function_of(inner.compose(outer), a.sort)


def inverse(a: Function, found: LinearLayout) -> Function:
    return replace(function_of(found, Bits if a.sort is Bits else int), inverted=a)


def right_inverse(a: Function) -> Function:
    """Of what takes each value of the box, so that no right inverse is larger."""
    layout = flat(a)
    if not layout.is_surjective():
        raise Unsupported
    return inverse(a, layout.pseudoinvert())


def left_inverse(a: Function) -> Function:
    layout = flat(a)
    if not layout.is_invertible():
        raise Unsupported
    return inverse(a, layout.invert())


def logical_product(a: Function, b: Any) -> Function:
    """Triton puts B's bits above those of the size of A's codomain, which is the product if A fills it."""
    block = flat(a)
    if not isinstance(b, Function) or b.sort is not int or a.sort is Coordinate or not block.is_invertible():
        raise Unsupported
    tiles = flat(b, "tile")
    if (sizes_out(block)[0] * sizes_out(tiles)[0]).bit_length() > MOST_BITS:
        raise Unsupported
    return function_of(block * tiles, a.sort)


def same_function(a: Function, b: Function) -> bool:
    nonzero = {function.sort for function in (a, b) if any(map(any, function.images))}
    if len(nonzero) > 1:
        raise Unsupported
    places = max(a.places, b.places)
    return bool(flat(widened(a, places)) == flat(widened(b, places)))


def at(layout: Layout | ModuleLayout, coordinate: Any) -> Any:
    """At an index, or at a coordinate with an integer for each entry."""
    function = theirs(layout)
    inputs, parts = [function.images], [coordinate]
    if not isinstance(coordinate, int):
        if shape_of(coordinate) != shape_of(layout.shape):
            raise Unsupported
        images = iter(function.images)
        inputs = [[next(images) for _ in range(bits(extent))] for extent in entries(layout.shape)]
        parts = entries(coordinate)
    if any(part >= 1 << len(entry) for part, entry in zip(parts, inputs)):
        raise Unsupported
    found = linear(inputs, function.places).apply({f"x{number}": part for number, part in enumerate(parts)})
    return value((found[f"y{place}"] for place in range(function.places)), function.sort)


def table(a: Function) -> tuple[int, ...]:
    layout = flat(a)
    [size] = sizes_in(layout)
    if size > MOST_VALUES:
        raise Unsupported
    return tuple(layout.apply({"x0": x})["y0"] for x in range(size))


def to_linear(a: Function) -> tuple[int, ...]:
    if a.sort is not Bits:
        raise Unsupported
    [(_, images)] = flat(a).bases
    return tuple(image for [image] in images)


def from_linear(values: tuple[int, ...]) -> Function:
    return function_of(flat(checked(Function([[(image,) for image in values]], Bits))), Bits)


call = calling(theirs, ours)
of_both = {
    "same_function(V, V)": same_function,
    "is_injective(V)": lambda a: flat(a).is_injective(),
    "is_surjective(V)": lambda a: flat(a).is_surjective(),
    "is_bijective(V)": lambda a: flat(a).is_invertible(),
    "composition(V, tiler)": composition,
    "logical_product(V, tiler)": logical_product,
    "right_inverse(V)": right_inverse,
    "left_inverse(V)": left_inverse,
}

OFFERS = {
    **{f"apply({sort}, nested tuple)": at for sort in ("layout", "layout over a module")},
    **{signature.replace("V", sort): call(function) for signature, function in of_both.items()
       for sort in ("layout", "layout over a module")},
    "composition(layout over a module, layout over a module)": call(composition),
    "table(layout)": call(table),
    "is_compact(layout)": call(lambda a: flat(a).is_invertible()),
    "to_linear(layout over a module)": call(to_linear),
    "from_linear(tuple)": call(from_linear),
}

serve(OFFERS)
