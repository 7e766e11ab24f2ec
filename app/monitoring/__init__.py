"""What becomes of errors, and what is said of them: in the browser, in the server, and nowhere a visitor could see."""
