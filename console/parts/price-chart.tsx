import { useState } from 'preact/hooks';
import type { RequestData, SiteResult } from '../../client/index.ts';
import {
  areEqual,
  byProduct,
  type CurrencyGroup,
  currencyGroups,
  type PricedSite,
  recommend,
  type Stock,
  stockOf,
} from '../../client/ranking.ts';
import { displayName } from '../arrange.ts';
import { countWords, groupTitle, productName } from '../words.ts';
import { Doubts } from './doubts.tsx';
import { MoneyText } from './money-text.tsx';

// Floats only determine lengths; order and amounts are exact.
const lengthOf = (amount: string): number => Number(amount);

/** Bars shown at first; the table below has all. */
const maxBars = 6;
const maxFigures = 6;

/** Marks an unavailable product in words, since not everyone can tell the colours apart. */
const goneWords: Readonly<Partial<Record<Stock, string>>> = { Out: 'sold out', Later: 'to order' };

const isGone = (site: PricedSite): boolean => goneWords[stockOf(site)] !== undefined;

const barClass = (site: PricedSite, best: readonly PricedSite[]): string => {
  if (best.includes(site)) return 'bar bar-lowest';
  return isGone(site) ? 'bar bar-gone' : 'bar';
};

/** Prices that can be compared: of one product in one currency. */
interface Comparison extends CurrencyGroup {
  title: string;
}

const comparisonsOf = (sites: readonly SiteResult[]): Comparison[] => {
  const products = [...byProduct(sites)];
  return products.flatMap(([sku, ofProduct]) =>
    currencyGroups(ofProduct)
      .filter((group) => group.sites.length > 1 && !areEqual(group))
      .map((group) => ({
        ...group,
        title: [...(products.length > 1 ? [productName(sku, ofProduct)] : []), groupTitle(group)].join(' · '),
      })),
  );
};

const Bars = ({ group, isWhole }: { group: Comparison; isWhole: boolean }) => {
  const { sites } = group;
  const { best, doubtful } = recommend(group);
  const inOrder = [...sites.filter((site) => !doubtful.includes(site)), ...doubtful];
  const highest = Math.max(...sites.map(({ Price, ListPrice }) => lengthOf((ListPrice ?? Price).Amount)));
  const share = (amount: string): number =>
    highest > 0 && Number.isFinite(highest) ? Math.max(1, (lengthOf(amount) / highest) * 100) : 1;
  return (
    <figure>
      <figcaption>{group.title}</figcaption>
      <ol>
        {inOrder.slice(0, isWhole ? undefined : maxBars).map((site) => (
          <li key={site.Index} data-stock={stockOf(site)}>
            <span class="bar-name">
              <bdi>{displayName(site)}</bdi>
            </span>
            <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
              {site.ListPrice && (
                <rect class="bar-list" width={share(site.ListPrice.Amount)} height="10" rx="1" />
              )}
              <rect class={barClass(site, best)} width={share(site.Price.Amount)} height="10" rx="1" />
            </svg>
            <span class="bar-price">
              {isGone(site) && <span class="bar-word">{goneWords[stockOf(site)]} </span>}
              {best.includes(site) && <span class="bar-word best">cheapest trustworthy </span>}
              <MoneyText money={site.Price} /> <Doubts site={site} />
            </span>
          </li>
        ))}
      </ol>
    </figure>
  );
};

const Key = ({ name, children }: { name: string; children: string }) => (
  <span>
    <svg class="key" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect class={name} width="100" height="10" />
    </svg>
    {children}
  </span>
);

/** Legend of the colours in use. */
const Legend = ({ groups }: { groups: readonly CurrencyGroup[] }) => {
  const sites = groups.flatMap((group) => group.sites);
  const best = groups.flatMap((group) => recommend(group).best);
  return (
    <p class="hint legend">
      {best.length > 0 && <Key name="bar bar-lowest">cheapest trustworthy</Key>}
      {sites.some((site) => !isGone(site) && !best.includes(site)) && (
        <Key name="bar">in stock, or not stated</Key>
      )}
      {sites.some(isGone) && <Key name="bar bar-gone">not available now</Key>}
      {sites.some(({ ListPrice }) => ListPrice) && <Key name="bar-list">list price</Key>}
    </p>
  );
};

/** Prices across sites, on one scale per currency. A currency with a single price has none. */
export const PriceChart = ({ data }: { data: RequestData }) => {
  const [isWhole, setWhole] = useState(false);
  const comparable = comparisonsOf(data.Sites);
  const isOneProduct = byProduct(data.Sites).size === 1;
  const alone = isOneProduct
    ? currencyGroups(data.Sites).filter(({ sites }) => sites.length === 1).length
    : 0;
  if (comparable.length === 0) return null;
  const isLong = comparable.length > maxFigures || comparable.some(({ sites }) => sites.length > maxBars);
  return (
    <section class="panel chart" aria-labelledby="chart-title">
      <div class="form-head">
        <h3 id="chart-title">Prices compared</h3>
        <Legend groups={comparable} />
      </div>
      {comparable.slice(0, isWhole ? undefined : maxFigures).map((group) => (
        <Bars key={group.title} group={group} isWhole={isWhole} />
      ))}
      {alone > 0 && (
        <p class="hint">
          {countWords(data.Sites)};{' '}
          {alone === 1 ? 'one of them is the only one in its' : `${alone} of them are the only ones in their`}{' '}
          currency.
        </p>
      )}
      {isLong && (
        <button type="button" class="quiet" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show fewer bars' : 'Show all bars'}
        </button>
      )}
    </section>
  );
};
