// Each row is a kind of title that shops in several languages write.
import { describe, expect, it } from 'vitest';
import { compareTitles, type Verdict } from '../../../lambdas/pricing/product/compare-titles.ts';
import { judgeIdentity } from '../../../lambdas/pricing/product/judge-identity.ts';
import {
  compareQuantities,
  compareWanted,
  readQuantities,
} from '../../../lambdas/pricing/product/quantities.ts';

describe('compareTitles', () => {
  it.each<[shows: string, wanted: string, found: string, verdict: Verdict]>([
    ['a part', 'Philips OneBlade QP2724', 'Philips OneBlade QP2724 blades', 'Unknown'],
    ['a part in another language', 'Robot Roomba j7 RVF-Y1', 'Robot Roomba j7 RVF-Y1 szczotka', 'Unknown'],
    ['what is used up', 'Brother HL-L2350DW', 'Brother HL-L2350DW Toner', 'Unknown'],
    ['an accessory of a named kind', 'Bosch PSB 750 RCE drill', 'Bosch PSB 750 RCE drill tripod', 'Unknown'],
    ['what the device takes', 'Honda GX160', 'Honda GX160 engine oil 1 l', 'Unknown'],
    ['the kind of thing', 'Sony WH-1000XM5', 'Sony WH-1000XM5 Bluetooth Headphones', 'Same'],
    ['the kind in a compound', 'Bosch GSR18V-55', 'Bosch GSR18V-55 Akku-Bohrschrauber', 'Same'],
    ['the kind before it', 'Bosch GSB13RE', 'Taladro percutor Bosch GSB13RE', 'Same'],
    ['another volume', 'One Piece Vol. 1', 'One Piece Vol. 2', 'Different'],
    ['another platform with a number', 'Halo 2 Xbox One', 'Halo 2 Xbox 360', 'Different'],
    ['another platform', 'Mario Kart 8 Switch', 'Mario Kart 8 Wii U', 'Different'],
    ['accents and blanks', 'Nescafé Gold 200 g', 'NESCAFE GOLD 200g', 'Same'],
    ['a unit written out', 'Rapsöl 1 l', 'Rapsöl 1,0 Liter', 'Same'],
    ['a word less', 'Nescafé Gold 200 g', 'Nescafé 200 g', 'Unknown'],
    ['a market’s mark behind the number', 'Sony WH-1000XM4B', 'SONY WH-1000XM4B.CE7', 'Unknown'],
    ['a country behind the number', 'Dell P2422H', 'Dell P2422H-UK', 'Unknown'],
    ['a larger model', 'HP 305', 'HP 305XL', 'Different'],
    ['a variant of the number', 'Bosch GSR18V-55', 'Bosch GSR18V-55C', 'Different'],
    ['a half size', 'Nike Air Max 90 42.5', 'Nike Air Max 90 42 1/2', 'Same'],
    ['a half size in one sign', 'Nike Air Max 90 42,5', 'Nike Air Max 90 42½', 'Same'],
    ['two thirds of a size', 'Adidas Samba OG 42 2/3', 'Adidas Samba OG 42⅔', 'Same'],
    ['a whole and a half size', 'Nike Air Max 90 42', 'Nike Air Max 90 42 1/2', 'Different'],
    ['two half sizes', 'Nike Air Max 90 42 1/2', 'Nike Air Max 90 43 1/2', 'Different'],
  ])('%s: "%s" | "%s"', (_, wanted, found, verdict) => {
    expect([compareTitles(wanted, found), compareTitles(found, wanted)]).toEqual([verdict, verdict]);
  });

  // Words of every day behind a maker's own number.
  it.each([
    ['Netgear GS308', 'Netgear GS308 network switch'],
    ['Brooks 1103891D trail running shoes', 'Brooks 1103891D running shoes'],
    ['Samsung SM-X200 tablet PC', 'Samsung SM-X200 tablet'],
    ['Bosch KTR15NWFA mini fridge', 'Bosch KTR15NWFA fridge'],
  ])('makes no other product of "%s" and "%s"', (wanted, found) => {
    expect(compareTitles(wanted, found)).not.toBe('Different');
    expect(compareTitles(found, wanted)).not.toBe('Different');
  });
});

