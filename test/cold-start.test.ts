import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

/** Sources that are loaded before an entry point does anything; what it imports on demand is not among them. */
const loadedAtStart = (entryPoint: string): string[] => {
  const { metafile } = buildSync({
    absWorkingDir: root,
    entryPoints: [entryPoint],
    outdir: 'nowhere',
    bundle: true,
    splitting: true,
    write: false,
    platform: 'node',
    format: 'esm',
    mainFields: ['module', 'main'],
    metafile: true,
    logLevel: 'error',
  });
  const { outputs } = metafile;
  const loaded = new Set<string>();
  const load = (file: string): void => {
    if (loaded.has(file) || !outputs[file]) return;
    loaded.add(file);
    for (const { path, kind } of outputs[file].imports) if (kind !== 'dynamic-import') load(path);
  };
  load(Object.keys(outputs).find((file) => outputs[file]!.entryPoint === entryPoint)!);
  return [...loaded].flatMap((file) =>
    Object.entries(outputs[file]!.inputs)
      .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
      .map(([source]) => source),
  );
};

/** Schemas of what the service answers: functions make these from types, documentation and clients read them. */
const schemasOfAnswers = /^lambdas\/domain\/(?:site-result|request-view-schema|delivery-view-schema)\.ts$/;

it.each([
  ['queue', schemasOfAnswers],
  ['scraper', schemasOfAnswers],
  ['closing', schemasOfAnswers],
  ['delivery', schemasOfAnswers],
  ['status', /\/zod\//],
])('starts the %s function without what its calls do not need', (name, unneeded) => {
  const sources = loadedAtStart(`lambdas/${name}/index.ts`);
  expect(sources).toContain(`lambdas/${name}/index.ts`);
  expect(sources.filter((source) => unneeded.test(source))).toEqual([]);
});
