import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

it('loads no page-reading engine into the thread that keeps the deadlines', () => {
  const { metafile } = buildSync({
    absWorkingDir: root,
    entryPoints: ['lambdas/scraper/index.ts'],
    outfile: 'index.mjs',
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    mainFields: ['module', 'main'],
    metafile: true,
    logLevel: 'error',
  });
  const [output] = Object.values(metafile.outputs);
  const files = Object.entries(output!.inputs)
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .map(([file]) => file)
    .sort();
  expect(files).toContain('lambdas/reader/worker-pool.ts');
  const reading =
    /^lambdas\/pricing\/|^lambdas\/web\/robots-rules|\/(?:css-select|xpath|json-p3|re2js|robots-parser)\//;
  expect(files.filter((file) => reading.test(file))).toEqual([
    // Allowed: reading results, amounts, signs and SKUs that a reader has extracted, and merging offers.
    'lambdas/pricing/price/evidence-log.ts',
    'lambdas/pricing/rendering/reason-to-render.ts',
    'lambdas/pricing/sellers/merge-offer-pages.ts',
    'lambdas/pricing/sellers/seller-names.ts',
    'lambdas/pricing/sources/amounts.ts',
    'lambdas/pricing/text/same-sku.ts',
  ]);
});
