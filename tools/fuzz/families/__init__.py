"""Generators of hostile input, one module for each kind."""

from collections.abc import Mapping

from tools.fuzz.cases import Generator
from tools.fuzz.families import addresses, cookies, files, http1, http2, identifiers, multipart, queries, sockets

FAMILIES: Mapping[str, Generator] = {
    "http1": http1.shots,
    "http2": http2.shots,
    "multipart": multipart.shots,
    "files": files.shots,
    "addresses": addresses.shots,
    "cookies": cookies.shots,
    "queries": queries.shots,
    "sockets": sockets.shots,
    "identifiers": identifiers.shots,
}
