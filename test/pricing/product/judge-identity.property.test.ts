import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeIdentity, type StatedProduct } from '../../../lambdas/pricing/product/judge-identity.ts';

const nothing: StatedProduct = { Sku: null, Gtin: null, Mpn: null, Brand: null, Title: null };
const page = (stated: Partial<StatedProduct>): StatedProduct => ({ ...nothing, ...stated });

/** Parts of titles, and imitations of them: units, packs, marks, signs of expressions, other scripts. */
const piece = fc.constantFrom(
  ...'Sony WH-1000XM4 iPhone 15 128GB Pro Max XL for für case Hülle black schwarz PS5 chicken 1,5 L 6x0,5l x x6 Pack'.split(
    ' ',
  ),
  ...'of 2 3er-Pack LT 20 tablets II part vol + ++ - / . , ( [ \\ $& 1.1.1.1 №5 ケース 黒 24本 чехол л هاتف ﷺ \u0000'.split(
    ' ',
  ),
  ' ',
  '1'.repeat(40),
  'x'.repeat(40),
);
const title = fc.oneof(
  fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(' ').slice(0, 1_000)),
  fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join('').slice(0, 1_000)),
  fc.string({ unit: 'grapheme', maxLength: 1_000 }),
);
const optional = fc.option(title, { nil: undefined });
const nullable = fc.option(title, { nil: null });

describe('judgeIdentity', () => {
  it('never throws, and names a ground for whatever it decides', () => {
    fc.assert(
      fc.property(
        fc.record({ Gtin: optional, Mpn: optional, Brand: optional, Title: optional, Quantity: optional }),
        fc.record({ Sku: nullable, Gtin: nullable, Mpn: nullable, Brand: nullable, Title: nullable }),
        (expected, stated) => {
          const { Verdict, By } = judgeIdentity(expected, stated);
          expect(['Same', 'Different', 'Unknown']).toContain(Verdict);
          expect(By.length > 0).toBe(Verdict !== 'Unknown');
        },
      ),
      { numRuns: 100 },
    );
  });

  it('says Different of two titles whichever of them is expected', () => {
    fc.assert(
      fc.property(title, title, (first, second) => {
        const isDifferent = (expected: string, stated: string) =>
          judgeIdentity({ Title: expected }, page({ Title: stated })).Verdict === 'Different';
        expect(isDifferent(first, second)).toBe(isDifferent(second, first));
      }),
      { numRuns: 100 },
    );
  });

  it('reads no more of a title than its first thousand characters', () => {
    fc.assert(
      fc.property(title, title, title, (first, second, more) => {
        const long = second.padEnd(1_000, ' -');
        const verdictOf = (Title: string) => judgeIdentity({ Title: first }, page({ Title })).Verdict;
        expect(verdictOf(long + more)).toBe(verdictOf(long));
      }),
      { numRuns: 50 },
    );
  });

  const amount = fc.record({
    packs: fc.integer({ min: 1, max: 48 }),
    content: fc.integer({ min: 1, max: 5_000 }),
    unit: fc.constantFrom('ml', 'g'),
  });
  const written = ({ packs, content, unit }: { packs: number; content: number; unit: string }) =>
    packs === 1 ? `${content} ${unit}` : `${packs} x ${content} ${unit}`;

  it('says Different of two quantities whichever of them is expected', () => {
    fc.assert(
      fc.property(amount, amount, (first, second) => {
        const [one, other] = [written(first), written(second)];
        const isDifferent = (Quantity: string, stated: string) =>
          judgeIdentity({ Quantity }, page({ Title: `Oil ${stated}` })).Verdict === 'Different';
        expect(isDifferent(one, other)).toBe(isDifferent(other, one));
      }),
    );
  });

  it('never says Same where quantities differ, whatever number agrees', () => {
    fc.assert(
      fc.property(amount, amount, fc.boolean(), (first, second, isByNumber) => {
        fc.pre(first.packs !== second.packs || first.content !== second.content);
        const name = 'Castrol EDGE 5W-30';
        const [wanted, found] = [written(first), written({ ...second, unit: first.unit })];
        const number = isByNumber ? '4006381333931' : undefined;
        const Mpn = 'EDGE-5W30';
        const stated = page({ Title: `${name} ${found}`, Gtin: number ?? null, Mpn, Brand: 'Castrol' });
        const expected = { Title: `${name} ${wanted}`, Quantity: wanted, Mpn, Gtin: number };
        expect(judgeIdentity(expected, stated).Verdict).not.toBe('Same');
      }),
    );
  });
});
