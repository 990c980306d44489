"""What is sent and read, under Python's names: ``FinalUrl`` of the wire is ``final_url``."""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

if TYPE_CHECKING:
    import pandas

Model = TypeVar("Model")

Outcome = Literal["Priced", "OutOfStock", "Ambiguous", "NotFound", "Blocked", "Failed"]
Confidence = Literal["High", "Medium", "Low"]


def wire_name(name: str) -> str:
    """``final_url`` -> ``FinalUrl``."""
    return "".join(part.capitalize() for part in name.split("_"))


def to_wire(value: Any) -> Any:
    """Dataclasses as JSON of the wire, without what is not set."""
    if is_dataclass(value) and not isinstance(value, type):
        pairs = ((wire_name(each.name), getattr(value, each.name)) for each in fields(value))
        return {name: to_wire(one) for name, one in pairs if one is not None}
    if isinstance(value, Mapping):
        return {name: to_wire(one) for name, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [to_wire(one) for one in value]
    return value


def _convert(kind: Any, value: Any) -> Any:
    if value is None:
        return None
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        return _convert(next(one for one in get_args(kind) if one is not type(None)), value)
    if origin is tuple:
        return tuple(_convert(get_args(kind)[0], one) for one in value)
    return from_wire(kind, value) if isinstance(kind, type) and is_dataclass(kind) else value


def from_wire(model: type[Model], data: Mapping[str, Any]) -> Model:
    """JSON of the wire as a dataclass. Members that it does not know are in its ``raw`` alone, if it has one."""
    hints = get_type_hints(model)
    given = {
        each.name: _convert(hints[each.name], data[wire_name(each.name)])
        for each in fields(model)  # type: ignore[arg-type]
        if wire_name(each.name) in data
    }
    if hints.get("raw") == Mapping[str, Any]:
        given["raw"] = data
    return model(**given)


@dataclass(frozen=True, kw_only=True)
class Selector:
    """A place on the page to look first."""

    type: Literal["Css", "XPath", "JsonPath", "Regex"]
    value: str
    attribute: str | None = None


@dataclass(frozen=True, kw_only=True)
class Selectors:
    price: list[Selector] | None = None
    list_price: list[Selector] | None = None
    currency: list[Selector] | None = None
    availability: list[Selector] | None = None
    title: list[Selector] | None = None


@dataclass(frozen=True, kw_only=True)
class VariantWish:
    size: str | None = None
    size_region: str | None = None
    color: str | None = None
    id: str | None = None


@dataclass(frozen=True, kw_only=True)
class Expectation:
    """What is known of the product, by which a page's own is judged to be the same or another."""

    gtin: str | None = None
    mpn: str | None = None
    brand: str | None = None
    title: str | None = None
    quantity: str | None = None


@dataclass(frozen=True, kw_only=True)
class Site:
    """A selling site to ask. ``{sku}`` in its addresses stands for the SKU."""

    name: str | None = None
    url: str | None = None
    search_url: str | None = None
    sku: str | None = None
    country: str | None = None
    locale: str | None = None
    currency: str | None = None
    variant: VariantWish | None = None
    condition: Literal["New", "Used", "Refurbished", "OpenBox", "Damaged"] | None = None
    seller: str | None = None
    expect: Expectation | None = None
    max_offer_pages: int | None = None
    render_mode: Literal["Auto", "Http", "Browser"] | None = None
    selectors: Selectors | None = None
    wait_for: str | None = None
    timeout_seconds: int | None = None
    reference: str | None = None


@dataclass(frozen=True, kw_only=True)
class Webhook:
    url: str
    secret: str | None = None
    body: Literal["Full", "Reference"] | None = None


@dataclass(frozen=True, kw_only=True)
class Money:
    """An amount as the page prints it: a decimal string in major units."""

    amount: str
    currency: str | None = None
    raw: str | None = None

    @property
    def value(self) -> Decimal:
        return Decimal(self.amount)

    def __str__(self) -> str:
        return f"{self.amount} {self.currency or ''}".rstrip()


@dataclass(frozen=True, kw_only=True)
class SiteError:
    code: str
    message: str
    retryable: bool = False


@dataclass(frozen=True, kw_only=True)
class Seller:
    name: str


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """Where a field's value stands on the page; ``agrees`` names the sources that say the same."""

    field: str
    source: str
    path: str
    agrees: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class SiteResult:
    """What one selling site's page says. ``raw`` has every member as the service sent it."""

    index: int
    outcome: Outcome
    availability: str
    requested_sku: str | None = None
    name: str | None = None
    reference: str | None = None
    title: str | None = None
    brand: str | None = None
    sku: str | None = None
    gtin: str | None = None
    mpn: str | None = None
    price: Money | None = None
    list_price: Money | None = None
    shipping: Money | None = None
    condition: str | None = None
    seller: Seller | None = None
    confidence: Confidence | None = None
    evidence: tuple[Evidence, ...] = ()
    warnings: tuple[str, ...] = ()
    error: SiteError | None = None
    url: str | None = None
    final_url: str | None = None
    http_status: int | None = None
    render_mode: Literal["Http", "Browser"] | None = None
    fetched_at: str | None = None
    duration_ms: int = 0
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False)


