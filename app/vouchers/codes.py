"""Voucher codes: 80 random bits in Crockford's base 32, which has no letters that look like digits."""

import re
import secrets

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LENGTH, GROUP = 16, 4
MAX_TYPED = 100

_LOOKALIKES = str.maketrans("OIL", "011")


def new_code() -> str:
    return "".join(secrets.choice(ALPHABET) for _position in range(LENGTH))


def normalised(typed: str) -> str | None:
    """Returns the standard spelling of a code that a visitor typed, or None if the text cannot be a code."""
    code = re.sub(r"[\W_]", "", typed[:MAX_TYPED]).upper().translate(_LOOKALIKES)
    return code if len(code) == LENGTH and set(code) <= set(ALPHABET) else None


def grouped(code: str) -> str:
    """Returns a code in groups, such as `7KQ2-9FZ0-M4TB-XX1D`."""
    return "-".join(code[at : at + GROUP] for at in range(0, LENGTH, GROUP))
