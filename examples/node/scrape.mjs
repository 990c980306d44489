import { ScrapPrices } from '@scrap-prices/client';

const [sku, ...urls] = process.argv.slice(2);
if (!sku || urls.length === 0) {
  console.error('usage: node scrape.mjs SKU URL [URL ...]');
  process.exit(2);
}

const client = new ScrapPrices({
  baseUrl: process.env.SCRAP_PRICES_BASE_URL,
  uid: process.env.SCRAP_PRICES_UID,
  licenseKey: process.env.SCRAP_PRICES_LICENSE_KEY,
});

const { Sites } = await client.scrape(
  sku,
  urls.map((url) => ({ Url: url })),
);
for (const { Outcome, Price, Error: error, Url } of Sites) {
  // Amounts are decimal strings: keep them so, or use a decimal library.
  const found = Price ? `${Price.Amount} ${Price.Currency ?? ''}` : (error?.Message ?? '');
  console.log([Outcome, found, Url].join('\t'));
}
