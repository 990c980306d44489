import Papa from 'papaparse';
import { useState } from 'preact/hooks';
import type { RequestData } from '../../client/index.ts';
import { resultHeadings, toResultRows } from '../../client/result-rows.ts';
import { counted } from '../counted.ts';
import { curlOf } from '../service.ts';
import type { HistoryEntry } from '../storage.ts';
import { PriceChart } from './price-chart.tsx';
import { ResultCard } from './result-card.tsx';

const download = (name: string, type: string, text: string): void => {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
};

const csvOf = (data: RequestData): string =>
  Papa.unparse({ fields: [...resultHeadings], data: toResultRows(data) }, { escapeFormulae: true });

interface Props {
  entry: HistoryEntry & { data: RequestData };
  apiUrl: string;
  uid: string;
}

/** Everything that a completed request gave. */
export const Results = ({ entry, apiUrl, uid }: Props) => {
  const { data } = entry;
  const [copied, setCopied] = useState('');
  /** Shown where the browser does not let a page copy. */
  const [command, setCommand] = useState('');
  const fileName = `prices-${data.Sku.replace(/[^\w.-]+/g, '_')}`;
  const copy = async () => {
    const text = curlOf(apiUrl, uid, entry.sku, entry.sites);
    try {
      await navigator.clipboard.writeText(text);
      setCopied('Copied. Set LICENSE_KEY before you run it.');
    } catch {
      setCopied('The browser did not allow copying; here it is. Set LICENSE_KEY before you run it.');
      setCommand(text);
    }
  };
  const { Total, ...counts } = data.Summary;
  return (
    <section class="results" aria-labelledby="results-title">
      <div class="results-head">
        <h2 id="results-title" tabIndex={-1}>
          {data.Sku}
        </h2>
        <p role="status">
          {counts.Priced} of {counted(Total, 'site')} with a price, in{' '}
          {((Date.parse(data.CompletedAt) - Date.parse(data.RequestedAt)) / 1_000).toFixed(1)} s
        </p>
        <div class="actions">
          <a class="quiet to-form" href="#request">
            New request
          </a>
          <button type="button" class="quiet" onClick={copy}>
            Copy as curl
          </button>
          <button
            type="button"
            class="quiet"
            onClick={() => download(`${fileName}.csv`, 'text/csv', csvOf(data))}
          >
            CSV
          </button>
          <button
            type="button"
            class="quiet"
            onClick={() => download(`${fileName}.json`, 'application/json', JSON.stringify(data, null, 2))}
          >
            JSON
          </button>
        </div>
      </div>
      <p class="hint" aria-live="polite">
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
      <PriceChart data={data} />
      <h3 class="unseen">Results by site</h3>
      <ul class="cards">
        {data.Sites.map((site) => (
          <ResultCard key={site.Index} site={site} />
        ))}
      </ul>
    </section>
  );
};
