// Like `lambdas/reader/worker.ts`, with additional pages that hang or exhaust their thread, as an unknown bug
// might.
import { readings } from '../../lambdas/reader/readings.ts';

const { extractOffer, readWithSigns } = readings;

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

readings.extractOffer = (html, context) => {
  misbehave(html);
  return extractOffer(html, context);
};
readings.readWithSigns = (html, context) => {
  misbehave(html);
  return readWithSigns(html, context);
};

await import('../../lambdas/reader/worker.ts');
