import type { SellingSite } from '../client/index.ts';
import {
  type FormField,
  memberNames,
  memberOf,
  type SiteMemberName,
} from '../lambdas/domain/site/site-members.ts';

/** A form field for a member of a site with a text or number. */
export interface PlainField extends FormField {
  /** Name of the member, with a dot for those of `Variant` and `Expect`. */
  member: string;
  /** Enforced by the browser. */
  maxLength?: number;
  kind?: 'number';
}

const nestedFields: Readonly<Partial<Record<SiteMemberName, readonly PlainField[]>>> = {
  Variant: [
    { member: 'Variant.Size', label: 'Size', placeholder: '42', maxLength: 100 },
    { member: 'Variant.SizeRegion', label: 'Size system', placeholder: 'EU', maxLength: 20 },
    { member: 'Variant.Color', label: 'Colour', maxLength: 100 },
    { member: 'Variant.Id', label: 'Variant ID', hint: 'the shop’s own', maxLength: 200 },
  ],
  Expect: [
    { member: 'Expect.Gtin', label: 'Expected GTIN', hint: 'other products are rejected', maxLength: 40 },
    { member: 'Expect.Mpn', label: 'Expected MPN', maxLength: 128 },
    { member: 'Expect.Brand', label: 'Expected brand', maxLength: 100 },
    { member: 'Expect.Title', label: 'Expected title', maxLength: 500 },
    { member: 'Expect.Quantity', label: 'Expected quantity', placeholder: '6 x 0.5 l', maxLength: 100 },
  ],
};

/** All but name, addresses and selectors, which have their own controls. */
export const plainFields: readonly PlainField[] = memberNames.flatMap((member) => {
  const { field, maxLength, range } = memberOf(member);
  if (!field) return nestedFields[member] ?? [];
  const kind = range ? ('number' as const) : undefined;
  return [{ member, ...field, ...(maxLength && { maxLength }), ...(kind && { kind }) }];
});

export const selectorTypes = ['Css', 'XPath', 'JsonPath', 'Regex'] as const;

/** Members with selectors. */
export const selectedFields = [
  ['Price', 'Price'],
  ['ListPrice', 'List price'],
  ['Currency', 'Currency'],
  ['Availability', 'Availability'],
  ['Title', 'Title'],
] as const;

/** Members with a field in the form. */
export const knownMembers: readonly string[] = [
  'Name',
  'Url',
  'SearchUrl',
  'Selectors',
  'Variant',
  'Expect',
  ...plainFields.map(({ member }) => member).filter((member) => !member.includes('.')),
];

type Members = Record<string, unknown>;

export const plainValueOf = (site: SellingSite, member: string): string => {
  let value: unknown = site;
  for (const step of member.split('.')) value = (value as Members | undefined)?.[step];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

/** Sets a member, or removes it if the field is empty. */
export const withPlainValue = (site: SellingSite, field: PlainField, text: string): SellingSite => {
  // Send an invalid number unchanged, so that the service explains the problem.
  const value = field.kind === 'number' && /^\d+$/.test(text) ? Number(text) : text;
  const [first, second] = field.member.split('.') as [string, string?];
  const members: Members = { ...site };
  if (second === undefined) {
    if (text === '') delete members[first];
    else members[first] = value;
    return members;
  }
  const inner: Members = { ...(members[first] as Members | undefined) };
  if (text === '') delete inner[second];
  else inner[second] = value;
  if (Object.keys(inner).length === 0) delete members[first];
  else members[first] = inner;
  return members;
};

/** One selector of a site as a row of the form. */
export interface SelectorRow {
  field: string;
  Type: string;
  Value: string;
  Attribute?: string | undefined;
}

export const selectorRows = (site: SellingSite): SelectorRow[] =>
  Object.entries(site.Selectors ?? {}).flatMap(([field, selectors]) =>
    Array.isArray(selectors) ? selectors.map((selector) => ({ ...selector, field })) : [],
  );

/** Converts rows to members, keeping the order of each field's rows. */
export const withSelectorRows = (site: SellingSite, rows: readonly SelectorRow[]): SellingSite => {
  const { Selectors: _selectors, ...rest } = site;
  if (rows.length === 0) return rest;
  const members: Record<string, object[]> = {};
  for (const { field, Type, Value, Attribute } of rows) {
    members[field] ??= [];
    members[field].push({ Type, Value, ...(Attribute && { Attribute }) });
  }
  return { ...rest, Selectors: members } as SellingSite;
};

/** Number of a site's settings besides name and address. */
export const countSettings = (site: SellingSite): number =>
  plainFields.filter(({ member }) => plainValueOf(site, member) !== '').length + selectorRows(site).length;

/** Imported members without a field, which are sent unchanged. */
export const otherMembers = (site: SellingSite): string[] =>
  Object.keys(site).filter((member) => !knownMembers.includes(member));
