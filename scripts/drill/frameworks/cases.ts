/** Change of a page after its first HTML. */
export interface LaterChange {
  /** `effect`: at hydration; `timer`: after `ms`; `fetch`: with the shop's answer. */
  by: 'effect' | 'timer' | 'fetch';
  /** Delay of the timer or the answer. */
  ms: number;
  price: string;
  isSoldOut: boolean;
}

/** One product page of each framework's shop. */
export interface FrameworkCase {
  slug: string;
  /** The page's peculiarity. */
  what: string;
  /** Price in the server's JSON-LD; `undefined` if it has none. */
  stated: string | undefined;
  /** Text in place of the price in the server's HTML. */
  shown: string;
  /** The server leaves the whole product to the browser. */
  isClientOnly: boolean;
  later: LaterChange | undefined;
  /** Final price that a buyer sees. */
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

/** Pages of frameworks that render on the server. */
export const cases: readonly FrameworkCase[] = [
  row({ slug: 'honest', what: 'nothing changes' }),
  row({ slug: 'honest-bare', what: 'nothing changes, no data', stated: undefined }),
  row({ slug: 'effect', what: 'another price at hydration', later: later('effect', 0) }),
  row({ slug: 'timer', what: 'another price after 400 ms', later: later('timer', 400) }),
  row({ slug: 'fetched', what: 'another price fetched', later: later('fetch', 60) }),
  row({ slug: 'fetched-late', what: 'another price, fetched in 600 ms', later: later('fetch', 600) }),
  row({
    slug: 'bare-fetched',
    what: 'another price, fetched; no data',
    stated: undefined,
    later: later('fetch', 60),
  }),
  row({ slug: 'empty-fetched', what: 'empty, then another price', shown: '', later: later('fetch', 200) }),
  row({ slug: 'dash-fetched', what: 'a dash, then another price', shown: '–', later: later('fetch', 200) }),
  row({
    slug: 'nought-fetched',
    what: 'zero, then the price; no data',
    stated: undefined,
    shown: '€0.00',
    later: later('fetch', 200),
  }),
  row({ slug: 'empty-honest', what: 'empty, then the same', shown: '', later: later('fetch', 200, server) }),
  row({ slug: 'sold-out', what: 'sold out by a script', later: later('fetch', 60, server, true) }),
  row({
    slug: 'client-only',
    what: 'rendered only by the browser',
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

/** Pages of shops that serve an empty element. */
export const clientOnlyCases: readonly FrameworkCase[] = [
  row({ slug: 'empty-shell', what: 'the price is in its script', stated: undefined, isClientOnly: true }),
  ...cases.filter(({ isClientOnly }) => isClientOnly),
];

export const titleOf = ({ slug }: Pick<FrameworkCase, 'slug'>): string => `Trail Lamp ${skuOf({ slug })}`;

/** Returns a SKU for each page. */
export const skuOf = ({ slug }: Pick<FrameworkCase, 'slug'>): string =>
  `TL-${[...slug].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 90_000, 7) + 10_000}`;
