"""A digest of all that happens, in order: two runs of one seed must have the same."""

from hashlib import blake2b

import trio


class Trace:
    def __init__(self) -> None:
        self._hash = blake2b(digest_size=16)

    def note(self, *facts: object) -> None:
        facts = (f"{trio.current_time():.9f}", *facts)
        for fact in facts:
            data = fact if isinstance(fact, bytes) else str(fact).encode()
            self._hash.update(len(data).to_bytes(4, "big") + data)

    def digest(self) -> str:
        return self._hash.hexdigest()
