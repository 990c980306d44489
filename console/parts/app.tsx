import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ApiError, InvalidRequestError, type RequestData, type SellingSite } from '../../client/index.ts';
import { selectorOf, withPriceSelector } from '../candidate-selector.ts';
import { type FieldProblem, fieldProblems } from '../field-problems.ts';
import { lastPrices } from '../last-prices.ts';
import { withLabels, withoutLabels } from '../links.ts';
import { queueRequest, sentSites } from '../queue-request.ts';
import { seenPrices } from '../seen-prices.ts';
import { apiUrlOf, connect, type Demo, loadDemo, wordsOf } from '../service.ts';
import { type Draft, type HistoryEntry, loadDraft, saveDraft, type Trial } from '../storage.ts';
import { useArrival } from '../use-arrival.ts';
import { type Live, useRequests } from '../use-requests.ts';
import { useRoute } from '../use-route.ts';
import { listenForReturns, pause, wake } from '../wake.ts';
import { announcementOf, nameOf, needsCredentials } from '../words.ts';
import { History } from './history.tsx';
import { Pending } from './pending.tsx';
import { RequestForm } from './request-form.tsx';
import { Results, type ResultsProps } from './results.tsx';
import { Shielded } from './shielded.tsx';
import type { OnChoose } from './site-details.tsx';
import { TrialPanel } from './trial-panel.tsx';

const hasData = (entry: HistoryEntry): entry is HistoryEntry & { data: RequestData } =>
  entry.data !== undefined;

/** A title that leaves room for the site's name in a tab or bookmark. */
const maxTitle = 80;

const demoRetryMs = 2_000;

/** @returns `isKnown` is false until the demonstration document is loaded or known to be missing. */
const useDemo = (): { demo: Demo | undefined; isKnown: boolean } => {
  const [state, setState] = useState<{ demo: Demo | undefined; isKnown: boolean }>({
    demo: undefined,
    isKnown: false,
  });
  useEffect(() => {
    const abort = new AbortController();
    const load = async () => {
      while (!abort.signal.aborted) {
        try {
          return setState({ demo: await loadDemo(), isKnown: true });
        } catch {
          await pause(demoRetryMs, abort.signal);
        }
      }
    };
    // Rejects only on unmount.
    load().catch(() => {});
    return () => abort.abort();
  }, []);
  return state;
};

/** Fills empty credentials with the license of a service opened by its owner's link. */
const useSignIn = (license: Demo['License'], draft: Draft, onChange: (draft: Draft) => void): void => {
  useEffect(() => {
    const { uid, licenseKey } = draft.credentials;
    if (license && uid === '' && licenseKey === '')
      onChange({ ...draft, credentials: { uid: license.UID, licenseKey: license.LicenseKey } });
  }, [license]);
};

interface Submission {
  isBusy: boolean;
  problem: string | undefined;
  problems: readonly FieldProblem[];
}

const idle: Submission = { isBusy: false, problem: undefined, problems: [] };

/** Problems of an unsuccessful call: of fields, or of the request as a whole. */
const submissionAfter = (error: unknown): Submission => {
  if (error instanceof TypeError) {
    const fieldId = /^uid\b/.test(error.message) ? 'uid' : 'license-key';
    const message = error.message.replace(/^uid\b/, 'The UID').replace(/^licenseKey\b/, 'The license key');
    return { ...idle, problems: [{ fieldId, message }] };
  }
  if (error instanceof ApiError && error.status === 401)
    return { ...idle, problems: [{ fieldId: 'license-key', message: wordsOf(error) }] };
  const problems = error instanceof InvalidRequestError ? fieldProblems(error) : [];
  return problems.length === 0 ? { ...idle, problem: wordsOf(error) } : { ...idle, problems };
};

/** Problems left after a change, without those of the edited field and of moved rows. */
const problemsAfter = (
  problems: readonly FieldProblem[],
  before: Draft,
  after: Draft,
): readonly FieldProblem[] => {
  if (before.sites.length !== after.sites.length) return [];
  const changedId = document.activeElement?.id;
  return problems.filter(({ fieldId }) => fieldId !== undefined && fieldId !== changedId);
};

