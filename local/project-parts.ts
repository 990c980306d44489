import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildConsole } from '../console/build.ts';
import { consoleFolder } from '../console/files.ts';
import { keepDocsCurrent } from '../docs-site/current.ts';
import { bundleFunctions, bundlesFolder } from '../lib/bundle.ts';
import type { Assembly } from './template/template.ts';

// Parts of the service in a clone, built from its sources on demand. The published package has the prebuilt ones of
// `packaged-parts.ts` instead.

export const webFolder = consoleFolder;

export const prepareParts = async (): Promise<void> => {
  buildConsole();
};

/** Builds the documentation if its sources have changed. */
export const prepareDocs = keepDocsCurrent;

/** Notice for the user while the first start bundles. */
export const preparation = (): string | undefined =>
  existsSync(bundlesFolder)
    ? undefined
    : 'Bundling the functions and Chromium; this takes about ten seconds, only the first time.';

export const runtimeFile = join(import.meta.dirname, 'functions/runtime.ts');

/** Synthesizes the project's app. The CDK is imported late, because loading it takes a second. */
export const loadAssembly = async (settings: Readonly<Record<string, unknown>>): Promise<Assembly> => {
  if (settings.sellingSitesFile === undefined) await bundleFunctions({ SellingSites: [] });
  const { synthesizeProject } = await import('./synthesize-project.ts');
  return synthesizeProject(settings);
};
