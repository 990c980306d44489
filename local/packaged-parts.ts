import { createHash } from 'node:crypto';
import { cpSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { chromiumAssetFolder } from '../lib/chromium-asset.ts';
import { cacheFolder } from './cache-folder.ts';
import type { Assembly, Template } from './template/template.ts';

// Replaces `project-parts.ts` in the published package.

/** Template and bundles of the service. */
const serviceFolder = join(import.meta.dirname, '../service');

/** Written by `scripts/release/build-cli.ts`. */
export interface PackagedService {
  template: Template;
  /** Folder names by the `S3Key` of a function's code. */
  folders: Record<string, string>;
}

export const webFolder = join(serviceFolder, 'pages');
export const runtimeFile = join(import.meta.dirname, 'runtime.mjs');

/** Downloads what the package lacks. */
export const prepareParts = async (): Promise<void> => {
  await chromiumAssetFolder();
};
export const prepareDocs = async (): Promise<void> => {};

const rendererName = 'renderer';

/** Returns the renderer's bundle joined with Chromium, which is not part of the package. */
const rendererFolder = async (): Promise<string> => {
  const source = join(serviceFolder, rendererName);
  const hash = createHash('sha256')
    .update(readFileSync(join(source, 'index.mjs')))
    .digest('hex');
  const folder = join(cacheFolder(process.env), 'functions', `${rendererName}-${hash.slice(0, 16)}`);
  if (existsSync(folder)) return folder;
  const fresh = `${folder}.${process.pid}`;
  cpSync(source, fresh, { recursive: true });
  symlinkSync(await chromiumAssetFolder(), join(fresh, 'chromium'), 'junction');
  try {
    renameSync(fresh, folder);
  } catch (error) {
    // Another process was faster.
    rmSync(fresh, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
};

export const preparation = (): string | undefined => undefined;

/** Loads the template as synthesized at build time. */
export const loadAssembly = async (): Promise<Assembly> => {
  const { template, folders } = JSON.parse(
    readFileSync(join(serviceFolder, 'service.json'), 'utf8'),
  ) as PackagedService;
  const renderer = await rendererFolder();
  return {
    template,
    codeFolder: ({ S3Key }) => {
      const name = folders[S3Key];
      if (name === undefined) throw new Error(`The package has no function with the code ${S3Key}.`);
      return name === rendererName ? renderer : join(serviceFolder, name);
    },
  };
};
