"""Retries, errors and webhooks against answers that the test makes; the service itself when one is named."""

import asyncio
import base64
import hashlib
import hmac
import inspect
import json
import os
import re
from dataclasses import fields
from decimal import Decimal
from pathlib import Path

import httpx
import pytest

import scrap_prices.client
from scrap_prices import (
    AsyncScrapPrices,
    ConnectionFailedError,
    Delivery,
    DeliveryAttempt,
    Evidence,
    Expectation,
    InvalidRequestError,
    NotFoundError,
    RateLimitedError,
    RequestFailedError,
    Results,
    ScrapPrices,
    ScrapPricesError,
    Selector,
    Selectors,
    Site,
    SiteError,
    SiteResult,
    UnauthorizedError,
    UnexpectedAnswerError,
    VariantWish,
    Webhook,
    WebhookVerificationError,
    verify_webhook,
)
from scrap_prices.models import wire_name

BASE = "http://prices.example/prod"
ID = "0f8fad5b-d9cb-469f-a165-70867728950e"
QUEUED = (202, {"RequestId": ID, "RequestStatus": 0})
PENDING = (200, {"RequestId": ID, "RequestStatus": 0})
SITE = {
    "Index": 0,
    "Outcome": "Priced",
    "Availability": "InStock",
    "RequestedSku": "1",
    "Price": {"Amount": "1226.00", "Currency": "EUR", "Raw": "1.226,00 €"},
    "Shipping": None,
    "SomethingNew": 1,
}
DATA = {
    "Sku": "1",
    "RequestedAt": "2026-11-21T10:00:00Z",
    "CompletedAt": "2026-11-21T10:00:02Z",
    "ExpiresAt": "2026-11-21T10:05:02Z",
    "Summary": {"Total": 1, "Priced": 1},
    "Sites": [SITE],
}
DONE = (200, {"RequestId": ID, "RequestStatus": 2, "Data": DATA})


def problem(status, detail="Because.", **extra):
    return status, {"status": status, "detail": detail, **extra}


@pytest.fixture
def pauses(monkeypatch):
    taken = []
    monkeypatch.setattr(scrap_prices.client.time, "sleep", taken.append)
    return taken


def service(*answers, headers=None):
    """A client of a service that answers as told, the last answer again and again; and the calls that it saw."""
    calls = []

    def answer(request):
        calls.append(request)
        step = answers[min(len(calls), len(answers)) - 1]
        if isinstance(step, Exception):
            raise step
        status, body = step
        return httpx.Response(status, json=body, headers=headers)

    http = httpx.Client(transport=httpx.MockTransport(answer))
    return ScrapPrices(BASE, uid="acme", license_key="sp_live_secret", http_client=http), calls


def test_scrapes_and_reads_what_it_does_not_know(pauses):
    client, calls = service(QUEUED, PENDING, DONE)
    selectors = Selectors(price=[Selector(type="Css", value=".p")])
    results = client.scrape("1", [Site(url="https://a.example/{sku}", selectors=selectors), {"Name": "B"}])
    site = results.sites[0]
    assert (site.price.value, site.price.currency, site.shipping) == (Decimal("1226.00"), "EUR", None)
    assert site.raw["SomethingNew"] == 1
    assert (site.price.raw, str(site.price)) == ("1.226,00 €", "1226.00 EUR")
    assert json.loads(calls[0].content)["Data"]["SellingSites"] == [
        {"Url": "https://a.example/{sku}", "Selectors": {"Price": [{"Type": "Css", "Value": ".p"}]}},
        {"Name": "B"},
    ]
    assert calls[1].headers["Prefer"] == "wait=5"
    assert "Prefer" not in calls[2].headers
    assert len(pauses) == 1


def test_repeats_under_one_idempotency_key(pauses):
    client, calls = service(httpx.ConnectError("refused"), problem(503), QUEUED)
    assert client.queue("1", []) == ID
    assert len({call.headers["Idempotency-Key"] for call in calls}) == 1
    assert len(pauses) == 2


def test_waits_as_long_as_it_is_asked_and_no_longer_than_it_may(pauses):
    client, calls = service(problem(429), headers={"Retry-After": "3600"})
    with pytest.raises(RateLimitedError) as caught:
        client.status(ID)
    assert caught.value.retry_after_seconds == 3600
    assert (len(calls), pauses) == (1, [])


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        (problem(400, Errors=[{"Pointer": "/Data/Sku", "Detail": "is missing"}]), InvalidRequestError),
        (problem(401), UnauthorizedError),
        (problem(404), NotFoundError),
        (problem(404, "This service has no such operation."), UnexpectedAnswerError),
        ((404, {}), UnexpectedAnswerError),
        ((200, {"hello": 1}), UnexpectedAnswerError),
        ((302, {}), UnexpectedAnswerError),
    ],
)
def test_tells_errors_apart_and_repeats_none_of_these(answer, error, pauses):
    client, calls = service(answer)
    with pytest.raises(error):
        client.status(ID)
    assert len(calls) == 1


