"""A model of the inquiry form in three tabs: what each tab has to show and send.

A tab's draft contains the visitor's input. It survives a new document in the same tab. If a tab is closed, or its form
has no script yet, a form whose script starts in another tab can take over the tab's draft.
"""

from dataclasses import dataclass, field
from itertools import count
from typing import Any

from tests.support.inquiry_tabs import Action, Values

DEFAULTS = {"what": "cards", "pieces": "", "name": "", "message": ""}
PREFILLABLE = ("what", "pieces")
"""The fields that a link can fill in. A draft stores them for each link's query."""
LINKS: dict[str, Values] = {
    "": {},
    "what=posters&pieces=40": {"what": "posters", "pieces": "40"},
    "pieces=200&name=Eve&message=Hers&by=2030-01-01": {"pieces": "200"},
}
"""The values that each link fills in, keyed by the link's query."""


@dataclass(eq=False)
class Draft:
    texts: Values = field(default_factory=dict)
    prefillable: dict[str, Values] = field(default_factory=dict)
    """Values of the fields in `PREFILLABLE`, keyed by the link's query. The last ones are the latest."""
    id: object = field(default_factory=object)
    attempt: Values | None = None
    """The values that were sent last under this ID."""
    saved: int = 0
    """The time of the last save. 0 if the draft is not stored."""

    @property
    def is_as_sent(self) -> bool:
        latest = next(reversed(self.prefillable.values()), {})
        return self.attempt is not None and self.texts | latest == self.attempt


@dataclass(eq=False)
class Tab:
    query: str | None = None
    """The query of the page's URL. None if the tab does not show the form."""
    shown: Values = field(default_factory=dict)
    touched: set[str] = field(default_factory=set)
    """The names of the fields that contain the visitor's input."""
    has_script: bool = False
    owns_draft: bool = False
    """Whether other tabs see that this tab uses its draft: since the form's script has started in this document."""
    draft: Draft | None = None
    carried: Values | None = None
    """Values that the start script carries to the page in another language."""

    def fill(self, values: Values) -> None:
        """Fills in untouched fields."""
        self.shown = self.shown | {name: value for name, value in values.items() if name not in self.touched}

    def fill_as_input(self, values: Values) -> None:
        self.fill(values)
        self.touched |= set(values)


class Model:
    """The expected state of all tabs. Each public method performs the action of its name."""

    def __init__(self, *, is_served: bool) -> None:
        self.is_served = is_served
        self.tabs = [Tab(), Tab(), Tab()]
        self.closed: list[Draft] = []
        """Drafts of closed tabs."""
        self.sent: list[tuple[object, Values]] = []
        self._time = count(1)

    def perform(self, action: Action) -> None:
        given: tuple[Any, ...] = action.given if action.tab is None else (self.tabs[action.tab], *action.given)
        getattr(self, action.name)(*given)

    def shown(self) -> list[Values | None]:
        return [None if tab.query is None else tab.shown for tab in self.tabs]

    def open(self, tab: Tab, query: str) -> None:
        self._show_page(tab, query, is_served=self.is_served)
        tab.owns_draft = False

    def reload(self, tab: Tab, is_restored: bool) -> None:
        before = tab.shown
        self.open(tab, tab.query or "")
        if is_restored:
            tab.touched = {name for name in before if before[name] != tab.shown[name]}
            tab.shown = before

    def switch(self, tab: Tab) -> None:
        if tab.has_script:
            self._show_page(tab, tab.query or "", is_served=False)  # in the same document
        else:
            tab.carried = tab.shown
            self.open(tab, tab.query or "")

    def close(self, tab: Tab) -> None:
        if tab.draft and tab.draft.saved:
            self.closed.append(tab.draft)
        self.tabs[self.tabs.index(tab)] = Tab()

    def type(self, tab: Tab, name: str, value: str) -> None:
        tab.shown = tab.shown | {name: value}
        tab.touched.add(name)
        if tab.has_script:
            self._save(tab)

    def enhance(self, tab: Tab, *meanwhile: str) -> None:
        """Starts the form's script. The visitor can type a field's name and value meanwhile."""
        if meanwhile:
            self.type(tab, *meanwhile)
        tab.has_script = tab.owns_draft = True
        carried, tab.carried = tab.carried or {}, None
        tab.fill_as_input({name: value for name, value in carried.items() if value != tab.shown[name]})
        if not tab.draft or not tab.draft.saved:
            tab.draft = self._take_draft() or Draft()
        query, prefillable = tab.query or "", tab.draft.prefillable
        latest = {} if query else next(reversed(prefillable.values()), {})
        tab.fill_as_input(tab.draft.texts | (prefillable.get(query) or latest))
        tab.fill(LINKS[query])
        self._save(tab)

    def send(self, tab: Tab) -> None:
        assert tab.draft
        tab.touched = set(tab.shown)
        if tab.draft.attempt not in (None, tab.shown):
            tab.draft.id = object()
        tab.draft.attempt = tab.shown
        self._save(tab)
        self.sent.append((tab.draft.id, tab.shown))

    def clear(self, tab: Tab) -> None:
        self._empty(tab)
        for draft in self._free_drafts():
            self._forget(draft)

    def arrive(self, number: int) -> None:
        """Empties the forms that still show a received inquiry."""
        id = self.sent[number][0]
        for tab in self.tabs:
            if not tab.draft or tab.draft.id is not id:
                continue
            if tab.has_script and tab.draft.attempt == tab.shown:
                self._empty(tab)
            elif tab.has_script:
                tab.draft.id, tab.draft.attempt = object(), None
                self._save(tab)
            elif tab.draft.is_as_sent:
                tab.draft = None
        self.closed = [draft for draft in self.closed if draft.id is not id or not draft.is_as_sent]

    def _show_page(self, tab: Tab, query: str, *, is_served: bool) -> None:
        tab.query, tab.touched, tab.has_script = query, set(), False
        tab.shown = DEFAULTS | (LINKS[query] if is_served else {})

    def _free_drafts(self) -> list[Draft]:
        """Returns the drafts that no tab uses, latest first."""
        unused = [tab.draft for tab in self.tabs if tab.draft and tab.draft.saved and not tab.owns_draft]
        return sorted(self.closed + unused, key=lambda draft: -draft.saved)

    def _take_draft(self) -> Draft | None:
        draft = next(iter(self._free_drafts()), None)
        if draft:
            self._forget(draft)
        return draft

    def _forget(self, draft: Draft) -> None:
        self.closed = [each for each in self.closed if each is not draft]
        for tab in self.tabs:
            if tab.draft is draft:
                tab.draft = None

    def _save(self, tab: Tab) -> None:
        assert tab.draft
        if not tab.touched:
            return
        query = tab.query or ""
        typed = {name: value for name, value in tab.shown.items() if name in tab.touched}
        tab.draft.texts = {name: value for name, value in typed.items() if name not in PREFILLABLE}
        if prefillable := {name: value for name, value in typed.items() if name in PREFILLABLE}:
            tab.draft.prefillable.pop(query, None)  # the latest ones are last
            tab.draft.prefillable[query] = prefillable
        tab.draft.saved = next(self._time)

    def _empty(self, tab: Tab) -> None:
        tab.shown, tab.touched, tab.draft = DEFAULTS, set(), Draft()
