import { hashOf } from '../route.ts';
import { canKeep, type HistoryEntry } from '../storage.ts';
import { countWords, timeText } from '../words.ts';

interface Props {
  entries: readonly HistoryEntry[];
  shownId: string | undefined;
  isBusy: boolean;
  onShow: (entry: HistoryEntry) => void;
  onRunAgain: (entry: HistoryEntry) => void;
  onClear: () => void;
}

const outcomeOf = ({ state, data }: HistoryEntry): string =>
  data ? countWords(data.Sites) : state.toLowerCase();

/** Requests of this browser, newest first. */
export const History = ({ entries, shownId, isBusy, onShow, onRunAgain, onClear }: Props) => (
  <nav class="panel history" aria-label="Requests of this browser">
    <div class="form-head">
      <h2>History</h2>
      {entries.length > 0 && (
        <button type="button" class="quiet" onClick={onClear}>
          Clear
        </button>
      )}
    </div>
    {!canKeep() && (
      <p class="hint">
        This browser keeps nothing for this page (cookies and site data are blocked): requests are listed
        until you leave it.
      </p>
    )}
    {entries.length === 0 ? (
      <p class="hint">Requests of this browser will be listed here.</p>
    ) : (
      <ul>
        {entries.map((entry) => (
          <li key={entry.requestId}>
            <a
              class="entry"
              href={hashOf(entry.requestId)}
              aria-current={entry.requestId === shownId ? 'page' : undefined}
              onClick={() => onShow(entry)}
            >
              <strong>
                <bdi>{entry.sku}</bdi>
              </strong>
              <time dateTime={new Date(entry.queuedAtMs).toISOString()}>{timeText(entry.queuedAtMs)}</time>
              <span>{outcomeOf(entry)}</span>
            </a>
            {entry.state !== 'Pending' && entry.sites.length > 0 && (
              <button
                type="button"
                class="icon again"
                disabled={isBusy}
                aria-label={`Run ${entry.sku} of ${timeText(entry.queuedAtMs)} again`}
                title="Run again"
                onClick={() => onRunAgain(entry)}
              >
                <svg viewBox="0 0 16 16" aria-hidden="true">
                  <path d="M13 8a5 5 0 1 1-1.6-3.7M13 1.5v3.3H9.7" />
                </svg>
              </button>
            )}
          </li>
        ))}
      </ul>
    )}
  </nav>
);
