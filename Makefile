# Thin doors to CMake. Whoever has the dependencies can do without: cmake --preset dev, and so on.

PRESET ?= dev
PREFIX ?= /usr/local
FLOOR ?= 95
KEEP_IN ?= corpus/regressions/fuzzing.txt
LLVM ?= $(shell tools/install-dependencies --llvm)
PYTHON ?= python3
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
CLANG_FORMAT ?= clang-format-16
RUN_CLANG_TIDY ?= run-clang-tidy-16
CLANG_TIDY ?= clang-tidy-16
AFL_SECONDS ?= 60
# Warnings are errors for us: in CI, or with WERROR=ON. The presets alone have it, too.
WERROR ?= $(if $(CI),ON,OFF)

# The Python packages that tests use are installed here, too.
CTEST = tools/test-environment ctest --output-on-failure --no-label-summary -j $(JOBS)
FOLDERS = $(wildcard notation processes algebra oracles judge engine properties conformance detection gpu_checks cli fuzz bench tests examples python/extension site)
SOURCES = find $(FOLDERS) -name '*.[ch]pp' -o -name '*.cu' -o -name '*.cuh'

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help verify record documents test test-dependencies build deps program format format-check tidy asan coverage bench slowest faults detection \
  gpu kernel-trial conformance atoms upstream isl fuzz-targets fuzz fuzz-speed oss-fuzz fuzz-afl corpus-coverage corpus-minimize fuzz-plants \
  keep-arguments keep mutants soak cluster install wheel site findings clean

help:
	@echo 'make verify      build the program and hold all statements and the corpus against the oracles'
	@echo '                 (ARGS="..." goes to layoutcheck verify)'
	@echo 'make record      the long run that counts for properties/record.tsv, and the documents made from it'
	@echo '                 (ARGS="..." goes to layoutcheck verify)'
	@echo 'make documents   make docs/errata.md, and statements.md and reading.md in build/documents, from the statements'
	@echo '                 and the record'
	@echo 'make test        build and run all tests (PRESET=$(PRESET); also release, clang, asan, coverage)'
	@echo 'make build       build only'
	@echo 'make asan        the tests under AddressSanitizer and UndefinedBehaviorSanitizer'
	@echo 'make coverage    line coverage of algebra/ and oracles/; fails below FLOOR=$(FLOOR) percent'
	@echo 'make gpu         run the families of kernels: some layouts on all executors that are here, 10^8 addresses'
	@echo '                 a family on the CPU, and 10^9 on a GPU'
	@echo '                 (ARGS="..." goes to layoutcheck gpu)'
	@echo 'make kernel-trial  compile the Triton kernels of four packages, without a GPU, and judge each launch; needs a'
	@echo '                 package index (ARGS="..." goes to tools/kernel-trial)'
	@echo 'make conformance  put questions to every adapter, and make docs/conformance.md and pages in'
	@echo '                 build/conformance (ARGS="..." goes to tools/conformance)'
	@echo 'make atoms       hold the atoms in ARGS="PATH ..." against the PTX ISA: headers of CUTLASS, tensor-layouts, Triton, FlyDSL'
	@echo 'make upstream    run what docs/upstream reports again, and compare (ARGS="..." goes to tools/upstream)'
	@echo 'make findings    replay corpus/findings, and say what no longer reproduces (ARGS="LC-0001 ..." names some)'
	@echo 'make isl         a third opinion on answers, by the integer set library isl (ARGS="..." goes to tools/isl-opinion)'
	@echo 'make bench       how fast compositions are judged, accesses recorded and programs run (ARGS="..." goes to Google Benchmark)'
	@echo 'make slowest     which lines take longest to judge, of 1 000, 10 000 and 100 000 characters'
	@echo 'make faults      let memory and disk fail at many places, and kill runs; nothing may be lost or wrongly right'
	@echo 'make detection   which mistakes of the catalogue the questions of layoutcheck test find, and when, and the table in'
	@echo '                 docs/detection.md (ARGS="..." goes to tools/detection)'
	@echo 'make mutants     change the referee, and see whether the tests notice (ARGS="..." goes to tools/mutants)'
	@echo 'make soak        verify with a hundred seeds on one thread, two and seven, and ten minutes of memory'
	@echo '                 (ARGS="..." goes to tools/soak)'
	@echo 'make cluster     pieces of a plan on a Ray cluster of three nodes: what is killed, stopped or full on the way'
	@echo '                 (PYTHON=... names an interpreter that has ray, s3fs, moto and pytest)'
	@echo 'make fuzz        run the fuzz targets side by side, a minute each (ARGS="..." goes to tools/fuzz)'
	@echo 'make fuzz-speed  how many small inputs each fuzz target checks in a second, alone and under the engine'
	@echo 'make keep        shrink a find into $(KEEP_IN): TARGET=... FIND=file WHY="what was wrong"'
	@echo 'make corpus-coverage  branch coverage of algebra/, oracles/ and notation/ by the corpus and the vectors'
	@echo 'make corpus-minimize  the least inputs of corpus/fuzz and of what runs have found with the same coverage'
	@echo 'make fuzz-plants how long fuzzing takes to find planted errors (ARGS="..." goes to tools/fuzz-plants)'
	@echo 'make oss-fuzz    build the fuzz targets as OSS-Fuzz does, and check what comes out (ARGS="..." goes to'
	@echo '                 tools/oss-fuzz-local)'
	@echo 'make fuzz-afl    AFL++ on a fuzz target for AFL_SECONDS=$(AFL_SECONDS) (TARGET=layouts, or another)'
	@echo 'make tidy        clang-tidy'
	@echo 'make format      clang-format in place; make format-check only looks'
	@echo 'make install     install to PREFIX=$(PREFIX) (DESTDIR is respected)'
	@echo 'make wheel      build/dist: wheels with the program, which need no compiler, and the source archive'
	@echo '                 (PYTHONS="python3.11 …" names the interpreters; ARGS="FOLDER" another folder)'
	@echo 'make site        build/site: a page that judges cases in the browser, the statements, and these documents; needs a'
	@echo '                 package index, and emcc 3.1.69 or root and debootstrap'
	@echo 'make deps        install what is missing to build and test (Debian, Ubuntu)'
	@echo 'make clean       remove build/'

