import { wordsOf as termsOf } from '../words/lexicon.ts';
import { shareOf, wordsOf } from '../words/tokens.ts';
import { anyOf } from '../words/word-lists.ts';
import { metaOf, type PageArea, type PageContent, type PageHeading, type TextRun } from './page.ts';
import { zone } from './page-zones.ts';

/** Labels of buttons that add to the cart. */
export const buyWords = termsOf('Buy');

/** Labels of buttons that place a bid. */
export const bidWords = termsOf('PlaceBid');

/** Class, id and name words of such buttons. */
export const buyNames = new RegExp(anyOf('buyNames'), 'iu');

/** Headings of related products. */
export const relatedWords = termsOf('Related');
/** The same outside of heading elements: unambiguous phrases only. */
export const stripTitle = termsOf('RelatedAlone');

/** Headings examined; a product's is among the first. */
const maxHeadings = 500;

const titleWordsOf = (page: PageContent): ReadonlySet<string>[] =>
  [page.title, metaOf(page, 'og:title')].map(wordsOf);

/** Score of a heading against the document's titles; `undefined` if it cannot be the product's. */
const scoreHeading = (
  { text, level, zones }: PageHeading,
  titles: readonly ReadonlySet<string>[],
): number | undefined => {
  if (text.length < 2 || text.length > 400) return undefined;
  const words = wordsOf(text);
  const share = Math.max(...titles.map((title) => shareOf(words, title)));
  if (share === 0 && level > 1) return undefined;
  // A heading with only some of the title's words is more likely a review's or a tab's.
  const coverage = Math.max(...titles.map((title) => shareOf(title, words)));
  return (
    share +
    0.5 * coverage +
    (level === 1 ? 1 : 0.3 / level) +
    Math.min(text.length, 40) / 100 -
    ((zones & zone.hidden) === 0 ? 0 : 1) -
    ((zones & elsewhere) === 0 ? 0 : 0.5)
  );
};

/** Zones whose headings name something else. */
const elsewhere = zone.related | zone.chrome | zone.card | zone.review | zone.prose;

/** True if a heading links to a recommended product, however similar its name. */
const isRecommended = ({ runs }: PageContent, { level, zones, run }: PageHeading): boolean =>
  level > 1 &&
  (zones & zone.related) !== 0 &&
  runs[run]?.pieces.some((piece) => (piece.zones & zone.link) !== 0) === true;

/** The heading that names the page's product: the one whose words the document's title repeats. */
const findTitle = (page: PageContent): PageHeading | undefined => {
  const titles = titleWordsOf(page);
  let best: PageHeading | undefined;
  let bestScore = 0;
  for (const heading of page.headings.slice(0, maxHeadings)) {
    const score = scoreHeading(heading, titles) ?? 0;
    if (score > bestScore && !isRecommended(page, heading)) {
      best = heading;
      bestScore = score;
    }
  }
  return best ?? findTitleLine(page, titles);
};

/** Lines examined for the title if no heading is. */
const maxTitleLines = 400;

/**
 * Old pages have no headings: finds the line that the document's title repeats, outside of menus and links.
 */
const findTitleLine = (
  page: PageContent,
  titles: readonly ReadonlySet<string>[],
): PageHeading | undefined => {
  const away = zone.hidden | zone.chrome | zone.related | zone.link | zone.option | zone.cart;
  for (const { text, pieces, index } of page.runs.slice(0, maxTitleLines)) {
    const [piece] = pieces;
    if (!piece || (piece.zones & away) !== 0 || text.length < 4 || text.length > 200) continue;
    const words = wordsOf(text);
    const isNamed = titles.some((title) => shareOf(words, title) >= 0.9 && shareOf(title, words) >= 0.25);
    if (isNamed) return { element: piece.element, level: 6, text, run: index, zones: piece.zones };
  }
  return undefined;
};

/** Index of the run with the titled product's buy button. */
const findBuyRun = (page: PageContent, titleRun: number | undefined): number | undefined => {
  const away = zone.related | zone.chrome | zone.cart;
  const usable = page.buyButtons.filter(({ zones }) => (zones & away) === 0 && (zones & zone.hidden) === 0);
  const list =
    usable.length > 0 ? usable : page.buyButtons.filter(({ zones }) => (zones & zone.hidden) === 0);
  if (titleRun === undefined) return list[0]?.run;
  return (list.find(({ run }) => run >= titleRun) ?? list.at(-1))?.run;
};

/** Lines after the buy button examined for the next product's name. */
const maxBorderLines = 60;

/** Where other products begin, with names of their own: the first link or heading after the buy button. */
const findBorder = (
  page: PageContent,
  title: PageHeading | undefined,
  buyRun: number | undefined,
): number | undefined => {
  if (title === undefined || buyRun === undefined || buyRun < title.run) return undefined;
  const names = zone.heading | (zone.link & ~title.zones);
  const headings = new Set(page.headings.map(({ run }) => run));
  const begins = ({ text, pieces, index }: TextRun): boolean =>
    (text.length <= 60 && relatedWords.test(text)) ||
    (/\p{L}{3}/u.test(text) && (headings.has(index) || pieces.some(({ zones }) => (zones & names) !== 0)));
  return page.runs.slice(buyRun + 1, buyRun + 1 + maxBorderLines).find(begins)?.index;
};

/** Locates the page's product. */
export const findArea = (page: PageContent): PageArea => {
  const title = findTitle(page);
  const buyRun = findBuyRun(page, title?.run);
  return { title, buyRun, border: findBorder(page, title, buyRun) };
};
