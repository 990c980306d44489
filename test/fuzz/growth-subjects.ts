import { logLineText, readLogLine } from '../../cli/output/log-line.ts';
import { preferencesOf } from '../../lambdas/api/preferences.ts';
import { findJsonHazards } from '../../lambdas/domain/json-text.ts';
import { actOf, isActingHandler } from '../../lambdas/domain/links/acting-address.ts';
import { toPageAddress } from '../../lambdas/domain/links/page-address.ts';
import { parseQueueRequest } from '../../lambdas/domain/request/queue-request.ts';
import { readGtin } from '../../lambdas/domain/site/gtin.ts';
import { readLanguageTag } from '../../lambdas/domain/site/language-tag.ts';
import { parseCron } from '../../lambdas/domain/watch/cron.ts';
import { parseSchedule } from '../../lambdas/domain/watch/schedule.ts';
import { extractOffer } from '../../lambdas/pricing/extract-offer.ts';
import { parseHtml } from '../../lambdas/pricing/page/parse-html.ts';
import { readPage } from '../../lambdas/pricing/page/read-page.ts';
import { compareTitles, namesAccessory } from '../../lambdas/pricing/product/compare-titles.ts';
import { judgeIdentity } from '../../lambdas/pricing/product/judge-identity.ts';
import { readMeasure, readQuantities } from '../../lambdas/pricing/product/quantities.ts';
import { readSearchPage } from '../../lambdas/pricing/product/search-hits.ts';
import { haveConflictingMarks, readSignedNumbers } from '../../lambdas/pricing/product/signed-numbers.ts';
import { pageCarriesSku } from '../../lambdas/pricing/product/sku-on-page.ts';
import { findOfferPage } from '../../lambdas/pricing/sellers/offer-pages.ts';
import { shownName } from '../../lambdas/pricing/sellers/seller-names.ts';
import { countsOffers, isSellerHead, sellerInLine } from '../../lambdas/pricing/sellers/seller-words.ts';
import { readShownCondition } from '../../lambdas/pricing/sources/condition-text.ts';
import { parseLooseJson } from '../../lambdas/pricing/sources/markup/loose-json.ts';
import { allEngines } from '../../lambdas/pricing/sources/selectors/all-engines.ts';
import { applySelectors } from '../../lambdas/pricing/sources/selectors/apply-selectors.ts';
import { selectorFault } from '../../lambdas/pricing/sources/selectors/engine.ts';
import { SelectablePage } from '../../lambdas/pricing/sources/selectors/selectable-page.ts';
import {
  readAvailabilityText,
  readAvailabilityUrl,
  splitStockLabel,
} from '../../lambdas/pricing/text/availability-text.ts';
import { findPrices, parsePriceText } from '../../lambdas/pricing/text/parse-price-text.ts';
import { sizesInText } from '../../lambdas/pricing/text/regional-sizes.ts';
import { normalizeSku } from '../../lambdas/pricing/text/same-sku.ts';
import { createSkuMatcher } from '../../lambdas/pricing/text/sku-match.ts';
import { plainName, wordsOf } from '../../lambdas/pricing/words/tokens.ts';
import { hasAtMostJsonValues } from '../../lambdas/renderer/json-value-limit.ts';
import { charsetParameter, contentKind, mediaType } from '../../lambdas/web/http/content-type.ts';
import { decodeText } from '../../lambdas/web/http/decode-text.ts';
import { metaRefreshTarget } from '../../lambdas/web/http/refresh.ts';
import { retryAfterSeconds } from '../../lambdas/web/retry-after.ts';
import { isAllowedByRobots } from '../../lambdas/web/robots-rules.ts';
import { printable } from '../../terminal/text.ts';
import type { Subject } from './growth.ts';

/** Address of every page. */
export const url = 'https://shop.example/p/1';
const pageSize = 256 * 1024;
const textSize = 1024 * 1024;
/** Largest response head that the tiers accept. */
const headSize = 64 * 1024;

const longUrl = `https://shop.example/${'a'.repeat(1_900)}`;

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const ofAddress = (address: string, read: (url: URL) => unknown): unknown => {
  const parsed = URL.parse(address, 'https://shop.example');
  return parsed === null ? undefined : read(parsed);
};

/** A reader that refuses by throwing what it cannot read. */
const refusing =
  (read: (text: string) => unknown) =>
  (text: string): unknown => {
    try {
      return read(text);
    } catch (error) {
      return error;
    }
  };

/** Readers of whole pages. */
export const pages: readonly Subject[] = [
  { name: 'parseHtml', size: 2 * textSize, read: parseHtml },
  {
    name: 'extractOffer',
    size: pageSize,
    read: (html) => extractOffer(html, { url, requestedUrl: url, sku: 'A-1' }),
  },
  {
    name: 'extractOffer for a variant',
    size: pageSize,
    read: (html) => extractOffer(html, { url, site: { Variant: { Size: '42', Color: 'red' }, Sku: 'A-1' } }),
  },
  { name: 'pageCarriesSku', size: pageSize, read: (html) => pageCarriesSku(readPage(html, url), 'A-1') },
  {
    name: 'readSearchPage',
    size: pageSize,
    read: (html) =>
      readSearchPage(readPage(html, url), { searchUrl: 'https://shop.example/?q=A-1', sku: 'A-1' }),
  },
  {
    name: 'findOfferPage',
    size: pageSize,
    read: (html) => findOfferPage(readPage(html, url), { seen: [], isList: true }),
  },
  {
    name: 'selectors',
    size: pageSize,
    read: (html) =>
      applySelectors(
        new SelectablePage(parseHtml(html), html),
        [
          { Type: 'Css', Value: '.none:contains(x), [data-none]' },
          { Type: 'XPath', Value: '//none[contains(., "x")]' },
          { Type: 'JsonPath', Value: '$..none' },
          { Type: 'Regex', Value: 'price[^<]{1,40}(zz\\d+)' },
        ],
        allEngines,
      ),
  },
  {
    name: 'metaRefreshTarget',
    size: headSize,
    read: (html) => metaRefreshTarget(`<i http-equiv=refresh>${html}`),
  },
];

