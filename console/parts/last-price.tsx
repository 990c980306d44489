import type { SiteResult } from '../../client/index.ts';
import { compareDecimals } from '../../lambdas/domain/money/decimals.ts';
import type { LastPrice } from '../last-prices.ts';
import { timeText } from '../words.ts';
import { MoneyText } from './money-text.tsx';

const directionOf = (
  { Price }: SiteResult,
  { price }: LastPrice,
): 'lower' | 'higher' | 'same' | undefined => {
  if (!Price || Price.Currency !== price.Currency) return undefined;
  const order = compareDecimals(Price.Amount, price.Amount);
  if (order === 0) return 'same';
  return order < 0 ? 'lower' : 'higher';
};

/** Drawn, since not every font has arrows. */
export const Triangle = ({ isDown }: { isDown: boolean }) => (
  <svg class="triangle" viewBox="0 0 10 8" aria-hidden="true">
    <path d={isDown ? 'M0 0h10L5 8z' : 'M0 8h10L5 0z'} />
  </svg>
);

/** Price of the site in the previous request for the same. */
export const LastPriceText = ({ site, last }: { site: SiteResult; last: LastPrice }) => {
  const direction = directionOf(site, last);
  return (
    <span class={`last ${direction ?? ''}`} title={`Checked ${timeText(last.atMs)}`}>
      {direction === 'same' ? (
        'unchanged'
      ) : (
        <>
          {direction && <Triangle isDown={direction === 'lower'} />}
          {direction && <span class="unseen">{direction} now, </span>}
          was <MoneyText money={last.price} />
        </>
      )}
    </span>
  );
};
