import { behindByEither, wordsBefore, wordsBehind, wordsOnlyBehind } from '../lexicon/amount-words.ts';
import { wordsOf } from '../lexicon/lexicon.ts';
import { anyOf } from '../lexicon/word-lists.ts';

/** Labels of buy buttons, which may hold or label the price. */
export const buyLabels = wordsOf('Buy');

/** Names of a price of any kind. */
export const priceNames = wordsOf('Price', 'PriceNoun', 'PriceAlone', 'Total');

/** Lowest of several prices: "from", "ab", "à partir de". */
export const fromWords = wordsBefore('From');

/** The same behind the price: "$10 and up", "10円から"; by a sign "$10+", but not the first of two that are added. */
export const fromWordsBehind = behindByEither(/^\s*\+(?![\d\s\p{Sc}]*\d)/u, wordsOnlyBehind('From'));

/** A price that no longer holds or that is only compared with. */
export const wasWords = wordsBefore('Was');

/** A price from which the discount is taken already, although a word of saving stands in its name. */
export const discountedWords = wordsBefore('Discounted');

/** Old beside a lower price, and the price itself where there is none that everybody pays. */
export const regularWords = wordsBefore('Regular');

/** The price that holds, beside one that does not. */
export const nowWords = wordsBefore('Now');

/** Total of all that was chosen. */
export const totalWords = wordsBefore('Total');

/** A price for those who belong to a club, hold a card or subscribe. */
export const memberWords = wordsBefore('Members');
/** A card that a device holds, and nobody shows at the till. */
export const cardOfDevice = new RegExp(String.raw`${anyOf('cards')}\s${anyOf('deviceParts')}(?!\p{L})`, 'iu');
/** The price of everybody else, beside theirs. */
export const nonMemberWords = wordsBefore('NonMembers');
/** The same behind the price; also of who pays with a certain card, named by its initials: "con CMR". */
export const memberWordsBehind = behindByEither(
  new RegExp(
    [
      String.raw`^[\s,;:.()*–-]{0,4}(?:con|com|with|mit|avec|met)\s`,
      String.raw`(?!VAT|GST|TVA|IVA|BTW|KDV|DDV|PDV|PVN)\p{Lu}{2,6}(?![\p{L}\p{N}])`,
    ].join(''),
    'u',
  ),
  wordsBehind('Members'),
);

/** Where a discount that everybody gets is taken off. */
const basketWords = wordsBefore('Basket');
const basketTail = new RegExp(
  [
    String.raw`^(?:\s(?:%\s?\d{1,2}|\d{1,2}\s?%))?(?:\s(?:net|ek))?`,
    String.raw`(?:\s(?:i̇|[iİı])ndirim(?:li|le)?(?:\sfiyat\p{L}{0,3})?)?\s*:?\s*\p{Sc}?\s*$`,
  ].join(''),
  'iu',
);
/** The same right before the price: "Sepette %15 indirim 89,90 TL". */
export const basketBefore = {
  test: (text: string): boolean => {
    const tail = basketWords.tailOf(text);
    return tail !== undefined && basketTail.test(tail);
  },
};
/** The price in another currency than it is asked in. */
export const approximateWords = wordsBefore('Approximate');

/** The same product from other hands, beside the new one. */
export const usedOfferWords = wordsBefore('OtherCondition');

/** Amount taken off. */
export const savingWords = wordsBefore('Saving');
export const savingWordsBehind = wordsBehind('Saving');

/** "20 %" behind a word of saving, which then speaks of it and not of the amount before. */
export const shareBehind = new RegExp(
  String.raw`^[\s:,.()–-]{0,4}(?:${anyOf('discountsIn')}\s)?(?:[%٪]\s?\d|\d{1,3}(?:[.,]\d{1,2})?\s?[%٪])`,
  'iu',
);

/** A part of the price, paid several times. */
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
/** "3 x", "12×" right before the price. */
export const timesBefore = new RegExp(
  [
    String.raw`(?:^|\s)in \d{1,2} of\s*$|(?:^|[^\p{L}\d.,])(\d{1,3})\s*`,
    `(?:[x×х*]|${anyOf('times')}|${anyOf('manyMonths')}(?: ${anyOf('interestFree')})?)`,
    String.raw`\s*${anyOf('ofAmount')}?\s*$`,
  ].join(''),
  'iu',
);

