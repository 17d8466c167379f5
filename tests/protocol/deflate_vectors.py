"""The cases of protocol/vectors/deflate.json, deflated without a line of ours.

`python -m tests.protocol.deflate_vectors` writes the file.
"""

import json
import zlib
from base64 import urlsafe_b64encode
from pathlib import Path
from typing import Any

from tests.protocol import recording

FILE = Path(__file__).parents[2] / "protocol" / "vectors" / "deflate.json"
MARK = b"\xc1"
LIMIT = 256 * 1024  # server_frame


def deflated(payload: bytes, dictionary: bytes) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zlib.Z_DEFAULT_STRATEGY, dictionary)
    return MARK + packer.compress(payload) + packer.flush()


def framed(payload: bytes) -> str:
    return (len(payload).to_bytes(4, "big") + payload).hex()


def cases() -> list[dict[str, Any]]:
    updates = [step for step in recording.session() if step["message"]["type"] == "update"]
    payloads = [bytes.fromhex(step["hex"])[4:] for step in updates]
    dictionary = b"".join(payloads[:-3])[-8192:]
    whole = payloads[-1]
    good = [
        {
            "name": f"update {number}",
            "hex": framed(deflated(payload, dictionary)),
            "message": step["message"],
        }
        for number, (payload, step) in enumerate(zip(payloads[-3:], updates[-3:], strict=True), 1)
    ]
    small = deflated(whole, dictionary)
    bad = {
        "cut short": (small[:-3], "bad_frame"),
        "more behind the end": (small + b"\0", "bad_frame"),
        "no deflate": (MARK + b"\xff\xff\xff", "bad_frame"),
        "one byte more than server_frame": (deflated(bytes(LIMIT + 1), dictionary), "too_big"),
        "another dictionary": (deflated(whole, dictionary[::-1]), "bad_frame"),
    }
    text = urlsafe_b64encode(dictionary).rstrip(b"=").decode()
    return [{"dictionary": text}, *good] + [
        {"name": name, "hex": framed(payload), "bye": code} for name, (payload, code) in bad.items()
    ]


def text() -> str:
    return json.dumps(cases(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
