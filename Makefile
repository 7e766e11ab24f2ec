# The commands of the project. They need Python 3.11 to 3.13, make and git, and install everything else.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
install = for each in $(1); do $(BIN)/python -m tests.support.$$each || exit 1; done
# PYTHONDONTWRITEBYTECODE turns off Python's bytecode cache. Each server that a test starts would then be slow.
unexport PYTHONDONTWRITEBYTECODE
.DEFAULT_GOAL := run
.PHONY: run test test-fast test-nightly dev demo check faults fuzz messages bench build export icons package page photograph stubs components release deploy announce backup restore screenshots listing upgrade lock audit clean help

run: $(VENV)/run.stamp ## build the site if something has changed, and serve it
	@exec $(BIN)/python -m builder.serve

test: $(VENV)/dev.stamp ## run the tests: five to ten minutes
	@$(call install,chromium engines debian)
	@$(BIN)/python -m builder
	@$(BIN)/python -m tests.support.suite

test-fast: $(VENV)/dev.stamp ## run the quick tests, which need no build and no browser: two to three minutes
	@$(BIN)/python -m pytest -n logical --dist loadscope --no-loadscope-reorder -q -m "not needs_build and not nightly and not slow"

test-nightly: $(VENV)/dev.stamp ## run the tests that `make test` leaves out, and visit every page in every engine: two hours
	@$(call install,chromium engines debian)
	@$(BIN)/python -m builder
	@$(BIN)/python -m tests.support.suite nightly

dev: $(VENV)/dev.stamp ## serve the site with hot reload (PAGES=about,pricing: rebuild only these pages)
	@exec $(BIN)/reflex run

demo: $(VENV)/dev.stamp build ## serve the site with a fake Patreon and mail server
	@exec $(BIN)/python -m tools.demo

check: $(VENV)/dev.stamp ## check code, types, prose, spelling and translations: before every change
	@failed=; \
	$(BIN)/ruff check . || failed=1; \
	$(BIN)/ruff format --check . || failed=1; \
	$(BIN)/pyright || failed=1; \
	$(BIN)/python -m tools.lint || failed=1; \
	$(BIN)/python -m tools.prose || failed=1; \
	$(BIN)/python -m tools.stubs check || failed=1; \
	$(BIN)/python -m tools.components check || failed=1; \
	$(BIN)/codespell || failed=1; \
	$(BIN)/python -m app.i18n.catalogs check || failed=1; \
	$(BIN)/python -m tools.untranslated || failed=1; \
	test -z "$$failed"

faults: $(VENV)/dev.stamp ## check that the tests find deliberate faults (NAMES="…": only these)
	@$(call install,chromium debian)
	@$(BIN)/python -m builder
	@$(BIN)/python -m tools.faults $(NAMES)

fuzz: $(VENV)/dev.stamp build ## attack the built site (MINUTES=2)
	@$(BIN)/python -m tools.fuzz $(if $(MINUTES),--minutes $(MINUTES)) $(if $(SEED),--seed $(SEED)) $(if $(ONLY),--only $(ONLY))

messages: $(VENV)/dev.stamp ## write new and changed texts into the catalogs of translations
	@$(BIN)/python -m app.i18n.catalogs update

bench: $(VENV)/dev.stamp build ## measure the site
	@$(BIN)/python -m tools.bench

build: $(VENV)/run.stamp ## build the site into dist/
	@$(BIN)/python -m builder

export: $(VENV)/run.stamp ## build the site for a static host (TO=export)
	@$(BIN)/python -m builder.export $(if $(TO),"$(TO)")

icons: $(VENV)/run.stamp ## add icons of Tabler (NAMES="gift heart")
	@$(BIN)/python -m tools.icons $(NAMES)

package: $(VENV)/run.stamp ## add npm packages of pages (ADD=recharts or REMOVE=recharts)
	@$(BIN)/python -m tools.package $(if $(ADD),--add $(ADD)) $(if $(REMOVE),--remove $(REMOVE))

page: $(VENV)/run.stamp ## create a page (NAME=ink)
	@$(BIN)/python -m tools.page $(if $(NAME),"$(NAME)")

photograph: $(VENV)/run.stamp ## put a photograph into assets/pictures/ (FROM=~/DSC_1.jpg NAME=inks)
	@$(BIN)/python -m tools.photograph $(if $(FROM),"$(FROM:~/%=$(HOME)/%)") $(if $(NAME),"$(NAME)")

stubs: $(VENV)/dev.stamp ## write the types of elements, app/components/html.pyi
	@$(BIN)/python -m tools.stubs

