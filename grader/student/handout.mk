# What `make` can do in every handout. Its Makefile says before: NAME, of the archives, and ENGINE,
# the folder in which this program is.
PYTHON ?= python3
export PYTHONPATH := $(ENGINE):$(PYTHONPATH)
MODULES ?=
FROM ?= ../$(NAME)-handout.tgz

.DEFAULT_GOAL := handin
.PHONY: handin check update clean

# Checks that fail are no fault of make, which would say so in a line of its own (status 1).
# Files that are unfinished can be handed in all the same; only checks that cannot run stop it.
handin:
	@$(PYTHON) -m checks --pack $(MODULES)

check:
	@$(PYTHON) -m checks $(MODULES) || test $$? -eq 1

update:
	@$(PYTHON) -m checks --update "$(FROM)"

clean:
	rm -rf $(NAME)-handin.tgz __pycache__ */__pycache__ .pytest_cache
