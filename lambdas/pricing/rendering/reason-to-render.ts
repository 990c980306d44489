import { mayBrowserHelp } from '../../domain/result/site-errors.ts';
import type { Extraction } from '../../domain/result/site-result.ts';
import type { RenderingSigns } from './rendering-signs.ts';

/** True if a result rests on more than a heuristic: decided, with `High` or `Medium` confidence. */
export const isTrustworthy = (extraction: Extraction): boolean =>
  (extraction.Outcome === 'Priced' || extraction.Outcome === 'OutOfStock') &&
  (extraction.Confidence === 'High' || extraction.Confidence === 'Medium');

/**
 * Readiness of a page being rendered: `Ready` with a trustworthy price; `Doubtful` with something that may be
 * final; `NotYet` with nothing, or with a price in the data while the price element is still empty.
 */
export const readinessOf = (
  extraction: Extraction,
  signs: RenderingSigns,
): 'Ready' | 'Doubtful' | 'NotYet' => {
  if (extraction.Error !== null || isPriceAwaited(extraction, signs)) return 'NotYet';
  return isTrustworthy(extraction) ? 'Ready' : 'Doubtful';
};

/**
 * Earlier rendering results at the same shop. `Differs`: a different result than from the HTML. `Varies`:
 * also no result on pages whose HTML had one. `Same`: equal several times. `undefined`: unknown.
 */
export type HostHistory = 'Differs' | 'Varies' | 'Same' | undefined;

/** Everything that decides whether a page received over plain HTTP is also rendered. */
export interface PlainReading {
  extraction: Extraction;
  signs: RenderingSigns;
  history: HostHistory;
  /** The page was sampled to check whether rendering is needed. */
  isAudited: boolean;
}

/** A row of the table; the first that applies decides. */
interface Rule {
  name: string;
  applies: (page: PlainReading) => boolean;
  /** Why to render, as part of a sentence; `undefined`: do not render. */
  reason: ((page: PlainReading) => string) | undefined;
}

/** True if the price is visible in the HTML. */
const isPriceShown = ({ Evidence }: Pick<Extraction, 'Evidence'>): boolean =>
  Evidence.some(
    ({ Field, Source, Agrees }) =>
      Field === 'Price' && (Source === 'Visible' || Source === 'Selector' || Agrees.includes('Visible')),
  );

/** True if the price element waits for a script. */
export const isPriceAwaited = (extraction: Extraction, { priceElement }: RenderingSigns): boolean =>
  (priceElement === 'Nothing' || priceElement === 'Placeholder') && !isPriceShown(extraction);

const hasPrice = ({ extraction }: PlainReading): boolean =>
  extraction.Outcome === 'Priced' || extraction.Outcome === 'OutOfStock';

const rules: readonly Rule[] = [
  {
    name: 'Final',
    applies: ({ extraction: { Error: error } }) => error !== null && !mayBrowserHelp(error.Code),
    reason: undefined,
  },
  {
    // Without scripts a browser changes nothing.
    name: 'NothingToRun',
    applies: ({ extraction: { Error: error }, signs }) =>
      !signs.hasScripts && (error === null || error.Code === 'NoPriceFound'),
    reason: undefined,
  },
  {
    name: 'NotAnswered',
    applies: ({ extraction }) => extraction.Error !== null,
    reason: ({ extraction }) => `plain HTTP ended with ${extraction.Error!.Code}`,
  },
  {
    name: 'Undecided',
    applies: (page) => !hasPrice(page),
    reason: undefined,
  },
  {
    name: 'Differed',
    applies: ({ history }) => history === 'Differs' || history === 'Varies',
    reason: () => 'scripts of this shop have changed a price before',
  },
  {
    name: 'Shell',
    applies: ({ signs }) => signs.isShell,
    reason: () => 'the page is empty until its scripts render it',
  },
  {
    name: 'PriceAwaited',
    applies: ({ extraction, signs }) => isPriceAwaited(extraction, signs),
    reason: ({ signs }) =>
      signs.priceElement === 'Nothing'
        ? 'the price element is empty until a script fills it'
        : 'the price element has a placeholder until a script fills it',
  },
  {
    // Several equal renderings show that the server's price is final.
    name: 'Settled',
    applies: ({ history, isAudited }) => history === 'Same' && !isAudited,
    reason: undefined,
  },
  {
    name: 'Bound',
    applies: ({ signs }) => signs.isBound,
    reason: () => 'a script binds the price element',
  },
  {
    name: 'Scripted',
    applies: ({ signs }) => signs.isScripted,
    reason: () => 'an inline script writes the price',
  },
  {
    name: 'TakenOver',
    applies: ({ signs }) => signs.framework !== null,
    reason: ({ signs }) => `${signs.framework} rebuilds the page in the browser`,
  },
  {
    // Undisplayed application state is only guessed.
    name: 'Unseen',
    applies: ({ extraction }) => extraction.Confidence === 'Low' && !isPriceShown(extraction),
    reason: () => 'plain HTTP yielded a low-confidence price that the page does not show',
  },
  {
    name: 'Audit',
    applies: ({ isAudited }) => isAudited,
    reason: () => 'a sample of pages is fetched both ways',
  },
];

/**
 * Returns why a page received over plain HTTP should be rendered. Its scripts decide, not the confidence of
 * its price: a visible price on a page without a known framework needs no browser, however it was found.
 *
 * @returns the rule's name, with its reason as part of a sentence for `Warnings`; `undefined` if rendering
 *   would not help.
 */
export const reasonToRender = (page: PlainReading): { rule: string; reason: string } | undefined => {
  const rule = rules.find(({ applies }) => applies(page));
  return rule?.reason && { rule: rule.name, reason: rule.reason(page) };
};
