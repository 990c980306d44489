import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { synthesizeApp } from '../lib/app.ts';
import { unnamedDeployment } from '../lib/deployments.ts';
import type { Assembly, Template } from './template/template.ts';

interface AssetManifest {
  files: Record<string, { source: { path: string } }>;
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

/**
 * Reads the one stack in a folder that the CDK wrote (`cdk.out`).
 *
 * @throws Error if the folder does not hold exactly one stack.
 */
const readCloudAssembly = (folder: string): Assembly => {
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

/** On one machine all callers share an address, and a held call occupies a process. */
const localDefaults = { callsPerAddress: 0, maxHeldCalls: 8 };

export const synthesizeProject = (settings: Readonly<Record<string, unknown>>): Assembly => {
  const outdir = mkdtempSync(join(tmpdir(), 'scrap-prices-synth-'));
  try {
    synthesizeApp(unnamedDeployment({ ...localDefaults, ...settings }), {
      outdir,
      // Copying Chromium at each start would take longer than everything else.
      context: { 'aws:cdk:disable-asset-staging': true },
      // Takes 3 s; `cdk synth` validates the same template.
      builtinCloudFormationValidation: false,
    });
    return readCloudAssembly(outdir);
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
};
