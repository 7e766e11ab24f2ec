"""Error handling and reporting, in the browser and in the server."""
