"""The client, sync and async. Both run the same steps; only how they send and sleep differs."""

from __future__ import annotations

import asyncio
import random
import re
import time
import uuid
from collections.abc import AsyncIterator, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from types import TracebackType
from typing import Any, TypeVar
from urllib.parse import quote

import httpx

from .errors import (
    ApiError,
    ConnectionFailedError,
    RequestFailedError,
    ScrapPricesError,
    UnexpectedAnswerError,
    class_of,
)
from .models import Delivery, Results, Site, Status, Webhook, from_wire, to_wire

Value = TypeVar("Value")

_RETRYABLE = frozenset({429, 500, 502, 503, 504})
_MAX_PENDING_SECONDS = 15 * 60


@dataclass(frozen=True)
class _Pause:
    seconds: float


#: A step yields a request or a pause, and is sent the response or the error that it ended with.
_Steps = Generator["httpx.Request | _Pause", "httpx.Response | httpx.HTTPError | None", Value]


def _retry_after(response: httpx.Response) -> float | None:
    header = response.headers.get("Retry-After", "").strip()
    if header.isascii() and header.isdigit() and len(header) < 10:
        return float(header)
    try:
        return max(0.0, parsedate_to_datetime(header).timestamp() - time.time())
    except ValueError:
        return None


def _problem_of(response: httpx.Response) -> ScrapPricesError:
    try:
        problem = response.json()
    except ValueError:
        problem = None
    detail = problem.get("detail") if isinstance(problem, dict) else None
    is_own = response.status_code >= 500 or response.status_code in (413, 429) or isinstance(detail, str)
    if not is_own or "has no such operation" in str(detail):
        return UnexpectedAnswerError(
            f"{response.request.url} answered {response.status_code}, but has no such operation. "
            "Check the base URL: unless it is a domain of your own, it ends with a stage such as /prod."
        )
    errors = (problem or {}).get("Errors") or []
    places = "".join(f"\n  {one.get('Pointer') or '(whole body)'} {one.get('Detail')}" for one in errors)
    return class_of(response.status_code)(
        f"{detail or f'The service answered {response.status_code} without saying why.'}{places}",
        status=response.status_code,
        errors=errors,
        retry_after_seconds=_retry_after(response),
        call_id=response.headers.get("X-Request-Id"),
    )


