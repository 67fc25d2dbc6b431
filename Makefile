# make play   sets everything up and starts the board in the browser (make play ARGS="--port 8024")
# make test   sets everything up and runs the checks and the tests
# make help   lists the rest

PYTHON ?= python3
VENV ?= .venv
CXX ?= g++
# What trains nets; make test TORCH= does without, and leaves the training run out.
TORCH ?= torch==2.13.0
BIN := $(VENV)/bin
SOURCES := pyproject.toml CMakeLists.txt $(wildcard kernel/*)
# An editable install knows the modules by name, so a new module needs a new install.
NAMES := $(shell find src -name '*.py' | sort | cksum | cut -d' ' -f1)
# Trust what the system trusts, as pip does: some networks have certificates of their own.
export UV_SYSTEM_CERTS := 1
INSTALL = $(BIN)/uv pip install --quiet --python $(BIN)/python

TESTS_OF_KERNEL := tests/kernel/test_kernel.py \
  $(addprefix tests/engine/test_, net.py bearoff.py bearoff_cube.py table_file.py search.py rollout.py)
# Without SIMD, plays are found and nets computed by other code; nothing else differs.
TESTS_OF_PLAIN := tests/kernel/test_kernel.py tests/engine/test_net.py

.PHONY: play terminal test check check-js unit quick browser themes chromium postgresql long soak fuzz sanitize bench speed bearoff solved-peer crosscheck match-files match-speed rollouts \
  levels family-levels strength-development strength-trial strength-report strength-duel strength-rollouts strength-cube stub \
  playthroughs perft-files search-bits figures picture screenshots contrast icons variants opening-book statistics samples reference-cubes api match-json words format clean help

play: $(VENV)/play-$(NAMES).stamp ## set up and play in the browser
	@$(BIN)/fullprime serve $(ARGS)

terminal: $(VENV)/play-$(NAMES).stamp ## set up and play in the terminal (ARGS="--match 7 --two")
	@$(BIN)/fullprime play $(ARGS)

test: check check-js unit sanitize ## set up and run all checks and tests (minutes)

quick: check ## style, types, import layers and the fast tests, less than a minute
	$(BIN)/pytest -n 2 -m "not long and not slow" --ignore=tests/web --ignore=tests/training

check: $(VENV)/test-$(NAMES).stamp ## style, types, import layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

# The types are comments, so the browser needs nothing of this; only the check does.
check-js: $(VENV)/test-$(NAMES).stamp ## types and tests of the JavaScript, where Node is installed
	@if command -v npx > /dev/null; then \
	  npx --yes --package typescript@7 tsc -p . && PYTHON=$(abspath $(BIN)/python) node --test tests/web/*/*.test.js; \
	else echo "JavaScript NOT checked: there is no Node (on Debian: apt-get install nodejs npm)"; fi

unit: $(VENV)/test-$(NAMES).stamp chromium postgresql ## the tests in Python only
	$(BIN)/pytest -n 2 -m "not long"

browser: $(VENV)/test-$(NAMES).stamp chromium ## the tests of the pages only, in a real browser
	$(BIN)/pytest -n 2 -m "not long" tests/web

themes: $(VENV)/test-$(NAMES).stamp chromium ## three turns of every game on every board, in a real browser (minutes)
	$(BIN)/pytest -n 2 -m long tests/web

# The pages are tested in a real browser, which root can fetch.
chromium: ## install the browser for the tests, as root on Debian
	@test -n "$$FULLPRIME_CHROMIUM" || command -v chromium > /dev/null || test "$$(id -u)" != 0 || \
	  { apt-get -qq update && apt-get -qq install -y --no-install-recommends chromium; } || true
	@test -n "$$FULLPRIME_CHROMIUM" || command -v chromium > /dev/null || \
	  echo "The pages are NOT tested: there is no Chromium (on Debian: apt-get install chromium)"

POSTGRESQL := $$FULLPRIME_PG_BIN$$(command -v initdb)$(wildcard /usr/lib/postgresql/*/bin/initdb)

postgresql: ## install PostgreSQL for the tests, as root on Debian; they start one of their own
	@test -n "$(POSTGRESQL)" || test "$$(id -u)" != 0 || \
	  { apt-get -qq update && apt-get -qq install -y --no-install-recommends postgresql; } || true
	@test -n "$(POSTGRESQL)" || ls /usr/lib/postgresql/*/bin/initdb > /dev/null 2>&1 || \
	  echo "PostgreSQL is NOT tested: it is not installed (on Debian: apt-get install postgresql)"

long: $(VENV)/test-$(NAMES).stamp ## the slow proofs, over an hour: oracles at length, 1,000 games of each kind
	$(BIN)/pytest -n 2 -m long

MINUTES ?= 480

soak: $(VENV)/test-$(NAMES).stamp postgresql ## hours of play on both stores: memory, descriptors, every log (MINUTES=20)
	PYTHONPATH=tests:. $(BIN)/python tests/soak.py --minutes $(MINUTES)

RUNS ?= 10000000

# Not an editable install: the loader of one hides from the fuzzer which lines are reached.
fuzz: ## millions of broken files for every reader of match files (RUNS=100000), half an hour
	@$(MAKE) VENV=.venv-fuzz .venv-fuzz/bin/uv
	@.venv-fuzz/bin/uv pip install --quiet --python .venv-fuzz/bin/python --group build --group fuzz
	@.venv-fuzz/bin/uv pip install --quiet --python .venv-fuzz/bin/python --no-build-isolation \
	  --reinstall-package fullprime -C build-dir=build/.venv-fuzz .
	.venv-fuzz/bin/python tests/fuzz/match_files.py --runs $(RUNS)

# The kernel's tests under the address and undefined-behavior sanitizers, with and without SIMD; not
# those that spend their time in brute force with numpy or in repeated rollouts, which test nothing
# new in the kernel.
sanitize: .venv-sanitize/simd-$(NAMES).stamp .venv-sanitize/plain-$(NAMES).stamp ## the kernel's tests under sanitizers

bench: .venv-peers/peers-$(NAMES).stamp ## speed against BG Sage and OpenSpiel, rows for benchmarks/results.csv
	.venv-peers/bin/python -m benchmarks.movegen

speed: .venv-peers/peers-$(NAMES).stamp ## evaluations and decisions per second against GNU Backgammon and BG Sage, rows as above
	.venv-peers/bin/python -m benchmarks.speed --docs

bearoff: $(VENV)/test-$(NAMES).stamp ## the bear-off tables: speed, and every number against GNU Backgammon's
	$(BIN)/python -m benchmarks.bearoff

solved-peer: $(VENV)/test-$(NAMES).stamp ## the game of two checkers, every number against GNU Backgammon's makehyper (optional: install gnubg)
	$(BIN)/python -m benchmarks.solved peer

crosscheck: .venv-peers/peers-$(NAMES).stamp ## legal plays against OpenSpiel, BG Sage and GNU Backgammon
	.venv-peers/bin/python -m benchmarks.crosscheck $(if $(wildcard /usr/games/gnubg /usr/bin/gnubg),--gnubg)

match-files: $(VENV)/test-$(NAMES).stamp ## 200 random matches as .mat and .sgf, read by GNU Backgammon (optional: install gnubg)
	$(BIN)/python -m benchmarks.match_files check

match-speed: $(VENV)/test-$(NAMES).stamp ## reading match files next to GNU Backgammon, rows as above (FILES="...": these)
	$(BIN)/python -m benchmarks.match_files speed $(FILES)

rollouts: .venv-peers/peers-$(NAMES).stamp ## rollouts of ten positions against GNU Backgammon (PLIES=1: at 1-ply)
	.venv-peers/bin/python -m benchmarks.rollouts $(if $(PLIES),--plies $(PLIES)) --docs --record

levels: $(VENV)/test-$(NAMES).stamp ## error rates of the levels, for their cards (PEOPLE=FOLDER: and of people in match files)
	$(BIN)/python -m benchmarks.levels --calibrate $(if $(PEOPLE),--people $(PEOPLE)) --docs --record

family-levels: $(VENV)/test-$(NAMES).stamp ## the same for other games (GAMES="plakoto fevga"; all if left out), ten minutes of one core each
	$(BIN)/python -m benchmarks.family_levels $(if $(GAMES),$(GAMES),--all) --processes $(PROCESSES) --docs

STRENGTH = .venv-peers/bin/python -m benchmarks.strength
PROCESSES ?= 2

strength-development: .venv-peers/peers-$(NAMES).stamp ## what the net, or another (NET=FILE), loses per decision
	$(STRENGTH).losses development $(if $(NET),--net $(NET)) --processes $(PROCESSES)

strength-trial: .venv-peers/peers-$(NAMES).stamp ## the same on the larger set, bare nets only
	$(STRENGTH).losses trial ours0 sage1 gnubg0 $(if $(NET),--net $(NET)) --processes $(PROCESSES)

strength-report: .venv-peers/peers-$(NAMES).stamp ## the tables of docs/strength.md
	$(STRENGTH).losses report $(if $(NET),--net $(NET)) --processes $(PROCESSES) --docs --record

strength-duel: .venv-peers/peers-$(NAMES).stamp ## 100,000 games against BG Sage, duplicate dice
	$(STRENGTH).duel ours0 sage1 $(if $(NET),--net $(NET)) --docs --record

strength-rollouts: .venv-peers/peers-$(NAMES).stamp ## players that look ahead, rolled out by the neutral program (hours)
	for pair in "ours1 sage2" "ours1 gnubg1" "ours2 sage3" "ours2 gnubg2"; do \
	  $(STRENGTH).rollouts report $$pair $(if $(NET),--net $(NET)) --processes $(PROCESSES) --docs --record || exit; done

strength-cube: .venv-peers/peers-$(NAMES).stamp ## doubling and taking against both, the tables of docs/cube.md
	.venv-peers/bin/python -m benchmarks.cube.losses $(if $(NET),--net $(NET)) --processes $(PROCESSES) --docs --record

stub: $(VENV)/test-$(NAMES).stamp ## write the kernel's typed stub again
	$(BIN)/python -m nanobind.stubgen -q -m fullprime._kernel -o src/fullprime/_kernel.pyi

playthroughs: $(VENV)/test-$(NAMES).stamp ## write the golden playthroughs again; review the difference
	$(BIN)/python tests/playthrough.py

perft-files: $(VENV)/test-$(NAMES).stamp ## write the counts of every game again; review the difference
	$(BIN)/python tests/perft_files.py

search-bits: $(VENV)/test-$(NAMES).stamp ## write the signature of the net on 1,000 positions again
	PYTHONPATH=tests $(BIN)/python tests/search_bits.py

figures: $(VENV)/test-$(NAMES).stamp ## write 18 figures of eval, hint and cube again, the same on every Python
	$(BIN)/python tests/figures.py > tests/data/figures.json

picture: $(VENV)/play-$(NAMES).stamp ## draw the picture of the README again
	$(BIN)/python docs/picture.py

screenshots: $(VENV)/test-$(NAMES).stamp chromium ## take the pictures of the pages again
	PYTHONPATH=tests $(BIN)/python docs/screenshots.py

contrast: $(VENV)/test-$(NAMES).stamp chromium ## measure the contrasts of the boards again
	PYTHONPATH=tests $(BIN)/python docs/contrast.py

variants: $(VENV)/play-$(NAMES).stamp ## write the pages of docs/variants again
	$(BIN)/python docs/variants.py

opening-book: $(VENV)/play-$(NAMES).stamp ## write the tables of docs/book.md again, from what was rolled out
	$(BIN)/python docs/opening_book.py

statistics: $(VENV)/play-$(NAMES).stamp ## write docs/statistics.md again, from what was measured
	$(BIN)/python docs/game_statistics.py

samples: $(VENV)/play-$(NAMES).stamp ## play the games again that the start page and the gallery show
	$(BIN)/python docs/samples.py

reference-cubes: $(VENV)/play-$(NAMES).stamp ## choose the positions of the cube quiz again, and roll them out (minutes)
	$(BIN)/python docs/reference_cubes.py

api: ## write docs/api.md again, the Python reference
	$(PYTHON) docs/api.py

match-json: $(VENV)/play-$(NAMES).stamp ## write docs/match-json.md again, every field of a saved match
	$(BIN)/python docs/match_json.py

icons: $(VENV)/test-$(NAMES).stamp chromium ## draw the icons of the installed application again
	$(BIN)/python docs/icons.py

words: ## write the words of the pages as JSON again, from the .po files
	$(PYTHON) docs/web_words.py

format: $(VENV)/test-$(NAMES).stamp ## fix the style of the Python files
	$(BIN)/ruff check --fix . ; $(BIN)/ruff format .

clean: ## remove everything that was made
	rm -rf .venv .venv-sanitize .venv-peers .venv-fuzz build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis

help: ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 24

# Set-up --------------------------------------------------------------------------------------------

$(VENV)/play-$(NAMES).stamp: $(SOURCES) | $(VENV)/bin/uv
	@echo "Setting up (about half a minute the first time) ..."
	@$(INSTALL) --group build
	@$(INSTALL) --no-build-isolation -C build-dir=build/$(VENV) --editable '.[web,print]'
	@touch $@

# A tiny training run is among the tests. By pip, which finds a build for the CPU where one is kept.
$(VENV)/test-$(NAMES).stamp: $(VENV)/play-$(NAMES).stamp
	@$(INSTALL) --group test --group browser
	@$(if $(TORCH),$(BIN)/python -m pip install -qq --disable-pip-version-check $(TORCH))
	@$(BIN)/python tests/other_pythons.py
	@touch $@

.venv-sanitize/deps.stamp: pyproject.toml
	$(MAKE) VENV=.venv-sanitize .venv-sanitize/bin/uv
	.venv-sanitize/bin/uv pip install --quiet --python .venv-sanitize/bin/python --group build --group test
	@touch $@

SANITIZED = LD_PRELOAD="$$($(CXX) -print-file-name=libasan.so) $$($(CXX) -print-file-name=libstdc++.so)" \
  ASAN_OPTIONS=detect_leaks=0 .venv-sanitize/bin/python -m pytest -p no:cacheprovider \
  -n 2 -m "not long" -k "not stub and not thousand and not all_positions and not extended and not verify and not stops"

.venv-sanitize/%-$(NAMES).stamp: $(SOURCES) $(TESTS_OF_KERNEL) tests/oracle.py tests/generate.py tests/nets.py tests/search_bits.py tests/bearoff_solver.py tests/slow_rollout.py | .venv-sanitize/deps.stamp
	.venv-sanitize/bin/uv pip install --quiet --python .venv-sanitize/bin/python --no-build-isolation \
	  --reinstall-package fullprime -C build-dir=build/sanitize-$* -C cmake.define.FULLPRIME_SANITIZE=ON \
	  -C cmake.define.FULLPRIME_PLAIN=$(if $(filter plain,$*),ON,OFF) --editable .
	$(SANITIZED) $(if $(filter plain,$*),$(TESTS_OF_PLAIN),$(TESTS_OF_KERNEL))
	@touch $@

.venv-peers/peers-$(NAMES).stamp: $(SOURCES)
	$(MAKE) VENV=.venv-peers .venv-peers/play-$(NAMES).stamp
	.venv-peers/bin/uv pip install --quiet --python .venv-peers/bin/python --group peers
	@touch $@

%/bin/uv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Fullprime needs Python 3.11 or newer; choose one with: make PYTHON=python3.12 ..."; exit 1; }
	@command -v $(CXX) > /dev/null || \
	  { echo "Fullprime needs a C++ compiler (on Debian: apt-get install g++)"; exit 1; }
	@$(PYTHON) -m venv $* || \
	  { echo "Python cannot make an environment (on Debian: apt-get install python3-venv)"; rm -rf $*; exit 1; }
	@$*/bin/python -m pip install --quiet --disable-pip-version-check uv
