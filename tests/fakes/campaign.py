"""Data of the fake Patreon: tiers, posts and test accounts."""

from dataclasses import dataclass, field, replace
from typing import Any

from app.content.club import CLUB_URL, TIERS
from app.i18n import language_of, use

CAMPAIGN, OTHER_CAMPAIGN = "9", "77"
OTHER_TIER = "77001"
FREE, PROOF, EDITION, ARCHIVE = "10000", "10150", "10350", "10900"
TIER_IDS = {"proof": PROOF, "edition": EDITION, "archive": ARCHIVE}


def _titles() -> dict[str, tuple[str, int]]:
    with use(language_of("/en")):  # the real Patreon has titles only in English
        paid = {TIER_IDS[tier.slug]: (str(tier.name), tier.crowns * 100) for tier in TIERS}
    return {FREE: ("Free", 0), **paid}


TITLES = _titles()
"""The title and the monthly price of each tier. Prices are in hundredths of a crown."""


@dataclass
class Person:
    """A Patreon user.

    - `status`: the value of `patron_status`
    - `member`: the ID of the membership, or None
    """

    key: str
    name: str
    user: str
    member: str | None
    status: str | None = None
    tiers: list[str] = field(default_factory=list)
    campaign: str = CAMPAIGN
    says: str = ""


def _member(number: int) -> str:
    return f"5f0c4a1e-7b1d-4c53-9a50-{number:012d}"


class People(dict[str, Person]):
    """Test accounts. Looking up `proof-17` creates a copy of the account `proof` with different IDs."""

    def __missing__(self, key: str) -> Person:
        like, _, number = key.rpartition("-")
        if like not in self or not number.isdecimal():
            raise KeyError(key)
        model, at = self[like], int(number)
        one = replace(
            model,
            key=key,
            name=f"{model.name} {at}",
            user=f"{model.user}{at:06}",
            member=model.member and _member(int(model.user) * 1_000_000 + at),
            tiers=list(model.tiers),
        )
        self[key] = one
        return one


def people() -> People:
    everybody = (
        Person("proof", "Pavla Nováková", "101", _member(101), "active_patron", [PROOF], says="active patron, Proof"),
        Person("edition", "Edvard Král", "102", _member(102), "active_patron", [EDITION], says="active, Edition"),
        Person("archive", "Alena Dvořáková", "103", _member(103), "active_patron", [ARCHIVE], says="active, Archive"),
        Person("declined", "Dan O’Mítnutý", "104", _member(104), "declined_patron", says="the card was declined"),
        Person("former", "Filip Bývalý", "105", _member(105), "former_patron", says="has left"),
        Person("free", "Františka Volná", "106", _member(106), None, [FREE], says="follows for free"),
        Person("never", "Nela <b>Nová</b>", "107", None, says="has never been a member"),
        Person(
            "neighbour", "Ondřej Odjinud", "108", _member(108), "active_patron", [OTHER_TIER], OTHER_CAMPAIGN,
            says="patron of another campaign",
        ),
        Person("creator", "Studio Otisk", "100", None, says="the creator"),
    )  # fmt: skip
    return People({person.key: person for person in everybody})


EVERYBODY = [FREE, PROOF, EDITION, ARCHIVE]
MEMBERS = [PROOF, EDITION, ARCHIVE]
BY_MAIL = [EDITION, ARCHIVE]
COLLECTORS = [ARCHIVE]

