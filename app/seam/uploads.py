"""Handles uploaded files as Reflex does, but without copying them in memory."""

import inspect
from collections.abc import AsyncIterator, Sequence
from functools import partial
from pathlib import Path
from typing import cast, get_args, get_type_hints

from reflex.app import App, UploadFile
from reflex.event import Event, EventHandler
from reflex.state import State
from starlette.datastructures import UploadFile as ReceivedFile

from app.members.uploads import Processing, safe_name
from app.seam.reflex_internals import expect, expect_parameters

expect(App, "_preprocess", "_postprocess", "state_manager")
expect(State, "_process", "get_class_substate")
expect_parameters(UploadFile, "file", "path", "_deprecated_filename", "size", "headers")


def processing(app: App) -> Processing:
    return partial(_process, app)


def files_parameter(handler: EventHandler) -> str | None:
    _self, *parameters = inspect.signature(handler.fn).parameters
    hints = get_type_hints(handler.fn) if parameters else {}
    return next((name for name in parameters if UploadFile in get_args(hints.get(name))), None)


async def _process(app: App, token: str, name: str, received: Sequence[ReceivedFile]) -> AsyncIterator[str]:
    path, _, last = name.rpartition(".")
    handler = cast("EventHandler", State.get_class_substate(tuple(path.split("."))).event_handlers[last])
    files = [
        UploadFile(
            file=file.file,
            path=Path(safe_name(file.filename)),
            _deprecated_filename=safe_name(file.filename),
            size=file.size,
            headers=file.headers,
        )
        for file in received
    ]
    parameter = files_parameter(handler)
    assert parameter, "the guard passes only handlers that take files"
    event = Event(token=token, name=name, payload={parameter: files})
    async with app.state_manager.modify_state(event.substate_token) as state:
        update = await app._preprocess(state, event)
        if update is not None:
            yield update.json() + "\n"
            return
        async for update in state._process(event):
            update = await app._postprocess(state, event, update)
            yield update.json() + "\n"
