import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import SecretStr

from app import settings as module
from app.folders import ROOT
from app.settings import SECRETS, Settings, SettingsError, check_servable, load, main

KEY, OLDER = "k" * 43 + "=", "-_" * 21 + "0="
MAIL = {"smtp_url": "smtps://web:p%40ss@mail.test:465", "mail_to": "studio@otisk.test", "mail_from": "web@otisk.test"}
GOPAY = {"gopay_goid": "8123456789", "gopay_client_id": "1234567890", "gopay_client_secret": "s3cret-of-gopay"}
ALLOWED = {
    "INQUIRIES_DAYS": ["1", "3650"],
    "MAIL_MAX_MB": ["1", "100"],
    "HOST": ["0.0.0.0", "::1", "otisk.local"],
    "PORT": ["1", "65535"],
    "WEB_WORKERS": ["64"],
    "HOSTING": ["static"],
    "INQUIRIES_ENDPOINT": ["https://forms.test/f/1", "mailto:studio@example.com"],
    "SITE_URL": ["https://otisk.test", "http://127.0.0.1:8000", "http://[::1]:8000"],
    "ROOT_REDIRECT": ["/portfolio", "/en?from=root#work", "https://example.com", "http://localhost:8000/about"],
    "ROOT_REDIRECT_STATUS": ["301", "302", "303", "307", "308"],
    "FALLBACK_LANGUAGE": ["cs", "en"],
    "I18N_MESSAGES": ["bundled", "dynamic"],
    "I18N_BASE_URL": ["https://texts.otisk.test"],
    "SENTRY_DSN": ["https://key@sentry.test/1", "http://key:old@[::1]:9000/base/42"],
    "SENTRY_ENVIRONMENT": ["stage-2.test"],
    "ANALYTICS_ID": ["G-ABC1234567"],
    "PATREON_URL": ["http://127.0.0.1:9000"],
    "INDEXNOW_KEY": ["0123456789abcdef"],
    "GOPAY_URL": ["https://gw.sandbox.gopay.com"],
    "LOG_FORMAT": ["text", "json"],
    "REQUEST_LOG": ["on", "off"],
    "METRICS_TOKEN": ["x" * 16],
    "REDIS_URL": [
        "redis://localhost",
        "redis://:pass@10.0.0.5:6379/0",
        "redis://[fd00::5]/0",
        "redis://:pass@redis/0",
        "redis://redis.internal",
        "redis://:pass@Cache.LAN:6379/0",
        "redis://cache.home.arpa",
        "redis://100.64.0.5",
        "rediss://user:pass@redis.example/0",
        "redis://:p%23%2Fss@redis:6379/0?socket_timeout=2",
        "redis://:6379/0",
        "unix:///run/redis.sock",
    ],
    "DATA_DIR": ["/var/lib/otisk"],
    "DATABASE_URL": [
        "sqlite:////var/lib/otisk/site.db",
        "postgresql://otisk:p%40ss@db.test:5432/otisk?sslmode=verify-full",
        "postgresql:///otisk?host=/run/postgresql",
        "postgresql://[::1]/otisk",
        "postgresql://otisk:p#?ss@[FD00::5]:5432/otisk",
        "postgresql://otisk@first,second/otisk",
    ],
    "ICON_PROVIDER_URL": ["https://api.icons.test/v1?x=1"],
}
REFUSED = {
    "HOST": ["my host", "host/path"],
    "PORT": ["0", "65536", "eighty", "80.5"],
    "WEB_WORKERS": ["0", "65", "many"],
    "HOSTING": ["netlify"],
    "INQUIRIES_ENDPOINT": ["http://a.test", "mailto:x", "https://a.test/;x", "a@b", "https://š", "https://a:70000"],
    "SITE_URL": ["a.test", "https://", "https://otisk.test/", "ftp://a.test", "https://a b", "https://tiskárna.eu"],
    "ROOT_REDIRECT": [
        "/",
        "/?from=root",
        "/#work",
        "/en/..",
        "http://localhost:8000",
        "https://LOCALHOST:8000/?from=root",
        "//evil.test",
        "/\\evil.test",
        "about",
        "javascript:alert(1)",
        "/a b",
        "https://",
        "/a\tb",
        "https://[evil",
    ],
    "ROOT_REDIRECT_STATUS": ["200", "304", "found"],
    "FALLBACK_LANGUAGE": ["de", "EN", "cs-CZ"],
    "I18N_MESSAGES": ["lazy"],
    "INDEXNOW_KEY": ["short", "../../etc/passwd"],
    "LOG_FORMAT": ["JSON", "logfmt"],
    "REQUEST_LOG": ["yes", "1"],
    "METRICS_TOKEN": ["x" * 15, "with a blank in it"],
    "I18N_BASE_URL": ["texts.otisk.test", "https://čeština.test"],
    "SENTRY_DSN": [
        "https://a.test/1",
        "https://k@a.test",
        "k@a.test/1",
        "https://k@a.test;x/1",
        "https://k@č.test/1",
        "https://k@a.test/abc",
        "https://k@a.test:99999/1",
    ],
    "SENTRY_ENVIRONMENT": ["a b", "x" * 65],
    "ANALYTICS_ID": ["zzz", "G-", "GT-5XYZ", "g-1", "G-1_2", "UA-1234-1", "G 1", "<script>"],
    "PATREON_URL": ["www.patreon.com", "https://www.patreon.com/"],
    "GOPAY_GOID": ["12a", "-1"],
    "GOPAY_CLIENT_ID": ["a:b", "a b", "ž"],
    "GOPAY_CLIENT_SECRET": ["a b", "a\nb"],
    "GOPAY_URL": ["gate.gopay.cz", "https://gate.gopay.cz/api"],
    "TRUSTED_PROXIES": ["proxy.test", "10.0.0.1/8", "10.0.0.0/8,", "127.0.0.1;::1", "0.0.0.0/0", "127.0.0.1,::/0"],
    "REDIS_URL": [
        "localhost:6379",
        "http://localhost",
        "redis://",
        "redis://:p@redis.example",
        "redis://internal.example",
        "redis://notlan.example",
        "redis://100.128.0.1",
        "redis://[2001:41d0::1]/",
        "redis://:pa#ss@10.0.0.5/0",
        "redis://:pa/ss@10.0.0.5/0",
        "redis://:1234/ss@10.0.0.5/0",
        "redis://:1234?ss@10.0.0.5/0",
        "redis://:pa[ss@10.0.0.5/0",
        "redis://localhost:99999",
    ],
    "DATA_DIR": ["README.md", "~nobody-by-that-name/data", "x" * 5000],
    "DATABASE_URL": [
        "site.db",
        "sqlite:///",
        "sqlite:///.",
        "mysql://localhost/otisk",
        "postgresql://localhost",
        "postgresql://otisk:pw@first:5432,second:5432/otisk",
        "postgresql://::1/otisk",
        "postgresql://otisk:pa%ss@localhost/otisk",
        "postgresql://localhost:99999/otisk",
        "postgresql://localhost:0/otisk",
    ],
    "PATREON_CREATOR_TOKEN": ["a b", "a\nb", "žeton", "x" * 1001],
    "PATREON_CREATOR_REFRESH_TOKEN": ["a b", "a\nb", "žeton", "x" * 1001],
    "SESSION_KEYS": ["short", f"{KEY},short", f"{KEY};{KEY}"],
    "INQUIRIES_DAYS": ["0", "3651", "many"],
    "MAIL_MAX_MB": ["0", "101", "1.5"],
    "SMTP_URL": [
        "mail.test:25",
        "https://mail.test",
        "smtp://web:se cret@mail.test",
        "smtp://",
        "smtps://web:pa#ss@mail.test",
        "smtps://web:1234#ss@mail.test",
        "smtps://web:1234?ss@mail.test",
        "smtps://web:pa[ss@mail.test",
        "smtps://mail.test:99999",
        "smtp://[:::]",
    ],
    "MAIL_TO": ["studio", "a@b.cz\r\nBcc: c@d.cz", "a@b.cz,c@d.cz", "studio@tiskárna.eu", "řízení@otisk.test"],
    "MAIL_FROM": ["web", "Web <web@otisk.test>"],
    "ICON_PROVIDER_URL": ["icons.test", "https://", "https://icons test"],
}  # fmt: skip


