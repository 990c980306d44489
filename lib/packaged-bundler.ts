import { cpSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Stage } from 'aws-cdk-lib';
import type { bundlerFor as bundler } from './bundler.ts';

/** Takes the place of `bundler.ts` in the published package, which has the functions' code beside it. */
export const bundlerFor: typeof bundler = (scope) => (name, registry) => {
  const folder = join(import.meta.dirname, 'lambdas', name);
  const registryFile = 'selling-sites.json';
  if (registry.SellingSites.length === 0 || !existsSync(join(folder, registryFile))) return folder;
  const own = join(Stage.of(scope)!.outdir, `scrap-prices-${name}-${scope.node.addr}`);
  // A former version of the package may have left its own there.
  rmSync(own, { recursive: true, force: true });
  cpSync(folder, own, { recursive: true });
  writeFileSync(join(own, registryFile), JSON.stringify(registry));
  return own;
};
