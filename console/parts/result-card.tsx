import type { SiteResult } from '../../client/index.ts';
import { displayName } from '../arrange.ts';
import type { LastPrice } from '../last-prices.ts';
import { spaced } from '../words.ts';
import { Doubts } from './doubts.tsx';
import { LastPriceText } from './last-price.tsx';
import { MoneyText } from './money-text.tsx';
import { type OnChoose, SiteDetails } from './site-details.tsx';

/** The price, and the list price that it replaces. */
export const Prices = ({ site: { Price, ListPrice } }: { site: SiteResult }) =>
  Price && (
    <>
      <MoneyText money={Price} />
      {ListPrice && (
        <s>
          <span class="unseen">instead of </span>
          <MoneyText money={ListPrice} />
        </s>
      )}
    </>
  );

/** Result of one selling site, as a card. */
export const ResultCard = ({
  site,
  last,
  onChoose,
}: {
  site: SiteResult;
  last: LastPrice | undefined;
  onChoose: OnChoose | undefined;
}) => (
  <li class="panel card" data-outcome={site.Outcome}>
    <div class="card-head">
      <h4>
        <bdi>{displayName(site)}</bdi>
      </h4>
      <span class={`badge ${site.Outcome}`}>{spaced(site.Outcome)}</span>
    </div>
    {site.Price && (
      <p class="price">
        <Prices site={site} />
        <Doubts site={site} />
      </p>
    )}
    {last && (
      <p class="facts">
        <LastPriceText site={site} last={last} />
      </p>
    )}
    {site.Title && (
      <p class="title">
        <bdi>{site.Title}</bdi>
      </p>
    )}
    <SiteDetails site={site} onChoose={onChoose} isOpen={false} />
  </li>
);
