import { useState } from 'preact/hooks';
import type { RequestData } from '../../client/index.ts';
import { byProduct } from '../../client/ranking.ts';
import { resultCsv } from '../../client/result-rows.ts';
import { arrange, displayName, type Section } from '../arrange.ts';
import { counted } from '../counted.ts';
import type { LastPrice } from '../last-prices.ts';
import { type Look, type Outcome, outcomeNames, plainLook } from '../route.ts';
import type { SeenPrices } from '../seen-prices.ts';
import { curlOf } from '../service.ts';
import type { HistoryEntry } from '../storage.ts';
import {
  countWords,
  durationText,
  type Headline,
  headlinesOf,
  nameOf,
  productName,
  spaced,
} from '../words.ts';
import { Doubts } from './doubts.tsx';
import { downloadText } from './download.ts';
import { MoneyText } from './money-text.tsx';
import { PriceChart } from './price-chart.tsx';
import { ResultCard } from './result-card.tsx';
import { ResultTable } from './result-table.tsx';
import { SeenPricesChart } from './seen-prices.tsx';
import type { OnChoose } from './site-details.tsx';

export interface ResultsProps {
  entry: HistoryEntry & { data: RequestData };
  apiUrl: string;
  uid: string;
  last: ReadonlyMap<number, LastPrice>;
  seen: readonly SeenPrices[];
  look: Look;
  isBusy: boolean;
  onLook: (look: Look) => void;
  /** Absent if the request's sites are unknown to this browser. */
  onRunAgain: (() => void) | undefined;
  onChoose: OnChoose | undefined;
}

const Actions = ({ entry, apiUrl, uid, isBusy, onRunAgain }: ResultsProps) => {
  const { data } = entry;
  const [copied, setCopied] = useState('');
  /** Shown if the browser blocks copying. */
  const [command, setCommand] = useState('');
  const fileName = `prices-${data.Sku.replace(/[^\w.-]+/g, '_')}`;
  const copy = async () => {
    const text = curlOf(apiUrl, uid, entry.sku, entry.sites);
    try {
      await navigator.clipboard.writeText(text);
      setCopied('Copied. Set LICENSE_KEY before you run it.');
    } catch {
      setCopied('The browser blocked copying, so here it is. Set LICENSE_KEY before you run it.');
      setCommand(text);
    }
  };
  return (
    <>
      <div class="actions">
        {onRunAgain && (
          <button type="button" class="quiet strong" disabled={isBusy} onClick={onRunAgain}>
            Run again
          </button>
        )}
        {entry.sites.length > 0 && (
          <button type="button" class="quiet" onClick={copy}>
            Copy as curl
          </button>
        )}
        <button
          type="button"
          class="quiet"
          onClick={() => downloadText(`${fileName}.csv`, 'text/csv', resultCsv([data]))}
        >
          CSV
        </button>
        <button
          type="button"
          class="quiet"
          onClick={() => downloadText(`${fileName}.json`, 'application/json', JSON.stringify(data, null, 2))}
        >
          JSON
        </button>
      </div>
      <p class="hint copied" aria-live="polite">
        {copied}
      </p>
      {command && (
        <textarea
          class="command"
          aria-label="The request as a curl command"
          readOnly
          rows={6}
          value={command}
        />
      )}
    </>
  );
};

/** Doubtful prices named in the headline; the table has all. */
const maxDoubtful = 3;

const BestOffer = ({ headline, product }: { headline: Headline; product: string }) => {
  const { label, where, best, doubtful } = headline;
  return (
    <li>
      <span class="hint">
        {product && <bdi>{product}: </bdi>}
        {label}
      </span>{' '}
      {best && (
        <strong>
          <MoneyText money={best.Price} />
        </strong>
      )}{' '}
      <bdi>{where}</bdi>
      {doubtful.length > 0 && (
        <p class="to-check">
          {best ? 'Cheaper, but check first: ' : 'To check: '}
          {doubtful.slice(0, maxDoubtful).map((site, index) => (
            <span key={site.Index}>
              {index > 0 && '; '}
              <MoneyText money={site.Price} /> at <bdi>{displayName(site)}</bdi> (<Doubts site={site} />)
            </span>
          ))}
          {doubtful.length > maxDoubtful && `; ${doubtful.length - maxDoubtful} more below`}
        </p>
      )}
    </li>
  );
};

/** Products with headlines; the table has all. */
const maxHeadlines = 6;

