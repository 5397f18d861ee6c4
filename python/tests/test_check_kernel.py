"""check_kernel() against a stand-in for the program: what it asks for, and how it reads the answer."""

import contextlib
import importlib.util
import io
import os
import pathlib
import sys
import tempfile
import types
import unittest
from unittest import mock

import layoutcheck
from layoutcheck import Alias, Bytes, Struct, Tensor, bf16, dsl_tensor, f32, f64, i32, i64, program
from layoutcheck.kernels import kernel_of
from stand_in import StandIn, parameter, report

PTX = ".version 8.8\n.target sm_80\n.visible .entry copy() { ret; }\n"


def triton_kernel(asm=None, signature=None, **metadata):
    """An object with the outside of what triton.compile() answers."""
    values = {"name": "copy", "num_warps": 4, "shared": 4096, "global_scratch_size": 0, "profile_scratch_size": 0}
    return types.SimpleNamespace(
        asm=asm or {"ttir": "module", "ptx": PTX},
        metadata=types.SimpleNamespace(**{**values, **metadata}),
        src=types.SimpleNamespace(signature=signature or {"x": "*fp32", "n": "i32", "BLOCK": "constexpr"}),
    )


class WithStandIn(unittest.TestCase):
    def stand_in(self, *parameters, **more):
        made = StandIn(list(parameters), **more)
        self.addCleanup(made.close)
        return made

    def arguments(self, args, *parameters, kernel=PTX, **more):
        """What --args is for these arguments."""
        program = self.stand_in(*parameters)
        layoutcheck.check_kernel(kernel, grid=1, args=args, program=program.program, **more)
        return program.option("--args")


class Questions(WithStandIn):
    def test_another_kernel_that_it_is_to_be_the_same_as(self):
        made = self.stand_in(parameter("u64", 8))
        layoutcheck.check_kernel(PTX, grid=1, args=[None], same_as=pathlib.Path("slow.ptx"), program=made.program)
        self.assertEqual(made.option("--same-as"), "slow.ptx")


