import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxBodyBytes } from '../../../lambdas/domain/request/queue-request.ts';
import { groupSites } from '../../../lambdas/domain/request/site-group.ts';
import {
  maxPackedBytesPerRequest,
  maxSentBytesPerRequest,
  packResults,
  sentBytes,
  unpackResults,
} from '../../../lambdas/domain/result/result-pack.ts';
import { siteResultSchema } from '../../../lambdas/domain/result/site-result.ts';
import { siteResult } from '../../fakes/site-results.ts';

const pool = randomBytes(4 * 1024 * 1024).toString('base64');
let used = 0;

/** Poorly compressible text: consecutive pieces of one large random text. */
const noise = (length: number): string => {
  if (used + length > pool.length) used = 0;
  used += length;
  return pool.slice(used - length, used);
};

const money = () => ({ Amount: '1.00', Currency: 'EUR', Raw: noise(3_000) });

/** The largest result that a hostile page can cause. */
const hostileResult = (index: number) =>
  siteResult({
    Index: index,
    // The caller's own text: a body of 256 KiB has this much for each of 100 sites.
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
      Sizes: [{ Region: noise(70), Size: noise(70) }],
      Color: noise(300),
      Price: money(),
      OfferCount: 3,
      Availability: 'InStock' as const,
    })),
    Offers: Array.from({ length: 300 }, () => ({
      Seller: { Name: noise(3_000) },
      Price: money(),
      Shipping: money(),
      Total: { Amount: '2.00', Currency: 'EUR' },
      Condition: 'New' as const,
      Availability: 'InStock' as const,
      IsFeatured: false,
      Evidence: Array.from({ length: 20 }, () => ({
        Field: 'Price',
        Source: 'Visible' as const,
        Path: noise(1_000),
        Raw: noise(1_000),
        Agrees: [],
      })),
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
    // One group represents all, since each has its share of the item.
    const [group] = groupSites(Array.from({ length: 100 }, (_, index) => index));
    expect(100 * 2_400).toBeLessThanOrEqual(maxBodyBytes);
    const packed = packResults(group!.map(hostileResult), 100);
    expect(packed.length).toBeLessThanOrEqual((maxPackedBytesPerRequest * group!.length) / 100);
    for (const result of unpackResults(packed)) {
      expect(siteResultSchema.parse(result).Price?.Amount).toBe('1.00');
      expect(result.Warnings.join()).toContain('DetailsTruncated:');
    }
  });

  // Text that compresses well, but grows when escaped twice.
  it.each([
    ['quotes', '"'],
    ['control characters', '\u0001'],
  ])('holds sites whose results pack well within their share of one answer: %s', (_name, piece) => {
    const many = Array.from({ length: 4 }, (_, index) =>
      siteResult({
        Index: index,
        Title: piece.repeat(500),
        Warnings: Array.from({ length: 40 }, () => piece.repeat(400)),
        Evidence: Array.from({ length: 40 }, () => ({
          Field: 'Price',
          Source: 'Visible' as const,
          Path: piece.repeat(300),
          Raw: piece.repeat(300),
          Agrees: [],
        })),
        Variants: Array.from({ length: 1_000 }, () => ({
          Id: piece.repeat(100),
          Size: piece.repeat(100),
          SizeRegion: 'EU',
          Color: piece.repeat(100),
          Price: null,
          Availability: 'InStock' as const,
        })),
      }),
    );
    const results = groupSites(many).flatMap((group) => unpackResults(packResults(group, 100)));
    expect(results).toHaveLength(4);
    const body = JSON.stringify({ Data: { Sites: results } });
    const answerBytes = Buffer.byteLength(JSON.stringify({ statusCode: 200, body }));
    expect(answerBytes).toBeLessThanOrEqual((maxSentBytesPerRequest * 4) / 100 + 100);
    expect(sentBytes(results)).toBe(Buffer.byteLength(JSON.stringify(JSON.stringify(results))));
  });

  it('keeps the featured offer when offers are dropped, with a warning', () => {
    const offer = (index: number) => ({
      Seller: { Name: noise(200) },
      Price: { Amount: `${index}.00`, Currency: 'EUR', Raw: noise(300) },
      Shipping: null,
      Total: null,
      Condition: null,
      Availability: 'InStock' as const,
      IsFeatured: index === 90,
      Evidence: Array.from({ length: 5 }, () => ({
        Field: 'Price',
        Source: 'Visible' as const,
        Path: noise(300),
        Raw: noise(300),
        Agrees: [],
      })),
    });
    const result = siteResult({ Offers: Array.from({ length: 100 }, (_, index) => offer(index)) });
    const [unpacked] = unpackResults(packResults([result], 4));
    expect(unpacked!.Offers.length).toBeLessThan(100);
    expect(unpacked!.Offers.at(-1)).toMatchObject({ IsFeatured: true, Price: { Amount: '90.00' } });
    expect(unpacked!.Offers.map(({ Price }) => Number(Price.Amount))).toEqual(
      unpacked!.Offers.map(({ Price }) => Number(Price.Amount)).toSorted((one, other) => one - other),
    );
    expect(unpacked!.Warnings.join()).toContain('OffersTruncated:');
    expect(unpacked!.Price).toEqual(result.Price);
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
