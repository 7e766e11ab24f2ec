"""Reads and checks the settings from the environment (docs/settings.md).

A wrong value raises `SettingsError`. The one-line message names the variable, the allowed values and, unless the
setting is secret, the wrong value.
"""

import os
import re
import sys
from collections.abc import Callable, Iterable
from functools import cache
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Annotated, Literal, Self, TypeVar
from urllib.parse import urljoin, urlsplit

from dotenv.parser import parse_stream
from pydantic import AfterValidator, Field, SecretStr, ValidationError, ValidationInfo, field_validator, model_validator
from pydantic_settings import BaseSettings, DotEnvSettingsSource, NoDecode, SettingsConfigDict

from app.folders import ENV_FILE, ROOT
from app.hosts import is_internal, is_near
from app.i18n.languages import DEFAULT, PUBLIC
from app.suggestion import did_you_mean


class SettingsError(Exception):
    """Raised when a setting's name or value is not allowed."""


def _punycode(host: str, allowed: str) -> str:
    import idna  # encodes like browsers; Python's codec would replace ß with ss and so name another domain

    try:
        return idna.encode(host, uts46=True).decode()
    except idna.IDNAError:
        raise ValueError(allowed) from None


def _origin(value: str) -> str:
    allowed = "an http(s) origin without a path, such as https://example.com"
    found = re.fullmatch(r"https?://(?P<host>[\w.-]+|\[[0-9a-f:]+\])(:(?P<port>[0-9]+))?", value)
    if not found or int(found["port"] or 0) > 65535:
        raise ValueError(allowed)
    if not value.isascii():
        sent = value.replace(found["host"], _punycode(found["host"], allowed))
        raise ValueError(f"the origin that browsers send, {sent}")
    return value


def _target(value: str, info: ValidationInfo) -> str:
    own_path = value.startswith("/") and not value.startswith("//")
    is_address = (own_path or re.match(r"https?://[^/]+", value)) and _is_parsable(value)
    if re.search(r"[\s\\\x00-\x1f\x7f]", value) or not is_address or _is_root(value, info.data.get("site_url", "")):
        raise ValueError('a path of this site other than "/", or an http(s) address other than the home page')
    return value


def _is_root(target: str, site_url: str) -> bool:
    """Whether a redirect from "/" to `target` would be endless. Ignores schemes, because proxies redirect to https."""
    site, parts = urlsplit(site_url), urlsplit(urljoin(f"{site_url}/", target))
    site_port, port = (0 if each.port in {None, 80, 443} else each.port for each in (site, parts))
    return (parts.hostname, port) == (site.hostname, site_port) and parts.path in {"", "/"}


def _folder(value: Path) -> Path:
    try:
        folder = ROOT / value.expanduser()
        fits = folder.is_dir() or not folder.exists()
    except (OSError, RuntimeError):  # the path is too long, or begins with an unknown `~user`
        fits = False
    if not fits:
        raise ValueError("a folder, by an absolute path or one in the project's folder")
    return folder


def _database(value: SecretStr) -> SecretStr:
    url = value.get_secret_value()
    is_encoded = not re.search("%(?![0-9a-fA-F]{2})", url)  # libpq's message about a wrong % would contain the password
    host = r"([\w.,-]*|\[[\da-fA-F:]+\])(:(?P<port>\d{1,5}))?"
    address = re.fullmatch(rf"postgresql://([^\s/@]+@)?{host}/[\w-]+(\?\S+)?", url)
    if address and is_encoded and 0 < int(address["port"] or 5432) < 65536:
        return value
    file = re.fullmatch(r"sqlite:///([^?#]+)", url)
    if not file or (ROOT / file[1]).is_dir():
        allowed = "sqlite:/// and a file, or an address such as postgresql://user:password@host/otisk"
        raise ValueError(f"{allowed}{ENCODED}")
    return SecretStr(f"sqlite:///{ROOT / file[1]}")


def _mailbox(value: str) -> str:
    allowed = "an e-mail address, such as studio@example.com"
    found = re.fullmatch(r"(?a:[\w.+-]{1,64})@(?P<domain>[\w-]+(\.[\w-]+)*)", value)
    if not found:
        raise ValueError(allowed)
    if not value.isascii():
        sent = value.replace(found["domain"], _punycode(found["domain"], allowed))
        raise ValueError(f"the address that mail servers accept, {sent}")
    return value


def _is_exposed(origin: str) -> bool:
    """Whether requests to `origin` leave the private network unencrypted."""
    parts = urlsplit(origin)
    return parts.scheme == "http" and not is_near(parts.hostname or "")


