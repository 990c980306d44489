import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { pageArchives } from './archives.ts';
import { fetchArchive } from './fetch-archive.ts';
import { type LabelledPage, pageLabelSchema } from './labelled-page.ts';
import { sellsNothing } from './page-kinds.ts';
import { setsFolder } from './page-sets.ts';

/** One line of an archive's labels. */
const archiveLabelSchema = z.strictObject({
  ...pageLabelSchema.pick({ id: true, split: true, kind: true, url: true, expected: true }).shape,
  /** From the archive's folder, with slashes. */
  file: z.string().regex(/^(?!.*\.\.)[\w][\w./-]*\.html$/),
});

/** @throws Error for an invalid line. */
export const readArchiveLabels = (set: string): z.infer<typeof archiveLabelSchema>[] => {
  const file = join(setsFolder, 'archives', `${set}.labels.ndjson`);
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line, index) => {
      const parsed = archiveLabelSchema.safeParse(JSON.parse(line));
      if (parsed.success) return parsed.data;
      throw new Error(`${file}:${index + 1} is not a valid label: ${z.prettifyError(parsed.error)}`);
    });
};

/**
 * Fetches the archives and reads their labelled pages.
 *
 * @throws Error if a registry is unreachable or serves another archive.
 */
export const archivedPages = async (): Promise<LabelledPage[]> => {
  const pages: LabelledPage[] = [];
  for (const archive of pageArchives) {
    const folder = await fetchArchive(archive);
    for (const { file, ...label } of readArchiveLabels(archive.set))
      pages.push({
        ...label,
        set: archive.set,
        sellsNothing: sellsNothing(label.kind),
        // Bytes that are no UTF-8 become U+FFFD, as they do for a reader of the archive.
        html: readFileSync(join(folder, file), 'utf8'),
      });
  }
  return pages;
};
