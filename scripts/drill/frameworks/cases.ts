/** Behaviour of a page after its first HTML has come. */
export interface LaterChange {
  /** `effect`: when it is hydrated. `timer`: so much later. `fetch`: with the shop's answer. */
  by: 'effect' | 'timer' | 'fetch';
  /** Of the timer, or of the shop's answer, ms. */
  ms: number;
  price: string;
  isSoldOut: boolean;
}

/** One product page of each framework's shop. */
export interface FrameworkCase {
  slug: string;
  /** The page's peculiarity, for the report. */
  what: string;
  /** Price in the page's JSON-LD as the server sends it; `undefined`: it has none. */
  stated: string | undefined;
  /** Printed by the server where the price stands. */
  shown: string;
  /** The server leaves the whole product to the browser. */
  isClientOnly: boolean;
  later: LaterChange | undefined;
  /** Seen by a buyer in the end. */
  truth: { price: string; isSoldOut: boolean };
}

const server = '99.00';
const buyers = '79.00';

const later = (by: LaterChange['by'], ms: number, price = buyers, isSoldOut = false): LaterChange => ({
  by,
  ms,
  price,
  isSoldOut,
});

type Row = Pick<FrameworkCase, 'slug' | 'what'> & Partial<FrameworkCase>;

const row = (given: Row): FrameworkCase => {
  const change = given.later;
  return {
    stated: server,
    shown: `€${server}`,
    isClientOnly: false,
    later: undefined,
    truth: { price: change?.price ?? server, isSoldOut: change?.isSoldOut ?? false },
    ...given,
  };
};

/** The pages of every framework that renders on the server. */
export const cases: readonly FrameworkCase[] = [
  row({ slug: 'honest', what: 'nothing changes' }),
  row({ slug: 'honest-bare', what: 'nothing changes, no data', stated: undefined }),
  row({ slug: 'effect', what: 'another price when hydrated', later: later('effect', 0) }),
  row({ slug: 'timer', what: 'another price by a timer of 400 ms', later: later('timer', 400) }),
  row({ slug: 'fetched', what: 'another price fetched', later: later('fetch', 60) }),
  row({ slug: 'fetched-late', what: 'another price fetched in 600 ms', later: later('fetch', 600) }),
  row({
    slug: 'bare-fetched',
    what: 'another price fetched, no data',
    stated: undefined,
    later: later('fetch', 60),
  }),
  row({ slug: 'empty-fetched', what: 'empty, then another price', shown: '', later: later('fetch', 200) }),
  row({ slug: 'dash-fetched', what: 'a dash, then another price', shown: '–', later: later('fetch', 200) }),
  row({
    slug: 'nought-fetched',
    what: 'nought, then the price, no data',
    stated: undefined,
    shown: '€0.00',
    later: later('fetch', 200),
  }),
  row({ slug: 'empty-honest', what: 'empty, then the same', shown: '', later: later('fetch', 200, server) }),
  row({ slug: 'sold-out', what: 'sold out by a script', later: later('fetch', 60, server, true) }),
  row({
    slug: 'client-only',
    what: 'rendered by the browser alone',
    stated: undefined,
    isClientOnly: true,
    later: later('fetch', 60),
  }),
  row({
    slug: 'client-only-data',
    what: 'rendered by the browser alone, other data in the head',
    isClientOnly: true,
    later: later('fetch', 60),
  }),
];

/** The pages of a shop that has nothing but an empty element on the server. */
export const clientOnlyCases: readonly FrameworkCase[] = [
  row({ slug: 'empty-shell', what: 'the price is in its script', stated: undefined, isClientOnly: true }),
  ...cases.filter(({ isClientOnly }) => isClientOnly),
];

export const titleOf = ({ slug }: Pick<FrameworkCase, 'slug'>): string => `Trail Lamp ${skuOf({ slug })}`;

/** A number for each page, as shops have them. */
export const skuOf = ({ slug }: Pick<FrameworkCase, 'slug'>): string =>
  `TL-${[...slug].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 90_000, 7) + 10_000}`;
