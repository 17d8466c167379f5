"""A server's fingerprint: what a client remembers it by, and words to compare by voice."""

from binascii import a2b_base64, b2a_base64

LETTERS = 43  # of a pin: SHA-256 in base64url without padding
WORDS = 6
_DIGEST = 32  # bytes
_FOR_LINKS, _PLAIN = str.maketrans("+/", "-_"), str.maketrans("-_", "+/")
_CONSONANTS = "bdfghjklmnprstvz"
_VOWELS = "aeio"
_SYLLABLES = 3  # of a word; each is 6 bits, so all words are the first 108
_SYLLABLE_BITS = 6


class PinError(ValueError):
    """A text is no pin."""


def pin_of(public_key: bytes) -> str:
    """Return the pin of a public key in DER (SubjectPublicKeyInfo)."""
    from hashlib import sha256  # noqa: PLC0415 - a client that reads an address does not need it

    return _written(sha256(public_key).digest())


def check_pin(text: str) -> str:
    """Return a pin as it is; PinError if it is none."""
    _bytes(text)
    return text


def spoken(pin: str) -> str:
    """Return a pin in six words that can be said and heard."""
    bits = int.from_bytes(_bytes(pin))
    first = 256 - _SYLLABLE_BITS
    syllables = [
        _syllable(bits >> (first - _SYLLABLE_BITS * n) & 63) for n in range(WORDS * _SYLLABLES)
    ]
    words = [syllables[n : n + _SYLLABLES] for n in range(0, len(syllables), _SYLLABLES)]
    return " ".join("".join(word) for word in words)


def _syllable(six: int) -> str:
    return _CONSONANTS[six >> 2] + _VOWELS[six & 3]


def _bytes(pin: str) -> bytes:
    try:
        digest = a2b_base64(f"{pin.translate(_PLAIN)}=")
    except ValueError:
        digest = b""
    # the decoder passes over signs it does not know, and over bits at the end
    if len(digest) != _DIGEST or _written(digest) != pin:
        raise PinError(f"a fingerprint has {LETTERS} letters, digits, - and _")
    return digest


def _written(digest: bytes) -> str:
    return b2a_base64(digest, newline=False).decode().rstrip("=").translate(_FOR_LINKS)
