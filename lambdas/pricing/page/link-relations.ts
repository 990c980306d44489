import type { Element } from 'domhandler';

/**
 * Whether a link has one of these types.
 * @see HTML, 4.6.7 "Link types"
 */
export const isRelated = ({ attribs: { rel = '' } }: Element, types: readonly string[]): boolean =>
  rel
    .toLowerCase()
    .split(/\s+/)
    .some((type) => types.includes(type));

/** Whether a link may give an order to the shop: robots are kept from it, or a script makes another call of it. */
export const mayGiveOrder = (link: Element, url: URL): boolean =>
  (url.search !== '' && isRelated(link, ['nofollow'])) || link.attribs['data-method'] !== undefined;
