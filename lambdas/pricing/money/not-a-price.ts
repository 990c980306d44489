import { isRunOn, type PrintedCurrency } from './currency-lexicon.ts';
import type { NumberToken } from './number-token.ts';

// Behind a bare number: what it counts or measures instead of money.
const countedBehind =
  /^(?:\s?(?:[★☆⭐✩✭]|%|‰|°|º|ª|"|”|″|''|\+(?=\s|$))|[\s-]?(?:stars?|sterne?n?|étoiles?|estrellas?|stelle|gwiazd\p{L}*|zvezd\p{L}*|звезд\p{L}*|out of|von \d|\/\s?\d|h|hrs?|hours?|std\.?|stunden?|heures?|horas?|ore|uur|godz\p{L}*|hodin\p{L}*|час\p{L}*|min|mins|minutes?|minuten|sec|seconds?|days?|tage?n?|jours?|derniers|días?|dias?|giorni|dagen|dagar|dager|dage|dgr|dana|dienu|dienų|päeva|ημερ\p{L}*|dni|dan[ai]?|dnů|dní|дн\p{L}*|день|дня|nap|weeks?|wochen?|months?|monate?n?|mois|meses|mesi|years?|jahre?n?|yrs?|ans|años|anni|jaar|år|vuotta|vuoden|lat|lata|let|лет|год\p{L}*|am|pm|uhr|kb|mb|gb|tb|gib|ghz|mhz|hz|khz|mah|ah|wh|kwh|kw|w|watt|v|volt|va|kva|bar|psi|nm|nits?|dpi|fps|rpm|db|lm|lumen|lux|k|px|mp|mpx|megapixels?|mm|cm|dm|m|km|in|inch(?:es)?|zoll|pouces?|ft|feet|yds?|kg|g|gr|mg|lbs?|oz|t|ml|cl|dl|l|ltr|liter|litres?|liters?|gallons?|мм|см|м|км|кг|г|гр|мл|л|шт|гб|вт|pcs?|pieces?|stück|stk\.?|st\.?|pack|packs|pk|paar|pairs?|sets?|units?|items?|artikel|produkte?|products?|results?|ergebnisse|reviews?|ratings?|bewertung\p{L}*|votes?|comments?|avis|opinion\p{L}*|recension\p{L}*|отзыв\p{L}*|people|persons?|customers?|kunden|sold|left|verkauft|views?|likes?|points?|punkte?|pts\.?|cuotas?|parcelas?|plazos?|mensualidades|raten|rat|rates?|payments?|inst?al?lments?|fois|taksit|splátek|x|×|х|th|st|nd|rd|way|er|ème|e|bit|core|cores|speed|gang|-?in-1|for \d|für \d|pour \d|por \d|per \d|個|件|点|枚|本|台|人|個月|個入|日|時|分|年|月|天|小时|颗|개|명|일|시간|ชิ้น|วัน|món|ngày|adet|gün\p{L}*|pvä?|saat|szt\.?|ks|db|buc\.?|kpl)(?![\p{L}\p{N}]))/iu;
/** Words that multiply: thousand, ten thousand, lakh, million, crore, milliard. */
const scaleWords =
  'thousand|million|billion|trillion|bn|mn|mln|mlrd|mrd|mld|mio|lakhs?|lacs?|lac|crores?|cr|tsd|tausend|million\\p{L}*|milli?ard\\p{L}*|tys(?:iąc\\p{L}*)?|tis(?:íc\\p{L}*)?|ezer|millió|mii|milioane|mille|milliers|mila|milion\\p{L}*|mil(?!e)|millones|millón|milhões|milhão|duizend|miljoen|miljard|tusen|tusind|miljon\\p{L}*|tkr|mkr|tuhat\\p{L}*|milj|bin|milyon|milyar|ming|rb|ribu|juta|jt|miliar|nghìn|ngàn|triệu|tr|tỷ|тыс(?:яч\\p{L}*)?|тис(?:яч\\p{L}*)?|мільйон\\p{L}*|миллион\\p{L}*|миллиард\\p{L}*|млн|млрд|хил(?:яд\\p{L}*)?|хиљад\\p{L}*|мың|мян(?:га)?|χιλ(?:ιάδες)?|εκ(?:ατ)?|هزار|میلیون|میلیارد|[اأ]لف|[اآأ]لاف|مليون|ملايين|مليار|אלף|אלפים|מיליון|लाख|हज़ार|हजार|करोड़|করোড়|লাখ|লক্ষ|হাজার|কোটি|ათას\\p{L}*|հազար';
const multiplierBehind = new RegExp(
  `^(?:\\s?(?:[kKM]|(?:${scaleWords}))(?![\\p{L}\\p{N}]|\\.\\p{L})|(?:k|tr|rb|jt|mn|[mb](?!\\d|\\.\\p{L}))(?=\\d{0,3}(?![\\p{L}\\p{N}]))|\\s?(?:千|万|萬|億|亿|만|억|천|ล้าน|แสน|หมื่น|พัน))`,
  'iu',
);
const scaleBehindSign = new RegExp(`^\\s(?:${scaleWords})(?![\\p{L}\\p{N}])`, 'iu');
const bareBefore =
  /(?:[\p{L}][-_]?|[#№_@]|[★☆⭐☎✆📞]\s?|\d\s|(?:5 üzerinden|version|ver|no|nr|model|art|artikelnr|sku|ref|ean|gtin|isbn|mpn|tel|phone|fax|code|id|item|qty|quantity|menge|anzahl|quantité|cantidad|quantità|quantidade|reviews?|ratings?|bewertung(?:en)?|avis|opiniones|reseñas|recensioni|avaliações|opinie|отзыв[ыов]*|리뷰|후기|상품평|평점|レビュー|クチコミ|口コミ|评论|评价|評論|評價|評価|评分|評分|рейтинг|оценка|оцінка|rating|note|nota|bewertung|ocena|hodnocení|puan|평가|별점|ulasan|yorum(?:lar)?|ilość|кол-во|количество|size|größe|gr|taille|talla|uk|eu)\.?\s?[:#]?\s?|\d[-:/.,]|\d\s?\(|\+|\+\d[\d\s()-]{0,14}|[\p{L}]\d*[.-]|(?:^|[^\d.,])\d{1,3}\s(?:for|für|pour|por|per|za|voor|на|за)\s|\bv\.?|\bx\s?|×\s?|\d\sх\s?)$/iu;

/** "4 interest-free payments of $19.99": how often is paid. */
const paymentsBehind =
  /^\s(?:[\p{L}-]{1,20}\s){0,2}(?:payments?|inst?al?lments?|cuotas|parcelas|mensualidades|mensualités|raten|rates?|rat[ye]?|splátek|splátky|termijnen|delbetal\p{L}*|pagos|platieb|вноски|платеж\p{L}*|taksit)(?!\p{L})/iu;

/** "4,7 (2.310 Bewertungen)", "4.8 | 1.2k sold", "4,9 · 312 opinii" */
const votesBehind = /^\s?(?:\(\s?\d[\d.,\s]*k?\+?\s?\p{L}[\p{L}\s]{0,24}\)|[|·•]\s?\d[\d.,]*k?\+?\s\p{L})/iu;
/** "4.50 su 5", "4,5 de 5" */
const ofFiveBehind =
  /^\s?(?:\/|su|de|di|von|sur|av|af|van|na|z|ze|iz|din|out of|из|з|от|από|sobre|op)\s?(?:5|10)(?![\d.,])/iu;

/** "December 3, 2020": a day behind its month, and the year behind both. */
const behindMonth =
  /(?<!\p{L})(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec)(?:\p{L}{2,7})?\.?\s(?:\d{1,2}(?:st|nd|rd|th)?,?\s)?$/iu;

/** "12.99.99 €", "$24.994.5 out of 5": digits of two numbers, and nobody knows where they part. */
const isTorn = (text: string, { start, end, goesOn }: NumberToken): boolean =>
  (goesOn && /^[.,]\d/.test(text.slice(end, end + 2))) ||
  /\d[.,]$/.test(text.slice(Math.max(0, start - 2), start));

/** A number and what stands around it. */
interface Place {
  text: string;
  token: NumberToken;
  sign: PrintedCurrency | undefined;
  /** Shortly before the number. */
  before: string;
  /** Shortly behind the number and its sign. */
  behind: string;
}

type Rule = (place: Place) => boolean;

/** "rb" is a thousand in Indonesia and roubles in Lithuania: where it counts as a sign, it is one. */
const isSignBehind = ({ token, sign }: Place): boolean =>
  sign !== undefined &&
  sign.start >= token.end &&
  sign.start <= token.end + 1 &&
  (sign.end - sign.start > 1 || sign.start > token.end);

/** A number that is multiplied, with a sign or without. */
const multiplied: readonly Rule[] = [
  (place) =>
    !isSignBehind(place) && multiplierBehind.test(place.text.slice(place.token.end, place.token.end + 24)),
  ({ sign, behind }) => sign !== undefined && scaleBehindSign.test(behind),
  // "1万2800円" is 12800: neither of its numbers is the amount.
  ({ before }) => /[万萬만億亿억]\s?$/u.test(before.slice(-2)),
];

/** A number with a sign: "%23" behind an amount is Turkish for what is taken off. */
const isSpoilt: Rule = ({ text, token, behind }) => isTorn(text, token) || /^\s?%(?!\s?\d)/.test(behind);

/** What is no amount, whether ",-" stands behind it or not. */
const strange: readonly Rule[] = [
  // "%10 indirim"
  ({ before }) => /(?:^|[^\d\s])\s?[%٪]\s?$/.test(before.slice(-4)),
  // "(123) 456-7890"
  ({ before, behind }) => before.endsWith('(') && /^\)\s?\d{3}/.test(behind),
  ({ token }) => token.goesOn || token.end - token.start > 20,
  ({ token }) => !token.isFormatted && token.whole.length > 9,
];

/** What a bare number counts or measures. */
const counted: readonly Rule[] = [
  // A count, as that of reviews, alone in brackets.
  ({ before, behind, token }) =>
    before.endsWith('(') &&
    behind.startsWith(')') &&
    (!token.isFormatted || token.loneSeparator !== undefined),
  // "14.08." is a day.
  ({ text, token, behind }) =>
    behind.startsWith('.') &&
    /^(?:0?[1-9]|[12]\d|3[01])\.(?:0[1-9]|1[0-2])$/.test(text.slice(token.start, token.end)),
  // A rating and its votes.
  ({ behind }) => /^\s?\(\d[\d.,\s]*\)/.test(behind),
  ({ token, behind }) => token.fraction?.length === 1 && Number(token.whole) <= 5 && votesBehind.test(behind),
  ({ token, behind }) => Number(token.whole) <= 10 && ofFiveBehind.test(behind),
  ({ behind }) => countedBehind.test(behind),
  ({ text, token }) =>
    !token.isFormatted &&
    Number(token.whole) <= 60 &&
    paymentsBehind.test(text.slice(token.end, token.end + 60)),
  // Scripts without spaces may go on with a currency that this reader does not know.
  ({ token, behind }) => /^[\p{L}_]/u.test(behind) && !(token.isFormatted && isRunOn(behind[0]!)),
  ({ behind }) => /^-[\p{L}\d]/u.test(behind),
  ({ before }) => bareBefore.test(before) || behindMonth.test(before),
  ({ before, behind }) => /(?:^|[\s(])-\s?$/.test(before) && /^\s*%/.test(behind),
];

/**
 * Whether a number is no amount: a measure, a count, a date, part of a name; or one that is multiplied ("1.2M"),
 * whose own digits are not the amount.
 */
export const isNoPrice = (
  text: string,
  token: NumberToken,
  sign: PrintedCurrency | undefined,
  end: number,
): boolean => {
  const from = Math.max(token.end, end);
  const before = text.slice(Math.max(0, token.start - 16), token.start);
  const place: Place = { text, token, sign, before, behind: text.slice(from, from + 24) };
  const applies = (rule: Rule): boolean => rule(place);
  if (multiplied.some(applies)) return true;
  if (sign) return isSpoilt(place);
  return strange.some(applies) || (!token.hasDash && counted.some(applies));
};
