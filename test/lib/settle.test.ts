import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AccountFacts } from '../../lib/account-rules.ts';
import { factsOf } from '../../lib/deployment-checks.ts';
import type { ComparedTemplate } from '../../lib/losses.ts';
import { parseSettings } from '../../lib/settings.ts';
import { keepSettled, settle, settledMembers } from '../../lib/settle.ts';
import { synthesize } from './synthesize.ts';

const large: AccountFacts = { concurrentExecutions: 1_000, unreservedConcurrentExecutions: 1_000 };
const role = 'arn:aws:iam::123456789012:role/of-another-stack';

describe('auto', () => {
  const deployedWith = (settings: Record<string, unknown>) =>
    factsOf({ facts: {}, template: synthesize(settings).toJSON() as ComparedTemplate });

  it.each<[string, AccountFacts, boolean]>([
    ['if the account has none', { gatewayLogRole: null }, true],
    ['if the account is unknown', {}, true],
    ['if the deployed stack sets it already', { gatewayLogRole: role, ownsLogRole: true }, true],
    ['never in place of another one', { gatewayLogRole: role, ownsLogRole: false }, false],
  ])('sets the role for logs %s', (_when, facts, sets) =>
    expect(settle(parseSettings({}), facts).apiGatewayLogRole).toBe(sets),
  );

  it('keeps what is deployed, whatever others have reserved', () => {
    const facts = deployedWith({ apiReservedConcurrency: 50 });
    expect(facts).toMatchObject({ ownReserved: expect.any(Number), ownShare: 50, ownsLogRole: true });
    expect(deployedWith({ apiGatewayLogRole: false })).toMatchObject({ ownShare: 0, ownsLogRole: false });
    const crowded = { ...facts, concurrentExecutions: 1_000, unreservedConcurrentExecutions: 107 };
    for (const known of [facts, crowded])
      expect(settle(parseSettings({}), known)).toMatchObject({
        apiReservedConcurrency: 50,
        maxHeldCalls: 25,
      });
  });

  it('is kept in the file if a synthesis without credentials would decide otherwise', () => {
    expect(settledMembers(parseSettings({}), {})).toEqual({});
    expect(settledMembers(parseSettings({}), { gatewayLogRole: null })).toEqual({});
    const members = settledMembers(parseSettings({}), { ...large, gatewayLogRole: role });
    expect(members).toEqual({ apiReservedConcurrency: 50, apiGatewayLogRole: false });
    expect(settledMembers(parseSettings(members), large)).toEqual({});
    // The file alone then leads to the same template.
    const settled = settle(parseSettings({}), { ...large, gatewayLogRole: role });
    expect(settle(parseSettings(members), {})).toEqual(settled);
  });

  it('keeps the renderers of a small account', () => {
    const small: AccountFacts = { concurrentExecutions: 10, unreservedConcurrentExecutions: 10 };
    const members = settledMembers(parseSettings({}), small);
    expect(members).toEqual({ renderersPerScraper: 1 });
    expect(settle(parseSettings(members), {})).toEqual(settle(parseSettings({}), small));
  });

  it('is written beside what the file has, or named if that is not possible', () => {
    const folder = mkdtempSync(join(tmpdir(), 'scrap-prices-settle-'));
    try {
      const file = join(folder, 'prod.json');
      writeFileSync(file, '{ "console": true, "apiReservedConcurrency": "auto" }');
      expect(keepSettled(file, { apiReservedConcurrency: 50 })).toMatch(/Commit it/);
      expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ console: true, apiReservedConcurrency: 50 });
      expect(keepSettled(join(folder, 'none.json'), { apiReservedConcurrency: 50 })).toMatch(
        /should have \{"apiReservedConcurrency":50\}.*cannot be written/,
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
