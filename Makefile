# `make` alone prints what there is. Everything runs in .venv, which is made from requirements.lock.
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet --quiet
PACKS = $(sort $(patsubst %/,%,$(dir $(wildcard content/*/pack.yaml examples/*/pack.yaml))))

.PHONY: help venv demo test lint format wheel bench lock clean

help: ## print this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

venv: $(STAMP) ## make .venv from the lock file (seconds when it is there already)

# pyproject.toml is named because the command `solon` and the package's metadata come from it.
$(STAMP): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Solon needs Python 3.11 or newer; say which with: make PYTHON=python3.12" >&2; exit 1; }
	@test -x $(BIN)/python || { echo "making $(VENV)"; $(PYTHON) -m venv $(VENV); }
	@echo "installing what requirements.lock names"
	@$(PIP) install --require-hashes --no-deps -r requirements.lock
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

demo: venv ## check every pack that is here, then let bots play one game of Atlantida
	$(BIN)/solon check $(PACKS)
	$(BIN)/solon play atlantida --seats random,random --seed 7 --log

test: venv ## run all tests, on every core
	$(BIN)/pytest --numprocesses auto --dist worksteal

lint: venv ## ruff, its format, and mypy
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: venv ## sort imports and lay out the Python files
	$(BIN)/ruff check --fix-only --quiet .
	$(BIN)/ruff format .

wheel: venv ## build dist/solon-*.whl with content, examples and schemas in it
	rm -rf dist
	$(PIP) wheel --no-deps --no-build-isolation --wheel-dir dist .

bench: venv ## print the table of speed ratios (installs its peers beside itself)
	$(BIN)/python -m benchmarks

# Only for a change of dependencies; needs pip-tools, which is in no lock file. An empty pip
# configuration keeps the names of this machine's registries out of the file.
lock: venv ## make requirements.lock anew from pyproject.toml
	$(PYTHON) -m venv $(VENV)-lock
	$(VENV)-lock/bin/python -m pip --quiet install pip-tools
	PIP_CONFIG_FILE=/dev/null CUSTOM_COMPILE_COMMAND="make lock" $(VENV)-lock/bin/pip-compile --quiet \
		--no-config --upgrade --generate-hashes --allow-unsafe --strip-extras --no-emit-index-url \
		--no-emit-trusted-host --no-emit-find-links --extra test --extra lint --extra build \
		--output-file requirements.lock pyproject.toml
	rm -rf $(VENV)-lock

clean: ## remove what make made
	rm -rf $(VENV) dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis
