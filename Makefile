# callbook: `make` does the main job on the samples, `make test` runs every test, `make help` lists the rest.

SHELL := /bin/bash
CALLBOOK := .build/release/callbook
OUTPUT := build
PREFIX := /usr/local
TODAY := $(shell date +%F)

# One set of flags for every release build, so that no target rebuilds what another one built.
# The Swift runtime is linked in: the binary starts faster and runs where no toolchain is.
# Paths of this folder are left out and the build has its hash as name, so that two folders give the
# same bytes (make reproducible); what the linker resolves is read-only before the first line runs. The C of
# this package and of its YAML parser ends the program where it has written beyond an array.
RELEASE := -c release --static-swift-stdlib --explicit-target-dependency-import-check error \
  -Xswiftc -file-prefix-map -Xswiftc $(CURDIR)=. -Xcc -ffile-prefix-map=$(CURDIR)=. \
  -Xcc -fstack-protector-strong \
  --disable-local-rpath -Xlinker --build-id=sha1 -Xlinker -z -Xlinker relro -Xlinker -z -Xlinker now

# LeakSanitizer reports the test runner's own leaks; everything else stays on.
ASAN_OPTIONS := detect_leaks=0

.DEFAULT_GOAL := all
.PHONY: all deps build test check sanitize-c sanitize-readers sanitize-threads nightly help clean swift-test cases independent phone pipelines \
  man completions numbering-plans words sanitize test-browser formats stages test-spark bench bench-quick bench-unassigned bench-nights bench-transfer bench-cells bench-stages \
  bench-distribution bench-instructions bench-long-cells bench-mixes oracle compare-ways fuzz \
  attacks torture torture-slice install deb test-deb reproducible sbom

all: deps build ## install what is missing, build, run pipelines/taiwan.yaml on the samples (the default)
	@$(CALLBOOK) build pipelines/taiwan.yaml --output $(OUTPUT)/taiwan

deps: ## install the system packages that are missing (apt; says what, asks for nothing)
	@scripts/install-dependencies.sh

build: ## build the release binary: .build/release/callbook
	swift build $(RELEASE) --product callbook

test: deps check sanitize-c sanitize-readers sanitize-threads swift-test independent formats phone cases stages attacks torture-slice ## every test (what .ci/run calls)
	@echo "make test: everything passed"

check: build ## lint, import arrows, tidiness, dead code, documents, and the pipelines with their tests
	swift format lint --strict --parallel --recursive Sources Tests Benchmarks Package.swift
	@python3 scripts/check_tidiness.py
	@python3 scripts/check_dead_code.py
	@python3 scripts/check_documents.py
	@scripts/check-ios.sh
	@python3 Tests/package/check_reproducible.py --hardening
	@CALLBOOK=$(CALLBOOK) python3 Tests/package/check_sbom.py
	@$(MAKE) --no-print-directory pipelines

pipelines: build ## check every pipeline of pipelines/ and run the tests in them
	@list=$$(scripts/list-pipelines.sh) && while IFS= read -r pipeline; do \
	  $(CALLBOOK) check "$$pipeline" || exit 1; done <<< "$$list"

swift-test: ## the Swift tests; what failed is said again at the end
	@set -o pipefail; mkdir -p .build; swift test 2>&1 | tee .build/swift-test.log || \
	  { echo "What failed:"; grep -E '✘|recorded an issue|error:' .build/swift-test.log; exit 1; }

cases: build ## the golden cases: the real binary on Tests/Cases (RECORD=1 rewrites and fails)
	@python3 Tests/run_cases.py $(CASE)

formats: build ## --format, --metrics, --lineage as other programs read them: SARIF, JUnit, Prometheus, OpenLineage
	@$$(scripts/test-python.sh) Tests/formats/check_formats.py

stages: build ## the stage commands against `build`: whole output trees by hash, array jobs, streams that are not what they were
	@python3 Tests/distributed/check_stages.py

test-spark: build ## pipelines/spark against `build`, executors and drivers killed (installs Java and PySpark; skipped where it cannot)
	@scripts/install-dependencies.sh spark || true
	@python3 Tests/distributed/check_spark.py

test-browser: build ## report.html in a headless Chromium (skipped where there is none): filters, names, console
	@python3 Tests/browser/check_page.py

independent: build ## publish the samples and check every byte again in Python, from docs/formats.md alone
	@python3 Tests/independent/check_conformance.py
	@python3 Tests/independent/check_attacks.py
	@python3 Tests/independent/check_published.py
	@$$(scripts/test-python.sh) Tests/independent/check_live_lookup.py --nights 20

phone: build ## the app's side without Apple's SDK: its branches, app and extension on a simulated phone, the package
	@python3 Tests/phone/check_phone.py
	@python3 Tests/phone/run_phone.py
	@python3 Tests/phone/check_mac.py
	@python3 Tests/phone/check_package.py

nightly: build ## build every pipeline as of today; one failure does not stop the rest
	@CALLBOOK='$(CALLBOOK)' OUTPUT='$(OUTPUT)' AS_OF='$(TODAY)' scripts/nightly.sh

bench: deps build ## callbook beside DuckDB, Polars and ClickHouse: 1 M and 10 M records of CSV, 1 M of XML (long)
	@python3 Benchmarks/run.py

bench-quick: deps build ## the same with 1 M records of CSV only (under three minutes)
	@python3 Benchmarks/run.py --quick

bench-unassigned: deps build ## callbook beside ClickHouse, 10 M records of CSV, a quarter with numbers that no plan assigns
	@python3 Benchmarks/run.py --mix 'quarter unassigned'

bench-nights: deps build ## second nights, warm and cold, unchanged ones, verify and small memory, beside a first build
	@python3 Benchmarks/nights.py

bench-transfer: build ## bytes that phones fetch: first load, nights of 0.1, 1 and 10 %, beside gzip and zstd (RECORDS= NAMES=)
	@RECORDS='$(RECORDS)' NAMES='$(NAMES)' python3 Benchmarks/transfer.py

bench-distribution: build ## Spark with two workers and array jobs beside `build`: wall, CPU, equal bytes (RECORDS=16000000)
	@python3 Benchmarks/distribution.py $(if $(RECORDS),--records $(RECORDS))

bench-cells: ## nanoseconds a phone cell by notation, beside libphonenumber where it is installed
	swift build $(RELEASE) --product cell-benchmark
	@python3 Benchmarks/cells.py

bench-long-cells: ## nanoseconds a byte of ten thousand cells of 4 096 bytes, the dearest first
	swift build $(RELEASE) --product cell-benchmark
	@python3 Benchmarks/long_cells.py

bench-stages: deps ## nanoseconds of CPU a record by stage: extract, normalize, sort, merge, write
	swift build $(RELEASE) --product stage-benchmark
	@python3 Benchmarks/run.py --stages

bench-instructions: build ## instructions a record by room, beside the recorded ones: sees what a busy machine hides
	@python3 Benchmarks/instructions.py

bench-mixes: build ## CPU by what cells hold beside a clean export (EXPORTS=FOLDER of public registers; long)
	@EXPORTS='$(EXPORTS)' python3 Benchmarks/mixes.py

oracle: deps ## a million drawn numbers against the phonenumbers package; every difference must be listed
	swift build $(RELEASE) --product numbering-plan-oracle
	@python3 -m venv $(OUTPUT)/oracle && $(OUTPUT)/oracle/bin/pip install --quiet phonenumbers==9.0.43
	@$(OUTPUT)/oracle/bin/python scripts/oracle.py --count 1000000 --binary .build/release/numbering-plan-oracle

compare-ways: ## drawn cells read by short ways and by all the rules, which must agree (CELLS=2000000 FROM=FILE of region TAB cell)
	swift build $(RELEASE) --product cell-benchmark
	@python3 scripts/compare_ways.py $(if $(CELLS),--cells $(CELLS)) $(if $(FROM),--from $(FROM))

man: ## write the manual pages to build/man
	swift package --allow-writing-to-package-directory generate-manual --multi-page --configuration debug
	@mkdir -p $(OUTPUT)/man
	@find .build/plugins/GenerateManual/outputs -name '*.1' -exec cp {} $(OUTPUT)/man/ \;
	@ls $(OUTPUT)/man

completions: build ## write the completion scripts of bash, zsh and fish to build/completions
	@mkdir -p $(OUTPUT)/completions
	@$(CALLBOOK) --generate-completion-script bash > $(OUTPUT)/completions/callbook.bash
	@$(CALLBOOK) --generate-completion-script zsh > $(OUTPUT)/completions/_callbook
	@$(CALLBOOK) --generate-completion-script fish > $(OUTPUT)/completions/callbook.fish
	@ls $(OUTPUT)/completions

numbering-plans: ## regenerate the numbering plans from the pinned metadata (Python package phonenumbers)
	python3 scripts/generate-numbering-plans.py

words: ## embed the words of phone cells anew (Sources/Normalization/Data/words.tsv)
	python3 scripts/embed-words.py

sanitize-c: ## the C of Sources/CSystem under the address and undefined behaviour sanitizers (seconds)
	@python3 Tests/sanitized/check_c.py

sanitize-readers: ## every reader of foreign bytes under the address sanitizer: the same 5 000 inputs every time
	@scripts/fuzz.sh 5000-inputs

sanitize-threads: ## the whole program under the thread sanitizer, on a journey through all rooms with threads
	swift build --sanitize=thread --product callbook --scratch-path .build-thread
	@python3 Tests/check_threads.py .build-thread/debug/callbook $(or $(ROWS),30000)

sanitize: ## the Swift tests under the address sanitizer, and the journey with more rows (slow)
	ASAN_OPTIONS=$(ASAN_OPTIONS) swift test --sanitize=address --scratch-path .build-address
	@$(MAKE) sanitize-threads ROWS=300000

attacks: build ## exports, pipelines, directories and other users that mean harm (ONLY=manifest; docs/reliability.md)
	@ONLY='$(ONLY)' python3 Tests/attacks/attacks.py

torture: deps build ## nights that go wrong in every way (hours; ONLY=kills SAMPLE=500 SEED=7 SCRATCH=FOLDER; docs/reliability.md)
	@ONLY='$(ONLY)' SAMPLE='$(SAMPLE)' SEED='$(SEED)' SCRATCH='$(SCRATCH)' python3 Tests/torture/torture.py

torture-slice: build ## the part of it that `make test` runs, under a minute
	@SEED='$(SEED)' SCRATCH='$(SCRATCH)' python3 Tests/torture/torture.py --slice

SECONDS := 60
fuzz: ## every reader of foreign bytes under libFuzzer, SECONDS=60 each (TARGET=csv for one)
	scripts/fuzz.sh $(SECONDS) $(TARGET)

# The folders of the installation may have blanks in their names.
INSTALLED = $(DESTDIR)$(PREFIX)
install: build man completions ## install binary, manual pages, completions, nightly run and units (PREFIX=/usr/local DESTDIR=)
	@case '$(PREFIX)' in *[\"\\]*|[!/]*|'') \
	  echo 'PREFIX: no folder that systemd can name (found $(PREFIX); expected a path that begins with / and has no " and no \).' >&2; \
	  exit 2;; esac
	install -d '$(INSTALLED)'/{bin,libexec/callbook,lib/systemd/system,share/man/man1,share/doc/callbook} \
	  '$(INSTALLED)'/share/{bash-completion/completions,zsh/site-functions,fish/vendor_completions.d}
	scripts/strip-binary.py $(CALLBOOK) '$(INSTALLED)/bin/callbook'
	install -m 755 scripts/nightly.sh scripts/list-pipelines.sh '$(INSTALLED)/libexec/callbook'
	install -m 644 $(OUTPUT)/man/*.1 '$(INSTALLED)/share/man/man1'
	install -m 644 LICENSE NOTICE CHANGELOG.md '$(INSTALLED)/share/doc/callbook'
	install -m 644 $(OUTPUT)/completions/callbook.bash '$(INSTALLED)/share/bash-completion/completions/callbook'
	install -m 644 $(OUTPUT)/completions/_callbook '$(INSTALLED)/share/zsh/site-functions/_callbook'
	install -m 644 $(OUTPUT)/completions/callbook.fish '$(INSTALLED)/share/fish/vendor_completions.d/callbook.fish'
	@prefix=$$(printf '%s' '$(PREFIX)' | sed -e 's/[\\&#]/\\&/g' -e 's/%/%%/g'); for unit in service timer; do \
	  sed "s#@PREFIX@#$$prefix#" packaging/callbook-nightly.$$unit > '$(INSTALLED)'/lib/systemd/system/callbook-nightly.$$unit && \
	  chmod 644 '$(INSTALLED)'/lib/systemd/system/callbook-nightly.$$unit || exit 1; done

deb: ## build/callbook_VERSION_ARCHITECTURE.deb of what `make install` installs
	rm -rf $(OUTPUT)/deb
	@$(MAKE) --no-print-directory install PREFIX=/usr DESTDIR='$(CURDIR)/$(OUTPUT)/deb'
	@scripts/make-deb.sh $(OUTPUT)/deb

test-deb: ## that package: looked at by lintian, installed and run in a bare Debian, as the container image too (skipped where none can be made)
	@if ! command -v dpkg-shlibdeps > /dev/null; then echo "test-deb: skipped, there is no dpkg-shlibdeps (dpkg-dev)"; \
	  else $(MAKE) --no-print-directory deb && python3 Tests/package/check_deb.py && python3 Tests/package/check_image.py; fi

reproducible: ## whether two folders give the same bytes of the release binary, and how it is hardened (twenty minutes)
	@python3 Tests/package/check_reproducible.py

sbom: build ## build/callbook.cdx.json: what the release binary is made of (CycloneDX)
	@mkdir -p $(OUTPUT)
	@python3 scripts/sbom.py $(CALLBOOK) > $(OUTPUT)/callbook.cdx.json && echo $(OUTPUT)/callbook.cdx.json

help: ## this list
	@awk -F':.*## ' '/^[a-z-]+:.*## / { printf "  make %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

clean: ## remove what was built, the published samples included
	rm -rf .build .build-address .build-thread .build-fuzz '$(OUTPUT)'
