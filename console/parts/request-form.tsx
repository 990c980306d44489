import type { RefObject } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { SellingSite } from '../../client/index.ts';
import { counted } from '../counted.ts';
import type { FieldProblem } from '../field-problems.ts';
import { ImportError, type Imported, importSites, joinSites, maxSites, textOfFile } from '../import-sites.ts';
import { needsSku } from '../links.ts';
import type { Demo } from '../service.ts';
import type { Credentials, Draft } from '../storage.ts';
import { wake } from '../wake.ts';
import { FieldProblems, problemAttributes } from './field-problem.tsx';
import { ImportPanel, type TakeSites } from './import-panel.tsx';
import { SiteRow } from './site-row.tsx';

interface Props {
  draft: Draft;
  demo: Demo | undefined;
  isBusy: boolean;
  /** Problem of the request as a whole. */
  problem: string | undefined;
  problems: readonly FieldProblem[];
  onChange: (draft: Draft) => void;
  onSubmit: () => void;
}

const CredentialFields = ({
  credentials,
  problems,
  onChange,
}: {
  credentials: Credentials;
  problems: readonly FieldProblem[];
  onChange: (credentials: Credentials) => void;
}) => (
  <>
    <div class="pair">
      <div class="field">
        <label for="uid">UID</label>
        <input
          id="uid"
          required
          autocomplete="username"
          spellcheck={false}
          value={credentials.uid}
          {...problemAttributes(problems, 'uid')}
          onInput={(event) => onChange({ ...credentials, uid: event.currentTarget.value })}
          onChange={wake}
        />
        <FieldProblems problems={problems} fieldId="uid" />
      </div>
      <div class="field">
        <label for="license-key">License key</label>
        <input
          id="license-key"
          required
          type="password"
          autocomplete="off"
          spellcheck={false}
          value={credentials.licenseKey}
          {...problemAttributes(problems, 'license-key')}
          onInput={(event) => onChange({ ...credentials, licenseKey: event.currentTarget.value })}
          onChange={wake}
        />
        <FieldProblems problems={problems} fieldId="license-key" />
      </div>
    </div>
    <p class="hint">Kept in this tab only, until you close it.</p>
  </>
);

/** Result of the last import, with undo. */
interface ImportNote {
  lines: readonly string[];
  isProblem: boolean;
  before?: Draft;
}

/** Moves the focus on, since the buttons of import and undo disappear when pressed. */
const focusNext = (place: RefObject<HTMLElement | null>): void => {
  requestAnimationFrame(() => {
    const { activeElement } = document;
    // A disabled button loses the focus a moment later.
    if (activeElement === null || activeElement.matches('body, :disabled'))
      (
        place.current?.querySelector<HTMLElement>('.said button') ??
        place.current?.querySelector<HTMLElement>('.import textarea')
      )?.focus();
  });
};

/** An import never replaces credentials that the user has entered. */
const entered = ({ credentials, sku }: Draft, imported: Imported): Pick<Draft, 'credentials' | 'sku'> => ({
  credentials:
    credentials.uid || credentials.licenseKey
      ? credentials
      : { uid: imported.uid ?? '', licenseKey: imported.licenseKey ?? '' },
  sku: imported.sku ?? sku,
});

const isDemonstration = (sites: readonly SellingSite[], demo: Demo | undefined): boolean =>
  demo !== undefined && JSON.stringify(sites) === JSON.stringify(demo.SellingSites);

const useImport = (draft: Draft, demo: Demo | undefined, onChange: (draft: Draft) => void) => {
  const [note, setNote] = useState<ImportNote>();
  const place = useRef<HTMLFieldSetElement>(null);
  const take: TakeSites = async (source, from) => {
    try {
      const text = typeof source === 'string' ? source : await textOfFile(source);
      const imported = importSites(text);
      const { sites, remarks } = imported;
      // The user's own sites replace the demonstration.
      const before = isDemonstration(draft.sites, demo) ? { ...draft, sku: '', sites: [] } : draft;
      const joined = joinSites(before.sites, sites);
      onChange({ ...before, ...entered(before, imported), sites: joined.sites });
      const lines = [`${counted(sites.length, 'site')} from ${from}.`, ...remarks, joined.remark ?? ''];
      setNote({ lines: lines.filter(Boolean), isProblem: false, before: draft });
    } catch (error) {
      if (!(error instanceof ImportError)) throw error;
      setNote({ lines: [`Nothing was read from ${from}. ${error.message}`], isProblem: true });
    }
    focusNext(place);
  };
  const undo = (before: Draft): void => {
    onChange({ ...before, credentials: draft.credentials });
    setNote({ lines: ['The list is back as it was.'], isProblem: false });
    focusNext(place);
  };
  return { note, place, take, undo, forget: () => setNote(undefined) };
};