@pytest.fixture(autouse=True)
def environment(monkeypatch):
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.setitem(Settings.model_config, "env_file", None)


def test_an_empty_variable_is_not_set(monkeypatch):
    defaults = load()
    for name in Settings.model_fields:
        monkeypatch.setenv(name.upper(), "")
    assert load() == defaults


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in ALLOWED.items() for value in values])
def test_allowed_values_are_accepted(monkeypatch, name, value):
    monkeypatch.setenv(name, value)
    found = getattr(load(), name.lower())
    assert (found.get_secret_value() if isinstance(found, SecretStr) else str(found)) == value


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in REFUSED.items() for value in values])
def test_other_values_are_rejected_in_one_line(monkeypatch, name, value):
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError) as refusal:
        load()
    shown = r"\(hidden\)" if name.lower() in SECRETS else f"'?{re.escape(repr(value)[1:-1])}'?"
    assert re.fullmatch(rf"{name}={shown} is not allowed: .{{5,}}", str(refusal.value)), "one line, with a reason"
    assert refusal.value.__suppress_context__, "a traceback would show the value of a secret"


@pytest.mark.parametrize(
    ("origin", "sent"),
    [
        ("https://tiskárna.eu", "https://xn--tiskrna-kwa.eu"),
        ("https://straße.de", "https://xn--strae-oqa.de"),
        ("http://www.Tiskárna.eu:8443", "http://www.xn--tiskrna-kwa.eu:8443"),
    ],
)
def test_the_punycode_of_a_site_url_is_named(origin, sent):
    with pytest.raises(SettingsError, match=f"is not allowed: the origin that browsers send, {re.escape(sent)}$"):
        load(site_url=origin)
    assert load(site_url=sent).site_url == sent


