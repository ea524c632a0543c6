# make play   serve the pages and open them in a browser
# make test   every test: the rules as plain Python, with array bounds checked, the notebooks, then the whole suite
# make check  lint, types, who may import whom, docstrings
# make bench  games and decisions a second
# make clean  remove the environment and what tools left behind (never data/local)
#
# Each of them makes the environment first when it is missing or out of date.

VENV := .venv
PYTHON := $(VENV)/bin/python
PYTEST := $(PYTHON) -m pytest
PIP := $(PYTHON) -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable

NOTEBOOKS := $(wildcard notebooks/*.ipynb)
# the modules that people call and read; the rules in crypt/games carry their rule ids instead of parameters
PUBLIC := $(shell find crypt -name '*.py' -not -path 'crypt/games/*' 2>/dev/null)

NEW_ENOUGH := import sys; sys.exit(sys.version_info < (3, 13))

.PHONY: play test check bench clean

play: $(VENV)/.ready
	@$(VENV)/bin/crypt serve

# Compiled first, so that the two workers of the whole suite do not both compile the same. The whole suite comes last:
# whatever fails, the closing line of the run that failed is the last one that pytest writes.
test: $(VENV)/.ready-to-test
	$(VENV)/bin/crypt warmup
	NUMBA_DISABLE_JIT=1 $(PYTEST) -q -n 2 -m interpreted
	NUMBA_BOUNDSCHECK=1 $(PYTEST) -q -n 2 --dist loadfile -m bounds
ifneq ($(NOTEBOOKS),)
	$(PYTEST) -q -n 2 --dist loadfile --nbval-lax --nbval-current-env $(NOTEBOOKS)
endif
	$(PYTEST) -n 2 --dist loadscope

check: $(VENV)/.ready-to-test
	$(PYTHON) -m ruff check .
	$(PYTHON) -m mypy
	$(VENV)/bin/lint-imports
	$(VENV)/bin/numpydoc lint $(PUBLIC)

bench: $(VENV)/.ready
	$(VENV)/bin/crypt bench

clean:
	rm -rf $(VENV) build dist .pytest_cache .hypothesis .mypy_cache .ruff_cache .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/.ready: pyproject.toml constraints.txt | $(PYTHON)
	@echo "Installing what crypt needs into $(VENV) ..."
	@$(PIP) .
	@touch $@

$(VENV)/.ready-to-test: pyproject.toml constraints.txt | $(PYTHON)
	@echo "Installing what crypt and its tests need into $(VENV) ..."
	@$(PIP) '.[test,check]'
	@touch $@ $(VENV)/.ready

# A name on the PATH is not enough: pyenv puts one there for Pythons that are not chosen, and those refuse to run.
$(PYTHON):
	@for python in python3.13 python3.14 python3 "$${PYENV_ROOT:-$$HOME/.pyenv}"/versions/3.1[3-9]*/bin/python; do \
	    "$$python" -c '$(NEW_ENOUGH)' >/dev/null 2>&1 || continue; \
	    echo "Making the environment $(VENV) with $$("$$python" --version) ..."; \
	    "$$python" -m venv $(VENV) && exit 0; \
	    echo "$$python cannot make an environment: install its venv package (Debian: apt-get install python3-venv)." >&2; \
	    exit 2; \
	done; \
	echo "crypt needs Python 3.13 or newer and found none: install it (pyenv install 3.13, or your system's package) and run make again." >&2; \
	exit 2
