import type { RequestData, SiteResult } from '../../client/index.ts';
import { displayMoney } from '../money.ts';

type Priced = SiteResult & { Price: NonNullable<SiteResult['Price']> };

const rowHeight = 30;
const width = 640;
const nameWidth = 170;
const priceWidth = 130;

/** Prices of different currencies are not comparable; each has a scale of its own. */
const byCurrency = (data: RequestData): [string, Priced[]][] => {
  const groups = new Map<string, Priced[]>();
  for (const site of data.Sites) {
    if (!site.Price) continue;
    const currency = site.Price.Currency ?? 'unknown currency';
    groups.set(currency, [...(groups.get(currency) ?? []), site as Priced]);
  }
  // Floats decide on lengths and order only; every amount that is shown is the page's own.
  const value = ({ Price }: Priced): number => Number(Price.Amount);
  return [...groups].map(([currency, sites]) => [currency, sites.sort((a, b) => value(a) - value(b))]);
};

const shorten = (text: string): string => (text.length > 22 ? `${text.slice(0, 21)}…` : text);

const Bars = ({ currency, sites }: { currency: string; sites: Priced[] }) => {
  const highest = Math.max(...sites.map(({ Price, ListPrice }) => Number((ListPrice ?? Price).Amount)));
  const room = width - nameWidth - priceWidth;
  const length = (amount: string): number =>
    highest > 0 ? Math.max(2, (Number(amount) / highest) * room) : 2;
  const label = sites.map((site) => `${site.Name}: ${displayMoney(site.Price)}`).join('; ');
  return (
    <figure>
      <figcaption>{currency}</figcaption>
      <svg viewBox={`0 0 ${width} ${sites.length * rowHeight}`} role="img" aria-label={label}>
        {sites.map((site, index) => (
          <g key={site.Index} transform={`translate(0 ${index * rowHeight})`}>
            <text x="0" y="19" class="bar-name">
              {shorten(site.Name ?? `Site ${site.Index + 1}`)}
            </text>
            {site.ListPrice && (
              <rect
                x={nameWidth}
                y="7"
                height="16"
                rx="4"
                class="bar-list"
                width={length(site.ListPrice.Amount)}
              />
            )}
            <rect
              x={nameWidth}
              y="7"
              height="16"
              rx="4"
              class={index === 0 && sites.length > 1 ? 'bar bar-lowest' : 'bar'}
              width={length(site.Price.Amount)}
            />
            <text x={width} y="19" text-anchor="end" class="bar-price">
              {displayMoney(site.Price)}
            </text>
          </g>
        ))}
      </svg>
    </figure>
  );
};

/** Prices across sites, lowest first, one scale for each currency. */
export const PriceChart = ({ data }: { data: RequestData }) => {
  const groups = byCurrency(data);
  if (groups.length === 0) return null;
  return (
    <section class="panel chart" aria-labelledby="chart-title">
      <h3 id="chart-title">Prices across sites</h3>
      {groups.map(([currency, sites]) => (
        <Bars key={currency} currency={currency} sites={sites} />
      ))}
    </section>
  );
};
