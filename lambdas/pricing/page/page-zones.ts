import type { Element } from 'domhandler';
import { memoize } from '../memoize.ts';
import zoneNames from './zone-names.json' with { type: 'json' };

/**
 * Meanings of the names and tags around a text, as bits that its descendants inherit.
 */
export const zone = {
  /** Not shown: `hidden`, `display:none`, `template`, `noscript`. */
  hidden: 1 << 0,
  /** Header, footer, navigation, side column. */
  chrome: 1 << 1,
  /** Other products: recommendations, cross-selling, recently viewed. */
  related: 1 << 2,
  /** Crossed out by markup or named as an old price. */
  struck: 1 << 3,
  shipping: 1 << 4,
  instalment: 1 << 5,
  /** Price per kilogram, litre, piece. */
  unit: 1 << 6,
  /** Basket and mini cart. */
  cart: 1 << 7,
  review: 1 << 8,
  /** Amount saved, discount, voucher, points. */
  saving: 1 << 9,
  /** Named as a price. */
  price: 1 << 10,
  /** Named as the price that holds now. */
  current: 1 << 11,
  /** Main product area. */
  main: 1 << 12,
  /** For members, subscribers or business customers only, or of used goods. */
  member: 1 << 13,
  /** Named as regular price, which is the price where nothing else stands beside it. */
  regular: 1 << 14,
  /** Inside a link to another page. */
  link: 1 << 15,
  /** Choice of a form: `option`, `label` of a variant. */
  option: 1 << 16,
  /** Description, specification, terms. */
  prose: 1 << 17,
  /** Heading element. */
  heading: 1 << 18,
  /** One of a list of products. */
  card: 1 << 19,
  /** Price without tax. */
  netOfTax: 1 << 20,
  /** Read aloud or shown to machines only; repeats what stands beside it. */
  offscreen: 1 << 21,
  /** Named as hidden or as a pop-up; a style sheet decides. */
  maybeHidden: 1 << 23,
  /** Price for a certain number of pieces. */
  tier: 1 << 24,
  /** One of several choices, and not the one that is taken. */
  unselected: 1 << 25,
  /** Marked up as the price by `itemprop="price"` or alike. */
  marked: 1 << 22,
} as const;

/** Names that shop templates of many platforms and languages share, by what they tell; an entry is one rule. */
interface ZoneNames {
  zone: keyof typeof zone;
  /** A hyphen may be missing, a star stands for the rest of a word, and `(a|b)` for a choice. */
  names: readonly string[];
  /** Right behind these words the names tell nothing: "add-to-cart" stands around the product's own price. */
  notBehind?: readonly string[];
  /** The same right before words that begin so: "cart-form". */
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
/** Before these words a name says where, or when, something is hidden. */
const onlyThere = 'xs|sm|md|lg|xl|mobile|desktop|tablet|print|phone|on|for|from|if|when|in|at';

/** Held against each place where a word of a name begins. */
type NameRule = readonly [pattern: RegExp, zone: number];

const maybeHidden: NameRule = [
  new RegExp(`(?<![:.])(?:${hiddenNames}|${openedNames})(?=$|-(?!${onlyThere}))`, 'y'),
  zone.maybeHidden,
];

const nameRules: readonly (readonly [names: readonly string[], rule: NameRule])[] = [
  ...(zoneNames as readonly ZoneNames[]).map((each) => [each.names, nameRule(each)] as const),
  [[...hiddenNames.split('|'), ...openedNames.split('|')], maybeHidden],
];

/** How a name of a rule begins: its first two characters, or nothing where a star does. A hyphen may be missing. */
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

/** Zones of the word that begins at a place: most words begin as no rule's name does. */
const zonesOfWord = (text: string, at: number): number =>
  zonesByRules(text, at, rulesOfAnyLead) |
  zonesByRules(text, at, rulesByLead.get(text.slice(at, at + 2)) ?? []);

const zonesOfWords = (text: string): number => {
  let zones = zonesOfWord(text, 0);
  for (let at = 1; at < text.length; at += 1)
    if ('-:.'.includes(text[at - 1]!)) zones |= zonesOfWord(text, at);
  return zones;
};

/** Splits `productPrice--old` into the words `product price old`, lower case. */
const spaced = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .replaceAll('__', '-')
    .replaceAll('--', '-')
    .replaceAll('_', '-')
    .toLowerCase();

/** Shops share their templates' names: most are known after a few pages. */
const zonesOfName = memoize((name: string): number => {
  const text = spaced(name);
  let zones = zonesOfWords(text);
  if (zones === 0) return 0;
  // "price with-list-price" is the price that has another one beside it, "block has-installments" one that tells of them.
  if (/^(?:with|has|is-not|no|without)-|-(?:with|has)-/.test(text))
    zones &= ~(zone.struck | zone.instalment | zone.shipping | zone.unit | zone.saving | zone.tier);
  // "product-item-detail" is the page's own product, "product-item" one of a list.
  if (/(?:^|[\s_-])details?(?=$|[\s_-])/.test(text)) zones &= ~zone.card;
  return zones;
}, 20_000);

/** Most names of one element that are read, and the longest. */
const maxNames = 40;
const maxNameLength = 80;

/** Reads the class and id of one element, separated by white space. */
export const zonesOfNames = (names: string): number => {
  if (!/\s/.test(names)) return names !== '' && names.length <= maxNameLength ? zonesOfName(names) : 0;
  let zones = 0;
  for (const name of names.split(/\s+/, maxNames))
    if (name !== '' && name.length <= maxNameLength) zones |= zonesOfName(name);
  return zones;
};

/** Zones by the class and id of an element. */
export const zonesOfElement = ({ attribs }: Element): number =>
  zonesOfNames(`${attribs.class ?? ''} ${attribs.id ?? ''}`.trim());

const tagZones: Record<string, number> = {
  nav: zone.chrome,
  footer: zone.chrome,
  dialog: zone.related,
  // A script has computed it from what the visitor chose, such as the rate of a loan.
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

/** Zones that a tag name brings by itself. */
export const zonesOfTag = (tagName: string): number =>
  Object.hasOwn(tagZones, tagName) ? tagZones[tagName]! : 0;
