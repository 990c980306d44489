import type { SiteResult } from '../client/index.ts';
import {
  byPrice,
  byProduct,
  byStock,
  type CurrencyGroup,
  currencyGroups,
  hasPrice,
  type PricedSite,
  recommend,
  stockOf,
} from '../client/ranking.ts';
import { isLabelOfLink } from '../lambdas/domain/links/link-label.ts';
import { echoOf } from '../lambdas/domain/site/site-members.ts';
import { type Look, outcomeNames, type SortKey } from './route.ts';

/** Rows under one heading. */
export interface Section {
  /**
   * Currency of rows that can be compared, or their product if there are several; `Alone`: one price for each currency;
   * `None`: no price. Cheaper rows that are not trustworthy are a section of their own.
   */
  of: { currency: string | null; isDoubtful?: boolean } | { sku: string } | 'Alone' | 'None' | 'All';
  sites: SiteResult[];
}

const maxName = 60;

type NamedSite = Partial<Record<'Name' | 'Url' | 'SearchUrl', string | null | undefined>>;

/** Name of a site: the caller's, or the start of its address. */
export const nameOfSite = ({ Name, Url, SearchUrl }: NamedSite, index: number): string => {
  if (Name) return Name;
  const address = (Url ?? SearchUrl)?.replace(/^https?:\/\//, '') ?? `Site ${index + 1}`;
  return address.length > maxName ? `${address.slice(0, maxName - 1).toWellFormed()}…` : address;
};

/** A product of which only the link was given is named by its page. */
export const displayName = (site: SiteResult): string =>
  isNamedByPage(site) ? site.Title! : nameOfSite(site, site.Index);

/** True for a link that is a product of its own, if the caller gave it no name but its host's. */
export const isNamedByPage = ({ Name, Title, Url, RequestedSku }: SiteResult): boolean =>
  Title !== null &&
  isLabelOfLink(RequestedSku, Url ?? undefined) &&
  (!Name || Name === URL.parse(Url!)?.host);

const foldedTexts = (site: SiteResult): string =>
  [displayName(site), site.Title, site.Url, site.FinalUrl, site.Seller?.Name, ...Object.values(echoOf(site))]
    .filter(Boolean)
    .join('\n')
    .toLocaleLowerCase();

/** The sites that match the view's filters. */
const chosenSites = (sites: readonly SiteResult[], { isInStockOnly, outcome, find }: Look): SiteResult[] => {
  const wanted = find.trim().toLocaleLowerCase();
  return sites.filter(
    (site) =>
      (!isInStockOnly || (hasPrice(site) && stockOf(site) === 'In')) &&
      (outcome === undefined || site.Outcome === outcome) &&
      (wanted === '' || foldedTexts(site).includes(wanted)),
  );
};

const names = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
const confidenceOrder: readonly SiteResult['Confidence'][] = ['High', 'Medium', 'Low', null];

type Compare = (a: SiteResult, b: SiteResult) => number;

const compareBy: Readonly<Record<Exclude<SortKey, 'price'>, Compare>> = {
  site: (a, b) => names.compare(displayName(a), displayName(b)),
  stock: (a, b) => Number(!hasPrice(a)) - Number(!hasPrice(b)) || byStock(a, b),
  outcome: (a, b) => outcomeNames.indexOf(a.Outcome) - outcomeNames.indexOf(b.Outcome),
  confidence: (a, b) => confidenceOrder.indexOf(a.Confidence) - confidenceOrder.indexOf(b.Confidence),
};

/** Most expensive first, but still available products before others. */
const byPriceDescending = (a: PricedSite, b: PricedSite): number => byStock(a, b) || byPrice(b, a);

const arrangeByPrice = (sites: readonly SiteResult[], isDescending: boolean): Section[] => {
  const groups = currencyGroups(sites);
  const isComparable = ({ sites: priced }: CurrencyGroup): boolean =>
    priced.length > 1 || groups.length === 1;
  const sections: Section[] = groups.filter(isComparable).flatMap((group): Section[] => {
    const { currency, sites: priced } = group;
    if (isDescending) return [{ of: { currency }, sites: priced.toSorted(byPriceDescending) }];
    const { best, doubtful } = recommend(group);
    const apart = best.length > 0 ? doubtful : [];
    const others = { of: { currency }, sites: priced.filter((site) => !apart.includes(site)) };
    return apart.length > 0 ? [others, { of: { currency, isDoubtful: true }, sites: apart }] : [others];
  });
  const alone = groups.filter((group) => !isComparable(group)).flatMap(({ sites: priced }) => priced);
  alone.sort((a, b) => byStock(a, b) || a.Index - b.Index);
  if (alone.length > 0) sections.push({ of: 'Alone', sites: alone });
  const none = sites.filter((site) => !hasPrice(site));
  none.sort(compareBy.outcome);
  if (none.length > 0) sections.push({ of: 'None', sites: none });
  return sections;
};

/** Prices of different products are not compared: products with several sites are sections, in request order. */
const arrangeProducts = (products: ReadonlyMap<string, SiteResult[]>, isDescending: boolean): Section[] => {
  const all = [...products];
  if (all.every(([, sites]) => sites.length === 1))
    return [{ of: 'All', sites: all.flatMap(([, sites]) => sites) }];
  return all.map(([sku, sites]) => ({
    of: { sku },
    sites: arrangeByPrice(sites, isDescending).flatMap((section) => section.sites),
  }));
};

/** The sites in the view's order; by price in sections of comparable prices. */
export const arrange = (sites: readonly SiteResult[], look: Look): Section[] => {
  const chosen = chosenSites(sites, look);
  if (chosen.length === 0) return [];
  if (look.sort === 'price') {
    const products = byProduct(chosen);
    return products.size > 1
      ? arrangeProducts(products, look.isDescending)
      : arrangeByPrice(chosen, look.isDescending);
  }
  const compare = compareBy[look.sort];
  const sign = look.isDescending ? -1 : 1;
  return [{ of: 'All', sites: chosen.sort((a, b) => sign * compare(a, b) || a.Index - b.Index) }];
};
