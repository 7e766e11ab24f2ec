"""`python -m tools.stock`: compiles all of Reflex's components and writes docs/stock-components.md."""

from tools.stock import table
from tools.stock.outcomes import WORKS, outcomes


def main() -> None:
    found = outcomes()
    table.DOCS.write_text(table.written(found))
    working = sum(text == WORKS for text in found.values())
    print(f"{working} components work, {len(found) - working} say what to do: {table.DOCS.name}")


if __name__ == "__main__":
    main()
