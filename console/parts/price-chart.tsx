import type { RequestData, SiteResult } from '../../client/index.ts';
import { displayMoney } from '../money.ts';

type Priced = SiteResult & { Price: NonNullable<SiteResult['Price']> };

// Floats decide on lengths and order only; every amount that is shown is the page's own.
const lengthOf = (amount: string): number => Number(amount);

/** Prices of different currencies are not comparable; each has a scale of its own. */
const byCurrency = (data: RequestData): [string, Priced[]][] => {
  const groups = new Map<string, Priced[]>();
  for (const site of data.Sites) {
    if (!site.Price) continue;
    const currency = site.Price.Currency ?? 'Unknown currency';
    groups.set(currency, [...(groups.get(currency) ?? []), site as Priced]);
  }
  return [...groups].map(([currency, sites]) => [
    currency,
    sites.sort((a, b) => lengthOf(a.Price.Amount) - lengthOf(b.Price.Amount)),
  ]);
};

const Bars = ({ currency, sites }: { currency: string; sites: Priced[] }) => {
  const highest = Math.max(...sites.map(({ Price, ListPrice }) => lengthOf((ListPrice ?? Price).Amount)));
  const share = (amount: string): number =>
    highest > 0 ? Math.max(1, (lengthOf(amount) / highest) * 100) : 1;
  return (
    <figure>
      <figcaption>{currency}</figcaption>
      <ol>
        {sites.map((site, index) => (
          <li key={site.Index}>
            <span class="bar-name">{site.Name ?? `Site ${site.Index + 1}`}</span>
            <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
              {site.ListPrice && (
                <rect class="bar-list" width={share(site.ListPrice.Amount)} height="10" rx="1" />
              )}
              <rect
                class={index === 0 ? 'bar bar-lowest' : 'bar'}
                width={share(site.Price.Amount)}
                height="10"
                rx="1"
              />
            </svg>
            <span class="bar-price">{displayMoney(site.Price)}</span>
          </li>
        ))}
      </ol>
    </figure>
  );
};

/** Prices across sites, lowest first, one scale for each currency. A price alone in its currency has no scale. */
export const PriceChart = ({ data }: { data: RequestData }) => {
  const groups = byCurrency(data);
  const comparable = groups.filter(([, sites]) => sites.length > 1);
  const hasListPrice = comparable.some(([, sites]) => sites.some(({ ListPrice }) => ListPrice));
  const alone = groups.length - comparable.length;
  if (comparable.length === 0) return null;
  return (
    <section class="panel chart" aria-labelledby="chart-title">
      <h3 id="chart-title">Prices across sites</h3>
      {comparable.map(([currency, sites]) => (
        <Bars key={currency} currency={currency} sites={sites} />
      ))}
      {hasListPrice && (
        <p class="hint">
          <svg class="key" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
            <rect class="bar-list" width="100" height="10" />
          </svg>
          from the price to the list price
        </p>
      )}
      {alone > 0 && (
        <p class="hint">
          {alone === 1 ? 'One more price stands' : `${alone} more prices stand`} alone in{' '}
          {alone === 1 ? 'its' : 'their'} currency; see below.
        </p>
      )}
    </section>
  );
};