def test_a_failed_request_and_a_lost_one_name_themselves(pauses):
    client, _ = service((200, {"RequestId": ID, "RequestStatus": 1}))
    with pytest.raises(RequestFailedError) as failed:
        client.results(ID)
    client, _ = service(httpx.ConnectError("refused"))
    with pytest.raises(ConnectionFailedError) as lost:
        client.results(ID)
    assert failed.value.request_id == lost.value.request_id == ID


def test_reads_a_history_page_by_page(pauses):
    client, calls = service((200, {"Entries": [{"Part": 0}], "Next": "a b"}), (200, {"Entries": [{"Part": 1}], "Next": None}))
    assert [entry["Part"] for entry in client.watch_history("w")] == [0, 1]
    assert calls[1].url.params["cursor"] == "a b"


DOCUMENT = json.loads((Path(__file__).parents[3] / "docs/openapi.json").read_text(encoding="utf-8"))
#: What every operation reads its part of.
ANSWER = {
    **DONE[1],
    "WebhookId": f"msg_{ID}",
    "Attempts": [
        {"At": "2026-11-21T10:00:03Z", "DurationMs": 12, "HttpStatus": 500, "Error": None, "IsResend": False},
        {"At": "2026-11-21T10:01:03Z", "DurationMs": 9, "Error": {"Code": "Timeout", "Message": "Late."}, "IsResend": True},
    ],
    "Name": "w",
    "Watches": [{"Name": "w"}],
    "Entries": [{"Part": 0}],
    "Next": None,
}


@pytest.mark.parametrize(
    ("kind", "http"), [(ScrapPrices, httpx.Client), (AsyncScrapPrices, httpx.AsyncClient)]
)
def test_has_every_operation_of_the_api(kind, http):
    calls = set()

    def answer(request):
        calls.add((request.method.lower(), request.url.path.removeprefix("/prod")))
        return httpx.Response(200, json=ANSWER)

    async def value_of(result):
        if hasattr(result, "__aiter__"):
            return [entry async for entry in result]
        return await result if inspect.isawaitable(result) else result

    async def use():
        client = kind(BASE, uid="acme", license_key="x", http_client=http(transport=httpx.MockTransport(answer)))
        assert await value_of(client.queue("1", [])) == ID
        assert (await value_of(client.status(ID))).name == "Completed"
        for delivery in (await value_of(client.deliveries(ID)), await value_of(client.resend(ID))):
            first, second = delivery.attempts
            assert (delivery.ended, first.http_status, first.error) == (None, 500, None)
            assert (second.error.code, second.is_resend) == ("Timeout", True)
        await value_of(client.put_watch("w", sku="1", sites=[], schedule="rate(6 hours)"))
        assert await value_of(client.watches()) == [{"Name": "w"}]
        assert (await value_of(client.watch("w")))["Name"] == "w"
        assert list(await value_of(client.watch_history("w"))) == [{"Part": 0}]
        await value_of(client.delete_watch("w"))

    asyncio.run(use())
    for path, item in DOCUMENT["paths"].items():
        pattern = re.sub(r"\{\w+\}", "[^/]+", path)
        for method in {"get", "put", "post", "delete"} & set(item):
            assert any(one == method and re.fullmatch(pattern, called) for one, called in calls), f"{method} {path}"


@pytest.mark.parametrize("url", ["prices.example", "ftp://a", "http://a:b@c", "https://a/prod/api/scrap_prices/queue"])
def test_refuses_an_address_that_cannot_be_right(url):
    with pytest.raises(ValueError):
        ScrapPrices(url, uid="acme", license_key="x")


def test_never_shows_the_license_key():
    client, _ = service(QUEUED)
    assert "sp_live_secret" not in repr(client)


SECRET = "whsec_" + base64.b64encode(bytes(32)).decode()
BODY = b'{"type":"scrap_prices.completed"}'


def signed(secret=bytes(32), at="1000", call="msg_1", body=BODY):
    mac = base64.b64encode(hmac.digest(secret, f"{call}.{at}.".encode() + body, hashlib.sha256)).decode()
    return {"Webhook-Id": call, "Webhook-Timestamp": at, "Webhook-Signature": f"v1,AAAA v1,{mac}"}


@pytest.mark.parametrize("given", [signed(), {name: [value] for name, value in signed().items()}])
def test_reads_a_signed_call(given):
    assert verify_webhook(SECRET, given, BODY, now=1_299)["type"] == "scrap_prices.completed"


@pytest.mark.parametrize(
    ("headers", "body", "now"),
    [
        (signed(secret=b"x" * 32), BODY, 1_000),
        (signed(), BODY + b" ", 1_000),
        (signed(), BODY, 1_301),
        (signed(), BODY, 699),
        (signed(at="x"), BODY, 1_000),
        ({}, BODY, 1_000),
        ({**signed(), "Webhook-Signature": "v1,é"}, BODY, 1_000),
        # Lone surrogates, as frameworks make of bytes that are not UTF-8.
        ({**signed(), "Webhook-Signature": "v1,\ud800"}, BODY, 1_000),
        ({**signed(), "Webhook-Id": "\udcff"}, BODY, 1_000),
        ({**signed(), "Webhook-Signature": []}, BODY, 1_000),
        ({**signed(), "Webhook-Signature": [["v1,"]]}, BODY, 1_000),
        ({**signed(), "Webhook-Timestamp": 1_000}, BODY, 1_000),
        ({name.encode(): value.encode() for name, value in signed().items()}, BODY, 1_000),
        ({**signed(), "Webhook-Timestamp": "\udcff"}, BODY, 1_000),
        (signed(), "\ud800", 1_000),
    ],
)
def test_refuses_a_call_that_is_not_the_services(headers, body, now):
    with pytest.raises(WebhookVerificationError):
        verify_webhook(SECRET, headers, body, now=now)


