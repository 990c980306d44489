import { expect, it } from 'vitest';
import * as z from 'zod';
import offerAddressWords from '../../../lambdas/pricing/offers/offer-address-words.json' with {
  type: 'json',
};
import searchWords from '../../../lambdas/pricing/search/search-words.json' with { type: 'json' };

it('holds words of searches under known roles', () => {
  const role = z.enum(['NoProductPath', 'SearchEcho', 'Accessory', 'Relation', 'ReadsOn']);
  const line = z.strictObject({ role, from: z.string().min(1), words: z.string().min(1) });
  expect(() => z.array(line).parse(searchWords)).not.toThrow();
});

it.each(Object.entries(offerAddressWords))('holds words of addresses: %s', (_name, words) => {
  expect(words.length).toBeGreaterThan(0);
  expect(words.filter((word) => word.trim() !== word || word.length === 0 || word.length > 40)).toEqual([]);
});
