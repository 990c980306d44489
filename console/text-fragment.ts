import type { Evidence } from '../client/index.ts';

/** Longer texts are matched by their first words, since markup between words breaks long matches. */
const maxText = 120;

/** Sources whose text is visible on the page. */
const shownSources: ReadonlySet<Evidence['Source']> = new Set(['Visible', 'Microdata', 'Rdfa']);

const isShown = ({ Source, Path }: Evidence): boolean =>
  shownSources.has(Source) || (Source === 'Selector' && /^(?:Css|XPath) /.test(Path));

/**
 * Encodes a text for a text directive: like `encodeURIComponent`, and also the dash, which has a meaning there.
 *
 * @see https://wicg.github.io/scroll-to-text-fragment/#syntax
 */
const directiveText = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replaceAll('-', '%2D');

/** Cuts a text to its first whole words and drops the ellipsis of a truncated one. */
const beginningOf = (text: string): string => {
  const whole = text.trim();
  const isCut = whole.endsWith('…');
  if (whole.length <= maxText && !isCut) return whole;
  const start = whole.slice(0, maxText).replace(/…$/, '');
  return start.includes(' ') ? start.slice(0, start.lastIndexOf(' ')) : start;
};

/** Spellings of an amount, of which the browser uses the one on the page. */
const printedForms = (amount: string): string[] => {
  if (!/^\d+(?:\.\d{1,20})?$/.test(amount)) return [];
  const decimals = amount.split('.')[1]?.length ?? 0;
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return ['en', 'de', 'fr'].map((locale) =>
    new Intl.NumberFormat(locale, digits).format(amount as `${number}`),
  );
};

const textsOf = (evidence: Evidence): string[] => {
  const text = beginningOf(evidence.Raw);
  if (text === '') return [];
  const isData = !isShown(evidence) && evidence.Agrees.includes('Visible');
  return [...new Set([text, ...(isData ? printedForms(text) : [])])];
};

/** True if the page shows the evidence's text, so that a link can reach it; schema.org terms are never shown. */
export const isOnPage = (evidence: Evidence): boolean =>
  isShown(evidence) || (evidence.Agrees.includes('Visible') && !/^https?:/.test(evidence.Raw));

/**
 * Address that opens a page at an evidence's text, if the browser supports it.
 *
 * @param pageUrl - absolute http or https URL; a directive in its fragment is dropped.
 */
export const linkToEvidence = (pageUrl: string, evidence: Evidence): string => {
  const directives = textsOf(evidence).map((text) => `text=${directiveText(text)}`);
  const plain = pageUrl.replace(/^([^#]*#.*?):~:.*$/s, '$1').replace(/#$/, '');
  if (directives.length === 0) return plain;
  return `${plain}${plain.includes('#') ? '' : '#'}:~:${directives.join('&')}`;
};

/** Only web addresses become links, since pages choose their own. */
export const webAddress = (address: string | null): string | undefined => {
  const url = address === null ? null : URL.parse(address);
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
};