/**
 * Focuses the first field with a problem once the form shows it, or scrolls to the problem of the whole request.
 *
 * @param refusals - number of refused calls so far.
 */
const useFirstProblem = (refusals: number): void => {
  useLayoutEffect(() => {
    if (refusals === 0) return;
    const field = document.querySelector<HTMLElement>('#request [aria-invalid="true"]');
    if (field) field.focus();
    else document.querySelector('#request [role="alert"]')?.scrollIntoView({ block: 'nearest' });
  }, [refusals]);
};

/** Longer than the pause between two keystrokes. */
const typingPauseMs = 700;

/** Reads a request again that waits for credentials once others are entered. */
const useAskedAgain = ({ uid, licenseKey }: Draft['credentials'], isWaiting: boolean): void => {
  useEffect(() => {
    if (!isWaiting || uid === '' || licenseKey === '') return;
    const timer = setTimeout(wake, typingPauseMs);
    return () => clearTimeout(timer);
  }, [uid, licenseKey, isWaiting]);
};

const sameAddress = (one: SellingSite, other: SellingSite): boolean =>
  one.Url === other.Url && one.SearchUrl === other.SearchUrl && one.Name === other.Name;

/** Announcement for screen readers. */
const spokenOf = (entry: HistoryEntry | undefined, { trouble }: Live): string => {
  if (entry === undefined) return '';
  if (hasData(entry)) return announcementOf(nameOf(entry), entry.data.Sites);
  if (entry.state === 'Failed') return `${nameOf(entry)}: no result.`;
  if (trouble === undefined) return 'Pending.';
  return trouble.needsCredentials
    ? needsCredentials
    : 'The service cannot be reached right now; the request continues.';
};

const Failed = ({ entry, onRunAgain }: { entry: HistoryEntry; onRunAgain: (() => void) | undefined }) => (
  <div class="panel empty failed">
    <h2 tabIndex={-1} class="arrival">
      {entry.sku === '' ? 'There is no such request' : `${nameOf(entry)}: no result`}
    </h2>
    <p>{entry.problem}</p>
    {onRunAgain && (
      <button type="button" class="quiet" onClick={onRunAgain}>
        Run again
      </button>
    )}
  </div>
);

const Welcome = ({ onDemo, isBusy }: { onDemo: (() => void) | undefined; isBusy: boolean }) => (
  <div class="panel empty">
    <h2>Nothing scraped yet</h2>
    <p>
      Paste the links of product pages, or enter a SKU and the sites that sell it. For each site you get the
      price and where on the page it was found, or the reason there is none.
    </p>
    {onDemo && (
      <button type="button" class="primary" disabled={isBusy} onClick={onDemo}>
        Scrape the demonstration shops
      </button>
    )}
    <p class="hint">
      For prices every morning and messages when they change, set up a <a href="docs/watching.html">watch</a>.
    </p>
  </div>
);

/** Lets keyboard users skip the form. */
const SkipLink = ({ to, children }: { to: string; children: string }) => (
  <a
    class="skip"
    href={location.hash || '#/'}
    onClick={(event) => {
      event.preventDefault();
      document.querySelector<HTMLElement>(to)?.focus();
    }}
  >
    {children}
  </a>
);

interface ShownProps extends Pick<ResultsProps, 'apiUrl' | 'uid' | 'look' | 'isBusy' | 'onLook'> {
  entry: HistoryEntry;
  live: Live;
  entries: readonly HistoryEntry[];
  onBack: (requestId: string) => void;
  onSend: (sku: string, sites: readonly SellingSite[], trial?: Trial) => void;
  onChoose: OnChoose;
}

