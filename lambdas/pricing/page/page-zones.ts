import type { Element } from 'domhandler';
import { memoize } from '../words/memoize.ts';
import zoneNames from './zone-names.json' with { type: 'json' };

/** Meanings of the names and tags around a text, as bits inherited by descendants. */
export const zone = {
  /** Not shown: `hidden`, `display:none`, `template`, `noscript`. */
  hidden: 1 << 0,
  /** Header, footer, navigation, side column. */
  chrome: 1 << 1,
  /** Other products: recommendations, cross-selling, recently viewed. */
  related: 1 << 2,
  /** Crossed out by markup, or named as an old price. */
  struck: 1 << 3,
  shipping: 1 << 4,
  instalment: 1 << 5,
  /** Price per kilogram, litre, piece. */
  unit: 1 << 6,
  /** Cart and mini cart. */
  cart: 1 << 7,
  review: 1 << 8,
  /** Savings, discounts, vouchers, points. */
  saving: 1 << 9,
  /** Named as a price. */
  price: 1 << 10,
  /** Named as the current price. */
  current: 1 << 11,
  /** Main product area. */
  main: 1 << 12,
  /** For members, subscribers or businesses only, or for used goods. */
  member: 1 << 13,
  /** Named as the regular price, which is the price if no other is beside it. */
  regular: 1 << 14,
  /** Inside a link to another page. */
  link: 1 << 15,
  /** An option of a form: `option`, `label` of a variant. */
  option: 1 << 16,
  /** Description, specification, terms. */
  prose: 1 << 17,
  /** Heading element. */
  heading: 1 << 18,
  /** An item of a product list. */
  card: 1 << 19,
  /** Price without tax. */
  netOfTax: 1 << 20,
  /** For screen readers or machines only; repeats the text beside it. */
  offscreen: 1 << 21,
  /** Named as hidden or as a pop-up; style sheets decide. */
  maybeHidden: 1 << 23,
  /** Price for a minimum quantity. */
  tier: 1 << 24,
  /** An unselected choice. */
  unselected: 1 << 25,
  /** Marked as the price by `itemprop="price"` or the like. */
  marked: 1 << 22,
} as const;

/** Names common in shop templates of many platforms and languages; each entry is one rule. */
interface ZoneNames {
  zone: keyof typeof zone;
  /** Hyphens are optional, a star matches the rest of a word, and `(a|b)` a choice. */
  names: readonly string[];
  /** Directly after these words the names do not count: "add-to-cart" surrounds the product's own price. */
  notBehind?: readonly string[];
  /** The same directly before words with these prefixes: "cart-form". */
  notBefore?: readonly string[];
}

const nameRule = ({ zone: name, names, notBehind = [], notBefore = [] }: ZoneNames): NameRule => {
  const spelled = names.join('|').replaceAll('(', '(?:').replaceAll('-', '-?').replaceAll('*', '\\w*');
  const before = notBehind.length > 0 ? `(?<!(?:${notBehind.join('|')})-?[-:.])` : '';
  const behind = notBefore.length > 0 ? `(?!-(?:${notBefore.join('|')}))` : '';
  return [new RegExp(`${before}(?:${spelled})(?=$|[-:.\\d])${behind}`, 'y'), zone[name]];
};

const hiddenNames = 'hidden|hide|d-none|is-hidden|display-?none|invisible|ng-hide';
const openedNames = 'modal|popup|tooltip|dialog|overlay|lightbox';
/** Before these words a name says where or when something is hidden. */
const onlyThere = 'xs|sm|md|lg|xl|mobile|desktop|tablet|print|phone|on|for|from|if|when|in|at';

/** Tested at the start of each word of a name. */
type NameRule = readonly [pattern: RegExp, zone: number];

const maybeHidden: NameRule = [
  new RegExp(`(?<![:.])(?:${hiddenNames}|${openedNames})(?=$|-(?!${onlyThere}))`, 'y'),
  zone.maybeHidden,
];

