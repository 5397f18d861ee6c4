# Plants of the catalogue as implementations: each is found, and its cause says what is wrong; a right one is not.
. "$(dirname "$0")/lib.bash"
plants=$(dirname "$LAYOUTCHECK")/layoutcheck_plants
[[ -x $plants ]] || { echo 'skipped: there are no plants'; exit 77; }

# What a plant answers is right but for its mistake.
printf 'coalesce((2,2):(1,3))\ncoalesce((2,2):(1,2))\nsubject()\n' | "$plants" answer coalesce.in-order-is-contiguous \
  >"$folder/out" || fail 'the plant does not answer'
has 'coalesce((2,2):(1,3)) = 4:1'
has 'coalesce((2,2):(1,2)) = 4:1'
run 1 test --only coalesce --cases 10000 --shrink 5 -- "$plants" answer coalesce.in-order-is-contiguous
has 'coalesce((2,2):(1,3))'
run 0 test --only coalesce --count 500 -- "$plants" answer cosize.greatest-product

# Measured in one run, with the same outcome: found by what concerns it, and missed by what does not.
measured() {
  printf 'coalesce((2,2):(1,3))\nsize((2,3))\n' |
    "$plants" measure --lines --seed 1 --shrink 1 "$1" | cut -f1,4,5,7,8 | tail -n +2 >"$folder/out"
}
measured coalesce.in-order
has $'\tfound\t1\tcoalesce((2,2):(1,3))\t4:1'
measured cosize.greatest-product
has $'\tmissed\t2'
! "$plants" answer no-such-plant </dev/null 2>"$folder/err" || fail 'a plant that there is not'
err_has "there is no plant 'no-such-plant'"

if command -v python3 >/dev/null; then
  export PYTHONDONTWRITEBYTECODE=1
  status=0
  "$LAYOUTCHECK_SOURCE_DIR/tools/detection" --program "$LAYOUTCHECK" --seeds 1 --time 20 --shrink 1 --each 1 \
    cosize.greatest-product >"$folder/out" 2>"$folder/err" || status=$?
  ((status == 0)) || fail "status $status of tools/detection"
  has 'half'
  has '1 of 1 (100 %)'
fi
finish
