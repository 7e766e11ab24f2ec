"""The web server: the built site, Reflex's backend and the paths the server owns, on one port (ASGI)."""