/** Outcome of a chosen selector, above its request's result. */
const Tried = ({
  entry,
  trial,
  site,
  entries,
  onBack,
  onSend,
}: Pick<ShownProps, 'entries' | 'onBack' | 'onSend'> & {
  entry: HistoryEntry & { data: RequestData };
  trial: Trial;
  site: SellingSite;
}) => {
  const whole = entries.find(({ requestId }) => requestId === trial.ofRequestId);
  const runAll = ({ sku, sites }: HistoryEntry) =>
    onSend(
      sku,
      sites.map((other) => (sameAddress(other, site) ? site : other)),
    );
  return (
    <TrialPanel
      trial={trial}
      site={site}
      data={entry.data}
      onBack={whole && (() => onBack(whole.requestId))}
      onRunAll={whole && whole.sites.length > 1 ? () => runAll(whole) : undefined}
    />
  );
};

/** The request in the address, in any state. */
const Shown = ({ entry, live, entries, onBack, onSend, onChoose, ...rest }: ShownProps) => {
  const canRun = entry.sites.length > 0;
  const runAgain = canRun ? () => onSend(entry.sku, entry.sites, entry.trial) : undefined;
  const last = lastPrices(entries, entry);
  if (entry.state === 'Pending') return <Pending {...{ entry, live, last }} />;
  if (!hasData(entry)) return <Failed entry={entry} onRunAgain={runAgain} />;
  const [site] = entry.sites;
  return (
    <>
      {entry.trial && site && <Tried trial={entry.trial} {...{ entry, site, entries, onBack, onSend }} />}
      <Results
        key={entry.requestId}
        {...rest}
        entry={entry}
        last={last}
        seen={seenPrices(entries, entry)}
        onRunAgain={runAgain}
        onChoose={canRun ? onChoose : undefined}
      />
    </>
  );
};

