import { describe, expect, test } from 'vitest';
import { describeBreaches } from '../../scripts/evaluate/describe-figures.ts';
import { type Figures, figuresOf } from '../../scripts/evaluate/figures.ts';
import { type Floors, findBreaches, raiseFloors } from '../../scripts/evaluate/floors.ts';
import { judgeAnswer } from '../../scripts/evaluate/judge-answer.ts';

/** Figures of `right` right prices and `wrong` wrong ones. */
const figures = (right: number, wrong: number): Figures =>
  figuresOf(
    Array.from({ length: right + wrong }, (_, index) => ({
      sellsNothing: false,
      judgement: judgeAnswer(
        { price: ['5'] },
        {
          Outcome: 'Priced',
          Price: { Amount: index < right ? '5' : '6', Currency: null, Raw: '' },
          ListPrice: null,
          Availability: 'Unknown',
          Sku: null,
          Confidence: 'Low',
          Error: null,
        },
      ),
    })),
  );

const measured = (right: number, wrong: number) =>
  new Map([['lamps', new Map([['kept', figures(right, wrong)]])]]);

describe('floors', () => {
  const floors: Floors = { lamps: { kept: { 'price precision': 0.666 } } };

  test('hold at or above them, and break below', () => {
    expect(findBreaches(floors, measured(2, 1))).toEqual([]);
    const breaches = findBreaches(floors, measured(1, 1));
    expect(breaches).toEqual([
      { set: 'lamps', split: 'kept', figure: 'price precision', floor: 0.666, measured: 0.5 },
    ]);
    expect(describeBreaches(breaches)).toContain(
      'lamps, kept: price precision lies below its floor of 0.666',
    );
  });

  test('rise to the measured figure, rounded down to thousandths', () => {
    const { floors: raised, changes } = raiseFloors(floors, measured(6, 1), false);
    expect(raised.lamps?.kept).toEqual({ 'price precision': 0.857, 'price recall': 0.857 });
    expect(changes).toContainEqual({
      set: 'lamps',
      split: 'kept',
      figure: 'price precision',
      before: 0.666,
      after: 0.857,
    });
    expect(findBreaches(raised, measured(6, 1))).toEqual([]);
  });
});
