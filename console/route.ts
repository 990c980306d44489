import type { Outcome } from '../client/index.ts';

export type { Outcome };

export const sortKeys = ['price', 'site', 'stock', 'outcome', 'confidence'] as const;
export type SortKey = (typeof sortKeys)[number];

/** How results are sorted, filtered and displayed. */
export interface Look {
  view: 'table' | 'cards';
  sort: SortKey;
  isDescending: boolean;
  isInStockOnly: boolean;
  /** Show only this outcome. */
  outcome: Outcome | undefined;
  /** Text in name, title or address. */
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

/** The view in the address's fragment, which works at any path. */
export interface Route {
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

/** Inverse of {@link parseRoute}; omits defaults. */
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
