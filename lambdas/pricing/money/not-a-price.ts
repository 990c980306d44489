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
  const behind = text.slice(Math.max(token.end, end), Math.max(token.end, end) + 24);
  // "rb" is a thousand in Indonesia and roubles in Lithuania: where it counts as a sign, it is one.
  const isSign =
    sign !== undefined &&
    sign.start >= token.end &&
    sign.start <= token.end + 1 &&
    (sign.end - sign.start > 1 || sign.start > token.end);
  if (!isSign && multiplierBehind.test(text.slice(token.end, token.end + 24))) return true;
  if (sign && scaleBehindSign.test(behind)) return true;
  // "1万2800円" is 12800: neither of its numbers is the amount.
  if (/[万萬만億亿억]\s?$/u.test(text.slice(Math.max(0, token.start - 2), token.start))) return true;
  // "%23" behind an amount is Turkish for what is taken off.
  if (sign) return isTorn(text, token) || /^\s?%(?!\s?\d)/.test(behind);
  // "%10 indirim"
  if (/(?:^|[^\d\s])\s?[%٪]\s?$/.test(text.slice(Math.max(0, token.start - 4), token.start))) return true;
  // "(123) 456-7890"
  if (text[token.start - 1] === '(' && /^\)\s?\d{3}/.test(behind)) return true;
  if (token.goesOn || token.end - token.start > 20) return true;
  if (!token.isFormatted && token.whole.length > 9) return true;
  if (token.hasDash) return false;
  // A count, as that of reviews, alone in brackets.
  if (text[token.start - 1] === '(' && behind.startsWith(')') && (!token.isFormatted || token.loneSeparator))
    return true;
  // "14.08." is a day.
  if (
    behind.startsWith('.') &&
    /^(?:0?[1-9]|[12]\d|3[01])\.(?:0[1-9]|1[0-2])$/.test(text.slice(token.start, token.end))
  )
    return true;
  // A rating and its votes.
  if (/^\s?\(\d[\d.,\s]*\)/.test(behind)) return true;
  if (token.fraction?.length === 1 && Number(token.whole) <= 5 && votesBehind.test(behind)) return true;
  if (Number(token.whole) <= 10 && ofFiveBehind.test(behind)) return true;
  if (countedBehind.test(behind)) return true;
  if (
    !token.isFormatted &&
    Number(token.whole) <= 60 &&
    paymentsBehind.test(text.slice(token.end, token.end + 60))
  )
    return true;
  // Scripts without spaces may go on with a currency that this reader does not know.
  if (/^[\p{L}_]/u.test(behind) && !(token.isFormatted && isRunOn(behind[0]!))) return true;
  if (/^-[\p{L}\d]/u.test(behind)) return true;
  const before = text.slice(Math.max(0, token.start - 16), token.start);
  if (bareBefore.test(before) || behindMonth.test(before)) return true;
  return /(?:^|[\s(])-\s?$/.test(before) && /^\s*%/.test(behind);
};