HOSTILE_TITLE = "<img src=x onerror=\"document.title='owned'\"> & <script>alert(1)</script> „Tučný“ \u202enadpis"
HOSTILE = """
<p onclick="alert(1)" style="position:fixed;inset:0" class="evil">Tenhle text přišel odjinud. <b>Tučně</b> smí.</p>
<script>document.title = "owned"</script><style>body{display:none}</style>
<img src="x" onerror="document.title='owned'"><img src="https://tracker.evil.test/pixel.gif" alt="pixel">
<img src="https://evil.test\\.patreon.com/pixel.gif" alt="pixel"><img src="{origin}.evil.test/pixel.gif" alt="pixel">
<a href="javascript:alert(1)">javascript</a> <a href="JaVa&#10;ScRiPt:alert(1)">mixed</a>
<a href="data:text/html,<script>alert(1)</script>">data</a> <a href="https://example.com/?a=1&amp;b=2">a good link</a>
<iframe src="https://evil.test/frame"></iframe><iframe srcdoc="<script>alert(1)</script>"></iframe>
<form action="https://evil.test/"><input name="password" autofocus onfocus="alert(1)"><button>Send</button></form>
<svg onload="alert(1)"><a xlink:href="javascript:alert(1)"><text>svg</text></a></svg>
<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;"></table></math>
<object data="https://evil.test/x.swf"></object><embed src="https://evil.test/x.swf"><base href="https://evil.test/">
<meta http-equiv="refresh" content="0;url=https://evil.test/"><link rel="stylesheet" href="https://evil.test/x.css">
<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>
<a id="main" name="location" href="//evil.test/x" target="_top">without a scheme</a><!-- <script>alert(1)</script> -->
<p>Konec.</p>
"""


def _post(
    number: int, day: str, title: str, tiers: list[str], content: str, *, public: bool = False, **more: Any
) -> dict[str, Any]:
    return {
        "id": str(number),
        "attributes": {
            "title": title,
            "content": content.strip(),
            "is_paid": False,
            "is_public": public,
            # The real Patreon sends some tier IDs as numbers.
            "tiers": [int(tier) if at % 2 == number % 2 else tier for at, tier in enumerate(tiers)] or None,
            "published_at": f"{day}T08:30:00.000+00:00",
            "url": f"/posts/otisk-{number}",
            "embed_data": None,
            "embed_url": None,
            **more,
        },
    }