ENCODED = "; in user and password, write special characters as %XX, such as %23 for #"
_Value = TypeVar("_Value", str, SecretStr)


def _matching(pattern: str, allowed: str, is_valid: Callable[[str], bool] = lambda text: True) -> AfterValidator:
    def check(value: _Value) -> _Value:
        text = value.get_secret_value() if isinstance(value, SecretStr) else value
        if not re.fullmatch(pattern, text) or not is_valid(text):
            raise ValueError(allowed)
        return value

    return AfterValidator(check)


def _is_parsable(url: str) -> bool:
    """Whether a URL's host and port can be parsed."""
    try:
        return urlsplit(url).port != 0
    except ValueError:
        return False


LOOPBACK = (ip_network("127.0.0.0/8"), ip_network("::1/128"))

Origin = Annotated[str, AfterValidator(_origin)]
Address = Annotated[str, _matching(r"https?://[^\s/]+\S*", "an http(s) address", _is_parsable)]
Token = Annotated[str, _matching(r"[\w.-]{1,64}", "letters, digits, dots, hyphens and underscores, 64 at most")]
Tag = Annotated[str, _matching(r"G-[A-Z0-9]{1,32}", "a measurement id of Google Analytics, such as G-ABC123")]
Mailbox = Annotated[str, AfterValidator(_mailbox)]
Bearer = Annotated[SecretStr, _matching(r"[!-~]{1,1000}", "a token of visible ASCII characters, 1000 at most")]
Password = Annotated[SecretStr, _matching(r"[!-~]{16,1000}", "16 to 1000 visible ASCII characters")]
Redis = Annotated[
    str,
    _matching(
        # Rejects an @ after the host, because it means that the password contains /, ? or #. Clients would read a part
        # of such a password as the host and port.
        r"(?s)rediss?://(?!/)([^/?#]*@[^@]*|[^@]+)|unix://.*",
        f"a redis://, rediss:// or unix:// address{ENCODED}",
        _is_parsable,
    ),
]
Dsn = Annotated[
    str,
    _matching(
        r"(?a)https?://[\w-]+(:[\w-]*)?@([\w.-]+|\[[\da-f:]+\])(:\d{1,5})?(/[\w.-]+)*/\d+",
        "a Sentry DSN, such as https://key@host/1",
        _is_parsable,
    ),
]
Smtp = Annotated[
    SecretStr,
    _matching(
        r"smtps?://([^\s/?#:]+(:[^\s/?#]*)?@)?([\w.-]+|\[[\da-f:]+\])(:\d{1,5})?/?",
        f"an smtp:// or smtps:// address, such as smtps://user:password@mail.example.com{ENCODED}",
        _is_parsable,
    ),
]
Destination = Annotated[
    str,
    _matching(
        r"https://((?a:[\w.-]+))(:\d{1,5})?(/[^\s;,]*)?|mailto:[\w.+-]{1,64}@[\w-]+(\.[\w-]+)+",
        "an https address whose host is ASCII, or mailto: and an e-mail address",
        _is_parsable,
    ),
]

GROUPS = {
    "Patreon": ("patreon_client_id", "patreon_client_secret", "patreon_creator_token", "patreon_campaign_id"),
    "mail": ("smtp_url", "mail_to", "mail_from"),
    "GoPay": ("gopay_goid", "gopay_client_id", "gopay_client_secret"),
}
"""Groups of settings. Each group must be set completely, or not at all."""


