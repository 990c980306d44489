import { parentOf } from '../page/ancestors.ts';
import type { VisiblePrice } from './visible-prices.ts';

/** How a price's element and its parent are made up: a list repeats it for each product. */
export const signatureOf = ({ element }: Pick<VisiblePrice, 'element'>): string =>
  `${element.name}.${element.attribs.class ?? ''}<${parentOf(element)?.attribs.class ?? ''}`;
