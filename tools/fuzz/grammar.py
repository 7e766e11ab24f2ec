"""Generates email addresses from the grammars of RFC 5322, RFC 2047 (encoded words) and RFC 6531 (Unicode).

Some addresses are invalid on purpose.
"""

import base64
from random import Random

ATEXT = "abcdefghijklmnopqrstuvwxyzABCXYZ0123456789!#$%&'*+-/=?^_`{|}~"
SPECIALS = '()<>[]:;@\\,."'
ODD = [
    "\x00", "\r\n", "\r", "\n", "\t", " ", "\x7f", "\x85", "\u2028", "\u202e", "\u200d", "\u00ad", "\ufeff", "\ud800",
    "💥",
]  # fmt: skip
SCRIPTS = [
    "žluťoučký", "δοκιμή", "пример", "例え", "उदाहरण", "مثال", "דוגמה", "ตัวอย่าง", "ß", "ı", "ﬁ", "e\u0301", "ａｂ", "①",
    "а" * 3,
]  # fmt: skip
LABELS = [
    "example", "a", "x-y", "xn--hkyrky-ptac70bc", "xn--", "xn--a", "xn--99999", "-a", "a-", "a--b", "ab--c", "1",
    "_dmarc", "a_b",
]  # fmt: skip
ENDS = [
    "com", "cz", "test", "museum", "c", "1", "123", "xn--p1ai", "рф", "co.uk", "local", "localhost", "arpa", "x" * 63,
    "x" * 64,
]  # fmt: skip
CHARSETS = [
    "utf-8", "UTF-8*en", "us-ascii", "iso-8859-1", "utf-7", "utf-16", "punycode", "unknown-8bit", "x", "", "hex",
]  # fmt: skip
HIDDEN = [
    "", "x", "a@evil.test", "a@evil.test, b@evil.test", "x> <y@evil.test", "x\r\nBcc: y@evil.test", "x\r\nSubject: hi",
    "x\r\n\r\nbody", "\x00", "é", "=?utf-8?q?x?=", "(", '"', "<", "a@b@c", " " * 50, "\ud800",
]  # fmt: skip
ORDINARY = [
    "jana", "jana.nova", "jana+card", "o'neill", "a", "user_1", "j-k", "X.Y.Z", "1234567890", "a!b", "a%b", "{x}",
    "x=y",
]  # fmt: skip


def address(random: Random, word: str = "") -> str:
    """Returns a random email address, sometimes with `word`. About a third of the addresses have ordinary syntax."""
    make = random.choices(
        [plain, addr_spec, encoded, international, mailbox, lengths, broken], [30, 15, 20, 12, 8, 6, 9]
    )[0]
    made = make(random, word)
    return f" {made}\t" if random.random() < 0.02 else made


def plain(random: Random, word: str) -> str:
    local = random.choice(
        [random.choice(ORDINARY), dot_atom(random), f"{word or 'x'}", f"{word}.{random.choice(ORDINARY)}"]
    )
    domain = random.choice(["example.com", "mail.example.cz", "a-b.example.org", "EXAMPLE.co.uk", "example.com"])
    return f"{local}@{domain}"


def addr_spec(random: Random, word: str) -> str:
    """Returns an address with comments, line breaks, quotes or IP addresses (RFC 5322, sections 3.4.1, 4.4)."""
    local = random.choice([dot_atom, quoted, obsolete])(random)
    return f"{cfws(random)}{local}{cfws(random)}@{cfws(random)}{domain(random)}{cfws(random)}"


def mailbox(random: Random, word: str) -> str:
    name = random.choice([word, quoted(random), encoded_word(random), "Jana Nová", ""])
    inner = random.choice([plain, encoded])(random, word)
    forms = [f"{name} <{inner}>", f"<{inner}>", f"{inner}, {inner}", f"{name}: {inner};", f"<@a.test,@b.test:{inner}>"]
    return random.choice(
        [*forms, f"{inner}; {inner}", f"{inner} ({name})", f"mailto:{inner}", f"<{inner}", f"{inner}>"]
    )


