// `node scripts/bootstrap.mjs scripts/drill.ts pages [--errors] [--write-floors [--lower]]`:
// holds the pricing engine against real pages that others published, by labels and floors in test/pages/drill.
// `node scripts/bootstrap.mjs scripts/drill.ts search [--mode Auto] [--mode Browser] [SHOP ...]`:
// searches real shop systems on loopback in these modes, and holds what the scraper finds against the shops' own databases.
// `node scripts/bootstrap.mjs scripts/drill.ts frameworks [--keep FOLDER] [FRAMEWORK ...]`:
// builds small shops with Next.js, Nuxt and others, and scrapes them through the whole service: whether what scripts
// change after the first HTML is seen, and how many pages were rendered for it.
// Packages are fetched from registries at pinned versions into .cache/drill. Ends with 1 when a goal is missed or
// something cannot be had, with 2 when the command cannot be carried out.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { frameworksUsage, runFrameworksDrill } from './drill/frameworks/frameworks-drill.ts';
import { drillPages, pagesUsage } from './drill/pages/pages-drill.ts';
import { runSearchDrill, searchUsage } from './drill/run-search-drill.ts';

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
  frameworks: { usage: frameworksUsage, run: runFrameworksDrill },
  pages: { usage: pagesUsage, run: (args) => drillPages(args, join(cache, 'pages')) },
  search: { usage: searchUsage, run: (args) => runSearchDrill(args, cache) },
};

const usage = `Usage:\n${Object.values(drills)
  .map((drill) => `  node scripts/bootstrap.mjs scripts/drill.ts ${drill.usage}\n`)
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