class Settings(BaseSettings):
    """The settings. Each field is read from the environment variable with the same name in upper case."""

    model_config = SettingsConfigDict(env_file=ENV_FILE, env_ignore_empty=True, extra="ignore", frozen=True)

    host: Annotated[str, _matching(r"[\w.:-]+", "a host name or an IP address")] = "127.0.0.1"
    port: int = Field(8000, ge=1, le=65535, description="a whole number from 1 to 65535")
    web_workers: int = Field(1, ge=1, le=64, description="a whole number from 1 to 64")
    site_url: Origin = "http://localhost:8000"
    hosting: Literal["server", "static"] = "server"
    inquiries_endpoint: Destination | None = None
    root_redirect: Annotated[str, AfterValidator(_target)] | None = None
    root_redirect_status: Literal[301, 302, 303, 307, 308] = 302
    fallback_language: str = DEFAULT.code
    i18n_messages: Literal["bundled", "dynamic"] = "bundled"
    i18n_base_url: Origin | None = None
    sentry_dsn: Dsn | None = None
    sentry_environment: Token = "production"
    analytics_id: Tag | None = None
    indexnow_key: Annotated[str, _matching(r"[\da-zA-Z-]{8,128}", "8 to 128 letters, digits and hyphens")] | None = None
    patreon_client_id: str | None = None
    patreon_client_secret: SecretStr | None = None
    patreon_creator_token: Bearer | None = None
    patreon_creator_refresh_token: Bearer | None = None
    patreon_campaign_id: Annotated[str, _matching(r"\d+", "a number")] | None = None
    patreon_url: Origin = "https://www.patreon.com"
    patreon_webhook_secret: SecretStr | None = None
    gopay_goid: Annotated[str, _matching(r"[0-9]{1,20}", "a number")] | None = None
    gopay_client_id: Annotated[str, _matching(r"[!-9;-~]{1,200}", "visible ASCII, without a colon")] | None = None
    gopay_client_secret: Bearer | None = None
    gopay_url: Origin = "https://gate.gopay.cz"
    session_keys: Annotated[tuple[SecretStr, ...], NoDecode] = ()
    log_format: Literal["text", "json"] = "text"
    request_log: Literal["on", "off"] = "off"
    metrics_token: Password | None = None
    trusted_proxies: Annotated[tuple[IPv4Network | IPv6Network, ...], NoDecode] = LOOPBACK
    redis_url: Redis | None = None
    data_dir: Annotated[Path, AfterValidator(_folder)] = ROOT / "data"
    database_url: Annotated[SecretStr, AfterValidator(_database)] | None = None
    inquiries_days: int = Field(365, ge=1, le=3650, description="a whole number from 1 to 3650")
    smtp_url: Smtp | None = None
    mail_to: Mailbox | None = None
    mail_from: Mailbox | None = None
    mail_max_mb: int = Field(10, ge=1, le=100, description="a whole number from 1 to 100")
    icon_provider_url: Address | None = None

    @property
    def is_static(self) -> bool:
        """Whether the site is built for a static host, which does not run this project's server."""
        return self.hosting == "static"

    @property
    def has_card_payments(self) -> bool:
        """Whether customers can pay for vouchers by card. Card payments need this project's server."""
        return self.gopay_goid is not None and not self.is_static

    @property
    def messages_origin(self) -> str:
        """The origin from which JavaScript fetches its texts, worded for error messages."""
        return (self.i18n_messages == "dynamic" and self.i18n_base_url) or "the page's origin"

    @property
    def database(self) -> str:
        return self.database_url.get_secret_value() if self.database_url else f"sqlite:///{self.data_dir / 'site.db'}"

    @field_validator("root_redirect_status", mode="before")
    @classmethod
    def _number(cls, value: object) -> object:
        return int(value) if isinstance(value, str) and value.isdigit() else value

    @field_validator("fallback_language")
    @classmethod
    def _language(cls, value: str) -> str:
        codes = [language.code for language in PUBLIC]
        if value not in codes:
            raise ValueError(" or ".join(codes))
        return value

    @field_validator("session_keys", mode="before")
    @classmethod
    def _fernet_keys(cls, value: object) -> object:
        keys = [key.strip() for key in value.split(",")] if isinstance(value, str) else value
        if isinstance(keys, list) and not all(re.fullmatch(r"[\w-]{43}=", key) for key in keys):
            raise ValueError("Fernet keys (44 characters of URL-safe base64), comma-separated, newest first")
        return keys

    @field_validator("redis_url")
    @classmethod
    def _redis_safe(cls, value: str | None) -> str | None:
        found = re.match(r"redis://(?:[^/?#]*@)?(\[[^]]*\]|[^:/?#]*)", value or "")
        if found and not is_internal(found[1].strip("[]")):
            raise ValueError("a rediss:// address, because the server could run what others write to Redis on the way")
        return value

    @field_validator("trusted_proxies", mode="before")
    @classmethod
    def _networks(cls, value: object) -> object:
        if not isinstance(value, str):
            return value
        try:
            networks = [ip_network(part.strip()) for part in value.split(",")] if value != "none" else []
        except ValueError:
            raise ValueError("IP addresses and networks, comma-separated, or none") from None
        if not all(network.prefixlen for network in networks):
            raise ValueError(
                "the proxies' own addresses and networks; with this one every client could choose its address"
            )
        return networks

    @model_validator(mode="after")
    def _groups_complete(self) -> Self:
        for group, names in GROUPS.items():
            missing = [name.upper() for name in names if getattr(self, name) is None]
            if 0 < len(missing) < len(names):
                raise ValueError(f"{group} needs all of its settings; missing: {', '.join(missing)}")
        return self

    @model_validator(mode="after")
    def _patreon_safe(self) -> Self:
        if self.patreon_client_id is not None:
            if self.web_workers > 1 and self.redis_url is None:
                reason = "without it, a process does not know who has signed out in another"
                raise ValueError(f"WEB_WORKERS={self.web_workers} with Patreon needs REDIS_URL: {reason}")
            self._check_https("Patreon", "site_url", "patreon_url")
        elif self.patreon_creator_refresh_token is not None:
            others = ", ".join(GROUPS["Patreon"]).upper()
            raise ValueError(f"PATREON_CREATOR_REFRESH_TOKEN needs Patreon's other settings: {others}")
        return self

    @model_validator(mode="after")
    def _gopay_safe(self) -> Self:
        if self.gopay_goid is not None:
            self._check_https("GoPay", "site_url", "gopay_url")
        return self

    def _check_https(self, group: str, *names: str) -> None:
        for name in names:
            if _is_exposed(origin := getattr(self, name)):
                raise ValueError(f"{name.upper()}='{origin}' with {group} has to be https: secrets could be read")


