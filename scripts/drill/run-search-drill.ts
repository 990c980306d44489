import { parseArgs } from 'node:util';
import { type RenderMode, renderModes } from '../../lambdas/domain/selling-site.ts';
import { drillSearch, goalFetches, goalShare, reachesGoal, type SearchReport } from './search-drill.ts';
import { drillShops, shops, titledLines } from './shop-list.ts';

export const searchUsage = `search [--mode MODE ...] [SHOP ...], modes of ${renderModes.join(', ')}, shops of ${Object.keys(shops).join(', ')}`;

const describe = (report: SearchReport): string => {
  const { shop, mode, asked, found, right, wrong, missed, otherPrices, meanFetches, maxFetches } = report;
  return (
    `${shop}, ${mode}: ${asked} SKUs asked, ${found} found by the shop's own search, ${right} right, ${wrong.length} wrong, ` +
    `${missed.length} missed; pages a search: ${meanFetches.toFixed(2)} on average, ${maxFetches} at most; ` +
    `${report.browserLoads} loads in the browser; ${report.carts} rows in carts afterwards; ` +
    `${otherPrices.length} prices that are not the database's. ${reachesGoal(report) ? 'Goal reached.' : 'GOAL MISSED.'}\n` +
    `${titledLines('wrong', wrong)}${titledLines('missed', missed)}${titledLines('other prices', otherPrices)}`
  );
};

/** @throws TypeError for an option or a mode that is none. */
const readArguments = (args: readonly string[]): { modes: readonly RenderMode[]; named: string[] } => {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { mode: { type: 'string', multiple: true } },
    allowPositionals: true,
  });
  const modes = values.mode ?? ['Auto', 'Browser'];
  const isMode = (text: string): text is RenderMode => (renderModes as readonly string[]).includes(text);
  if (!modes.every(isMode)) throw new TypeError(`Expected --mode to be one of ${renderModes.join(', ')}.`);
  return { modes, named: positionals };
};

/**
 * Searches real shop systems on loopback, installed from their registries at pinned versions, and holds what the
 * scraper finds there, in `Auto` and in `Browser` mode, against the shops' own databases.
 */
export const runSearchDrill = async (args: readonly string[], cache: string): Promise<boolean> => {
  const { modes, named } = readArguments(args);
  return drillShops(
    named,
    cache,
    `${goalShare * 100} % of what the shop's own search finds, none wrong, ${goalFetches} pages a search at most, empty carts.`,
    async (shop, folder) => {
      const reports = await drillSearch(shop, folder, modes);
      return { isReached: reports.every(reachesGoal), text: reports.map(describe).join('') };
    },
  );
};
