"""Decides which hosts are in private networks."""

import re
from ipaddress import ip_address

LOCAL_DOMAINS = ("localhost", "local", "test")
"""Domains that do not exist on the internet (RFC 2606, 6761, 6762)."""
PRIVATE_DOMAINS = (".internal", ".lan", ".home.arpa")


def is_near(host: str) -> bool:
    """Whether `host` belongs to this machine or a private network."""
    try:
        return ip_address(host).is_private
    except ValueError:
        return host.rpartition(".")[2] in LOCAL_DOMAINS


def is_internal(host: str) -> bool:
    """Whether `host` is private. Unlike `is_near`, also accepts private domains and names without a dot."""
    try:
        return not ip_address(host).is_global
    except ValueError:
        host = host.lower()
        return is_near(host) or host.endswith(PRIVATE_DOMAINS) or not re.search("[.:]", host)
