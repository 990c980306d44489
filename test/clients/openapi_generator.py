"""Calls the API with the client that OpenAPI Generator has generated into the working folder."""

import json
import sys

from scrap_prices_client import ApiClient, Configuration, RequestsApi, WatchesApi
from scrap_prices_client.exceptions import UnauthorizedException
from scrap_prices_client.models import CompletedView, Problem, QueueBody, WatchBody

given = json.load(sys.stdin)
credentials = given["Authorization"]
body = {"Authorization": credentials, "Data": given["Data"]}


def client(credentials):
    return ApiClient(Configuration(host=given["BaseUrl"], api_key=credentials))


requests = RequestsApi(client(credentials))
queued = requests.queue_request(QueueBody.from_dict(body))
view = None
for _ in range(20):
    view = requests.get_request(queued.request_id, prefer="wait=10").actual_instance
    if isinstance(view, CompletedView):
        break
assert isinstance(view, CompletedView), view

watches = WatchesApi(client(credentials))
watch = {**body, "Schedule": "rate(1 day)", "When": {"ChangePercent": 5}}
watches.put_watch("clients", WatchBody.from_dict(watch))
names = [each.name for each in watches.list_watches().watches]
assert watches.get_watch_history("clients").entries == []
watches.delete_watch("clients")

refused = None
try:
    RequestsApi(client({})).get_request(queued.request_id)
except UnauthorizedException as error:
    refused = Problem.from_json(error.body)

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
