# The layouts of matrix instructions against the tables of the PTX ISA.
. "$(dirname "$0")/lib.bash"

# The tables agree with themselves, and no value of any stride may change.
run 0 atoms --table all
cp "$folder/out" "$folder/tables"
run 0 atoms "$folder/tables"
layouts=$(wc -l <"$folder/tables")
has "$layouts layouts: $layouts agree, 0 differ, 0 not covered"
((layouts > 400)) || fail "only $layouts tables"
sed -E 's/(:|,|\()([1-9][0-9]*)(\)*) /\1\200\3 /' "$folder/tables" >"$folder/planted"
changed=$(diff "$folder/tables" "$folder/planted" | grep -c '^>')
run 1 atoms "$folder/planted"
has " $changed differ, 0 not covered"
((changed > 400)) || fail "only $changed planted"

# CUTLASS until its pull request 3140: the smallest place, and the formula.
cat >"$folder/b" <<'END'
# SM80
mma.sync.aligned.m16n8k32.row.col.s32.s4.s4.s32 B = ((4,8),8):((32,1),8)  # SM80_16x8x32_S32S4S4S32_TN

mma.sync.aligned.m16n8k32.row.col.s32.s4.s4.s32 C = ((4,8),(2,2)):((32,1),(16,8))
END
run 1 atoms "$folder/b"
has '2: mma.sync.aligned.m16n8k32.row.col.s32.s4.s4.s32 B = ((4,8),8):((32,1),8)  # SM80_16x8x32_S32S4S4S32_TN'
has 'differs: thread 1, value 0: expected row 8, column 0, found row 4, column 0 (Matrix Fragments: 9.7.14.5.10'
has 'column = groupID, row = threadID_in_group * 8 + i % 8)'
has '2 layouts: 1 agree, 1 differ, 0 not covered'
lacks '4: '
run 1 atoms --all "$folder/b"
has '  agrees'

# CUTLASS #3254: a mode of extent 1 is left out, and each thread holds the same.
run 0 atoms <<'END'
wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 C = ((4,8,4),(2,2)):((128,1,16),(64,8))
wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 C = ((4,8,4),(2,2,1)):((128,1,16),(64,8,512))
END
has '2 layouts: 2 agree'

# A matrix that is transposed does not stay.
run 1 atoms <<'END'
movmatrix.sync.aligned.m8n8.trans.b16 destination = (32,32):(32,1)
END
has 'thread 0, value 16: expected row 1, bit 0, found row 0, bit 16'
run 1 atoms <<<'mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32 threads = 8:1'
has 'thread 4: expected thread 16, found thread 4'
run 1 atoms <<<'mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32 threads = 4:1'
has 'differs: 4 threads instead of 8'

run 1 atoms <<<'mma.sync.aligned.m16n8k128.row.col.s32.b1.b1.s32.and.popc A = ((4,8),(32,2)):((512,1),((16,8)))'
has 'differs: no layout: the stride is not congruent to the shape'

# Half of the columns of a sparse A are held; i counts all.
run 1 atoms <<<'mma.sp::ordered_metadata.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32 A = ((4,8),(2,2,2)):((32,1),(16,8,128))'
has 'differs: 8 values instead of 16 (Matrix Fragments: 9.7.14.6.2.2'
has 'column = threadID_in_group * 4 + i % 4 + 16 * (i / 8); of each chunk of columns, half are held)'

# Tensor memory by the bits of its addresses.
run 1 atoms <<'END'
tcgen05.ld.sync.aligned.16x64b.x1.b32 destination = ((2,2,8),32):((16777216,32,2097152),1)
tcgen05.ld.sync.aligned.16x64b.x1.b32 destination = ((4,8),32):((32,2097152),1)
END
has '2: '
lacks '1: '
has 'differs: thread 1, value 0: expected lane 8, column 0, bit 0, found lane 0, column 1, bit 0 (9.7.16.2.3.1.2, '

