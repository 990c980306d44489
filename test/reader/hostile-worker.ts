// A worker as `lambdas/reader/worker.ts`, with pages that do what no known page does any longer: what a hole that
// nobody has found yet would do to the thread.
import { readings } from '../../lambdas/reader/readings.ts';

const real = readings.extractOffer;

const fill = (): never => {
  const kept: unknown[] = [];
  for (;;) kept.push(new Array(1_000_000).fill(Math.random()));
};

readings.extractOffer = (html, context) => {
  if (html.includes('<!-- hangs -->')) for (;;);
  if (html.includes('<!-- fills -->')) fill();
  if (html.includes('<!-- dies -->')) process.exit(7);
  if (html.includes('<!-- throws -->')) throw new Error('a defect of ours');
  return real(html, context);
};

await import('../../lambdas/reader/worker.ts');
