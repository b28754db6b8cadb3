# `make verify` and `make test` set up everything that they need, given only Python and make.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# tests and verify share their results, so that a claim is run once; pytest looks for its settings
# round each argument that is a path, so the ledger is given behind a "="
LEDGER := $(or $(THEOREM_CHECKS_LEDGER),.theorem-checks/ledger.sqlite)
# what the tests of a file share is made once, as they stay together; files go in their order, so
# that long ones do not come last
PYTEST := $(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder
READY := $(VENV)/.ready

ROCQ_PACKAGES := coq libcoq-mathcomp-ssreflect libcoq-mathcomp-algebra libcoq-mathcomp-zify \
	libcoq-mathcomp-algebra-tactics libcoq-mathcomp-analysis libcoq-interval libcoq-coquelicot \
	coinor-csdp
ROCQ_OPAM := coq.8.16.1 coq-mathcomp-algebra.1.15.0 coq-mathcomp-zify \
	coq-mathcomp-algebra-tactics coq-mathcomp-analysis coq-interval coq-coquelicot

.PHONY: setup verify test deep experiments experiments-deep soundness mutants certify certify-setup pages docs picture links lint format clean help

setup: $(READY) ## make the environment in .venv, and nothing more

verify: $(READY) ## verify every claim and print the table
	$(BIN)/theorem-checks verify $(ARGS)

test: $(READY) ## run the tests
	$(PYTEST) --claims-ledger=$(LEDGER) $(ARGS)

deep: $(READY) ## run the tests and the claims that take long
	$(PYTEST) -m "deep or not deep" --claims-ledger=$(LEDGER) $(ARGS)
	$(BIN)/theorem-checks verify --tier deep

experiments: $(READY) ## train what the papers trained, small; draw the figures
	$(BIN)/theorem-checks verify --experiments $(ARGS); status=$$?; \
		$(BIN)/theorem-checks figures .theorem-checks/experiments.html; exit $$status

experiments-deep: $(READY) ## the same at the papers' sizes, for an accelerator or a patient machine
	$(BIN)/theorem-checks verify --experiments --tier deep --jobs 1 $(ARGS); status=$$?; \
		$(BIN)/theorem-checks figures .theorem-checks/experiments.html; exit $$status

soundness: $(READY) ## ask the engines thousands of statements, count what is wrong, tell it in the pages
	$(BIN)/python benchmarks/soundness.py $(ARGS)

mutants: $(READY) ## plant slips into the code, count what notices them, tell it in docs/strength.md
	@if command -v uv >/dev/null 2>&1; then uv pip install --quiet --python $(BIN)/python --group mutants; \
		else $(BIN)/python -m pip install --quiet --group mutants; fi
	$(BIN)/python benchmarks/mutants.py $(ARGS)

certify: $(READY) ## have the kernel of Rocq (Coq) decide what claims say, where it is installed
	$(BIN)/theorem-checks certify $(ARGS)

certify-setup: ## install Rocq (Coq) and its libraries, where apt is there
	@if command -v apt-get >/dev/null 2>&1; then \
		sudo=; [ "$$(id -u)" = 0 ] || sudo=sudo; \
		$$sudo apt-get update -q && \
		$$sudo apt-get install -q -y --no-install-recommends $(ROCQ_PACKAGES); \
	else \
		echo "There is no apt here. With opam: opam install $(ROCQ_OPAM); and csdp by itself."; exit 1; \
	fi

pages: $(READY) ## write the pages on claims and errata from what verify found
	$(BIN)/theorem-checks pages docs/claims $(ARGS)

docs: $(READY) ## build the documents into docs/_build/html, to be read without a network
	@echo "Building the documents into docs/_build/html"
	$(BIN)/python -m sphinx -W --keep-going $(if $(MAKE_TERMOUT),,-q) -b html docs docs/_build/html
	@echo "They begin at $(CURDIR)/docs/_build/html/index.html"

picture: $(READY) ## draw the packages from the code's own imports, into docs/architecture.svg
	$(BIN)/python docs/imports.py

links: $(READY) ## ask the servers whether the documents' links to them hold; needs a network
	$(BIN)/python -m sphinx -q -b linkcheck docs docs/_build/links

lint: $(READY) ## check style and types
	$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/pyright

format: $(READY) ## format the code
	$(BIN)/ruff check --fix . ; $(BIN)/ruff format .

clean: ## remove the environment and all that was computed
	rm -rf $(VENV) .theorem-checks .pytest_cache .ruff_cache .hypothesis

help: ## show this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/'

$(READY): pyproject.toml
	@if command -v uv >/dev/null 2>&1; then \
		uv venv --quiet --allow-existing --python $(PYTHON) $(VENV) && \
		uv pip install --quiet --compile-bytecode --python $(BIN)/python --editable . --group dev; \
	else \
		$(PYTHON) -m venv $(VENV) && \
		$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1" && \
		$(BIN)/python -m pip install --quiet --editable . --group dev; \
	fi
	@touch $@
