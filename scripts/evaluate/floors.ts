import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { Figures } from './figures.ts';
import { splits } from './labelled-page.ts';
import { setsFolder } from './page-sets.ts';

export const floorsFile = join(setsFolder, 'floors.json');

/** Figures with a floor: shares from 0 to 1, higher is better. */
export const flooredFigures = {
  'price precision': ({ price }) => price.precision,
  'price recall': ({ price }) => price.recall,
  'currency F1': ({ currency }) => currency.f1,
  'availability F1': ({ availability }) => availability.f1,
  'sku F1': ({ sku }) => sku.f1,
  'list price F1': ({ listPrice }) => listPrice.f1,
  'no price where nothing is sold': ({ sellNothing: { pages, falsePrices } }) =>
    pages === 0 ? null : 1 - falsePrices / pages,
  'right at High': ({ calibration: { High } }) =>
    High.right + High.wrong === 0 ? null : High.right / (High.right + High.wrong),
} as const satisfies Record<string, (figures: Figures) => number | null>;

export type FlooredFigure = keyof typeof flooredFigures;
const figureNames = Object.keys(flooredFigures) as FlooredFigure[];

const floorsSchema = z.record(
  z.string(),
  z.partialRecord(z.enum(splits), z.partialRecord(z.enum(figureNames), z.number().min(0).max(1))),
);

/** Floors by set, split and figure. */
export type Floors = z.infer<typeof floorsSchema>;

/** Figures by set and split. */
export type MeasuredFigures = ReadonlyMap<string, ReadonlyMap<string, Figures>>;

export const readFloors = (file: string = floorsFile): Floors =>
  floorsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));

export interface FloorBreach {
  set: string;
  split: string;
  figure: FlooredFigure;
  floor: number;
  /** `null` if there is nothing left to measure. */
  measured: number | null;
}

/** Rounds down to thousandths, so that a figure is never below its own floor. */
const asFloor = (share: number): number => Math.floor(share * 1000) / 1000;

const eachFloor = function* (floors: Floors): Generator<[string, string, FlooredFigure, number]> {
  for (const [set, bySplit] of Object.entries(floors))
    for (const [split, byFigure] of Object.entries(bySplit))
      for (const [figure, floor] of Object.entries(byFigure ?? {}))
        yield [set, split, figure as FlooredFigure, floor];
};

/** Finds figures below their floor in the measured sets. */
export const findBreaches = (floors: Floors, measured: MeasuredFigures): FloorBreach[] =>
  [...eachFloor(floors)].flatMap(([set, split, figure, floor]) => {
    const bySplit = measured.get(set);
    if (!bySplit) return [];
    const figures = bySplit.get(split);
    const value = figures ? flooredFigures[figure](figures) : null;
    return value === null || value < floor ? [{ set, split, figure, floor, measured: value }] : [];
  });

export interface FloorChange {
  set: string;
  split: string;
  figure: FlooredFigure;
  before: number | undefined;
  after: number;
}

interface MeasuredShare {
  set: string;
  split: (typeof splits)[number];
  figure: FlooredFigure;
  share: number;
}

/** Lists the measurable figures. */
const eachMeasured = (measured: MeasuredFigures): MeasuredShare[] =>
  [...measured].flatMap(([set, bySplit]) =>
    splits.flatMap((split) => {
      const figures = bySplit.get(split);
      return figureNames.flatMap((figure) => {
        const share = figures ? flooredFigures[figure](figures) : null;
        return share === null ? [] : [{ set, split, figure, share }];
      });
    }),
  );

/**
 * Raises the floors to the measured figures.
 *
 * @param lower - also lowers floors, after changes of pages or labels.
 */
export const raiseFloors = (
  floors: Floors,
  measured: MeasuredFigures,
  lower: boolean,
): { floors: Floors; changes: FloorChange[] } => {
  const raised: Floors = structuredClone(floors);
  const changes: FloorChange[] = [];
  for (const { set, split, figure, share } of eachMeasured(measured)) {
    const before = raised[set]?.[split]?.[figure];
    const after = asFloor(share);
    if (before === after || (before !== undefined && after < before && !lower)) continue;
    raised[set] ??= {};
    raised[set][split] ??= {};
    raised[set][split][figure] = after;
    changes.push({ set, split, figure, before, after });
  }
  return { floors: raised, changes };
};

export const writeFloors = (floors: Floors, file: string = floorsFile): void =>
  writeFileSync(file, `${JSON.stringify(floors, null, 2)}\n`);
