from dataclasses import dataclass


@dataclass
class Clock:
    """A replacement for `time.time` that tests can set."""

    now: float

    def __call__(self) -> float:
        return self.now
