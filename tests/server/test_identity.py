"""The server's key: made once, kept for its owner's eyes, never quietly replaced."""

from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePublicKey
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    PrivateFormat,
    load_pem_private_key,
)
from cryptography.x509 import load_pem_x509_certificate

from haydes.server.identity import FILE, IdentityError, load, own


def test_the_key_is_made_once(tmp_path: Path) -> None:
    first = own(tmp_path / "data")
    file = tmp_path / "data" / FILE
    kept = file.read_bytes()
    assert own(tmp_path / "data").pin == first.pin
    assert file.read_bytes() == kept
    assert list(file.parent.iterdir()) == [file]
    assert own(tmp_path / "elsewhere").pin != first.pin


def test_it_is_a_p256_key_whose_certificate_does_not_end(tmp_path: Path) -> None:
    own(tmp_path)
    certificate = load_pem_x509_certificate((tmp_path / FILE).read_bytes())
    key = certificate.public_key()
    assert isinstance(key, EllipticCurvePublicKey)
    assert isinstance(key.curve, SECP256R1)
    assert certificate.not_valid_after_utc.year == 9999


def test_a_damaged_key_is_an_error_and_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("damaged")
    with pytest.raises(IdentityError, match="no certificate with its key"):
        own(tmp_path)
    assert (tmp_path / FILE).read_text() == "damaged"


def test_a_key_of_the_operators_may_lie_beside_its_certificate(tmp_path: Path) -> None:
    pin = own(tmp_path).pin
    pem = (tmp_path / FILE).read_bytes()
    border = pem.index(b"-----BEGIN CERTIFICATE")
    key, certificate = tmp_path / "key.pem", tmp_path / "cert.pem"
    key.write_bytes(pem[:border])
    certificate.write_bytes(pem[border:])
    assert load(certificate, key).pin == pin
    with pytest.raises(IdentityError, match="no certificate with its key"):
        load(certificate, certificate)


def test_a_key_of_another_certificate_is_an_error(tmp_path: Path) -> None:
    for name in ("one", "two"):
        own(tmp_path / name)
    with pytest.raises(IdentityError, match="key values mismatch"):
        load(tmp_path / "one" / FILE, tmp_path / "two" / FILE)


def test_nobody_is_asked_for_the_password_of_a_key(tmp_path: Path) -> None:
    own(tmp_path)
    file = tmp_path / FILE
    key = load_pem_private_key(file.read_bytes(), None)
    locked = tmp_path / "locked.pem"
    secret = BestAvailableEncryption(b"secret")
    locked.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, secret))
    with pytest.raises(IdentityError, match="locked with a password"):
        load(file, locked)


def test_a_folder_that_cannot_hold_the_key_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(IdentityError, match=r"cannot keep a key in .*: File exists"):
        own(tmp_path / "file")
