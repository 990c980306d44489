// Like `lambdas/reader/worker.ts`, with additional pages that hang or exhaust their thread, as an unknown bug
// might. The title of a page with "<!-- counted -->" is the number of such pages parsed so far.
import { pageReadings } from '../../lambdas/reader/readings.ts';

const { readWithSigns } = pageReadings;

const fill = (): never => {
  const retained: unknown[] = [];
  for (;;) retained.push(new Array(1_000_000).fill(Math.random()));
};

const misbehave = (html: string): void => {
  if (html.includes('<!-- hangs -->')) for (;;);
  if (html.includes('<!-- fills -->')) fill();
  if (html.includes('<!-- dies -->')) process.exit(7);
  if (html.includes('<!-- throws -->')) throw new Error('a defect of ours');
};

let parsed = 0;
const places = new WeakMap<object, number>();
const placeOf = (page: object): number => {
  if (!places.has(page)) places.set(page, ++parsed);
  return places.get(page)!;
};

pageReadings.readWithSigns = (page, context) => {
  misbehave(page.html);
  const read = readWithSigns(page, context);
  return page.html.includes('<!-- counted -->')
    ? { ...read, extraction: { ...read.extraction, Title: String(placeOf(page)) } }
    : read;
};

await import('../../lambdas/reader/worker.ts');
