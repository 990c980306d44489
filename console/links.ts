import type { SellingSite } from '../client/index.ts';
import { isLabelOfLink, labelOfLink } from '../lambdas/domain/links/link-label.ts';

interface Asked {
  sku: string;
  sites: SellingSite[];
}

const isLink = (site: SellingSite): site is SellingSite & { Url: string } =>
  site.Url !== undefined && !site.Url.includes('{sku}') && URL.canParse(site.Url);

/** True if a site cannot be scraped without a SKU, such as a search page. */
export const needsSku = (sites: readonly SellingSite[]): boolean =>
  sites.some((site) => !site.Sku && !isLink(site));

/** Makes each link a product of its own if there is no SKU. */
export const withLabels = ({ sku, sites }: Asked): Asked => {
  if (sku.trim() !== '') return { sku, sites };
  const labelled = sites.map((site) =>
    !site.Sku && isLink(site) ? { ...site, Sku: labelOfLink(site.Url) } : site,
  );
  return { sku: labelled.find(({ Sku }) => Sku)?.Sku ?? '', sites: labelled };
};

/** Inverse of {@link withLabels}. */
export const withoutLabels = ({ sku, sites }: Asked): Asked => ({
  sku: sites.some(({ Url }) => isLabelOfLink(sku, Url)) ? '' : sku,
  sites: sites.map((site) => {
    const { Sku, ...rest } = site;
    return Sku !== undefined && isLabelOfLink(Sku, site.Url) ? rest : site;
  }),
});
