import { randomUUID } from 'node:crypto';
import { decimalsOf, inUnits } from '../../lambdas/domain/decimals.ts';
import type { Price, PriceChange, WatchState } from '../../lambdas/domain/price-changes.ts';
import type { SiteResult } from '../../lambdas/domain/site-result.ts';
import type { SeenPrice, StoredNotice, StoredSeries } from './history-file.ts';

const dayMs = 24 * 3_600_000;
/** How far back a price is called the lowest. */
export const lowestDays = 30;

/**
 * A change as it is handed over: to the output, to a command, to a webhook. Members that begin with a capital letter are
 * as in the service's results; text of a page is in `Title` and `Of` alone.
 */
export type Notice = PriceChange & {
  /** `msg_` and a UUID: the same whenever and however it is told. */
  Id: string;
  At: string;
  Sku: string;
  Site: string;
  /** As the watched file names it. */
  Url: string | null;
  Title: string | null;
  /** Whether it can be bought now, as far as is known. */
  Availability: string;
  /**
   * The new price is lower than all that this watch has seen in so many days, 30 at most; 0: in less than a day. Null: it is
   * not, or not of the page itself.
   */
  LowestInDays: number | null;
};

const isLower = (first: string, second: string): boolean => {
  const decimals = Math.max(decimalsOf(first), decimalsOf(second));
  return inUnits(first, decimals) < inUnits(second, decimals);
};

const isOfPage = ({ Of }: PriceChange): boolean =>
  Of.some(({ Variant, Seller }) => Variant === undefined && Seller === undefined);

export interface Past {
  /** Looks of the last {@link lowestDays} days, without the one that tells of the change. */
  looks: readonly Pick<SeenPrice, 'knownAmount' | 'knownCurrency'>[];
  /** When the first look of all was; `undefined`: there was none. */
  beginsAtMs: number | undefined;
  nowMs: number;
}

/** From where the looks of a {@link Past} are wanted. @returns ISO 8601, UTC. */
export const pastSince = (nowMs: number): string => new Date(nowMs - lowestDays * dayMs).toISOString();

const lowestInDays = (price: Price, { looks, beginsAtMs, nowMs }: Past): number | null => {
  const amounts = looks.flatMap(({ knownAmount, knownCurrency }) =>
    knownAmount !== null && knownCurrency === price.Currency ? [knownAmount] : [],
  );
  if (beginsAtMs === undefined || amounts.length === 0) return null;
  if (!amounts.every((amount) => isLower(price.Amount, amount))) return null;
  return Math.min(lowestDays, Math.floor((nowMs - beginsAtMs) / dayMs));
};

/** What a change says of the page's new price; `undefined` where it says nothing of it. */
const newPriceOf = (change: PriceChange): Price | undefined => {
  if (!isOfPage(change)) return undefined;
  if (change.Kind === 'Price') return change.To;
  return change.Kind === 'BelowTarget' ? change.Price : undefined;
};

/** Makes what is handed over of a change. */
export const noticeOf = (
  change: PriceChange,
  { sku, site, url }: StoredSeries,
  { Title }: Pick<SiteResult, 'Title'>,
  state: WatchState,
  past: Past,
): Notice => {
  const price = newPriceOf(change);
  return {
    Id: `msg_${randomUUID()}`,
    At: new Date(past.nowMs).toISOString(),
    Sku: sku,
    Site: site,
    Url: url,
    ...change,
    Title,
    Availability: state.Items[0]?.Availability.Known ?? 'Unknown',
    LowestInDays: price === undefined ? null : lowestInDays(price, past),
  };
};

export const toStoredNotice = (notice: Notice): StoredNotice => ({
  id: notice.Id,
  at: notice.At,
  notice: JSON.stringify(notice),
});

/** Written by this program, into a file that it made. */
export const fromStoredNotice = ({ notice }: StoredNotice): Notice => JSON.parse(notice) as Notice;
