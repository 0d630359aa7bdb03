"""Makes the recorded signatures beside this file, as a FIDO token would: `python3 make.py`.

Needs the package `cryptography`. No token signs without a touch unless its key was made with
`no-touch-required`; the flags byte is all that tells such a signature from others, and a program
that has the private half of a key can set it as it likes. The keys are made from fixed numbers and
protect nothing.
"""

import base64
import hashlib
import struct
from pathlib import Path

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, utils

NAMESPACE = b"automaton-approve"
MESSAGE = b"a statement\n"
APPLICATION = b"ssh:"


def string(text):
    return struct.pack(">I", len(text)) + text


def number(value):
    octets = value.to_bytes(value.bit_length() // 8 + 1, "big")
    return string(octets)


def edwards():
    key = ed25519.Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
    raw = serialization.Encoding.Raw, serialization.PublicFormat.Raw
    kind = b"sk-ssh-ed25519@openssh.com"
    public = string(kind) + string(key.public_key().public_bytes(*raw)) + string(APPLICATION)
    return kind, public, key.sign


def nist():
    key = ec.derive_private_key(0x5EED, ec.SECP256R1())
    point = serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    kind = b"sk-ecdsa-sha2-nistp256@openssh.com"
    public = string(kind) + string(b"nistp256") + string(key.public_key().public_bytes(*point))
    public += string(APPLICATION)

    def sign(data):
        r, s = utils.decode_dss_signature(key.sign(data, ec.ECDSA(hashes.SHA256())))
        return number(r) + number(s)

    return kind, public, sign


def armor(kind, public, sign, flags):
    digest = hashlib.sha512(MESSAGE).digest()
    signed = b"SSHSIG" + string(NAMESPACE) + string(b"") + string(b"sha512") + string(digest)
    token = bytes([flags]) + struct.pack(">I", 1)
    data = hashlib.sha256(APPLICATION).digest() + token + hashlib.sha256(signed).digest()
    signature = string(kind) + string(sign(data)) + token
    blob = b"SSHSIG" + struct.pack(">I", 1) + string(public) + string(NAMESPACE) + string(b"")
    blob += string(b"sha512") + string(signature)
    text = base64.encodebytes(blob).decode()
    return f"-----BEGIN SSH SIGNATURE-----\n{text}-----END SSH SIGNATURE-----\n"


here = Path(__file__).parent
for name, make in [("ed25519", edwards), ("ecdsa", nist)]:
    kind, public, sign = make()
    line = kind.decode() + " " + base64.b64encode(public).decode()
    (here / f"{name}.pub").write_text(line + "\n")
    for word, flags in [("touched", 1), ("untouched", 0)]:
        (here / f"{name}-{word}.sig").write_text(armor(kind, public, sign, flags))