deps:
	@tools/install-dependencies build

program: deps
	@cmake --preset release
	@cmake --build --preset release -j $(JOBS) --target layoutcheck

verify: program
	@build/release/bin/layoutcheck verify $(ARGS)

record: program
	@build/release/bin/layoutcheck verify --seed 1 --cases 0 --met 1000000 --exhaustive 'weight<=14, cases<=100000' \
	  --record properties/record.tsv $(ARGS)
# Of the lightest operands, most are trivial.
	@build/release/bin/layoutcheck verify --no-corpus --seed 1 --cases 0 --time 1200 \
	  --exhaustive 'nontrivial, weight<=18, cases<=20000' --record properties/record.tsv
# These have no operands that are as light as the others'.
	@build/release/bin/layoutcheck verify --no-corpus --seed 1 --cases 0 --exhaustive 'weight<=1000, cases<=500' \
	  --only shah.2.10 --only primer.20 --only colfax.3.1.5.8 --only colfax.3.1.5.13 --only colfax.3.1.5.27 \
	  --record properties/record.tsv
# Of the operands of these, the lightest hundred thousand choices nearly all have a trivial one.
	@build/release/bin/layoutcheck verify --no-corpus --seed 1 --cases 0 --exhaustive 'rank<=2, depth<=1, extent<=3, stride<=4, number<=12' \
	  --only colfax.2.3.7.1.amended --only colfax.2.3.7.2 --only colfax.2.3.7.4 --only colfax.2.3.7.11 \
	  --only colfax.2.3.8.1.amended --only colfax.2.3.9.1.amended --only colfax.4.1.2.alg.amended \
	  --only colfax.4.1.3.1.amended --only colfax.2.3.6.1 --only colfax.2.3.6.2 --only colfax.2.3.1.23 \
	  --only colfax.2.3.2.8 --only colfax.2.1.7.2 --only colfax.2.1.7.8 --only colfax.2.1.7.9.amended \
	  --only slides.2 --only slides.5.amended --only slides.6 --only primer.22 --only debos.5.2.amended \
	  --only debos.6.amended --only debos.9.amended --only debos.10.amended --only debos.12.amended \
	  --only layoutcheck.9 --only max_common --only relation.colfax-composable --only relation.debos-mergeable \
	  --only layoutcheck.44 --only get_layoutS_TV \
	  --record properties/record.tsv
	@build/release/bin/layoutcheck verify --no-corpus --seed 1 --cases 0 --exhaustive 'rank<=2, depth<=1, extent<=2, stride<=3' \
	  --only colfax.2.3.7.10 --only colfax.2.3.7.3.amended --only colfax.2.3.9.2.amended \
	  --only colfax.2.3.8.5.amended2 --only colfax.2.3.2.5 --only colfax.2.3.2.6 \
	  --record properties/record.tsv
	@build/release/bin/layoutcheck verify --no-corpus --seed 1 --cases 0 --exhaustive 'rank<=2, depth<=1, extent<=2, stride<=2, number<=1' \
	  --only layoutcheck.45 --only partition_S --record properties/record.tsv
	@build/release/bin/layoutcheck verify --no-corpus --seed 1 --cases 0 \
	  --exhaustive 'nontrivial, rank<=4, depth<=1, extent<=2, stride<=2, weight<=24' --only layoutcheck.47 \
	  --only get_layoutA_TV --only get_layoutB_TV --only get_layoutC_TV --record properties/record.tsv
	@build/release/bin/layoutcheck verify --no-corpus --seed 1 --cases 0 \
	  --exhaustive 'nontrivial, rank<=4, depth<=1, extent<=2, stride<=2, number<=3, weight<=27' --only layoutcheck.46 \
	  --only partition_A --only partition_B --only partition_C --record properties/record.tsv
	@build/release/bin/layoutcheck verify --no-corpus --seed 1 --cases 0 --exhaustive 'rank<=2, depth<=1, extent<=3, stride<=3' \
	  --only colfax.2.3.7.10 \
	  --record properties/record.tsv
	@build/release/bin/layoutcheck verify --no-corpus --seed 1 --cases 0 --exhaustive 'rank<=2, depth<=1, extent<=4' \
	  --only colfax.1.1.B.amended --only colfax.1.1.E.amended --only colfax.3.2.6.21.amended \
	  --only colfax.3.2.6.23.amended --only colfax.3.2.6.26.amended --only colfax.3.2.6.27.amended \
	  --only colfax.3.2.1.7 --only colfax.3.2.4.1 --only colfax.3.2.6.15 \
	  --record properties/record.tsv
	@build/release/bin/layoutcheck verify --no-corpus --seed 1 --cases 0 --exhaustive 'rank<=3, depth<=1, extent<=3' \
	  --only colfax.1.1.F.amended --only colfax.3.2.6.28 --only colfax.3.2.6.31.amended --only colfax.3.1.5.57 \
	  --only colfax.3.1.5.60 --only colfax.3.1.5.62.amended \
	  --record properties/record.tsv
	@$(MAKE) --no-print-directory documents

