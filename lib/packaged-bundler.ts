import { cpSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Stage } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Bundler } from './bundler.ts';

/** Replaces `bundler.ts` in the published package, which contains the bundled functions. */
export const bundlerFor =
  (scope: Construct): Bundler =>
  (name, registry) => {
    const folder = join(import.meta.dirname, 'lambdas', name);
    const registryFile = 'selling-sites.json';
    if (registry.SellingSites.length === 0 || !existsSync(join(folder, registryFile))) return folder;
    const own = join(Stage.of(scope)!.outdir, `scrap-prices-${name}-${scope.node.addr}`);
    // An earlier version of the package may have left files there.
    rmSync(own, { recursive: true, force: true });
    cpSync(folder, own, { recursive: true });
    writeFileSync(join(own, registryFile), JSON.stringify(registry));
    return own;
  };
