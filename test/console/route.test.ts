import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashOf, type Look, outcomeNames, parseRoute, plainLook, sortKeys } from '../../console/route.ts';
import { requestId } from './fake-service.ts';

const looks: fc.Arbitrary<Look> = fc.record({
  view: fc.constantFrom('table', 'cards'),
  sort: fc.constantFrom(...sortKeys),
  isDescending: fc.boolean(),
  isInStockOnly: fc.boolean(),
  outcome: fc.constantFrom(undefined, ...outcomeNames),
  find: fc.string({ maxLength: 200, unit: 'grapheme' }).filter((text) => text.length <= 200),
});

describe('the address of a request', () => {
  it('restores the request and its view', () => {
    fc.assert(
      fc.property(looks, (look) => {
        expect(parseRoute(hashOf(requestId, look))).toEqual({ requestId, look });
      }),
    );
  });

  it.each(['', '#', '#/', '#request', '#/requests/', '#/requests/../x', `#/requests/${'a'.repeat(65)}`])(
    'is none when it is "%s"',
    (hash) => expect(parseRoute(hash)).toEqual({ requestId: undefined, look: plainLook }),
  );

  it('ignores unknown parts', () => {
    expect(parseRoute(`#/requests/${requestId}?view=x&sort=__proto__&outcome=constructor&y=1`)).toEqual({
      requestId,
      look: plainLook,
    });
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string(), (hash) => {
        expect(parseRoute(hash).look).toBeDefined();
      }),
    );
  });
});