/** Readers of shorter texts. */
export const texts: readonly Subject[] = [
  { name: 'parsePriceText', size: pageSize, read: (text) => parsePriceText(text) },
  { name: 'findPrices', size: pageSize, read: (text) => findPrices(text) },
  { name: 'readAvailabilityText', size: textSize, read: readAvailabilityText },
  { name: 'readAvailabilityUrl', size: textSize, read: readAvailabilityUrl },
  { name: 'readGtin', size: textSize, read: readGtin },
  {
    name: 'judgeIdentity',
    size: pageSize,
    read: (text) =>
      judgeIdentity(
        { Title: text, Brand: 'Bosch', Mpn: 'GBH 2-26', Quantity: text },
        { Sku: text, Gtin: text, Mpn: null, Brand: text, Title: text },
      ),
  },
  { name: 'normalizeSku', size: textSize, read: normalizeSku },
  { name: 'a matcher of SKUs', size: textSize, read: (text) => createSkuMatcher('AB-12').isIn(text) },
  { name: 'wordsOf', size: textSize, read: wordsOf },
  { name: 'plainName', size: textSize, read: plainName },
  { name: 'parseLooseJson', size: pageSize, read: (text) => parseLooseJson(text) },
  { name: 'findJsonHazards', size: pageSize, read: (text) => findJsonHazards(JSON.stringify({ a: text })) },
  { name: 'parseQueueRequest', size: pageSize, read: (text) => parseQueueRequest(text, new Map()) },
  {
    name: 'selectorFault',
    size: 1_000,
    read: (Value) => selectorFault({ Type: 'Regex', Value }, allEngines),
  },
  { name: 'mediaType', size: headSize, read: (text) => [mediaType(text), contentKind(text)] },
  { name: 'charsetParameter', size: headSize, read: charsetParameter },
  { name: 'retryAfterSeconds', size: headSize, read: (text) => retryAfterSeconds(text, 0) },
  { name: 'decodeText', size: 2 * textSize, read: (text) => decodeText(bytes(text), undefined, 'de') },
  { name: 'decodeText as XML', size: textSize, read: (text) => decodeText(bytes(text), 'text/xml', 'de') },
  {
    name: 'decodeText of Japanese',
    size: textSize,
    read: (text) => decodeText(bytes(text), 'text/html; charset=iso-2022-jp', 'ja'),
  },
  {
    name: 'decodeText of Chinese',
    size: textSize,
    read: (text) => decodeText(bytes(text), 'text/html; charset=gb18030', 'zh'),
  },
  { name: 'robots.txt', size: 500 * 1024, read: (text) => isAllowedByRobots(url, text, longUrl) },
  { name: 'printable', size: textSize, read: (text) => printable(text) },
  {
    name: 'a line of a log',
    size: pageSize,
    read: (text) => logLineText({ timeMs: 0, function: 'queue', text } as never, readLogLine(text)),
  },
  { name: 'actOf a path', size: headSize, read: (text) => ofAddress(`/${text}`, actOf) },
  { name: 'actOf a query', size: headSize, read: (text) => ofAddress(`/?${text}`, actOf) },
  { name: 'toPageAddress', size: headSize, read: (text) => ofAddress(`/${text}`, toPageAddress) },
  { name: 'isActingHandler', size: pageSize, read: isActingHandler },
  { name: 'compareTitles', size: headSize, read: (text) => compareTitles('Bosch GBH 2-26', text) },
  { name: 'compareTitles of two', size: headSize, read: (text) => compareTitles(text, `${text} a`) },
  { name: 'namesAccessory', size: headSize, read: (text) => namesAccessory(text) },
  { name: 'readQuantities', size: headSize, read: readQuantities },
  { name: 'readSignedNumbers', size: headSize, read: readSignedNumbers },
  { name: 'areMarkedApart', size: headSize, read: (text) => haveConflictingMarks(text, `${text}1`) },
  { name: 'isSellerHead', size: headSize, read: isSellerHead },
  { name: 'sellerInLine', size: headSize, read: (text) => sellerInLine(`Sold by ${text}`) },
  { name: 'shownName', size: headSize, read: shownName },
  { name: 'countsOffers', size: headSize, read: countsOffers },
  { name: 'readShownCondition', size: headSize, read: readShownCondition },
  { name: 'sizesInText', size: headSize, read: sizesInText },
  { name: 'readMeasure', size: headSize, read: (text) => readMeasure(text, text) },
  { name: 'splitStockLabel', size: headSize, read: splitStockLabel },
  {
    name: 'preferencesOf',
    size: headSize,
    read: (text) => preferencesOf({ multiValueHeaders: { Prefer: [text] } }),
  },
  { name: 'parseCron', size: headSize, read: refusing((text) => parseCron(`0 ${text} * * ? *`)) },
  {
    name: 'parseSchedule',
    size: headSize,
    read: refusing((text) => parseSchedule(`cron(0 ${text} * * ? *)`, 'UTC', 0)),
  },
  { name: 'readLanguageTag', size: headSize, read: readLanguageTag },
  { name: 'hasAtMostJsonValues', size: textSize, read: (text) => hasAtMostJsonValues(bytes(text), 10_000) },
];
