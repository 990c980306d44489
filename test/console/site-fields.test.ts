import { describe, expect, it } from 'vitest';
import { fieldProblems, siteFieldId } from '../../console/field-problems.ts';
import {
  countSettings,
  knownMembers,
  plainFields,
  plainValueOf,
  selectedFields,
  selectorTypes,
  withPlainValue,
} from '../../console/site-fields.ts';
import { parseQueueRequest } from '../../lambdas/domain/request/queue-request.ts';
import {
  sellingSiteMembersSchema,
  selectorTypes as servicesSelectorTypes,
} from '../../lambdas/domain/site/selling-site.ts';
import { allEngines } from '../../lambdas/pricing/sources/selectors/all-engines.ts';
import { findUnusableSelectors } from '../../lambdas/queue/check-selectors.ts';

describe('the form', () => {
  it('has a field for each setting of a site', () => {
    const { shape } = sellingSiteMembersSchema;
    expect(knownMembers.toSorted()).toEqual(Object.keys(shape).toSorted());
    const variants = plainFields.flatMap(({ member }) => /^Variant\.(.+)/.exec(member)?.[1] ?? []);
    expect(variants).toEqual(Object.keys(shape.Variant.unwrap().shape));
    const expected = plainFields.flatMap(({ member }) => /^Expect\.(.+)/.exec(member)?.[1] ?? []);
    expect(expected).toEqual(Object.keys(shape.Expect.unwrap().shape));
    expect(selectedFields.map(([member]) => member)).toEqual(Object.keys(shape.Selectors.unwrap().shape));
    expect(selectorTypes).toEqual(servicesSelectorTypes);
  });

  it('sets members, and removes empty ones', () => {
    let site = {};
    for (const field of plainFields) site = withPlainValue(site, field, field.kind === 'number' ? '20' : 'x');
    expect(countSettings(site)).toBe(plainFields.length);
    expect(site).toMatchObject({ TimeoutSeconds: 20, Variant: { Size: 'x', Id: 'x' } });
    for (const { member } of plainFields) expect(plainValueOf(site, member)).not.toBe('');
    for (const field of plainFields) site = withPlainValue(site, field, '');
    expect(site).toEqual({});
  });
});

describe('a violation', () => {
  /** Problems of a body from the service's own validation. */
  const problemsOf = (Data: object) => {
    const Authorization = { LicenseKey: 'k', UID: 'u' };
    const parsed = parseQueueRequest(JSON.stringify({ Authorization, Data }), new Map());
    const errors = 'violations' in parsed ? parsed.violations : [];
    return fieldProblems({ errors: [...errors, ...findUnusableSelectors(parsed.json, allEngines)] });
  };

  it.each<[string, object, string, string]>([
    [
      'an address that is none',
      { Url: 'shop' },
      'Address',
      'The address must be an absolute http or https URL.',
    ],
    [
      'a search page without the SKU',
      { SearchUrl: 'https://a/' },
      'Address',
      'The address must contain the placeholder {sku}.',
    ],
    [
      'an unknown name',
      { Name: 'Nobody' },
      'Name',
      'The name is not in the selling-site registry of this deployment; give an address.',
    ],
    [
      'a currency that is none',
      { Url: 'https://a', Currency: 'Euro' },
      'Currency',
      '“Currency” must be an ISO 4217 code in use such as "EUR".',
    ],
    [
      'a time that is too long',
      { Url: 'https://a', TimeoutSeconds: 500 },
      'TimeoutSeconds',
      '“Timeout in seconds” must have at most 120 as its value.',
    ],
    [
      'a size that is no text',
      { Url: 'https://a', Variant: { Size: 42 } },
      'Variant.Size',
      '“Size” must be of type string.',
    ],
    ['nothing at all', {}, 'Name', 'The name is required unless an address is given.'],
  ])('is shown at the field: %s', (_name, site, member, message) => {
    expect(problemsOf({ Sku: 'x', SellingSites: [site] })).toEqual([
      { fieldId: siteFieldId(0, member), message },
    ]);
  });
});
