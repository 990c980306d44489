import { type SiteErrorCode, siteErrors } from '../../domain/site-errors.ts';
import type { Extraction } from '../../domain/site-result.ts';
import type { RenderingSigns } from './rendering-signs.ts';

/**
 * Outcome of rendering at the same shop before: `Differs`: another answer than the first HTML's. `Varies`: that, and at
 * other pages none where the first HTML had one. `Same`: the same, several times. `undefined`: not known.
 */
export type HostHistory = 'Differs' | 'Varies' | 'Same' | undefined;

/** All that decides whether a page that came over plain HTTP is loaded in the browser as well. */
export interface PlainReading {
  extraction: Extraction;
  signs: RenderingSigns;
  history: HostHistory;
  /** One of the few pages that are rendered to learn whether they need it. */
  isAudited: boolean;
}

/** One row of the table: the first that applies decides, and no later row is asked. */
interface Rule {
  name: string;
  applies: (page: PlainReading) => boolean;
  /** Why the browser is used, as a part of a sentence; `undefined`: it is not. */
  reason: ((page: PlainReading) => string) | undefined;
}

/** How one way to a page ended. */
export interface PageFailure {
  code: SiteErrorCode;
  /** A page came whose content codings could not be undone: Chromium reads over much that is wrong with them. */
  isUndecodable?: boolean;
}

/** True if a failure of plain HTTP is one that a real browser may not meet; and the other way round, at the same shops. */
export const mayRecover = ({ code, isUndecodable = false }: PageFailure): boolean =>
  isUndecodable || 'browserMayMend' in siteErrors[code];

/** True if a reader of the first HTML sees the price. */
const isPriceShown = ({ Evidence }: Pick<Extraction, 'Evidence'>): boolean =>
  Evidence.some(
    ({ Field, Source, Agrees }) =>
      Field === 'Price' && (Source === 'Visible' || Source === 'Selector' || Agrees.includes('Visible')),
  );

/** True if the price's element waits for what a script will print. */
export const isPriceAwaited = (extraction: Extraction, { priceElement }: RenderingSigns): boolean =>
  (priceElement === 'Nothing' || priceElement === 'Placeholder') && !isPriceShown(extraction);

const hasPrice = ({ extraction }: PlainReading): boolean =>
  extraction.Outcome === 'Priced' || extraction.Outcome === 'OutOfStock';

const rules: readonly Rule[] = [
  {
    name: 'Final',
    applies: ({ extraction: { Error: error } }) => error !== null && !mayRecover({ code: error.Code }),
    reason: undefined,
  },
  {
    // No script, so nothing that a browser could do which was not done.
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
    reason: () => 'scripts of this shop changed a price before',
  },
  {
    name: 'Shell',
    applies: ({ signs }) => signs.isShell,
    reason: () => 'the page is empty until its scripts draw it',
  },
  {
    name: 'PriceAwaited',
    applies: ({ extraction, signs }) => isPriceAwaited(extraction, signs),
    reason: ({ signs }) =>
      signs.priceElement === 'Nothing'
        ? "the price's element is empty until a script fills it"
        : "the price's element holds a placeholder until a script fills it",
  },
  {
    // A price seen there at each look is the server's.
    name: 'Settled',
    applies: ({ history, isAudited }) => history === 'Same' && !isAudited,
    reason: undefined,
  },
  {
    name: 'Bound',
    applies: ({ signs }) => signs.isBound,
    reason: () => "a script prints into the price's element",
  },
  {
    name: 'Scripted',
    applies: ({ signs }) => signs.isScripted,
    reason: () => "a script in the page names the price's element",
  },
  {
    name: 'TakenOver',
    applies: ({ signs }) => signs.framework !== null,
    reason: ({ signs }) => `${signs.framework} builds the page anew in the browser`,
  },
  {
    // State of an application that nobody sees yet: what it means is guessed.
    name: 'Unseen',
    applies: ({ extraction }) => extraction.Confidence === 'Low' && !isPriceShown(extraction),
    reason: () => 'plain HTTP gave a price of low confidence that the page does not show',
  },
  {
    name: 'Audit',
    applies: ({ isAudited }) => isAudited,
    reason: () => 'one page in some is looked at both ways',
  },
];

/**
 * Why a page that came over plain HTTP is worth loading in the browser: what the page shows of its scripts decides, not
 * how sure its price is. A price that is seen on a page that no known program takes over needs no browser, however it
 * was found.
 *
 * @returns the rule by name, with its reason as a part of a sentence for `Warnings`; `undefined` when the browser would
 *   not help.
 */
export const reasonToRender = (page: PlainReading): { rule: string; reason: string } | undefined => {
  const rule = rules.find(({ applies }) => applies(page));
  return rule?.reason && { rule: rule.name, reason: rule.reason(page) };
};
