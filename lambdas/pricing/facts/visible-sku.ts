import type { Element } from 'domhandler';
import { decodedPart } from '../../domain/links/decoded-part.ts';
import { cssPath, type Page, type TextRun } from '../page/page.ts';
import { zone } from '../page/page-zones.ts';
import type { Claim } from '../sources/claims.ts';
import { readAvailabilityText } from '../text/availability-text.ts';
import { commonSigns } from '../text/currency-lexicon.ts';
import { foldedSigns, tokenEnd } from '../text/sku-match.ts';
import { hasNumberLabel, namesMaker, numberLabelsEnding } from '../words/lexicon.ts';
import skuAttributes from './sku-attributes.json' with { type: 'json' };

/** True if a text ends in the label of the number to read. */
type IsLabel = (text: string) => boolean;

/** Accepts labels of the shop's own number, but not the manufacturer's. */
const isOwnLabel: IsLabel = (text) => {
  const roles = numberLabelsEnding(text);
  return (
    roles.some((role) => role === 'SkuLabel' || role === 'CodeLabel') &&
    !roles.some((role) => role === 'MpnLabel' || role === 'OtherNumber') &&
    !namesMaker(text)
  );
};
/** Systems with a single number field call it a UPC, whatever shops enter. */
const isGtinLabel: IsLabel = (text) => numberLabelsEnding(text).includes('GtinLabel');
const isMakersLabel: IsLabel = (text) => numberLabelsEnding(text).includes('MpnLabel');

/** Money, a percentage, or a word for a discount. */
const promo = new RegExp(
  [
    String.raw`[\p{Sc}%]|\d\s?(?:${commonSigns})`,
    String.raw`(?<!\p{L})(?:promo|rabat|sconto|discount|descuento|desconto|remise|korting|kupon|coupon|voucher`,
    'gutschein|скид|знижк)',
  ].join('|'),
  'iu',
);
const isPromoCode = (label: string, value: string, line: string): boolean =>
  numberLabelsEnding(label).at(-1) === 'CodeLabel' &&
  (promo.test(line) || /^\p{Lu}{4,}\d{1,2}$/u.test(value));

