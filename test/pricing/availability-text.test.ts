import { describe, expect, it } from 'vitest';
import { readAvailabilityText, readAvailabilityUrl } from '../../lambdas/pricing/availability-text.ts';

describe('what a text says about stock', () => {
  it.each([
    [
      'InStock',
      [
        'In stock',
        'Available now',
        '100+ in stock',
        'Ships in 2 days',
        'Auf Lager',
        'Sofort lieferbar',
        'En stock',
        'Disponible',
        'Disponibilità immediata',
        'Em estoque',
        'Op voorraad',
        'Dostępny od ręki',
        'Skladem (5 ks)',
        'Skladom',
        'Raktáron',
        'În stoc',
        'I lager',
        'På lager',
        'Varastossa',
        'В наличии',
        'Є в наявності',
        'Готовий до відправлення',
        'Готово до відправки',
        'Готов к отгрузке',
        'Готово за изпращане',
        'In stock €19.99',
        'In stock, free delivery over £40',
        'In stock. Order soon.',
        'In stock items will be sent today',
        'В наличност',
        'Άμεσα διαθέσιμο',
        'Stokta var',
        'Na zalihi',
        'Còn hàng',
        'Tersedia',
        '在庫あり',
        '有货',
        '現貨',
        '재고 있음',
        'มีสินค้า',
        'במלאי',
        'متوفر',
        'موجود در انبار',
      ],
    ],
    [
      'BackOrder',
      [
        'On backorder',
        'Available to order',
        'Auf Bestellung',
        'Sur commande',
        'Bajo pedido',
        'Su ordinazione',
        'Sob encomenda',
        'Na zamówienie',
        'Na objednávku',
        'Под заказ',
        'お取り寄せ',
        'Soon in stock',
        'Will be available again',
        'Bald wieder auf Lager',
        'Bientôt de retour en stock',
        '¡Pronto estará en stock!',
        'Disponibile a breve',
        'Wkrótce dostępny',
        'Brzy skladem',
        'Скоро в наличии',
        'Snart i lager igen',
        'Uskoro na stanju',
        '곧 입고',
        'Disponible en réapprovisionnement',
        'Disponible para reserva',
      ],
    ],
  ] as const)('%s', (availability, texts) => {
    for (const text of texts) expect([text, readAvailabilityText(text)]).toEqual([text, availability]);
  });

  it.each(['Versandfertig ab 50 €'])('nothing in %j', (text) => {
    expect(readAvailabilityText(text)).toBeUndefined();
  });
});

describe('the words of machines for stock', () => {
  it.each([['preorder', 'PreOrder']])('%j is %s', (text, availability) =>
    expect(readAvailabilityUrl(text)).toBe(availability),
  );
});