class _Core:
    """What both clients know, and the steps of each operation."""

    def __init__(
        self,
        base_url: str,
        *,
        uid: str,
        license_key: str,
        max_attempts: int = 6,
        max_wait_seconds: float = 120,
        hold_seconds: int = 5,
    ) -> None:
        url = httpx.URL(base_url)
        if url.scheme not in ("http", "https") or not url.host:
            raise ValueError(f'base_url must be an absolute http or https URL; it is "{base_url}"')
        if url.userinfo or url.query or url.fragment:
            raise ValueError("base_url must hold no credentials, no query and no fragment")
        if "/api/scrap_prices" in url.path:
            raise ValueError('base_url ends before "/api/scrap_prices"')
        if not 0 <= hold_seconds <= 20:
            raise ValueError(f"hold_seconds must be from 0 to 20; it is {hold_seconds}")
        for name, value in (("uid", uid), ("license_key", license_key)):
            if not re.fullmatch(r"[\x21-\x7e]+", value):
                raise ValueError(f"{name} must be visible ASCII characters without spaces, at least one")
        root = str(url).rstrip("/")
        self._requests_url = f"{root}/api/scrap_prices"
        self._watches_url = f"{root}/api/watches"
        self._credentials = {"LicenseKey": license_key, "UID": uid}
        self._max_attempts = max_attempts
        self._max_wait_seconds = max_wait_seconds
        self._hold_seconds = hold_seconds

    def __repr__(self) -> str:
        # Without the license key.
        return f"<{type(self).__name__} {self._requests_url}>"

    def _call(
        self,
        method: str,
        url: str,
        *,
        json: Any = None,
        headers: Mapping[str, str] | None = None,
        hold_seconds: int = 0,
    ) -> _Steps[httpx.Response]:
        waited = 0.0
        attempt = 0
        while True:
            attempt += 1
            given = dict(self._credentials if json is None else {})
            given.update(headers or {})
            if hold_seconds and attempt == 1:
                given["Prefer"] = f"wait={hold_seconds}"
            response = yield httpx.Request(method, url, json=json, headers=given)
            error: ScrapPricesError
            if isinstance(response, httpx.Response):
                if response.is_success:
                    return response
                if response.is_redirect:
                    raise UnexpectedAnswerError(
                        f"{url} answers with a redirect, which is not followed since it would carry the license key "
                        "along. Check the base URL."
                    )
                error = _problem_of(response)
                retry_after = error.retry_after_seconds if isinstance(error, ApiError) else None
                is_transient = isinstance(error, ApiError) and error.status in _RETRYABLE
            else:
                error = ConnectionFailedError(f"The service at {url} could not be reached: {response}.")
                error.__cause__ = response
                retry_after, is_transient = None, True
            left = self._max_wait_seconds - waited
            if not is_transient or attempt >= self._max_attempts or left <= 0 or (retry_after or 0) > left:
                raise error
            backoff = min(10.0, 0.4 * 2 ** (attempt - 1))
            pause = (
                retry_after * (1 + random.random() / 4) if retry_after else backoff / 2 * (1 + random.random())
            )
            waited += min(pause, left)
            yield _Pause(min(pause, left))

    def _json(self, method: str, url: str, member: str, **given: Any) -> _Steps[tuple[Any, httpx.Response]]:
        response = yield from self._call(method, url, **given)
        try:
            body = response.json()
        except ValueError:
            body = None
        if not isinstance(body, dict) or member not in body:
            raise UnexpectedAnswerError(
                f'The answer from {url} is not this service\'s: it should be JSON with "{member}". Check the base URL.'
            )
        return body, response

    def _queue_steps(
        self,
        sku: str,
        sites: Sequence[Site | Mapping[str, Any]],
        webhook: Webhook | Mapping[str, Any] | None,
        idempotency_key: str | None,
    ) -> _Steps[str]:
        data = {"Sku": sku, "SellingSites": to_wire(list(sites))}
        if webhook is not None:
            data["Webhook"] = to_wire(webhook)
        body, _ = yield from self._json(
            "POST",
            f"{self._requests_url}/queue",
            "RequestId",
            json={"Authorization": self._credentials, "Data": data},
            headers={"Idempotency-Key": idempotency_key or uuid.uuid4().hex},
        )
        return str(body["RequestId"])

    def _status_steps(self, request_id: str, hold_seconds: int = 0) -> _Steps[tuple[Status, float | None]]:
        url = f"{self._requests_url}/{quote(request_id, safe='')}"
        body, response = yield from self._json("GET", url, "RequestStatus", hold_seconds=hold_seconds)
        return from_wire(Status, body), _retry_after(response)

    def _results_steps(self, request_id: str) -> _Steps[Results]:
        hold_seconds = self._hold_seconds
        paused = 0.0
        try:
            while paused < _MAX_PENDING_SECONDS:
                status, retry_after = yield from self._status_steps(request_id, hold_seconds)
                if status.data is not None:
                    return status.data
                if status.request_status == 1:
                    raise RequestFailedError(
                        f"The request {request_id} was not processed before its deadline; queue it again."
                    )
                hold_seconds = 0
                pause = min(max(2.0 if retry_after is None else retry_after, 0.25), 30.0)
                paused += pause
                yield _Pause(pause * (1 + random.random() / 4))
            raise UnexpectedAnswerError(
                f"The request {request_id} is still pending after 15 minutes, though requests end within five."
            )
        except ScrapPricesError as error:
            error.request_id = request_id
            raise

    def _scrape_steps(
        self,
        sku: str,
        sites: Sequence[Site | Mapping[str, Any]],
        webhook: Webhook | Mapping[str, Any] | None,
        idempotency_key: str | None,
    ) -> _Steps[Results]:
        request_id = yield from self._queue_steps(sku, sites, webhook, idempotency_key)
        return (yield from self._results_steps(request_id))

    def _delivery_steps(self, method: str, request_id: str) -> _Steps[Delivery]:
        url = f"{self._requests_url}/{quote(request_id, safe='')}/deliveries"
        body, _ = yield from self._json(method, url, "Attempts")
        return from_wire(Delivery, body)

    def _put_watch_steps(
        self,
        name: str,
        sku: str,
        sites: Sequence[Site | Mapping[str, Any]],
        schedule: str,
        time_zone: str | None,
        when: Mapping[str, Any] | None,
        webhook: Webhook | Mapping[str, Any] | None,
    ) -> _Steps[dict[str, Any]]:
        data: dict[str, Any] = {"Sku": sku, "SellingSites": to_wire(list(sites))}
        if webhook is not None:
            data["Webhook"] = to_wire(webhook)
        body: dict[str, Any] = {"Authorization": self._credentials, "Data": data, "Schedule": schedule}
        body |= {} if time_zone is None else {"TimeZone": time_zone}
        body |= {} if when is None else {"When": when}
        answer, _ = yield from self._json("PUT", self._watch_url(name), "Name", json=body)
        return dict(answer)

    def _watch_url(self, name: str) -> str:
        return f"{self._watches_url}/{quote(name, safe='')}"

    def _watches_steps(self) -> _Steps[list[dict[str, Any]]]:
        answer, _ = yield from self._json("GET", self._watches_url, "Watches")
        return list(answer["Watches"])

    def _watch_steps(self, name: str) -> _Steps[dict[str, Any]]:
        answer, _ = yield from self._json("GET", self._watch_url(name), "Name")
        return dict(answer)

    def _history_steps(self, name: str, cursor: str | None) -> _Steps[tuple[list[dict[str, Any]], str | None]]:
        query = "?limit=100" + ("" if cursor is None else f"&cursor={quote(cursor, safe='')}")
        answer, _ = yield from self._json("GET", f"{self._watch_url(name)}/history{query}", "Entries")
        return answer["Entries"], answer.get("Next")

    def _delete_watch_steps(self, name: str) -> _Steps[None]:
        yield from self._call("DELETE", self._watch_url(name))