class Arguments(WithStandIn):
    def test_a_tensor_is_a_buffer_of_its_extents(self):
        self.assertEqual(self.arguments([Tensor((2**31 + 1, 4), "float32", rights="in", name="x")], parameter("u64", 8)),
                         "x: in f32[2147483649, 4]")

    def test_a_tensor_with_strides_ends_with_the_last_element_that_they_reach(self):
        self.assertEqual(self.arguments([Tensor((3, 4), "f16", (100, 1))], parameter("u64", 8)), "inout f16[204]")
        self.assertEqual(self.arguments([Tensor((3, 0), "f16", (100, 1))], parameter("u64", 8)), "inout f16[0]")

    def test_a_size_that_grows_stands_in_expressions(self):
        made = self.stand_in(parameter("u64", 8), parameter("u32", 4))
        layoutcheck.check_kernel(PTX, grid=("ceil_div(Q, 4)", 2), block="Q", grow="Q=1..64",
                                 args=[Tensor(["Q*2", 4], "f32", name="x"), i32("Q*8")], program=made.program)
        self.assertEqual(made.option("--grid"), "ceil_div(Q, 4),2")
        self.assertEqual(made.option("--block"), "Q")
        self.assertEqual(made.option("--args"), "x: inout f32[Q*2, 4], i32=Q*8")
        self.assertEqual(made.option("--grow"), "Q=1..64")
        with self.assertRaisesRegex(ValueError, "no expression"):
            self.arguments([i32("Q, i32=3")], parameter("u32", 4))
        with self.assertRaisesRegex(ValueError, "extents of a tensor that has strides"):
            self.arguments([Tensor(["Q", 4], "f32", (4, 1))], parameter("u64", 8))

    def test_a_tensor_without_extents_has_one_element(self):
        self.assertEqual(self.arguments([Tensor((), "f16")], parameter("u64", 8)), "inout f16[1]")

    def test_arrays_are_only_described(self):
        torch_like = types.SimpleNamespace(shape=(2**20, 2**20), dtype="torch.bfloat16", stride=lambda: (2**20, 1))
        numpy_like = types.SimpleNamespace(shape=(2, 3), dtype=types.SimpleNamespace(name="int64"), strides=(80, 8),
                                           itemsize=8)
        self.assertEqual(self.arguments([torch_like, numpy_like], parameter("u64", 8), parameter("u64", 8)),
                         f"inout bf16[{2**40}], inout i64[13]")

    def test_strides_that_are_no_multiples_of_elements_are_refused(self):
        array = types.SimpleNamespace(shape=(2,), dtype="int64", strides=(12,), itemsize=8)
        with self.assertRaisesRegex(ValueError, "argument 0: .*no multiples of the elements' 8 bytes"):
            self.arguments([array], parameter("u64", 8))

    def test_contents_travel_in_a_file(self):
        program = self.stand_in(parameter("u64", 8), parameter("u64", 8))
        table = Tensor([2], "i32", rights="in", fill=b"\1\0\0\0\2\0\0\0", name="table")
        layoutcheck.check_kernel(PTX, grid=1, args=[table, Tensor([2], "u8", fill="index")], program=program.program)
        self.assertEqual(program.option("--args"), "table: in file:fill0.bin i32[2], inout index u8[2]")
        self.assertEqual(program.file("fill0.bin"), b"\1\0\0\0\2\0\0\0")
        self.assertEqual(program.file("kernel.ptx").decode(), PTX)

    def test_numbers_have_the_type_of_their_parameter(self):
        parameters = [parameter(*p) for p in (("u32", 4), ("b64", 8), ("s16", 2), ("f32", 4), ("b32", 4), ("u8", 1))]
        self.assertEqual(self.arguments([7, -1, 2, 0.5, 0.5, True], *parameters),
                         "u32=7, i64=-1, i16=2, bytes=0000003f, bytes=0000003f, u8=1")

    def test_numbers_fit_parameters_that_tell_only_how_wide_they_are(self):
        self.assertEqual(self.arguments([-100, -1, 2**32 - 1, 2**63, -2**31],
                                        *[parameter(*p) for p in (("u32", 4), ("u64", 8), ("b32", 4), ("s64", 8), ("u32", 4))]),
                         "i32=-100, i64=-1, u32=4294967295, u64=9223372036854775808, i32=-2147483648")

    def test_numbers_with_types_of_their_own_keep_them(self):
        self.assertEqual(self.arguments([i64(2**31), f32(-1), f64(0.1), bf16(1.5), bf16(1 + 2**-8),
                                         bf16(1 + 3 * 2**-8)], *[parameter("u64", 8)] * 6),
                         "i64=2147483648, bytes=000080bf, bytes=9a9999999999b93f, bytes=c03f, bytes=803f, bytes=823f")

    @unittest.skipUnless(importlib.util.find_spec("numpy"), "NumPy is not installed")
    def test_numbers_and_arrays_of_numpy(self):
        import numpy

        self.assertEqual(
            self.arguments([numpy.int32(5), numpy.float32(0.5), numpy.zeros((2, 3), numpy.float16)[:, ::2],
                            Tensor.holding(numpy.arange(3, dtype=numpy.int32))],
                           parameter("u32", 4), parameter("f32", 4), parameter("u64", 8), parameter("u64", 8)),
            "u32=5, bytes=0000003f, inout f16[6], in file:fill0.bin i32[3]")

    def test_structs_aliases_bytes_and_null(self):
        self.assertEqual(
            self.arguments([Struct(Tensor([4], "f16", name="x"), i32(4), name="s"), Alias("x", 2), Alias("x", -2),
                            Alias("x"), Bytes(b"\1\xff"), None], *[parameter("b8", 16)] * 6),
            "s: { x: inout f16[4], i32=4 }, &x+2, &x-2, &x, bytes=01ff, null")

    def test_a_number_in_a_struct_needs_its_type(self):
        with self.assertRaisesRegex(ValueError, r"argument 0: the number 5 in a struct needs its type, such as i32\(5\)"):
            self.arguments([Struct(5)], parameter("b8", 16))

    def test_a_number_for_a_struct_is_refused(self):
        with self.assertRaisesRegex(ValueError, "is a struct of 16 bytes"):
            self.arguments([5], {**parameter("b8[16]", 16)})

    def test_a_fraction_for_an_integer_is_refused(self):
        with self.assertRaisesRegex(ValueError, "argument 0: a parameter of type u32 takes an integer"):
            self.arguments([0.5], parameter("u32", 4))

    def test_what_is_no_argument_is_refused(self):
        with self.assertRaisesRegex(TypeError, "argument 1: 'x' is no argument of a kernel"):
            self.arguments([1, "x"], parameter("u32", 4), parameter("u32", 4))

    def test_the_number_of_arguments_is_checked(self):
        with self.assertRaisesRegex(ValueError, "takes 2 arguments, not 1"):
            self.arguments([1], parameter("u32", 4), parameter("u32", 4))

    def test_descriptions_that_make_no_sense_are_refused(self):
        for make, message in (
            (lambda: Tensor([-1], "f32"), "no negative extents"),
            (lambda: Tensor([1.5], "f32"), "must be integers"),
            (lambda: Tensor([2], "f32", (1, 2)), "needs 1 strides"),
            (lambda: Tensor([2], "f32", (-1,)), "at least 0"),
            (lambda: Tensor([2], "complex64"), "no element type 'complex64'"),
            (lambda: Tensor([2], "f32", rights="read"), "none of in, out, inout"),
            (lambda: Tensor([2], "f32", fill="ones"), "not one of zero, index, uninitialized"),
            (lambda: Tensor([2], "f32", name="a b"), "cannot be the name"),
        ):
            with self.subTest(message), self.assertRaisesRegex(ValueError, message):
                make()

    def test_element_types_go_by_the_names_of_array_libraries(self):
        class Float16:
            pass

        for dtype, type in (("torch.float16", "f16"), ("fp32", "f32"), (Float16, "f16"), ("float8_e5m2", "f8"),
                            ("fp8e5", "f8"), ("bool", "u8"), ("torch.int64", "i64"), ("b32", "b32")):
            self.assertEqual(Tensor([1], dtype).dtype, type)

    def test_a_tensor_of_cute_dsl_is_a_struct_of_what_the_compiler_did_not_know(self):
        class Symbol:
            def __init__(self, width):
                self.width = width

        fake = types.SimpleNamespace(shape=(Symbol(32), (8, Symbol(32))), stride=(Symbol(64), (1, 8)))
        x = Tensor([5, 8, 2], "f16", (4096, 1, 8), name="x")
        self.assertEqual(self.arguments([dsl_tensor(x, fake)], parameter("b8", 24)),
                         f"{{ x: inout f16[{4 * 4096 + 7 + 8 + 1}], i32=5, i32=2, i64=4096 }}")
        with self.assertRaisesRegex(ValueError, "was compiled for extents"):
            dsl_tensor(Tensor([5, 9, 2], "f16", (4096, 1, 8)), fake)
        with self.assertRaisesRegex(ValueError, "was compiled for strides"):
            dsl_tensor(Tensor([5, 8, 2], "f16"), fake)
        with self.assertRaisesRegex(ValueError, "3 extents, and the tensor has 2"):
            dsl_tensor(Tensor([5, 8], "f16"), fake)


