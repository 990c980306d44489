// `npm run drill -- pages [--errors] [--write-floors [--lower]]`:
// holds the pricing engine against real pages that others published, by labels and floors in test/pages/drill.
// `npm run drill -- search [--mode Auto] [--mode Browser] [SHOP ...]`:
// searches real shop systems on loopback in these modes, and holds what the scraper finds against the shops' own databases.
// `npm run drill -- frameworks [--keep FOLDER] [FRAMEWORK ...]`:
// builds small shops with Next.js, Nuxt and others, and scrapes them through the whole service: whether what scripts
// change after the first HTML is seen, and how many pages were rendered for it.
// `npm run drill -- catalogue [--rows COUNT]`:
// scrapes a catalogue of 500 rows from the demonstration shops by the command line, each row with its own SKU, address and
// expectations, and holds every row's result, and the summary of what did not match, against what is known of it.
// `npm run drill -- webhooks`:
// posts to the receiver in Python of docs/webhooks.md, which verifies with the library of the standard.
// `npm run drill -- watch [--pairs COUNT] [--days COUNT] [--seed NUMBER]`:
// watches 200 products of the demonstration shops for 30 days of a clock of its own, while their prices change by a seeded
// script, and holds what is told against the script: every change once, and nothing else.
// `npm run drill -- account-watch [--pairs COUNT] [--days COUNT] [--seed NUMBER]`:
// the same by watches of the account: schedules, runs, second scrapes and signed calls of the whole service.
// `npm run drill -- results`:
// reads what a deployment's bucket holds with DuckDB, by the query of docs/results.md.
// What is needed is fetched from registries at pinned versions into .cache/drill. Ends with 1 when a goal is missed or
// something cannot be had, with 2 when the command cannot be carried out.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { accountWatchUsage, runAccountWatchDrill } from './drill/account-watch-drill.ts';
import { catalogueUsage, runCatalogueDrill } from './drill/catalogue-drill.ts';
import { frameworksUsage, runFrameworksDrill } from './drill/frameworks/frameworks-drill.ts';
import { drillPages, pagesUsage } from './drill/pages/pages-drill.ts';
import { resultsUsage, runResultsDrill } from './drill/results-drill.ts';
import { runSearchDrill, searchUsage } from './drill/run-search-drill.ts';
import { runShopsDrill, shopsUsage } from './drill/shops-drill.ts';
import { runWatchDrill, watchUsage } from './drill/watch-drill.ts';
import { runWebhooksDrill, webhooksUsage } from './drill/webhooks-drill.ts';

interface Drill {
  usage: string;
  /**
   * @returns whether its goal is reached.
   * @throws Error when the arguments are none of its own.
   */
  run(args: readonly string[]): Promise<boolean>;
}

const cache = fileURLToPath(new URL('../.cache/drill/', import.meta.url));

const drills: Readonly<Record<string, Drill>> = {
  'account-watch': { usage: accountWatchUsage, run: runAccountWatchDrill },
  catalogue: { usage: catalogueUsage, run: runCatalogueDrill },
  frameworks: { usage: frameworksUsage, run: runFrameworksDrill },
  pages: { usage: pagesUsage, run: (args) => drillPages(args, join(cache, 'pages')) },
  results: { usage: resultsUsage, run: (args) => runResultsDrill(args, cache) },
  search: { usage: searchUsage, run: (args) => runSearchDrill(args, cache) },
  shops: { usage: shopsUsage, run: (args) => runShopsDrill(args, cache) },
  watch: { usage: watchUsage, run: runWatchDrill },
  webhooks: { usage: webhooksUsage, run: (args) => runWebhooksDrill(args, cache) },
};

const usage = `Usage:\n${Object.values(drills)
  .map((drill) => `  npm run drill -- ${drill.usage}\n`)
  .join('')}`;

const carryOut = async ([name = '', ...args]: readonly string[]): Promise<number> => {
  const drill = Object.hasOwn(drills, name) ? drills[name] : undefined;
  if (drill === undefined) {
    process.stderr.write(`There is no drill "${name}". ${usage}`);
    return 2;
  }
  try {
    return (await drill.run(args)) ? 0 : 1;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
    return 2;
  }
};

// A program that does not end by itself has left something open.
process.exitCode = await carryOut(process.argv.slice(2));
