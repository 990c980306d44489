import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { type LabelledPage, type PageLabel, pageLabelSchema } from './labelled-page.ts';
import { sellsNothing } from './page-kinds.ts';

/** Folder of the sets: `<set>.labels.ndjson` and `<set>.html.ndjson.zst`. */
export const setsFolder = join(import.meta.dirname, '../../test/pages');

const labelsEnding = '.labels.ndjson';
const markupEnding = '.html.ndjson.zst';

/** Size limit of a file in the repository. */
export const maxFileBytes = 512 * 1024;

export interface StoredPage extends PageLabel {
  html: string;
}

const markupSchema = (value: unknown): value is { id: string; html: string } =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as { id?: unknown }).id === 'string' &&
  typeof (value as { html?: unknown }).html === 'string';

const lines = (text: string): string[] => text.split('\n').filter((line) => line !== '');

/** Lists the sets of a folder in alphabetical order. */
export const listSets = (folder: string = setsFolder): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith(labelsEnding))
    .map((file) => file.slice(0, -labelsEnding.length))
    .sort();

const parseLabel = (line: string, place: string): PageLabel => {
  const parsed = pageLabelSchema.safeParse(JSON.parse(line));
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new Error(`${place} is not a valid label: ${problems.join('; ')}.`);
};

/**
 * Reads one set.
 *
 * @throws Error if a label is invalid, or a label or markup lacks its counterpart.
 */
export const readSet = (set: string, folder: string = setsFolder): StoredPage[] => {
  const labelsFile = join(folder, `${set}${labelsEnding}`);
  const labels = lines(readFileSync(labelsFile, 'utf8')).map((line, index) =>
    parseLabel(line, `${labelsFile}:${index + 1}`),
  );
  const markup = new Map<string, string>();
  for (const line of lines(
    zstdDecompressSync(readFileSync(join(folder, `${set}${markupEnding}`))).toString('utf8'),
  )) {
    const page: unknown = JSON.parse(line);
    if (!markupSchema(page)) throw new Error(`${set}${markupEnding}: expected lines of {"id","html"}.`);
    markup.set(page.id, page.html);
  }
  const pages = labels.map((label) => {
    const html = markup.get(label.id);
    if (html === undefined)
      throw new Error(
        `${set}: the page ${label.id} has a label but no markup: pack it with node scripts/bootstrap.mjs scripts/pages.ts pack.`,
      );
    markup.delete(label.id);
    return { ...label, html };
  });
  if (markup.size > 0)
    throw new Error(`${set}: markup without a label: ${[...markup.keys()].join(', ')}. Add their labels.`);
  return pages;
};

/**
 * Writes one set, sorted by id.
 *
 * @throws Error for duplicate ids, invalid labels, or if the compressed file is too large.
 */
export const writeSet = (set: string, pages: readonly StoredPage[], folder: string = setsFolder): void => {
  const sorted = pages.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const twice = sorted.find(({ id }, index) => id === sorted[index + 1]?.id);
  if (twice) throw new Error(`${set}: the id ${twice.id} is not unique.`);
  const labels = sorted.map(({ html: _html, ...label }) =>
    JSON.stringify(parseLabel(JSON.stringify(label), `${set}: ${label.id}`)),
  );
  const markup = sorted.map(({ id, html }) => JSON.stringify({ id, html }));
  const compressed = zstdCompressSync(`${markup.join('\n')}\n`, {
    params: {
      [constants.ZSTD_c_compressionLevel]: 19,
      // Pages of one shop share most of their markup, over long distances.
      [constants.ZSTD_c_enableLongDistanceMatching]: 1,
      [constants.ZSTD_c_windowLog]: 26,
      [constants.ZSTD_c_checksumFlag]: 1,
    },
  });
  if (compressed.length > maxFileBytes)
    throw new Error(
      `${set}: ${compressed.length} bytes compressed, expected at most ${maxFileBytes}: split the set.`,
    );
  writeFileSync(join(folder, `${set}${labelsEnding}`), `${labels.join('\n')}\n`);
  writeFileSync(join(folder, `${set}${markupEnding}`), compressed);
};

export const labelledPagesOf = function* (sets: readonly string[]): Generator<LabelledPage> {
  for (const set of sets)
    for (const { id, split, kind, url, expected, html } of readSet(set))
      yield { set, id, split, kind, sellsNothing: sellsNothing(kind), url, expected, html };
};
