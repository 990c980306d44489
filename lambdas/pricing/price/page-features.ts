import { isNoProductPath } from '../page/search-address.ts';
import { isFrontPage } from '../refusal/front-page.ts';
import { shareOf, wordsOf } from '../words/word-share.ts';
import type { PageView } from './page-view.ts';

/** A property that indicates whether a page sells one product. */
export interface PageFeature {
  name: string;
  /** The reason against it, completing "The page does not seem to sell one product: it …". */
  against?: string;
  /** From 0 to about 1, so that weights are comparable. */
  value: (view: PageView) => number;
}

export const yes = (condition: boolean | undefined): number => (condition ? 1 : 0);
/** Logarithmic from 0 for none to 1 for `most` and more. */
export const many = (count: number, most: number): number =>
  Math.min(1, Math.log1p(count) / Math.log1p(most));
const upTo = (value: number, most: number): number => Math.min(1, Math.max(0, value) / most);

/** Without a buy button amounts of other products are a cart's, an order's or a list's. */
const isListWithoutButton = ({ current, hasBuyButton }: PageView): boolean =>
  !hasBuyButton && current.some(({ owner }) => owner.kind === 'unlike' && owner.leadsAway);

const lastStep = ({ steps }: PageView): string => steps.at(-1) ?? '';

const searchParameters: ReadonlySet<string> = new Set(
  (
    'q s k query search searchterm search_query keyword keywords term text ntt string w wd _nkw phrase ' +
    'szukaj suche recherche busca find'
  ).split(' '),
);
/** Parameters that select a product: `products_id`, `pid`, `Item`. */
const productParameter =
  /^(?:(?:product|item|goods|article?|sku|prod|p)s?(?:_?(?:id|no|nr|code))?|id|pid|itemid)$/i;

/** Parameters that select a list: `cat`, `categoryID`, `cPath`. */
const listParameter =
  /^(?:cat|cpath|dept|(?:categor(?:y|ie|ia)|kategori[ae]?|cat|department|collection|brand|manufacturer)s?(?:_?(?:id|no|nr|name))?)$/i;
/** A last path segment that only names a script. */
const programStep = /^\D+\.(?:aspx?|php|cfm|cgi|jsp|pl|do)$/i;

const namesOf = ({ url }: PageView): string[] => [...(url?.searchParams.keys() ?? [])];

/** `products.asp?cat=13`: the path names only a script, and the query a list but no product. */
const isListOfProgram = (view: PageView): boolean =>
  programStep.test(lastStep(view)) &&
  namesOf(view).some((name) => listParameter.test(name)) &&
  !namesOf(view).some((name) => productParameter.test(name));

/** Features that indicate whether a page sells one product; lists, carts and articles show prices too. */
export const pageFeatures: readonly PageFeature[] = [
  {
    name: 'amountsFarBehind',
    against: 'shows many prices',
    value: ({ current }) =>
      many(new Set(current.filter(({ score }) => score < 0).map(({ amount }) => amount)).size, 20),
  },
  {
    name: 'topLeadsAway',
    against: 'links elsewhere next to its best price',
    value: (view) => yes((view.current[0] && view.isLinked(view.current[0])) || isListWithoutButton(view)),
  },
  {
    name: 'topSoldByLink',
    against: 'shows its best price in a card that links elsewhere',
    value: ({ current: [top], isSoldByLink }) => yes(top && isSoldByLink(top)),
  },
  { name: 'digitsInPath', value: ({ steps }) => upTo(steps.join('').match(/\d/g)?.length ?? 0, 8) },
  {
    name: 'headingInPath',
    value: ({ heading, steps }) => (heading ? shareOf(wordsOf(heading.text), wordsOf(steps.join(' '))) : 0),
  },
  { name: 'headingDigits', value: ({ heading }) => yes(/\d/.test(heading?.text ?? '')) },
  {
    name: 'isFrontPage',
    against: "has a front page's URL",
    value: ({ url }) => yes(isFrontPage(url)),
  },
  {
    name: 'pathOfOther',
    against: 'has the URL of a list, an account or a search',
    value: (view) => yes(view.steps.some(isNoProductPath) || isListOfProgram(view)),
  },
  {
    name: 'searchInQuery',
    against: 'has search terms in its URL',
    value: (view) => yes(namesOf(view).some((name) => searchParameters.has(name.toLowerCase()))),
  },
  {
    name: 'declaredText',
    against: 'is marked up as an article',
    value: ({ isText }) => yes(isText),
  },
  { name: 'oneQuantity', value: ({ quantities }) => yes(quantities === 1 || quantities === 2) },
];
