"""The studio's Patreon account and the settings of a site that uses the fake Patreon."""

import hmac
import re

from tests.fakes.campaign import CAMPAIGN

CLIENT_ID, CLIENT_SECRET = "otisk-client", "otisk-client-secret"
CREATOR_TOKEN, CREATOR_REFRESH_TOKEN = "otisk-creator-token", "otisk-creator-refresh-token"
WEBHOOK_SECRET = "otisk-webhook-secret"
CALLBACK = re.compile(r"https?://[\w.:\[\]-]+(/en)?/patreon/callback")


def webhook_signature(body: bytes, secret: str = WEBHOOK_SECRET) -> str:
    return hmac.new(secret.encode(), body, "md5").hexdigest()


def settings(url: str) -> dict[str, str]:
    return {
        "PATREON_URL": url,
        "PATREON_CLIENT_ID": CLIENT_ID,
        "PATREON_CLIENT_SECRET": CLIENT_SECRET,
        "PATREON_CREATOR_TOKEN": CREATOR_TOKEN,
        "PATREON_CAMPAIGN_ID": CAMPAIGN,
        "PATREON_WEBHOOK_SECRET": WEBHOOK_SECRET,
    }
