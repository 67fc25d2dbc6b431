"""JSON and plain values, read as what the program knows.

What the library has to know of a type it finds out when a value of it is read for the first time,
and two threads that do so at once can end the process. So that is done here, by one after the
other; the linter refuses other ways.
"""

from __future__ import annotations

import threading
from typing import Any, Final, TypeVar, overload

import msgspec

T = TypeVar("T")
Decoder = msgspec.json.Decoder
Text = bytes | bytearray | memoryview | str
_making: Final = threading.Lock()
_known: Final[dict[Any, Decoder[Any]]] = {}


@overload
def decoder_of(shape: type[T]) -> Decoder[T]: ...
@overload
def decoder_of(shape: Any) -> Decoder[Any]: ...
def decoder_of(shape: Any) -> Decoder[Any]:
    """What reads JSON of this type."""
    found = _known.get(shape)
    if found is None:
        with _making:
            found = _known.setdefault(shape, Decoder(shape))
    return found


@overload
def decoded(data: Text, shape: type[T]) -> T: ...
@overload
def decoded(data: Text, shape: Any) -> Any: ...
def decoded(data: Text, shape: Any) -> Any:
    """The value that is written there.

    >>> decoded('[1, 2]', tuple[int, ...])
    (1, 2)
    """
    return decoder_of(shape).decode(data)


@overload
def converted(value: object, shape: type[T], **options: Any) -> T: ...
@overload
def converted(value: object, shape: Any, **options: Any) -> Any: ...
def converted(value: object, shape: Any, **options: Any) -> Any:
    """A plain value as one of that type.

    >>> converted([1, 2], tuple[int, ...])
    (1, 2)
    """
    decoder_of(shape)
    return msgspec.convert(value, shape, **options)
