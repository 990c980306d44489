import type { ApiError } from '../client/index.ts';
import { plainFields, selectedFields } from './site-fields.ts';

/** A problem of one field of the form. */
export interface FieldProblem {
  /** `id` of the field in the form; absent: the form as a whole. */
  fieldId: string | undefined;
  /** A sentence in the form's terms. */
  message: string;
}

/** Replaces the service's terms by the form's. */
const words: readonly (readonly [RegExp, string])[] = [
  [/"Url" or "SearchUrl"/g, 'an address'],
  [/"Url"/g, 'an address of the product'],
  [/"SearchUrl"/g, 'an address of the search page'],
  [/^is required \(\w+\)$/, 'is required'],
  [/^must not be empty$/, 'is required'],
];

const inFormWords = (detail: string): string =>
  words.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), detail);

export const siteFieldId = (index: number, member: string): string =>
  `site-${index}-${member.replaceAll('.', '-').toLowerCase()}`;

export const selectorFieldId = (index: number, field: string, at: number): string =>
  siteFieldId(index, `Selectors.${field}.${at}`);

const fixedFields: Readonly<Record<string, readonly [id: string | undefined, label: string]>> = {
  '/Data/Sku': ['sku', 'The SKU'],
  '/Authorization/UID': ['uid', 'The UID'],
  '/Authorization/LicenseKey': ['license-key', 'The license key'],
  '/Data/SellingSites': [undefined, 'The list of sites'],
};

const labelOfMember = (path: readonly string[]): readonly [member: string, label: string] | undefined => {
  const [first = '', second = ''] = path;
  if (first === 'Name') return ['Name', 'The name'];
  if (first === 'Url' || first === 'SearchUrl') return ['Address', 'The address'];
  const field = plainFields.find(({ member }) => member === first || member === `${first}.${second}`);
  return field && [field.member, `“${field.label}”`];
};

const selectorProblem = (index: number, path: readonly string[]): readonly [id: string, label: string] => {
  const [, field = 'Price', at = '0'] = path;
  const label = selectedFields.find(([member]) => member === field)?.[1] ?? field;
  return [selectorFieldId(index, field, Number(at)), `The selector of “${label}”`];
};

const placeOf = (pointer: string): readonly [id: string | undefined, label: string] => {
  const fixed = fixedFields[pointer];
  if (fixed) return fixed;
  const [, number, rest] = /^\/Data\/SellingSites\/(\d+)(?:\/(.*))?$/s.exec(pointer) ?? [];
  if (number === undefined) return [undefined, 'The request'];
  const index = Number(number);
  const path = (rest ?? 'Name').split('/');
  if (path[0] === 'Selectors') return selectorProblem(index, path);
  const [member, label] = labelOfMember(path) ?? ['Name', path[0] ? `“${path[0]}”` : 'The entry'];
  return [siteFieldId(index, member), label];
};

/** Converts a 400 response to problems of the form's fields, in field order. */
export const fieldProblems = ({ errors }: Pick<ApiError, 'errors'>): FieldProblem[] => {
  const seen = new Set<string>();
  return errors.flatMap(({ Pointer, Detail }) => {
    const [fieldId, label] = placeOf(Pointer);
    const message = `${label} ${inFormWords(Detail)}`.replace(/([^.?!])$/, '$1.');
    const key = `${fieldId} ${message}`;
    if (seen.has(key)) return [];
    seen.add(key);
    return [{ fieldId, message }];
  });
};