const nameRules: readonly (readonly [names: readonly string[], rule: NameRule])[] = [
  ...(zoneNames as readonly ZoneNames[]).map((each) => [each.names, nameRule(each)] as const),
  [[...hiddenNames.split('|'), ...openedNames.split('|')], maybeHidden],
];

/** The first two characters of a rule's name, empty if it starts with a star. Hyphens are optional. */
const leadsOf = (name: string): string[] => {
  if (name.startsWith('*')) return [''];
  return name[1] === '-' ? [name.slice(0, 2), name[0]! + name[2]!] : [name.slice(0, 2)];
};

const rulesByLead = Map.groupBy(
  nameRules.flatMap(([names, rule]) => [...new Set(names.flatMap(leadsOf))].map((lead) => ({ lead, rule }))),
  ({ lead }) => lead,
);

const rulesOfAnyLead = rulesByLead.get('') ?? [];

const zonesByRules = (text: string, at: number, rules: readonly { rule: NameRule }[]): number => {
  let zones = 0;
  for (const { rule } of rules) {
    const [pattern, bit] = rule;
    pattern.lastIndex = at;
    if (pattern.test(text)) zones |= bit;
  }
  return zones;
};

/** Zones of the word at an offset. Most words match no rule's first characters. */
const zonesOfWord = (text: string, at: number): number =>
  zonesByRules(text, at, rulesOfAnyLead) |
  zonesByRules(text, at, rulesByLead.get(text.slice(at, at + 2)) ?? []);

const zonesOfWords = (text: string): number => {
  let zones = zonesOfWord(text, 0);
  for (let at = 1; at < text.length; at += 1)
    if ('-:.'.includes(text[at - 1]!)) zones |= zonesOfWord(text, at);
  return zones;
};

/** Splits `productPrice--old` into `product-price-old`. */
const spaced = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .replaceAll('__', '-')
    .replaceAll('--', '-')
    .replaceAll('_', '-')
    .toLowerCase();

/** Templates share names: most are known after a few pages. */
const zonesOfName = memoize((name: string): number => {
  const text = spaced(name);
  let zones = zonesOfWords(text);
  if (zones === 0) return 0;
  // "price with-list-price" is the price beside a list price, "block has-installments" one that mentions
  // instalments.
  if (/^(?:with|has|is-not|no|without)-|-(?:with|has)-/.test(text))
    zones &= ~(zone.struck | zone.instalment | zone.shipping | zone.unit | zone.saving | zone.tier);
  // "product-item-detail" is the page's own product, "product-item" a list item.
  if (/(?:^|[\s_-])details?(?=$|[\s_-])/.test(text)) zones &= ~zone.card;
  return zones;
}, 20_000);

/** Most names of one element, and their greatest length. */
const maxNames = 40;
const maxNameLength = 80;

/** Zones of class names and ids separated by white space. */
export const zonesOfNames = (names: string): number => {
  if (!/\s/.test(names)) return names !== '' && names.length <= maxNameLength ? zonesOfName(names) : 0;
  let zones = 0;
  for (const name of names.split(/\s+/, maxNames))
    if (name !== '' && name.length <= maxNameLength) zones |= zonesOfName(name);
  return zones;
};

/** Zones of an element's class and id. */
export const zonesOfElement = ({ attribs }: Element): number =>
  zonesOfNames(`${attribs.class ?? ''} ${attribs.id ?? ''}`.trim());

const tagZones: Record<string, number> = {
  nav: zone.chrome,
  footer: zone.chrome,
  dialog: zone.related,
  // Computed by a script from the visitor's input, such as a loan's rate.
  output: zone.instalment,
  del: zone.struck,
  s: zone.struck,
  strike: zone.struck,
  ins: zone.current,
  template: zone.hidden,
  noscript: zone.hidden,
  option: zone.option,
  main: zone.main,
  h1: zone.heading,
  h2: zone.heading,
  h3: zone.heading,
};

/** Zones of a tag name. */
export const zonesOfTag = (tagName: string): number =>
  Object.hasOwn(tagZones, tagName) ? tagZones[tagName]! : 0;
