import { randomUUID } from 'node:crypto';
import { lowestInDays } from '../../lambdas/domain/lowest-price.ts';
import { dayMs, lowestDays } from '../../lambdas/domain/past-prices.ts';
import type { PriceChange, WatchState } from '../../lambdas/domain/price-changes.ts';
import type { SiteResult } from '../../lambdas/domain/site-result.ts';
import type { SeenPrice, StoredNotice, StoredSeries } from './history-file.ts';

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
  Availability: string;
  /**
   * The new price is lower than all that this watch has seen in so many days, 30 at most; 0: in less than a day. Null: it is
   * not, or not of the page itself.
   */
  LowestInDays: number | null;
};

export interface Past {
  /** Looks of the last {@link lowestDays} days, without the one that tells of the change. */
  looks: readonly Pick<SeenPrice, 'knownAmount' | 'knownCurrency'>[];
  /** When the first look of all was; `undefined`: there was none. */
  beginsAtMs: number | undefined;
  nowMs: number;
}

/** From where the looks of a {@link Past} are wanted. @returns ISO 8601, UTC. */
export const pastSince = (nowMs: number): string => new Date(nowMs - lowestDays * dayMs).toISOString();

/** Makes what is handed over of a change. */
export const noticeOf = (
  change: PriceChange,
  { sku, site, url }: StoredSeries,
  { Title }: Pick<SiteResult, 'Title'>,
  state: WatchState,
  past: Past,
): Notice => {
  const prices = past.looks.flatMap(({ knownAmount: Amount, knownCurrency: Currency }) =>
    Amount === null ? [] : [{ Amount, Currency }],
  );
  return {
    Id: `msg_${randomUUID()}`,
    At: new Date(past.nowMs).toISOString(),
    Sku: sku,
    Site: site,
    Url: url,
    ...change,
    Title,
    Availability: state.Items[0]?.Availability.Known ?? 'Unknown',
    LowestInDays: lowestInDays(change, { ...past, prices }),
  };
};

export const toStoredNotice = (notice: Notice): StoredNotice => ({
  id: notice.Id,
  at: notice.At,
  notice: JSON.stringify(notice),
});

/** Written by this program, into a file that it made. */
export const fromStoredNotice = ({ notice }: StoredNotice): Notice => JSON.parse(notice) as Notice;
