// Pages with what is expected of their product, written and labelled by somebody who had not read how it is judged.
import { expect, it } from 'vitest';
import { faultsOfIdentity, identityPages } from './labelled-pages.ts';

it.each(identityPages)('$id: $site.Expect $sku', (page) => {
  expect(faultsOfIdentity(page)).toEqual([]);
});
