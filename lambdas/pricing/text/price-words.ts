import { behindByEither, wordsBefore, wordsBehind, wordsOf, wordsOnlyBehind } from '../words/lexicon.ts';
import { anyOf } from '../words/word-lists.ts';

/** "30 Tage", "30 derniers jours", "30 j". */
export const thirtyDays = new RegExp(
  String.raw`(?<!\d)30[\s-]{0,2}(?:\p{L}{4,14}\s)?(?:${anyOf('dayForms')}|${anyOf('dayLetters')})(?!\p{L})`,
  'iu',
);
/** Names for the lowest price of the last 30 days. */
export const lowestRecent = new RegExp(anyOf('lowestRecent'), 'iu');

/** Labels of buy buttons, which may contain or label the price. */
export const buyLabels = wordsOf('Buy');

/** Words for prices of any kind. */
export const priceNames = wordsOf('Price', 'PriceNoun', 'PriceAlone', 'Total');

/** Words for the lowest of several prices: "from", "ab", "à partir de". */
export const fromWords = wordsBefore('From');

/** The same after the price: "$10 and up", "10円から"; also "$10+", unless another amount is added. */
export const fromWordsBehind = behindByEither(/^\s*\+(?![\d\s\p{Sc}]*\d)/u, wordsOnlyBehind('From'));

/** A price that is no longer valid, or shown for comparison only. */
export const wasWords = wordsBefore('Was');

/** A price with the discount already deducted, although its name contains a word for saving. */
export const discountedWords = wordsBefore('Discounted');

/** Old beside a lower price; otherwise the price itself. */
export const regularWords = wordsBefore('Regular');

/** The current price beside an old one. */
export const nowWords = wordsBefore('Now');

/** Total of the selected items. */
export const totalWords = wordsBefore('Total');

/** A price for club members, card holders or subscribers. */
export const memberWords = wordsBefore('Members');
/** A card inside a device rather than a customer card. */
export const cardOfDevice = new RegExp(String.raw`${anyOf('cards')}\s${anyOf('deviceParts')}(?!\p{L})`, 'iu');
/** Everybody else's price, beside a member price. */
export const nonMemberWords = wordsBefore('NonMembers');
/** Conditions at the start of a label, which mostly follow their price: "Price with code EXTRA10: $20". */
export const conditionWords = wordsBehind('Members');
/** Member words after the price; also a card named by initials: "con CMR". */
export const memberWordsBehind = behindByEither(
  new RegExp(
    [
      String.raw`^[\s,;:.()*–-]{0,4}(?:con|com|with|mit|avec|met)\s`,
      String.raw`(?!VAT|GST|TVA|IVA|BTW|KDV|DDV|PDV|PVN)\p{Lu}{2,6}(?![\p{L}\p{N}])`,
    ].join(''),
    'u',
  ),
  conditionWords,
);

/** Discounts deducted in the cart for everybody. */
const basketWords = wordsBefore('Basket');
const basketTail = new RegExp(
  [
    String.raw`^(?:\s(?:%\s?\d{1,2}|\d{1,2}\s?%))?(?:\s(?:net|ek))?`,
    String.raw`(?:\s(?:i̇|[iİı])ndirim(?:li|le)?(?:\sfiyat\p{L}{0,3})?)?\s*:?\s*\p{Sc}?\s*$`,
  ].join(''),
  'iu',
);
/** The same directly before the price: "Sepette %15 indirim 89,90 TL". */
export const basketBefore = {
  test: (text: string): boolean => {
    const tail = basketWords.tailOf(text);
    return tail !== undefined && basketTail.test(tail);
  },
};
/** A conversion into another currency. */
export const approximateWords = wordsBefore('Approximate');

/** Used offers beside the new one. */
export const usedOfferWords = wordsBefore('OtherCondition');

/** Amount taken off. */
export const savingWords = wordsBefore('Saving');
export const savingWordsBehind = wordsBehind('Saving');