# The record is part of the program, which therefore is built again first.
documents: program
	@mkdir -p build/documents
	@for document in statements reading errata; do \
	  build/release/bin/layoutcheck statements --document $$document >build/documents/$$document.md || exit 1; \
	done
	@cp build/documents/errata.md docs/errata.md

gpu: program
	@build/release/bin/layoutcheck gpu --executor all --addresses 1e5 $(ARGS)
	@build/release/bin/layoutcheck gpu --executor ptx --addresses 1e8 $(ARGS)
	@if test -e /dev/nvidiactl; then build/release/bin/layoutcheck gpu --executor cuda --addresses 1e9 $(ARGS); fi

kernel-trial: program
	@tools/kernel-trial $(ARGS)

conformance: program
	@tools/conformance $(ARGS)

atoms: program
	@tools/atoms $(ARGS)

upstream:
	@tools/upstream $(ARGS)

isl: program
	@tools/test-environment tools/isl-opinion --count 5000 $(ARGS)

build: deps
	@cmake --preset $(PRESET) -D LAYOUTCHECK_WERROR=$(WERROR)
	@cmake --build --preset $(PRESET) -j $(JOBS)

# With the fuzz targets, so that the tests run each for a few seconds.
test: test-dependencies fuzz-targets build
	@$(CTEST) --preset $(PRESET)

test-dependencies:
	@tools/install-dependencies test

asan: deps test-dependencies
	@cmake --preset asan -D LAYOUTCHECK_WERROR=$(WERROR)
	@cmake --build --preset asan -j $(JOBS)
	@$(CTEST) --preset asan

coverage:
	@tools/install-dependencies build test coverage
	@tools/coverage $(FLOOR)

bench: deps
	@cmake --preset release -D LAYOUTCHECK_BUILD_BENCH=ON
	@cmake --build --preset release -j $(JOBS) --target layoutcheck_bench layoutcheck_accesses_bench layoutcheck \
	  layoutcheck_cuda layoutcheck_cudart_12 layoutcheck_cudart_13
	@build/release/bin/layoutcheck_bench $(ARGS)
	@bench/accesses
	@bench/programs