describe('a maker’s number that data state', () => {
  it.each([
    ['may have a market’s mark', 'WH-1000XM4B', 'WH1000XM4B.CE7', 'Unknown'],
    ['is another with another mark', 'WH-1000XM4B', 'WH-1000XM4S.CE7', 'Different'],
    ['is another with more letters', '305', '305XL', 'Different'],
  ] as const)('%s: %s | %s', (_, wanted, own, verdict) => {
    const stated = { Sku: null, Gtin: null, Brand: null, Title: 'Sony Kopfhörer' };
    expect(judgeIdentity({ Mpn: wanted }, { ...stated, Mpn: own }).Verdict).toBe(verdict);
  });
});

describe('a maker’s number in a title', () => {
  const read = (Title: string) =>
    judgeIdentity({ Mpn: 'CF217A' }, { Sku: null, Gtin: null, Mpn: null, Brand: null, Title }).Verdict;

  it.each(['HP CF217A Toner', 'HP CF-217A (17A) Toner', 'HP CF217A 2024, schwarz'])(
    'is proof: %s',
    (title) => {
      expect(read(title)).toBe('Same');
    },
  );

  it.each([
    '2x HP CF217A toner',
    'HP CF217A toner, 3er-Pack',
    'ersetzt HP CF217A Toner',
    'HP CF217A / CF219A Set',
  ])('is none beside a count, a second number or what stands for it: %s', (title) => {
    expect(read(title)).toBe('Unknown');
  });
});

describe('a title with the number of a device', () => {
  const read = (Title: string, Mpn: string, more: { Title?: string; Brand?: string } = {}, own?: string) =>
    judgeIdentity({ Mpn, ...more }, { Sku: null, Gtin: null, Mpn: own ?? null, Brand: null, Title }).Verdict;

  it.each([
    ['Service manual Yamaha RX-V385', 'RX-V385'],
    ['Toner Brother HL-L2350DW', 'HL-L2350DW'],
    ['Honda GX160 engine oil', 'GX160'],
    ['Samsung SM-S921B Ersatzbildschirm', 'SM-S921B'],
    ['Canon EOS-R6 Blitzschuh', 'EOS-R6'],
    ['Joint de porte Bosch WAN28281', 'WAN28281'],
  ])('is none of it where a word may be a part’s: %s', (title, number) => {
    expect(read(title, number)).toBe('Unknown');
  });

  it.each<[title: string, number: string, more?: { Title?: string; Brand?: string }]>([
    ['Sony WH-1000XM5', 'WH-1000XM5'],
    ['Lave-linge Bosch WAN28281', 'WAN28281'],
    ['Новый Samsung UE55AU7179', 'UE55AU7179', { Title: 'Новый Samsung UE55AU7179' }],
    ['Toner HP CF-217A (17A)', 'CF217A', { Title: 'HP 17A Toner' }],
    ['Kyocera TK-1150 Toner', 'TK1150'],
    ['Brother HL-L2350DW Laserdrucker', 'HL-L2350DW'],
  ])('is it where brand, kind or the wanted title explain all words: %s', (title, number, more = {}) => {
    expect(read(title, number, more)).toBe('Same');
  });

  it.each([
    ['Carry case Sony WH-1000XM5', {}, 'Unknown'],
    ['Carry case Sony', { Title: 'Sony carry case' }, 'Same'],
    ['Sony Kopfhörer, Musik wie nie', {}, 'Same'],
  ] as const)(
    'that the data state themselves is open beside an accessory alone: %s',
    (title, more, verdict) => {
      expect(read(title, 'WH-1000XM5', more, 'WH1000XM5')).toBe(verdict);
    },
  );
});

