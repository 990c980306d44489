// Small pages after the structure of marketplaces, price comparisons and resale markets, each around one way in which an
// amount on it is not the product's price. Labelled by what a person reads; the rules were mended by them.
import { describe } from 'vitest';
import { testPages } from './labelled-pages.ts';

describe('pages on which other amounts stand where the price would', () => {
  testPages('messy-pages.ndjson');
});
