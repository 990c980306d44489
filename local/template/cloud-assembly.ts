import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Assembly, Template } from './template.ts';

interface AssetManifest {
  files: Record<string, { source: { path: string } }>;
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

/**
 * Reads the one stack in a folder that the CDK wrote (`cdk.out`).
 *
 * @throws Error when the folder holds no stack or several.
 */
export const readCloudAssembly = (folder: string): Assembly => {
  const templates = readdirSync(folder).filter((name) => name.endsWith('.template.json'));
  const [name] = templates;
  if (name === undefined || templates.length > 1) {
    throw new Error(
      `Expected one stack in ${folder}, found ${templates.length}; run "npx cdk synth" to see it.`,
    );
  }
  const template = readJson(join(folder, name)) as Template;
  const manifest = readJson(join(folder, name.replace(/\.template\.json$/, '.assets.json'))) as AssetManifest;
  return {
    template,
    codeFolder: ({ S3Key }) => {
      const asset = manifest.files[S3Key.replace(/\.zip$/, '')];
      if (!asset) throw new Error(`The template's asset ${S3Key} is not in the manifest of ${folder}.`);
      return resolve(folder, asset.source.path);
    },
  };
};
