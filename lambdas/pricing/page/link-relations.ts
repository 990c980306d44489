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
 * Attributes with which scripts replace a link's request, or ask for confirmation.
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

/** Attributes with click handlers in HTML and in Alpine, Vue, Livewire, AngularJS and htmx. */
const isHandler = (name: string): boolean =>
  /^(?:on(?:click|mouse\w+|pointer\w+|touch\w+)|(?:@|x-on:|v-on:|wire:|hx-on[:-]{1,2})(?:click|submit)[.\w]*|(?:data-)?ng-click|data-onclick)$/.test(
    name,
  );

const isCall = ({ attribs }: Element): boolean =>
  callAttributes.some((name) => attribs[name] !== undefined) ||
  Object.entries(attribs).some(([name, value]) => isHandler(name) && isActingHandler(value));

/** Attributes that name a link's purpose to styles and scripts. */
const isNaming = (name: string): boolean =>
  /^(?:class|id|name|itemprop|data-(?:[a-z-]{0,40}-)?(?:action|act|click|event|role|method|do|cmd|command|controller|handler|testid|js))$/.test(
    name,
  );
/** Script attributes named after an action, such as `data-add-to-cart`, but not those with a text or URL. */
const isOrderOfScript = (name: string): boolean =>
  /^data-/.test(name) &&
  !/-(?:url|href|link|text|label|title|message|name|icon)$/.test(name) &&
  namesOrder(name.slice(5));
/** Attributes with a URL requested on click, beside or instead of the link's own. */
const askedAddresses = ['ping', 'formaction', 'hx-get', 'data-hx-get', 'data-href', 'data-url'];

const asksActing = (address: string | undefined): boolean => {
  const url = address ? URL.parse(address.trim().split(/\s/, 1)[0]!, 'https://shop.invalid/') : null;
  return url !== null && actOf(url) !== undefined;
};

/** Longer values are not names. */
const maxNaming = 300;

/** True if a link's attributes indicate an action, whatever its URL looks like. */
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

/** True if a link may trigger an action: robots must not follow it, or a script replaces its request. */
export const mayGiveOrder = (link: Element, url: URL): boolean =>
  (url.search !== '' && isRelated(link, ['nofollow'])) || isCall(link);

/** True if robots may follow a link: it is not marked nofollow, and shows a page. */
export const isForRobots = (link: Element): boolean =>
  !isRelated(link, ['nofollow']) && link.attribs.download === undefined && !isCall(link);

/**
 * True if an element forbids robots to follow any link of its page.
 * @see https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag
 */
export const forbidsRobots = ({ name, attribs }: Element): boolean =>
  name === 'meta' &&
  attribs.name?.trim().toLowerCase() === 'robots' &&
  /(?:^|[\s,])(?:nofollow|none)(?:$|[\s,])/i.test((attribs.content ?? '').slice(0, 500));
