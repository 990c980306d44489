import { describe, expect, it } from 'vitest';
import { fieldProblems, selectorFieldId, siteFieldId } from '../../console/field-problems.ts';
import {
  countSettings,
  knownMembers,
  otherMembers,
  plainFields,
  plainValueOf,
  selectedFields,
  selectorRows,
  selectorTypes,
  withPlainValue,
  withSelectorRows,
} from '../../console/site-fields.ts';
import { parseQueueRequest } from '../../lambdas/domain/queue-request.ts';
import {
  renderModes,
  sellingSiteMembersSchema,
  selectorTypes as servicesSelectorTypes,
} from '../../lambdas/domain/selling-site.ts';
import { conditions } from '../../lambdas/domain/site-result.ts';
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

  it.each([
    ['Condition', conditions],
    ['RenderMode', renderModes.filter((mode) => mode !== 'Auto')],
  ])('offers each value of %s', (member, values) => {
    const choices = plainFields.find((field) => field.member === member)!.choices!;
    expect(choices.map(([value]) => value)).toEqual(['', ...values]);
  });

  it('sets members, and takes away what is left empty', () => {
    let site = {};
    for (const field of plainFields) site = withPlainValue(site, field, field.kind === 'number' ? '20' : 'x');
    expect(countSettings(site)).toBe(plainFields.length);
    expect(site).toMatchObject({ TimeoutSeconds: 20, Variant: { Size: 'x', Id: 'x' } });
    for (const { member } of plainFields) expect(plainValueOf(site, member)).not.toBe('');
    for (const field of plainFields) site = withPlainValue(site, field, '');
    expect(site).toEqual({});
  });

  it('keeps the order of selectors, and members without a field', () => {
    const Selectors = {
      Price: [
        { Type: 'Css' as const, Value: 'a', Attribute: 'content' },
        { Type: 'Regex' as const, Value: 'b' },
      ],
      Title: [{ Type: 'XPath' as const, Value: 'c' }],
    };
    const site = { Name: 'A', Selectors, Egress: 'Direct' };
    expect(withSelectorRows(site, selectorRows(site))).toEqual(site);
    expect(withSelectorRows(site, [])).toEqual({ Name: 'A', Egress: 'Direct' });
    expect(otherMembers(site)).toEqual(['Egress']);
  });
});

describe('what the service refuses', () => {
  /** Problems of a body, by the service's own reading of it. */
  const problemsOf = (Data: object) => {
    const Authorization = { LicenseKey: 'k', UID: 'u' };
    const parsed = parseQueueRequest(
      JSON.stringify({ Authorization, Data }),
      new Map(),
      findUnusableSelectors,
    );
    return fieldProblems({ errors: 'violations' in parsed ? parsed.violations : [] });
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
      'The address must hold the placeholder {sku}.',
    ],
    [
      'a name that nobody knows',
      { Name: 'Nobody' },
      'Name',
      'The name names no entry of the selling-site registry of this deployment; give an address.',
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
  ])('is said beside the field: %s', (_name, site, member, message) => {
    expect(problemsOf({ Sku: 'x', SellingSites: [site] })).toEqual([
      { fieldId: siteFieldId(0, member), message },
    ]);
  });

  it('is said beside the selector that does not compile', () => {
    const Selectors = {
      Price: [
        { Type: 'Css', Value: '.a' },
        { Type: 'Css', Value: '::' },
      ],
    };
    const [problem] = problemsOf({
      Sku: 'x',
      SellingSites: [{ Url: 'https://a' }, { Url: 'https://a', Selectors }],
    });
    expect(problem?.fieldId).toBe(selectorFieldId(1, 'Price', 1));
    expect(problem?.message).toMatch(/^The selector of “Price” is no Css selector that can be used: /);
  });

  it('names no pointer and no member of the service', () => {
    const messages = problemsOf({ Sku: '', SellingSites: [{ Url: 1, Name: 2, Locale: 'x-' }, 'no site'] });
    expect(messages.length).toBeGreaterThan(3);
    for (const { message } of messages) expect(message).not.toMatch(/\/|SellingSites|Data|undefined/);
    expect(problemsOf({ Sku: '', SellingSites: [] })).toEqual([
      { fieldId: 'sku', message: 'The SKU is required.' },
      { fieldId: undefined, message: 'The list of sites is required.' },
    ]);
  });
});
