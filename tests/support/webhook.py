"""Patreon's webhooks, as it sends and signs them."""

import json
from hmac import new as hmac

import httpx

from tests.fakes.patreon import WEBHOOK_SECRET


async def webhook(
    client: httpx.AsyncClient, event: str, id: str, secret: str = WEBHOOK_SECRET, **more: object
) -> httpx.Response:
    """Sends a webhook about something with this id, signed."""
    body = json.dumps({"data": {"id": id, "type": "x", **more}}, indent=3).encode()
    signature = hmac(secret.encode(), body, "md5").hexdigest()
    headers = {"x-patreon-event": event, "x-patreon-signature": signature}
    return await client.post("/patreon/webhook", content=body, headers=headers)
