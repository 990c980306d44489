import { globSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { bundleFunction } from '../../lib/bundle.ts';

const root = join(import.meta.dirname, '../..');

/** Source files of a function's bundle, including workers. */
const filesOf = (...entryPoints: string[]): string[] => {
  const { metafile } = buildSync({
    absWorkingDir: root,
    entryPoints,
    outdir: 'nowhere',
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    mainFields: ['module', 'main'],
    metafile: true,
    logLevel: 'error',
  });
  // All files read, including those removed by tree shaking.
  return Object.keys(metafile.inputs);
};

describe('the bundle of the renderer', () => {
  const files = filesOf('lambdas/renderer/index.ts', 'lambdas/reader/worker.ts');

  it('contains no AWS client, and no code for tables, queues or licenses', () => {
    expect(files).toContain('lambdas/web/browser/browser-tier.ts');
    const forbidden =
      /@aws-sdk\/|@smithy\/|@aws-crypto\/|lambdas\/(?:queue|status|closing|scraper|console)\/|dynamodb|sqs-|license/;
    expect(files.filter((file) => forbidden.test(file))).toEqual([]);
    expect(files.filter((file) => file.startsWith('lambdas/aws/'))).toEqual([
      'lambdas/aws/log-and-metrics.ts',
    ]);
  });
});

describe('the bundle of the scraper', () => {
  it('contains neither the browser nor its driver', () => {
    const files = filesOf('lambdas/scraper/index.ts', 'lambdas/reader/worker.ts');
    expect(files).toContain('lambdas/aws/lambda-renderer.ts');
    expect(files.filter((file) => /puppeteer|lambdas\/web\/browser\//.test(file))).toEqual([]);
    const folder = bundleFunction('scraper', { SellingSites: [] });
    expect(globSync('**/*', { cwd: folder })).toEqual(expect.arrayContaining(['index.mjs', 'reader.mjs']));
    expect(globSync('**/!(*.mjs)', { cwd: folder })).toEqual([]);
  });
});