@pytest.mark.parametrize("name", ["mail_to", "mail_from"])
def test_the_punycode_of_a_mailbox_is_named(name):
    with pytest.raises(SettingsError, match=r"is not allowed: .*, studio@xn--tiskrna-kwa\.eu$"):
        load(**MAIL | {name: "studio@tiskárna.eu"})
    assert getattr(load(**MAIL | {name: "studio@xn--tiskrna-kwa.eu"}), name) == "studio@xn--tiskrna-kwa.eu"


def test_session_keys_are_a_list_of_secrets(monkeypatch):
    monkeypatch.setenv("SESSION_KEYS", f"{KEY}, {OLDER}")
    keys = load().session_keys
    assert [key.get_secret_value() for key in keys] == [KEY, OLDER]
    assert KEY not in repr(load())


@pytest.mark.parametrize(
    ("value", "networks"),
    [("none", []), ("192.0.2.1", ["192.0.2.1/32"]), ("10.0.0.0/8, 2001:db8::/32", ["10.0.0.0/8", "2001:db8::/32"])],
)
def test_trusted_proxies_are_networks(monkeypatch, value, networks):
    monkeypatch.setenv("TRUSTED_PROXIES", value)
    assert [str(network) for network in load().trusted_proxies] == networks


def test_these_settings_are_secret():
    assert {
        "gopay_client_secret",
        "patreon_client_secret",
        "patreon_creator_token",
        "patreon_creator_refresh_token",
        "patreon_webhook_secret",
        "session_keys",
        "metrics_token",
        "sentry_dsn",
        "redis_url",
        "database_url",
        "smtp_url",
    } == SECRETS


@pytest.mark.parametrize(
    "url",
    [
        MAIL["smtp_url"],
        "smtps://web@otisk.test:p@ss@mail.test",
        "smtp://127.0.0.1:2525",
        "smtp://[::1]",
        "smtp://mail.test/",
    ],
)
def test_mail_needs_three_settings(url):
    found = load(**MAIL | {"smtp_url": url}).smtp_url
    assert found and found.get_secret_value() == url
    with pytest.raises(SettingsError, match=r"missing: MAIL_TO"):
        load(smtp_url=url, mail_from=MAIL["mail_from"])


def test_gopay_needs_three_settings_and_https():
    server = GOPAY | {"site_url": "https://otisk.test"}
    assert load(**server).has_card_payments
    static = server | {"hosting": "static"}
    assert not load(**static).has_card_payments
    for name, value in {"gopay_url": "http://gopay.example.com", "site_url": "http://otisk.example.com"}.items():
        with pytest.raises(SettingsError, match=f"{name.upper()}='{value}' with GoPay"):
            load(**static | {name: value})
    del static["gopay_goid"]
    with pytest.raises(SettingsError, match=r"missing: GOPAY_GOID"):
        load(**static)


