"""Reads other servers' responses, up to a maximum size."""

import logging

import httpx

UNCOMPRESSED = {"accept-encoding": "identity"}

for noisy in ("httpx", "httpcore"):  # hides logs of requests, because their URLs contain members' IDs
    logging.getLogger(noisy).setLevel(logging.WARNING)


class UnusableResponseError(Exception):
    pass


async def read_limited(response: httpx.Response, max_bytes: int) -> bytes:
    """Returns a streamed response's body. Raises UnusableResponseError if it is too large or compressed."""
    if response.headers.get("content-encoding", "identity") != "identity":
        raise UnusableResponseError("unexpected compression")  # the body could be a decompression bomb
    body = bytearray()
    async for chunk in response.aiter_bytes():
        body += chunk
        if len(body) > max_bytes:
            raise UnusableResponseError("too large")
    return bytes(body)
