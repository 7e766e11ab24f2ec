"""Which tests run one after the other in one process, where several processes share the work."""

import pytest

VARIANT = "variant"
"""The group of all that ask for the other build: it is made once."""


def grouped(items: list[pytest.Item]) -> None:
    """Puts each test into its module's group, unless it says another: modules share browsers and servers."""
    for item in items:
        if not item.get_closest_marker("xdist_group"):
            item.add_marker(pytest.mark.xdist_group(item.path.as_posix()))
