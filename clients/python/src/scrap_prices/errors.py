"""Errors of the client. All are ``ScrapPricesError``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


class ScrapPricesError(Exception):
    """Base of every error that the client raises."""

    #: The scrape request that was queued before this went wrong; ``results`` goes on waiting for it.
    request_id: str | None = None


class ApiError(ScrapPricesError):
    """The service answered with a problem (RFC 9457)."""

    def __init__(
        self,
        message: str,
        *,
        status: int,
        errors: Sequence[Mapping[str, Any]] = (),
        retry_after_seconds: float | None = None,
        call_id: str | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        #: What is wrong where, on 400: ``Pointer`` and ``Detail`` of each violation.
        self.errors = tuple(errors)
        #: What the service asked to wait before the call is repeated.
        self.retry_after_seconds = retry_after_seconds
        #: ``X-Request-Id``, which names the call in the service's logs.
        self.call_id = call_id


class InvalidRequestError(ApiError):
    """400 or 413: the request does not fit the contract."""


class UnauthorizedError(ApiError):
    """401: license key and UID do not open the service."""


class NotFoundError(ApiError):
    """404: unknown, expired, or another caller's."""


class IdempotencyConflictError(ApiError):
    """422: the idempotency key was used with another body."""


class RateLimitedError(ApiError):
    """429: a quota is used up for longer than the client waits."""


class ServiceError(ApiError):
    """5xx: the service failed or cannot take the call at the moment."""


class ConnectionFailedError(ScrapPricesError):
    """No answer came: wrong address, no network, or silence for too long."""


class UnexpectedAnswerError(ScrapPricesError):
    """Something else than the service answered: most often the base URL is wrong."""


class RequestFailedError(ScrapPricesError):
    """The scrape request was not processed before its deadline; queue it again."""


class WebhookVerificationError(ScrapPricesError):
    """A call that the service did not make, or that is too old."""


def class_of(status: int) -> type[ApiError]:
    by_status: dict[int, type[ApiError]] = {
        400: InvalidRequestError,
        401: UnauthorizedError,
        404: NotFoundError,
        413: InvalidRequestError,
        422: IdempotencyConflictError,
        429: RateLimitedError,
    }
    return by_status.get(status, ServiceError if status >= 500 else ApiError)
