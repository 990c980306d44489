import type { Availability } from '../domain/site-result.ts';

const rules: readonly (readonly [RegExp, Availability])[] = [
  [/pre-?order/i, 'PreOrder'],
  [/back-?order|available ?for ?order/i, 'BackOrder'],
  [/discontinued/i, 'Discontinued'],
  [/limited ?availability/i, 'LimitedAvailability'],
  [/out[\s_-]?of[\s_-]?stock|sold[\s_-]?out|^oos$/i, 'OutOfStock'],
  [/in[\s_-]?stock|in ?store ?only|online ?only/i, 'InStock'],
];

/** Reads what a text near the buy button says about stock. */
export const readAvailabilityText = (text: string): Availability | undefined =>
  rules.find(([pattern]) => pattern.test(text))?.[1];

/** Reads schema.org's addresses and short names, and the words of OpenGraph. */
export const readAvailabilityUrl = (text: string): Availability | undefined => readAvailabilityText(text);
