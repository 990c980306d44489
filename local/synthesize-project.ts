import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { synthesizeApp } from '../lib/app.ts';
import { unnamedDeployment } from '../lib/deployments.ts';
import { readCloudAssembly } from './template/cloud-assembly.ts';
import type { Assembly } from './template/template.ts';

/** On one machine all callers have one address, and a held call is a process that waits. */
const onOneMachine = { callsPerAddress: 0, maxHeldCalls: 8 };

/** Synthesizes the project's own CDK app, with bundles used where they were built. */
export const synthesizeProject = (settings: Readonly<Record<string, unknown>>): Assembly => {
  const outdir = mkdtempSync(join(tmpdir(), 'scrap-prices-synth-'));
  try {
    synthesizeApp(unnamedDeployment({ ...onOneMachine, ...settings }), {
      outdir,
      // A copy of Chromium at each start would cost more than all the rest.
      context: { 'aws:cdk:disable-asset-staging': true },
      // It takes 3 s, and `cdk synth` validates the same template.
      builtinCloudFormationValidation: false,
    });
    return readCloudAssembly(outdir);
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
};