class Kernels(WithStandIn):
    def test_triton_tells_block_shared_memory_and_scratch(self):
        program = self.stand_in(parameter("u64", 8), parameter("u32", 4), parameter("u64", 8), parameter("u64", 8),
                                required_threads=None)
        layoutcheck.check_kernel(triton_kernel(profile_scratch_size=16), grid=(4, 2), args=[Tensor([8], "f32"), 8],
                                 program=program.program)
        self.assertEqual(program.option("--block"), "128")
        self.assertEqual(program.option("--shared"), "4096")
        self.assertEqual(program.option("--entry"), "copy")
        self.assertEqual(program.option("--grid"), "4,2")
        self.assertEqual(program.option("--args"),
                         "inout f32[8], u32=8, null, profile_scratch: inout uninitialized u8[128]")

    def test_older_triton_has_one_scratch_parameter_or_none(self):
        for extra, scratch in ((0, ""), (1, ", global_scratch: inout uninitialized u8[32]")):
            self.assertEqual(self.arguments([Tensor([8], "f32"), 8], parameter("u64", 8), parameter("u32", 4),
                                            *[parameter("u64", 8)] * extra,
                                            kernel=triton_kernel(global_scratch_size=32)),
                             "inout f32[8], u32=8" + scratch)

    def test_arguments_of_triton_go_by_name(self):
        parameters = [parameter("u64", 8), parameter("u32", 4)]
        self.assertEqual(self.arguments({"n": 8, "x": Tensor([8], "f32")}, *parameters, kernel=triton_kernel()),
                         "x: inout f32[8], u32=8")
        with self.assertRaisesRegex(ValueError, "no argument for n"):
            self.arguments({"x": Tensor([8], "f32")}, *parameters, kernel=triton_kernel())
        with self.assertRaisesRegex(TypeError, "argument x: 'rows' is no argument of a kernel"):
            self.arguments({"x": "rows", "n": 8}, *parameters, kernel=triton_kernel())
        with self.assertRaisesRegex(ValueError, "has no parameter BLOCK; it has x, n"):
            self.arguments({"n": 8, "x": None, "BLOCK": 8}, *parameters, kernel=triton_kernel())
        with self.assertRaisesRegex(ValueError, "need a kernel of Triton"):
            self.arguments({"n": 8}, *parameters)

    def test_tensors_are_called_as_their_parameters_unless_they_have_names(self):
        kernel = triton_kernel(signature={"x": "*fp32", "y": "*fp32", "z": "*fp32"})
        array = types.SimpleNamespace(shape=(2,), dtype="float32")
        self.assertEqual(self.arguments({"x": array, "y": Tensor([4], "f32", name="z"), "z": Tensor([8], "f32")},
                                        *[parameter("u64", 8)] * 3, kernel=kernel),
                         "x: inout f32[2], z: inout f32[4], inout f32[8]")
        self.assertEqual(self.arguments({"x": Tensor([4], "f32"), "y": Alias("x", 2), "z": None},
                                        *[parameter("u64", 8)] * 3, kernel=kernel),
                         "x: inout f32[4], &x+2, null")

    def test_too_many_arguments_of_triton_are_refused(self):
        with self.assertRaisesRegex(ValueError, "takes 2 arguments, not 5"):
            self.arguments([1, 2, 3, 4, 5], *[parameter("u32", 4)] * 4, kernel=triton_kernel())

    def test_triton_for_another_target_has_no_ptx(self):
        with self.assertRaisesRegex(ValueError, "compiled to ttir, amdgcn, not to ptx"):
            self.arguments([], kernel=triton_kernel(asm={"ttir": "", "amdgcn": ""}))

    def test_clusters_of_triton_are_refused(self):
        self.assertEqual(kernel_of(triton_kernel(num_ctas=1)).threads, 128)
        with self.assertRaisesRegex(ValueError, "clusters of 2 blocks, and Triton's clusters of more than one block are"):
            kernel_of(triton_kernel(num_ctas=2))

    def test_cute_dsl_shows_its_ptx_if_it_was_kept(self):
        program = self.stand_in()
        layoutcheck.check_kernel(types.SimpleNamespace(__ptx__=PTX + "\0"), grid=1, args=[], program=program.program)
        self.assertEqual(program.file("kernel.ptx").decode(), PTX)
        with self.assertRaisesRegex(ValueError, "--keep-ptx"):
            self.arguments([], kernel=types.SimpleNamespace(__ptx__=None))

    def test_a_path_is_passed_on(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "my kernel.ptx")
            path.write_text(PTX)
            for kernel in (path, str(path)):
                program = self.stand_in()
                layoutcheck.check_kernel(kernel, grid=1, args=[], program=program.program)
                self.assertEqual(program.run()[1], str(path.resolve()))

    def test_what_is_no_kernel_is_refused(self):
        with self.assertRaisesRegex(FileNotFoundError, "no file missing.ptx"):
            self.arguments([], kernel="missing.ptx")
        with self.assertRaisesRegex(TypeError, "int is no compiled kernel"):
            self.arguments([], kernel=5)

    def test_the_entry_is_named_where_there_are_several(self):
        program = self.stand_in(entries=("copy", "add"))
        with self.assertRaisesRegex(ValueError, "entries copy, add: name one"):
            layoutcheck.check_kernel(PTX, grid=1, args=[], program=program.program)
        with self.assertRaisesRegex(ValueError, "no entry sub, but copy, add"):
            layoutcheck.check_kernel(PTX, grid=1, args=[], entry="sub", program=program.program)
        layoutcheck.check_kernel(PTX, grid=1, args=[], entry="add", program=program.program)
        self.assertEqual(program.option("--entry"), "add")

    def test_triton_tells_the_entry(self):
        program = self.stand_in(entries=("other", "copy"))
        layoutcheck.check_kernel(triton_kernel(), grid=1, args=[], program=program.program)
        self.assertEqual(program.option("--entry"), "copy")


