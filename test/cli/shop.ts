import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Starts a shop on loopback. */
export const startShop = async (listener: RequestListener) => {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

/** A product page with JSON-LD. @param price - an amount in EUR, optionally followed by an availability. */
export const productPage = (sku: string, price: string, name = 'Lamp'): string => {
  const [amount, availability = 'InStock'] = price.split(' ');
  const offers = {
    '@type': 'Offer',
    price: amount,
    priceCurrency: 'EUR',
    availability: `https://schema.org/${availability}`,
  };
  const product = { '@context': 'https://schema.org', '@type': 'Product', name, sku, offers };
  const data = JSON.stringify(product).replaceAll('<', '\\u003c');
  return `<title>Lamp</title><script type="application/ld+json">${data}</script><h1>Lamp</h1><p>${amount} EUR</p>`;
};
