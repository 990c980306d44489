import { describe, expect, it } from 'vitest';
import {
  readAvailabilityText,
  readAvailabilityUrl,
} from '../../../lambdas/pricing/text/availability-text.ts';

describe('readAvailabilityText', () => {
  it.each([
    ['InStock', 'In stock'],
    ['InStock', 'Auf Lager'],
    ['InStock', '100+ in stock'],
    ['InStock', 'Skladem (5 ks)'],
    ['InStock', 'Ships in 2 days'],
    ['InStock', 'Готов к отгрузке'],
    ['InStock', 'In stock €19.99'],
    ['InStock', 'In stock, free delivery over £40'],
    ['InStock', 'In stock. Order soon.'],
    ['InStock', 'In stock items will be sent today'],
    ['InStock', '在庫あり'],
    ['InStock', 'มีสินค้า'],
    ['InStock', 'במלאי'],
    ['InStock', 'موجود در انبار'],
    ['BackOrder', 'On backorder'],
    ['BackOrder', 'Available on order'],
    ['BackOrder', 'Sur commande'],
    // "In stock" stands in each of them.
    ['BackOrder', 'Soon in stock'],
    ['BackOrder', 'Will be available again'],
    ['BackOrder', 'Bald wieder auf Lager'],
    ['BackOrder', '¡Pronto estará en stock!'],
    ['BackOrder', 'Disponible en réapprovisionnement'],
    ['BackOrder', 'Disponible para reserva'],
    ['BackOrder', 'Скоро в наличии'],
    ['BackOrder', '곧 입고'],
    [undefined, 'Versandfertig ab 50 €'],
    // That it can be ordered does not say that it is missing.
    ['InStock', 'Available to order online'],
    [undefined, 'Online bestellbar'],
    [undefined, 'No pre-order needed'],
    [undefined, 'Keine Vorbestellung nötig'],
    [undefined, 'Sold out? Tell me'],
    [undefined, '¿Agotado?'],
  ])('finds %s in "%s"', (availability, text) => {
    expect(readAvailabilityText(text)).toBe(availability);
  });
});

it('reads the words of machines', () => {
  expect(readAvailabilityUrl('preorder')).toBe('PreOrder');
});
