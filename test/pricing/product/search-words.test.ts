import { expect, it } from 'vitest';
import { isNoProductPath, precedesOtherName, relatesToOther } from '../../../lambdas/pricing/page/links.ts';

it.each([
  ['search-results.html', true],
  ['Búsqueda', true],
  ['WARENKORB', true],
  ['research', false],
  ['', false],
])('a path with "%s" is no product\'s: %s', (part, isNone) => {
  expect(isNoProductPath(part)).toBe(isNone);
});

it.each([
  ['Case for ', true],
  ['Etui zamiennik kompatybilny z ', true],
  ['Filtro compativel ', true],
  ['Fits all. Sony ', false],
  ['Format-', false],
])('"%s" makes a product of another what follows: %s', (before, isOther) => {
  expect(precedesOtherName(before)).toBe(isOther);
});

it.each([
  ['Replaces part no', true],
  ['Zastępuje nr', true],
  ['Article number', false],
])('"%s" labels a number of another product: %s', (label, isOther) => {
  expect(relatesToOther(label)).toBe(isOther);
});
