import { join } from 'node:path';
import type { DrillShop } from './drill-shop.ts';
import { drillSearch, goalFetches, goalShare, reachesGoal, type SearchReport } from './search-drill.ts';
import { cartridge } from './shops/cartridge/shop.ts';
import { evershop } from './shops/evershop/shop.ts';
import { oscar } from './shops/oscar/shop.ts';

const shops: Readonly<Record<string, DrillShop>> = { oscar, cartridge, evershop };

export const searchUsage = `search [SHOP ...], of ${Object.keys(shops).join(', ')}`;

const lines = (title: string, texts: readonly string[]): string =>
  texts.length === 0 ? '' : `  ${title}:\n${texts.map((text) => `    ${text}\n`).join('')}`;

const describe = (report: SearchReport): string => {
  const { shop, asked, found, right, wrong, missed, otherPrices, meanFetches, maxFetches } = report;
  return (
    `${shop}: ${asked} SKUs asked, ${found} found by the shop's own search, ${right} right, ${wrong.length} wrong, ` +
    `${missed.length} missed; pages a search: ${meanFetches.toFixed(2)} on average, ${maxFetches} at most; ` +
    `${report.browserLoads} loads in the browser; ${report.carts} rows in carts afterwards; ` +
    `${otherPrices.length} prices that are not the database's. ${reachesGoal(report) ? 'Goal reached.' : 'GOAL MISSED.'}\n` +
    `${lines('wrong', wrong)}${lines('missed', missed)}${lines('other prices', otherPrices)}`
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
  const unknown = named.filter((name) => !Object.hasOwn(shops, name));
  if (unknown.length > 0) throw new Error(`There is no shop ${unknown.join(', ')}.`);
  process.stdout.write(
    `Goal: ${goalShare * 100} % of what the shop's own search finds, none wrong, ${goalFetches} pages a search at most, empty carts.\n`,
  );
  let isReached = true;
  for (const name of named.length > 0 ? named : Object.keys(shops)) {
    const shop = shops[name]!;
    try {
      const report = await drillSearch(shop, join(cache, name));
      isReached &&= reachesGoal(report);
      process.stdout.write(describe(report));
    } catch (error) {
      isReached = false;
      const reason =
        error instanceof Error ? `${error.message}${error.cause ? `\n${error.cause}` : ''}` : String(error);
      process.stdout.write(`${shop.name} ${shop.version}: COULD NOT BE RUN: ${reason}\n`);
    }
  }
  return isReached;
};
