"""The web server (ASGI). Serves the built site, Reflex's backend and the server's own paths on one port."""
