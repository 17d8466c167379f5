"""Who the server is under TLS: a key with a certificate, and the pin that clients know it by.

Unless the operator has one, the key is made at the first start and kept in the data folder. A
client trusts the key, not a name or a date, so the certificate tells nothing and never ends.
"""

import os
import ssl
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from haydes.protocol.pin import pin_of
from haydes.server.folder import OWNER_ONLY, sync

FILE = "identity.pem"
_FOLDER = 0o700
_FIRST_DAY = datetime(2000, 1, 1, tzinfo=UTC)  # a machine whose clock is wrong can start too
_NO_END = datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)  # as RFC 5280 writes it


class IdentityError(Exception):
    """There is no usable key and certificate; the sentence says why."""


@dataclass(frozen=True, slots=True)
class Identity:
    context: ssl.SSLContext
    pin: str


def own(folder: Path) -> Identity:
    """Return the identity kept in the data folder; made if there is none."""
    path = folder / FILE
    try:
        if not path.exists():
            _keep(path, _make())
    except OSError as error:
        raise IdentityError(f"cannot keep a key in {folder}: {error.strerror}") from None
    return load(path, path)


def load(certificate: Path, key: Path) -> Identity:
    """Return the identity in two PEM files, of which the first may hold a whole chain."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    # a seat's token resumes, not a TLS session; and nobody negotiates twice
    context.options |= ssl.OP_NO_TICKET | ssl.OP_NO_RENEGOTIATION
    context.num_tickets = 0
    try:
        context.load_cert_chain(certificate, key, password=_no_password)
        return Identity(context, _pin(certificate.read_bytes()))
    except ssl.SSLError as error:
        reason = (error.reason or "not PEM").lower().replace("_", " ")
        raise IdentityError(f"{certificate}: no certificate with its key ({reason})") from None
    except OSError as error:
        raise IdentityError(f"{error.filename or certificate}: {error.strerror}") from None
    except ValueError as error:
        raise IdentityError(f"{certificate}: {error}") from None


def _no_password() -> str:
    raise ValueError("the key is locked with a password")


def _pin(pem: bytes) -> str:
    # here and below late: it takes as long to load as the rest of the server, and not all need it
    from cryptography.hazmat.primitives.serialization import (  # noqa: PLC0415
        Encoding,
        PublicFormat,
    )
    from cryptography.x509 import load_pem_x509_certificate  # noqa: PLC0415

    key = load_pem_x509_certificate(pem).public_key()
    return pin_of(key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo))


def _make() -> bytes:
    """Return a new P-256 key and a certificate that it has signed itself, in PEM."""
    from cryptography.hazmat.primitives.asymmetric.ec import (  # noqa: PLC0415
        SECP256R1,
        generate_private_key,
    )
    from cryptography.hazmat.primitives.hashes import SHA256  # noqa: PLC0415
    from cryptography.hazmat.primitives.serialization import (  # noqa: PLC0415
        Encoding,
        NoEncryption,
        PrivateFormat,
    )
    from cryptography.x509 import (  # noqa: PLC0415
        CertificateBuilder,
        Name,
        NameAttribute,
        random_serial_number,
    )
    from cryptography.x509.oid import NameOID  # noqa: PLC0415

    key = generate_private_key(SECP256R1())
    name = Name([NameAttribute(NameOID.COMMON_NAME, "haydes")])
    certificate = (
        CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(random_serial_number())
        .not_valid_before(_FIRST_DAY)
        .not_valid_after(_NO_END)
        .sign(key, SHA256())
    )
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return private + certificate.public_bytes(Encoding.PEM)


def _keep(path: Path, pem: bytes) -> None:
    """Write a file whole or not at all."""
    path.parent.mkdir(_FOLDER, parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    draft.unlink(missing_ok=True)
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY), "wb") as f:
            f.write(pem)
            f.flush()
            os.fsync(f.fileno())
        draft.replace(path)
        sync(path.parent)  # before anybody is told the pin
    finally:
        draft.unlink(missing_ok=True)