components: $(VENV)/dev.stamp ## write docs/components.md with its pictures (ONLY=band,grid)
	@$(BIN)/python -m tools.components $(ONLY)

release: $(VENV)/run.stamp ## list the releases (TO=previous: select one)
	@$(BIN)/python -m tools.release $(TO)

# `HOST` is also the name of a setting (app/settings.py). `HOST=` keeps these programs from reading make's value.
deploy: $(VENV)/run.stamp ## build a release and copy it to servers (HOST="web1 web2" FOLDER=/srv/otisk)
	@$(if $(HOST),:,echo 'Name the servers: make deploy HOST="web1 web2"'; exit 1)
	@HOST= $(BIN)/python -m tools.deploy --check $(if $(FOLDER),--folder "$(FOLDER)") $(HOST)
	@HOST= $(BIN)/python -m builder
	@HOST= $(BIN)/python -m tools.deploy $(if $(FOLDER),--folder "$(FOLDER)") $(if $(UNIT),--unit "$(UNIT)") $(HOST)

announce: $(VENV)/run.stamp ## announce changed pages to search engines (SINCE=2026-11-20)
	@$(BIN)/python -m tools.announce $(SINCE)

backup: $(VENV)/run.stamp ## write the data and the settings into an archive (TO=/mnt/backups)
	@$(BIN)/python -m app.database backup $(if $(TO),"$(TO)")

restore: $(VENV)/run.stamp ## replace the data with a backup (stop all servers first) (FROM=backups/….tar FORCE=1)
	@$(BIN)/python -m app.database restore $(if $(FORCE),--force) $(if $(FROM),"$(FROM)")

screenshots: $(VENV)/dev.stamp build ## save pictures of every page
	@$(BIN)/python -m tools.screenshots

listing: $(VENV)/dev.stamp build ## render the pictures of the web app manifests (committed)
	@$(BIN)/python -m tools.listing

upgrade: $(VENV)/dev.stamp ## try other versions of packages in a copy (TO="next@15.5.28")
	@$(BIN)/python -m tools.upgrade $(TO)

COMPILE = $(BIN)/uv pip compile -q --generate-hashes --no-emit-index-url --no-header --universal --python-version 3.11 \
	$(UPGRADE:%=--upgrade-package %)
lock: $(VENV)/dev.stamp ## write the exact Python versions with their hashes (UPGRADE="urllib3": upgrade these packages)
	@$(BIN)/python -m pip install -q uv
	@$(COMPILE) pyproject.toml -o requirements.txt
	@$(COMPILE) --extra dev -c requirements.txt pyproject.toml -o requirements-dev.txt

audit: $(VENV)/dev.stamp ## look for known vulnerabilities in the locked packages
	@$(BIN)/python -m pip install -q pip-audit
	@$(BIN)/python -m tools.audit

clean: ## remove build results
	@rm -rf .web dist export .cache

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)
	@echo; echo 'Values in parentheses follow the command: make page NAME=ink. Recipes are in docs/how-to.md.'

# The virtual environment is unusable if its Python fails or its package folder is missing, for example after an upgrade
# of the system's Python. With a status above 128, Python was killed or memory was short, which says nothing about the
# environment.
USABLE := import os, sys, sysconfig; sys.exit(not os.path.isdir(sysconfig.get_path("purelib")))
ifeq ($(shell $(BIN)/python -c '$(USABLE)' 2>/dev/null || [ $$? -gt 128 ] || echo unusable),unusable)
.PHONY: $(BIN)/python $(VENV)/run.stamp $(VENV)/dev.stamp
endif

$(BIN)/python:
	@echo "Setting up Python (once, in $(VENV)) …"
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14) and "Python 3.11, 3.12 or 3.13 is needed (make PYTHON=python3.12 ...), this is " + sys.version)'
	@$(PYTHON) -m venv --clear $(VENV) || { rm -rf $(VENV); echo "Python's venv is missing; on Debian: apt-get install python3-venv"; exit 1; }

# Without `--no-deps`, pip fails if a package with extras has a newer release. The lock files list all packages.
$(VENV)/run.stamp: requirements.txt | $(BIN)/python
	@echo "Installing Python packages (about a minute) …"
	@$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes --no-deps -r requirements.txt
	@touch $@

$(VENV)/dev.stamp: requirements-dev.txt $(VENV)/run.stamp
	@echo "Installing Python packages for development …"
	@$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes --no-deps -r requirements-dev.txt
	@touch $@
