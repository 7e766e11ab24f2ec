"""Controls Chromium, Firefox and WebKit through one interface. `python -m tests.support.engines` installs them."""
