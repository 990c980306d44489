import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import * as z from 'zod';
import { availabilities } from '../../lambdas/domain/result/result-values.ts';
import type { Availability } from '../../lambdas/domain/result/site-result.ts';
import type { Expected, LabelledPage } from './labelled-page.ts';

/**
 * A label in a folder outside the project. Unlike in the project's sets, an empty list is not judged except for the
 * price, where none may be given; a currency may be a printed sign.
 */
const outsideLabelSchema = z.object({
  url: z.string(),
  kind: z.string().optional(),
  price: z.array(z.string()),
  list_price: z.array(z.string()).default([]),
  currency: z.array(z.string()).default([]),
  availability: z.array(z.string()).default([]),
  sku: z.array(z.string()).default([]),
});

type OutsideLabel = z.infer<typeof outsideLabelSchema>;

/** Codes by printed sign. */
const codesOfSigns: Readonly<Record<string, readonly string[]>> = {
  $: ['USD', 'CAD', 'AUD', 'NZD', 'TWD', 'HKD', 'SGD', 'MXN'],
  '€': ['EUR'],
  '£': ['GBP'],
  '₽': ['RUB'],
  руб: ['RUB', 'BYN'],
  'р.': ['RUB', 'BYN'],
  '₪': ['ILS'],
  '₸': ['KZT'],
  'тг.': ['KZT'],
  zł: ['PLN'],
  '¥': ['JPY', 'CNY'],
  Rs: ['INR', 'LKR', 'PKR'],
};

const codesOf = (text: string): string[] => [
  text,
  ...Object.entries(codesOfSigns).flatMap(([sign, codes]) => (text.includes(sign) ? codes : [])),
];

const isAvailability = (text: string): text is Availability =>
  (availabilities as readonly string[]).includes(text);

const filled = <T>(values: T[]): [T, ...T[]] | undefined =>
  values.length > 0 ? (values as [T, ...T[]]) : undefined;

const expectedOf = (label: OutsideLabel): Expected => ({
  price: label.price,
  listPrice: filled(label.list_price),
  currency: filled(label.currency.flatMap(codesOf)),
  availability: filled(label.availability.filter(isAvailability)),
  sku: filled(label.sku),
});

/**
 * Reads labelled pages from a folder with `labels.json`, an object of labels by id, and `html/<id>.html.gz`.
 *
 * @throws Error if a label is invalid or a file is missing.
 */
export const outsidePagesOf = function* (folder: string): Generator<LabelledPage> {
  const set = basename(resolve(folder));
  const labels = z
    .record(z.string(), outsideLabelSchema)
    .safeParse(JSON.parse(readFileSync(join(folder, 'labels.json'), 'utf8')));
  if (!labels.success)
    throw new Error(
      `${join(folder, 'labels.json')}: expected labels by id: ${z.prettifyError(labels.error)}`,
    );
  for (const [id, label] of Object.entries(labels.data))
    yield {
      set,
      id,
      split: 'outside',
      kind: label.kind ?? (label.price.length > 0 ? 'product' : 'unknown'),
      sellsNothing: label.kind === undefined ? label.price.length === 0 : label.kind !== 'product',
      url: label.url,
      expected: expectedOf(label),
      html: gunzipSync(readFileSync(join(folder, 'html', `${id}.html.gz`))).toString('utf8'),
    };
};
