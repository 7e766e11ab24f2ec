"""The site's languages. The first one is the default."""

from dataclasses import dataclass

from babel import Locale


@dataclass(frozen=True)
class Language:
    """A language of the site.

    `tag` is the language's BCP 47 tag, and `written` is the tag for numbers and dates. `estimate` is the currency of
    estimated prices (ISO 4217). If `complete` is false, English text replaces missing translations. If `public` is
    false, no page links to the language's pages.
    """

    code: str
    tag: str
    name: str
    estimate: str | None = None
    written: str = ""
    twelve_hours: bool = False
    complete: bool = True
    public: bool = True

    @property
    def prefix(self) -> str:
        return "" if self == DEFAULT else f"/{self.code}"

    @property
    def locale(self) -> Locale:
        return Locale.parse(self.written or self.tag, sep="-")


LANGUAGES: tuple[Language, ...] = (
    Language("cs", "cs-CZ", "Čeština"),
    Language("en", "en-US", "English", estimate="EUR", written="en-GB", twelve_hours=True),
)
DEFAULT = LANGUAGES[0]
PUBLIC = tuple(language for language in LANGUAGES if language.public)


def language_of(path: str) -> Language:
    first = path.split("/", 2)[1] if path.startswith("/") else path
    return next((language for language in LANGUAGES[1:] if language.code == first), DEFAULT)