@dataclass(frozen=True, kw_only=True)
class Results:
    """``Data`` of a completed request."""

    sku: str
    requested_at: str
    completed_at: str
    expires_at: str
    summary: Mapping[str, int]
    sites: tuple[SiteResult, ...]
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False)

    def to_rows(self) -> list[dict[str, Any]]:
        """One flat row a site; amounts are ``Decimal``."""
        return [
            {
                "sku": site.requested_sku or self.sku,
                "site": site.name,
                "outcome": site.outcome,
                "price": site.price and site.price.value,
                "currency": site.price and site.price.currency,
                "list_price": site.list_price and site.list_price.value,
                "shipping": site.shipping and site.shipping.value,
                "availability": site.availability,
                "confidence": site.confidence,
                "title": site.title,
                "seller": site.seller and site.seller.name,
                "url": site.final_url or site.url,
                "error": site.error and site.error.code,
                "warnings": "\n".join(site.warnings),
                "fetched_at": site.fetched_at,
            }
            for site in self.sites
        ]

    def to_dataframe(self) -> pandas.DataFrame:
        """One row a site, for notebooks. Needs pandas: ``pip install "scrap-prices[pandas]"``."""
        try:
            import pandas
        except ModuleNotFoundError as error:
            raise ModuleNotFoundError(
                'A DataFrame needs pandas: pip install "scrap-prices[pandas]".', name=error.name
            ) from error

        frame = pandas.DataFrame(self.to_rows())
        if not frame.empty:
            frame["fetched_at"] = pandas.to_datetime(frame["fetched_at"], utc=True)
        return frame


@dataclass(frozen=True, kw_only=True)
class Status:
    """Where a request stands; ``data`` once it is completed."""

    request_id: str
    request_status: Literal[0, 1, 2]
    data: Results | None = None

    @property
    def name(self) -> Literal["Pending", "Failed", "Completed"]:
        names: tuple[Literal["Pending", "Failed", "Completed"], ...] = ("Pending", "Failed", "Completed")
        return names[self.request_status]


@dataclass(frozen=True, kw_only=True)
class DeliveryError:
    code: str
    message: str


@dataclass(frozen=True, kw_only=True)
class DeliveryAttempt:
    """One post to the receiver: what it answered, or why it gave no answer."""

    at: str
    duration_ms: int
    http_status: int | None = None
    error: DeliveryError | None = None
    is_resend: bool = False


@dataclass(frozen=True, kw_only=True)
class Delivery:
    """What came of a request's webhook; ``ended`` is ``None`` while attempts go on."""

    request_id: str
    webhook_id: str
    ended: Literal["Delivered", "Gone", "GivenUp"] | None = None
    next_attempt_at: str | None = None
    suspended: bool = False
    expires_at: str | None = None
    resends_left: int = 0
    attempts: tuple[DeliveryAttempt, ...] = ()
