"""The client, sync and async. Both run the same steps; only how they send and sleep differs."""

from __future__ import annotations

import asyncio
import functools
import queue
import random
import re
import threading
import time
import uuid
import zlib
from collections.abc import (
    AsyncIterable,
    AsyncIterator,
    Callable,
    Coroutine,
    Generator,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, TypeVar, cast
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
Given = ParamSpec("Given")

_RETRYABLE = frozenset({429, 500, 502, 503, 504})
_MAX_PENDING_SECONDS = 15 * 60
#: API Gateway's limit is 10 MB.
_MAX_ANSWER_BYTES = 16 * 1024 * 1024


@dataclass(frozen=True)
class _Pause:
    seconds: float


#: A step yields a request or a pause, and is sent the response or the error that it ended with.
_Outcome = httpx.Response | httpx.HTTPError | UnexpectedAnswerError
_Steps = Generator["httpx.Request | _Pause", "_Outcome | None", Value]


class _Body:
    """Decodes an answer piece by piece, so that neither an endless nor a compressed one fills the memory."""

    def __init__(self, request: httpx.Request, response: httpx.Response) -> None:
        coding = response.headers.get("Content-Encoding", "").strip().lower()
        if coding not in ("", "identity", "gzip"):
            raise UnexpectedAnswerError(f"{request.url} answered in an encoding that was not accepted. Check the base URL.")
        self._request = request
        self._response = response
        self._gzip = zlib.decompressobj(31) if coding == "gzip" else None
        self._bytes = bytearray()
        self._has_begun = False

    def add(self, piece: bytes) -> None:
        room = _MAX_ANSWER_BYTES + 1 - len(self._bytes)
        self._has_begun |= len(piece) > 0
        try:
            self._bytes += self._gzip.decompress(piece, room) if self._gzip else piece[:room]
        except zlib.error as error:
            raise httpx.DecodingError(str(error), request=self._request) from error
        if len(self._bytes) > _MAX_ANSWER_BYTES:
            raise UnexpectedAnswerError(
                f"{self._request.url} answered with more than {_MAX_ANSWER_BYTES // 1024**2} MiB, which this service "
                "never sends. Check the base URL."
            )

    def response(self) -> httpx.Response:
        if self._gzip and self._has_begun and not self._gzip.eof:
            raise httpx.DecodingError("the compressed answer ends too early", request=self._request)
        # Raw, since httpx reads bytes of any kind and writes only ASCII.
        headers = [pair for pair in self._response.headers.raw if pair[0].lower() != b"content-encoding"]
        return httpx.Response(
            self._response.status_code, headers=headers, content=bytes(self._bytes), request=self._request
        )


def _json_of(response: httpx.Response) -> Any:
    try:
        return response.json()
    except (ValueError, RecursionError):
        return None


def _path_part(name: str) -> str:
    if name in ("", ".", ".."):
        raise ValueError(f'"{name}" cannot be a name: in a URL it would lead to another path')
    return quote(name, safe="")


def _retry_after(response: httpx.Response) -> float | None:
    header = response.headers.get("Retry-After", "").strip()
    if header.isascii() and header.isdigit() and len(header) < 10:
        return float(header)
    try:
        return max(0.0, parsedate_to_datetime(header).timestamp() - time.time())
    except (ValueError, OverflowError):
        return None


def _problem_of(response: httpx.Response) -> ScrapPricesError:
    body = _json_of(response)
    problem = body if isinstance(body, dict) else {}
    detail = problem.get("detail")
    if not isinstance(detail, str):
        detail = None
    is_own = response.status_code >= 500 or response.status_code in (413, 429) or detail is not None
    if not is_own or "has no such operation" in str(detail):
        return UnexpectedAnswerError(
            f"{response.request.url} answered {response.status_code}, but has no such operation. "
            "Check the base URL: unless it is a domain of your own, it ends with a stage such as /prod."
        )
    listed = problem.get("Errors")
    errors = [one for one in listed if isinstance(one, dict)] if isinstance(listed, list) else []
    places = "".join(f"\n  {one.get('Pointer') or '(whole body)'} {one.get('Detail')}" for one in errors)
    return class_of(response.status_code)(
        f"{detail or f'The service answered {response.status_code} without saying why.'}{places}",
        status=response.status_code,
        errors=errors,
        retry_after_seconds=_retry_after(response),
        call_id=response.headers.get("X-Request-Id"),
    )


class _Operations:
    """The steps of each operation, which both clients run."""

    def __init__(
        self,
        base_url: str,
        *,
        uid: str,
        license_key: str,
        max_attempts: int = 6,
        max_wait_seconds: float = 120,
        hold_seconds: int = 5,
        attempt_seconds: float = 35,
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
        self.requests_url = f"{root}/api/scrap_prices"
        self._watches_url = f"{root}/api/watches"
        self._credentials = {"LicenseKey": license_key, "UID": uid}
        self._max_attempts = max_attempts
        self._max_wait_seconds = max_wait_seconds
        self._hold_seconds = hold_seconds
        self.attempt_seconds = attempt_seconds

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
            given = {"Accept-Encoding": "gzip", **(self._credentials if json is None else {})}
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
            elif isinstance(response, UnexpectedAnswerError):
                raise response
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

    def _json(
        self, method: str, url: str, member: str, read: Callable[[Any], Value], **given: Any
    ) -> _Steps[tuple[Value, httpx.Response]]:
        response = yield from self._call(method, url, **given)
        body = _json_of(response)
        try:
            if isinstance(body, dict) and member in body:
                return read(body), response
        except (TypeError, ValueError, LookupError, AttributeError, RecursionError):
            # The member is of another type than the service's.
            pass
        raise UnexpectedAnswerError(
            f'The answer from {url} is not this service\'s: it should be JSON with "{member}". Check the base URL.'
        )

    def scrape(
        self,
        sku: str,
        sites: Sequence[Site | Mapping[str, Any]],
        *,
        webhook: Webhook | Mapping[str, Any] | None = None,
        idempotency_key: str | None = None,
    ) -> _Steps[Results]:
        """Queues a request and waits for its results.

        :raises RequestFailedError: when nothing processed it before its deadline.
        """
        request_id = yield from self.queue(sku, sites, webhook=webhook, idempotency_key=idempotency_key)
        return (yield from self.results(request_id))

    def queue(
        self,
        sku: str,
        sites: Sequence[Site | Mapping[str, Any]],
        *,
        webhook: Webhook | Mapping[str, Any] | None = None,
        idempotency_key: str | None = None,
    ) -> _Steps[str]:
        """Queues a request and returns its identifier."""
        data = {"Sku": sku, "SellingSites": to_wire(list(sites))}
        if webhook is not None:
            data["Webhook"] = to_wire(webhook)
        request_id, _ = yield from self._json(
            "POST",
            f"{self.requests_url}/queue",
            "RequestId",
            _read_request_id,
            json={"Authorization": self._credentials, "Data": data},
            headers={"Idempotency-Key": idempotency_key or uuid.uuid4().hex},
        )
        return request_id

    def status(self, request_id: str) -> _Steps[Status]:
        """Reads where a request stands."""
        return (yield from self._status(request_id))[0]

    def _status(self, request_id: str, hold_seconds: int = 0) -> _Steps[tuple[Status, float | None]]:
        url = f"{self.requests_url}/{_path_part(request_id)}"
        status, response = yield from self._json("GET", url, "RequestStatus", _read_status, hold_seconds=hold_seconds)
        return status, _retry_after(response)

    def results(self, request_id: str) -> _Steps[Results]:
        """Waits for the results of a request that is queued already."""
        hold_seconds = self._hold_seconds
        paused = 0.0
        try:
            while paused < _MAX_PENDING_SECONDS:
                status, retry_after = yield from self._status(request_id, hold_seconds)
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

    def deliveries(self, request_id: str) -> _Steps[Delivery]:
        """Reads what came of the attempts to post a request's webhook, for an hour after the last of them.

        :raises NotFoundError: without a webhook, and when it has expired.
        """
        return (yield from self._delivery("GET", request_id))

    def resend(self, request_id: str) -> _Steps[Delivery]:
        """Has what was posted to a request's webhook posted once more; soon there is an attempt with ``is_resend``.

        :raises ApiError: with ``status`` 409 before anything was posted, 429 when it was resent too often.
        """
        return (yield from self._delivery("POST", request_id))

    def _delivery(self, method: str, request_id: str) -> _Steps[Delivery]:
        url = f"{self.requests_url}/{_path_part(request_id)}/deliveries"
        return (yield from self._json(method, url, "Attempts", lambda body: from_wire(Delivery, body)))[0]

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
    ) -> _Steps[dict[str, Any]]:
        """Puts a watch, new or in the place of the one of its name."""
        data: dict[str, Any] = {"Sku": sku, "SellingSites": to_wire(list(sites))}
        if webhook is not None:
            data["Webhook"] = to_wire(webhook)
        body: dict[str, Any] = {"Authorization": self._credentials, "Data": data, "Schedule": schedule}
        body |= {} if time_zone is None else {"TimeZone": time_zone}
        body |= {} if when is None else {"When": when}
        return (yield from self._json("PUT", self._watch_url(name), "Name", dict, json=body))[0]

    def _watch_url(self, name: str) -> str:
        return f"{self._watches_url}/{_path_part(name)}"

    def watches(self) -> _Steps[list[dict[str, Any]]]:
        """All watches of the license."""
        return (yield from self._json("GET", self._watches_url, "Watches", lambda body: list(body["Watches"])))[0]

    def watch(self, name: str) -> _Steps[dict[str, Any]]:
        """Reads one watch."""
        return (yield from self._json("GET", self._watch_url(name), "Name", dict))[0]

    def history_page(self, name: str, cursor: str | None) -> _Steps[tuple[list[dict[str, Any]], str | None]]:
        query = "?limit=100" + ("" if cursor is None else f"&cursor={quote(cursor, safe='')}")
        url = f"{self._watch_url(name)}/history{query}"
        return (yield from self._json("GET", url, "Entries", lambda body: (list(body["Entries"]), body.get("Next"))))[0]

    def delete_watch(self, name: str) -> _Steps[None]:
        """Ends a watch and deletes what it has seen."""
        yield from self._call("DELETE", self._watch_url(name))


def _read_request_id(body: Mapping[str, Any]) -> str:
    request_id = body["RequestId"]
    _path_part(request_id)
    return cast(str, request_id)


def _read_status(body: Mapping[str, Any]) -> Status:
    _read_request_id(body)
    status = from_wire(Status, body)
    # A truth value equals a number.
    is_known = type(status.request_status) is int and status.request_status in (0, 1, 2)
    if not is_known or (status.data is not None) != (status.request_status == 2):
        raise ValueError("this service's status is 0, 1, or 2 with results")
    return status


#: httpx reads ``HTTPS_PROXY``, ``HTTP_PROXY`` and ``NO_PROXY``; a service on this machine is always called directly.
_DIRECT: dict[str, Any] = {f"all://{host}": None for host in ("localhost", "127.0.0.1", "[::1]")}


def _late(request: httpx.Request, seconds: float) -> httpx.TimeoutException:
    return httpx.ReadTimeout(f"no answer within {seconds} seconds", request=request)


class _Client:
    """Base of both clients."""

    def __init__(self, base_url: str, **options: Any) -> None:
        self._operations = _Operations(base_url, **options)
        self._attempt_seconds = self._operations.attempt_seconds

    def __repr__(self) -> str:
        # Without the license key.
        return f"<{type(self).__name__} {self._operations.requests_url}>"


def _sync(
    steps: Callable[Concatenate[_Operations, Given], _Steps[Value]],
) -> Callable[Concatenate[ScrapPrices, Given], Value]:
    @functools.wraps(steps)
    def call(self: ScrapPrices, /, *args: Given.args, **kwargs: Given.kwargs) -> Value:
        return self._run(steps(self._operations, *args, **kwargs))

    return call


def _async(
    steps: Callable[Concatenate[_Operations, Given], _Steps[Value]],
) -> Callable[Concatenate[AsyncScrapPrices, Given], Coroutine[Any, Any, Value]]:
    @functools.wraps(steps)
    async def call(self: AsyncScrapPrices, /, *args: Given.args, **kwargs: Given.kwargs) -> Value:
        return await self._run(steps(self._operations, *args, **kwargs))

    return call


class ScrapPrices(_Client):
    """Client of one deployment.

    Calls are repeated while the service is unreachable (no answer, 429, 5xx), at most ``max_attempts`` times and
    ``max_wait_seconds`` in all. That is safe for queueing too, as it carries an idempotency key.

    :param attempt_seconds: the longest that one attempt may take; the API itself ends a call after 29 seconds.
    :param http_client: replaces the client's own ``httpx.Client``, for proxies and certificates; it is not closed.
    """

    def __init__(self, base_url: str, *, http_client: httpx.Client | None = None, **options: Any) -> None:
        super().__init__(base_url, **options)
        self._owns = http_client is None
        self._http = http_client or httpx.Client(timeout=self._attempt_seconds, mounts=_DIRECT)

    def _run(self, steps: _Steps[Value]) -> Value:
        sent: _Outcome | None = None
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
            sent = self._send(step)

    def _send(self, request: httpx.Request) -> _Outcome:
        outcome: queue.SimpleQueue[_Outcome | BaseException] = queue.SimpleQueue()
        ends_at = time.monotonic() + self._attempt_seconds

        def receive() -> httpx.Response:
            response = self._http.send(request, follow_redirects=False, stream=True)
            try:
                body = _Body(request, response)
                for piece in cast(Iterable[bytes], response.stream):
                    if time.monotonic() > ends_at:
                        raise _late(request, self._attempt_seconds)
                    body.add(piece)
                return body.response()
            finally:
                response.close()

        def work() -> None:
            try:
                outcome.put(receive())
            except BaseException as error:
                outcome.put(error)

        # In a thread, since httpx limits the time of a read but not of all reads of the headers.
        threading.Thread(target=work, daemon=True).start()
        try:
            result = outcome.get(timeout=self._attempt_seconds)
        except queue.Empty:
            return _late(request, self._attempt_seconds)
        if isinstance(result, (httpx.Response, httpx.HTTPError, UnexpectedAnswerError)):
            return result
        raise result

    scrape = _sync(_Operations.scrape)
    queue = _sync(_Operations.queue)
    status = _sync(_Operations.status)
    results = _sync(_Operations.results)
    deliveries = _sync(_Operations.deliveries)
    resend = _sync(_Operations.resend)
    put_watch = _sync(_Operations.put_watch)
    watches = _sync(_Operations.watches)
    watch = _sync(_Operations.watch)
    delete_watch = _sync(_Operations.delete_watch)

    def watch_history(self, name: str) -> Iterator[dict[str, Any]]:
        """All that a watch has seen, the newest first, read page by page as it is iterated."""
        cursor: str | None = None
        while True:
            entries, cursor = self._run(self._operations.history_page(name, cursor))
            yield from entries
            if cursor is None:
                return

    def close(self) -> None:
        if self._owns:
            self._http.close()

    def __enter__(self) -> ScrapPrices:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class AsyncScrapPrices(_Client):
    """As ``ScrapPrices``, to be awaited.

    :param http_client: replaces the client's own ``httpx.AsyncClient``; it is not closed.
    """

    def __init__(self, base_url: str, *, http_client: httpx.AsyncClient | None = None, **options: Any) -> None:
        super().__init__(base_url, **options)
        self._owns = http_client is None
        self._http = http_client or httpx.AsyncClient(timeout=self._attempt_seconds, mounts=_DIRECT)

    async def _run(self, steps: _Steps[Value]) -> Value:
        sent: _Outcome | None = None
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
                sent = await asyncio.wait_for(self._receive(step), self._attempt_seconds)
            except asyncio.TimeoutError:
                sent = _late(step, self._attempt_seconds)
            except (httpx.HTTPError, UnexpectedAnswerError) as error:
                sent = error

    async def _receive(self, request: httpx.Request) -> httpx.Response:
        response = await self._http.send(request, follow_redirects=False, stream=True)
        try:
            body = _Body(request, response)
            async for piece in cast(AsyncIterable[bytes], response.stream):
                body.add(piece)
            return body.response()
        finally:
            await response.aclose()

    scrape = _async(_Operations.scrape)
    queue = _async(_Operations.queue)
    status = _async(_Operations.status)
    results = _async(_Operations.results)
    deliveries = _async(_Operations.deliveries)
    resend = _async(_Operations.resend)
    put_watch = _async(_Operations.put_watch)
    watches = _async(_Operations.watches)
    watch = _async(_Operations.watch)
    delete_watch = _async(_Operations.delete_watch)

    async def watch_history(self, name: str) -> AsyncIterator[dict[str, Any]]:
        """All that a watch has seen, the newest first, read page by page as it is iterated."""
        cursor: str | None = None
        while True:
            entries, cursor = await self._run(self._operations.history_page(name, cursor))
            for entry in entries:
                yield entry
            if cursor is None:
                return

    async def close(self) -> None:
        if self._owns:
            await self._http.aclose()

    async def __aenter__(self) -> AsyncScrapPrices:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()
