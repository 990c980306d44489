import { decodedPart } from '../../domain/links/decoded-part.ts';
import type { Page } from '../page/page.ts';
import type { Claim } from '../sources/claims.ts';
import skuAttributes from './sku-attributes.json' with { type: 'json' };

/** A possible SKU in the page's URL. */
interface Token {
  /** As spelled in the URL. */
  value: string;
  /** A long number in the path: `/p/fox-987929.html`, `/item/93133869_lamp`. */
  isLongNumber: boolean;
}

const oneOf = (words: readonly string[]): string => `(?:${words.join('|')})`;

/**
 * Names of query parameters, attributes and fields that hold a product number, in lower case with hyphens.
 * Only listed names count: templates, colours, page styles and categories have numbers too.
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
/** Letters and digits combined: `B0C9D3PJFW`, `M67296549`, and the end of a slug such as `vei22g013-k11`. */
const wholeCode = /^(?=(?:\D*\d){2})[a-z\d]{5,20}$/i;
const endOfSlug = /(?:^|[-_])((?=[a-z]*\d)[a-z\d]{5,14}[-_](?=[a-z]*\d)[a-z\d]{2,5})$/i;
/** Most tokens of a URL searched for in the page. */
const maxTokens = 12;

/** The tokens of a URL, most likely first. */
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

/** Most occurrences of a token examined, and characters of a tag around one. */
const maxPlaces = 20;
const maxTag = 400;

interface Holder {
  /** The attribute whose whole value is the token. */
  attribute: string;
  /** As spelled on the page. */
  value: string;
  /** The attribute, or the field that it belongs to, is named after a product number. */
  isNamed: boolean;
}

/** Attributes whose meaning is given by another attribute of the element. */
const valueAttributes: ReadonlySet<string> = new Set(['value', 'content']);

/** Finds attributes whose whole value is the token, as in `data-product="987929"`. */
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
    // The name of the button, field or property with this value.
    const isField = valueAttributes.has(attribute) && field !== undefined && isProductField(field);
    const isNamed = isField || isProductField(attribute.replace(/^data-/, ''));
    holders.push({ attribute, value: match[1]!, isNamed });
  }
  return holders;
};

/**
 * Reads the shop's own product number if no text labels it, from what the page's URL and canonical link share
 * with a form, button or other attribute.
 *
 * @returns the last long number of the path, if an attribute named after a product number has it as its
 *   value, as in `data-product="987929"`; in the URL alone it may be a date or a category. Shorter numbers,
 *   codes and query values count only if the canonical link contains them as well.
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
