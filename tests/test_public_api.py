"""The public API: what the modules export is what the page lists, and every name says what it is."""

from __future__ import annotations

import inspect

import pytest
from public_api import HEAD, PAGE, PUBLIC, module, page, summary


def test_the_page_lists_what_the_modules_export() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "if the change is meant: python tests/public_api.py"
    assert HEAD in page()


@pytest.mark.parametrize("name", PUBLIC)
def test_every_exported_name_says_what_it_is(name: str) -> None:
    public = module(name)
    assert summary(public), "the module has no docstring"
    assert len(set(public.__all__)) == len(public.__all__)
    for exported in public.__all__:
        found = getattr(public, exported)
        if inspect.isclass(found) or inspect.isfunction(found):
            assert summary(found), f"{exported} has no docstring"
            generated = summary(found).startswith(f"{exported}(")
            assert not generated, f"{exported} has only the docstring that dataclasses make"
