"""The build: `python -m builder` makes a release in `dist/` from the sources, or says that it is up to date.

    packages -> fonts -> pictures -> Reflex and Next -> what is served, compressed and indexed

The release is finished before it becomes the current one (`app.http.releases`), so a failed build leaves the previous
one in place, and no build touches what a server serves.
"""
