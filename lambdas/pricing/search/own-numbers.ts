import { namesOtherProducts, namesOthers, reportsList } from '../embedded/members.ts';
import { literalsOf, type ScriptLiteral } from '../embedded/script-literals.ts';
import { variantKeys } from '../embedded/state-variants.ts';
import type { Page, Script } from '../page/page.ts';
import { readJsonLd } from '../structured/json-ld.ts';
import { isJsonContainer, isJsonObject, type JsonObject, type JsonValue } from '../structured/loose-json.ts';
import { numbersOfGraph } from '../structured/schema-products.ts';
import { readVisibleSku } from '../visible/visible-sku.ts';
import { isSameSku } from './same-sku.ts';
import type { SkuMatcher } from './sku-match.ts';

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
export const isOwnNumberInScripts = (page: Page, sku: string, matcher: SkuMatcher): boolean => {
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
