// `node scripts/bootstrap.mjs scripts/check-regular-expressions.ts`: checks the regular expressions of the deployed code
// for catastrophic backtracking with recheck: literals, and those that pure modules build at import. Exponential ones
// fail the check. Polynomial ones are listed, and may run on short, bounded texts only.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Node, parse } from 'acorn';
import { simple } from 'acorn-walk';
import { transformSync } from 'esbuild';
import { installTools } from './install-tools.ts';

interface Found {
  place: string;
  source: string;
  flags: string;
}

/** The part of recheck that is used here. */
interface Recheck {
  check(
    source: string,
    flags: string,
    options: { timeout: number },
  ): Promise<
    { status: 'safe' | 'unknown' } | { status: 'vulnerable'; complexity: { type: string; summary: string } }
  >;
}

const root = join(import.meta.dirname, '..');
const folders = ['api', 'aws', 'domain', 'pricing', 'queue', 'renderer', 'scraper', 'status', 'web'];

const expressionsIn = (file: string): Found[] => {
  const { code } = transformSync(readFileSync(file, 'utf8'), { loader: 'ts', format: 'esm' });
  const found: Found[] = [];
  simple(parse(code, { ecmaVersion: 'latest', sourceType: 'module' }), {
    Literal(node: Node & { regex?: { pattern: string; flags: string } }) {
      if (node.regex)
        found.push({
          place: file.slice(root.length + 1),
          source: node.regex.pattern,
          flags: node.regex.flags,
        });
    },
  });
  return found;
};

const filesOf = (folder: string): string[] =>
  readdirSync(join(root, 'lambdas', folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
    .map((name) => join(root, 'lambdas', folder, name));

/** Collects expressions that modules without side effects build at import, e.g. from word lists. */
const builtBy = async (files: readonly string[]): Promise<Found[]> => {
  const built: Found[] = [];
  const Plain = globalThis.RegExp;
  globalThis.RegExp = new Proxy(Plain, {
    construct(target, [pattern, flags]: [string | RegExp, string?]) {
      const made = new target(pattern, flags);
      const place = new Error().stack?.match(/lambdas\/[\w./-]+\.ts(?=:\d)/)?.[0];
      if (place) built.push({ place, source: made.source, flags: made.flags });
      return made;
    },
  });
  try {
    for (const file of files) await import(file);
  } finally {
    globalThis.RegExp = Plain;
  }
  return built;
};

const found = [
  ...folders.flatMap((folder) => filesOf(folder).flatMap(expressionsIn)),
  ...(await builtBy(['domain', 'pricing'].flatMap(filesOf))),
];
const unique = [...new Map(found.map((one) => [`/${one.source}/${one.flags}`, one])).entries()];

const { check } = createRequire(join(await installTools('recheck', { recheck: '4.5.0' }), 'package.json'))(
  'recheck',
) as Recheck;
const counts = { safe: 0, unknown: 0, polynomial: 0, exponential: 0 };
for (const [text, { place, source, flags }] of unique) {
  const result = await check(source, flags.replace(/[dv]/g, ''), { timeout: 3_000 });
  if (result.status !== 'vulnerable') {
    counts[result.status] += 1;
    continue;
  }
  const kind = result.complexity.type === 'exponential' ? 'exponential' : 'polynomial';
  counts[kind] += 1;
  process.stdout.write(
    `${kind === 'exponential' ? '✗' : '·'} ${place}: ${text.slice(0, 160)}\n    ${result.complexity.summary}\n`,
  );
}
process.stdout.write(
  `\n${unique.length} expressions: ${counts.safe} safe, ${counts.polynomial} polynomial, ${counts.exponential} exponential, ${counts.unknown} undecided\n`,
);
process.exitCode = counts.exponential === 0 ? 0 : 1;
