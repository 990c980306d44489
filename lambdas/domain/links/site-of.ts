import { getDomain } from 'tldts';

/**
 * The site that a host belongs to: its registrable domain by the public suffix list (`shop.co.uk` of
 * `www.shop.co.uk`). Suffixes that companies have listed count, so that two shops of one hosting service
 * (`a.myshopify.com`, `b.myshopify.com`) are two sites. An IP address and a name beyond the list are their own.
 *
 * @see https://publicsuffix.org
 */
export const siteOf = (hostname: string): string =>
  getDomain(hostname, { allowPrivateDomains: true }) ?? hostname;
