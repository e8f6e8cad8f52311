# Everything a fresh machine needs: Python 3.11+ and make.
PYTHON ?= python3
# Another Python has its own environment: make test PYTHON=python3.13
VENV   ?= $(if $(filter python3,$(PYTHON)),.venv,.venv-$(notdir $(PYTHON)))
BIN    := $(VENV)/bin
INSTALLED := $(VENV)/.installed
READY  := $(VENV)/.ready
# The compiler of the kernels has an environment of its own, so that a book needs none of it
COMPILER := .venv-compiler
KERNELS := puzzlegen/engine/built/kernels.json
JUDGES := node_modules/axe-core/axe.min.js node_modules/html-validate/package.json
# constraints.txt fixes every release, also of what builds the package: the variable reaches pip's own environments too,
# as the option -c does not. A relative path, because pip splits its value at spaces.
FIXED  := PIP_CONSTRAINT=constraints.txt PIP_BUILD_CONSTRAINT=constraints.txt
# Kernels are made by their own rule
# Python compiles a module when it is first imported: for all modules of all packages pip needs 6 s of processor time
PIP    := PUZZLEGEN_LIBRARIES=none $(FIXED) $(BIN)/python -m pip install --quiet --no-compile
# One pip serves both environments: another one takes 4 s of processor time
COMPILER_PIP := $(FIXED) $(BIN)/python -m pip --python $(COMPILER)/bin/python install --quiet --no-compile

# pip names the Python that it needs after the work; make does so before it
OLDEST := $(shell sed -n 's/^requires-python = ">=\(.*\)"/\1/p' pyproject.toml)
NEEDED := $(PYTHON) -c 'import sys; sys.version_info >= tuple(map(int, "$(OLDEST)".split("."))) or sys.exit("puzzlegen needs Python $(OLDEST) or newer, and $(PYTHON) is %s: make PYTHON=python$(OLDEST)" % sys.version.split()[0])'

.PHONY: book books bundle themes templates locales inks test sentences test-browser test-processes test-journeys test-scripts test-pythons test-latest wheel test-interpreted constraints check layout-digests coverage docs docs-studio docs-play setup browser clean damage streams soak fuzz soak-engine soak-variants soak-ledger bench bench-start bench-book bench-whole-book bench-studio bench-ledger bench-builds soak-kills bench-pictures bench-daily bench-classic bench-mosaic bench-explanations bench-layouts bench-ideas bench-completing bench-variants bench-making bench-walks person-model

book: $(INSTALLED) $(KERNELS)  ## build the sampler book into output/sampler
	$(BIN)/puzzlegen book configs/sampler.yaml -o output/sampler

