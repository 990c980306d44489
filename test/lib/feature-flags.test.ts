import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as cxapi from 'aws-cdk-lib/cx-api';
import { expect, it } from 'vitest';

// For each flag that the file leaves open, every synthesis says that it is not configured. A new version of the CDK
// brings new ones: its recommended value where no template changes by it, the value that it has unset elsewhere.
it('every feature flag that the CDK recommends is decided in cdk.json', () => {
  const { context } = JSON.parse(readFileSync(join(import.meta.dirname, '../../cdk.json'), 'utf8'));
  const recommended = Object.entries(cxapi.FLAGS)
    .filter(([, { introducedIn }]) => introducedIn.v2 !== undefined)
    .filter(([, flag]) => flag.recommendedValue !== (flag.unconfiguredBehavesLike?.v2 ?? false))
    .map(([name]) => name);
  expect(recommended.length).toBeGreaterThan(0);
  expect(recommended.filter((name) => !(name in context))).toEqual([]);
});