/** "20 %" after a word for saving, which then describes the percentage and not the amount before it. */
export const shareBehind = new RegExp(
  String.raw`^[\s:,.()–-]{0,4}(?:${anyOf('discountsIn')}\s)?(?:[%٪]\s?\d|\d{1,3}(?:[.,]\d{1,2})?\s?[%٪])`,
  'iu',
);

/** A part of the price that is paid repeatedly. */
export const instalmentWords = wordsBefore('Instalment');
export const instalmentWordsBehind = behindByEither(
  new RegExp(
    [
      String.raw`^[\s,;:.()*]{0,3}(?:${anyOf('perPeriod')}\s*)?`,
      String.raw`(?:${anyOf('months')}(?![\p{L}\d])|mdr?\.|mj\.|[./]m\.?(?![\p{L}\p{N}])|m\.(?![\p{L}\p{N}]))`,
      String.raw`|^\s?${anyOf('perDay')}\s?${anyOf('days')}(?!\p{L})|^\s*[x×х]\s*\d{1,2}(?![\d.,])`,
    ].join(''),
    'iu',
  ),
  wordsOnlyBehind('Instalment'),
);
/** "3 x", "12×" directly before the price. */
export const timesBefore = new RegExp(
  [
    String.raw`(?:^|\s)in \d{1,2} of\s*$|(?:^|[^\p{L}\d.,])(\d{1,3})\s*`,
    `(?:[x×х*]|${anyOf('times')}|${anyOf('manyMonths')}(?: ${anyOf('interestFree')})?)`,
    String.raw`\s*${anyOf('ofAmount')}?\s*$`,
  ].join(''),
  'iu',
);

export const rentWords = wordsBefore('Rent');
export const rentWordsBehind = wordsOnlyBehind('Rent');

/** A unit price: per kilogram, per 100 ml, per metre. */
export const perUnitBehind = behindByEither(
  new RegExp(
    [
      // A word ends before the measure: "left" is not "le ft".
      String.raw`^[\s(]{0,3}(?:[/毎每]|${anyOf('perMeasure')}(?!\p{L}))\s*(?:1\s*)?(?:\d{1,4}(?:[.,]\d{1,2})?\s*)?`,
      String.raw`${anyOf('measures')}(?![\p{L}\p{N}])`,
    ].join(''),
    'iu',
  ),
  wordsOnlyBehind('PerUnit'),
);
export const perUnitBefore = wordsBefore('PerUnit');

const quantity = new RegExp(
  String.raw`(?:^|[\s(])\d{1,4}(?:[.,]\d{1,3})?\s?${anyOf('measures', 'counts')}\s?=\s?$`,
  'iu',
);
/** "1 kg = 12,45 €": the price of that quantity. Few texts end like this, and the pattern compiles slowly. */
export const quantityBefore = {
  test: (text: string): boolean => /=\s?$/.test(text) && quantity.test(text),
};

/** A price for one payment method: "R$ 142,40 no Pix", "120 € bei Vorkasse". */
export const paymentMethodBehind = behindByEither(
  new RegExp(
    [
      String.raw`^[\s,;:.()*–-]{0,4}(?:(?:à|a) vista\s+)?`,
      String.raw`${anyOf('payingBy')}\s+${anyOf('paymentMethods')}(?![\p{L}\p{N}])`,
    ].join(''),
    'iu',
  ),
  wordsOnlyBehind('PaymentMethod'),
);
export const paymentMethodWords = wordsBefore('PaymentMethod');

export const shippingWords = wordsBefore('Shipping');
export const shippingWordsBehind = wordsBehind('Shipping');

/** "Free" after a word for shipping: "Versand kostenlos", "送料無料". */
export const freeBehindShipping = new RegExp(
  String.raw`^\s{0,2}(?:is\s|ist\s|:\s?)?${anyOf('freeCarriage')}`,
  'iu',
);

/** Order value from which shipping is free: "kostenlos ab 45 €". */
export const freeFromWords = wordsBefore('FreeFrom');

/** An amount to be reached, not paid. */
export const thresholdWords = wordsBefore('Threshold');
export const thresholdWordsBehind = wordsBehind('Threshold');

/** Statutory charges on top of the price: for packaging or recycling. */
export const depositWords = wordsBefore('Deposit');
export const depositWordsBehind = wordsBehind('Deposit');