SECRETS = {name for name, field in Settings.model_fields.items() if "SecretStr" in str(field.annotation)} | {
    "sentry_dsn",
    "redis_url",
}


REMOVED = {"DATABASE_FILE": "site.db", "INQUIRIES": "inquiries.db"}
OTHER_NAMES = ("SENTRY_AUTH_TOKEN", "SENTRY_ORG", "SENTRY_PROJECT", "SENTRY_URL", "REDIS_PASSWORD")
"""Variables of Sentry's upload tool (docs/monitoring.md) and of `deploy/compose.yaml`, which read `.env` too."""


def load(**overrides: object) -> Settings:
    """Returns the settings from the environment and `.env`. `overrides` replaces settings in tests and tools.

    Raises:
        SettingsError: a name or value is not allowed, or `.env` cannot be read.
    """
    file = overrides.get("_env_file", Settings.model_config.get("env_file"))
    try:
        if isinstance(file, Path) and file.is_file():
            _check_lines(file)
        names = [name.upper() for name in DotEnvSettingsSource(Settings, env_file=file).env_vars]  # pyright: ignore[reportArgumentType]
        _check_removed([*names, *os.environ])
        _check_names(names)
        return Settings(**overrides)  # pyright: ignore[reportArgumentType]
    except ValidationError as error:
        raise SettingsError(_one_line(error)) from None
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise SettingsError(f"{file} cannot be read: {reason}") from None


def check_servable(settings: Settings) -> None:
    """Raises SettingsError if a setting that only servers need is missing."""
    if settings.has_card_payments and settings.smtp_url is None:
        others = ", ".join(GROUPS["mail"]).upper()
        raise SettingsError(f"GoPay needs the settings of mail ({others}): vouchers are sent by mail")


@cache
def settings() -> Settings:
    """Returns the settings of this process. Raises SettingsError if a value is not allowed."""
    return load()


def _check_lines(file: Path) -> None:
    """Rejects lines that cannot be parsed, because pydantic would leave them out and use the defaults."""
    with file.open(encoding="utf-8") as stream:
        for binding in parse_stream(stream):
            if binding.error or (binding.key and binding.value is None):
                text = binding.original.string
                line = binding.original.line + text[: len(text) - len(text.lstrip())].count("\n")
                raise SettingsError(f"{file}, line {line}, cannot be read: write NAME=value, and close quotation marks")


def _check_removed(names: Iterable[str]) -> None:
    """Rejects removed settings, because ignoring them would start the site with an empty database."""
    for name in names:
        if file := REMOVED.get(name):
            raise SettingsError(
                f"There is no setting {name} any more. Remove it, set DATA_DIR to the folder of its file, and name the "
                f"file {file}: the next start imports its data (docs/settings.md)"
            )


def _check_names(names: Iterable[str]) -> None:
    """Rejects misspelt names. Allows other unknown names, which might belong to other programs."""
    known = [name.upper() for name in Settings.model_fields]
    for name in names:
        if name not in (*known, *OTHER_NAMES) and (question := did_you_mean(name, known)):
            raise SettingsError(f"There is no setting `{name}`, which is in .env.{question}")


def _one_line(error: ValidationError) -> str:
    first = error.errors()[0]
    reason = first["msg"].removeprefix("Value error, ").removeprefix("Input should be ").replace("\n", " ")
    if not first["loc"]:
        return reason
    name = str(first["loc"][0])
    reason = Settings.model_fields[name].description or reason
    value = "(hidden)" if name in SECRETS else repr(first["input"])
    return f"{name.upper()}={value} is not allowed: {reason}"


def main() -> int:
    """Prints whether the settings are valid. Returns the exit code."""
    try:
        load()
    except SettingsError as error:
        print(error, file=sys.stderr)
        return 2
    print("The settings are valid.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
