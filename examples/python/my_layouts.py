"""A layout algebra in an afternoon's style: the names of its functions are those of operations."""

from layoutcheck import Layout


def flat(x):
    return [entry for mode in x for entry in flat(mode)] if isinstance(x, tuple) else [x]


def coalesce(a):
    modes = []
    for s, d in zip(flat(a.shape), flat(a.stride)):
        if s != 1 and modes and modes[-1][0] * modes[-1][1] == d:
            modes[-1] = (modes[-1][0] * s, modes[-1][1])
        elif s != 1:
            modes.append((s, d))
    if len(modes) < 2:
        return Layout(*modes[0]) if modes else Layout(1, 0)
    return Layout(*zip(*modes))


def composition(a, b):
    """Mode by mode: B's stride d becomes A(d). This is wrong where B leaves A's first mode."""
    if isinstance(b.shape, tuple):
        modes = [composition(a, Layout(s, d)) for s, d in zip(b.shape, b.stride)]
        return Layout(tuple(m.shape for m in modes), tuple(m.stride for m in modes))
    return Layout(b.shape, a(b.stride) if b.stride < a.size else 0)
