"""`make bench`: measures the site for docs/figures.md.

python -m tools.bench [limit] [pages] [acts] [sizes] [server] [speed] [loop]

Sizes are exact. Times are medians and depend on the machine.
"""

import argparse

from tools.bench.acts import acts
from tools.bench.limit import limit
from tools.bench.loop import loop
from tools.bench.pages import pages
from tools.bench.printing import head
from tools.bench.server import server
from tools.bench.sizes import sizes
from tools.bench.speed import speed

TABLES = {"limit": limit, "pages": pages, "acts": acts}
PARTS = {"sizes": sizes, "server": server, "speed": speed, "loop": loop}


def main() -> None:
    parser = argparse.ArgumentParser(prog="tools.bench", description="Measure the site.")
    parser.add_argument("parts", nargs="*", metavar="part", help=f"{', '.join(TABLES | PARTS)}; all by default")
    chosen = parser.parse_args().parts or [*TABLES, *PARTS]
    if unknown := set(chosen) - TABLES.keys() - PARTS.keys():
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    for measure in [TABLES[name] for name in TABLES if name in chosen]:
        measure()
    if named := [PARTS[name] for name in PARTS if name in chosen]:
        head("", "measured", "budget")
        for measure in named:
            measure()


if __name__ == "__main__":
    main()
