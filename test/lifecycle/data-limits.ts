import { stateOf } from '../../lambdas/domain/request.ts';
import { toRequestView } from '../../lambdas/domain/request-view.ts';
import { maxPackedBytesPerRequest, packResults } from '../../lambdas/domain/result-pack.ts';
import { groupSites } from '../../lambdas/domain/site-group.ts';
import type { SiteResult } from '../../lambdas/domain/site-result.ts';
import { siteResult } from '../fakes/site-results.ts';
import { timings } from './history.ts';
import type { World } from './worlds.ts';

/** Lambda's limit for an answer, which API Gateway passes on. */
const maxAnswerBytes = 6 * 1024 * 1024;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/€ü👟<"\\\n';

/** Numbers that are the same for the same seed (mulberry32). */
const randomFrom = (seed: number) => {
  let state = seed >>> 0;
  return (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** The largest results that pages can cause: every text long, every list full, nothing that compresses well. */
const largestResults = (seed: number): SiteResult[] => {
  const random = randomFrom(seed);
  const characters = [...alphabet];
  const noise = (length: number): string =>
    Array.from({ length }, () => characters[Math.floor(random() * characters.length)]).join('');
  const length = (most: number): number => Math.floor(most * (0.3 + 0.7 * random()));
  const list = <T>(most: number, make: () => T): T[] => Array.from({ length: length(most) }, make);
  return Array.from({ length: 100 }, (_, index) => {
    const money = () => ({ Amount: `${index}.00`, Currency: 'EUR', Raw: noise(length(400)) });
    return siteResult({
      Index: index,
      // Texts of the caller: together they fit into a body of 256 KiB.
      Name: noise(150),
      Reference: noise(300),
      Url: `https://shop.example/${index}/${'a'.repeat(length(1_500))}`,
      FinalUrl: `https://shop.example/${noise(length(3_000))}`,
      Title: noise(length(2_000)),
      Brand: noise(length(1_000)),
      Seller: { Name: noise(length(1_000)) },
      Price: money(),
      ListPrice: money(),
      Shipping: money(),
      PriceRange: { Low: money(), High: money() },
      Variants: list(80, () => ({
        Id: noise(60),
        Size: noise(20),
        SizeRegion: noise(10),
        Sizes: list(3, () => ({ Region: noise(10), Size: noise(10) })),
        Color: noise(20),
        Price: money(),
        HighestBid: money(),
        LastSale: money(),
        Availability: 'InStock' as const,
      })),
      Evidence: list(50, () => ({
        Field: 'Price',
        Source: 'Visible' as const,
        Path: noise(200),
        Raw: noise(200),
        Agrees: [],
      })),
      Candidates: list(30, () => ({ Price: money(), Source: 'Visible' as const, Path: noise(200) })),
      Warnings: list(50, () => `Planted: ${noise(200)}`),
    });
  });
};

/**
 * Writes the largest results of 100 sites as the scraper does, to a DynamoDB that refuses items beyond 400 KB, and
 * reads them back.
 *
 * @returns what was lost or refused; none.
 */
export const checkDataLimits = async (world: World, seed: number): Promise<string[]> => {
  const results = largestResults(seed);
  const groups = groupSites(results);
  const requestId = '0f8fad5b-d9cb-469f-a165-70867728950e';
  const request = {
    requestId,
    uid: 'u'.repeat(128),
    sku: 's'.repeat(128),
    queuedAtMs: 0,
    deadlineMs: 300_000,
  };
  const violations: string[] = [];
  await world.clear();
  await world.requests.create({ ...request, groupCount: groups.length }, 600_000);
  let packedBytes = 0;
  for (const [index, group] of groups.entries()) {
    const packed = packResults(group, results.length);
    packedBytes += packed.length;
    const outcome = await world.requests
      .addResults(requestId, index, packed, 1_000)
      .catch((error: unknown) => String(error));
    const expected = index === groups.length - 1 ? 'Completed' : 'Written';
    if (outcome !== expected) violations.push(`group ${index} of seed ${seed}: ${outcome}`);
  }
  if (packedBytes > maxPackedBytesPerRequest)
    violations.push(`${packedBytes} bytes in one item, seed ${seed}`);
  const stored = await world.peek(requestId);
  const state = stored && stateOf(stored, 2_000, timings.retentionMs);
  if (!stored || state?.name !== 'Completed') return [...violations, `not completed, seed ${seed}`];
  const view = toRequestView(stored, state);
  const answerBytes = Buffer.byteLength(JSON.stringify(view));
  if (answerBytes > maxAnswerBytes) violations.push(`an answer of ${answerBytes} bytes, seed ${seed}`);
  if (view.RequestStatus !== 2 || view.Data.Sites.length !== 100)
    return [...violations, `sites are missing, seed ${seed}`];
  for (const [index, site] of view.Data.Sites.entries()) {
    const given = results[index]!;
    if (site.Index !== index || site.Price?.Amount !== given.Price?.Amount || site.Name !== given.Name)
      violations.push(`site ${index} lost its price or name, seed ${seed}`);
    const isCut = site.Variants.length < given.Variants.length;
    if (isCut && !site.Warnings.some((warning) => /^(Variants|Details)Truncated: /.test(warning)))
      violations.push(`site ${index} was cut without a warning, seed ${seed}`);
  }
  return violations;
};
