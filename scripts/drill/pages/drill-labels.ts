import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { pageLabelSchema } from '../../evaluate/labelled-page.ts';
import { setsFolder } from '../../evaluate/page-sets.ts';

/** Labels and floors of the pages that the drill fetches. */
export const drillLabelsFolder = join(setsFolder, 'drill');

/** One line of an archive's labels. */
export const drillLabelSchema = z.strictObject({
  ...pageLabelSchema.pick({ id: true, split: true, kind: true, url: true, expected: true }).shape,
  /** From the archive's folder, with slashes. */
  file: z.string().regex(/^(?!.*\.\.)[\w][\w./-]*\.html$/),
});

export type DrillLabel = z.infer<typeof drillLabelSchema>;

/** @throws Error for an invalid line. */
export const readDrillLabels = (set: string): DrillLabel[] => {
  const file = join(drillLabelsFolder, `${set}.labels.ndjson`);
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line, index) => {
      const parsed = drillLabelSchema.safeParse(JSON.parse(line));
      if (parsed.success) return parsed.data;
      throw new Error(`${file}:${index + 1} is not a valid label: ${z.prettifyError(parsed.error)}`);
    });
};
