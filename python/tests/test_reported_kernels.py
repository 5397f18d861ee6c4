"""The reported kernels of corpus/ptx/reports with the real program: at the smallest shape that goes wrong, and below."""

import importlib
import importlib.util
import os
import pathlib
import sys
import unittest

import layoutcheck
from layoutcheck import Struct, Tensor, dsl_tensor, i32, i64, u32

REPORTS = pathlib.Path(__file__).parents[2] / "corpus" / "ptx" / "reports"


def domain_offset(widen, row):
    """One element of row `row` is written."""
    return {"grid": 1, "block": 1, "args": [Tensor([2**29 + 1, 4], "bf16", rights="out", name="tensor"), row]}


def add(widen, rows):
    """The sum of square matrices."""
    wide = i64 if widen else i32

    def matrix(name, rights):
        return Struct(Tensor([rows, rows], "f32", rights=rights, name=name), i32(rows), i32(rows), wide(rows))

    tiles = -(-rows // 256)
    return {
        "grid": (tiles, rows), "block": 256, "args": [matrix("a", "in"), matrix("b", "in"), matrix("c", "out")],
        "expect": f"c[writes] = (({tiles},{rows}),256,1):((256,{rows}),1,1) "
                  f"where (({tiles},{rows}),256,1):((256,0),1,0) < {rows}",
    }


def copy_rows(widen, rows):
    """A copy of rows of 512 halves."""
    blocks = -(-rows // 4)
    layout = f"({blocks},256,8):(2048,8,1) where offset < {rows}*512"
    return {
        "grid": blocks, "block": 256,
        "args": [Struct(Tensor([rows, 512], "f16", rights="in", name="x"), i32(rows)),
                 Struct(Tensor([rows, 512], "f16", rights="out", name="y"), i32(rows))],
        "expect": [f"x[reads] = {layout}", f"y[writes] = {layout}"],
    }


def zero_tiles(widen, rows):
    """A matrix of 4096 columns, zeroed by tiles of 64 by 128."""
    down = -(-rows // 64)
    return {
        "grid": down * 32, "block": 128,
        "args": [Tensor([rows, 4096], "f32", rights="out", name="matrix"), 4096, rows, 4096, None, None],
        "expect": f"matrix[writes] = (({down},32),(32,4),(4,16)):((64*4096,128),(4,4096),(1,4*4096)) "
                  f"where (({down},32),(32,4),(4,16)):((64,0),(0,1),(0,4)) < {rows}",
    }


def gather(widen, pages):
    """Pages of 8192 halves, gathered by a table that leaves them in order."""
    return {
        "grid": pages, "block": 1024,
        "args": [Tensor([pages, 8192], "u16", rights="in", name="pool"),
                 Tensor([pages], "i32", rights="in", fill="index", name="table"),
                 Tensor([pages, 8192], "u16", rights="out", name="out"), u32(8192)],
        "expect": [f"pool[reads] = ({pages},1024,8):(8192,8,1)", f"out[writes] = ({pages},1024,8):(8192,8,1)"],
    }


# Each launch, and the least size that goes wrong.
KERNELS = {
    "cutlass_3604_domain_offset": (domain_offset, 2**29),
    "cutlass_2312_add": (add, 46341),
    "flashinfer_3391_copy_rows": (copy_rows, 4194305),
    "triton_6748_zero_tiles": (zero_tiles, 524289),
    "paged_gather": (gather, 524289),
}


@unittest.skipUnless(os.environ.get("LAYOUTCHECK"), "LAYOUTCHECK names no program")
@unittest.skipUnless(REPORTS.is_dir(), "the corpus is not at hand")
class ReportedKernels(unittest.TestCase):
    def ptx(self, name, form, arch):
        return REPORTS / f"{name}.{form}.{arch}.ptx"

    def each(self, form, widen, beyond):
        """The name and the report of each kernel in a form, at its limit or just below."""
        for name, (launch, limit) in KERNELS.items():
            for arch in ("sm_80", "sm_90"):
                arguments = launch(widen, limit if beyond else limit - 1)
                yield f"{name} {arch}", layoutcheck.check_kernel(self.ptx(name, form, arch), **arguments)

    def test_each_is_right_below_its_limit(self):
        for name, report in self.each("wraps", False, beyond=False):
            with self.subTest(name):
                self.assertTrue(report.ok, report)

    def test_each_wraps_at_its_limit(self):
        for name, report in self.each("wraps", False, beyond=True):
            with self.subTest(name):
                self.assertEqual(report.verdict, "wrong", report)
                self.assertIn("wrapped", {finding.kind for finding in report.findings}, report)

    def test_each_mended_form_is_right_at_that_limit(self):
        for name, report in self.each("mended", True, beyond=True):
            with self.subTest(name):
                self.assertTrue(report.ok, report)


@unittest.skipUnless(os.environ.get("LAYOUTCHECK"), "LAYOUTCHECK names no program")
@unittest.skipUnless(REPORTS.is_dir(), "the corpus is not at hand")
class CompiledHere(unittest.TestCase):
    """The same, from what the installed compilers make now, as a project's own tests would."""

    @classmethod
    def setUpClass(cls):
        sys.path.insert(0, str(REPORTS))
        cls.addClassCleanup(sys.path.remove, str(REPORTS))

    @unittest.skipUnless(importlib.util.find_spec("triton"), "Triton is not installed")
    def test_a_kernel_compiled_by_triton(self):
        module = importlib.import_module("triton_6748_zero_tiles")
        rows = 524289
        for widen in (False, True):
            report = layoutcheck.check_kernel(
                module.compiled("sm_80", widen), grid=-(-rows // 64) * 32,
                args={"matrix": Tensor([rows, 4096], "f32", rights="out"), "row_stride": 4096, "rows": rows,
                      "columns": 4096})
            self.assertEqual(report.ok, widen, report)

    def test_the_largest_size_that_is_right(self):
        kernel = REPORTS.parents[2] / "gpu_checks" / "kernels" / "tests" / "data" / "scale_rows.ptx"
        report = layoutcheck.check_kernel(
            kernel, grid="Q", block=256, blocks="last", grow="Q=2^10..2^40",
            args=[Tensor(["Q", 4096], "f32", rights="out", name="y"), Tensor(["Q", 4096], "f32", rights="in", name="x"),
                  i32("Q"), 4096])
        self.assertFalse(report.ok)
        self.assertEqual((report.growth.right_up_to, report.growth.not_right_from), (524288, 524289))
        self.assertIn("Q: right up to 524288, not right from 524289", str(report))

    @unittest.skipUnless(importlib.util.find_spec("cutlass"), "CuTe DSL is not installed")
    def test_kernels_compiled_by_cute_dsl(self):
        module = importlib.import_module("cutlass_3604_domain_offset")
        for widen in (False, True):
            launch = domain_offset(widen, 2**29)
            del launch["block"]  # the compiled kernel tells it
            self.assertEqual(layoutcheck.check_kernel(module.compiled("sm_90", widen), **launch).ok, widen)

    @unittest.skipUnless(importlib.util.find_spec("cutlass"), "CuTe DSL is not installed")
    def test_tensors_as_cute_dsl_passes_them(self):
        module = importlib.import_module("cutlass_2312_add")
        rows = 46341
        for widen in (False, True):
            tensors = [dsl_tensor(Tensor([rows, rows], "f32", rights=rights, name=name), module.matrix(widen))
                       for name, rights in (("a", "in"), ("b", "in"), ("c", "out"))]
            report = layoutcheck.check_kernel(module.compiled("sm_80", widen), grid=(182, rows), args=tensors)
            self.assertEqual(report.ok, widen, report)


if __name__ == "__main__":
    unittest.main()
