import { describe, expect, it } from 'vitest';
import { extractOffer } from '../../lambdas/pricing/extract-offer.ts';
import { atMostCalls } from './budget.ts';
import { pageOf, shapes } from './shared-references.ts';

const url = 'https://shop.example/p/1';
const size = 96 * 1024;

const syntaxes = 3;
/** Each graph in one of the syntaxes, and every shape of a state: shapes of a graph are `graphs` apart. */
const graphs = shapes.filter(({ name }) => name.endsWith(', in RDFa')).length;
const tried = shapes.filter((_, at) => at >= syntaxes * graphs || Math.floor(at / graphs) === at % syntaxes);

describe('what data share by reference is read once', () => {
  it.each(tried)('$name', (shape) => {
    const html = pageOf(shape, size);
    const read = (): unknown => extractOffer(html, { url, sku: 'A-1' });
    expect(() => atMostCalls(200)(html.length, read)).not.toThrow();
  });
});
