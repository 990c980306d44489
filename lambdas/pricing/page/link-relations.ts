import type { Element } from 'domhandler';
import { actOf, isActingHandler, namesOrder, namesPlace } from '../../domain/links/acting-address.ts';

/**
 * True if a link has one of these types.
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

/** Attributes that hold what a click runs, in HTML and in the templates of Alpine, Vue, Livewire, AngularJS and htmx. */
const isHandler = (name: string): boolean =>
  /^(?:on(?:click|mouse\w+|pointer\w+|touch\w+)|(?:@|x-on:|v-on:|wire:|hx-on[:-]{1,2})(?:click|submit)[.\w]*|(?:data-)?ng-click|data-onclick)$/.test(
    name,
  );

const isCall = ({ attribs }: Element): boolean =>
  callAttributes.some((name) => attribs[name] !== undefined) ||
  Object.entries(attribs).some(([name, value]) => isHandler(name) && isActingHandler(value));

/** Attributes that name, to styles and scripts, what a link is or does. */
const isNaming = (name: string): boolean =>
  /^(?:class|id|name|itemprop|data-(?:[a-z-]{0,40}-)?(?:action|act|click|event|role|method|do|cmd|command|controller|handler|testid|js))$/.test(
    name,
  );
/** Attributes of scripts that say so by their own name, `data-add-to-cart`; what one of them only reads is another's. */
const isOrderOfScript = (name: string): boolean =>
  /^data-/.test(name) &&
  !/-(?:url|href|link|text|label|title|message|name|icon)$/.test(name) &&
  namesOrder(name.slice(5));
/** Attributes with an address that a click asks for beside, or instead of, the link's own. */
const askedAddresses = ['ping', 'formaction', 'hx-get', 'data-hx-get', 'data-href', 'data-url'];

const asksActing = (address: string | undefined): boolean => {
  const url = address ? URL.parse(address.trim().split(/\s/, 1)[0]!, 'https://shop.invalid/') : null;
  return url !== null && actOf(url) !== undefined;
};

/** Longer ones hold something else than names. */
const maxNaming = 300;

/** True if a link's attributes say that it orders something: what its address is called makes no difference. */
export const isMarkedAsOrder = ({ attribs }: Element): boolean =>
  attribs.download !== undefined ||
  attribs['data-remote'] === 'true' ||
  namesPlace(attribs.target ?? '') ||
  askedAddresses.some((name) => asksActing(attribs[name])) ||
  Object.entries(attribs).some(
    ([name, value]) =>
      isOrderOfScript(name) ||
      (isNaming(name) && value.length <= maxNaming && value.split(/\s+/).some(namesOrder)),
  );

/** True if a link may give an order to the shop: robots are kept from it, or a script makes another call of it. */
export const mayGiveOrder = (link: Element, url: URL): boolean =>
  (url.search !== '' && isRelated(link, ['nofollow'])) || isCall(link);

/** True if a link is there to be followed by whoever reads pages: robots are not kept from it, and it shows a page. */
export const isForRobots = (link: Element): boolean =>
  !isRelated(link, ['nofollow']) && link.attribs.download === undefined && !isCall(link);

/**
 * True if an element keeps robots from following any link of its page.
 * @see https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag
 */
export const forbidsRobots = ({ name, attribs }: Element): boolean =>
  name === 'meta' &&
  attribs.name?.trim().toLowerCase() === 'robots' &&
  /(?:^|[\s,])(?:nofollow|none)(?:$|[\s,])/i.test((attribs.content ?? '').slice(0, 500));
