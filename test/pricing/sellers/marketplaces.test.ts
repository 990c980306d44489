import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { extractOffer } from '../../../lambdas/pricing/extract-offer.ts';
import {
  type JudgedMember,
  type Judgement,
  judgedMembers,
  judgeMarketplace,
  type LabelledMarketplace,
} from './judge-offers.ts';

/**
 * Imagined marketplaces after the structure of known ones, written and labelled by a person who had not read how offers
 * are found.
 */
const folder = new URL('marketplaces/', import.meta.url);
const labels: LabelledMarketplace[] = JSON.parse(readFileSync(new URL('labels.json', folder), 'utf8'));

interface Floor {
  /** Least number of right values: raise it when the rules reach more. */
  right: number;
  /** Greatest number of wrong ones; a missed value is neither. */
  wrong: number;
}

const floors: Readonly<Record<LabelledMarketplace['split'], Readonly<Record<JudgedMember, Floor>>>> = {
  train: {
    Price: { right: 47, wrong: 1 },
    Seller: { right: 103, wrong: 0 },
    OfferPrice: { right: 103, wrong: 0 },
    Shipping: { right: 69, wrong: 0 },
    FreeFrom: { right: 2, wrong: 0 },
    Total: { right: 68, wrong: 0 },
    Condition: { right: 39, wrong: 0 },
    Availability: { right: 53, wrong: 0 },
    IsFeatured: { right: 102, wrong: 0 },
    Order: { right: 37, wrong: 0 },
  },
  kept: {
    Price: { right: 23, wrong: 0 },
    Seller: { right: 43, wrong: 0 },
    OfferPrice: { right: 43, wrong: 0 },
    Shipping: { right: 32, wrong: 0 },
    FreeFrom: { right: 0, wrong: 0 },
    Total: { right: 32, wrong: 0 },
    Condition: { right: 9, wrong: 0 },
    Availability: { right: 18, wrong: 0 },
    IsFeatured: { right: 43, wrong: 0 },
    Order: { right: 15, wrong: 0 },
  },
};

const measured = labels.map((label) => ({
  label,
  values: judgeMarketplace(
    label,
    extractOffer(readFileSync(new URL(`${label.id}.html`, folder), 'utf8'), { url: label.url }),
  ),
}));

const valuesOf = (split: LabelledMarketplace['split'], member: JudgedMember, judgement: Judgement) =>
  measured
    .filter(({ label }) => label.split === split)
    .flatMap(({ label, values }) =>
      values
        .filter((value) => value.member === member && value.judgement === judgement)
        .map(({ line }) => `${label.id}: ${line}`),
    );

describe('labelled marketplaces', () => {
  it('has enough pages, and none twice', () => {
    expect(labels.length).toBeGreaterThanOrEqual(75);
    expect(new Set(labels.map(({ id }) => id)).size).toBe(labels.length);
  });

  describe.each(['train', 'kept'] as const)('%s', (split) => {
    it.each(judgedMembers)('reads %s', (member) => {
      const right = valuesOf(split, member, 'right');
      const wrong = valuesOf(split, member, 'wrong');
      const missed = valuesOf(split, member, 'missed');
      console.info(
        `offers ${split} ${member}: ${right.length} right, ${wrong.length} wrong, ${missed.length} missed`,
      );
      // Errors of the kept split stay unread: whoever mends rules by them has no measure left.
      const named = split === 'train' ? [...wrong, ...missed].join('\n') : `${wrong.length} wrong`;
      expect(right.length, named).toBeGreaterThanOrEqual(floors[split][member].right);
      expect(wrong.length, named).toBeLessThanOrEqual(floors[split][member].wrong);
    });
  });
});
