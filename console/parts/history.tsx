import type { HistoryEntry } from '../storage.ts';

interface Props {
  entries: HistoryEntry[];
  shownId: string | undefined;
  onShow: (entry: HistoryEntry) => void;
  onClear: () => void;
}

const outcomeOf = ({ state, data }: HistoryEntry): string =>
  data ? `${data.Summary.Priced} of ${data.Summary.Total} priced` : state.toLowerCase();

/** Requests of this browser, newest first. */
export const History = ({ entries, shownId, onShow, onClear }: Props) => (
  <nav class="panel history" aria-label="Requests of this browser">
    <div class="form-head">
      <h2>History</h2>
      {entries.length > 0 && (
        <button type="button" class="quiet" onClick={onClear}>
          Clear
        </button>
      )}
    </div>
    {entries.length === 0 ? (
      <p class="hint">Requests of this browser will be listed here.</p>
    ) : (
      <ul>
        {entries.map((entry) => (
          <li key={entry.requestId}>
            <button
              type="button"
              class="entry"
              aria-current={entry.requestId === shownId ? 'true' : undefined}
              onClick={() => onShow(entry)}
            >
              <strong>{entry.sku}</strong>
              <span>{outcomeOf(entry)}</span>
              <time dateTime={new Date(entry.queuedAtMs).toISOString()}>
                {new Date(entry.queuedAtMs).toLocaleTimeString()}
              </time>
            </button>
          </li>
        ))}
      </ul>
    )}
  </nav>
);