def test_a_server_with_gopay_needs_mail():
    with pytest.raises(SettingsError, match=r"^GoPay needs the settings of mail \(SMTP_URL, MAIL_TO, MAIL_FROM\): "):
        check_servable(load(**GOPAY))
    check_servable(load(**GOPAY, hosting="static"))
    check_servable(load(**GOPAY, **MAIL))


PATREON = {
    "patreon_client_id": "id",
    "patreon_client_secret": "secret",
    "patreon_creator_token": "token",
    "patreon_campaign_id": "1234",
}


@pytest.mark.parametrize("missing", PATREON)
def test_patreon_needs_four_settings(missing):
    assert load(**PATREON).patreon_campaign_id == "1234"
    with pytest.raises(SettingsError) as refusal:
        load(**{name: value for name, value in PATREON.items() if name != missing})
    assert str(refusal.value) == f"Patreon needs all of its settings; missing: {missing.upper()}"


def test_a_refresh_token_alone_is_ignored():
    token = {"patreon_creator_refresh_token": "refresh"}
    with pytest.raises(
        SettingsError, match=r"^PATREON_CREATOR_REFRESH_TOKEN needs Patreon's other settings: PATREON_C"
    ):
        load(**token)
    found = load(**token, **PATREON).patreon_creator_refresh_token
    assert found and found.get_secret_value() == "refresh" and "refresh" not in repr(found)


SAFE_TOGETHER = [
    {"web_workers": "2", "redis_url": "redis://localhost"},
    {"site_url": "https://otisk.example"},
    {"site_url": "http://192.168.1.5:8000"},
    {"site_url": "http://[::1]:8000", "patreon_url": "http://127.0.0.1:9000"},
    {"site_url": "http://otisk.test"},
]
UNSAFE_TOGETHER = [
    ({"web_workers": "2"}, "WEB_WORKERS=2 with Patreon needs REDIS_URL: "),
    ({"site_url": "http://otisk.example"}, "SITE_URL='http://otisk.example' with Patreon has to be https: "),
    ({"site_url": "http://93.184.216.34:8000"}, "SITE_URL='http://93.184.216.34:8000' with Patreon has to be https: "),
    ({"patreon_url": "http://patreon.example"}, "PATREON_URL='http://patreon.example' with Patreon has to be https: "),
]


@pytest.mark.parametrize("together", SAFE_TOGETHER)
def test_safe_combinations_are_accepted(together):
    assert load(**PATREON, **together).patreon_campaign_id == "1234"


@pytest.mark.parametrize(("together", "complaint"), UNSAFE_TOGETHER)
def test_unsafe_combinations_are_rejected(together, complaint):
    load(**together)  # safe, because nobody can sign in without Patreon settings
    with pytest.raises(SettingsError) as refusal:
        load(**PATREON, **together)
    assert str(refusal.value).startswith(complaint) and "\n" not in str(refusal.value)


def test_the_database_is_in_the_data_folder(monkeypatch):
    assert load().database == f"sqlite:///{ROOT / 'data' / 'site.db'}"
    monkeypatch.setenv("DATA_DIR", "other")
    assert load().data_dir == ROOT / "other" and load().database == f"sqlite:///{ROOT / 'other' / 'site.db'}"
    monkeypatch.setenv("DATABASE_URL", "sqlite:///data/members.db")
    assert load().database == f"sqlite:///{ROOT / 'data' / 'members.db'}"


@pytest.mark.parametrize("in_file", [True, False])
@pytest.mark.parametrize("name", ["INQUIRIES", "DATABASE_FILE"])
def test_a_setting_of_an_earlier_release_stops_the_start(monkeypatch, tmp_path, name, in_file):
    if in_file:
        (tmp_path / ".env").write_text(f"{name}=/var/lib/otisk/x.db\n")
    else:
        monkeypatch.setenv(name, "/var/lib/otisk/x.db")
    with pytest.raises(SettingsError, match=f"^There is no setting {name} any more. .*DATA_DIR") as refusal:
        load(_env_file=tmp_path / ".env")
    assert "\n" not in str(refusal.value)


def test_patreon_campaign_is_a_number():
    with pytest.raises(SettingsError, match="PATREON_CAMPAIGN_ID='otisk' is not allowed: a number"):
        load(**PATREON | {"patreon_campaign_id": "otisk"})


