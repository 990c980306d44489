import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { run } from '../child.ts';
import type { FrameworkShop } from './framework-shop.ts';

const environment = {
  NEXT_TELEMETRY_DISABLED: '1',
  NUXT_TELEMETRY_DISABLED: '1',
  ASTRO_TELEMETRY_DISABLED: '1',
  NODE_ENV: 'production',
  CI: '1',
};

/**
 * Builds a shop with its framework, unless an earlier run has built the same one.
 *
 * @param folder - outside any project, so that no package of a parent folder is found.
 */
export const buildShop = async (shop: FrameworkShop, folder: string): Promise<void> => {
  const plan = JSON.stringify({ ...shop, cases: shop.cases.map(({ slug }) => slug) });
  const builtFile = join(folder, 'built.json');
  if ((await readFile(builtFile, 'utf8').catch(() => '')) === plan) return;
  await rm(builtFile, { force: true });
  for (const part of ['app', 'src', shop.output])
    await rm(join(folder, part), { recursive: true, force: true });
  const files = {
    'package.json': JSON.stringify({ private: true, type: 'module', dependencies: shop.packages }),
    ...shop.files,
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  // None of the packages needs install scripts.
  await run('npm', ['install', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
  });
  await run(process.execPath, shop.build, { cwd: folder, env: environment });
  await writeFile(builtFile, plan);
};
