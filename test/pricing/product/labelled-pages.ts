import { readFileSync } from 'node:fs';
import type { Identity } from '../../../lambdas/domain/result/site-result.ts';
import type { SellingSite } from '../../../lambdas/domain/site/selling-site.ts';
import { extractOffer } from '../../../lambdas/pricing/extract-offer.ts';

/** What a page answers to what is expected of its product. */
export interface LabelledPage {
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

export const identityPages = readFileSync(new URL('pages.ndjson', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line): LabelledPage => JSON.parse(line));

/** Where the answer differs from the label. */
export const faultsOfIdentity = (page: LabelledPage): string[] => {
  const { url, sku, site, verdicts, price, warning, notHigh, html } = page;
  const { Identity, Price, Confidence, Warnings } = extractOffer(html, { url, sku, site });
  const faults: Record<string, boolean> = {
    [`Verdict ${Identity.Verdict}`]: !verdicts.includes(Identity.Verdict),
    'a price of another product': Identity.Verdict === 'Different' && Price !== null,
    [`Price ${Price?.Amount}`]: price !== undefined && Price?.Amount !== price,
    [`Warnings ${Warnings.join(' ')}`]: warning !== undefined && !Warnings.join('\n').includes(warning),
    'Confidence High': notHigh === true && Confidence === 'High',
  };
  return Object.keys(faults).filter((name) => faults[name]);
};
