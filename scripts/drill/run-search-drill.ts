import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type RenderMode, renderModes } from '../../lambdas/domain/selling-site.ts';
import type { DrillShop } from './drill-shop.ts';
import { drillSearch, goalFetches, goalShare, reachesGoal, type SearchReport } from './search-drill.ts';
import { cartridge } from './shops/cartridge/shop.ts';
import { oscar } from './shops/oscar/shop.ts';
import { titledLines } from './titled-lines.ts';

/** Shop systems by name. */
const shops: Readonly<Record<string, DrillShop>> = { oscar, cartridge };

export const searchUsage = `search [--mode MODE ...] [SHOP ...], modes of ${renderModes.join(', ')}, shops of ${Object.keys(shops).join(', ')}`;

const describe = (report: SearchReport): string => {
  const { shop, mode, asked, found, right, wrong, missed, otherPrices, meanFetches, maxFetches } = report;
  return (
    `${shop}, ${mode}: ${asked} SKUs searched, ${found} found by the shop's own search, ${right} right, ${wrong.length} wrong, ` +
    `${missed.length} missed; pages a search: ${meanFetches.toFixed(2)} on average, ${maxFetches} at most; ` +
    `${report.browserLoads} loads in the browser; ${report.carts} rows in carts afterwards; ` +
    `${otherPrices.length} prices that differ from the database. ${reachesGoal(report) ? 'Goal reached.' : 'GOAL MISSED.'}\n` +
    `${titledLines('wrong', wrong)}${titledLines('missed', missed)}${titledLines('other prices', otherPrices)}`
  );
};

/**
 * Searches real shop systems on loopback, installed at pinned versions, and compares the scraper's results with the
 * shops' databases.
 *
 * @param cache - kept between runs; each shop has a folder.
 * @returns false if a goal is missed or an installation fails.
 * @throws Error for invalid arguments.
 */
export const runSearchDrill = async (args: readonly string[], cache: string): Promise<boolean> => {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { mode: { type: 'string', multiple: true } },
    allowPositionals: true,
  });
  const modes = values.mode ?? ['Auto', 'Browser'];
  const isMode = (text: string): text is RenderMode => (renderModes as readonly string[]).includes(text);
  const names = positionals.length > 0 ? positionals : Object.keys(shops);
  if (!modes.every(isMode) || !names.every((name) => Object.hasOwn(shops, name)))
    throw new Error(
      `Expected modes of ${renderModes.join(', ')}, and shops of ${Object.keys(shops).join(', ')}.`,
    );
  process.stdout.write(
    `Goal: ${goalShare * 100} % of what the shop's own search finds, none wrong, ${goalFetches} pages a search at most, empty carts.\n`,
  );
  let isReached = true;
  for (const name of names) {
    try {
      const reports = await drillSearch(shops[name]!, join(cache, name), modes);
      isReached &&= reports.every(reachesGoal);
      process.stdout.write(reports.map(describe).join(''));
    } catch (error) {
      isReached = false;
      process.stdout.write(`${name} COULD NOT BE RUN: ${error}\n`);
    }
  }
  return isReached;
};
