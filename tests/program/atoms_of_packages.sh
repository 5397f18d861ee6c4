# tools/atoms: the atoms of Python packages, by their instructions. Stand-ins have the names that the packages use.
. "$(dirname "$0")/lib.bash"
command -v python3 >/dev/null || { echo 'skipped: no python3'; exit 77; }

# distribution NAME VERSION: the folder of a package, with what importlib.metadata reads.
distribution() {
  mkdir -p "$folder/$1/$1-$2.dist-info"
  printf 'Metadata-Version: 2.1\nName: %s\nVersion: %s\n' "$1" "$2" >"$folder/$1/$1-$2.dist-info/METADATA"
}

# atoms STATUS ARGUMENT...
atoms() {
  local wanted=$1 status=0
  shift
  "$LAYOUTCHECK_SOURCE_DIR/tools/atoms" --program "$LAYOUTCHECK" "$@" >"$folder/out" 2>"$folder/err" || status=$?
  ((status == wanted)) || fail "status $status, not $wanted: tools/atoms $*"
}

distribution flydsl 9.8
mkdir -p "$folder/flydsl/flydsl/_mlir/dialects"
touch "$folder"/flydsl/flydsl/{__init__,_mlir/__init__,_mlir/dialects/__init__,_mlir/dialects/fly_rocdl}.py
cat >"$folder/flydsl/flydsl/_mlir/ir.py" <<'END'
import contextlib
from types import SimpleNamespace

Context = contextlib.nullcontext
KNOWN = {
    "!fly.mma_atom<!fly_rocdl.cdna3.mfma<16x16x16, (bf16, bf16) -> f32>>":
        ("((16,4),4):((1,64),16)", "((16,4),4):((1,64),16)", "((16,4),(4,1)):((16,4),(1,16))"),
    "!fly.mma_atom<!fly_rocdl.cdna4.mfma_scale<16x16x128, (f8E4M3FN, f4E2M1FN) -> f32, opselA = 0, opselB = 0>>":
        ("((16,4),32):((1,512),16)", "((16,4),32):((1,512),16)", "((16,4),(4,1)):((16,4),(1,16))"),
    "!fly.mma_atom<!fly_rocdl.gfx11.wmma<16x16x16, (i8, i8) -> i32, signA = false, signB = false, clamp = false>>":
        ("((16,2),16):((1,0),16)", "((16,2),16):((1,0),16)", "((16,2),8):((16,1),2)"),
}


class MLIRError(Exception):
    pass


class Type:
    @staticmethod
    def parse(text):
        if text == "!fly.copy_atom<!fly_rocdl.cdna4.lds_read_trans<trans = 16b, 64>, 1>":
            return SimpleNamespace(tv_layout_src="(16,64):(64,1)", tv_layout_dst="(16,64):(64,1)", thr_layout="16:1")
        if text not in KNOWN:
            raise MLIRError
        return SimpleNamespace(**{f"tv_layout_{x}": f"!fly.layout<{of}>" for x, of in zip("abc", KNOWN[text])})
END
atoms 0 --lines "$folder/flydsl"
has 'v_mfma_f32_16x16x16_bf16 A = ((16,4),4):((1,64),16)  # cdna3.mfma<16x16x16, (bf16, bf16) -> f32>'
has 'v_mfma_scale_f32_16x16x128_f8f6f4.fp8.fp4 C = '
has 'v_wmma_i32_16x16x16_iu8_w32 B = ((16,2),16):((1,0),16)  # gfx11.wmma<16x16x16, (i8, i8) -> i32>'
has 'ds_read_b64_tr_b16 destination = (16,64):(64,1)  # cdna4.lds_read_trans<trans = 16b, 64>'
atoms 1 "$folder/flydsl"
grep -q '^FlyDSL 9.8: [0-9]* atoms, 9 layouts compared; 2 agree, 1 differ, ' "$folder/out" || fail 'the sums of FlyDSL'
has 'cdna4.mfma_scale<16x16x128, (f8E4M3FN, f4E2M1FN) -> f32> A: '
lacks 'cdna4.mfma_scale<16x16x128, (f8E4M3FN, f4E2M1FN) -> f32> B: '
has '  not covered: 1, no table of `ds_read_b64_tr_b16`'
has ', no type of this version'

distribution tensor_layouts 9.8
mkdir "$folder/tensor_layouts/tensor_layouts"
cat >"$folder/tensor_layouts/tensor_layouts/atoms.py" <<'END'
class CopyAtom:
    pass


class MMAAtom:
    def __init__(self, name, ptx, a, b, c):
        self.name, self.ptx, self.thr_id, self.a_layout, self.b_layout, self.c_layout = name, ptx, None, a, b, c
END
touch "$folder/tensor_layouts/tensor_layouts/__init__.py"
cat >"$folder/tensor_layouts/tensor_layouts/atoms_nv.py" <<'END'
from .atoms import MMAAtom

SM120_SPARSE = MMAAtom("SM120_16x8x64_F32E4M3E4M3F32_TN_SPARSE",
                       "mma.sync.aligned.m16n8k64.row.col.f32.e4m3.e4m3.f32 (sparse)",
                       "((4, 8), (8, 2, 2)):((128, 1), (16, 8, 512))", "((4, 8), (4, 4)):((32, 1), (8, 128))",
                       "((4, 8), (2, 2)):((32, 1), (16, 8))")
SM90_SPARSE = MMAAtom("SM90_64x8x32_F32F16F16_SS_SPARSE", "wgmma.mma_async.sp.sync.aligned.m64n8k32",
                      "(128, (64, 32)):(0, (1, 64))", "(128, (8, 32)):(0, (1, 8))",
                      "((4, 8, 4), (2, 2)):((128, 1, 16), (64, 8))")
SM90_COMPLEX = MMAAtom("SM90_16x8x4_C64C64C64C64_TN", "mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 (complex)", 0, 0, 0)
END
cat >"$folder/tensor_layouts/tensor_layouts/atoms_amd.py" <<'END'
from .atoms import MMAAtom

RDNA4 = MMAAtom("RDNA4_16x16x16_I32I8I8_WMMA", "v_wmma_i32_16x16x16_iu8", "((16, 2), 8):((1, 128), 16)",
                "((16, 2), 8):((1, 128), 16)", "((16, 2), 8):((16, 8), 1)")
RDNA4_TOO_LARGE = MMAAtom("RDNA4_16x16x32_I32I8I8_WMMA", "v_wmma_i32_16x16x32_iu8", 0, 0, 0)
END
atoms 0 --lines "$folder/tensor_layouts"
has 'mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.f32.e4m3.e4m3.f32 A = '
has 'wgmma.mma_async.sp.sync.aligned.m64n8k32.f32.f16.f16 A.shared = '
has 'v_wmma_i32_16x16x16_iu8_w32_gfx12 C = '
atoms 0 "$folder/tensor_layouts"
has 'tensor-layouts 9.8: 5 atoms, 9 layouts compared; 3 agree, 0 differ, 2 not covered'
has '  not covered: 1, no table of `mma`'
has '  not covered: 1, no dense `v_wmma` of RDNA 4'

# The package itself, where it is installed.
if installed=$(python3 -c 'import flydsl, pathlib; print(pathlib.Path(flydsl.__file__).parent.parent)' 2>/dev/null); then
  atoms 1 "$installed"
  lacks '  cdna3.mfma<'
  lacks '  gfx11.wmma<'
else
  echo 'skipped: its layouts need the Python package flydsl'
fi

finish