/** Charges for extra services: handling, wrapping, assembly, insurance. */
export const surchargeWords = wordsBefore('Surcharge');
export const surchargeWordsBehind = wordsBehind('Surcharge');

/** "per case" */
const perPackBefore = new RegExp(
  String.raw`(?:^|\P{L})${anyOf('perPack')} ${anyOf('wholePacks')}(?!\p{L})[^€$£]{0,16}$`,
  'iu',
);
/** "le paquet de 1,44 m²": after "soit", which also introduces savings and unit prices, the price of a pack. */
export const packBehind = /^\s?(?:le |la |l['’])\p{L}{3,12} de \d/iu;
const piecesBefore = new RegExp(
  [
    // "2 for", "3 für", "2 stk. for"
    String.raw`(?:^|[^\p{L}\d.,])[2-9] (?:${anyOf('piecesInTiers')} )?${anyOf('forPrice')}\s*\p{Sc}?\s*$`,
    // "par carton de 12", "2 or more", "ab 5 Stück", up to the price
    [
      String.raw`(?:^|[^\p{L}\p{N}.,])`,
      String.raw`(?:${anyOf('perPack')} ${anyOf('wholePacks')} (?:de|of|van|di|da|à|zu|mit|s|z)? ?\d{1,3}`,
      String.raw`|\d{1,4}\s?(?:\+|${anyOf('orMore')})`,
      String.raw`|${anyOf('fromPieces')}\s\d{1,4}\s?${anyOf('piecesInTiers')})`,
      String.raw`(?:\s?${anyOf('piecesInTiers')})?\s*[:=–-]?\s*${anyOf('eachPiece')}?\s*$`,
    ].join(''),
  ].join('|'),
  'iu',
);
/** Minimum quantities of a price: "2 or more", "ab 5 Stück", "per case". */
export const tierBefore = {
  test: (text: string): boolean => perPackBefore.test(text) || (/\d/.test(text) && piecesBefore.test(text)),
};
/** The same behind the price: "110 ₴ від 10 шт.", "£4 each for 10 or more". */
export const tierBehind = behindByEither(
  new RegExp(
    String.raw`^\s?(?:${anyOf('fromPieces')}|при)\s\d{1,4}\s?${anyOf('piecesInTiers')}(?!\p{L})`,
    'iu',
  ),
  wordsOnlyBehind('Tier'),
);

/** A price without tax, which only businesses pay. */
export const netWords = wordsBefore('NetOfTax');
/** A price with tax, also beside one without: "(£8.70 inc. VAT)". */
export const grossWords = wordsBefore('Gross');

/** "alv 0 %" after a price: its number would otherwise separate the words from the price. */
export const taxOfNothingBehind = /^[\s(,;:–-]{0,4}(?:alv|moms|mva)\.?\s?0\s?%/iu;

/** "free" in place of a price. */
const freeOfCharge = wordsOf('FreeOfCharge');
export const freeText = { test: (text: string): boolean => freeOfCharge.test(priceNames.without(text, ' ')) };

/** Free shipping, in a line with nothing else. */
export const freeShipping = wordsOf('FreeShipping');

/** Auction bids; a buy-now amount is the price. */
export const bidWords = wordsBefore('Bid');
/** Sale proceeds, estimates and sellers' shares, which nobody pays. */
export const worthWords = wordsBefore('Worth');

/** "€/kg", "Prix/l", "price per 100 g" in a head or before an amount; "Price for 500 g" is a pack's price. */
export const measureAtEnd = new RegExp(
  [
    String.raw`(?:\/|(?<!\p{L})${anyOf('perMeasure')}(?![\p{L}]))\s?(?:1|100|1000)?\s?`,
    String.raw`${anyOf('measures')}\.?\s*:?\s*$`,
  ].join(''),
  'iu',
);

/** True if a text offers free shipping, possibly from an amount on. */
export const offersFreeShipping = (text: string): boolean => {
  const behind = shippingWords.tailOf(text);
  return freeShipping.test(text) || (behind !== undefined && freeBehindShipping.test(behind));
};
