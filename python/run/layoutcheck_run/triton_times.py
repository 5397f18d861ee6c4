"""Triton's benchmarks and tuners run what they time once: the times are none of a device."""

from __future__ import annotations

import time
from collections.abc import Callable
from types import ModuleType
from typing import Any


def adapt(testing: ModuleType) -> None:
    def run_once(call: Callable[[], Any], *args: Any, quantiles: Any = None, return_mode: str = "mean",
                 **kwargs: Any) -> Any:
        start = time.perf_counter()
        call()
        return testing._summarize_statistics([(time.perf_counter() - start) * 1000], quantiles, return_mode)

    for name in ("do_bench", "do_bench_cudagraph", "do_bench_proton", "do_bench_cudagraph_proton"):
        if hasattr(testing, name):
            setattr(testing, name, lambda *args, **kwargs: run_once(*args, **kwargs))
