import { expect, it } from 'vitest';
import offerAddressWords from '../../../lambdas/pricing/sellers/offer-address-words.json' with {
  type: 'json',
};

it.each(Object.entries(offerAddressWords))('holds words of addresses: %s', (_name, words) => {
  expect(words.length).toBeGreaterThan(0);
  expect(words.filter((word) => word.trim() !== word || word.length === 0 || word.length > 40)).toEqual([]);
});
