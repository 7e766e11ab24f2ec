"""The build: `python -m pwa.build` makes `dist/` from the sources, or says that it is up to date.

    packages -> fonts -> pictures -> Reflex and Next -> what is served, compressed and indexed

`dist/` is replaced as a whole at the end, so a failed build leaves the previous one in place.
"""