export const App = () => {
  const { demo, isKnown } = useDemo();
  const [draft, setDraft] = useState(loadDraft);
  useSignIn(demo?.License, draft, (next) => changeDraft(next));
  const [submission, setSubmission] = useState(idle);
  const { route, go, setLook } = useRoute();
  const apiUrl = apiUrlOf(demo);
  const sending = useRef<AbortController>(undefined);
  const { entries, live, put, remove } = useRequests(
    isKnown ? () => connect(apiUrl, draft.credentials) : undefined,
    route.requestId,
  );
  const shown = entries.find(({ requestId }) => requestId === route.requestId);
  const shownLive = (shown && live.get(shown.requestId)) ?? {};
  useAskedAgain(draft.credentials, shownLive.trouble?.needsCredentials === true);
  const awaitArrival = useArrival(shown ? `${shown.requestId} ${shown.state}` : '');
  const [refusals, setRefusals] = useState(0);
  useFirstProblem(refusals);

  useLayoutEffect(() => {
    listenForReturns();
    return () => sending.current?.abort();
  }, []);

  const title = shown?.sku ? nameOf(shown) : '';
  // Set synchronously, since the browser's history records the current title.
  useLayoutEffect(() => {
    document.title = title ? `${title.slice(0, maxTitle).toWellFormed()} · scrap-prices` : 'scrap-prices';
  }, [title]);

  const changeDraft = (next: Draft): void => {
    setDraft(next);
    saveDraft(next);
    if (submission.problems.length > 0)
      setSubmission({ ...submission, problems: problemsAfter(submission.problems, draft, next) });
  };

  /** Queues a request and shows it. */
  const send = async (givenSku: string, given: readonly SellingSite[], trial?: Trial): Promise<void> => {
    sending.current?.abort();
    const abort = new AbortController();
    sending.current = abort;
    setSubmission({ ...idle, isBusy: true });
    try {
      const { sku, sites } = withLabels({ sku: givenSku, sites: sentSites(given) });
      const requestId = await queueRequest(connect(apiUrl, draft.credentials), sku, sites, abort.signal);
      put({
        requestId,
        sku,
        sites,
        queuedAtMs: Date.now(),
        state: 'Pending',
        ...(trial && { trial }),
      });
      setSubmission(idle);
      awaitArrival();
      go(requestId);
      wake();
    } catch (error) {
      if (abort.signal.aborted) return;
      setSubmission(submissionAfter(error));
      setRefusals((count) => count + 1);
    }
  };

  // The form follows the request on screen, unless it holds one that was never sent.
  useEffect(() => {
    const isSent = (sku: string, sites: readonly SellingSite[]): boolean => {
      const asked = JSON.stringify(withLabels({ sku, sites: sentSites(sites) }));
      return entries.some((entry) => JSON.stringify({ sku: entry.sku, sites: entry.sites }) === asked);
    };
    const isEmpty =
      draft.sku === '' && draft.sites.every(({ Url, SearchUrl, Name }) => !(Url || SearchUrl || Name));
    if (shown && shown.sites.length > 0 && !shown.trial && (isEmpty || isSent(draft.sku, draft.sites)))
      changeDraft({ ...draft, ...withoutLabels(shown) });
  }, [shown?.requestId]);

  const scrapeDemo = (sku: string, sites: SellingSite[]): void => {
    changeDraft({ ...draft, sku, sites });
    void send(sku, sites);
  };

  /** Also adds the selector to the form's site, for later requests. */
  const choose =
    (entry: HistoryEntry): OnChoose =>
    (result, candidate) => {
      const site = entry.sites[result.Index];
      const selector = selectorOf(candidate);
      if (!site || !selector) return;
      changeDraft({
        ...draft,
        sites: draft.sites.map((other) =>
          sameAddress(other, site) ? withPriceSelector(other, selector) : other,
        ),
      });
      const trial = { ofRequestId: entry.requestId, amount: candidate.Price.Amount };
      void send(entry.sku, [withPriceSelector(site, selector)], trial);
    };

  return (
    <>
      <nav aria-label="Skip links">
        {shown && <SkipLink to=".stage .arrival">Skip to the result</SkipLink>}
        <SkipLink to="#request .primary">Skip to the submit button</SkipLink>
      </nav>
      <header>
        <h1>
          <a href="#/" class="brand">
            <img src="icon.svg" alt="" width="26" height="26" /> scrap-prices
          </a>
        </h1>
        <p>Prices of a product across selling sites, with evidence.</p>
        <a href="docs/index.html">Documentation</a>
      </header>
      <p class="unseen" role="status">
        {spokenOf(shown, shownLive)}
      </p>
      <main>
        <div class="side">
          <RequestForm
            draft={draft}
            demo={demo}
            {...submission}
            onChange={changeDraft}
            onSubmit={() => void send(draft.sku, draft.sites)}
          />
          <History
            entries={entries.filter(({ sku }) => sku !== '')}
            shownId={route.requestId}
            isBusy={submission.isBusy}
            onShow={awaitArrival}
            onRunAgain={({ sku, sites, trial }) => void send(sku, sites, trial)}
            onRemove={(gone) => {
              remove(gone);
              if (gone.some(({ requestId }) => requestId === route.requestId)) go(undefined);
            }}
            onRestore={(removed) => removed.forEach(put)}
          />
        </div>
        <div class={shown ? 'stage shown' : 'stage'}>
          {shown ? (
            <Shielded what="This request" key={shown.requestId}>
              <Shown
                entry={shown}
                live={shownLive}
                entries={entries}
                onBack={(requestId) => {
                  awaitArrival();
                  go(requestId);
                }}
                onSend={(sku, sites, trial) => void send(sku, sites, trial)}
                onChoose={choose(shown)}
                {...{ apiUrl, look: route.look, isBusy: submission.isBusy, onLook: setLook }}
                uid={draft.credentials.uid}
              />
            </Shielded>
          ) : (
            <Welcome
              isBusy={submission.isBusy}
              onDemo={
                demo?.Sku && draft.credentials.licenseKey
                  ? () => scrapeDemo(demo.Sku!, demo.SellingSites)
                  : undefined
              }
            />
          )}
        </div>
      </main>
    </>
  );
};
