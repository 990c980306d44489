import fc from 'fast-check';
import { extractOffer } from '../../lambdas/pricing/extract-offer.ts';
import { growthOf, type Measure, type Subject } from './growth.ts';
import { pages, texts, url } from './growth-subjects.ts';
import { pieces as pagePieces, wrappers } from './page-pieces.ts';
import { pageOf, shapes } from './shared-references.ts';

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

/** Pages whose data refer to each other; each has its own text. */
const ofReferences = { size: 128 * 1024, read: (html: string) => extractOffer(html, { url, sku: 'A-1' }) };

type Case = [subject: Subject, before: string, parts: string[], wrapper: (inside: string) => string];

const plain = (inside: string): string => inside;

/**
 * Texts that repeat a few pieces, behind a beginning that may never end: the time of each reader grows with the text and
 * no faster. One for each hundred runs; of data that refer to each other one for each thousand.
 */
export const run = (runs: number, seed: number, measure: Measure): void => {
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
  const ofRepetitions = fc.oneof(ofPages, ofTexts);
  fc.assert(
    fc.property(fc.constantFrom(...shapes), (shape) => {
      const growth = growthOf({ ...ofReferences, name: shape.name }, (size) => pageOf(shape, size), measure);
      if (growth !== undefined) throw new Error(growth);
    }),
    { numRuns: Math.ceil(runs / 1_000), seed, endOnFailure: true },
  );
  fc.assert(
    fc.property(ofRepetitions, ([subject, first, pieces, wrap]) => {
      const growth = growthOf(subject, (size) => wrap(first + repeated(pieces, size)), measure);
      if (growth === undefined) return;
      const failure = `${growth}: ${JSON.stringify(first)} and ${JSON.stringify(pieces)} in ${wrappers.indexOf(wrap)}`;
      throw new Error(failure);
    }),
    // No shrinking: a shorter input would no longer be slow.
    { numRuns: Math.ceil(runs / 100), seed, endOnFailure: true },
  );
};
