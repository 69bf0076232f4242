# The repository's commands: `make help`. People, hooks and CI use these and no others.
# Works from a fresh clone on Debian 12 or 13; missing system packages are installed (root or sudo).

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules

VENV ?= .venv
BIN := $(VENV)/bin
LOCKED := $(VENV)/.locked
INSTALLED := $(VENV)/.installed
ARGS ?=

# Debian's own interpreter first: its headers come with the system packages. Expanded when used, because
# the interpreter may be among the packages that are installed first.
PYTHON ?= $(firstword $(foreach candidate,/usr/bin/python3 python3 python3.13 python3.12 python3.11,\
	$(shell $(candidate) -c 'import sys; sys.version_info < (3, 11) or print(sys.executable)' 2>/dev/null)))

.PHONY: help system model demo test check bench calibrate report names-report mutation lock

help:  ## list the commands
	@grep -hE '^[a-z-]+:.*##' Makefile | sed -E 's/^([a-z-]+):[^#]*## */  make \1\t/' | expand -t 20

demo: model  ## start a private bus and a daemon, tell it things, drive, ask, forget
	@$(BIN)/python tools/demo.py $(ARGS)

test: check model  ## every check, then every test
	@$(BIN)/python -m pytest $(ARGS)

check: $(INSTALLED)  ## format, lint, types, rings, sizes
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python tools/check_sizes.py

bench: model  ## measure over a real bus; ARGS="--help" lists the options
	@$(BIN)/python tools/bench.py $(ARGS)

model: $(INSTALLED)  ## build the embedding model, once
	@$(BIN)/python models/build.py

calibrate: model  ## fit the relevance calibration again
	@$(BIN)/python models/calibrate.py $(ARGS)

report: model  ## measure how well observations are understood; ARGS="FILE" adds CarMem's conversations
	@$(BIN)/python tools/understanding_report.py $(ARGS)

names-report: $(INSTALLED)  ## measure how well names are found in speech; ARGS="--wrong" lists mistakes
	@$(BIN)/python tools/names_report.py $(ARGS)

mutation: $(INSTALLED)  ## change the safety rules in small ways and see the tests fail
	@$(BIN)/python tools/mutation.py $(ARGS)

# uv resolves once for every Python from 3.11 on and for x86-64 and aarch64.
lock: $(INSTALLED)  ## resolve requirements.lock anew from pyproject.toml
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile pyproject.toml --extra dev --extra pydbus --universal --fork-strategy fewest \
		--python-version 3.11 --generate-hashes --no-header --no-annotate --upgrade --quiet \
		--output-file requirements.lock

system:
	@tools/install_system_packages.sh

# --ignore-requires-python: opendbc, of which tests read DBC files only, declares Python < 3.13.
$(LOCKED): requirements.lock | system
	$(if $(PYTHON),,$(error Cabin Memory needs Python 3.11 or newer; none was found. Name it as in make PYTHON=/opt/python/bin/python3 test))
	@echo "Making $(VENV) with $(PYTHON)"
	@$(PYTHON) -m venv --clear $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --ignore-requires-python \
		--require-hashes -r requirements.lock
	@touch $@

$(INSTALLED): pyproject.toml $(LOCKED)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@