# The service itself, started by test/packages/python.test.ts.

LIVE = json.loads(os.environ.get("SCRAP_PRICES_LIVE", "null"))
live = pytest.mark.skipif(LIVE is None, reason="needs a service: npm run test:all starts one")


@live
def test_scrapes_the_demonstration():
    pandas = pytest.importorskip("pandas")
    with ScrapPrices(LIVE["BaseUrl"], uid=LIVE["UID"], license_key=LIVE["LicenseKey"]) as client:
        results = client.scrape(LIVE["Sku"], LIVE["Sites"])
        frame = results.to_dataframe()
        assert isinstance(frame, pandas.DataFrame)
        assert [str(price) for price in frame["price"]] == LIVE["Prices"]
        assert frame["fetched_at"].dt.tz is not None
        client.put_watch("w", sku=LIVE["Sku"], sites=LIVE["Sites"], schedule="rate(6 hours)")
        assert [watch["Name"] for watch in client.watches()] == ["w"]
        assert list(client.watch_history("w")) == []
        client.delete_watch("w")
        with pytest.raises(NotFoundError):
            client.delete_watch("w")


@live
def test_scrapes_the_demonstration_asynchronously():
    async def scrape():
        async with AsyncScrapPrices(LIVE["BaseUrl"], uid=LIVE["UID"], license_key=LIVE["LicenseKey"]) as client:
            both = await asyncio.gather(*(client.scrape(LIVE["Sku"], LIVE["Sites"]) for _ in range(2)))
            return [[site.price.amount for site in results.sites] for results in both]

    assert asyncio.run(scrape()) == [LIVE["Prices"]] * 2


@live
def test_is_refused_with_another_key():
    with ScrapPrices(LIVE["BaseUrl"], uid=LIVE["UID"], license_key="another") as client, pytest.raises(UnauthorizedError):
        client.status(ID)


HOSTILE = json.loads((Path(__file__).parents[3] / "test/client/hostile-answers.json").read_text())
HOSTILE_ORIGIN = os.environ.get("SCRAP_PRICES_HOSTILE")


@pytest.mark.skipif(HOSTILE_ORIGIN is None, reason="needs a hostile service: npm run test:all starts one")
@pytest.mark.parametrize("answer", HOSTILE, ids=lambda answer: answer["name"])
def test_survives_hostile_answers(answer):
    options = {
        "uid": "acme",
        "license_key": "sp_live_secret",
        "max_attempts": 1,
        # Only answers that never come to an end wait for the limit.
        "attempt_seconds": 0.5 if answer["error"] == "Connection" else 60,
    }
    base_url = f"{HOSTILE_ORIGIN}/{answer['name']}"

    site = Site(url="https://a.example")

    async def end_of(call):
        async with AsyncScrapPrices(base_url, **options) as client:
            await call(client)

    for call in (lambda client: client.status(ID), lambda client: client.scrape("1", [site])):
        with ScrapPrices(base_url, **options) as client, pytest.raises(ScrapPricesError) as sync:
            call(client)
        with pytest.raises(ScrapPricesError) as other:
            asyncio.run(end_of(call))
        for caught in (sync, other):
            assert caught.type.__name__.startswith(answer["error"])


@pytest.mark.parametrize("name", ["", ".", "..", "\ud800"])
def test_never_sends_a_name_that_leads_to_another_path(name, pauses):
    client, calls = service(DONE)
    for call in (client.status, client.results, client.deliveries, client.resend, client.watch, client.delete_watch):
        with pytest.raises(ValueError):
            call(name)
    with pytest.raises(ValueError):
        list(client.watch_history(name))
    with pytest.raises(ValueError):
        client.put_watch(name, sku="1", sites=[], schedule="rate(1 day)")
    assert calls == []


def test_names_every_member_of_a_selling_site():
    schemas = DOCUMENT["components"]["schemas"]
    for model in (Site, Selector, Selectors, Expectation, VariantWish, Webhook):
        expected = set(schemas["SellingSite" if model is Site else model.__name__]["properties"])
        known = {wire_name(field.name) for field in fields(model)}
        assert (expected - known, known - expected) == (set(), set()), f"{model.__name__}: missing, superfluous"
    for model in (SiteResult, Results, Evidence, SiteError, Delivery, DeliveryAttempt):
        other = {Results: "RequestData", Delivery: "DeliveryView"}
        known = set(schemas[other.get(model, model.__name__)]["properties"])
        assert {wire_name(field.name) for field in fields(model)} - {"Raw"} <= known
