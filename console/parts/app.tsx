import { useEffect, useRef, useState } from 'preact/hooks';
import type { RequestData, RequestProgress, SellingSite } from '../../client/index.ts';
import { apiUrlOf, connect, type Demo, loadDemo, wordsOf } from '../service.ts';
import { type HistoryEntry, loadCredentials, loadHistory, saveCredentials, saveHistory } from '../storage.ts';
import { History } from './history.tsx';
import { PendingClock } from './pending-clock.tsx';
import { type Draft, RequestForm } from './request-form.tsx';
import { Results } from './results.tsx';

const hasData = (entry: HistoryEntry): entry is HistoryEntry & { data: RequestData } =>
  entry.data !== undefined;

/** A field that was left empty is no address; the name may be one of the registry. */
const withoutEmptyAddress = ({ Url, SearchUrl, ...rest }: SellingSite): SellingSite => ({
  ...rest,
  ...(Url ? { Url } : {}),
  ...(SearchUrl ? { SearchUrl } : {}),
});

export const App = () => {
  const [demo, setDemo] = useState<Demo>();
  const [draft, setDraft] = useState<Draft>({
    credentials: loadCredentials(),
    sku: '',
    sites: [{ Url: '' }],
  });
  const [history, setHistory] = useState(loadHistory);
  const [shownId, setShownId] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [progress, setProgress] = useState<RequestProgress>();
  const watching = useRef<AbortController>(undefined);
  const apiUrl = apiUrlOf(demo);
  const shown = history.find(({ requestId }) => requestId === shownId);

  useEffect(() => {
    void loadDemo().then(setDemo);
    return () => watching.current?.abort();
  }, []);

  const put = (entry: HistoryEntry): void =>
    setHistory((entries) =>
      saveHistory([entry, ...entries.filter(({ requestId }) => requestId !== entry.requestId)]),
    );

  const changeDraft = (next: Draft): void => {
    setDraft(next);
    saveCredentials(next.credentials);
  };

  /** Follows a request until it has ended; called for a new one, and for one that was left. */
  const follow = async (entry: HistoryEntry, abort: AbortController): Promise<void> => {
    setProgress(undefined);
    try {
      const data = await connect(apiUrl, draft.credentials).results(entry.requestId, {
        signal: abort.signal,
        onProgress: ({ sites }) => setProgress(sites),
      });
      put({ ...entry, state: 'Completed', data });
    } catch (error) {
      if (abort.signal.aborted) return;
      put({ ...entry, state: 'Failed', problem: wordsOf(error) });
    }
  };

  const watch = async (work: (abort: AbortController) => Promise<void>): Promise<void> => {
    watching.current?.abort();
    const abort = new AbortController();
    watching.current = abort;
    setBusy(true);
    setProblem(undefined);
    try {
      await work(abort);
    } catch (error) {
      if (!abort.signal.aborted) setProblem(wordsOf(error));
    } finally {
      if (watching.current === abort) setBusy(false);
    }
  };

  const submit = () =>
    watch(async (abort) => {
      const sites = draft.sites.map(withoutEmptyAddress);
      const { RequestId } = await connect(apiUrl, draft.credentials).queue(draft.sku, sites, {
        signal: abort.signal,
      });
      const entry: HistoryEntry = {
        requestId: RequestId,
        sku: draft.sku,
        sites,
        queuedAtMs: Date.now(),
        state: 'Pending',
      };
      put(entry);
      setShownId(RequestId);
      await follow(entry, abort);
    });

  const show = (entry: HistoryEntry): void => {
    setShownId(entry.requestId);
    if (entry.state === 'Pending') void watch((abort) => follow(entry, abort));
  };

  const stop = (): void => {
    watching.current?.abort();
    setBusy(false);
    setShownId(undefined);
  };

  return (
    <>
      <header>
        <h1>
          <img src="icon.svg" alt="" width="28" height="28" /> scrap-prices
        </h1>
        <p>Prices of a product across selling sites, with evidence.</p>
        <a href="docs/index.html">API pages</a>
      </header>
      <main>
        <div class="side">
          <RequestForm
            draft={draft}
            demo={demo}
            isBusy={isBusy}
            problem={problem}
            onChange={changeDraft}
            onSubmit={() => void submit()}
          />
          <History
            entries={history}
            shownId={shownId}
            onShow={show}
            onClear={() => {
              stop();
              setHistory(saveHistory([]));
            }}
          />
        </div>
        <div class="stage">
          {shown === undefined && (
            <div class="panel empty">
              <h2>Nothing scraped yet</h2>
              <p>
                Name a SKU and the sites that sell it. For each site you get the price and the place on the
                page where it stands, or the reason why there is none.
              </p>
            </div>
          )}
          {shown?.state === 'Pending' && <PendingClock entry={shown} progress={progress} onStop={stop} />}
          {shown?.state === 'Failed' && (
            <div class="panel empty" role="alert">
              <h2>{shown.sku} has no result</h2>
              <p>{shown.problem}</p>
            </div>
          )}
          {shown && hasData(shown) && (
            <Results key={shown.requestId} entry={shown} apiUrl={apiUrl} uid={draft.credentials.uid} />
          )}
        </div>
      </main>
    </>
  );
};
