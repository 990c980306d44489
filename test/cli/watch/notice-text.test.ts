import { describe, expect, test } from 'vitest';
import type { Notice } from '../../../cli/watch/notice.ts';
import { groupedAmount, noticeText } from '../../../cli/watch/notice-text.ts';

const common = {
  Id: 'msg_1',
  At: '2026-11-23T07:00:00.000Z',
  Sku: 'VELA-A3',
  Site: 'Dolce Macchina',
  Url: null,
  Title: null,
  Availability: 'InStock' as const,
  LowestInDays: null,
};
const euros = (Amount: string) => ({ Amount, Currency: 'EUR' });
const price = {
  ...common,
  Kind: 'Price' as const,
  From: euros('1349.00'),
  To: euros('1099.00'),
  Of: [{}],
};
const variant = (Size: string) => ({ Variant: { Id: null, Size, SizeRegion: 'EU', Color: null } });

describe('a change in words', () => {
  test.each<[Notice, string]>([
    [
      { ...price, LowestInDays: 30 },
      'VELA-A3: Dolce Macchina 1,349.00 to 1,099.00 EUR, lowest in 30 days, in stock',
    ],
    [
      { ...price, LowestInDays: 1 },
      'VELA-A3: Dolce Macchina 1,349.00 to 1,099.00 EUR, lowest in a day, in stock',
    ],
    [
      { ...price, LowestInDays: 0 },
      'VELA-A3: Dolce Macchina 1,349.00 to 1,099.00 EUR, lowest so far, in stock',
    ],
    [{ ...price, Availability: 'Unknown' }, 'VELA-A3: Dolce Macchina 1,349.00 to 1,099.00 EUR'],
    [
      {
        ...price,
        From: { Amount: '5', Currency: null },
        To: { Amount: '4', Currency: null },
        Availability: 'OutOfStock',
      },
      'VELA-A3: Dolce Macchina 5 to 4, sold out',
    ],
    [{ ...price, Of: [variant('42')] }, 'VELA-A3: Dolce Macchina (EU 42) 1,349.00 to 1,099.00 EUR'],
    [{ ...price, Of: [{}, variant('42')] }, 'VELA-A3: Dolce Macchina 1,349.00 to 1,099.00 EUR, in stock'],
    [
      { ...price, Of: ['41', '42', '43', '44', '45'].map(variant) },
      'VELA-A3: Dolce Macchina (EU 41; EU 42; EU 43; 2 more) 1,349.00 to 1,099.00 EUR',
    ],
    [
      { ...price, Of: [{ Seller: { Name: 'Bob\u001b[2J\u202E', Condition: 'Used' } }] },
      'VELA-A3: Dolce Macchina (sold by Bob [2J , Used) 1,349.00 to 1,099.00 EUR',
    ],
    [
      { ...price, Kind: 'Currency', To: { Amount: '1199.00', Currency: 'USD' } },
      'VELA-A3: Dolce Macchina 1,349.00 EUR, now 1,199.00 USD in another currency',
    ],
    [
      { ...common, Kind: 'BelowTarget', Price: euros('1099.00'), Target: euros('1100'), Of: [{}] },
      'VELA-A3: Dolce Macchina 1,099.00 EUR is below the target 1,100 EUR, in stock',
    ],
    [
      { ...common, Kind: 'BackInStock', From: 'OutOfStock', To: 'InStock', Of: [{}] },
      'VELA-A3: Dolce Macchina back in stock (was sold out)',
    ],
    [
      { ...common, Kind: 'Availability', From: 'InStock', To: 'LimitedAvailability', Of: [{}] },
      'VELA-A3: Dolce Macchina in stock to few left',
    ],
  ])('%#', (notice, words) => {
    expect(noticeText(notice)).toBe(words);
  });

  test('groups thousands and leaves each digit as it is', () => {
    for (const [amount, grouped] of [
      ['0', '0'],
      ['999.999', '999.999'],
      ['1000', '1,000'],
      ['1234567.10', '1,234,567.10'],
      ['123456789012345678901234567890.00000001', '123,456,789,012,345,678,901,234,567,890.00000001'],
    ] as const) {
      expect(groupedAmount(amount)).toBe(grouped);
    }
  });
});
