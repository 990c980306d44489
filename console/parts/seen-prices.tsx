import { useState } from 'preact/hooks';
import { displayName } from '../arrange.ts';
import { counted } from '../counted.ts';
import { displayMoney } from '../money.ts';
import { isUnchanged, type SeenPrice, type SeenPrices } from '../seen-prices.ts';
import { timeText } from '../words.ts';
import { MoneyText } from './money-text.tsx';

/** Curves shown at first. */
const maxCurves = 6;
const [width, height] = [300, 40];
/** Half of a line's width. */
const edge = 2;
/** Extends the last price, so that it is a line and not a dot. */
const nowWidth = 16;

/** A step curve: a price holds until the next one. Floats only determine positions. */
const stepsOf = ({ prices, lowest, highest }: SeenPrices): string => {
  const [fromMs, toMs] = [prices[0]!.atMs, prices.at(-1)!.atMs];
  const [low, high] = [Number(lowest.amount), Number(highest.amount)];
  const x = ({ atMs }: SeenPrice): number =>
    toMs === fromMs ? 0 : ((atMs - fromMs) / (toMs - fromMs)) * (width - nowWidth);
  const y = ({ amount }: SeenPrice): number =>
    high > low ? edge + ((high - Number(amount)) / (high - low)) * (height - 2 * edge) : height / 2;
  const rounded = (place: number): string => place.toFixed(1);
  const steps = prices.map((price, index) =>
    index === 0 ? `M0 ${rounded(y(price))}` : `H${rounded(x(price))}V${rounded(y(price))}`,
  );
  return [...steps, `H${width}`].join('');
};

const wordsOf = (seen: SeenPrices): string => {
  const { site, prices, lowest, highest } = seen;
  const money = ({ amount }: SeenPrice): string =>
    displayMoney({ Amount: amount, Currency: site.Price.Currency });
  return isUnchanged(seen)
    ? `unchanged, seen ${counted(prices.length, 'time')}`
    : `lowest ${money(lowest)} (${timeText(lowest.atMs)}), highest ${money(highest)} (${timeText(highest.atMs)})`;
};

/** Prices of each site over time, as seen by this browser. */
export const SeenPricesChart = ({ seen }: { seen: readonly SeenPrices[] }) => {
  const [isWhole, setWhole] = useState(false);
  if (seen.length === 0) return null;
  return (
    <section class="panel chart curves" aria-labelledby="curves-title">
      <div class="form-head">
        <h3 id="curves-title">Prices over time</h3>
        <p class="hint">as seen by this browser</p>
      </div>
      <figure>
        <ol>
          {seen.slice(0, isWhole ? undefined : maxCurves).map((each) => (
            <li key={each.site.Index}>
              <span class="bar-name">
                <bdi>{displayName(each.site)}</bdi>
              </span>
              <div class="plot">
                <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
                  <path class="curve" d={stepsOf(each)} vector-effect="non-scaling-stroke" />
                </svg>
                <div class="axis">
                  <span>{timeText(each.prices[0]!.atMs)}</span>
                  <span>{timeText(each.prices.at(-1)!.atMs)}</span>
                </div>
              </div>
              <span class="bar-price">
                <MoneyText money={each.site.Price} />
                <span class="bar-word"> {wordsOf(each)}</span>
              </span>
            </li>
          ))}
        </ol>
      </figure>
      {seen.length > maxCurves && (
        <button type="button" class="quiet" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show fewer curves' : 'Show all curves'}
        </button>
      )}
    </section>
  );
};