#: The API itself ends a call after 29 seconds.
_TIMEOUT = httpx.Timeout(35.0)

#: httpx reads ``HTTPS_PROXY``, ``HTTP_PROXY`` and ``NO_PROXY``; a service on this machine is always called directly.
_DIRECT: dict[str, Any] = {f"all://{host}": None for host in ("localhost", "127.0.0.1", "[::1]")}


class ScrapPrices(_Core):
    """Client of one deployment.

    Calls are repeated while the service is unreachable (no answer, 429, 5xx), at most ``max_attempts`` times and
    ``max_wait_seconds`` in all. That is safe for queueing too, as it carries an idempotency key.

    :param http_client: replaces the client's own ``httpx.Client``, for proxies and certificates; it is not closed.
    """

    def __init__(self, base_url: str, *, http_client: httpx.Client | None = None, **options: Any) -> None:
        super().__init__(base_url, **options)
        self._owns = http_client is None
        self._http = http_client or httpx.Client(timeout=_TIMEOUT, mounts=_DIRECT)

    def _run(self, steps: _Steps[Value]) -> Value:
        sent: httpx.Response | httpx.HTTPError | None = None
        while True:
            try:
                step = steps.send(sent)
            except StopIteration as end:
                result: Value = end.value
                return result
            if isinstance(step, _Pause):
                time.sleep(step.seconds)
                sent = None
                continue
            try:
                sent = self._http.send(step, follow_redirects=False)
            except httpx.HTTPError as error:
                sent = error

    def scrape(
        self,
        sku: str,
        sites: Sequence[Site | Mapping[str, Any]],
        *,
        webhook: Webhook | Mapping[str, Any] | None = None,
        idempotency_key: str | None = None,
    ) -> Results:
        """Queues a request and waits for its results.

        :raises RequestFailedError: when nothing processed it before its deadline.
        """
        return self._run(self._scrape_steps(sku, sites, webhook, idempotency_key))

    def queue(
        self,
        sku: str,
        sites: Sequence[Site | Mapping[str, Any]],
        *,
        webhook: Webhook | Mapping[str, Any] | None = None,
        idempotency_key: str | None = None,
    ) -> str:
        """Queues a request and returns its identifier."""
        return self._run(self._queue_steps(sku, sites, webhook, idempotency_key))

    def status(self, request_id: str) -> Status:
        """Reads where a request stands."""
        return self._run(self._status_steps(request_id))[0]

    def results(self, request_id: str) -> Results:
        """Waits for the results of a request that is queued already."""
        return self._run(self._results_steps(request_id))

    def deliveries(self, request_id: str) -> Delivery:
        """Reads what came of the attempts to post a request's webhook, for an hour after the last of them.

        :raises NotFoundError: without a webhook, and when it has expired.
        """
        return self._run(self._delivery_steps("GET", request_id))

    def resend(self, request_id: str) -> Delivery:
        """Has what was posted to a request's webhook posted once more; soon there is an attempt with ``is_resend``.

        :raises ApiError: with ``status`` 409 before anything was posted, 429 when it was resent too often.
        """
        return self._run(self._delivery_steps("POST", request_id))

    def put_watch(
        self,
        name: str,
        *,
        sku: str,
        sites: Sequence[Site | Mapping[str, Any]],
        schedule: str,
        time_zone: str | None = None,
        when: Mapping[str, Any] | None = None,
        webhook: Webhook | Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        """Puts a watch, new or in the place of the one of its name."""
        return self._run(self._put_watch_steps(name, sku, sites, schedule, time_zone, when, webhook))

    def watches(self) -> list[dict[str, Any]]:
        """All watches of the license."""
        return self._run(self._watches_steps())

    def watch(self, name: str) -> dict[str, Any]:
        """Reads one watch."""
        return self._run(self._watch_steps(name))

    def watch_history(self, name: str) -> Iterator[dict[str, Any]]:
        """All that a watch has seen, the newest first, read page by page as it is iterated."""
        cursor: str | None = None
        while True:
            entries, cursor = self._run(self._history_steps(name, cursor))
            yield from entries
            if cursor is None:
                return

    def delete_watch(self, name: str) -> None:
        """Ends a watch and deletes what it has seen."""
        self._run(self._delete_watch_steps(name))

    def close(self) -> None:
        if self._owns:
            self._http.close()

    def __enter__(self) -> ScrapPrices:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class AsyncScrapPrices(_Core):
    """As ``ScrapPrices``, to be awaited.

    :param http_client: replaces the client's own ``httpx.AsyncClient``; it is not closed.
    """

    def __init__(self, base_url: str, *, http_client: httpx.AsyncClient | None = None, **options: Any) -> None:
        super().__init__(base_url, **options)
        self._owns = http_client is None
        self._http = http_client or httpx.AsyncClient(timeout=_TIMEOUT, mounts=_DIRECT)

    async def _run(self, steps: _Steps[Value]) -> Value:
        sent: httpx.Response | httpx.HTTPError | None = None
        while True:
            try:
                step = steps.send(sent)
            except StopIteration as end:
                result: Value = end.value
                return result
            if isinstance(step, _Pause):
                await asyncio.sleep(step.seconds)
                sent = None
                continue
            try:
                sent = await self._http.send(step, follow_redirects=False)
            except httpx.HTTPError as error:
                sent = error

    async def scrape(
        self,
        sku: str,
        sites: Sequence[Site | Mapping[str, Any]],
        *,
        webhook: Webhook | Mapping[str, Any] | None = None,
        idempotency_key: str | None = None,
    ) -> Results:
        """Queues a request and waits for its results."""
        return await self._run(self._scrape_steps(sku, sites, webhook, idempotency_key))

    async def queue(
        self,
        sku: str,
        sites: Sequence[Site | Mapping[str, Any]],
        *,
        webhook: Webhook | Mapping[str, Any] | None = None,
        idempotency_key: str | None = None,
    ) -> str:
        """Queues a request and returns its identifier."""
        return await self._run(self._queue_steps(sku, sites, webhook, idempotency_key))

    async def status(self, request_id: str) -> Status:
        """Reads where a request stands."""
        return (await self._run(self._status_steps(request_id)))[0]

    async def results(self, request_id: str) -> Results:
        """Waits for the results of a request that is queued already."""
        return await self._run(self._results_steps(request_id))

    async def deliveries(self, request_id: str) -> Delivery:
        """Reads what came of the attempts to post a request's webhook, for an hour after the last of them.

        :raises NotFoundError: without a webhook, and when it has expired.
        """
        return await self._run(self._delivery_steps("GET", request_id))

    async def resend(self, request_id: str) -> Delivery:
        """Has what was posted to a request's webhook posted once more; soon there is an attempt with ``is_resend``.

        :raises ApiError: with ``status`` 409 before anything was posted, 429 when it was resent too often.
        """
        return await self._run(self._delivery_steps("POST", request_id))

    async def put_watch(
        self,
        name: str,
        *,
        sku: str,
        sites: Sequence[Site | Mapping[str, Any]],
        schedule: str,
        time_zone: str | None = None,
        when: Mapping[str, Any] | None = None,
        webhook: Webhook | Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        """Puts a watch, new or in the place of the one of its name."""
        return await self._run(self._put_watch_steps(name, sku, sites, schedule, time_zone, when, webhook))

    async def watches(self) -> list[dict[str, Any]]:
        """All watches of the license."""
        return await self._run(self._watches_steps())

    async def watch(self, name: str) -> dict[str, Any]:
        """Reads one watch."""
        return await self._run(self._watch_steps(name))

    async def watch_history(self, name: str) -> AsyncIterator[dict[str, Any]]:
        """All that a watch has seen, the newest first, read page by page as it is iterated."""
        cursor: str | None = None
        while True:
            entries, cursor = await self._run(self._history_steps(name, cursor))
            for entry in entries:
                yield entry
            if cursor is None:
                return

    async def delete_watch(self, name: str) -> None:
        """Ends a watch and deletes what it has seen."""
        await self._run(self._delete_watch_steps(name))

    async def close(self) -> None:
        if self._owns:
            await self._http.aclose()

    async def __aenter__(self) -> AsyncScrapPrices:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()
