# Every target sets up .venv by itself; `make` alone lists the targets.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
MUTMUT := $(VENV)/.mutmut
DASK := $(VENV)/.dask
DEV := $(VENV)/.dev
PEERS := hypothesis gradescope check50
HANDINS ?=
OUT ?= out
# The assignment: make verify CONFIG=assignments/NAME/config.yaml
CONFIG ?= config.yaml

.DEFAULT_GOAL := help
.PHONY: help demo test test-soak check-fast matrix containers grade verify handout lint types bench bench-peers soak attacks mutants examples accuracy analysis clean

help: ## list the targets
	@echo "Targets:"
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1|\2/p' $(MAKEFILE_LIST) | awk -F'|' '{printf "%-18s %s\n", $$1, $$2}'

# A .venv of another Python than the one asked for is made again.
ifneq ($(filter command% environment%,$(origin PYTHON)),)
VENV_VERSION := $(shell $(BIN)/python -c 'import sys; print(*sys.version_info[:2])' 2>/dev/null)
WANTED_VERSION := $(shell $(PYTHON) -c 'import sys; print(*sys.version_info[:2])' 2>/dev/null)
ifneq ($(VENV_VERSION),)
ifneq ($(WANTED_VERSION),)
ifneq ($(VENV_VERSION),$(WANTED_VERSION))
$(info $(VENV) is of another Python than $(PYTHON): it is set up again)
$(shell rm -f $(READY))
CLEAR := --clear
endif
endif
endif
endif

$(READY): requirements.lock pyproject.toml
	@command -v $(PYTHON) >/dev/null || { echo "$(PYTHON) is missing: install Python 3.11 or newer"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "$(PYTHON) is older than 3.11; say PYTHON=python3.11"; exit 1; }
	@echo "Setting up $(VENV) …"
	@$(PYTHON) -m venv $(CLEAR) $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $(READY)

build/peers/%/.ready: bench/peers/requirements-%.lock
	@$(PYTHON) -m venv build/peers/$*
	@build/peers/$*/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@touch $@

$(DEV): requirements-dev.lock $(READY)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	@touch $(DEV)

$(MUTMUT): requirements-mutants.lock $(READY)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-mutants.lock
	@touch $(MUTMUT)

$(DASK): requirements-dask.lock $(READY)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dask.lock
	@touch $(DASK)

demo: $(READY) ## grade the sample class in examples/handins into out/
	@$(BIN)/grader batch examples/handins --out out

test: $(DEV) $(DASK) $(MUTMUT) lint types ## lint, types and all tests but soaks
	@$(BIN)/python -m pytest -n auto --dist loadfile --no-loadscope-reorder

check-fast: $(DEV) ## after each change: lint, and all tests that take less than a minute
	@$(BIN)/ruff check .
	@$(BIN)/python -m pytest -q -x -m "not slow" -n auto --dist loadfile

test-soak: $(DEV) $(DASK) ## each night: tests of attacks, faulty machines and workers that die
	@$(BIN)/python -m pytest -m soak -n auto

matrix: $(READY) ## the sample class in all environments of bench/environments.py and another Python, as root
	@$(BIN)/python -m bench.environments
	@$(BIN)/python -m bench.pythons

containers: $(READY) ## the sample class in real containers of Debian 12 and 13, as root
	@$(BIN)/python -m bench.containers

grade: $(READY) ## grade HANDINS=folder into OUT=folder
	@test -n "$(HANDINS)" || { echo "Say which hand-ins: make grade HANDINS=folder OUT=folder"; exit 2; }
	@$(BIN)/grader batch "$(HANDINS)" --out "$(OUT)" --config "$(CONFIG)"

verify: $(READY) ## check the assignment against hand-ins with known verdicts
	@$(BIN)/grader verify --config "$(CONFIG)"

handout: $(READY) ## pack hw09-handout.tgz for students
	@$(BIN)/grader pack hw09-handout.tgz

lint: $(DEV) ## ruff: lint and format
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .

types: $(DEV) ## mypy --strict
	@MYPYPATH=reference $(BIN)/mypy grader handout/gametree handout/checks $(wildcard reference/*.py)
	@$(BIN)/mypy reference/checks

bench: $(READY) ## measure speed, as ratios in one run; FULL=1 for thousands of hand-ins
	@$(BIN)/python -m bench $(if $(FULL),--full)

bench-peers: $(READY) $(PEERS:%=build/peers/%/.ready) ## compare with other graders
	@$(BIN)/python -m bench.peers

soak: $(READY) ## fuzz, kill and load the grader, for an hour or more
	@$(BIN)/python -m bench.soak

attacks: $(READY) ## grade every hostile hand-in everywhere; writes docs/security.md
	@$(BIN)/python -m bench.security
	@$(BIN)/python -m bench.ported

analysis: $(READY) ## show what pruning saves and costs, as tables and plots
	@PYTHONPATH=reference:handout $(BIN)/python -m analysis

mutants: $(READY) $(MUTMUT) ## grade every mutant of the reference
	@$(BIN)/python -m bench.mutants --config "$(CONFIG)"

examples: $(READY) $(MUTMUT) ## choose which drawn examples hand-ins are asked
	@$(BIN)/python -m bench.examples --config "$(CONFIG)"

accuracy: $(READY) $(MUTMUT) ## count how often verdicts are right; writes docs/accuracy.md and docs/faults.md
	@$(BIN)/python -m bench.accuracy

clean: ## remove everything that can be made again
	rm -rf $(VENV) out build .pytest_cache .mypy_cache .ruff_cache .hypothesis *.egg-info