slowest: deps
	@cmake --preset release -D LAYOUTCHECK_BUILD_BENCH=ON
	@cmake --build --preset release -j $(JOBS) --target layoutcheck_slowest
	@build/release/bin/layoutcheck_slowest $(ARGS)

faults: build
	@tools/inject-faults --program build/$(PRESET)/bin/layoutcheck \
	  --library build/$(PRESET)/tests/liblayoutcheck_faults.so --points 2000 --kills 20 $(ARGS)

detection: program
	@cmake --build --preset release -j $(JOBS) --target layoutcheck_plants
	@tools/detection --vectors --document docs/detection.md $(ARGS)

# The build tree is not changed; the mutants are made and built in build/mutants.
mutants: deps
	@cmake --preset release
	@cmake --build --preset release -j $(JOBS)
	@tools/mutants $(ARGS)

soak: program
	@tools/soak --memory 600 $(ARGS)

fuzz-targets:
	@tools/install-dependencies build fuzz
	@cmake --preset fuzz -D CMAKE_CXX_COMPILER=clang++-$(LLVM) -D LAYOUTCHECK_WERROR=$(WERROR)
	@cmake --build --preset fuzz -j $(JOBS) --target layoutcheck_fuzz_targets layoutcheck_fuzz

fuzz: fuzz-targets
	@tools/fuzz $(ARGS)

fuzz-speed: fuzz-targets
	@build/fuzz/bin/layoutcheck_fuzz speed corpus
	@tools/fuzz --speed --time 20 $(ARGS)

corpus-coverage:
	@tools/install-dependencies build fuzz
	@cmake --preset corpus-coverage -D CMAKE_CXX_COMPILER=clang++-$(LLVM)
	@cmake --build --preset corpus-coverage -j $(JOBS) --target layoutcheck_fuzz
	@LLVM_SUFFIX=-$(LLVM) tools/corpus-coverage --floor $(FLOOR) $(ARGS)

corpus-minimize: fuzz-targets
	@tools/fuzz-corpus minimize $(ARGS)

fuzz-plants:
	@tools/install-dependencies build fuzz
	@tools/fuzz-plants $(ARGS)

keep-arguments:
	@$(if $(and $(TARGET),$(FIND),$(WHY)),:,$(error make keep needs TARGET=..., FIND=file and WHY="what was wrong"))

# The tool ends with 1 when the input is a find, which here is what was asked for.
keep: export KEEP_WHY = $(WHY)
keep: keep-arguments fuzz-targets
	@build/fuzz/bin/layoutcheck_fuzz shrink '$(TARGET)' '$(FIND)' --keep-in '$(KEEP_IN)' --why "$$KEEP_WHY" || test $$? = 1

# The sanitizers slow AFL++ down, and libFuzzer runs with them; "make oss-fuzz ARGS=afl" has them.
oss-fuzz:
	@tools/install-dependencies build oss-fuzz $(if $(filter afl,$(ARGS)),afl)
	@tools/oss-fuzz-local $(ARGS)

fuzz-afl: AFL_TARGET = $(or $(TARGET),layouts)
fuzz-afl:
	@tools/install-dependencies build oss-fuzz afl
	@tools/oss-fuzz-local afl --sanitizer none --target $(AFL_TARGET) --seconds $(AFL_SECONDS) $(ARGS)

format:
	@tools/install-dependencies format
	@$(SOURCES) | xargs $(CLANG_FORMAT) -i

format-check:
	@tools/install-dependencies format
	@$(SOURCES) | xargs $(CLANG_FORMAT) --dry-run -Werror

# On the compile commands of Clang: clang-tidy is Clang, and takes GCC's own options for mistakes.
tidy:
	@tools/install-dependencies build clang tidy
	@cmake --preset clang
	@$(RUN_CLANG_TIDY) -quiet -clang-tidy-binary $$(command -v $(CLANG_TIDY)) -p build/clang -j $(JOBS)

install: deps
	@cmake --preset release
	@cmake --build --preset release -j $(JOBS) --target layoutcheck_shipped
	@cmake --install build/release --prefix $(PREFIX)

cluster: program
	@LAYOUTCHECK="$(CURDIR)/build/release/bin/layoutcheck" timeout 1800 $(PYTHON) -m pytest -p no:cacheprovider -q python/tests/cluster

wheel:
	@JOBS=$(JOBS) tools/wheels $(ARGS)

findings: program
	@tools/findings $(ARGS)

site: test-dependencies program
	@JOBS=$(JOBS) tools/site build/release/bin/layoutcheck

clean:
	@rm -rf build
