import type { Condition } from '../../domain/result/site-result.ts';
import { cssPath, type Page, type TextRun } from '../page/page.ts';
import { zone } from '../page/page-zones.ts';
import type { Claim } from '../sources/claims.ts';
import { readLabelledCondition } from '../sources/condition-text.ts';

/** Lines around the title that may state the condition. */
const linesAbove = 12;
const linesBelow = 80;
/** Zones of other products, and of unselected choices. */
const away =
  zone.hidden |
  zone.chrome |
  zone.related |
  zone.review |
  zone.cart |
  zone.card |
  zone.option |
  zone.unselected;

const isAway = ({ pieces }: TextRun, ignored: number): boolean =>
  pieces.some(({ zones }) => (zones & away & ~ignored) !== 0);

/** Reads the condition of a page's single item, from a labelled line near the title. */
export const readVisibleCondition = (page: Page): Claim<Condition> | undefined => {
  const title = page.area.title;
  if (!title) return undefined;
  const first = Math.max(0, title.run - linesAbove);
  for (const [index, run] of page.runs.slice(first, title.run + linesBelow).entries()) {
    if (isAway(run, title.zones)) continue;
    const next = page.runs[first + index + 1];
    const value = readLabelledCondition(run.text, next && !isAway(next, title.zones) ? next.text : '');
    if (value) return { value, raw: run.text.slice(0, 200), path: cssPath(run.pieces[0]!.element) };
  }
  return undefined;
};
