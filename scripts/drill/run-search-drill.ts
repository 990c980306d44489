import { join } from 'node:path';
import { drillSearch, goalFetches, goalShare, reachesGoal, type SearchReport } from './search-drill.ts';
import { shops, shopsNamed, tellFailure, titledLines } from './shop-list.ts';

export const searchUsage = `search [SHOP ...], of ${Object.keys(shops).join(', ')}`;

const describe = (report: SearchReport): string => {
  const { shop, asked, found, right, wrong, missed, otherPrices, meanFetches, maxFetches } = report;
  return (
    `${shop}: ${asked} SKUs asked, ${found} found by the shop's own search, ${right} right, ${wrong.length} wrong, ` +
    `${missed.length} missed; pages a search: ${meanFetches.toFixed(2)} on average, ${maxFetches} at most; ` +
    `${report.browserLoads} loads in the browser; ${report.carts} rows in carts afterwards; ` +
    `${otherPrices.length} prices that are not the database's. ${reachesGoal(report) ? 'Goal reached.' : 'GOAL MISSED.'}\n` +
    `${titledLines('wrong', wrong)}${titledLines('missed', missed)}${titledLines('other prices', otherPrices)}`
  );
};

/**
 * Searches real shop systems on loopback, installed from their registries at pinned versions, and holds what the
 * scraper finds there against the shops' own databases.
 *
 * @param named - shops; all when it is empty.
 * @param cache - where each shop has a folder, kept between runs.
 * @returns false when a goal is missed or a shop cannot be had.
 */
export const runSearchDrill = async (named: readonly string[], cache: string): Promise<boolean> => {
  const asked = shopsNamed(named);
  process.stdout.write(
    `Goal: ${goalShare * 100} % of what the shop's own search finds, none wrong, ${goalFetches} pages a search at most, empty carts.\n`,
  );
  let isReached = true;
  for (const [name, shop] of asked) {
    try {
      const report = await drillSearch(shop, join(cache, name));
      isReached &&= reachesGoal(report);
      process.stdout.write(describe(report));
    } catch (error) {
      isReached = false;
      process.stdout.write(tellFailure(shop, error));
    }
  }
  return isReached;
};
