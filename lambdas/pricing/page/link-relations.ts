import type { Element } from 'domhandler';
import { isActingHandler } from '../../domain/links/acting-address.ts';

/**
 * Whether a link has one of these types.
 * @see HTML, 4.6.7 "Link types"
 */
export const isRelated = ({ attribs: { rel = '' } }: Element, types: readonly string[]): boolean =>
  rel
    .toLowerCase()
    .split(/\s+/)
    .some((type) => types.includes(type));

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

/** Attributes that hold what a click runs, in HTML and in the templates of Alpine, Vue and AngularJS. */
const handlerAttributes = [
  'onclick',
  'onmousedown',
  '@click',
  '@click.prevent',
  'x-on:click',
  'v-on:click',
  'ng-click',
];

const isCall = ({ attribs }: Element): boolean =>
  callAttributes.some((name) => attribs[name] !== undefined) ||
  handlerAttributes.some((name) => attribs[name] !== undefined && isActingHandler(attribs[name]));

/** Whether a link may give an order to the shop: robots are kept from it, or a script makes another call of it. */
export const mayGiveOrder = (link: Element, url: URL): boolean =>
  (url.search !== '' && isRelated(link, ['nofollow'])) || isCall(link);

/** Whether a link is there to be followed by whoever reads pages: robots are not kept from it, and it shows a page. */
export const isForRobots = (link: Element): boolean =>
  !isRelated(link, ['nofollow']) && link.attribs.download === undefined && !isCall(link);

/**
 * Whether an element keeps robots from following any link of its page.
 * @see https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag
 */
export const keepsRobots = ({ name, attribs }: Element): boolean =>
  name === 'meta' &&
  attribs.name?.trim().toLowerCase() === 'robots' &&
  /(?:^|[\s,])(?:nofollow|none)(?:$|[\s,])/i.test((attribs.content ?? '').slice(0, 500));
