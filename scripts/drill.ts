// `node scripts/bootstrap.mjs scripts/drill.ts pages [--errors] [--write-floors [--lower]]`:
// evaluates the pricing engine on published real pages, by labels and floors in test/pages/drill.
// `node scripts/bootstrap.mjs scripts/drill.ts search [--mode Auto] [--mode Browser] [SHOP ...]`:
// searches real shop systems on loopback, and compares the results with the shops' databases.
// `node scripts/bootstrap.mjs scripts/drill.ts frameworks [--keep FOLDER] [FRAMEWORK ...]`:
// builds small shops with Next.js, Nuxt and others, and scrapes them through the whole service: are changes by scripts
// seen, and how many pages are rendered for it?
// Packages are fetched at pinned versions into .cache/drill. Exit codes: 1 a goal is missed, or a download fails;
// 2 invalid arguments.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { frameworksUsage, runFrameworksDrill } from './drill/frameworks/frameworks-drill.ts';
import { drillPages, pagesUsage } from './drill/pages/pages-drill.ts';
import { runSearchDrill, searchUsage } from './drill/run-search-drill.ts';

interface Drill {
  usage: string;
  /** @returns true if the goal is reached. @throws Error for invalid arguments. */
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

const runDrill = async ([name = '', ...args]: readonly string[]): Promise<number> => {
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

// No `process.exit`: a program that does not end has left something open.
process.exitCode = await runDrill(process.argv.slice(2));