books: $(READY) $(KERNELS)  ## build and verify every ready config in full, into output/, judge their sentences, sampler's in all languages, and measure how full pages are
	$(BIN)/python tests/page_fill.py --most-short 5 $(addprefix configs/,variety.yaml ideas.yaml holidays.yaml pictures.yaml)
	for name in $(filter-out configs/daily.yaml,$(wildcard configs/*.yaml)); do \
	  out=output/$$(basename $$name .yaml); \
	  $(BIN)/puzzlegen book $$name -o $$out && $(BIN)/puzzlegen verify $$out && \
	  $(BIN)/python tests/printed_sentences.py $$out || exit 1; \
	done
	$(BIN)/python tests/printed_sentences.py --languages configs/sampler.yaml output/sampler

themes: $(READY)  ## build and verify a small book in every language, theme and profile, in pairs; ALL=all for all of them
	rm -rf output/themes && mkdir -p output/themes
	$(BIN)/python tests/e2e/verified_books.py output/themes $(ALL)

WORKERS := -n 2 --dist loadgroup
PARTS   := $(WORKERS) --ignore=tests/journeys --ignore=tests/scripts
test: check      ## lint, types, and all tests except those of the next targets
	$(BIN)/pytest $(PARTS) -m "not browser and not processes"

sentences: $(READY)  ## judge every sentence of the solutions and hints of 50,000 puzzles of all kinds
	PUZZLEGEN_SENTENCES=50000 $(BIN)/pytest $(WORKERS) tests/property/test_sentences.py tests/property/test_figures.py

test-browser: $(READY) browser  ## play all pages and the studio in Chromium
	$(BIN)/pytest $(PARTS) -m browser

test-processes: $(READY)  ## kill builds, dailies and studios, send signals, run clusters
	$(BIN)/pytest $(PARTS) -m "processes and not browser"

test-journeys: $(READY) browser  ## walk the whole way of a user, from the first command to verify: 12 minutes on 2 cores
	$(BIN)/pytest $(WORKERS) tests/journeys

test-scripts: $(READY)  ## run each script of tests/bench, docs and tools once, as small as it can be; needs Chromium and sgt-puzzles
	$(PIP) --editable '.[bench,docs]'
	$(BIN)/pytest $(WORKERS) tests/scripts

test-pythons: $(KERNELS)  ## install from source and from a wheel on every Python here from 3.11 on, make a book and test the engine: at most 8 minutes on 2 cores
	rm -rf build/pythons
	$(FIXED) $(BIN)/python -m pip --python $(COMPILER)/bin/python wheel --quiet --no-deps --no-build-isolation --wheel-dir build/pythons .
	$(PYTHON) tests/wheel/try_pythons.py build/pythons/*.whl

test-latest: $(BIN)/uv $(KERNELS)  ## run the tests of make test on the newest releases, then on the lowest that pyproject.toml allows
	for end in highest lowest-direct; do \
	  $(BIN)/uv venv --quiet --clear --seed --python $(BIN)/python .venv-$$end && \
	  PUZZLEGEN_LIBRARIES=none $(BIN)/uv pip install --quiet --python .venv-$$end --resolution $$end --editable '.[dev]' && \
	  .venv-$$end/bin/pytest $(PARTS) -m "not browser and not processes" || \
	  failed="$$failed $$end"; \
	done; test -z "$$failed" || { echo "failed:$$failed" >&2; exit 1; }

constraints: $(BIN)/uv  ## fix the newest releases of all that make installs, in constraints.txt and package-lock.json; needs npm
	$(BIN)/uv pip compile --quiet --all-extras --universal --python-version 3.11 --upgrade --no-annotate \
	  --custom-compile-command "make constraints" --output-file constraints.txt pyproject.toml
	rm -f package-lock.json
	npm install --silent --package-lock-only --omit-lockfile-registry-resolved --no-audit --no-fund

INTERPRETED := PUZZLEGEN_KERNELS=interpreted PYTHONPATH=.:tests:tests/unit/engine:tests/property
wheel: $(COMPILER)/.wheel  ## build one wheel with the libraries of all platforms into dist/, twice, compare the two, and try it
	rm -rf dist build && mkdir -p build
	for at in build/again dist; do \
	  rm -rf puzzlegen/engine/built && \
	  PUZZLEGEN_LIBRARIES=all $(FIXED) $(COMPILER)/bin/python -m build --wheel --no-isolation --outdir $$at . || exit 1; \
	done
	cmp build/again/*.whl dist/*.whl
	$(COMPILER)/bin/python tests/wheel/library_files.py dist/*.whl
	$(PYTHON) tests/wheel/try_wheel.py dist/*.whl

$(COMPILER)/.wheel: $(COMPILER)/.ready
	PUZZLEGEN_LIBRARIES=all $(COMPILER)/bin/python hatch_build.py >$(COMPILER)/requirements.txt
	$(COMPILER_PIP) --requirement $(COMPILER)/requirements.txt
	touch $@

test-interpreted: $(READY)  ## run all kernels on boards of up to 40x40 with and without the compiler: the results are the same
	$(BIN)/python tests/unit/engine/large_boards.py 12 25 40

coverage: $(READY)  ## measure what the suite reaches; kernels are measured interpreted
	$(PIP) --editable '.[coverage]'
	$(BIN)/coverage erase
	$(BIN)/pytest $(PARTS) --cov=puzzlegen --cov-report=
	$(INTERPRETED) $(BIN)/coverage run --append --source=puzzlegen -m pytest -q -p no:cacheprovider -p no:xdist tests/unit/engine/test_no_guess_boards.py
	$(INTERPRETED) $(BIN)/coverage run --append --source=puzzlegen tests/unit/engine/interpreted_cases.py
	$(BIN)/coverage report --skip-covered

bundle: $(READY) $(KERNELS)  ## build the studio for this system without Python, in dist/puzzlegen-studio, and try it on Linux
	$(PIP) --editable '.[bundle]'
	$(BIN)/python -m PyInstaller --noconfirm --log-level WARN --distpath dist --workpath build/bundle tools/bundle/studio.spec
	if [ "$$(uname)" = Linux ]; then cp tools/bundle/install.sh dist/puzzlegen-studio/ && \
	  $(BIN)/python tests/bundle/try_bundle.py dist/puzzlegen-studio && \
	  tar -C dist -czf dist/puzzlegen-studio-linux-$$(uname -m).tar.gz puzzlegen-studio; fi

templates: $(READY)  ## write the minified copies of scripts and styles in templates/, which pages contain
	$(PIP) --editable '.[templates]'
	$(BIN)/python templates/minified_copies.py

locales: $(READY)  ## write the dates, lists and plural rules of the shipped languages from the installed Babel
	$(BIN)/python tools/locale_tables.py

inks: $(READY)  ## write the table by which colors become inks, from the model of a press
	$(BIN)/python tools/ink_table.py

docs: $(READY)   ## write what is generated in docs/: cli.md, findings.md, pages.png, listing.png, covers.png, ready-books.png, looks-*.png
	$(BIN)/python docs/cli.py
	$(BIN)/python docs/findings.py
	$(BIN)/python docs/pages.py
	$(BIN)/python docs/covers.py
	$(BIN)/python docs/looks.py

docs-studio: $(READY)  ## take the pictures of docs/studio.md; needs Chromium
	$(BIN)/python docs/studio.py

docs-play: $(READY)  ## take the pictures of pages to play on and of an archive; needs Chromium
	$(BIN)/python docs/playing.py
	$(BIN)/python docs/classic.py

check: $(READY)  ## lint, format and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check --quiet .
	$(BIN)/mypy
	MYPYPATH=tests:tests/e2e:tests/structure $(BIN)/mypy tests/structure
	MYPYPATH=docs $(BIN)/mypy $(wildcard docs/*.py)

OUT ?= output/layout.json
layout-digests: $(READY)  ## write digests of every mark of many laid-out books to OUT, to compare two checkouts
	mkdir -p $(dir $(OUT))
	$(BIN)/python tests/structure/layout_digests.py $(OUT)

SECONDS ?= 60
fuzz: $(READY)   ## fuzz everything that comes from outside for SECONDS=60, led by coverage
	$(BIN)/python -c 'import atheris' 2>/dev/null || $(PIP) --editable '.[fuzz]'
	$(BIN)/python tests/fuzz/run.py --seconds $(SECONDS)

damage: $(READY)  ## damage sound books and dailies in every way of a table, and see that verify finds it
	$(BIN)/python tests/damage/run.py
	$(BIN)/python tests/damage/run.py --upgraded

N ?= 100000
MINUTES ?= 0
soak: $(READY)   ## make N=100000 puzzles of all sizes and difficulties, each confirmed by the exact solver
	$(BIN)/python tests/bench/soak.py --number $(N) --minutes $(MINUTES)

soak-engine: $(READY)  ## incremental against naive thinning on 100,000 boards
	$(BIN)/python tests/bench/soak_engine.py

soak-variants: N = 1000
soak-variants: $(READY)  ## N=1000 puzzles of each variant with other neighbors, confirmed with neighbors found from paper
	$(BIN)/python tests/bench/soak_variants.py --number $(N)

soak-ledger: N = 1000
soak-ledger: $(READY)  ## damage ledgers at random N=1000 times; no answer may change without a word
	$(BIN)/python tests/bench/soak_ledger.py --number $(N)

bench: $(READY)  ## time the engine next to its peers, solving in bulk and the press; writes docs/benchmarks.md
	$(PIP) --editable '.[bench]'
	PATH="$$PATH:/usr/games" $(BIN)/python tests/bench/bench_engine.py
	$(BIN)/python tests/bench/bench_bulk.py
	$(BIN)/python tests/bench/bench_builds.py
	$(BIN)/python tests/bench/bench_layouts.py
	$(BIN)/python tests/bench/bench_ideas.py
	$(BIN)/python tests/bench/bench_completing.py
	$(BIN)/python tests/bench/bench_variants.py
	$(BIN)/python tests/bench/bench_making.py
	$(BIN)/python tests/bench/bench_walks.py

bench-walks: $(READY)  ## time the walk of a person next to a solve; writes its section of docs/benchmarks.md
	$(BIN)/python tests/bench/bench_walks.py

person-model: $(READY)  ## compare the scores of 1,008 puzzles with a plain model of people's choices; writes docs/grading.md
	$(BIN)/python tests/bench/bench_person_model.py

bench-start: $(READY)  ## time commands from their start, and kernels; BEFORE=a checkout with its .venv to compare, WHEEL=a wheel to weigh
	$(BIN)/python tests/bench/bench_start.py $(if $(BEFORE),--before $(BEFORE)) $(if $(WHEEL),--wheel $(WHEEL))

bench-book: $(READY) ## time a book of 100 and one of 1,000 puzzles by stage, with peak memory
	$(BIN)/python tests/bench/bench_book.py

bench-whole-book: $(READY) ## time the process of a new book of 100 puzzles, and of one whose words changed
	$(BIN)/python tests/bench/bench_whole_book.py

bench-studio: $(READY)  ## time the start of the studio and changes of a book in Chromium; writes their section of docs/benchmarks.md
	$(BIN)/python tests/bench/bench_studio.py

bench-ledger: $(READY)  ## record, check and look up 100,000 and a million puzzles
	$(BIN)/python tests/bench/bench_ledger.py 100000
	$(BIN)/python tests/bench/bench_ledger.py 1000000

bench-builds: $(READY)  ## two jobs against one, what keeping state costs, memory of 100,000 puzzles: part of bench
	$(BIN)/python tests/bench/bench_builds.py

soak-kills: $(READY)  ## kill a book and a daily at KILLS random moments each, and a daily at every file operation
	rm -rf output/soak-kills && mkdir -p output/soak-kills/book output/soak-kills/daily output/soak-kills/points
	$(BIN)/python tests/e2e/kill_builds.py configs/minimal.yaml output/soak-kills/book $(or $(KILLS),200) $(or $(SEED),1) 2
	$(BIN)/python tests/e2e/kill_dailies.py random output/soak-kills/daily $(or $(KILLS),200) $(or $(SEED),1)
	$(BIN)/python tests/e2e/kill_dailies.py points output/soak-kills/points

streams: $(READY)  ## run every command with closed, full and cut streams, and with pipes, devices and folders for its files
	rm -rf output/streams && mkdir -p output/streams
	$(BIN)/python tests/e2e/stream_matrix.py output/streams

bench-pictures: $(READY)  ## time and weigh every kind of picture
	$(BIN)/python tests/bench/bench_pictures.py

bench-daily: $(READY)  ## time a daily: generating against drawing, and each kind of file
	$(BIN)/python tests/bench/bench_daily.py

bench-classic: $(READY)  ## time classic boards next to other programs; writes their section of docs/benchmarks.md
	$(PIP) --editable '.[bench]'
	PATH="$$PATH:/usr/games" $(BIN)/python tests/bench/bench_classic.py

setup: $(READY)

browser: $(JUDGES)  ## what the tests of pages need besides Debian's chromium; without it they are skipped
	@command -v chromium >/dev/null || echo "chromium is missing: apt-get install chromium fonts-dejavu-core" >&2

$(JUDGES) &: package-lock.json
	npm ci --silent --no-audit --no-fund
	touch $(JUDGES)

# Installing and compiling take a core each, from the first second on
$(INSTALLED): pyproject.toml constraints.txt
	$(MAKE) --no-print-directory --jobs 2 $(VENV)/.base $(KERNELS)
	touch $@

$(VENV)/.base: pyproject.toml constraints.txt | $(BIN)/python
	$(PIP) --editable .
	touch $@

# Where numba has no release for this Python or this machine, the solver is interpreted, and says so
$(KERNELS): $(shell find puzzlegen/engine -name '*.py') constraints.txt | $(COMPILER)/.ready
	if $(COMPILER)/bin/python -c 'import numba' 2>/dev/null; then \
	  $(COMPILER)/bin/python -m puzzlegen.engine.kernel_build $(@D); \
	else mkdir -p $(@D); echo '{}' >$@; echo "numba has no release for this Python or machine: no kernels are compiled" >&2; fi
	touch $@

$(COMPILER)/.ready: pyproject.toml constraints.txt hatch_build.py | $(BIN)/python
	$(PYTHON) -m venv --without-pip $(COMPILER)
	$(COMPILER_PIP) hatchling
	$(COMPILER)/bin/python hatch_build.py >$(COMPILER)/requirements.txt
	$(COMPILER_PIP) --requirement $(COMPILER)/requirements.txt
	touch $@

$(READY): $(INSTALLED) $(KERNELS)
	$(PIP) --editable '.[dev]'
	touch $@

$(BIN)/uv: | $(BIN)/python
	$(PIP) uv

$(BIN)/python:
	@$(NEEDED)
	$(PYTHON) -m venv $(VENV)

clean:
	rm -rf .venv .venv-* node_modules build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis

bench-mosaic: $(READY)  ## time easy mosaics next to sgt-mosaic; writes their section of docs/benchmarks.md
	$(BIN)/python tests/bench/bench_mosaic.py

bench-explanations: $(READY)  ## count how steps of tiers 3 and 4 are explained, and replay each proof
	$(BIN)/python tests/bench/bench_explanations.py

bench-completing: $(READY)  ## time half-made puzzles next to generated ones: part of bench
	$(BIN)/python tests/bench/bench_completing.py

bench-ideas: $(READY)  ## time puzzles of each idea: part of bench
	$(BIN)/python tests/bench/bench_ideas.py

bench-layouts: $(READY)  ## time puzzles in layouts next to free ones: part of bench
	$(BIN)/python tests/bench/bench_layouts.py

bench-making: $(READY)  ## time the making of puzzles against what is wanted: part of bench
	$(BIN)/python tests/bench/bench_making.py

bench-variants: $(READY)  ## time a cell of each variant next to minesweeper: part of bench
	$(BIN)/python tests/bench/bench_variants.py
