import type { SellingSite } from '../client/index.ts';
import { type Expectation, expectationSchema } from '../lambdas/domain/selling-site.ts';
import { UsageError } from './exit-codes.ts';

/** Members of `Expect`, as options and columns name them. */
export const expectedMembers = ['Gtin', 'Mpn', 'Brand', 'Title', 'Quantity'] as const;
export type ExpectedMember = (typeof expectedMembers)[number];

/**
 * Reads what is expected of a product.
 *
 * @param givenFor - what was given for a member.
 * @param placeOf - where it was given, for people.
 * @throws UsageError for what no product has, such as a GTIN whose check digit is wrong.
 */
export const readExpectation = (
  givenFor: (member: ExpectedMember) => string | undefined,
  placeOf: (member: ExpectedMember) => string,
): Expectation => {
  const given = expectedMembers.flatMap((member) => {
    const value = givenFor(member);
    return value === undefined ? [] : [[member, value] as const];
  });
  const { data, error } = expectationSchema.safeParse(Object.fromEntries(given));
  if (data) return data;
  const { path, message } = error.issues[0]!;
  throw new UsageError(`${placeOf(path[0] as ExpectedMember)}: ${message}.`);
};

/** A site of which is expected what it says itself, and beside that what is given for all. */
export const withExpectation = (site: SellingSite, ofAll: Expectation): SellingSite => {
  const Expect = { ...ofAll, ...site.Expect };
  return Object.keys(Expect).length > 0 ? { ...site, Expect } : site;
};