POSTS = (
    _post(8001, "2025-01-13", "Vítejte v klubu · Welcome to the club", [], """
<p>Klub máme od dneška. Jednou za měsíc vytiskneme něco, co si nikdo neobjednal, a vy to zaplatíte. Nám to přijde jako
dobrá dohoda; řekněte, kdyby vám ne.</p>
<p><em>In English, briefly:</em> once a month we print something nobody ordered. You pay for it, it comes by mail.
Letters are in Czech when we are tired and in English when we are awake.</p>
<p>Další informace najdete <a href="{club}">na naší stránce</a>.</p>
""".replace("{club}", CLUB_URL), public=True),
    _post(8002, "2025-02-03", "Věta z tramvaje číslo čtyři", MEMBERS, """
<p>„Já bych to dělala taky tak, jenom jinak.“ Paní, která to na Obilním trhu řekla do telefonu, netuší, že je z ní
plakát.</p>
<h2>Čím je vysázená</h2>
<p>Groteskem z roku 1928, 36 bodů. Chybělo nám jedno <strong>ě</strong>, tak je v druhém řádku půjčené z kurzívy. Kdo ho
najde první, dostane nátisk.</p>
<ul><li>papír: bavlna 300 g</li><li>barva: černá, ve které je kapka zelené</li><li>náklad: 212 kusů</li></ul>
"""),
    _post(8003, "2025-02-24", "February goes out on Thursday", BY_MAIL, """
<p>All 140 envelopes are addressed by hand, which took two evenings and one argument about the letter <em>g</em>.</p>
<p>If you live outside the EU, the customs label says “printed matter, no value”. Do not take it personally.</p>
<blockquote><p>Please bend.</p></blockquote>
<p>We left that out this time.</p>
"""),
    _post(8004, "2025-03-10", "Hlasování: rumělka, nebo pruská modř?", MEMBERS, """
<p>Dubnový tisk bude mít jednu barvu. Rumělka schne dva dny, pruská modř jeden, ale špatně se umývá z válců.</p>
<ol start="1"><li>rumělka</li><li>pruská modř</li><li>obě, a my to nějak zařídíme</li></ol>
<p>Hlasujte do neděle. Víme, jak to dopadne.</p>
"""),
    _post(8005, "2025-03-31", "První plakát roku, číslo po čísle", COLLECTORS, """
<p>Čtyřicet na padesát, tři průchody, osmdesát číslovaných listů. Vaše číslo je stejné jako vloni; kdo je tu nově,
dostal nejnižší volné.</p>
<figure><img src="{origin}/media/posters-3.jpg" alt="Plakát s velkým červeným kruhem" width="1600" height="1200">
<figcaption>List 14/80, ještě vlhký.</figcaption></figure>
<p>Posíláme v tubusu. Tubus si nechte, je dobrý na mapy.</p>
"""),
    _post(8006, "2025-04-14", "Co se nepovedlo", [], """
<p>Sto dvacet archů s písmenem vzhůru nohama. Všimli jsme si u stého devatenáctého.</p>
<h3>Kolik to stálo</h3>
<table><thead><tr><th>položka</th><th>Kč</th></tr></thead><tbody><tr><td>papír</td><td>3 400</td></tr>
<tr><td>barva</td><td>260</td></tr><tr><td>mlčení v dílně</td><td>do oběda</td></tr></tbody></table>
<p>Z archů budou bloky. Kdo chce jeden, ať napíše; poštovné platíme my, za trest.</p>
"""),
    _post(8007, "2025-05-05", "How a colophon is set (with a film)", MEMBERS, """
<p>Eight-point type is small enough that you stop reading it and start feeling it. Here is how your names go in.</p>
<p><img src="{origin}/media/hands.jpg" alt="Hands over a composing stick" width="1600" height="1067"></p>
<h2>Ruce a světlo</h2>
<p>Natočil to Tomáš telefonem opřeným o lahev terpentýnu, omluvte úhel.</p>
<p><img src="{origin}/media/press.jpg" alt="Příklopový lis z boku"></p>
<p>And no, it is not sped up. <a href="/posts/otisk-8002">The tram poster</a> was faster.</p>
""", embed_url="https://www.youtube.com/watch?v=aqz-KE-bpKQ&t=12s",
          embed_data={"provider": "YouTube", "url": "https://www.youtube.com/watch?v=aqz-KE-bpKQ"}),
    _post(8008, "2025-06-02", "Červnový tisk: nalezený ornament", BY_MAIL, """
<p>V zásuvce po panu Hájkovi byl sáček s ornamenty, na kterém stálo „nikdy“. Použili jsme je všechny.</p>
<p>Tisk je 15 × 21 cm jako vždycky, jen na výšku a s okrajem, do kterého se vejde palec.</p>
"""),
    _post(8009, "2025-06-23", "Poster no. 2, and an apology to the number 31", COLLECTORS, """
<p>Sheet 31 was signed twice and numbered never. It is now 31, with a small red dot, and it is the only one.</p>
<p>Kdo má jednatřicítku, ať se nelekne: ta tečka je ručně.</p>
"""),
    _post(8010, "2025-08-18", "Letní pozdrav pro každého, kdo nás sleduje", EVERYBODY, """
<p>V srpnu netiskneme, čistíme. Tohle je pro všechny, i pro ty, kdo nás jen sledují zdarma.</p>
<p>In August we do not print, we clean. A letter for everyone who follows along, members or not.</p>
"""),
    _post(8011, "2025-09-15", HOSTILE_TITLE, MEMBERS, HOSTILE),
    _post(8012, "2025-10-06", "Říjnový dopis: o papíru, který se nechtěl nechat", MEMBERS, """
<p>Objednali jsme papír s dvaceti procenty lnu. Přišel s nadšením osmdesáti.</p>
<p>Tři dny se kroutil, čtvrtý jsme ho postříkali, pátý se narovnal a šestý jsme na něj vytiskli slovo
<em>dobře</em>.</p>
<p>Vaše <code>soubory pro obrazovku</code> jsou jako vždy
<a href="https://www.patreon.com/studiootisk/shop">tady</a>.</p>
"""),
    _post(8013, "2025-11-03", "November: the calendar, and who voted for violet", BY_MAIL, """
<p>You did. Sixty-one of you. Violet is red over blue, which is two passes, which is exactly what we were afraid of.</p>
<p>Kalendář odchází s prosincovou obálkou. Fialová je na něm jednou a my víme přesně kde.</p>
""", is_paid=True),
    _post(8014, "2025-11-04", "Koncept, který nikdo neměl vidět", MEMBERS, "<p>Not yet.</p>", published_at=None),
    _post(8015, "2099-01-01", "Naplánováno na rok 2099", MEMBERS, "<p>Ještě ne.</p>"),
)  # fmt: skip
"""The posts in Patreon's format, oldest first. The last two are not published."""

PUBLISHED = tuple(post["id"] for post in POSTS[:-2])
