import { useEffect, useState } from 'preact/hooks';
import type { RequestProgress, SiteResult } from '../../client/index.ts';
import { hasPrice } from '../../client/ranking.ts';
import { displayName, nameOfSite } from '../arrange.ts';
import { counted } from '../counted.ts';
import type { LastPrice } from '../last-prices.ts';
import type { HistoryEntry } from '../storage.ts';
import type { Live } from '../use-requests.ts';
import { wake } from '../wake.ts';
import { nameOf, needsCredentials, spaced, timeText } from '../words.ts';
import { Doubts } from './doubts.tsx';
import { MoneyText } from './money-text.tsx';
import { Prices } from './result-card.tsx';
import { Reason } from './site-details.tsx';

/** Default deadline of a request. */
const windowMs = 5 * 60_000;
/** Show the deadline only after this, since most requests complete earlier. */
const longAfterMs = 30_000;

const useNow = (): number => {
  const [nowMs, setNowMs] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
};

const titleOf = (entry: HistoryEntry, progress: RequestProgress | undefined): string => {
  const count = progress?.Sites ?? entry.sites.length;
  if (count === 0) return 'Looking for this request';
  return `Scraping ${counted(count, 'site')}${entry.sku === '' ? '' : ` for ${nameOf(entry)}`}`;
};

const Finished = ({ site }: { site: SiteResult }) => (
  <li data-outcome={site.Outcome}>
    <bdi>{displayName(site)}</bdi> <span class={`badge ${site.Outcome}`}>{spaced(site.Outcome)}</span>{' '}
    <Prices site={site} /> <Doubts site={site} />
    <Reason site={site} />
  </li>
);

/** The finished sites, those without a price first, since they may need another address. */
const FinishedSites = ({ results }: { results: readonly SiteResult[] }) => (
  <>
    <h3>So far</h3>
    <ul class="finished" aria-label="Finished sites">
      {results
        .toSorted((a, b) => Number(hasPrice(a)) - Number(hasPrice(b)))
        .map((site) => (
          <Finished key={site.Index} site={site} />
        ))}
    </ul>
  </>
);

interface AwaitedProps {
  entry: HistoryEntry;
  last: ReadonlyMap<number, LastPrice>;
  results: readonly SiteResult[];
}

/** The unfinished sites of a pending request with what this browser knows of them. */
const AwaitedSites = ({ entry, last, results }: AwaitedProps) => {
  const finished = new Set(results.map(({ Index }) => Index));
  return (
    <ul class="awaited" aria-label="Unfinished sites">
      {entry.sites.map((site, index) => {
        const known = last.get(index);
        return finished.has(index) ? null : (
          // Sites are identified only by position.
          <li key={index}>
            <bdi>{nameOfSite(site, index)}</bdi>
            {known && (
              <span class="hint">
                <MoneyText money={known.price} />, {timeText(known.atMs)}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
};

const Waiting = ({ live: { trouble } }: { live: Live }) =>
  trouble === undefined ? null : (
    <div class="notice">
      <p>
        {trouble.needsCredentials
          ? needsCredentials
          : 'The request continues. This page checks again by itself, and at once when the network is back.'}
      </p>
      <p class="hint">{trouble.message}</p>
      <button type="button" class="quiet" onClick={wake}>
        Check now
      </button>
    </div>
  );

/** A pending request: its progress, its sites, and any trouble reading it. */
export const Pending = ({
  entry,
  live,
  last,
}: {
  entry: HistoryEntry;
  live: Live;
  last: ReadonlyMap<number, LastPrice>;
}) => {
  const nowMs = useNow();
  const elapsedMs = Math.max(0, nowMs - entry.queuedAtMs);
  const { Sites = entry.sites.length, Done, Results = [] } = live.progress ?? {};
  const seconds = Math.floor(elapsedMs / 1_000);
  return (
    <section class="panel pending" aria-labelledby="pending-title">
      <h2 id="pending-title" tabIndex={-1} class="arrival">
        {titleOf(entry, live.progress)}
      </h2>
      <progress
        aria-label="Sites done"
        max={Math.max(1, Sites)}
        {...(Done === undefined ? {} : { value: Done })}
      />
      <p>
        {Done === undefined ? 'Pending' : `${Done} of ${Sites} sites done`}
        {entry.sku !== '' && seconds > 0 && <span class="hint"> · {counted(seconds, 'second')}</span>}
      </p>
      {entry.sku !== '' && elapsedMs > longAfterMs && (
        <p class="hint">Slow sites have until {timeText(entry.queuedAtMs + windowMs)}.</p>
      )}
      <Waiting live={live} />
      {Results.length > 0 && <FinishedSites results={Results} />}
      {entry.sites.length > Results.length && <AwaitedSites entry={entry} last={last} results={Results} />}
      <p class="hint">
        Request <code>{entry.requestId}</code>
      </p>
    </section>
  );
};
