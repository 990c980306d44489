// Pages with what is expected of their product, written and labelled by somebody who had not read how it is judged.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { SellingSite } from '../../../lambdas/domain/selling-site.ts';
import type { Identity } from '../../../lambdas/domain/site-result.ts';
import { extractOffer } from '../../../lambdas/pricing/extract-offer.ts';

interface LabelledPage {
  id: string;
  url: string;
  sku?: string;
  site: Partial<SellingSite>;
  /** Any of them is right. */
  verdicts: Identity['Verdict'][];
  price?: string;
  /** Beginning of a warning. */
  warning?: string;
  notHigh?: true;
  html: string;
}

const pages = readFileSync(new URL('pages.ndjson', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line): LabelledPage => JSON.parse(line));

describe('pages that state what they sell', () => {
  for (const { id, url, sku, site, verdicts, price, warning, notHigh, html } of pages) {
    it(`${id}: ${JSON.stringify(site.Expect ?? sku)}`, () => {
      const { Identity, Price, Confidence, Warnings } = extractOffer(html, { url, sku, site });
      expect(verdicts).toContain(Identity.Verdict);
      if (Identity.Verdict === 'Different') expect(Price).toBeNull();
      if (price !== undefined) expect(Price?.Amount).toBe(price);
      if (warning !== undefined) expect(Warnings.join('\n')).toContain(warning);
      if (notHigh) expect(Confidence).not.toBe('High');
    });
  }
});
