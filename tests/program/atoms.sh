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