class Options(WithStandIn):
    def test_all_options_are_passed_on(self):
        program = self.stand_in()
        layoutcheck.check_kernel(
            PTX, grid=[2, 3, 4], args=[], block=(32, 2), cluster=(2, 1), shared=64, blocks=[0, 17],
            expect=["x = 1:0", "y = 1:0"], ignore=["race", "wrapped"], strict="redundant", draw="x as 8:1", time=1.5,
            steps=1000, order=3, max_findings=7, program=program.program)
        self.assertEqual(program.run(), [
            "kernel", "kernel.ptx", "--json", "-", "--entry", "copy", "--grid", "2,3,4", "--args", "", "--block", "32,2",
            "--cluster", "2,1", "--shared", "64", "--blocks", "0,17", "--expect", "x = 1:0", "--expect", "y = 1:0",
            "--draw", "x as 8:1", "--ignore", "race,wrapped", "--strict", "redundant", "--time", "1.5", "--steps", "1000", "--order", "3", "--max-findings", "7"])

    def test_nothing_is_passed_that_was_not_asked_for(self):
        program = self.stand_in()
        layoutcheck.check_kernel(PTX, grid=5, args=[], program=program.program)
        self.assertEqual(program.run(), ["kernel", "kernel.ptx", "--json", "-", "--entry", "copy", "--grid", "5",
                                         "--args", "", "--blocks", "auto"])

    def test_grids_and_blocks_that_make_no_sense_are_refused(self):
        for extents in ((), (1, 2, 3, 4), 0, (1, -1)):
            with self.assertRaisesRegex(ValueError, "the grid needs one to three numbers"):
                layoutcheck.check_kernel(PTX, grid=extents, args=[], program=self.stand_in().program)
            with self.assertRaisesRegex(ValueError, "the block needs one to three numbers"):
                layoutcheck.check_kernel(PTX, grid=1, block=extents, args=[], program=self.stand_in().program)

    def test_the_program_is_named_by_argument_then_variable_then_the_package_s_own_then_path(self):
        named, variable, own, path = self.stand_in(), self.stand_in(), self.stand_in(), self.stand_in()
        environment = {"LAYOUTCHECK": str(variable.program), "PATH": f"{path.folder}{os.pathsep}{os.environ['PATH']}"}
        with mock.patch.dict(os.environ, environment), mock.patch.object(program, "_OWN", own.program):
            layoutcheck.check_kernel(PTX, grid=1, args=[], program=named.program)
            self.assertFalse((variable.folder / "report.run").exists())
            layoutcheck.check_kernel(PTX, grid=1, args=[])
            self.assertFalse((path.folder / "report.run").exists())
            self.assertFalse((own.folder / "report.run").exists())
            del os.environ["LAYOUTCHECK"]
            layoutcheck.check_kernel(PTX, grid=1, args=[])
            self.assertTrue((own.folder / "report.run").exists())
            self.assertFalse((path.folder / "report.run").exists())
            own.program.unlink()
            layoutcheck.check_kernel(PTX, grid=1, args=[])
            self.assertTrue((path.folder / "report.run").exists())

    def test_a_console_script_that_would_look_for_the_program_again_is_passed_over(self):
        script, path = self.stand_in(), self.stand_in()
        script.program.write_text(f"#!{sys.executable}\nfrom layoutcheck.program import main\nmain()\n")
        environment = {"LAYOUTCHECK": "", "PATH": f"{script.folder}{os.pathsep}{path.folder}"}
        with mock.patch.dict(os.environ, environment), mock.patch.object(program, "_OWN", pathlib.Path("/nowhere")):
            self.assertEqual(program.find_program(), str(path.program))
            path.program.unlink()
            with self.assertRaisesRegex(layoutcheck.ProgramNotFound, "built without it"):
                program.find_program()
            with contextlib.redirect_stderr(io.StringIO()) as error:
                self.assertEqual(program.main(), 2)
            self.assertIn("layoutcheck: the program layoutcheck is not in this package", error.getvalue())

    def test_a_program_that_cannot_be_found_says_who_named_it(self):
        with self.assertRaisesRegex(layoutcheck.ProgramNotFound, "argument program names '/nowhere/x'"):
            layoutcheck.check_kernel(PTX, grid=1, args=[], program="/nowhere/x")
        with mock.patch.dict(os.environ, {"LAYOUTCHECK": "/nowhere/y"}):
            with self.assertRaisesRegex(layoutcheck.ProgramNotFound, "variable LAYOUTCHECK names '/nowhere/y'"):
                layoutcheck.check_kernel(PTX, grid=1, args=[])
        nowhere = mock.patch.object(program, "_OWN", pathlib.Path("/nowhere/z"))
        with nowhere, mock.patch.dict(os.environ, {"PATH": "", "LAYOUTCHECK": ""}):
            with self.assertRaisesRegex(layoutcheck.ProgramNotFound, "not on the PATH"):
                layoutcheck.check_kernel(PTX, grid=1, args=[])


