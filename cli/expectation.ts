import type { SellingSite } from '../client/index.ts';
import { type Expectation, expectationSchema } from '../lambdas/domain/site/selling-site.ts';
import { UsageError } from './exit-codes.ts';

/** Members of `Expect` that have options and columns. */
export const expectedMembers = ['Gtin', 'Mpn', 'Brand', 'Title', 'Quantity'] as const;
export type ExpectedMember = (typeof expectedMembers)[number];

/**
 * Reads the expected facts about a product.
 *
 * @param givenFor - the value of a member.
 * @param placeOf - where it was given, for messages.
 * @throws UsageError for an impossible value, such as a GTIN with a wrong check digit.
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

/** Adds common expectations to a site's own. */
export const withExpectation = (site: SellingSite, ofAll: Expectation): SellingSite => {
  const Expect = { ...ofAll, ...site.Expect };
  return Object.keys(Expect).length > 0 ? { ...site, Expect } : site;
};
