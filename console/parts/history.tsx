import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { counted } from '../counted.ts';
import { hashOf } from '../route.ts';
import { canKeep, type HistoryEntry } from '../storage.ts';
import { countWords, nameOf, timeText } from '../words.ts';

interface Props {
  entries: readonly HistoryEntry[];
  shownId: string | undefined;
  isBusy: boolean;
  onShow: (entry: HistoryEntry) => void;
  onRunAgain: (entry: HistoryEntry) => void;
  onRemove: (gone: readonly HistoryEntry[]) => void;
  /** Restores the removed entry. */
  onRestore: (removed: readonly HistoryEntry[]) => void;
}

const outcomeOf = ({ state, data }: HistoryEntry): string =>
  data ? countWords(data.Sites) : state.toLowerCase();

const placeOf = (entry: HistoryEntry): string => `${nameOf(entry)} from ${timeText(entry.queuedAtMs)}`;

interface ItemProps extends Pick<Props, 'isBusy' | 'onShow' | 'onRunAgain'> {
  entry: HistoryEntry;
  isShown: boolean;
  onRemove: () => void;
}

const Item = ({ entry, isShown, isBusy, onShow, onRunAgain, onRemove }: ItemProps) => (
  <li>
    <a
      class="entry"
      href={hashOf(entry.requestId)}
      aria-current={isShown ? 'page' : undefined}
      onClick={() => onShow(entry)}
    >
      <strong>
        <bdi>{nameOf(entry)}</bdi>
      </strong>
      <time dateTime={new Date(entry.queuedAtMs).toISOString()}>{timeText(entry.queuedAtMs)}</time>
      <span>{outcomeOf(entry)}</span>
    </a>
    {entry.state !== 'Pending' && entry.sites.length > 0 && (
      <button
        type="button"
        class="icon again"
        disabled={isBusy}
        aria-label={`Run ${placeOf(entry)} again`}
        title="Run again"
        onClick={() => onRunAgain(entry)}
      >
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M13 8a5 5 0 1 1-1.6-3.7M13 1.5v3.3H9.7" />
        </svg>
      </button>
    )}
    <button
      type="button"
      class="icon"
      aria-label={`Remove ${placeOf(entry)}`}
      title="Remove"
      onClick={onRemove}
    >
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d="M4 4l8 8M12 4l-8 8" />
      </svg>
    </button>
  </li>
);

/**
 * Lets the user undo the last removal, since the service keeps results only for minutes. Moves the focus to the undo button,
 * then to the list.
 */
const useRemoved = ({ onRemove, onRestore }: Pick<Props, 'onRemove' | 'onRestore'>) => {
  const [removed, setRemoved] = useState<readonly HistoryEntry[]>([]);
  const heading = useRef<HTMLHeadingElement>(null);
  const undoButton = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => undoButton.current?.focus(), [removed]);
  return {
    removed,
    heading,
    undoButton,
    remove: (gone: readonly HistoryEntry[]) => {
      onRemove(gone);
      setRemoved(gone);
    },
    undo: () => {
      onRestore(removed);
      setRemoved([]);
      heading.current?.focus();
    },
  };
};

/** Requests from this browser, newest first. */
export const History = ({ entries, shownId, isBusy, onShow, onRunAgain, ...changes }: Props) => {
  const { removed, heading, undoButton, remove, undo } = useRemoved(changes);
  return (
    <nav class="panel history" aria-label="Requests from this browser">
      <div class="form-head">
        <h2 ref={heading} tabIndex={-1}>
          History
        </h2>
        {entries.length > 0 && (
          <button type="button" class="quiet" onClick={() => remove(entries)}>
            Clear
          </button>
        )}
      </div>
      <div role="status">
        {removed.length > 0 && (
          <p class="note">
            {counted(removed.length, 'request')} removed.{' '}
            <button type="button" class="link" ref={undoButton} onClick={undo}>
              Undo
            </button>
          </p>
        )}
      </div>
      {!canKeep() && (
        <p class="hint">
          This browser blocks cookies and site data, so requests are listed only until you leave this page.
        </p>
      )}
      {entries.length === 0 ? (
        <p class="hint">Requests from this browser will appear here.</p>
      ) : (
        <ul>
          {entries.map((entry) => (
            <Item
              key={entry.requestId}
              isShown={entry.requestId === shownId}
              onRemove={() => remove([entry])}
              {...{ entry, isBusy, onShow, onRunAgain }}
            />
          ))}
        </ul>
      )}
    </nav>
  );
};
