import type { PriceHints } from '../../../lambdas/pricing/money/price-hints.ts';

/** A text, the amount in it (`null`: none), and its currency (`null`: none printed, or not settled). */
export type PriceText = readonly [text: string, amount: string | null, currency: string | null];

export interface PriceTextGroup {
  /** Language and country, and on what kind of page such texts stand. */
  origin: string;
  hints?: PriceHints;
  texts: readonly PriceText[];
  /** Known failures: what they should give, and do not yet. */
  knownFailures?: readonly PriceText[];
}

export const priceTexts: readonly PriceTextGroup[] = [
  {
    origin: 'Boxes of many shops: when and how it comes, behind the price',
    texts: [
      ['Regular price\n$45.00 USD\nShipping calculated at checkout.', '45.00', 'USD'],
      ['19,99 €\nLieferzeit 2-3 Tage', '19.99', 'EUR'],
      ['$45.00\n+ shipping', '45.00', null],
    ],
  },
  {
    origin: 'Boxes of many shops: amounts side by side, whose signs stand behind or inside them',
    texts: [
      ['31,50 €45,00 €-30%', '31.50', 'EUR'],
      ['149 €99', '149.99', 'EUR'],
      ['1 049 €99', '1049.99', 'EUR'],
    ],
  },
  {
    origin: 'Finland, Latvia, Greece, India and others: the old and the new price, and more for one price',
    texts: [['49 reais com 90 centavos', '49.90', 'BRL']],
  },
  {
    origin: 'Any country: versions, sizes and ratings behind a word, and codes behind a label',
    texts: [
      ['USB 3.0', null, null],
      ['Price: 299 MAD', '299', 'MAD'],
      ['Price 7.5', '7.5', null],
    ],
  },
  {
    origin:
      'WooCommerce of many countries: the shown prices and what it tells to who hears the page, in one text',
    texts: [
      ['89,00 € Ursprünglicher Preis war: 89,00 €69,00 €Aktueller Preis ist: 69,00 €.', '69.00', 'EUR'],
    ],
  },
  {
    origin: 'Indented markup of any shop: as wide as one blank, and amounts that it parts',
    texts: [
      ['$\n    18\n    .97', '18.97', null],
      ['$\n\t\t\t18\n\t\t\t97\n', '18.97', null],
    ],
  },
  {
    origin: 'Many countries: a sign behind its number, and right before the next one',
    texts: [
      ['3,45 €0,25 kg', '3.45', 'EUR'],
      ['1 990 ₽5 отзывов', '1990', 'RUB'],
    ],
  },
  {
    origin: 'Themes of many countries: labels whose blank before or behind the sign was lost',
    texts: [['Regular priceRs. 1,499', '1499', null]],
  },
  {
    origin:
      'Shops everywhere: a caption of free carriage in a line of its own, and carriage "from" behind the price',
    texts: [
      ['Free shipping\n\n$49.00', '49.00', null],
      ['599,-\nFrakt fra 49,-', '599', null],
    ],
  },
  {
    origin: 'Many countries: what is saved, and prices called after the discount',
    texts: [
      ['$199.00 Discount: $50.00', '199.00', null],
      ['20,000원 할인 39,000원', '39000', 'KRW'],
      ['Harga normal Rp 299.000 Harga diskon Rp 199.000', '199000', 'IDR'],
    ],
  },
  {
    origin: 'Themes and builders of many countries: an old and a new price, each with its label',
    texts: [
      ['PVP recomendado 89,00€ PVP 69,00€', '69.00', 'EUR'],
      ['€89.00Regular Price€69.00Sale Price', '69.00', 'EUR'],
      ['89,00 €Precio69,00 €Precio de oferta', '69.00', 'EUR'],
    ],
  },
  {
    origin:
      'Any country: ratings with their votes, telephones, versions, and digits that belong to two numbers',
    texts: [
      ['4,7 (2.310 Bewertungen)', null, null],
      ['12.99.99 €', null, null],
    ],
  },
  {
    origin: 'Templates that leave a space behind the separator, or the whole units out',
    texts: [
      ['1.837, 32 €', '1837.32', 'EUR'],
      ['$119. 20 in stock', '119', null],
      ['in 10, 12 or 14 €', '14', 'EUR'],
      ['$..75', '0.75', null],
      ['€.1', '0.1', 'EUR'],
    ],
  },
  {
    origin: 'Iran and Egypt: the toman is ten rials and has no code; pounds abbreviated',
    texts: [['32جن', '32', 'EGP']],
  },
  {
    origin: 'Japan, Taiwan, China: words without spaces around the price',
    texts: [['通常価格12,800円 特別価格9,800円', '9800', 'JPY']],
  },
  {
    origin: 'Japan: the yen sign of Shift_JIS, which Unicode has as a backslash',
    hints: { locale: 'ja' },
    texts: [['販売価格 \\500', '500', 'JPY']],
  },
  {
    origin: 'Korea: the won sign of EUC-KR, which Unicode has as a backslash',
    hints: { country: 'KR' },
    texts: [['\\15,000', '15000', 'KRW']],
  },
  {
    origin: 'Sweden: ":-" is the currency',
    hints: { locale: 'sv-SE' },
    texts: [['495:-', '495', 'SEK']],
  },
  {
    origin: 'Norway: ":-" as well, by the host',
    hints: { country: 'NO' },
    texts: [['1 495:-', '1495', 'NOK']],
  },
  {
    origin:
      'Canada, Georgia and Spain: longer signs, codes that are words, the abbreviation before the price',
    texts: [
      ['CAN$1.23', '1.23', 'CAD'],
      ['15 GEL', '15', 'GEL'],
      ['TOP 10', null, null],
    ],
  },
  {
    origin: 'Mixed listings: ranges without spaces, signs that are words elsewhere, numbers that count',
    texts: [
      ['129,00 KM', '129.00', 'BAM'],
      ['12 900 DA', '12900', 'DZD'],
      ['(123) 456-7890', null, null],
      ['B/. 12.90', '12.90', 'PAB'],
      ['129 ₼', '129', 'AZN'],
      ['$U 1.290', '1290', 'UYU'],
      ['12.500 د.ك', '12.500', 'KWD'],
      ['1.700 тг.', '1700', 'KZT'],
    ],
  },
  {
    origin: 'German, Germany and Austria: product pages',
    texts: [['ab € 1.299,–', '1299', 'EUR']],
  },
  {
    origin: 'German, Switzerland: product pages',
    texts: [['CHF 1’299.00', '1299.00', 'CHF']],
  },
  {
    origin: 'English, United States: product pages',
    hints: { country: 'US' },
    texts: [['4.5 out of 5 stars', null, null]],
  },
  {
    origin: 'English, United States: signs without hints stay open',
    texts: [['199:-', '199', null]],
  },
  {
    origin: 'English, Canada',
    hints: { country: 'CA' },
    texts: [['US$19.99', '19.99', 'USD']],
  },
  {
    origin: 'French, Canada',
    hints: { locale: 'fr-CA' },
    texts: [['12 $ 99', '12.99', 'CAD']],
  },
  {
    origin: 'English, Australia and New Zealand',
    hints: { locale: 'en-AU' },
    texts: [
      ['$1,299', '1299', 'AUD'],
      ['NZD 49.95', '49.95', 'NZD'],
    ],
  },
  {
    origin: 'English, United Kingdom and Ireland',
    hints: { country: 'GB' },
    texts: [['POA', null, null]],
  },
  {
    origin: 'French, France and Belgium',
    texts: [['Prix sur demande', null, null]],
  },
  {
    origin: 'Italian, Italy',
    texts: [['Gratuito', '0', null]],
  },
  {
    origin: 'Spanish, Spain',
    texts: [['3 cuotas de 33,33 €', '33.33', 'EUR']],
  },
  {
    origin: 'Portuguese, Portugal and Brazil',
    texts: [['desde 9,99€', '9.99', 'EUR']],
  },
  {
    origin: 'Spanish, Latin America',
    hints: { locale: 'es-MX' },
    texts: [
      ['$1,299.00', '1299.00', 'MXN'],
      ['S/. 1,299.00', '1299.00', 'PEN'],
      ['₡ 12.500', '12500', 'CRC'],
    ],
  },
  {
    origin: 'Spanish, Chile, Colombia and Argentina',
    hints: { country: 'CL' },
    texts: [
      ['$12.990', '12990', 'CLP'],
      ['COL$ 45.900', '45900', 'COP'],
      ['ARS 12.500,50', '12500.50', 'ARS'],
    ],
  },
  {
    origin: 'Dutch, Netherlands and Belgium',
    texts: [['Gratis', '0', null]],
  },
  {
    origin: 'Swedish, Sweden',
    hints: { locale: 'sv-SE' },
    texts: [['12.990 kr', '12990', 'SEK']],
  },
  {
    origin: 'Norwegian, Norway',
    hints: { locale: 'nb' },
    texts: [['Før 399,- Nå 299,-', '299', 'NOK']],
  },
  {
    origin: 'Danish, Denmark',
    hints: { country: 'DK' },
    texts: [['1.299 kr.', '1299', 'DKK']],
  },
  {
    origin: 'Icelandic, Iceland',
    hints: { country: 'IS' },
    texts: [['12.990 kr.', '12990', 'ISK']],
  },
  {
    origin: 'Finnish and Estonian',
    texts: [['Tasuta', '0', null]],
  },
  {
    origin: 'Latvian and Lithuanian',
    texts: [['12,90 Eur', '12.90', 'EUR']],
  },
  {
    origin: 'Polish, Poland',
    texts: [['cena netto 40,64 zł', '40.64', 'PLN']],
  },
  {
    origin: 'Czech, Czechia',
    texts: [['12 990 Kč', '12990', 'CZK']],
  },
  {
    origin: 'Slovak and Slovenian',
    texts: [['€12,90', '12.90', 'EUR']],
  },
  {
    origin: 'Hungarian, Hungary',
    texts: [['ingyenes', '0', null]],
  },
  {
    origin: 'Romanian, Romania and Moldova',
    texts: [
      ['1.299,00 lei', '1299.00', 'RON'],
      ['Gratuit', '0', null],
    ],
  },
  {
    origin: 'Bulgarian, Bulgaria',
    texts: [
      ['49,99 лв.', '49.99', 'BGN'],
      ['25,56 € / 49,99 лв.', '25.56', 'EUR'],
    ],
  },
  {
    origin: 'Croatian, Serbian, Bosnian and Macedonian',
    texts: [
      ['99,00 HRK', '99.00', 'HRK'],
      ['1.299 RSD', '1299', 'RSD'],
      ['1.299,00 ден.', '1299.00', 'MKD'],
    ],
  },
  {
    origin: 'Croatian before 2023',
    hints: { country: 'HR', pageCurrencies: ['HRK'] },
    texts: [['99,00 Kn', '99.00', 'HRK']],
  },
  {
    origin: 'Bosnian, Bosnia',
    hints: { country: 'BA' },
    texts: [['49 KM', '49', 'BAM']],
  },
  {
    origin: 'Greek, Greece and Cyprus',
    texts: [['Δωρεάν', '0', null]],
  },
  {
    origin: 'Turkish, Türkiye',
    texts: [['%20 indirim', null, null]],
  },
  {
    origin: 'Russian, Russia',
    texts: [['12 990 000 ₽', '12990000', 'RUB']],
  },
  {
    origin: 'Russian, Belarus',
    hints: { country: 'BY' },
    texts: [['12 руб. 50 коп.', '12.50', 'BYN']],
  },
  {
    origin: 'Ukrainian, Ukraine',
    texts: [['1 299 грн', '1299', 'UAH']],
  },
  {
    origin: 'Kazakh, Kazakhstan and Central Asia',
    texts: [
      ["129 000 so'm", '129000', 'UZS'],
      ['129 000 ₮', '129000', 'MNT'],
    ],
  },
  {
    origin: 'Hebrew, Israel',
    texts: [['₪99.90', '99.90', 'ILS']],
  },
  {
    origin: 'Arabic, Gulf states and Egypt',
    texts: [
      ['١٬٢٩٩٫٠٠ ر.س', '1299.00', 'SAR'],
      ['د.إ 99.00', '99.00', 'AED'],
      ['99.00 ر.ق', '99.00', 'QAR'],
    ],
  },
  {
    origin: 'Currencies of three decimals',
    texts: [
      ['BHD 9.900', '9.900', 'BHD'],
      ['OMR 4.500', '4.500', 'OMR'],
    ],
  },
  {
    origin: 'Arabic and French, Tunisia and Algeria',
    hints: { country: 'TN' },
    texts: [['2500 دج', '2500', 'DZD']],
  },
  {
    origin: 'Arabic words settled by country',
    hints: { country: 'EG' },
    texts: [['E£ 99', '99', 'EGP']],
  },
  {
    origin: 'Persian, Iran',
    texts: [['۱٬۲۹۹٬۰۰۰ ریال', '1299000', 'IRR']],
  },
  {
    origin: 'Hindi and English, India',
    hints: { country: 'IN' },
    texts: [['EMI from ₹500/month', '500', 'INR']],
  },
  {
    origin: 'Pakistan, Sri Lanka, Nepal, Bangladesh',
    texts: [
      ['PKR 1,299', '1299', 'PKR'],
      ['LKR 1,299.00', '1299.00', 'LKR'],
      ['NPR 1,299', '1299', 'NPR'],
      ['৳ 1,299', '1299', 'BDT'],
    ],
  },
  {
    origin: 'English, Pakistan',
    hints: { country: 'PK' },
    texts: [['₨ 1,299', '1299', 'PKR']],
  },
  {
    origin: 'English, Sri Lanka',
    hints: { locale: 'si-LK' },
    texts: [['Rs 99', '99', 'LKR']],
  },
  {
    origin: 'Japanese, Japan',
    hints: { locale: 'ja' },
    texts: [['12,800 円', '12800', 'JPY']],
  },
  {
    origin: 'Chinese, China',
    hints: { locale: 'zh-CN' },
    texts: [['¥99起', '99', 'CNY']],
  },
  {
    origin: 'Chinese, Taiwan and Hong Kong',
    hints: { country: 'TW' },
    texts: [
      ['NT$1,290', '1290', 'TWD'],
      ['HKD 299', '299', 'HKD'],
    ],
  },
  {
    origin: 'English, Singapore and Hong Kong',
    hints: { country: 'SG' },
    texts: [['S$ 29.90', '29.90', 'SGD']],
  },
  {
    origin: 'Korean, South Korea',
    texts: [['1만원', null, null]],
  },
  {
    origin: 'Thai, Thailand',
    texts: [['฿1,290', '1290', 'THB']],
  },
  {
    origin: 'Vietnamese, Vietnam',
    texts: [['1.290.000 ₫', '1290000', 'VND']],
  },
  {
    origin: 'Indonesian and Malay',
    texts: [['RM49.90', '49.90', 'MYR']],
  },
  {
    origin: 'Filipino and English, Philippines',
    texts: [['Php 1,299.00', '1299.00', 'PHP']],
  },
  {
    origin: 'Khmer, Lao, Burmese',
    texts: [
      ['៛ 40,000', '40000', 'KHR'],
      ['₭ 150,000', '150000', 'LAK'],
      ['MMK 25,000', '25000', 'MMK'],
    ],
  },
  {
    origin: 'English, South Africa',
    hints: { country: 'ZA' },
    texts: [['R 1 299,00', '1299.00', 'ZAR']],
  },
  {
    origin: 'English and Swahili, West and East Africa',
    texts: [
      ['₦12,500', '12500', 'NGN'],
      ['Ksh. 1,299', '1299', 'KES'],
      ['GHS 99', '99', 'GHS'],
      ['UGX 45,000', '45000', 'UGX'],
    ],
  },
  {
    origin: 'French, Senegal',
    hints: { country: 'SN' },
    texts: [['12 500 FCFA', '12500', 'XOF']],
  },
  {
    origin: "Any country: numbers without a currency, as in price elements whose sign is a style sheet's",
    texts: [['0.999', '0.999', null]],
  },
  {
    origin: 'Any country: the caller names the currency',
    hints: { currency: 'EUR' },
    texts: [['1.299', '1299', 'EUR']],
  },
  {
    origin: 'Any country: the caller names the currency by its sign',
    hints: { currency: '€' },
    texts: [['12,99', '12.99', 'EUR']],
  },
  {
    origin: 'Any country: the caller expects dollars of Canada',
    hints: { currency: 'CAD' },
    texts: [['5', '5', 'CAD']],
  },
  {
    origin: 'A lone separator, settled by the language (German)',
    hints: { locale: 'de-DE' },
    texts: [['1,000', '1.000', null]],
  },
  {
    origin: 'A lone separator, settled by the language (English)',
    hints: { locale: 'en-US' },
    texts: [['$1,000', '1000', 'USD']],
  },
  {
    origin: 'Another code on the page settles the sign',
    hints: { pageCurrencies: ['AUD'] },
    texts: [['€ 5', '5', 'EUR']],
  },
  {
    origin: 'Texts that hold no price, in any shop',
    texts: [['10% Rabatt', null, null]],
  },
  {
    origin: 'India, Poland, Indonesia, Japan and others: multiplied numbers, whose digits are not the amount',
    texts: [['Rp 45rb', null, null]],
  },
  {
    origin: 'Trade shops of many countries: prices without and with tax beside each other',
    texts: [['税抜 2,000円 税込 2,200円', '2200', 'JPY']],
  },
  {
    origin: 'Sales of many countries: old and new prices, with words and without',
    texts: [['Najniža cijena u zadnjih 30 dana: 49,99 € 44,99 €', '44.99', 'EUR']],
  },
  {
    origin: 'Clubs of many countries: what members pay stands beside what everybody pays',
    texts: [
      ['€1.80 Clubcard Price €2.50', '2.50', 'EUR'],
      ['Medlemspris 99 SEK Ordinarie pris 149 SEK', '149', 'SEK'],
    ],
  },
  {
    origin: 'Shops everywhere: texts that name only what carriage costs, or what must be reached',
    texts: [['Trade in and save up to $200', null, null]],
  },
  {
    origin: 'Shops everywhere: numbers that only a hint could take for money',
    hints: { currency: 'USD' },
    texts: [['Price: 17', '17', 'USD']],
  },
  {
    origin: 'South Africa, Guatemala: letters that are signs, in names',
    hints: { country: 'ZA' },
    texts: [['R2-D2', null, null]],
  },
  {
    origin: 'Many countries: signs and words of money that no list of signs has',
    texts: [['6,500 Frw', '6500', 'RWF']],
  },
  {
    origin: 'Kuwait: thousandths of the dinar',
    hints: { country: 'KW' },
    texts: [['650 فلس', '0.650', 'KWD']],
  },
  {
    origin: 'Philippines: one letter is the sign',
    hints: { country: 'PH' },
    texts: [['P2,250', '2250', 'PHP']],
  },
  {
    origin: 'Any country: counts of reviews, and cents that lost their separator',
    texts: [
      ['(1,234)', null, null],
      ['€ 1.29995', '1299.95', 'EUR'],
    ],
  },
  {
    origin: 'Spain, Italy, Poland, Denmark, Turkey: one way of paying beside the price for all',
    hints: { pageCurrencies: ['EUR', 'PLN', 'DKK', 'TRY'] },
    texts: [
      ['49,00 € Con el código VERANO: 44,10 €', '49.00', 'EUR'],
      ['18,52 € Con bonifico bancario: 18,00 €', '18.52', 'EUR'],
    ],
  },
  {
    origin: 'Tunisia: thousandths behind the sign',
    hints: { country: 'TN' },
    texts: [['1 299 DT 000', '1299.000', 'TND']],
  },
  {
    origin: 'Korea, China, the Gulf, Turkey, Ukraine, Spain: what club, card, coupon or basket give',
    texts: [['1.250 TL Sepette %15 indirim 1.062,50 TL', '1062.50', 'TRY']],
  },
  {
    origin: 'Japan, the Baltics, Finland, Hungary: net and gross in brackets, and "plus tax"',
    texts: [
      ['¥1,800（税込¥1,980）', '1980', 'JPY'],
      ['25,10 € (20,00 € alv 0 %)', '25.10', 'EUR'],
      ['8 000 Ft + ÁFA (10 160 Ft)', '10160', 'HUF'],
    ],
  },
  {
    origin: 'Ukraine, Slovakia, Lithuania, Poland: what one saves',
    texts: [['Спестявате 15 лв.', null, null]],
  },
  {
    origin: 'Many countries: a percentage behind a word of saving is what it speaks of',
    texts: [['₩12,000 할인 30%', '12000', 'KRW']],
  },
  {
    origin: 'Shops for screws, batteries and tools: standards and types that spell a currency',
    texts: [['EUR 35 inkl. MwSt', '35', 'EUR']],
  },
  {
    origin: 'A page in euros',
    hints: { pageCurrencies: ['EUR'], locale: 'de-DE' },
    texts: [
      ['COP 21 Bericht', null, null],
      ['4P', null, null],
    ],
  },
  {
    origin: 'Britain: pence, and a letter behind a number in names',
    hints: { currency: 'GBP' },
    texts: [
      ['XT-4p', null, null],
      ['65p', '0.65', 'GBP'],
      ['was 90p now 65p', '0.65', 'GBP'],
      ['£1.20 (12p/100g)', '1.20', 'GBP'],
    ],
  },
  {
    origin: 'Japan: a row of the table about carriage',
    texts: [['送料 全国一律 580円 (4,800円以上送料無料)', null, null]],
  },
  {
    origin: 'Greece, Israel: fitting, a longer guarantee, and taking the old one away',
    texts: [['Επέκταση εγγύησης +3 έτη 44,90 €', null, null]],
  },
  {
    origin: 'WooCommerce: what it tells to who hears the page, in the languages of its translations',
    texts: [['Pradinė kaina buvo: 120 €.Dabartinė kaina yra: 89 €.', '89', 'EUR']],
  },
  {
    origin: 'Reduced from one price to another, and recommended prices in full',
    texts: [['€\n  24\n  ,\n  90', '24.90', 'EUR']],
  },
  {
    origin: 'Carriage that costs nothing, right behind the price',
    texts: [
      ['12,90 € versandkostenfrei', '12.90', 'EUR'],
      ['$45.00 shipping included', '45.00', null],
    ],
  },
  {
    origin: 'Japan, China: the words beside the sign of yen and yuan',
    texts: [['到手价 ¥128', '128', 'CNY']],
  },
  {
    origin: 'Any country: ratings, days, post codes and telephones',
    texts: [
      ['75001 Paris', null, null],
      ['Lieferung: Mo, 12.08. - Mi, 14.08.', null, null],
    ],
  },
  {
    origin: 'Any country: names of currencies',
    texts: [['1000 Leke', '1000', 'ALL']],
  },
  {
    origin: 'Any country: what is not read yet',
    texts: [],
    knownFailures: [
      // Cape Verde writes its decimals behind the sign of the escudo.
      ['1.299$50', '1299.50', 'CVE'],
      // One digit of hundredths would need a zero that does not stand there.
      ['5 руб. 5 коп.', '5.05', 'RUB'],
      // A piece of three crowns on a page in euros: nothing tells it from a price.
      ['Münze 3 Kr', null, null],
      // Multiplied numbers: the digits of the amount do not stand in the text.
      ['3万円', '30000', 'JPY'],
      ['$1.2M', '1200000', null],
      // Tomans are ten rials; ISO 4217 has no code for them.
      ['۱۲۹٬۰۰۰ تومان', '1290000', 'IRR'],
      // Written out.
      ['twelve dollars', '12', null],
    ],
  },
];
