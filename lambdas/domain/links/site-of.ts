import { getDomain } from 'tldts';

/**
 * The registrable domain of a host by the public suffix list (`shop.co.uk` of `www.shop.co.uk`). Includes
 * private suffixes, so that two shops of one hosting service (`a.myshopify.com`, `b.myshopify.com`) are two
 * sites. Returns IP addresses and unlisted names unchanged.
 *
 * @see https://publicsuffix.org
 */
export const siteOf = (hostname: string): string =>
  getDomain(hostname, { allowPrivateDomains: true }) ?? hostname;
