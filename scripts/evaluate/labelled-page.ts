import * as z from 'zod';
import { availabilities } from '../../lambdas/domain/result-values.ts';
import { pageKindNames } from './page-kinds.ts';

/** `train` may be read by whoever writes rules; `kept` judges them, and nobody tunes anything on it. */
export const splits = ['train', 'kept'] as const;
export type Split = (typeof splits)[number];

const amountSchema = z.string().regex(/^\d+(\.\d+)?$/);

/**
 * A person's reading of the page. Any listed value is right. An empty list: the page has none, and none may be
 * given. An absent one is not judged. Amounts are decimal texts in major units, as in results.
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
  /** True where a person finds the price undecided as well, such as a range without a choice: none is no error. */
  mayHaveNoPrice: z.literal(true).optional(),
});

/** One line of a set's labels: the page without its markup. */
export const pageLabelSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9-]{2,80}$/),
  split: z.enum(splits),
  kind: z.enum(pageKindNames),
  url: z.url({ protocol: /^https?$/ }),
  language: z.string().regex(/^[a-z]{2,3}(-[A-Za-z]{2,4})?$/),
  /** Which template or platform the page comes from or imitates, with the licence of what it was rendered from. */
  origin: z.string().min(3),
  /** The year in whose manner the page is built. */
  year: z.int().min(1998).max(2035),
  expected: expectedSchema,
});

export type Expected = z.infer<typeof expectedSchema>;
export type PageLabel = z.infer<typeof pageLabelSchema>;

/** A page that can be judged: of the project's sets, or of a folder outside. */
export interface LabelledPage {
  set: string;
  id: string;
  /** Pages of an outside folder have no split. */
  split: Split | 'outside';
  kind: string;
  sellsNothing: boolean;
  url: string;
  expected: Expected;
  html: string;
}