/** The start of a number: with a digit, neither a price nor a sentence. */
const skuValue = /^[\s#:：.–-]*([\p{L}\p{Nd}][\p{L}\p{Nd}._/-]{0,40})/du;
/** A number in brackets. */
const inBrackets = /^[\s#:：.–-]*[([]([\p{L}\p{Nd}][\p{L}\p{Nd}._/-]{1,40})[)\]](?=$|[\s.,;])/du;
const maxNumber = 42;
/** Names of elements that contain such a number. */
const skuNames = new RegExp(
  [
    '(?:^|[\\s_-])(?:sku|product-?(?:code|sku|ref(?:erence)?|number|no|nr)',
    '|item-?(?:code|number|no|nr|sku)|article-?(?:number|no|nr|code)|artikel-?(?:nr|nummer)',
    '|cat(?:alog)?-?number|style-?(?:code|number)|part-?number|prod-?(?:code|ref))(?=$|[\\s_-])',
  ].join(''),
);
/** The manufacturer number, used by sellers without numbers of their own. */
const makerNames = /(?:^|[\s_-])(?:mpn|model-?number)(?=$|[\s_-])/;
const namingAttributes = [
  'class',
  'id',
  'itemprop',
  'data-testid',
  'data-test',
  'data-qa',
  'data-qa-qualifier',
];
const isNamed = ({ attribs }: Element, names: RegExp): boolean =>
  namingAttributes.some((attribute) => {
    const value = attribs[attribute];
    return (
      value !== undefined &&
      names.test(
        value
          .replace(/([a-z\d])([A-Z])/g, '$1-$2')
          .replaceAll('__', '-')
          .toLowerCase(),
      )
    );
  });
const away = zone.hidden | zone.related | zone.review | zone.card | zone.cart;

/**
 * Reads the number labelled "SKU:", "Art.-Nr." and the like near the title. Buyers quote this number;
 * structured data often has an internal one.
 *
 * @param isStated - the page's data state a seller's number: then one named as the manufacturer's does not
 *   count.
 */
export const readVisibleSku = (page: Page, isStated: boolean): Claim<string> | undefined => {
  const title = page.area.title;
  const from = Math.max(0, (title?.run ?? 0) - 12);
  const ignored = title?.zones ?? 0;
  const read = (
    runs: readonly TextRun[],
    isNear: boolean,
    isLabel = isOwnLabel,
  ): Claim<string> | undefined => {
    for (const run of runs) {
      const [piece] = run.pieces;
      if (run.text.length > maxLine || !piece || (piece.zones & away & ~ignored) !== 0) continue;
      const found = readLabelled(page, run, isLabel);
      const value = found ?? (isNear ? readNamed(run, isStated) : undefined);
      if (value) return { value, raw: run.text.slice(0, 200), path: cssPath(piece.element) };
    }
    return undefined;
  };
  const near = read(page.runs.slice(from, from + 400), true);
  // Old pages have no headings, and the presumed title may be below the product.
  if (near || isStated) return near;
  const above = read(page.runs.slice(0, from).slice(-maxLinesAbove), false);
  if (above) return above;
  const gtin = read(page.runs.slice(from, from + 400), false, isGtinLabel);
  // A GTIN has digits only, an ISBN at most one letter.
  return gtin && /\p{L}.*\p{L}/u.test(gtin.value) ? gtin : undefined;
};

/** Reads the manufacturer number from a labelled line near the title: "MPN:", "Herstellernummer", "品番". */
export const readVisibleMpn = (page: Page): Claim<string> | undefined => {
  const title = page.area.title;
  const from = Math.max(0, (title?.run ?? 0) - 12);
  const ignored = title?.zones ?? 0;
  for (const run of page.runs.slice(from, from + 400)) {
    const [piece] = run.pieces;
    if (run.text.length > maxLine || !piece || (piece.zones & away & ~ignored) !== 0) continue;
    const value = readLabelled(page, run, isMakersLabel);
    if (value) return { value, raw: run.text.slice(0, 200), path: cssPath(piece.element) };
  }
  return undefined;
};

/** A line with only a label and an alphanumeric code. */
const modelLine = /^([^:：#]{2,40}[:：#])\s*(?=\S*\d)(?=\S*\p{L})([\p{L}\p{N}][\p{L}\p{N}._/-]{3,24})$/iu;
const isModelLabel = (label: string): boolean =>
  numberLabelsEnding(label).includes('ModelLabel') && !namesMaker(label);
/** Lines examined for the model. */
const maxModelLines = 60;

/**
 * Reads the model of a shop without numbers of its own: a whole line near the title with a one-word code,
 * since some models are words ("Galaxy S10").
 */
export const readModelCode = (page: Page): Claim<string> | undefined => {
  const title = page.area.title;
  const from = Math.max(0, (title?.run ?? 0) - 12);
  const ignored = title?.zones ?? 0;
  for (const { text, pieces } of page.runs.slice(from, from + maxModelLines)) {
    const [piece] = pieces;
    if (text.length > 60 || !piece || (piece.zones & away & ~ignored) !== 0) continue;
    const [, label = '', value] = modelLine.exec(text) ?? [];
    if (value && isModelLabel(label)) return { value, raw: text, path: cssPath(piece.element) };
  }
  return undefined;
};

const maxLine = 300;
/** Lines above the title searched for a labelled number, if none is below. */
const maxLinesAbove = 100;

/** A word with a colon, which continues the label. */
const restOfLabel = /^(?!\p{Lu}{1,5}:\d)\p{L}+(?:['’]\p{L}+)?[.°º]?[:=]/u;

/** The number at the start of a text, with all attached characters: "J9773A#ABB". */
const wholeNumber = (text: string): string | undefined => {
  const place = (inBrackets.exec(text) ?? skuValue.exec(text))?.indices?.[1];
  if (!place) return undefined;
  const [start, end] = place;
  const plain = foldedSigns(text);
  if (restOfLabel.test(plain.slice(start))) return undefined;
  const whole = text.slice(start, tokenEnd(plain, { start, end }));
  return whole.length <= maxNumber ? whole : text.slice(start, end);
};

const numberIn = (text: string): string | undefined => {
  const value = wholeNumber(text)?.replace(/[._/-]+$/, '');
  return value !== undefined && /\d/.test(value) && value.length >= 3 ? value : undefined;
};

const group = String.raw`[\p{Lu}\p{N}][\p{Lu}\p{N}._/+-]{0,19}`;
/** Groups of capitals and digits that fill the rest of a line: "TS-55 REQ", "0 601 8A6 100". */
const inGroups = new RegExp(
  String.raw`^[\s:：#]*(?!\p{Lu}{5,}\s)(?=[^\p{N}]*\p{N})(${group}(?:\s${group}){1,4})\s*$`,
  'u',
);
/** A word and a number that fill it: "Product 14". */
const wordAndNumber = /^\s*(\p{L}[\p{L}\p{N}]{0,19}\s\p{N}[\p{L}\p{N}._/-]{0,19})\s*$/u;
/** Joined capitals that fill it: "A+B", "BLK-TEE-L". */
const joinedCapitals = /^\s*(\p{Lu}+(?:[+_-]\p{Lu}+)+)\s*$/u;
/** Two whole numbers joined by a slash: "4W-7018 / 4W-7031". */
const joinedNumbers =
  /^\s*((?=\S*\d)[\p{Lu}\d][\p{Lu}\d._-]{2,19}\s?[/&]\s?(?=\S*\d)[\p{Lu}\d][\p{Lu}\d._-]{2,19})(?=\s|$)/u;

/**
 * A number recognized because it fills the rest of its line, or of the part before a bar.
 *
 * @param label - without a colon, words may belong to the label.
 */
const numberOfRest = (label: string, line: string): string | undefined => {
  const [rest = ''] = line.split(/\s[|·•]\s/u, 1);
  const found =
    inGroups.exec(rest) ??
    joinedNumbers.exec(rest) ??
    (/[:：]\s*$/.test(label) ? (wordAndNumber.exec(rest) ?? joinedCapitals.exec(rest)) : null);
  const value = found?.[1];
  // "601576 601576" is one number, repeated.
  const groups = value?.split(/\s/) ?? [];
  return value === undefined ||
    value.length > maxNumber ||
    new Set(groups).size < groups.length ||
    hasNumberLabel(value) ||
    readAvailabilityText(value) !== undefined
    ? undefined
    : value;
};

const separators = /[:：#.\s]/g;

/** Label and number in one line: "Product code: 83810610". */
const readLine = (text: string, isLabel: IsLabel): string | undefined => {
  if (!hasNumberLabel(text)) return undefined;
  separators.lastIndex = 0;
  for (let tries = 0; tries < 40; tries += 1) {
    const separator = separators.exec(text);
    if (!separator) return undefined;
    const { index } = separator;
    const before = text.slice(Math.max(0, index - 40), index + 1);
    // A space separates only after a label with a mark of its own ("Ref. 1002/710", "SKU 123").
    if (!isLabel(before)) continue;
    const behind = text.slice(index + 1);
    const value = numberOfRest(before, behind) ?? numberIn(behind);
    if (value && !isPromoCode(before, value, text)) return value;
  }
  return undefined;
};

/** A number in an element named after it: `<span class="product-code">83810610</span>`. */
const readNamed = (run: TextRun, isStated: boolean): string | undefined => {
  for (const [index, piece] of run.pieces.entries()) {
    const text = run.text.slice(piece.start, run.pieces[index + 1]?.start).trim();
    if (text.length > 60 || !/\d/.test(text)) continue;
    const inParts = numberOfRest('', text);
    const isAlone = !/\s/.test(text);
    if (!inParts && !isAlone && !/[:：#]/.test(text)) continue;
    const value = inParts ?? numberIn(isAlone ? text : text.split(/[:：#]/).at(-1)!);
    if (value && (isNamed(piece.element, skuNames) || (!isStated && isNamed(piece.element, makerNames))))
      return value;
  }
  return undefined;
};

/** A label in one line and the number in the next: table cells. */
const readPair = (label: string, next: string | undefined, isLabel: IsLabel): string | undefined =>
  next !== undefined && label.length <= 40 && next.length <= maxNumber && isLabel(label)
    ? (numberOfRest(label, next) ?? (/\s/.test(next.trim()) ? undefined : numberIn(next)))
    : undefined;

const readLabelled = (page: Page, { text, index }: TextRun, isLabel: IsLabel): string | undefined =>
  readLine(text, isLabel) ?? readPair(text, page.runs[index + 1]?.text, isLabel);

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
