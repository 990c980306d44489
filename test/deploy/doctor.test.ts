// Findings of the doctor in the deployment as it is, and with each fault that can be planted in it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  type Credentials,
  createLicense,
  type Outputs,
  scrapPrices,
  stack,
  succeed,
  whole,
} from './deployments.ts';
import { plantedFaults } from './planted-faults.ts';
import { problemsIn } from './problems.ts';
import { useDeployments } from './use-deployments.ts';

describe('doctor', () => {
  const parts = useDeployments();
  let file = '';
  let outputs: Outputs;
  let license: Credentials;
  beforeAll(async () => {
    file = parts.deployments.write('emulator', whole);
    ({ outputs } = await parts.deployments.deploy(file));
    license = await createLicense(stack, 'examined');
  });

  test('nothing differs but what the settings say; its report holds no key, account or address, and its license is gone', async () => {
    const report = join(parts.deployments.folder, 'report.md');
    const { status, output } = await scrapPrices('doctor', file, '--report', report);
    // No domain is deployed, and nobody is notified of alarms.
    expect(problemsIn(output), output).toEqual([expect.stringMatching(/Alarms notify nobody/)]);
    expect(status).toBe(7);
    expect(output).toMatch(/✓ Plain HTTP found[\s\S]*✓ The browser found/);
    const text = readFileSync(report, 'utf8');
    expect(text).toMatch(/# scrap-prices doctor: /);
    expect(text.replaceAll('@@', '')).not.toMatch(/sp_live_|000000000000|@/);
    expect(text).not.toContain(license.LicenseKey);
    const licenses = await succeed(scrapPrices('license', 'list', '--json', '--stack', stack));
    expect(licenses).toContain('examined');
    expect(licenses).not.toContain('doctor-');
  });

  test.each(plantedFaults)('names $name', async ({ checks, file: settings, plant, says, within = '2m' }) => {
    const path = settings ? parts.deployments.write('faulty', { ...whole, ...settings }) : file;
    const undo = await plant?.(outputs);
    try {
      const { status, output } = await scrapPrices(
        ...['doctor', path, '--no-report', '--checks', ...checks, '--within', within],
      );
      expect(output).toMatch(says);
      expect(status).toBe(7);
    } finally {
      await undo?.();
    }
  });
});
