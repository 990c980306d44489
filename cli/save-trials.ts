import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SellingSite, SiteResult } from '../client/index.ts';
import type { PageLoad } from '../lambdas/web/page-load.ts';
import type { PagePicture } from './page-picture.ts';

export interface Trial {
  site: SellingSite;
  result: SiteResult;
  /** The page that the result was read from, or the last one that came. */
  page: PageLoad | undefined;
}

/** A folder's name on every system, and never one above it. */
const folderName = (site: SellingSite, index: number): string => {
  const name = (site.Name ?? URL.parse(site.Url ?? site.SearchUrl ?? '')?.hostname ?? '')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{Nd}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
  return `${String(index + 1).padStart(2, '0')}-${[...name].slice(0, 60).join('') || 'site'}`;
};

/** Texts by which a person finds the price on the page. */
const pricesOf = ({ Price, Evidence }: SiteResult): string[] =>
  Price === null
    ? []
    : [Price.Amount, Price.Raw, ...Evidence.filter(({ Field }) => Field === 'Price').map(({ Raw }) => Raw)];

/**
 * Keeps what each trial brought: `result.json`, `page.html`, and `screenshot.png` with the price outlined. One trial lies
 * in the folder itself, several in one each.
 *
 * @param picture - may fail; the rest is kept all the same.
 * @param tell - told in sentences what was kept, and what could not be.
 */
export const saveTrials = async (
  folder: string,
  trials: readonly Trial[],
  picture: (trial: Trial & { page: PageLoad }, prices: readonly string[]) => Promise<PagePicture>,
  tell: (sentence: string) => void,
): Promise<void> => {
  for (const [index, { site, result, page }] of trials.entries()) {
    const own = trials.length === 1 ? folder : join(folder, folderName(site, index));
    mkdirSync(own, { recursive: true });
    writeFileSync(join(own, 'result.json'), `${JSON.stringify(result, null, 2)}\n`);
    if (page === undefined) {
      tell(`${own}: result.json; no page was received.`);
      continue;
    }
    writeFileSync(join(own, 'page.html'), page.html);
    try {
      const { png, isOutlined } = await picture({ site, result, page }, pricesOf(result));
      writeFileSync(join(own, 'screenshot.png'), png);
      const about = result.Price === null || isOutlined ? '' : ', in which the price was not found';
      tell(`${own}: result.json, page.html and screenshot.png${about}.`);
    } catch (error) {
      tell(`${own}: result.json and page.html; no picture could be taken: ${(error as Error).message}`);
    }
  }
};
