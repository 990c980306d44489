import fc from 'fast-check';
import { logLineText, readLogLine } from '../../cli/output/log-line.ts';
import { printable } from '../../cli/output/printable.ts';
import { readGtin } from '../../lambdas/domain/gtin.ts';
import { findJsonHazards } from '../../lambdas/domain/json-text.ts';
import { parseQueueRequest } from '../../lambdas/domain/queue-request.ts';
import { readAvailabilityText, readAvailabilityUrl } from '../../lambdas/pricing/availability-text.ts';
import { extractOffer } from '../../lambdas/pricing/extract-offer.ts';
import { judgeIdentity } from '../../lambdas/pricing/identity/judge-identity.ts';
import { findPrices, parsePriceText } from '../../lambdas/pricing/money/parse-price-text.ts';
import { parseHtml } from '../../lambdas/pricing/page/parse-html.ts';
import { normalizeSku } from '../../lambdas/pricing/search/same-sku.ts';
import { findSearchHits } from '../../lambdas/pricing/search/search-hits.ts';
import { createSkuMatcher } from '../../lambdas/pricing/search/sku-match.ts';
import { pageCarriesSku } from '../../lambdas/pricing/search/sku-on-page.ts';
import { applySelectors, SelectablePage } from '../../lambdas/pricing/selectors/apply-selectors.ts';
import { selectorFault } from '../../lambdas/pricing/selectors/check-selector.ts';
import { regexSizeOf } from '../../lambdas/pricing/selectors/regex-size.ts';
import { parseLooseJson } from '../../lambdas/pricing/structured/loose-json.ts';
import { plainName, wordsOf } from '../../lambdas/pricing/word-share.ts';
import { charsetParameter, contentKind, mediaType } from '../../lambdas/web/http/content-type.ts';
import { decodeText } from '../../lambdas/web/http/decode-text.ts';
import { metaRefreshTarget } from '../../lambdas/web/http/meta-refresh.ts';
import { retryAfterSeconds } from '../../lambdas/web/retry-after.ts';
import { isAllowedByRobots } from '../../lambdas/web/robots-rules.ts';
import { growthOf, type Measure, processorTime, type Subject } from './growth.ts';
import { pieces as pagePieces, wrappers } from './repetitions.fuzz.ts';

const url = 'https://shop.example/p/1';
const pageSize = 256 * 1024;
const textSize = 1024 * 1024;
/** What Node.js lets a head be; the tiers refuse larger ones. */
const headSize = 64 * 1024;

const longUrl = `https://shop.example/${'a'.repeat(1_900)}`;

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const pages: readonly Subject[] = [
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
  { name: 'findSearchHits', size: pageSize, read: (html) => findSearchHits(html, { url, sku: 'A-1' }) },
  { name: 'pageCarriesSku', size: pageSize, read: (html) => pageCarriesSku(html, 'A-1', { url }) },
  {
    name: 'selectors',
    size: pageSize,
    read: (html) =>
      applySelectors(new SelectablePage(parseHtml(html), html), [
        { Type: 'Css', Value: '.none:contains(x), [data-none]' },
        { Type: 'XPath', Value: '//none[contains(., "x")]' },
        { Type: 'JsonPath', Value: '$..none' },
        { Type: 'Regex', Value: 'price[^<]{1,40}(zz\\d+)' },
      ]),
  },
  {
    name: 'metaRefreshTarget',
    size: headSize,
    read: (html) => metaRefreshTarget(`<i http-equiv=refresh>${html}`),
  },
];

const texts: readonly Subject[] = [
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
  { name: 'regexSizeOf', size: 1_000, read: regexSizeOf },
  { name: 'selectorFault', size: 1_000, read: (Value) => selectorFault({ Type: 'Regex', Value }) },
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
];

/** Marks that begin, end, escape or repeat something in any of the languages read here. */
// biome-ignore format: a list
const marks = [
  '<', '>', '/', '=', '"', "'", '`', '&', ';', '#', '&#', '&#x', '&#x1', '&#38', '&amp', '&amp;', '&a', '&nbsp;', '&nbsp', '&notit;',
  '<a', '<a ', '<a>', '</', '</a', '</a>', '<!', '<!--', '--', '-->', '--!>', '<?', '?>', '<![CDATA[', ']]>', ']]', '<script', '<script>', '</script',
  '<title>', '<textarea>', '<style>', '<svg>', '<math>', '<form>', '<p>', '</p>', '</br>', '<option>', '<select>', '<table>', '<tr><td>', '<template>',
  '<meta charset=', '<meta http-equiv=refresh content="', '<meta ', '<link>', '<base href=//a>', '<a href=', '<a href="/A-1?', '<x a="&', ' a=1', ' a', '\0', '\r', '\t', '\u00a0', '\u200b', '\ud800', '😀',
  '{', '}', '[', ']', '(', ')', ',', ':', '.', '\\', '\\u', '\\"', '//', '/*', '*/', '*', '+', '?', '|', '^', '$', '-', '_', '%', '%2', '@', '!', '~',
  'true', 'null', '{"a":', '[[', '{"@type":"Product",', '"price":1,', '"A-1",', 'return', 'function(', '=>', 'JSON.parse(\'',
  '0', '9', '1.', '1,', '1 ', '0x', 'e9', '€', 'EUR', 'kr', '12,99 ', '1.299,00 € ', ' - ', '–', 'x', 'a', 'A-1', 'A', ' ', '\n', '\n\n',
  'User-agent: *\n', 'Disallow: /', '*a', '$\n', 'Allow:', '; charset=', 'charset', 'utf-16', '\u001b$B', '\u001b(B', '\u0081', '\u00ff',
] as const;

const repeated = (parts: readonly string[], size: number): string => {
  const piece = parts.join('');
  return piece.repeat(Math.max(1, Math.ceil(size / piece.length))).slice(0, size);
};

type Case = [subject: Subject, before: string, parts: string[], wrapper: (inside: string) => string];

const plain = (inside: string): string => inside;

/**
 * Texts that repeat a few pieces, behind a beginning that may never end: the time of each reader grows with the text and
 * no faster. One for each hundred runs.
 */
export const run = (runs: number, seed: number, measure: Measure = processorTime): void => {
  const parts = (from: readonly string[]) =>
    fc.array(fc.constantFrom(...from), { minLength: 1, maxLength: 3 });
  const before = fc.oneof(fc.constant(''), fc.constantFrom(...marks));
  const ofPages: fc.Arbitrary<Case> = fc.tuple(
    fc.constantFrom(...pages),
    before,
    fc.oneof(parts(marks), parts(pagePieces), parts([...marks, ...pagePieces])),
    fc.oneof(
      { weight: 2, arbitrary: fc.constant(plain) },
      { weight: 1, arbitrary: fc.constantFrom(...wrappers) },
    ),
  );
  const ofTexts: fc.Arbitrary<Case> = fc.tuple(
    fc.constantFrom(...texts),
    before,
    fc.oneof(parts(marks), parts([...marks, ...pagePieces])),
    fc.constant(plain),
  );
  fc.assert(
    fc.property(fc.oneof(ofPages, ofTexts), ([subject, first, pieces, wrap]) => {
      const growth = growthOf(subject, (size) => wrap(first + repeated(pieces, size)), measure);
      if (growth === undefined) return;
      const told = `${growth}: ${JSON.stringify(first)} and ${JSON.stringify(pieces)} in ${wrappers.indexOf(wrap)}`;
      throw new Error(told);
    }),
    // What is found is long; made shorter it would no longer be slow.
    { numRuns: Math.ceil(runs / 100), seed, endOnFailure: true },
  );
};
