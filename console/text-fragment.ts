import type { Evidence } from '../client/index.ts';

/** A longer text is named by its first words: markup between words is more likely to break a long match. */
const maxText = 120;

/** Where the text that was read is text that a reader of the page sees. */
const shownSources: ReadonlySet<Evidence['Source']> = new Set(['Visible', 'Microdata', 'Rdfa']);

const isShown = ({ Source, Path }: Evidence): boolean =>
  shownSources.has(Source) || (Source === 'Selector' && /^(?:Css|XPath) /.test(Path));

/**
 * A text in a text directive. `encodeURIComponent` leaves the dash, which has a meaning of its own there; comma and
 * ampersand it encodes.
 *
 * @see https://wicg.github.io/scroll-to-text-fragment/#syntax
 */
const directiveText = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replaceAll('-', '%2D');

/** Whole words from the start of a text; what the service has cut ends in an ellipsis that the page does not have. */
const beginningOf = (text: string): string => {
  const whole = text.trim();
  const isCut = whole.endsWith('…');
  if (whole.length <= maxText && !isCut) return whole;
  const start = whole.slice(0, maxText).replace(/…$/, '');
  return start.includes(' ') ? start.slice(0, start.lastIndexOf(' ')) : start;
};

/** Amounts of data as pages print them: of the ways in which they group digits, the browser takes the one it finds. */
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

/** True if the page shows the text of an evidence, so that a link can lead to it; terms of schema.org it never shows. */
export const isOnPage = (evidence: Evidence): boolean =>
  isShown(evidence) || (evidence.Agrees.includes('Visible') && !/^https?:/.test(evidence.Raw));

/**
 * Address that opens a page at the text of an evidence, where the browser can.
 *
 * @param pageUrl - absolute http or https URL; may have a fragment, of which a directive that the page wrote is dropped.
 */
export const linkToEvidence = (pageUrl: string, evidence: Evidence): string => {
  const directives = textsOf(evidence).map((text) => `text=${directiveText(text)}`);
  const plain = pageUrl.replace(/^([^#]*#.*?):~:.*$/s, '$1').replace(/#$/, '');
  if (directives.length === 0) return plain;
  return `${plain}${plain.includes('#') ? '' : '#'}:~:${directives.join('&')}`;
};

/** Pages name their own address; only web addresses become links. */
export const webAddress = (address: string | null): string | undefined => {
  const url = address === null ? null : URL.parse(address);
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
};
