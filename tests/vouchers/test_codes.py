"""Voucher codes are random. Users can type them in lowercase and with spaces."""

import pytest

from app.vouchers.codes import LENGTH, grouped, new_code, normalised


def test_codes_are_found_however_they_are_typed() -> None:
    code = new_code()
    assert len(code) == LENGTH and normalised(code) == code
    for typed in (grouped(code), grouped(code).lower(), f"  {code[:7]} {code[7:]}\n", code.replace("0", "o")):
        assert normalised(typed) == code
    for separator in "\u2010\u2011\u2013\u200b\ufeff_.":
        assert normalised(grouped(code).replace("-", separator) + ".") == code
    assert normalised("I1L0-Oo23-4567-89AB") == "1110002345678" + "9AB"


@pytest.mark.parametrize("typed", ["", "1234", "U" * 16, "7" * 17, "é" * 16, "\u0661" * 16, "7" * 100_000])
def test_other_texts_are_no_codes(typed: str) -> None:
    assert normalised(typed) is None


def test_codes_differ() -> None:
    assert len({new_code() for _code in range(1000)}) == 1000