def encoded(random: Random, word: str) -> str:
    """Returns an address with encoded words before the @, and sometimes also after it."""
    local = random.choice(
        [encoded_word(random), encoded_word(random) + encoded_word(random), f"a.{encoded_word(random)}"]
    )
    host = random.choice(["example.com"] * 5 + [encoded_word(random), f"{encoded_word(random)}.com"])
    return f"{local}@{host}"


def encoded_word(random: Random) -> str:
    """Returns an encoded word (RFC 2047, section 2), sometimes with errors."""
    hidden = random.choice(HIDDEN).encode("utf-8", "surrogatepass")
    if random.random() < 0.5:
        text = "".join(chr(each) if chr(each).isalnum() else f"={each:02X}" for each in hidden)
        return f"=?{random.choice(CHARSETS)}?{random.choice('qQ')}?{text}?="
    text = base64.b64encode(hidden).decode()
    text = random.choice([text, text.rstrip("="), text[:-1], text or "===="])
    return f"=?{random.choice(CHARSETS)}?{random.choice('bBxX')}?{text}{random.choice(['?=', '?=', '?', '='])}"


def international(random: Random, word: str) -> str:
    """Returns an address with non-Latin letters, such as Greek ones (RFC 6531)."""
    local = random.choice(
        [random.choice(SCRIPTS), random.choice(ORDINARY), random.choice(ORDINARY) + random.choice(SCRIPTS)]
    )
    names = [
        random.choice([*SCRIPTS, "example", "bücher", "faß", "xn--bcher-kva"]) for _ in range(random.choice([1, 2]))
    ]
    dot = random.choice([".", ".", ".", "\u3002", "\uff0e"])
    at = random.choice(["@", "@", "@", "@", "\uff20", "\ufe6b"])
    return f"{local}{at}{dot.join([*names, random.choice(ENDS)])}"


def lengths(random: Random, word: str) -> str:
    """Returns an address with parts of various lengths, some too long (RFC 5321, section 4.5.3.1)."""
    local = "a" * random.choice([1, 63, 64, 65, 200])
    label = "b" * random.choice([1, 62, 63, 64])
    return f"{local}@{'.'.join([label] * random.choice([1, 2, 3, 4]))}.com"


def broken(random: Random, word: str) -> str:
    made = list(random.choice([plain, addr_spec, international, mailbox])(random, word))
    for _ in range(random.choice([1, 1, 2, 3])):
        at = random.randrange(len(made) + 1)
        made[at : at + random.choice([0, 0, 1])] = random.choice([*SPECIALS, *ODD, "..", "@@", "", "=?"])
    return "".join(made)


def domain(random: Random) -> str:
    literals = ["[127.0.0.1]", "[IPv6:::1]", "[]", "[x\\]y]", "[IPv6:zz]", "127.0.0.1", "[1.2.3.4] "]
    if random.random() < 0.2:
        return random.choice(literals)
    labels = [random.choice(LABELS) for _ in range(random.choice([1, 1, 2, 5]))]
    return ".".join([*labels, random.choice(ENDS)]) + random.choice(["", "", "", "."])


def dot_atom(random: Random) -> str:
    atoms = ["".join(random.choices(ATEXT, k=random.choice([1, 3, 8]))) for _ in range(random.choice([1, 1, 2, 3]))]
    return ".".join(atoms)


def quoted(random: Random) -> str:
    inner = [random.choice([*ATEXT, *SPECIALS, " ", "\t", "é"]) for _ in range(random.choice([0, 1, 5]))]
    return '"' + "".join(f"\\{each}" if each in '"\\' else each for each in inner) + '"'


def obsolete(random: Random) -> str:
    """Returns a local part, sometimes with misplaced dots or spaces (RFC 5322, section 4.4)."""
    words = [random.choice([dot_atom, quoted])(random) for _ in range(random.choice([1, 2]))]
    return random.choice([" . ", ".", "..", ". "]).join(words) + random.choice(["", "", "."])


def cfws(random: Random, depth: int = 0) -> str:
    if random.random() < 0.85:
        return ""
    nested = cfws(random, depth + 1) if depth < 3 else ""
    return random.choice(
        [" ", "\t", "\r\n ", f"(a{nested})", f"({encoded_word(random)})", "(" * random.choice([1, 40]), "(\\))"]
    )
