"""usage: python3 scrape.py SKU URL [URL ...]"""

import base64
import json
import os
import sys
import time
import urllib.error
import urllib.request
from decimal import Decimal

API = os.environ["SCRAP_PRICES_BASE_URL"] + "/api/scrap_prices"
UID = os.environ["SCRAP_PRICES_UID"]
LICENSE_KEY = os.environ["SCRAP_PRICES_LICENSE_KEY"]
PENDING, FAILED, COMPLETED = 0, 1, 2


def call(path, body=None, headers=None, tries=5):
    """Calls the API, and again after `Retry-After` where it is busy."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(API + path, data, {"Content-Type": "application/json", **(headers or {})})
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        if error.code in (429, 503) and tries > 1:
            time.sleep(int(error.headers.get("Retry-After", "2")))
            return call(path, body, headers, tries - 1)
        problem = json.load(error)
        raise SystemExit(f"{error.code}: {problem['detail']} {problem.get('Errors', '')}") from error


def scrape(sku, urls):
    """Returns the result of each site, in the order of the addresses."""
    queued = call(
        "/queue",
        {
            "Authorization": {"UID": UID, "LicenseKey": LICENSE_KEY},
            "Data": {"Sku": sku, "SellingSites": [{"Url": url} for url in urls]},
        },
    )
    basic = base64.b64encode(f"{UID}:{LICENSE_KEY}".encode()).decode()
    # The service holds its answer until the request has ended, for 20 seconds at most.
    headers = {"Authorization": f"Basic {basic}", "Prefer": "wait=20"}
    while True:
        view = call("/" + queued["RequestId"], headers=headers)
        if view["RequestStatus"] == COMPLETED:
            return view["Data"]["Sites"]
        if view["RequestStatus"] == FAILED:
            raise SystemExit("The request failed: nothing was processed within five minutes.")
        time.sleep(2)


if __name__ == "__main__":
    if len(sys.argv) < 3:
        raise SystemExit(__doc__)
    for site in scrape(sys.argv[1], sys.argv[2:]):
        price = site["Price"]
        found = f"{Decimal(price['Amount'])} {price['Currency'] or ''}" if price else site["Error"] and site["Error"]["Message"]
        print(site["Outcome"], found, site["Url"], sep="\t")
