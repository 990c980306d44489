import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Effect } from './ablate.ts';
import type { Score } from './judged-inputs.ts';

const page = join(import.meta.dirname, '../../docs/pieces.md');

/** Clauses of docs/specification.md, with the pieces that they need and no labelled set does. */
export const promises: Readonly<Record<string, readonly string[]>> = {
  C1: ['role OtherCondition'],
  D4: [
    'rule timesBefore',
    'rule tierBefore',
    'rule surchargeBehind',
    'rule depositBefore',
    'rule approximateBefore',
    'role Approximate',
    'role Bargain',
    'role BetterPrice',
    'role Deposit',
    'role Fee',
    'role NonMembers',
    'role PerUnit',
    'role Piece',
    'role PieceNoun',
    'role PriceAlone',
    'role PriceNoun',
    'role Regular',
    'role RelatedAlone',
    'role Tax',
    'role Total',
  ],
  D5: [
    'sources/state/state-money#decimalsStated',
    'sources/state/state-money#readCounted',
    'sources/state/framework-state#isLoneShopifyVariant',
  ],
  D6: ['rule fromBefore', 'rule fromBehind'],
  D7: ['sources/markup/open-graph#readOpenGraph', 'sources/state/script-literals#readStreamedState'],
  D8: [
    'role LimitedAvailability',
    'role NotOfStock',
    'role NotProduct',
    'role OnePart',
    'role OtherService',
    'role StockLabel',
    'role ThisProduct',
  ],
  F1: [
    'refusal/hidden-price#findHiddenPrice',
    'role DomainNoun',
    'role Gone',
    'role LoginForPrice',
    'role Missing',
    'role OnRequest',
    'role OtherPurpose',
    'role OwnList',
  ],
  N1: ['role MakerNoun', 'role Set'],
  O1: ['role BesideOffers', 'role FreeFrom', 'role NextPage', 'role OfferNoun', 'role OtherOffers'],
  V1: [
    'sources/state/state-variants#readVariants',
    'sources/state/state-variants#readSizes',
    'sources/state/state-variants#isOnMarket',
    'sources/state/state-products#wooVariations',
  ],
  X2: [
    'product/search-hits#structuredHits',
    'product/sku-on-page#isOwnNumberInScripts',
    'role GoesWith',
    'role Relation',
    'role SearchEcho',
  ],
};

const clauseOf = (piece: string): string =>
  Object.keys(promises).find((clause) => promises[clause]?.includes(piece)) ?? '';

/** A row of the page. */
export interface PieceRow {
  name: string;
  /** Inputs on which it takes effect. */
  acts: number;
  /** What is lost without it, by set; empty if nothing. */
  losses: string;
  /** The clause of the specification that needs it, such as D4. */
  promise: string;
}

const signed = (change: number): string => `${change > 0 ? '+' : '−'}${Math.abs(change)}`;

/** True for fewer right answers, and for more wrong ones. */
const isLoss = ([key, change]: [string, number]): boolean =>
  key.endsWith('right') ? change < 0 : change > 0;

const lossesOf = (score: Score): string =>
  Object.entries(score)
    .filter(isLoss)
    .map(([key, change]) => `${signed(change)} ${key}`)
    .join(', ');

/** What is lost: "pages: −2 price right; offers: −1 right". */
export const describeLosses = ({ changes }: Effect): string =>
  Object.entries(changes)
    .map(([set, score]) => [set, lossesOf(score)] as const)
    .filter(([, losses]) => losses !== '')
    .map(([set, losses]) => `${set}: ${losses}`)
    .join('; ');

export const rowOf = (effect: Effect): PieceRow => ({
  name: effect.name,
  acts: effect.acts,
  losses: describeLosses(effect),
  promise: clauseOf(effect.name),
});

const heading = '| Piece | Inputs | Lost without it | Promised |';

/** Reads the rows of docs/pieces.md. */
export const readPieces = (): PieceRow[] =>
  readFileSync(page, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => {
      const [name = '', acts = '', losses = '', promise = ''] = line.slice(2, -2).split(' | ');
      return { name: name.replaceAll('`', ''), acts: Number(acts), losses, promise };
    });

/** Puts rows into docs/pieces.md, below what is written there by hand. */
export const writePieces = (rows: readonly PieceRow[]): void => {
  const text = readFileSync(page, 'utf8');
  const lines = rows.map(
    ({ name, acts, losses, promise }) => `| \`${name}\` | ${acts} | ${losses} | ${promise} |`,
  );
  const above = text.slice(0, text.indexOf(heading));
  writeFileSync(page, `${above}${heading}\n| --- | ---: | --- | --- |\n${lines.join('\n')}\n`);
};
