// Compares the lists with those of other projects.
import { createRequire } from 'node:module';
import { iso31661 } from 'iso-3166';
import { expect, it } from 'vitest';
import { countryCodes, currencyCodesInUse } from '../../../lambdas/domain/site/iso-codes.ts';

const currencyData = createRequire(import.meta.url)('cldr-core/supplemental/currencyData.json');
/** Codes that ended before this date are withdrawn; CLDR lists changes some months ahead. */
const released = '2026-11-01';

it('has exactly the countries that ISO 3166-1 has assigned', () => {
  const assigned = iso31661.filter(({ state }) => state === 'assigned').map(({ alpha2 }) => alpha2);
  expect([...countryCodes].toSorted()).toEqual(assigned.toSorted());
});

type Tender = Record<string, { _to?: string }>;

// CLDR also lists the offshore yuan, which is not in the standard, and El Salvador's colón as withdrawn.
const notOfTheStandard = ['CNH'];
const stillOfTheStandard = ['SVC'];

it('has exactly the currencies of ISO 4217 in use', () => {
  const tenders = Object.values(
    currencyData.supplemental.currencyData.region as Record<string, Tender[]>,
  ).flat();
  const inUse = tenders.flatMap((tender) =>
    Object.entries(tender).flatMap(([code, { _to }]) => (_to === undefined || _to > released ? [code] : [])),
  );
  const expected = new Set([...inUse, ...stillOfTheStandard]);
  for (const code of notOfTheStandard) expected.delete(code);
  expect([...currencyCodesInUse].toSorted()).toEqual([...expected].toSorted());
});
