import { useState } from 'preact/hooks';
import type { RequestData, SellingSite } from '../../client/index.ts';
import { compareDecimals } from '../../lambdas/domain/money/decimals.ts';
import { displayMoney } from '../money.ts';
import type { Trial } from '../storage.ts';
import { downloadText } from './download.ts';

interface Props {
  trial: Trial;
  site: SellingSite;
  data: RequestData;
  /** The request with the candidate; absent once removed. */
  onBack: (() => void) | undefined;
  /** All sites of that request, including this one with its selector. */
  onRunAll: (() => void) | undefined;
}

const verdictOf = ({ amount }: Trial, data: RequestData): { isRight: boolean; words: string } => {
  const [result] = data.Sites;
  const found = result?.Price;
  if (!found)
    return {
      isRight: false,
      words: 'The selector found no price this time. Make it more specific in the site’s settings.',
    };
  return compareDecimals(found.Amount, amount) === 0
    ? { isRight: true, words: `The selector finds ${displayMoney(found)}, as you chose.` }
    : {
        isRight: false,
        words: `The selector finds ${displayMoney(found)}, but you chose ${displayMoney({ Amount: amount, Currency: found.Currency })}: it matches several places on the page, or the price has changed. Make it more specific in the site’s settings.`,
      };
};

/** Result of a selector that the user chose, and the site with it to copy. */
export const TrialPanel = ({ trial, site, data, onBack, onRunAll }: Props) => {
  const [copied, setCopied] = useState('');
  const { isRight, words } = verdictOf(trial, data);
  const json = JSON.stringify({ SellingSites: [site] }, null, 2);
  const fileName = `${(site.Name ?? 'site').replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'site'}.json`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(json);
      setCopied('Copied.');
    } catch {
      setCopied('The browser blocked copying; save it instead.');
    }
  };
  return (
    <section class="panel trial" aria-labelledby="trial-title">
      <h3 id="trial-title" tabIndex={-1} class="arrival">
        {isRight ? 'The selector works' : 'Check the selector'}
      </h3>
      <p>{words} It is now in the form for the next request.</p>
      <details>
        <summary>The site as JSON</summary>
        <textarea class="command" aria-label="The site as JSON" readOnly rows={12} value={json} />
      </details>
      <div class="actions">
        <button
          type="button"
          class="quiet"
          onClick={() => downloadText(fileName, 'application/json', `${json}\n`)}
        >
          Save the site as JSON
        </button>
        <button type="button" class="quiet" onClick={copy}>
          Copy
        </button>
        {isRight && onRunAll && (
          <button type="button" class="quiet" onClick={onRunAll}>
            Run all sites with it
          </button>
        )}
        {onBack && (
          <button type="button" class="quiet" onClick={onBack}>
            Back to all sites
          </button>
        )}
        <span class="hint" role="status">
          {copied}
        </span>
      </div>
    </section>
  );
};
