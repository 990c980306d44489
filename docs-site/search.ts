import MiniSearch, { type Query } from 'minisearch';

/** A heading with the text below it, as the search finds it. */
export interface Passage {
  /** Address of the heading, relative to the site. */
  id: string;
  /** Title of the page. */
  page: string;
  heading: string;
  text: string;
}

const wordsOf = (text: string): string[] => text.split(' ');

/** Words of questions, which every page has. */
const stopWords: ReadonlySet<string> = new Set(
  wordsOf(
    'a about an and any are as at be by can could do does find for from get has have how i if in into is it its me much my need of on or should so some that the there this to up use using want was way what when where which who why will with without you your',
  ),
);

/** Words that readers use, and those of the documents. A line is one meaning. */
const synonyms: readonly string[][] = [
  'cost costs money bill billing pricing expensive cheap budget fee fees',
  'notify notified notification notifications alert alerts alarm message messages',
  'drop drops dropped fall falls lower cheaper decrease below sale',
  'email mail mails smtp sns',
  'watch watches watching track tracking monitor monitoring schedule scheduled daily cron',
  'proxy proxies vpn',
  'captcha captchas recaptcha cloudflare blocked banned bot robot',
  'stock availability sold soldout outofstock restock',
  'excel spreadsheet csv xlsx',
  'slack discord teams telegram chat',
  'key credentials password token login',
  'error errors fail fails failed failure',
  'delete remove uninstall destroy',
  'docker container compose image',
  'ai llm agent agents mcp claude chatgpt',
  'javascript typescript node',
  'install installation setup start started begin quickstart tutorial',
].map(wordsOf);

const meaningOf = (term: string): string[] => [
  ...new Set([term, ...synonyms.filter((words) => words.includes(term)).flat()]),
];

const normalized = (text: string): string => text.toLowerCase().replace(/e-mail/g, 'email');

const processTerm = (term: string): string | null => (stopWords.has(term) ? null : term);

/** Titles count most, and a synonym less than the word itself. */
const boost = { page: 3, heading: 4 };
const synonymWeight = 0.6;

/** Long references, behind the pages that explain. */
const lookedUp = /^(?:api|changelog|commands|specification)\.html/;

export const createSearch = (passages: readonly Passage[]) => {
  const index = new MiniSearch<Passage>({
    fields: ['page', 'heading', 'text'],
    storeFields: ['page', 'heading', 'text'],
    tokenize: (text) =>
      normalized(text)
        .split(/[^\p{L}\p{N}_]+/u)
        .filter(Boolean),
    processTerm,
    searchOptions: {
      boost,
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 5 ? 0.2 : false),
      boostDocument: (id, _term, stored) =>
        (stored?.page === stored?.heading ? 1.5 : 1) * (lookedUp.test(id as string) ? 0.5 : 1),
    },
  });
  index.addAll(passages);
  /** Passages with all words of a question, best first; with some of them if none has all. */
  return (question: string) => {
    const terms = normalized(question)
      .split(/[^\p{L}\p{N}_]+/u)
      .filter((term) => term !== '' && !stopWords.has(term));
    const queries = terms.map(
      (term): Query => ({
        combineWith: 'OR',
        queries: meaningOf(term).map((word) => ({
          queries: [word],
          boostTerm: () => (word === term ? 1 : synonymWeight),
        })),
      }),
    );
    const all = index.search({ combineWith: 'AND', queries });
    return all.length > 0 ? all : index.search({ combineWith: 'OR', queries });
  };
};
