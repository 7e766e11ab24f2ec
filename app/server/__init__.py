"""The web server (ASGI): serves the built site, Reflex's backend and the server's own paths on one port."""
