import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildConsole } from '../console/build.ts';
import { consoleFolder } from '../console/files.ts';
import { keepDocsCurrent } from '../docs-site/current.ts';
import { bundleFunctions, bundlesFolder } from '../lib/bundle.ts';
import type { Assembly } from './template/template.ts';

// Parts of the service in a clone, made of its sources when they are needed. The published package
// has `packaged-parts.ts` in its place, where all of it was made before.

/** Files of the console and the documentation. */
export const webFolder = consoleFolder;
export const openApiFile = join(import.meta.dirname, '../docs/openapi.json');

export const prepareWeb = (): void => {
  buildConsole();
};

/** Makes the documentation when somebody reads it: most starts need none. */
export const prepareDocs = keepDocsCurrent;

/** Notice for the user while the first start bundles. */
export const preparation = (): string | undefined =>
  existsSync(bundlesFolder)
    ? undefined
    : 'Bundling the functions and their Chromium, once; this takes some ten seconds.';

/** Program of a function's process. */
export const runtimeFile = join(import.meta.dirname, 'functions/runtime.ts');

/** Synthesizes the project's own app. The CDK takes a second to load, so it is loaded where it is needed. */
export const loadAssembly = async (settings: Readonly<Record<string, unknown>>): Promise<Assembly> => {
  if (settings.sellingSitesFile === undefined) await bundleFunctions({ SellingSites: [] });
  const { synthesizeProject } = await import('./synthesize-project.ts');
  return synthesizeProject(settings);
};
