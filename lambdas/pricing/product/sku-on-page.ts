import type { Element } from 'domhandler';
import { decodedPart } from '../../domain/links/decoded-part.ts';
import { readVisibleSku } from '../facts/visible-sku.ts';
import { isAmongOthers } from '../page/choices.ts';
import { shortTextOf } from '../page/element-text.ts';
import {
  echoesSearch,
  isNoProductPath,
  pageEnding,
  precedesOtherName,
  readSearchAddress,
  relatesToOther,
} from '../page/links.ts';
import type { Page, Script, TextRun } from '../page/page.ts';
import { zone } from '../page/page-zones.ts';
import { readProductArea } from '../page/product-area.ts';
import { elementsWithin, isAround } from '../page/walk.ts';
import { emptySearchWords, missingWords } from '../refusal/recognize-page-kind.ts';
import { readJsonLd } from '../sources/markup/json-ld.ts';
import {
  isJsonContainer,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../sources/markup/loose-json.ts';
import { leadsToOwnNumbers, numbersOfGraph } from '../sources/markup/schema-products.ts';
import { namesOtherProducts, namesOthers, reportsList } from '../sources/state/members.ts';
import { literalsOf, type ScriptLiteral } from '../sources/state/script-literals.ts';
import { variantKeys } from '../sources/state/state-variants.ts';
import { isSameSku, normalizeSku } from '../text/same-sku.ts';
import type { SkuPlace } from '../text/sku-match.ts';
import { createSkuMatcher, type SkuMatcher } from '../text/sku-match.ts';
import { numberLabelsEnding } from '../words/lexicon.ts';
import { anyOf } from '../words/word-lists.ts';

const numberNames =
  'sku|mpn|product_?id|productcode|gtin\\d{0,2}|ean|model|style(?:code|number)?|itemnumber|item_id|' +
  'partnumber|articlenumber|reference';
const numberInText = new RegExp(`["']?(?:${numberNames})["']?\\s*[:=]\\s*["']([^"'\\n]{1,140})["']`, 'giu');
const isNumberName = new RegExp(`^\\w{0,60}(?:${numberNames})$`, 'i');

/** Decodes Unicode escapes in JSON: "\\u00c4-400". */
const unescaped = (text: string): string =>
  text.replace(/\\u([\da-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** Members that repeat the request. */
const asking = new Set(['query', 'params', 'filter', 'filters']);

/** True if an object only repeats the request: `"query": { "sku": "A-1" }`. */
const isQuestion = (key: string, object: JsonObject): boolean =>
  asking.has(key.toLowerCase()) && !('name' in object) && !Object.values(object).some(isJsonContainer);

/** The first number that an object states as its own. */
const numberOf = (value: JsonValue): JsonValue | undefined =>
  isJsonObject(value)
    ? Object.entries(value).find(([key, each]) => isNumberName.test(key) && typeof each === 'string')?.[1]
    : undefined;

/** True if a list contains several products rather than one product's variants. */
const isOfProducts = (key: string, list: readonly JsonValue[]): boolean =>
  !variantKeys.has(key) && new Set(list.map(numberOf).filter((each) => each !== undefined)).size > 1;

/** Whose number it is: the page's product's, a list item's, or one of something beside the product. */
type Ownership = 'Own' | 'Listed' | 'Beside';

interface Visit {
  key: string;
  value: JsonValue;
  ownership: Ownership;
}

/** Most objects and lists visited per literal. */
const maxVisited = 150_000;

const ownershipIn = (key: string, value: JsonValue, around: Ownership): Ownership => {
  if (around === 'Beside' || namesOtherProducts.test(key)) return 'Beside';
  if (Array.isArray(value)) return isOfProducts(key, value) ? 'Listed' : around;
  return isJsonObject(value) && (reportsList(value) || isQuestion(key, value)) ? 'Beside' : around;
};

/** Every ownership with which a literal contains the SKU. */
const ownershipsIn = ({ name, value }: ScriptLiteral, matcher: SkuMatcher): ReadonlySet<Ownership> => {
  const found = new Set<Ownership>();
  const key = name.slice(name.lastIndexOf('.') + 1);
  const root = namesOthers(name) ? 'Beside' : ownershipIn(key, value, 'Own');
  const stack: Visit[] = [{ key, value, ownership: root }];
  for (let visited = 0; visited < maxVisited && stack.length > 0; visited += 1) {
    const { value: each, ownership, key: within } = stack.pop()!;
    // List entries inherit the list's name.
    const isList = Array.isArray(each);
    for (const [member, inner] of Object.entries(each as object) as [string, JsonValue][]) {
      const called = isList ? within : member;
      if (isJsonContainer(inner))
        stack.push({ key: called, value: inner, ownership: ownershipIn(called, inner, ownership) });
      else if (typeof inner === 'string' && isNumberName.test(called) && matcher.is(inner))
        found.add(ownership);
    }
  }
  return found;
};

/** True if any place where a script names the SKU may be about the page's own product. */
const isInScript = (script: Script, matcher: SkuMatcher, mayBeListed: () => boolean): boolean => {
  const places = script.text
    .matchAll(numberInText)
    .filter(([, number]) => matcher.is(unescaped(number!)))
    .map(({ index }) => index)
    .toArray();
  if (places.length === 0) return false;
  const literals = literalsOf(script);
  const known = new Map<ScriptLiteral, ReturnType<typeof ownershipsIn>>();
  const ownershipsOf = (literal: ScriptLiteral): ReturnType<typeof ownershipsIn> => {
    const ownerships = known.get(literal) ?? ownershipsIn(literal, matcher);
    known.set(literal, ownerships);
    return ownerships;
  };
  let at = 0;
  return places.some((place) => {
    while (at < literals.length && literals[at]!.end <= place) at += 1;
    const around = literals[at];
    // Outside of literals the number's owner is unknown.
    if (around === undefined || place < around.start) return true;
    const ownerships = ownershipsOf(around);
    return ownerships.size === 0 || ownerships.has('Own') || (ownerships.has('Listed') && mayBeListed());
  });
};

const isStatedByGraph = (page: Page, matcher: SkuMatcher): boolean => {
  const { own, related } = numbersOfGraph(readJsonLd(page));
  return own.some(matcher.is) || !related.some(matcher.is);
};

const isLinkedData = ({ type }: Script): boolean => type.includes('ld+json');

/**
 * True if scripts state the SKU as the number of the page's own product: not of an accessory or similar
 * product, a listed one, an analytics list event, or the repeated request. If the page shows another number
 * as its own, lists do not count.
 */
const isOwnNumberInScripts = (page: Page, sku: string, matcher: SkuMatcher): boolean => {
  const [linked, programs] = [
    page.scripts.filter(isLinkedData),
    page.scripts.filter((each) => !isLinkedData(each)),
  ];
  const isMentioned = linked.some(({ text }) =>
    text.matchAll(numberInText).some(([, number]) => matcher.is(unescaped(number!))),
  );
  if (isMentioned && isStatedByGraph(page, matcher)) return true;
  let listed: boolean | undefined;
  const mayBeListed = (): boolean => {
    if (listed === undefined) {
      const shown = readVisibleSku(page, false)?.value;
      listed = shown === undefined || isSameSku(shown, sku);
    }
    return listed;
  };
  return programs.some((script) => isInScript(script, matcher, mayBeListed));
};

/** What is known about the page already. */
interface SkuOnPageHints {
  /** The SKU in the page's data, as read by the pricing engine. */
  sku?: string | null | undefined;
  /** The search that led to the page; repeated search terms are no evidence. */
  searchUrl?: string | undefined;
  /** The page is the search response itself, and may be a list. */
  isLanding?: boolean | undefined;
}

/**
 * How a page carries a SKU: as its product's `Identifier`, in data or beside a label such as "Art.-Nr.", or
 * in the product's `Name` or URL, which an accessory may share.
 */
type SkuEvidence = 'Identifier' | 'Name';

/** Attributes and schema.org properties with product numbers. */
const dataNames = /sku|mpn|gtin|ean|product-?(?:id|code|number)|item-?(?:id|code|number)|model|variant/i;
const identifierProps = /^(?:sku|mpn|productid|gtin\d{0,2}|model|identifier|isbn)$/i;
const identifierMetas = [
  /retailer_item_id|retailer_part_no|mfr_part_no|product:(?:upc|ean|isbn|item|mpn|sku)/i,
  /^(?:sku|mpn|productid|gtin\d{0,2})$/i,
];
/** Zones of other products and of content shared by all pages. A hidden tab is the product's own. */
const awayZones = zone.related | zone.chrome | zone.review | zone.card | zone.cart;

/** True if the text after a number does not extend it: "AB 12 X" is a different number from "AB 12". */
const endsWhole = (tail: string): boolean => {
  const next = /^\s+(\S+)/u.exec(tail)?.[1];
  if (next === undefined) return true;
  return !/^[\p{Lu}\p{N}]{1,3}$/u.test(next) && !/^(?=.*\d)[\p{Lu}\p{N}/.+-]+$/u.test(next);
};

/** The last clause of a line: "Fits all cameras. Art. 1801", "Fits all, SKU: 1801". */
const clauseOf = (text: string): string =>
  text
    .slice(-80)
    .split(/[,;|!?]|\.\s(?=\p{Lu})/u)
    .at(-1)!;

/**
 * True if the text before a number labels it as a product number; without words, the previous line counts.
 */
const isLabelledNumber = (own: string, before: TextRun | undefined): boolean => {
  const near = own.slice(-80);
  const label = /\p{L}/u.test(near) ? near : `${before?.text.slice(-80) ?? ''} ${near}`;
  const roles = numberLabelsEnding(label);
  const isNumber = roles.length > 0 && !roles.includes('OtherNumber');
  return isNumber && !echoesSearch(label) && !relatesToOther(clauseOf(own));
};

/** Elements that emphasize part of a word: "CAM-<b>1801</b>" is one number. */
const emphasizing = new Set(['mark', 'em', 'b', 'strong', 'i', 'u', 'font']);

/** True if the SKU follows a label for a product number, in the same line or the previous one. */
const isLabelled = ({ text, pieces }: TextRun, before: TextRun | undefined, matcher: SkuMatcher): boolean => {
  if (text.length > 2_000) return false;
  const isInText = matcher
    .places(text)
    .some(
      ({ start, end }) =>
        endsWhole(text.slice(end, end + 60)) && isLabelledNumber(text.slice(0, start), before),
    );
  // Templates separate a number from the following text by style alone.
  return (
    isInText ||
    pieces.some(
      ({ start, element }, index) =>
        !emphasizing.has(element.name) &&
        matcher.is(text.slice(start, pieces[index + 1]?.start)) &&
        isLabelledNumber(text.slice(0, start), before),
    )
  );
};

/** Most occurrences of the SKU checked per page. */
const maxPlaces = 300;

/** Characters after a number examined for a "not found" message. */
const maxBehind = 80;

/** True if the text after the number, in its line or at the start of the next, says that it was not found. */
const isReportedMissing = ({ text }: TextRun, next: TextRun | undefined, matcher: SkuMatcher): boolean => {
  const place = matcher.places(text.slice(0, 2_000))[0];
  if (!place) return false;
  const own = text.slice(place.end, place.end + maxBehind);
  const behind = /\p{L}/u.test(own) ? own : `${own} ${next?.text.slice(0, maxBehind) ?? ''}`;
  return missingWords.test(behind) || emptySearchWords.test(behind);
};

/** @param isLanding - the page is a search response, which may name what was not found. */
const isLabelledOnPage = (page: Page, matcher: SkuMatcher, isLanding: boolean): boolean => {
  const title = page.area.title;
  const ignored = title?.zones ?? 0;
  return page.runs
    .values()
    .filter((run) => run.pieces.some(({ zones }) => (zones & awayZones & ~ignored) === 0))
    .filter((run) => isLabelled(run, page.runs[run.index - 1], matcher))
    .filter((run) => !(isLanding && isReportedMissing(run, page.runs[run.index + 1], matcher)))
    .take(maxPlaces)
    .some(({ pieces }) => !isAmongOthers(pieces.at(-1)!.element, page, title?.element));
};

const identifies = ({ name, attribs }: Element): string[] => {
  const found = Object.entries(attribs)
    .filter(([attribute]) => attribute.startsWith('data-') && dataNames.test(attribute))
    .map(([, value]) => value);
  const property = (attribs.itemprop ?? attribs.property ?? '').replace(/^(?:schema|product|og):/i, '');
  const isIdentifier = identifierProps.test(property);
  const isMeta =
    name === 'meta' && identifierMetas.some((names) => names.test(attribs.property ?? attribs.name ?? ''));
  if ((isIdentifier || isMeta) && attribs.content !== undefined) found.push(attribs.content);
  return found;
};

/** True if the SKU is in an element's attributes, or is its text if markup names it an identifier. */
const isIdentifierElement = (element: Element, matcher: SkuMatcher): boolean =>
  identifies(element).some(matcher.is) ||
  (identifierProps.test(element.attribs.itemprop ?? '') &&
    matcher.is(shortTextOf(element, 500).replace(/^[^:]{0,30}:\s*/, '')));

/** Ancestors of an identifier examined for its product. */
const maxScopes = 60;

/** True if the markup describes a related product there. */
const isInRelation = (element: Element): boolean =>
  isAround(element, maxScopes, ({ attribs }) => {
    const isScope = attribs.itemscope !== undefined || attribs.typeof !== undefined;
    const role = isScope ? (attribs.itemprop ?? attribs.property ?? attribs.rel) : undefined;
    return role !== undefined && role !== '' && !role.split(/\s+/).some(leadsToOwnNumbers);
  });

const isIdentifiedByMarkup = (page: Page, matcher: SkuMatcher): boolean => {
  const title = page.area.title;
  const isRead = (element: Element): boolean => element.type === 'tag' && element.name !== 'template';
  return elementsWithin(page.document.children, undefined, isRead)
    .filter((element) => isRead(element) && isIdentifierElement(element, matcher))
    .take(maxPlaces)
    .some((element) => !isInRelation(element) && !isAmongOthers(element, page, title?.element));
};

/** Units and things counted after a number: "1801 mm", "1801 pieces". */
const measured = new RegExp(String.raw`^\s+${anyOf('measures', 'pieces')}(?![\p{L}\p{N}])`, 'iu');

/** True if a place in a name is a quantity; only for SKUs of digits. */
const isAmount = (text: string, { start, end }: SkuPlace): boolean =>
  /^\d{1,4}$/.test(text.slice(start, end)) && measured.test(text.slice(end, end + 60));

/** True if a name contains the SKU, neither as repeated search terms nor as the product that it fits. */
const isInName = (text: string, matcher: SkuMatcher): boolean =>
  text.length <= 1_000 &&
  !echoesSearch(text) &&
  matcher
    .places(text)
    .some(
      ({ start, end }) =>
        endsWhole(text.slice(end, end + 60)) &&
        !isAmount(text, { start, end }) &&
        !precedesOtherName(text.slice(0, start)),
    );

const stepsOf = ({ pathname }: URL): string[] =>
  pathname.split('/').map((part) => decodedPart(part).replace(pageEnding, ''));

/** True if a path segment is the SKU alone. */
const isStepOf = (url: URL, matcher: SkuMatcher): boolean => stepsOf(url).some(matcher.is);

/** Shorter numbers occur inside others, and URLs join words and numbers by dashes. */
const minInPath = 8;
const isInPath = (url: URL, matcher: SkuMatcher, sku: string): boolean =>
  !stepsOf(url).some(isNoProductPath) &&
  (isStepOf(url, matcher) ||
    (normalizeSku(sku).length >= minInPath && matcher.isIn(decodedPart(url.pathname))));

const isNamedOnPage = (page: Page, matcher: SkuMatcher, sku: string): boolean =>
  (page.url !== undefined && isInPath(page.url, matcher, sku)) ||
  headingsWith(page, matcher).length > 0 ||
  isInName(page.title, matcher);

const headingsWith = ({ headings }: Page, matcher: SkuMatcher): string[] =>
  headings
    .filter(
      ({ level, text, zones }) => level === 1 && (zones & zone.related) === 0 && isInName(text, matcher),
    )
    .map(({ text }) => text);

/** Separators between the product's and the shop's name in a document title. */
const titleParts = /\s[|–—·:»-]\s|\s?[|»]\s?/u;

/** True if the name consists of the SKU alone: "CAM-1801 | Shop". */
const isBare = (name: string, matcher: SkuMatcher): boolean => {
  const parts = name.split(titleParts);
  return parts.length <= 2 && parts.some((part) => matcher.is(part));
};

/**
 * True if a page found by a search names the SKU as its product's. A title or URL consisting of the SKU alone
 * may repeat the search terms: it counts only if another place confirms it.
 */
const isNamedAfterSearch = (page: Page, matcher: SkuMatcher, sku: string): boolean => {
  const headings = headingsWith(page, matcher);
  const titles = isInName(page.title, matcher) ? [page.title] : [];
  if ([...headings, ...titles].some((name) => !isBare(name, matcher))) return true;
  const isAddressed = page.url !== undefined && isInPath(page.url, matcher, sku);
  if (isAddressed && !isStepOf(page.url!, matcher)) return true;
  // A product without another name is called by its number.
  if (headings.length > 0 && page.title.trim() === '') return true;
  return [headings.length > 0, titles.length > 0, isAddressed].filter(Boolean).length > 1;
};

/** True if a search was redirected to a product named by the SKU; otherwise names may repeat the terms. */
const isFoundBySearch = (
  page: Page,
  matcher: SkuMatcher,
  sku: string,
  { searchUrl }: SkuOnPageHints,
): boolean => {
  const { isRedirected } = readSearchAddress(page.url, URL.parse(searchUrl ?? '') ?? undefined, matcher);
  return isRedirected && readProductArea(page).sells && isNamedAfterSearch(page, matcher, sku);
};

/**
 * Determines how a product page carries a SKU, if at all. Never throws.
 *
 * The SKU is compared as a whole: "CAM-1801" does not contain "1801". Occurrences among related products, or
 * in repeated search terms, are no evidence.
 */
export const pageCarriesSku = (
  page: Page,
  sku: string,
  hints: SkuOnPageHints = {},
): SkuEvidence | undefined => {
  if (hints.sku && isSameSku(hints.sku, sku)) return 'Identifier';
  const matcher = createSkuMatcher(sku);
  if (isLabelledOnPage(page, matcher, hints.isLanding === true) || isIdentifiedByMarkup(page, matcher))
    return 'Identifier';
  // Names share words, but products do not share numbers.
  const isNumber = /\d/.test(sku);
  if (hints.isLanding) return isNumber && isFoundBySearch(page, matcher, sku, hints) ? 'Name' : undefined;
  // State contains other products too: it counts only if the page states no number as its own.
  if (!hints.sku && isOwnNumberInScripts(page, sku, matcher)) return 'Identifier';
  return isNumber && isNamedOnPage(page, matcher, sku) ? 'Name' : undefined;
};
