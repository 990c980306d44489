import { drillSearch, goalFetches, goalShare, reachesGoal, type SearchReport } from './search-drill.ts';
import { drillShops, shops, titledLines } from './shop-list.ts';

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
 */
export const runSearchDrill = (named: readonly string[], cache: string): Promise<boolean> =>
  drillShops(
    named,
    cache,
    `${goalShare * 100} % of what the shop's own search finds, none wrong, ${goalFetches} pages a search at most, empty carts.`,
    async (shop, folder) => {
      const report = await drillSearch(shop, folder);
      return { isReached: reachesGoal(report), text: describe(report) };
    },
  );
