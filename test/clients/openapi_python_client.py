"""Calls the API with the client that openapi-python-client has generated into the working folder."""

import json
import sys

import httpx
from scrap_prices_client import Client
from scrap_prices_client.api.requests import get_request, queue_request
from scrap_prices_client.api.watches import delete_watch, get_watch_history, list_watches, put_watch
from scrap_prices_client.models import CompletedView, Problem, QueueBody, QueuedView, WatchBody, WatchView

given = json.load(sys.stdin)
credentials = given["Authorization"]
# The generator makes nothing of several API keys in headers.
client = Client(base_url=given["BaseUrl"], headers=credentials, timeout=httpx.Timeout(60))
body = {"Authorization": credentials, "Data": given["Data"]}

queued = queue_request.sync(client=client, body=QueueBody.from_dict(body))
assert isinstance(queued, QueuedView), queued
view = None
for _ in range(20):
    view = get_request.sync(queued.request_id, client=client, prefer="wait=10")
    if isinstance(view, CompletedView):
        break
assert isinstance(view, CompletedView), view

watch = {**body, "Schedule": "rate(1 day)", "When": {"ChangePercent": 5}}
put = put_watch.sync("clients", client=client, body=WatchBody.from_dict(watch))
assert isinstance(put, WatchView), put
names = [each.name for each in list_watches.sync(client=client).watches]
assert get_watch_history.sync("clients", client=client).entries == []
delete_watch.sync_detailed("clients", client=client)

refused = get_request.sync(queued.request_id, client=Client(base_url=given["BaseUrl"]))
assert isinstance(refused, Problem), refused

price = view.data.sites[0].price
print(
    json.dumps(
        {
            "RequestId": str(view.request_id),
            "Amount": price.amount,
            "Currency": price.currency,
            "Watches": names,
            "Refused": refused.status,
        }
    )
)
