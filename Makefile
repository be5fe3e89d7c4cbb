# `make` alone prints what there is. Everything runs in .venv, which is made from requirements.lock.
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

.PHONY: help venv demo test lint format wheel bench lock clean

help: ## print this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1 \2/p' $(MAKEFILE_LIST) | \
		awk '{ target = $$2; $$1 = $$2 = ""; printf "  make %-8s%s\n", target, $$0 }'

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
