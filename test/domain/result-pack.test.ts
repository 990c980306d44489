import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxBodyBytes } from '../../lambdas/domain/queue-request.ts';
import {
  maxPackedBytesPerRequest,
  maxSiteResultBytes,
  packResults,
  unpackResults,
} from '../../lambdas/domain/result-pack.ts';
import { groupSites } from '../../lambdas/domain/site-group.ts';
import { siteResultSchema } from '../../lambdas/domain/site-result.ts';
import { siteResult } from '../fakes/site-results.ts';

/** Text that no compressor shortens by more than a quarter. */
const noise = (length: number): string => randomBytes(length).toString('base64').slice(0, length);

const money = () => ({ Amount: '1.00', Currency: 'EUR', Raw: noise(3_000) });

/** The largest result that hostile pages can cause. */
const hostileResult = (index: number) =>
  siteResult({
    Index: index,
    // The caller's own texts: a body of 256 KiB holds this much for each of 100 sites.
    Url: `https://shop.example/${noise(1_700)}`,
    Name: noise(200),
    Reference: noise(500),
    FinalUrl: `https://shop.example/${noise(5_000)}`,
    Sku: noise(500),
    Title: noise(50_000),
    Brand: noise(50_000),
    Seller: { Name: noise(50_000) },
    Price: money(),
    ListPrice: money(),
    Shipping: money(),
    PriceRange: { Low: money(), High: money() },
    Variants: Array.from({ length: 300 }, () => ({
      Id: noise(300),
      Size: noise(300),
      SizeRegion: noise(300),
      Color: noise(300),
      Price: money(),
      Availability: 'InStock' as const,
    })),
    Evidence: Array.from({ length: 100 }, () => ({
      Field: 'Price',
      Source: 'Visible' as const,
      Path: noise(1_000),
      Raw: noise(1_000),
      Agrees: [],
    })),
    Candidates: Array.from({ length: 100 }, () => ({
      Price: money(),
      Source: 'Visible' as const,
      Path: noise(1_000),
    })),
    Warnings: Array.from({ length: 100 }, () => `W: ${noise(1_000)}`),
  });

describe('packResults', () => {
  it('gives back what it packed', () => {
    const results = [
      siteResult(),
      siteResult({ Index: 1, Title: 'Ünïcode 👟', Outcome: 'OutOfStock', Price: null }),
    ];
    expect(unpackResults(packResults(results, 2))).toEqual(results);
  });

  it('holds 100 sites with the largest results under the limit of one item, each with its price', () => {
    const groups = groupSites(Array.from({ length: 100 }, (_, index) => hostileResult(index)));
    expect(100 * 2_400).toBeLessThanOrEqual(maxBodyBytes);
    const packed = groups.map((group) => packResults(group, 100));
    const total = packed.reduce((sum, bytes) => sum + bytes.length, 0);
    expect(total).toBeLessThanOrEqual(maxPackedBytesPerRequest);
    for (const result of packed.flatMap(unpackResults)) {
      expect(siteResultSchema.parse(result).Price?.Amount).toBe('1.00');
      expect(result.Warnings.join()).toContain('DetailsTruncated:');
    }
  });

  it('keeps one site under the response limit and says which variants went', () => {
    const variant = {
      Id: '1',
      Size: '42',
      SizeRegion: 'EU',
      Color: null,
      Price: null,
      Availability: 'InStock' as const,
    };
    const many = siteResult({ Variants: Array.from({ length: 5_000 }, () => variant) });
    const [result] = unpackResults(packResults([many], 1));
    expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThanOrEqual(maxSiteResultBytes);
    expect(result?.Variants).toHaveLength(200);
    expect(result?.Warnings).toEqual([expect.stringMatching(/^VariantsTruncated: .* 200 /)]);
  });

  it('cuts texts without breaking a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 490, maxLength: 520 }), (title) => {
        const [result] = unpackResults(packResults([siteResult({ Title: title.toWellFormed() })], 1));
        expect(result?.Title?.isWellFormed()).toBe(true);
        expect(result?.Title?.length).toBeLessThanOrEqual(500);
      }),
      { numRuns: 50 },
    );
  });
});
