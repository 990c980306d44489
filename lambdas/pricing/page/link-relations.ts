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

/**
 * Attributes by which scripts make another call of a link than the one that it names, or ask before it does something.
 * @see https://turbo.hotwired.dev/reference/attributes and https://htmx.org/reference/#attributes
 */
const callAttributes = [
  'data-method',
  'data-turbo-method',
  'data-confirm',
  'data-turbo-confirm',
  'hx-post',
  'hx-put',
  'hx-patch',
  'hx-delete',
  'data-hx-post',
  'data-hx-put',
  'data-hx-patch',
  'data-hx-delete',
];

/** Whether a link is there to be followed by whoever reads pages: robots are not kept from it, and it shows a page. */
export const isForRobots = (link: Element): boolean =>
  !isRelated(link, ['nofollow']) &&
  link.attribs.download === undefined &&
  callAttributes.every((name) => link.attribs[name] === undefined);

/**
 * Whether an element keeps robots from following any link of its page.
 * @see https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag
 */
export const keepsRobots = ({ name, attribs }: Element): boolean =>
  name === 'meta' &&
  attribs.name?.trim().toLowerCase() === 'robots' &&
  /(?:^|[\s,])(?:nofollow|none)(?:$|[\s,])/i.test((attribs.content ?? '').slice(0, 500));
