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

/** Schemas of what the service answers: functions make that from types, documentation and clients read by these. */
const answers = 'lambdas/domain/(?:site-result|request-view-schema|delivery-view-schema)\\.ts$';
/** Engines of callers' selectors, which few callers send. */
const engines = '/(?:re2js|xpath|json-p3|css-select)/';
/** Judges of addresses that a call names. */
const addresses = 'lambdas/web/egress/|acting-words';

it.each([
  ['queue/index', [answers, engines, addresses]],
  ['watches/index', [engines, addresses]],
  ['scraper/index', [answers, engines]],
  ['reader/worker', ['/(?:re2js|xpath|json-p3)/']],
  ['closing/index', [answers]],
  ['delivery/index', [answers]],
  ['status/index', ['/zod/', engines, addresses]],
])('%s starts without what its calls may not need', (name, unneeded) => {
  const sources = loadedAtStart(`lambdas/${name}.ts`);
  expect(sources).toContain(`lambdas/${name}.ts`);
  expect(sources.filter((source) => new RegExp(unneeded.join('|')).test(source))).toEqual([]);
});
