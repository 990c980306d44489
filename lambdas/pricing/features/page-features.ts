import { compareDecimals } from '../../domain/decimals.ts';
import { isPriced } from '../claims.ts';
import { declares, metaOf, typeIn } from '../page/declared.ts';
import { zone } from '../page/page-zones.ts';
import { isFrontPage } from '../page-kind/front-page.ts';
import { isNoProductPath } from '../search/search-words.ts';
import { signatureOf } from '../visible/markup-signature.ts';
import type { ScoredPrice } from '../visible/scored-price.ts';
import { shareOf, wordsOf } from '../word-share.ts';
import type { PageView } from './page-view.ts';
import { hasProductLink } from './product-link.ts';

/** One property of a page that tells whether it sells one product. */
export interface PageFeature {
  name: string;
  /** From 0 to about 1, so that weights can be held against each other. */
  value: (view: PageView) => number;
  /** It tells that something is missing, which a page with little on it proves nothing by. */
  isAbsence?: true;
}

const yes = (condition: boolean): number => (condition ? 1 : 0);
/** 0 for none, 1 for `most` and more; the first ones count most. */
const many = (count: number, most: number): number => Math.min(1, Math.log1p(count) / Math.log1p(most));
const upTo = (value: number, most: number): number => Math.min(1, Math.max(0, value) / most);

const bestScore = ({ current }: PageView): number => current[0]?.score ?? -60;

const marginOf = ({ current }: PageView): number => {
  const [best] = current;
  if (!best) return 0;
  const next = current.find(({ amount }) => compareDecimals(amount, best.amount) !== 0);
  return best.score - (next?.score ?? -60);
};

/** Most different amounts that stand in elements named alike. */
const mostAlike = (prices: readonly ScoredPrice[]): number => {
  const groups = Map.groupBy(prices.slice(0, 500), signatureOf);
  return Math.max(0, ...[...groups.values()].map((group) => new Set(group.map(({ amount }) => amount)).size));
};

/** The best price's surroundings are another page's card. */
const leadsAway = ({ page, current, heading }: PageView): boolean =>
  current[0] !== undefined && hasProductLink(page, current[0].element, heading?.element);

const typeOf = ({ page }: PageView): string => metaOf(page, 'og:type').slice(0, 200).toLowerCase();

const lastStep = ({ steps }: PageView): string => steps.at(-1) ?? '';

const searchParameters: ReadonlySet<string> = new Set(
  (
    'q s k query search searchterm search_query keyword keywords term text ntt string w wd _nkw phrase ' +
    'szukaj suche recherche busca find'
  ).split(' '),
);
const textTypes = typeIn(
  '\\w{0,20}Article|BlogPosting|Recipe|JobPosting|Event|AboutPage|ContactPage|FAQPage',
);
const textKinds = /^(?:article|blog|book|video|music|profile)/;
/** What a parameter is called that says which product: `products_id`, `pid`, `Item`. */
const productParameter =
  /^(?:(?:product|item|goods|article?|sku|prod|p)s?(?:_?(?:id|no|nr|code))?|id|pid|itemid)$/i;

/** What a parameter is called that says which list: `cat`, `categoryID`, `cPath`. */
const listParameter =
  /^(?:cat|cpath|dept|(?:categor(?:y|ie|ia)|kategori[ae]?|cat|department|collection|brand|manufacturer)s?(?:_?(?:id|no|nr|name))?)$/i;
/** The last part of a path that names a program, and nothing that it shows. */
const programStep = /^\D+\.(?:aspx?|php|cfm|cgi|jsp|pl|do)$/i;

const namesOf = ({ page }: PageView): string[] => [...(page.url?.searchParams.keys() ?? [])];

/** `products.asp?cat=13`: the path names a program alone, and the query a list and no product. */
const isListOfProgram = (view: PageView): boolean =>
  programStep.test(lastStep(view)) &&
  namesOf(view).some((name) => listParameter.test(name)) &&
  !namesOf(view).some((name) => productParameter.test(name));

