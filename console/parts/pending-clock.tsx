import { useEffect, useState } from 'preact/hooks';
import type { RequestProgress } from '../../client/index.ts';
import { counted } from '../counted.ts';
import type { HistoryEntry } from '../storage.ts';

/** The service fails a request that is not completed by then. */
const windowMs = 5 * 60_000;
const circumference = 2 * Math.PI * 44;

const clockText = (ms: number): string => {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

/** A request in work, with what is left of its five minutes. */
export const PendingClock = ({
  entry,
  progress,
  onStop,
}: {
  entry: HistoryEntry;
  progress: RequestProgress | undefined;
  onStop: () => void;
}) => {
  const [nowMs, setNowMs] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 250);
    return () => clearInterval(timer);
  }, []);
  const elapsedMs = Math.max(0, nowMs - entry.queuedAtMs);
  const leftMs = Math.max(0, windowMs - elapsedMs);
  return (
    <section class="panel pending" aria-labelledby="pending-title">
      <svg viewBox="0 0 100 100" class="clock" role="img" aria-label="Time left until the deadline">
        <circle cx="50" cy="50" r="44" class="clock-rest" />
        <circle
          cx="50"
          cy="50"
          r="44"
          class="clock-left"
          stroke-dasharray={`${(circumference * leftMs) / windowMs} ${circumference}`}
          transform="rotate(-90 50 50)"
        />
        <text x="50" y="57" text-anchor="middle">
          {clockText(leftMs)}
        </text>
      </svg>
      <div>
        <h2 id="pending-title">
          Scraping {counted(entry.sites.length, 'site')} for {entry.sku}
        </h2>
        <p role="status">
          Pending{progress && `, ${progress.Done} of ${progress.Sites} sites done`}. Results appear here as
          soon as every site has its outcome.
        </p>
        <p class="hint">
          <span class="mono">{(elapsedMs / 1_000).toFixed(0)} s</span> so far · request{' '}
          <code>{entry.requestId}</code>
        </p>
        <button type="button" class="quiet" onClick={onStop}>
          Stop watching
        </button>
      </div>
    </section>
  );
};
