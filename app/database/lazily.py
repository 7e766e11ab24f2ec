"""Imports SQLAlchemy on first use, because the import takes a third of a second and 12 MB."""

from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

__all__ = ["engines", "space", "sql", "takeover", "upgrade"]


class _LazyModule(ModuleType):
    def __getattr__(self, name: str) -> Any:
        return getattr(import_module(self.__name__), name)


if TYPE_CHECKING:
    from app.database import engines, space, sql, takeover, upgrade
else:
    engines, space, sql, takeover, upgrade = (
        _LazyModule(f"app.database.{name}") for name in ("engines", "space", "sql", "takeover", "upgrade")
    )