describe('how many pieces a text says', () => {
  it.each([
    ['Cola 12er 330ml Dosen', 12],
    ['Milch 1 l, Karton mit 12 Packungen', 12],
    ['Eau 50cl 6 bouteilles', 6],
    ['Porsche 911er Modell', undefined],
  ])('%s: %s', (text, packs) => {
    expect(readQuantities(text).packs).toBe(packs);
  });

  it.each([
    ['200 g', 'Schokolade 180 g + 20 g gratis', 'Same'],
    ['300 g', 'Schokolade 180 g + 20 g gratis', 'Different'],
    ['264 GB', 'Telefon 8 GB + 256 GB', 'Different'],
  ])('%s of %s: %s', (wanted, found, verdict) => {
    expect(compareQuantities(readQuantities(wanted), readQuantities(found))).toBe(verdict);
  });
});

describe('a wanted quantity', () => {
  it.each([
    ['4', 'Batteries AA 4-pack', 'Same'],
    ['12', 'Eggs, dozen', 'Same'],
    ['20', 'Ibuprofen 400 mg 50 Tabletten', 'Different'],
    ['4', 'Batteries AA', 'Unknown'],
  ])('without a unit is one of pieces: %s of %s is %s', (wanted, found, verdict) => {
    expect(compareWanted(wanted, found)).toBe(verdict);
  });

  it.each([
    ['0.5 l', 'Bottle ½ l', 'Same'],
    ['6 x 0.5 l', 'Beer 6 x ½ l', 'Same'],
    ['1 l', 'Bottle ½ l', 'Different'],
    ['8', 'Toilet paper 8 rolls', 'Same'],
    ['0.9 m', 'Cable 3 ft', 'Same'],
    ['6 ft', 'Cable 3 ft / 0.9 m', 'Different'],
  ])('and a fraction are one: %s of %s is %s', (wanted, found, verdict) => {
    expect(compareWanted(wanted, found)).toBe(verdict);
  });
});

describe('a stated number of the device', () => {
  const stated = { Sku: null, Gtin: null, Mpn: 'WH-1000XM4', Brand: 'Sony' };

  it.each(['Sony WH-1000XM4 保护壳', 'حافظة Sony WH-1000XM4'])(
    'is no proof beside an accessory: %s',
    (Title) => {
      expect(judgeIdentity({ Mpn: 'WH-1000XM4' }, { ...stated, Title }).Verdict).toBe('Unknown');
    },
  );

  it.each([
    ['HL-L2350DW', 'Brother HL-L2350DW TN-2420'],
    ['A6400', 'Sony A6400 NP-FW50'],
  ])('is none in a title with the number of what it takes: %s of %s', (Mpn, Title) => {
    const unstated = { Sku: null, Gtin: null, Mpn: null, Brand: null, Title };
    expect(judgeIdentity({ Mpn }, unstated).Verdict).toBe('Unknown');
  });

  it('is one beside what the device does', () => {
    const Title = 'Sony WH-1000XM4 wireless headphones, black';
    expect(judgeIdentity({ Mpn: 'WH-1000XM4' }, { ...stated, Title }).Verdict).toBe('Same');
    expect(judgeIdentity({ Mpn: 'WH-1000XM4' }, { ...stated, Mpn: null, Title }).Verdict).toBe('Same');
  });
});

describe('words of two parts', () => {
  it.each([
    ['Nikon Z6 body', 'Nikon Z6 body pre owned'],
    ['Nikon Z6 body', 'Nikon Z6 body second-hand'],
    ['Zelda Switch', 'Zelda Switch Limited-Edition'],
    ['Canon EOS R6', 'Canon EOS R6 wie neu'],
  ])('say the same with a blank and with a hyphen: %s | %s', (wanted, found) => {
    expect(compareTitles(wanted, found)).toBe('Different');
    expect(compareTitles(wanted, found.replace(/(?<= )([a-z]+)[ -]([a-z]+)$/i, '$1 $2'))).toBe('Different');
  });
});