class Answers(WithStandIn):
    WRONG = report(
        verdict="wrong", finding_count=12,
        blocks={"in_grid": 2**31, "choice": "first,powers", "chosen": 3, "run": 3, "list": [0, 5, 9], "list_left_out": 0},
        findings=[{"kind": "wrapped", "line": 31, "instruction": "st.global.u32 [%rd4], %r5;", "count": 12,
                   "block": [4096, 0, 0], "block_index": 4096, "thread": [1, 0, 0], "thread_index": 1, "argument": "y",
                   "address": 1234, "offset": 2**64 - 1, "expected": "y[2^32]", "found": "y[0]",
                   "message": "block (4096,0,0), thread (1,0,0) writes y[0]", "of later versions": True}],
        expectations=[{"text": "y[writes] = 8:1", "argument": "y", "layout": "8:1", "compared": 8, "mismatches": 2}],
        buffers=[{"argument": "y", "index": 1, "type": "f32", "element_bytes": 4, "elements": 2**33, "rights": "out",
                  "reads": 0, "writes": 8, "atomics": 0, "elements_read": 0, "elements_written": 8, "least_offset": None,
                  "greatest_offset": 7, "most_writes": 1, "alignment": 16}],
        lines=[{"line": 31, "instruction": "st.global.u32 [%rd4], %r5;", "space": "global", "kind": "write", "bytes": 4,
                "requests": 1, "lanes": 8, "wavefronts": None, "ideal_wavefronts": None, "worst_wavefronts": None,
                "worst_ideal": None, "sectors": 8, "ideal_sectors": 1, "worst_sectors": 8}],
        drawings=[{"text": "y as 8:1", "svg": "<svg/>"}],
    )

    def check(self, answer, **more):
        program = self.stand_in()
        program.answers("report", answer, **more)
        return layoutcheck.check_kernel(PTX, grid=1, args=[], program=program.program)

    def test_a_right_kernel_is_ok(self):
        right = self.check(report())
        self.assertTrue(right.ok)
        right.raise_for_findings()
        self.assertEqual((right.entry, right.block, right.accesses, right.findings), ("copy", (128, 1, 1), 2048, ()))
        self.assertEqual(str(right), "copy: right\n  sm_80, grid (8, 1, 1), block (128, 1, 1): 8 of 8 blocks run, "
                                     "2048 accesses, 0.25 s")

    def test_a_wrong_kernel_shows_its_findings(self):
        wrong = self.check(self.WRONG, status=1)
        self.assertFalse(wrong.ok)
        (finding,) = wrong.findings
        self.assertEqual((finding.kind, finding.line, finding.count, finding.block, finding.thread, finding.offset),
                         ("wrapped", 31, 12, (4096, 0, 0), (1, 0, 0), 2**64 - 1))
        self.assertEqual(wrong.finding_count, 12)
        self.assertEqual(wrong.blocks.list, (0, 5, 9))
        self.assertEqual(wrong.expectations[0].mismatches, 2)
        self.assertEqual((wrong.buffers[0].elements, wrong.buffers[0].least_offset), (2**33, None))
        self.assertEqual((wrong.lines[0].sectors, wrong.lines[0].wavefronts), (8, None))
        self.assertEqual(wrong.drawings[0].svg, "<svg/>")
        with self.assertRaises(layoutcheck.KernelNotRight) as raised:
            wrong.raise_for_findings()
        self.assertIs(raised.exception.report, wrong)
        self.assertIsInstance(raised.exception, AssertionError)
        self.assertEqual(str(raised.exception), """copy: wrong
  sm_80, grid (8, 1, 1), block (128, 1, 1): 3 of 2147483648 blocks run (first,powers), 2048 accesses, 0.25 s
  wrapped: block (4096,0,0), thread (1,0,0) writes y[0] (and 11 more)
  expected y[writes] = 8:1: 8 compared, 2 wrong""")

    def test_what_is_right_in_part_says_what_was_not_judged(self):
        loop = {"line": 9, "executed": 10, "iterations": 100, "blocks": 1, "left_out": [[6, 50], [54, 98]]}
        gap = {"kind": "iterations", "text": "iterations of the loop", "required": False}
        part = self.check(report(verdict="right in part", loops=[loop], not_judged=["iterations of the loop"],
                                 gaps=[gap]))
        self.assertEqual([(g.kind, g.text, g.required) for g in part.gaps], [("iterations", gap["text"], False)])
        part.raise_for_findings()
        self.assertEqual((part.ok, part.whole, self.check(report()).whole), (True, False, True))
        self.assertEqual([list(pair) for pair in part.loops[0].left_out], [[6, 50], [54, 98]])
        self.assertIn("  not judged: iterations of the loop", str(part))

    def test_a_finding_whose_message_names_its_kind_does_not_say_it_twice(self):
        finding = {"kind": "race", "message": "line 3: race: two threads write y[0]", "count": 1}
        self.assertEqual(str(self.check(report(verdict="wrong", findings=[finding])).findings[0]), finding["message"])

    def test_a_remark_is_no_finding(self):
        remark = {"kind": "redundant write", "line": 10, "message": "line 10: redundant write"}
        remarked = self.check(report(verdict="right", remarks=[remark]))
        remarked.raise_for_findings()
        self.assertEqual((remarked.findings, [r.kind for r in remarked.remarks]), ((), ["redundant write"]))

    def test_a_kernel_that_could_not_be_judged_is_not_right(self):
        undecided = self.check(report(verdict="undecided", why="the limit of steps was reached"), status=1)
        self.assertFalse(undecided.ok)
        with self.assertRaisesRegex(layoutcheck.KernelNotRight, r"copy: undecided \(the limit of steps was reached\)"):
            undecided.raise_for_findings()

    def test_what_the_program_rejects_is_an_error_with_its_message(self):
        with self.assertRaisesRegex(layoutcheck.ProgramError, "^kernel.ptx: line 3: no opcode foo$"):
            self.check("", status=2, error="layoutcheck kernel: kernel.ptx: line 3: no opcode foo\n")
        with self.assertRaisesRegex(layoutcheck.ProgramError, "ended with status 3 and no message"):
            self.check("", status=3)

    def test_answers_that_cannot_be_read_are_errors(self):
        with self.assertRaisesRegex(layoutcheck.ProgramError, "not JSON"):
            self.check("Segmentation fault")
        with self.assertRaisesRegex(layoutcheck.ProgramError, "not of format 1"):
            self.check(report(format=2))

    def test_a_program_that_does_not_end_is_stopped(self):
        program = self.stand_in()
        program.program.write_text("#!/bin/sh\nexec sleep 60\n")
        with self.assertRaisesRegex(layoutcheck.ProgramError, "did not end within 0.2 seconds"):
            layoutcheck.check_kernel(PTX, grid=1, args=[], program=program.program, timeout=0.2)


if __name__ == "__main__":
    unittest.main()