def test_overrides_precede_the_environment_and_the_file(monkeypatch, tmp_path):
    file = tmp_path / ".env"
    file.write_text("PORT=1\nHOST=file\nANALYTICS_ID=G-FILE\nSOMETHING_ELSE=x\n")
    monkeypatch.setenv("PORT", "2")
    monkeypatch.setenv("HOST", "environment")
    loaded = load(_env_file=file, port=3)
    assert (loaded.port, loaded.host, loaded.analytics_id) == (3, "environment", "G-FILE")


@pytest.mark.parametrize(("name", "meant"), [("SITE_ULR", "SITE_URL"), ("patreon_clientid", "PATREON_CLIENT_ID")])
def test_a_similar_name_is_suggested(tmp_path, name, meant):
    file = tmp_path / ".env"
    file.write_text(f"PORT=1\n{name}=x\n")
    with pytest.raises(SettingsError) as refusal:
        load(_env_file=file)
    assert str(refusal.value) == f"There is no setting `{name.upper()}`, which is in .env. Did you mean `{meant}`?"


@pytest.mark.parametrize(
    "lines",
    [
        'DATABASE_URL="postgresql://otisk:s3cret@localhost/otisk\nPORT=1\n',
        'SITE_URL="https://s3cret.test\nPORT=1\nLOG_FORMAT="json"\n',
        "SITE_URL: https://s3cret.test\n",
        "SITE_URL https://s3cret.test\n",
        "S3CRET\n",
        "PORT='s3cret\n",
    ],
)
def test_a_line_that_cannot_be_read_stops_the_start(tmp_path, lines):
    file = tmp_path / ".env"
    file.write_text(f"# A comment with one quote: don't\n\nexport HOST = 'file'  # another\n\n{lines}")
    with pytest.raises(SettingsError) as refusal:
        load(_env_file=file)
    assert str(refusal.value).startswith(f"{file}, line 5, cannot be read: ")
    assert "s3cret" not in str(refusal.value).lower()


def test_the_file_may_contain_every_variable_that_the_docs_set(tmp_path):
    docs = "\n".join(each.read_text() for each in sorted((ROOT / "docs").glob("*.md")))
    code = "\n".join(re.findall(r"```.*?```|`[^`\n]+`", docs, re.DOTALL))
    names = set(re.findall(r"\b([A-Z]+(?:_[A-Z]+)+)=", code)) - {name.upper() for name in Settings.model_fields}
    assert {"SENTRY_AUTH_TOKEN", "SENTRY_ORG", "SENTRY_PROJECT", "POSTGRES_PASSWORD"} <= names
    file = tmp_path / ".env"
    file.write_text("".join(f"{name}=x\n" for name in sorted(names)))
    assert load(_env_file=file) == load(_env_file=None)


def test_settings_are_read_once_and_cannot_change(monkeypatch):
    module.settings.cache_clear()
    try:
        first = module.settings()
        monkeypatch.setenv("PORT", "9999")
        assert module.settings() is first
        with pytest.raises(ValueError, match="frozen"):
            first.port = 9999
    finally:
        module.settings.cache_clear()


@given(st.sampled_from(sorted(REFUSED)), st.text(st.characters(exclude_categories=["Cs"])))
def test_any_value_is_accepted_or_explained(name, value):
    if name.lower() in SECRETS:
        value = f"{value}·{value}"  # a short value could be in a message by chance
    try:
        load(**{name.lower(): value})
    except SettingsError as refusal:
        assert re.fullmatch(rf"{name}=.* is not allowed: .+|GoPay needs all .+", str(refusal))
        assert name.lower() not in SECRETS or value == "·" or value not in str(refusal)


def test_the_command_says_whether_the_settings_are_valid(monkeypatch, capsys):
    assert main() == 0 and capsys.readouterr().out == "The settings are valid.\n"
    monkeypatch.setenv("FALLBACK_LANGUAGE", "xx")
    assert main() == 2 and capsys.readouterr().err == "FALLBACK_LANGUAGE='xx' is not allowed: cs or en\n"


@pytest.mark.parametrize(
    "target", ["https://otisk.example:443", "http://otisk.example:80/", "https://OTISK.example/?a"]
)
def test_a_redirect_to_the_home_page_is_endless_in_every_spelling(target):
    load(_env_file=None, site_url="https://otisk.example", root_redirect="https://otisk.example:8443/")
    with pytest.raises(SettingsError, match=r"^ROOT_REDIRECT"):
        load(_env_file=None, site_url="https://otisk.example", root_redirect=target)
