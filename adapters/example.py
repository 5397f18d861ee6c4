"""An adapter of one's own: an implementation, and the operations that it offers."""

from typing import Any

from lines import Layout, serve


def flat(nested: Any) -> list[int]:
    return [entry for mode in nested for entry in flat(mode)] if isinstance(nested, tuple) else [nested]


def coalesce(layout: Layout) -> Layout:
    modes = [(1, 0)]
    for shape, stride in zip(flat(layout.shape), flat(layout.stride)):
        if modes[-1][0] == 1:
            modes[-1] = (shape, stride if shape > 1 else 0)
        elif modes[-1][0] * modes[-1][1] == stride and shape > 1:
            modes[-1] = (modes[-1][0] * shape, modes[-1][1])
        elif shape > 1:
            modes.append((shape, stride))
    return Layout(*modes[0]) if len(modes) == 1 else Layout(*zip(*modes))


serve({"coalesce(layout)": coalesce})
