import * as z from 'zod';
import { availabilities } from '../../lambdas/domain/result/result-values.ts';
import { pageKindNames } from './page-kinds.ts';

/** Rules are written by reading `train`; `kept` only judges them. */
export const splits = ['train', 'kept'] as const;
export type Split = (typeof splits)[number];

const amountSchema = z.string().regex(/^\d+(\.\d+)?$/);

/**
 * A person's reading of the page. Any listed value is right; with an empty list, none may be given; an absent member is
 * not judged. Amounts are decimal strings in major units.
 */
export const expectedSchema = z.strictObject({
  price: z.array(amountSchema),
  listPrice: z.array(amountSchema).optional(),
  currency: z
    .array(z.string().regex(/^[A-Z]{3}$/))
    .nonempty()
    .optional(),
  availability: z.array(z.enum(availabilities)).nonempty().optional(),
  sku: z.array(z.string().min(1)).optional(),
  /** True if the price is ambiguous for a person too, e.g. a range; no price is not an error then. */
  mayHaveNoPrice: z.literal(true).optional(),
});

/** A line of a set's labels. */
export const pageLabelSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9-]{2,80}$/),
  split: z.enum(splits),
  kind: z.enum(pageKindNames),
  url: z.url({ protocol: /^https?$/ }),
  language: z.string().regex(/^[a-z]{2,3}(-[A-Za-z]{2,4})?$/),
  /** Template or platform of the page, with the licence of its source. */
  origin: z.string().min(3),
  /** Year of the page's style. */
  year: z.int().min(1998).max(2035),
  expected: expectedSchema,
});

export type Expected = z.infer<typeof expectedSchema>;
export type PageLabel = z.infer<typeof pageLabelSchema>;

/** A labelled page of the project's sets or of an outside folder. */
export interface LabelledPage {
  set: string;
  id: string;
  /** Absent for pages of an outside folder. */
  split: Split | 'outside';
  kind: string;
  sellsNothing: boolean;
  url: string;
  expected: Expected;
  html: string;
}