/** Words of rent, right before the amount and behind it. */
export const rentWords = wordsBefore('Rent');
export const rentWordsBehind = wordsOnlyBehind('Rent');

/** A price per quantity: per kilogram, per 100 ml, per metre. */
export const perUnitBehind = behindByEither(
  new RegExp(
    [
      // A word ends before the measure: "left" is no "le ft".
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
/** "1 kg = 12,45 €": what the quantity would cost. Few texts end so, and the pattern takes long to compile. */
export const quantityBefore = {
  test: (text: string): boolean => /=\s?$/.test(text) && quantity.test(text),
};

/** A price for those who pay in one certain way: "R$ 142,40 no Pix", "120 € bei Vorkasse". */
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

/** Shipping cost. */
export const shippingWords = wordsBefore('Shipping');
export const shippingWordsBehind = wordsBehind('Shipping');

/** Carriage that costs nothing, behind a word of carriage: "Versand kostenlos", "送料無料". */
export const freeBehindShipping = new RegExp(
  String.raw`^\s{0,2}(?:is\s|ist\s|:\s?)?${anyOf('freeCarriage')}`,
  'iu',
);

/** Order value from which shipping is free: "kostenlos ab 45 €". */
export const freeFromWords = wordsBefore('FreeFrom');

/** An amount that must be reached, not paid. */
export const thresholdWords = wordsBefore('Threshold');
export const thresholdWordsBehind = wordsBehind('Threshold');

/** Charges of the state or a scheme beside the price: for packaging, or for the end of the product's life. */
export const depositWords = wordsBefore('Deposit');
export const depositWordsBehind = wordsBehind('Deposit');

/** Charges for services beside the product: handling, wrapping, assembly, insurance. */
export const surchargeWords = wordsBefore('Surcharge');
/** The same behind the amount. */
export const surchargeWordsBehind = wordsBehind('Surcharge');

/** "per case" */
const perPackBefore = new RegExp(
  String.raw`(?:^|\P{L})${anyOf('perPack')} ${anyOf('wholePacks')}(?!\p{L})[^€$£]{0,16}$`,
  'iu',
);
const piecesBefore = new RegExp(
  [
    // "2 for", "3 für", "2 stk. for"
    String.raw`(?:^|[^\p{L}\d.,])[2-9] (?:${anyOf('piecesInTiers')} )?${anyOf('forPrice')}\s*\p{Sc}?\s*$`,
    // "par carton de 12", "2 or more", "ab 5 Stück", and what stands between that and the price
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
/** For how many pieces a price holds: "2 or more", "ab 5 Stück", "per case". */
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

/** A price without tax, which nobody but a business pays. */
export const netWords = wordsBefore('NetOfTax');
/** A price with tax, also beside one without: "(£8.70 inc. VAT)". */
export const grossWords = wordsBefore('Gross');

/** "alv 0 %" behind a price: its number would part these words from the price. */
export const taxOfNothingBehind = /^[\s(,;:–-]{0,4}(?:alv|moms|mva)\.?\s?0\s?%/iu;

/** "free" where a price stands. */
const freeOfCharge = wordsOf('FreeOfCharge');
export const freeText = { test: (text: string): boolean => freeOfCharge.test(priceNames.without(text, ' ')) };

/** Carriage that costs nothing, in a line that says no more. */
export const freeShipping = wordsOf('FreeShipping');

/** Words of an offer in an auction; the amount that ends it at once is the price. */
export const bidWords = wordsBefore('Bid');
/** Words of a sale's proceeds, an estimate or a seller's share: nobody is asked for that. */
export const worthWords = wordsBefore('Worth');

/** "€/kg", "Prix/l", "price per 100 g" at the head of a column, or before an amount. "Price for 500 g" is that of a pack. */
export const measureAtEnd = new RegExp(
  [
    String.raw`(?:\/|(?<!\p{L})${anyOf('perMeasure')}(?![\p{L}]))\s?(?:1|100|1000)?\s?`,
    String.raw`${anyOf('measures')}\.?\s*:?\s*$`,
  ].join(''),
  'iu',
);

/** True if a text says that carriage costs nothing; it may do so from an amount on. */
export const offersFreeShipping = (text: string): boolean => {
  const behind = shippingWords.tailOf(text);
  return freeShipping.test(text) || (behind !== undefined && freeBehindShipping.test(behind));
};