/** Handles files dropped on the form, but not text dragged into a field. */
const dropHandlers = (take: TakeSites, setOver: (isOver: boolean) => void) => ({
  onDragOver: (event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  },
  onDragLeave: () => setOver(false),
  onDrop: (event: DragEvent) => {
    const file = event.dataTransfer?.files[0];
    setOver(false);
    if (!file) return;
    event.preventDefault();
    void take(file, file.name);
  },
});

const SiteList = ({
  sites,
  problems,
  onChange,
  onPasteSites,
}: {
  sites: readonly SellingSite[];
  problems: readonly FieldProblem[];
  onChange: (sites: SellingSite[]) => void;
  onPasteSites: (text: string) => void;
}) => {
  const list = useRef<HTMLOListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  /** Keeps the focus on the page when a row is removed. */
  const remove = (index: number) => {
    onChange(sites.toSpliced(index, 1));
    addButton.current?.focus();
  };
  const add = () => {
    onChange([...sites, { Url: '' }]);
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>('li:last-child .site-name')?.focus(),
    );
  };
  return (
    <>
      <ol class="sites" ref={list}>
        {sites.map((site, index) => (
          // Rows are identified only by position.
          <SiteRow
            key={index}
            site={site}
            index={index}
            problems={problems}
            onChange={(changed) => onChange(sites.with(index, changed))}
            onRemove={() => remove(index)}
            onPasteSites={onPasteSites}
          />
        ))}
      </ol>
      <button type="button" class="quiet" disabled={sites.length >= maxSites} ref={addButton} onClick={add}>
        Add a site
      </button>
    </>
  );
};

/** Fields listed at the submit button; all are marked. */
const maxNamed = 5;

/** Problems shown at the submit button: of the whole request, and the number of marked fields. */
const Summary = ({ problem, problems }: Pick<Props, 'problem' | 'problems'>) => {
  const marked = problems.filter(({ fieldId }) => fieldId !== undefined);
  const lines = [
    problem,
    marked.length > 0 && `Check ${counted(marked.length, 'field')}:`,
    ...marked.slice(0, maxNamed).map(({ message }) => message),
    ...problems.filter(({ fieldId }) => fieldId === undefined).map(({ message }) => message),
  ].filter(Boolean);
  return lines.length === 0 ? null : (
    <p class="problem" role="alert">
      {lines.join('\n')}
    </p>
  );
};

/** Credentials, SKU and selling sites. */
export const RequestForm = ({ draft, demo, isBusy, problem, problems, onChange, onSubmit }: Props) => {
  const { credentials, sku, sites } = draft;
  const { note, place, take, undo, forget } = useImport(draft, demo, onChange);
  const [isOver, setOver] = useState(false);
  const useDemo = () => {
    if (!demo) return;
    forget();
    onChange({ credentials, sku: demo.Sku ?? sku, sites: demo.SellingSites });
  };
  return (
    <form
      id="request"
      class={isOver ? 'panel form over' : 'panel form'}
      aria-label="New request"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
      {...dropHandlers(take, setOver)}
    >
      <div class="form-head">
        <h2>New request</h2>
        {demo && demo.SellingSites.length > 0 && (
          <button type="button" class="quiet" onClick={useDemo}>
            Use the demonstration shops
          </button>
        )}
      </div>
      <CredentialFields
        credentials={credentials}
        problems={problems}
        onChange={(changed) => onChange({ ...draft, credentials: changed })}
      />
      <div class="field">
        <label for="sku">
          SKU
          <span class="hint">
            {' '}
            the product’s number{!needsSku(sites) && '; without one, each link is a product of its own'}
          </span>
        </label>
        <input
          id="sku"
          required={needsSku(sites)}
          maxLength={128}
          spellcheck={false}
          placeholder="555088-105"
          value={sku}
          {...problemAttributes(problems, 'sku')}
          onInput={(event) => onChange({ ...draft, sku: event.currentTarget.value })}
        />
        <FieldProblems problems={problems} fieldId="sku" />
      </div>
      <fieldset ref={place}>
        <legend>
          Selling sites <span class="count">{sites.length}</span>
        </legend>
        <p class="hint">
          Paste links of product pages, one per line. <code>{'{sku}'}</code> in an address is replaced by the
          SKU.
        </p>
        <SiteList
          sites={sites}
          problems={problems}
          onChange={(changed) => onChange({ ...draft, sites: changed })}
          onPasteSites={(text) => void take(text, 'the pasted text')}
        />
        <ImportPanel onTake={take} />
        <div role="status" class="said">
          {note && (
            <div class={note.isProblem ? 'problem' : 'note'}>
              {note.lines.map((line) => (
                <p key={line}>{line}</p>
              ))}
              {note.before && (
                <button type="button" class="link" onClick={() => undo(note.before!)}>
                  Undo
                </button>
              )}
            </div>
          )}
        </div>
      </fieldset>
      <Summary problem={problem} problems={problems} />
      <button type="submit" class="primary" disabled={isBusy || sites.length === 0}>
        {isBusy ? (navigator.onLine ? 'Sending…' : 'Offline: waiting for the network…') : 'Scrape prices'}
      </button>
    </form>
  );
};