# Operands in shared memory: by a descriptor, and the tile of a tensor copy.
half=wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16
run 0 atoms --table "$half A.shared.K(0x4000004000010000)"
has ' = Sw<3,3,3> o 0 o ((8,8),(8,2)):((64,512),(1,8))  # Matrix-Descriptor Format: Sw<3,4,3> o ((8,m),(T,2k)):((8T,SBO),(1,T))'
run 1 atoms <<END
$half A.shared.K(0x4000004000010002) = Sw<3,3,3> o 16 o (64,16):(64,1)
$half A.shared.K(0x4000004000010002) = Sw<3,3,3> o 0 o (64,16):(64,1)
$half A.shared.K(0x8000004000010000) = Sw<3,3,3> o 0 o (64,16):(64,1)
$half B.shared.MN(0x4000004000400000) = Sw<3,3,3> o 0 o (64,16):(1,64)
$half B.shared.MN(0x4000004000400000) = (64,16):(1,64)
$half B.shared.K(0x4000004000010000) = Sw<3,3,3> o 0 o (16,64):(1,64)
cp.async.bulk.tensor.2d tile(f16, box=(64,32), swizzle=128B) = Sw<3,3,3> o 0 o (64,32):(1,64)
cp.async.bulk.tensor.2d.shared::cta.global.tile tile(f16, box=(64,32), swizzle=128B) = Sw<2,3,3> o 0 o (64,32):(1,64)  # SW64
END
has '2: '
has 'differs: (0, 0): expected entry 16, found entry 0 (Matrix-Descriptor Format: '
has 'differs: (1, 0): expected entry 32, found entry 72 (Matrix-Descriptor Format: Sw<2,4,3> o '
has '5: '
has 'differs: (0, 1): expected entry 72, found entry 64 ('
has 'differs: modes of (16, 64) entries instead of (64, 16) ('
has '8: '
has 'differs: (0, 4): expected entry 288, found entry 256 (Swizzling Modes: atom i of 16 bytes is where i xor '
has '8 layouts: 3 agree, 5 differ, 0 not covered'
lacks '1: wgmma'
lacks '4: wgmma'
# The same over XOR, as Triton has it: what a coordinate of each bit adds.
run 1 atoms <<'END'
cp.async.bulk.tensor.2d tile(f32, box=(8,4), swizzle=32B) = ((2,2,2),(2,2)):((F1,F2,F4),(F8,F16))
cp.async.bulk.tensor.2d tile(f32, box=(8,8), swizzle=32B) = ((2,2,2),(2,2,2)):((F1,F2,F4),(F8,F16,F36))
cp.async.bulk.tensor.2d tile(f32, box=(8,8), swizzle=32B) = ((2,2,2),(2,2,2)):((F1,F2,F4),(F8,F16,F32))
cp.async.bulk.tensor.2d tile(f32, box=(8,8), swizzle=32B) = (8,8):(1@0,1@1)
END
has 'differs: (0, 4): expected entry 36, found entry 32 ('
has 'malformed: expected a layout of integers, swizzled or over XOR'
has '3 layouts: 2 agree, 1 differ, 0 not covered'
run 1 atoms --all <<END
$half A.shared.K(0x10000000000000000) = 1:0
$half A.smem.K(0x1) = 1:0
$half A = Sw<3,3,3> o 0 o (64,16):(64,1)
$half C.shared.K(0x1) = 1:0
cp.async.bulk.tensor.3d tile(f16, box=(64,32)) = 1:0
cp.async.bulk.tensor.2d.shared::cluster.global.im2col tile(f16, box=(64,32)) = 1:0
cp.async.bulk.tensor.2d tile(f16, box=(64,32), swizzle=64B) = 1:0
cp.async.bulk.tensor.2d tile(f17, box=(64,32)) = 1:0
cp.async.bulk.tensor.2d tile(f16) = 1:0
cp.async.bulk.tensor.2d tile(f16, box=(64,32), elementstrides=1) = 1:0
cp.async.bulk.tensor.5d tile(u8, box=(256,256,256,256,256)) = (256,256,256,256,256):(1,2,3,4,5)
END
has 'malformed: column 52: a descriptor has 64 bits'
has 'malformed: column 52: expected .shared.K(DESCRIPTOR), .shared.MN(DESCRIPTOR), or tile(TYPE, box=EXTENTS)'
has 'not covered: descriptors are of A and B'
has 'malformed: this operand has a layout over the integers'
has 'not covered: the tile is of cp.async.bulk.tensor.2d'
has 'not covered: the tile is of tiled mode'
has 'not covered: a row of the box has 128 bytes, more than the 64 of its swizzle'
has "'f17' is no type of a tensor"
has 'it has no box='
has "'elementstrides=1' is not one of box="
has 'not covered: more entries than shared memory has'
run 0 atoms --table "$half A"
has "$half A = ((4,8,4),(2,2,2)):((128,1,16),(64,8,512))  # Matrix Fragments: "
(($(wc -l <"$folder/out") == 1)) || fail "more than one operand"
bad atoms --table "$half E"
bad atoms --table "$half A.shared.K(zero)"
bad atoms --table 'cp.async.bulk.tensor.2d tile(f16, box=(64,32), swizzle=64B)'

# What is not covered is counted, and nothing compared is not right.
run 1 atoms --all <<<'tcgen05.mma.cta_group::1.kind::f16 A = 1:0'
has 'not covered: there is no table of this instruction'
has 'no layout was compared'
run 1 atoms --all <<<'movmatrix.sync.aligned.m8n8.trans.b16 A = 1:0'
has 'not covered: its operands are source, destination, threads'
run 1 atoms </dev/null
has '0 layouts'

bad atoms "$folder/nothing"
printf 'movmatrix.sync.aligned.m8n8.trans.b16 source = (32,32):(32,1)\nmovmatrix x = (2:1\n' >"$folder/bad"
run 1 atoms "$folder/bad"
has '2: movmatrix x = (2:1'
has '  malformed: column 17: '
has '1 layout: 1 agree, 0 differ, 0 not covered'
has '1 line malformed'
for line in 'movmatrix = 2:1' 'movmatrix source 2:1' 'movmatrix source = # 2:1'; do
  run 1 atoms <<<"$line"
  has '  malformed: column '
done
bad atoms --table add.s32
bad atoms --table all "$folder/b"
run 0 atoms --table ldmatrix.sync.aligned.m8n8.x2.shared.b16
has 'source = (16,128):(128,1)'

finish
