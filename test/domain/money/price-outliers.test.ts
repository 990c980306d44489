import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withOutlierWarnings } from '../../../lambdas/domain/money/price-outliers.ts';
import type { SiteResult } from '../../../lambdas/domain/result/site-result.ts';
import { siteResult } from '../../fakes/site-results.ts';

const priced = (Amount: string, more: Partial<SiteResult> = {}, Currency: string | null = 'EUR') =>
  siteResult({ Price: { Amount, Currency, Raw: Amount }, ...more });

const farOf = (sites: readonly SiteResult[]) =>
  withOutlierWarnings(sites).flatMap(({ Price, Warnings }) =>
    Warnings.some((warning) => warning.startsWith('FarFromOthers: ')) ? [Price?.Amount] : [],
  );

describe('outliers among prices', () => {
  test.each<[string, string[], string[]]>([
    ['three times the median of the others, to the cent', ['10.00', '10', '10.0', '30.00'], ['30.00']],
    ['a little less than that', ['10.00', '10.00', '10.00', '29.99'], []],
    ['a third of it', ['30.00', '30', '30.00', '10.00'], ['10.00']],
    ['a little more than that', ['30.00', '30.00', '30.00', '10.01'], []],
    ['three times the mean of the two in the middle', ['10', '20', '20', '10', '45'], ['45']],
    ['a little less than that mean', ['10', '20', '20', '10', '44.99'], []],
    ['nothing, beside what is free as well', ['0', '0', '0.00', '0'], []],
    ['something, beside what is free', ['0', '0', '0.00', '1'], ['1']],
    ['too few to say', ['1.00', '1.00', '100.00'], []],
    [
      'more digits than a float holds',
      ['0.1', '0.1', '0.1', '0.30000000000000000001'],
      ['0.30000000000000000001'],
    ],
  ])('%s', (_name, amounts, far) => {
    expect(farOf(amounts.map((amount) => priced(amount)))).toEqual(far);
  });

  test('are compared within one currency, and one SKU', () => {
    const others = ['10', '10', '10'].map((amount) => priced(amount));
    expect(farOf([...others, priced('90', {}, 'JPY')])).toEqual([]);
    expect(farOf([...others, priced('90', {}, null)])).toEqual([]);
    expect(farOf([...others, priced('90', { RequestedSku: 'other' })])).toEqual([]);
    expect(farOf([...others, siteResult({ Price: null }), priced('90')])).toEqual(['90']);
  });

  test('change nothing but a warning', () => {
    const amounts = fc.array(fc.constantFrom('1', '2.50', '9', '100.00', '0'), { maxLength: 12 });
    fc.assert(
      fc.property(amounts, (given) => {
        const sites = given.map((amount) => priced(amount));
        const warned = withOutlierWarnings(sites);
        expect(warned.map((site) => ({ ...site, Warnings: [] }))).toEqual(
          sites.map((site) => ({ ...site, Warnings: [] })),
        );
      }),
    );
  });
});
