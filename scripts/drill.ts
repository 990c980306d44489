// `npm run drill -- search [SHOP ...]`:
// runs real shop systems on loopback, installed from their registries at pinned versions into .cache/drill, and holds what
// the scraper finds there against the shops' own databases. Ends with 1 when a goal is missed or a shop cannot be had.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DrillShop } from './drill/drill-shop.ts';
import { drillSearch, goalFetches, goalShare, reachesGoal, type SearchReport } from './drill/search-drill.ts';
import { cartridge } from './drill/shops/cartridge/shop.ts';
import { evershop } from './drill/shops/evershop/shop.ts';
import { oscar } from './drill/shops/oscar/shop.ts';

const shops: Readonly<Record<string, DrillShop>> = { oscar, cartridge, evershop };
const cache = fileURLToPath(new URL('../.cache/drill/', import.meta.url));

const [drill, ...named] = process.argv.slice(2);
const unknown = named.filter((name) => !Object.hasOwn(shops, name));
if (drill !== 'search' || unknown.length > 0) {
  process.stderr.write(
    `usage: npm run drill -- search [SHOP ...]\nExpected the drill "search" and shops of: ${Object.keys(shops).join(', ')}; got "${process.argv.slice(2).join(' ')}".\n`,
  );
  process.exit(2);
}

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

process.stdout.write(
  `Goal: ${goalShare * 100} % of what the shop's own search finds, none wrong, ${goalFetches} pages a search at most, empty carts.\n`,
);
let isMissed = false;
for (const name of named.length > 0 ? named : Object.keys(shops)) {
  const shop = shops[name]!;
  try {
    const report = await drillSearch(shop, join(cache, name));
    isMissed ||= !reachesGoal(report);
    process.stdout.write(describe(report));
  } catch (error) {
    isMissed = true;
    const reason =
      error instanceof Error ? `${error.message}${error.cause ? `\n${error.cause}` : ''}` : String(error);
    process.stdout.write(`${shop.name} ${shop.version}: COULD NOT BE RUN: ${reason}\n`);
  }
}
// Whatever a tier left open is not waited for.
process.exit(isMissed ? 1 : 0);
