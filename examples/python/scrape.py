"""usage: python3 scrape.py SKU URL [URL ...]"""

import os
import sys

from scrap_prices import ScrapPrices, ScrapPricesError, Site

if len(sys.argv) < 3:
    raise SystemExit(__doc__)
sku, *urls = sys.argv[1:]
with ScrapPrices(
    os.environ["SCRAP_PRICES_BASE_URL"],
    uid=os.environ["SCRAP_PRICES_UID"],
    license_key=os.environ["SCRAP_PRICES_LICENSE_KEY"],
) as client:
    try:
        results = client.scrape(sku, [Site(url=url) for url in urls])
    except ScrapPricesError as error:
        raise SystemExit(str(error)) from error
for site in results.sites:
    print(site.outcome, site.price or (site.error and site.error.message), site.url, sep="\t")
