"""Compiles a style sheet under `reflex run`, because `next dev` adds no styles in browsers without JavaScript."""

import asyncio
import logging
from asyncio.subprocess import PIPE

from app.folders import WEB

PATH = "/development.css"
LINK = f'<link rel="stylesheet" href="{PATH}"/></head>'
COMMAND = ("node", "pwa/seam/development-styles.js", "app/styles/site.css", "styles/made.css")

logger = logging.getLogger(__name__)


def with_styles(html: str) -> str:
    return html.replace("</head>", LINK, 1)


def version() -> int:
    return (WEB / "app/styles/site.css").stat().st_mtime_ns


async def compiled() -> bytes:
    """Returns the compiled style sheet, or b"" if compiling fails."""
    process = await asyncio.create_subprocess_exec(*COMMAND, cwd=WEB, stdout=PIPE, stderr=PIPE)
    sheet, said = await process.communicate()
    if process.returncode:
        logger.error("Compiling the style sheet failed (%s); error pages have no styles", said.decode().strip())
    return sheet
