"""Verification of calls to a webhook (Standard Webhooks 1.0)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Mapping, Sequence
from typing import Any

from .errors import WebhookVerificationError

_MAX_SIGNATURES = 20


def _key_of(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except binascii.Error:
        key = b""
    if not secret.startswith("whsec_") or not key:
        raise ValueError('secret must be "whsec_" followed by Base64, as the service showed it')
    return key


def _text(value: object) -> str:
    """A header's value, of which some frameworks make a list."""
    if isinstance(value, (list, tuple)) and value:
        value = value[0]
    return value if isinstance(value, str) else ""


def verify_webhook(
    secret: str,
    headers: Mapping[str, str] | Mapping[str, Sequence[str]],
    body: bytes | str,
    *,
    tolerance_seconds: float = 300,
    now: float | None = None,
) -> dict[str, Any]:
    """Verifies a call and reads its body.

    :param body: exactly as it arrived, before anything parsed it.
    :returns: ``type``, ``timestamp`` and ``data``. ``webhook-id`` is the same at every try of one event.
    :raises WebhookVerificationError: for a call that is not the service's, or too old.
    """
    lower = {str(name).lower(): value for name, value in headers.items()}
    call_id, timestamp, signatures = (_text(lower.get(f"webhook-{name}")) for name in ("id", "timestamp", "signature"))
    if not (call_id and signatures and timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= 12):
        raise WebhookVerificationError(
            "The call is not signed: expected the headers webhook-id, webhook-timestamp and webhook-signature."
        )
    if abs((time.time() if now is None else now) - int(timestamp)) > tolerance_seconds:
        raise WebhookVerificationError(
            f"The call's time differs from this machine's by more than {tolerance_seconds} s: "
            "it is a replay, or a clock is wrong."
        )
    # Lone surrogates have no bytes, so no signature matches what replaces them.
    content = body.encode(errors="replace") if isinstance(body, str) else body
    digest = hmac.digest(_key_of(secret), f"{call_id}.{timestamp}.".encode(errors="replace") + content, hashlib.sha256)
    expected = b"v1," + base64.b64encode(digest)
    # All are compared, each in constant time.
    matches = [hmac.compare_digest(expected, one.encode(errors="replace")) for one in signatures.split(" ")[:_MAX_SIGNATURES]]
    if not any(matches):
        raise WebhookVerificationError(
            "No signature matches: the secret is another one, or the body was changed or parsed on its way."
        )
    try:
        event = json.loads(content)
    except (ValueError, RecursionError):
        event = None
    if not isinstance(event, dict):
        raise WebhookVerificationError("The body is signed, but is not an event of the service.")
    return event
