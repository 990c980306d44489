import { parentOf } from '../page/ancestors.ts';
import type { VisiblePrice } from './visible-prices.ts';

/** Markup of a price's element and its parent, which lists repeat for each product. */
export const signatureOf = ({ element }: Pick<VisiblePrice, 'element'>): string =>
  `${element.name}.${element.attribs.class ?? ''}<${parentOf(element)?.attribs.class ?? ''}`;
