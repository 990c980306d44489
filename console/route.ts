import type { Outcome } from '../client/index.ts';

export type { Outcome };

export const sortKeys = ['price', 'site', 'stock', 'outcome', 'confidence'] as const;
export type SortKey = (typeof sortKeys)[number];

/** How results are looked at. */
export interface Look {
  view: 'table' | 'cards';
  sort: SortKey;
  isDescending: boolean;
  isInStockOnly: boolean;
  /** Outcome that is shown alone. */
  outcome: Outcome | undefined;
  /** Text that name, title or address hold. */
  find: string;
}

export const plainLook: Readonly<Look> = {
  view: 'table',
  sort: 'price',
  isDescending: false,
  isInStockOnly: false,
  outcome: undefined,
  find: '',
};

/** The view in the address, as a fragment: so it is the same at every path that the console is served from. */
export interface Route {
  /** Absent: no request is shown. */
  requestId: string | undefined;
  look: Look;
}

export const outcomeNames: readonly Outcome[] = [
  'Priced',
  'OutOfStock',
  'Ambiguous',
  'NotFound',
  'Blocked',
  'Failed',
];

const oneOf = <T extends string>(names: readonly T[], text: string | null): T | undefined =>
  names.find((name) => name === text);

/** @param hash - as `location.hash`, e.g. `#/requests/0f8f…?view=cards`. */
export const parseRoute = (hash: string): Route => {
  const [, requestId, query = ''] = /^#\/requests\/([\w-]{1,64})(?:\?(.*))?$/s.exec(hash) ?? [];
  const given = new URLSearchParams(query);
  return {
    requestId,
    look: {
      view: oneOf(['table', 'cards'] as const, given.get('view')) ?? plainLook.view,
      sort: oneOf(sortKeys, given.get('sort')) ?? plainLook.sort,
      isDescending: given.get('order') === 'descending',
      isInStockOnly: given.has('in-stock'),
      outcome: oneOf(outcomeNames, given.get('outcome')),
      find: (given.get('find') ?? '').slice(0, 200),
    },
  };
};

/** The way back from {@link parseRoute}; what is as usual is not written. */
export const hashOf = (requestId: string | undefined, look: Look = plainLook): string => {
  if (requestId === undefined) return '#/';
  const query = new URLSearchParams({
    ...(look.view !== plainLook.view && { view: look.view }),
    ...(look.sort !== plainLook.sort && { sort: look.sort }),
    ...(look.isDescending && { order: 'descending' }),
    ...(look.isInStockOnly && { 'in-stock': '' }),
    ...(look.outcome && { outcome: look.outcome }),
    ...(look.find && { find: look.find }),
  }).toString();
  return `#/requests/${requestId}${query && `?${query}`}`;
};
