import { decodedPart } from '../../domain/links/decoded-part.ts';
import type { Claim } from '../claims.ts';
import type { Page } from '../page/page.ts';
import skuAttributes from './sku-attributes.json' with { type: 'json' };

/** Candidates for a SKU in the page's address. */
interface Token {
  /** As the address spells it. */
  value: string;
  /** A long number of the path that no digit goes on: `/p/fox-987929.html`, `/item/93133869_lamp`. */
  isLongNumber: boolean;
}

const oneOf = (words: readonly string[]): string => `(?:${words.join('|')})`;

/**
 * Names of query parameters, attributes and fields that hold a product's number, in lower case with hyphens. What is not in
 * the table holds none: templates, colours, styles of a page and categories have numbers too.
 */
const productFields = new RegExp(
  [
    `^id$|(?:^|-)(?:${oneOf(skuAttributes.whole)}`,
    `|${oneOf(skuAttributes.things)}(?:-?${oneOf(skuAttributes.numbersOfThings)})?`,
    `|${oneOf(skuAttributes.made)}-?${oneOf(skuAttributes.numbersOfMade)}`,
    `)${oneOf(skuAttributes.behind)}?$`,
  ].join(''),
);
const isProductField = (name: string): boolean =>
  productFields.test(
    name
      .replace(/([a-z\d])([A-Z])/g, '$1-$2')
      .replaceAll(/[\s_.:[\]/]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .toLowerCase(),
  );

const longNumber = /(?<!\d)\d{5,14}(?!\d)/g;
const shortNumber = /(?<![\p{L}\d])\d{3,4}(?![\p{L}\d])/gu;
/** Letters and digits in one: `B0C9D3PJFW`, `M67296549`, and the end of a slug such as `vei22g013-k11`. */
const wholeCode = /^(?=(?:\D*\d){2})[a-z\d]{5,20}$/i;
const endOfSlug = /(?:^|[-_])((?=[a-z]*\d)[a-z\d]{5,14}[-_](?=[a-z]*\d)[a-z\d]{2,5})$/i;
/** Most tokens of an address that are looked for in the page. */
const maxTokens = 12;

/** The tokens of an address, the likeliest first. */
const tokensOf = ({ pathname, searchParams }: URL): Token[] => {
  const steps = pathname
    .split('/')
    .map((step) => decodedPart(step).replace(/\.[a-z]{2,5}$/i, ''))
    .filter((step) => step !== '')
    .reverse();
  const tokens: Token[] = [];
  const take = (values: Iterable<string>, isLongNumber: boolean): void => {
    for (const value of values) tokens.push({ value, isLongNumber });
  };
  take((pathname.match(longNumber) ?? []).slice(-1), true);
  for (const step of steps) {
    if (wholeCode.test(step) && !/^\d+$/.test(step)) take([step], false);
    const end = endOfSlug.exec(step)?.[1];
    if (end) take([end], false);
  }
  for (const [name, value] of searchParams)
    if (isProductField(name) && /^[\w./-]{2,40}$/.test(value) && /\d/.test(value)) take([value], false);
  for (const step of steps) take((step.match(shortNumber) ?? []).reverse(), false);
  return tokens.slice(0, maxTokens);
};

/** Places of a token in the page that are looked at, and characters of a tag around one. */
const maxPlaces = 20;
const maxTag = 400;

interface Holder {
  /** Name of the attribute that holds the token alone. */
  attribute: string;
  /** The page's own spelling. */
  value: string;
  /** The attribute, or the field whose value it is, is named after a product's number. */
  isNamed: boolean;
}

/** Attributes that hold what another of their element names. */
const valueAttributes: ReadonlySet<string> = new Set(['value', 'content']);

/** Where attributes of the markup hold a token alone, as in `data-product="987929"`. */
const holdersOf = (html: string, value: string): Holder[] => {
  const holders: Holder[] = [];
  for (const match of html.matchAll(new RegExp(`=["']?(${RegExp.escape(value)})(?=["'\\s>])`, 'gi'))) {
    if (holders.length >= maxPlaces) break;
    const before = html.slice(Math.max(0, match.index - maxTag), match.index);
    const attribute = /[\w:-]{1,60}$/.exec(before)?.[0];
    if (attribute === undefined) continue;
    const behind = html.slice(match.index, match.index + maxTag);
    const tag = before.slice(before.lastIndexOf('<')) + behind.slice(0, behind.indexOf('>') + 1);
    const field = /\s(?:name|id|itemprop|property)=["']?([\w:.[\]/-]{1,100})/i.exec(tag)?.[1];
    // The name of a button or field whose value it is, or of what the page states.
    const isField = valueAttributes.has(attribute) && field !== undefined && isProductField(field);
    const isNamed = isField || isProductField(attribute.replace(/^data-/, ''));
    holders.push({ attribute, value: match[1]!, isNamed });
  }
  return holders;
};

/**
 * Reads the shop's own number of the product where no text names it: what the page's address, its canonical link, and
 * the form or button to buy or the attributes of the markup share.
 *
 * @returns the last long number of the path, when an attribute of the markup holds it alone, as in
 *   `data-product="987929"`, and is named for it: a number that only the address knows may be a date or a category. Shorter numbers, codes
 *   and those of the query only where a field is named after a product's number, and the canonical link has them too.
 */
export const skuOfAddress = ({ url, html, canonical }: Page): Claim<string> | undefined => {
  if (!url) return undefined;
  const isCanonical = ({ value }: Token): boolean =>
    canonical === undefined || decodedPart(canonical).toLowerCase().includes(value.toLowerCase());
  for (const token of tokensOf(url)) {
    const holders = holdersOf(html, token.value);
    const holder = holders.find(({ isNamed }) => isNamed);
    if (!holder || !(token.isLongNumber || isCanonical(token))) continue;
    return { value: holder.value, raw: holder.value, path: `[${holder.attribute}]` };
  }
  return undefined;
};