export const pageFeatures: readonly PageFeature[] = [
  { name: 'bestScore', value: (view) => upTo(bestScore(view) + 60, 180) },
  { name: 'bestIsStrong', value: (view) => yes(bestScore(view) >= 70) },
  { name: 'hasNoPrice', isAbsence: true, value: ({ current }) => yes(current.length === 0) },
  { name: 'margin', value: (view) => upTo(marginOf(view), 60) },
  { name: 'amountsAlike', value: ({ current }) => many(Math.max(0, mostAlike(current) - 1), 20) },
  {
    name: 'amountsFarBehind',
    value: ({ current }) =>
      many(new Set(current.filter(({ score }) => score < 0).map(({ amount }) => amount)).size, 20),
  },
  {
    name: 'bestIsNamed',
    value: ({ current }) => yes(((current[0]?.zones ?? 0) & (zone.price | zone.current | zone.marked)) !== 0),
  },
  {
    name: 'bestIsCard',
    value: ({ current }) => yes(((current[0]?.zones ?? 0) & (zone.card | zone.related | zone.cart)) !== 0),
  },
  { name: 'digitsInPath', value: ({ steps }) => upTo(steps.join('').match(/\d/g)?.length ?? 0, 8) },
  { name: 'lastStepLength', value: (view) => upTo(lastStep(view).length, 50) },
  { name: 'lastStepWords', value: (view) => upTo(wordsOf(lastStep(view)).size, 8) },
  {
    name: 'headingInPath',
    value: ({ heading, steps }) => (heading ? shareOf(wordsOf(heading.text), wordsOf(steps.join(' '))) : 0),
  },
  { name: 'pathDepth', value: ({ steps }) => upTo(steps.length, 5) },
  { name: 'isFrontPage', value: ({ page }) => yes(isFrontPage(page.url)) },
  {
    name: 'pathOfOther',
    value: (view) => yes(view.steps.some(isNoProductPath) || isListOfProgram(view)),
  },
  {
    name: 'lastStepOfOther',
    value: (view) => yes(isNoProductPath(lastStep(view))),
  },
  {
    name: 'idInQuery',
    value: ({ page }) =>
      yes(
        [...(page.url?.searchParams ?? [])].some(
          ([name, value]) => productParameter.test(name) && /\d/.test(value),
        ),
      ),
  },
  {
    name: 'searchInQuery',
    value: ({ page }) =>
      yes(
        [...(page.url?.searchParams.keys() ?? [])].some((name) => searchParameters.has(name.toLowerCase())),
      ),
  },
  {
    name: 'ownIsPriced',
    value: ({ own }) => yes(own.some((claim) => claim.standing === 'stated' && isPriced(claim))),
  },
  {
    name: 'ownIsGuessed',
    value: ({ own }) => yes(own.some((claim) => claim.standing === 'guessed' && isPriced(claim))),
  },
  { name: 'ownHasSku', value: ({ own }) => yes(own.some(({ identifiers }) => identifiers.length > 0)) },
  {
    name: 'declaredText',
    value: (view) => yes(declares(view.page, textTypes) || textKinds.test(typeOf(view))),
  },
  { name: 'noButtons', isAbsence: true, value: ({ buttons }) => yes(buttons.length === 0) },
  { name: 'oneButton', value: ({ buttons }) => yes(buttons.length >= 1 && buttons.length <= 2) },
  {
    name: 'linksPerLine',
    value: ({ counts, page }) => upTo(counts.links / Math.max(1, page.runs.length), 1),
  },
  { name: 'headingDigits', value: ({ heading }) => yes(/\d/.test(heading?.text ?? '')) },
  {
    name: 'headingStartsTitle',
    value: ({ heading, page }) =>
      yes(heading !== undefined && page.title.toLowerCase().includes(heading.text.toLowerCase().trim())),
  },
  {
    name: 'ofOtherName',
    value: ({ heading }) => yes(heading !== undefined && isNoProductPath(heading.text)),
  },
  { name: 'quantityOne', value: ({ counts }) => yes(counts.quantities === 1 || counts.quantities === 2) },
  { name: 'sortings', value: ({ counts }) => yes(counts.sortings > 0) },
  { name: 'paginations', value: ({ counts }) => yes(counts.paginations > 0) },
  {
    name: 'canonicalIsFront',
    value: ({ page }) =>
      yes(page.canonical !== undefined && isFrontPage(URL.parse(page.canonical, page.url?.href))),
  },
  { name: 'bestLeadsAway', value: (view) => yes(leadsAway(view)) },
  { name: 'choices', value: ({ page }) => yes(page.choices.length > 0) },
];