const BestOffers = ({ data }: { data: RequestData }) => {
  const products = [...byProduct(data.Sites)];
  const headlines = products
    .filter(([, sites]) => products.length === 1 || sites.length > 1)
    .flatMap(([sku, sites]) =>
      headlinesOf(sites).map((headline) => ({
        headline,
        product: products.length > 1 ? productName(sku, sites) : '',
      })),
    );
  return headlines.length === 0 ? null : (
    <ul class="best-offers">
      {headlines.slice(0, maxHeadlines).map(({ headline, product }, index) => (
        <BestOffer key={index} {...{ headline, product }} />
      ))}
    </ul>
  );
};

interface ToolbarProps extends Pick<ResultsProps, 'look' | 'onLook'> {
  data: RequestData;
  /** Number of sites that match the filters. */
  shown: number;
}

const Toolbar = ({ data, look, shown, onLook }: ToolbarProps) => (
  <fieldset class="toolbar">
    <legend class="unseen">Display options</legend>
    <input
      type="search"
      class="find"
      aria-label="Find a site"
      placeholder="Find a site"
      value={look.find}
      onInput={(event) => onLook({ ...look, find: event.currentTarget.value })}
    />
    <label class="check">
      <input
        type="checkbox"
        checked={look.isInStockOnly}
        onChange={(event) => onLook({ ...look, isInStockOnly: event.currentTarget.checked })}
      />
      In stock only
    </label>
    <select
      aria-label="Outcome"
      value={look.outcome ?? ''}
      onChange={(event) =>
        onLook({ ...look, outcome: (event.currentTarget.value || undefined) as Outcome | undefined })
      }
    >
      <option value="">All outcomes</option>
      {outcomeNames
        .filter((outcome) => data.Summary[outcome] > 0)
        .map((outcome) => (
          <option key={outcome} value={outcome}>
            {spaced(outcome)} ({data.Summary[outcome]})
          </option>
        ))}
    </select>
    <span class="hint" role="status">
      {shown === data.Sites.length ? '' : `${shown} of ${counted(data.Sites.length, 'site')}`}
    </span>
    <fieldset class="views">
      <legend class="unseen">View</legend>
      {(['table', 'cards'] as const).map((view) => (
        <label key={view}>
          <input
            type="radio"
            name="view"
            value={view}
            checked={look.view === view}
            onChange={() => onLook({ ...look, view })}
          />
          <span>{view === 'table' ? 'Table' : 'Cards'}</span>
        </label>
      ))}
    </fieldset>
  </fieldset>
);

const Cards = ({
  sections,
  last,
  onChoose,
}: Pick<ResultsProps, 'last' | 'onChoose'> & { sections: readonly Section[] }) => (
  <ul class="cards">
    {sections
      .flatMap(({ sites }) => sites)
      .map((site) => (
        <ResultCard key={site.Index} site={site} last={last.get(site.Index)} onChoose={onChoose} />
      ))}
  </ul>
);

/** The results of a completed request. */
export const Results = (props: ResultsProps) => {
  const { entry, look, last, seen, onLook, onChoose } = props;
  const { data } = entry;
  const sections = arrange(data.Sites, look);
  const shown = sections.reduce((sum, { sites }) => sum + sites.length, 0);
  return (
    <section class="results" aria-labelledby="results-title">
      <div class="results-head">
        <div class="results-title">
          <h2 id="results-title" tabIndex={-1} class="arrival">
            <bdi>{nameOf(entry)}</bdi>
          </h2>
          <p>
            {countWords(data.Sites)}, in{' '}
            {durationText(Date.parse(data.CompletedAt) - Date.parse(data.RequestedAt))}
          </p>
        </div>
        <Actions {...props} />
      </div>
      <BestOffers data={data} />
      <PriceChart data={data} />
      <SeenPricesChart seen={seen} />
      <h3 class="unseen">Results by site</h3>
      {data.Sites.length > 1 && <Toolbar {...{ data, look, shown, onLook }} />}
      {sections.length === 0 && (
        <div class="panel empty">
          <p>No sites match.</p>
          <button
            type="button"
            class="quiet"
            onClick={() => onLook({ ...plainLook, view: look.view, sort: look.sort })}
          >
            Show all sites
          </button>
        </div>
      )}
      {sections.length > 0 && look.view === 'table' && (
        <ResultTable sections={sections} last={last} look={look} onLook={onLook} onChoose={onChoose} />
      )}
      {sections.length > 0 && look.view === 'cards' && (
        <Cards sections={sections} last={last} onChoose={onChoose} />
      )}
    </section>
  );
};
