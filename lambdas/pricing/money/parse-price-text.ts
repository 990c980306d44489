import {
  currencyEndingAt,
  currencyStartingAt,
  decimalOfCountry,
  decimalOfCurrency,
  decimalOfLocale,
  digitsOfCurrency,
  findCurrency,
  isHinted,
  isRunOn,
  minorUnitStartingAt,
  normalizeCurrency,
  type PrintedCurrency,
  settleCurrency,
} from './currency-lexicon.ts';
import { afterToken, type NumberToken, readNumberAt } from './number-token.ts';
import type { PriceHints } from './price-hints.ts';
import {
  depositWords,
  freeText,
  fromWords,
  fromWordsBehind,
  instalmentWords,
  instalmentWordsBehind,
  netWords,
  nowWords,
  perUnitBefore,
  perUnitBehind,
  savingWords,
  savingWordsBehind,
  shippingWords,
  shippingWordsBehind,
  thresholdWords,
  thresholdWordsBehind,
  timesBefore,
  wasWords,
} from './price-words.ts';
import { makeReadable, type ReadableText } from './readable-text.ts';

export { normalizeCurrency } from './currency-lexicon.ts';
export type { PriceHints } from './price-hints.ts';

/** What the text around a price says that it is. Absent: simply the price. */
export type PriceQualifier =
  | 'From'
  | 'RangeLow'
  | 'RangeHigh'
  | 'PerUnit'
  | 'Instalment'
  | 'Was'
  | 'Saving'
  | 'Shipping'
  | 'Threshold'
  | 'Deposit'
  | 'NetOfTax'
  | 'Free';

/** A price in a text. */
export interface ParsedPrice {
  /** Decimal string in major units with the text's own digits in ASCII, e.g. "1299.00"; "0" for "free". */
  amount: string;
  /** ISO 4217; `null` when none is printed or hinted, or when the sign's meaning is not settled. */
  currency: string | null;
  /** The sign, code or word as printed. */
  currencyRaw: string | null;
  /** The piece of the given text that holds number and currency. */
  raw: string;
  /** Where `raw` stands in the given text. */
  start: number;
  end: number;
  qualifier?: PriceQualifier;
  /** `true` when no currency stands beside the number and no ",-" either: it may be no price at all. */
  bare: boolean;
}

interface Found {
  token: NumberToken;
  start: number;
  end: number;
  sign: PrintedCurrency | undefined;
  minor: { whole: string; fraction: string } | undefined;
  isRejected: boolean;
  qualifier: PriceQualifier | undefined;
}

const maxTextLength = 20_000;
const maxNumbers = 500;
const hasDigit = /\p{Nd}/u;

// Behind a bare number: what it counts or measures instead of money.
const countedBehind =
  /^(?:\s?(?:%|‰|°|º|ª|"|”|″|''|\+(?=\s|$))|[\s-]?(?:stars?|sterne?n?|étoiles?|estrellas?|stelle|gwiazd\p{L}*|zvezd\p{L}*|звезд\p{L}*|out of|von \d|\/\s?\d|h|hrs?|hours?|std\.?|stunden?|heures?|horas?|ore|uur|godz\p{L}*|hodin\p{L}*|час\p{L}*|min|mins|minutes?|minuten|sec|seconds?|days?|tage?n?|jours?|días?|dias?|giorni|dagen|dni|dnů|dní|дн\p{L}*|день|дня|nap|weeks?|wochen?|months?|monate?n?|mois|meses|mesi|years?|jahre?n?|yrs?|ans|años|anni|jaar|lat|lata|let|лет|год\p{L}*|am|pm|uhr|kb|mb|gb|tb|gib|ghz|mhz|hz|khz|mah|ah|wh|kwh|kw|w|watt|v|volt|va|kva|bar|psi|nm|nits?|dpi|fps|rpm|db|lm|lumen|lux|k|px|mp|mpx|megapixels?|mm|cm|dm|m|km|in|inch(?:es)?|zoll|pouces?|ft|feet|yds?|kg|g|gr|mg|lbs?|oz|t|ml|cl|dl|l|ltr|liter|litres?|liters?|gallons?|мм|см|м|км|кг|г|гр|мл|л|шт|гб|вт|pcs?|pieces?|stück|stk\.?|st\.?|pack|packs|pk|paar|pairs?|sets?|units?|items?|artikel|produkte?|products?|results?|ergebnisse|reviews?|ratings?|bewertung\p{L}*|votes?|comments?|avis|opinion\p{L}*|recension\p{L}*|отзыв\p{L}*|people|persons?|customers?|kunden|sold|verkauft|views?|likes?|points?|punkte?|pts\.?|cuotas?|parcelas?|plazos?|mensualidades|raten|rat|rates?|payments?|inst?al?lments?|fois|taksit|splátek|x|×|th|st|nd|rd|way|er|ème|e|bit|core|cores|speed|gang|-?in-1|for \d|für \d|pour \d|por \d|per \d|個|件|点|枚|本|台|人|個月|個入|日|時|分|年|月|天|小时|颗|개|명|일|시간|ชิ้น|วัน|món|ngày|adet|gün|saat|szt\.?|ks|db|buc\.?|kpl)(?![\p{L}\p{N}]))/iu;
const multiplierBehind =
  /^\s?(?:k|K|M|mn|mln|mio|million\p{L}*|millions?|billion\p{L}*|lakhs?|lacs?|crores?|cr|тыс|млн|万|萬|億|亿|만|억|ล้าน|triệu|tỷ|rb|ribu|juta|jt|mil(?!e))(?![\p{L}\p{N}])/u;
const bareBefore =
  /(?:[\p{L}][-_]?|[#№_@]|(?:no|nr|model|art|artikelnr|sku|ref|ean|gtin|isbn|mpn|tel|phone|fax|code|id|item|size|größe|gr|taille|talla|uk|eu)\.?\s?[:#]?\s?|\d[-:/.,]|\d\s?\(|\+|\+\d[\d\s()-]{0,14}|[\p{L}]\d*[.-]|\d\s(?:for|für|pour|por|per|za|voor|на|за)\s|\bv\.?|\bx\s?|×\s?)$/iu;

const signBefore = (text: string, index: number): PrintedCurrency | undefined => {
  let end = index;
  while (end > 0 && index - end < 4 && /[\s:=.-]/.test(text[end - 1]!)) {
    const direct = currencyEndingAt(text, end);
    if (direct) return refineBefore(text, direct);
    // A hyphen belongs to "EUR - 12" only with space around it; "USD-12" is a code.
    end -= 1;
  }
  const found = currencyEndingAt(text, end);
  return found && refineBefore(text, found);
};

const signBehind = (text: string, index: number): PrintedCurrency | undefined => {
  let start = index;
  while (start < text.length && start - index < 3 && /[\s(]/.test(text[start]!)) start += 1;
  const found = currencyStartingAt(text, start);
  return found && refineBehind(text, found);
};

/** "USD $" and "$ CAD": two prints that stand together mean what they have in common. */
const common = (left: PrintedCurrency, right: PrintedCurrency): PrintedCurrency | undefined => {
  const codes = left.codes.filter((code) => right.codes.includes(code));
  if (codes.length === 0) return undefined;
  const sharper = left.codes.length <= right.codes.length ? left : right;
  return {
    ...sharper,
    codes,
    main: codes.find((code) => code === left.main || code === right.main),
    isWeak: false,
  };
};

const refineBefore = (text: string, sign: PrintedCurrency): PrintedCurrency => {
  if (sign.codes.length === 1) return sign;
  let end = sign.start;
  while (end > 0 && sign.start - end < 2 && /[\s(]/.test(text[end - 1]!)) end -= 1;
  const further = currencyEndingAt(text, end);
  const shared = further && common(further, sign);
  return shared ? { ...shared, start: Math.min(further.start, sign.start), end: sign.end } : sign;
};

const refineBehind = (text: string, sign: PrintedCurrency): PrintedCurrency => {
  if (sign.codes.length === 1) return sign;
  let start = sign.end;
  while (start < text.length && start - sign.end < 2 && /[\s(]/.test(text[start]!)) start += 1;
  const further = currencyStartingAt(text, start);
  const shared = further && common(sign, further);
  return shared ? { ...shared, start: sign.start, end: further.end } : sign;
};

const counts = (sign: PrintedCurrency, token: NumberToken, text: string, hints: PriceHints): boolean => {
  if (!sign.isWeak || isHinted(sign.codes, hints)) return true;
  const printed = text.slice(sign.start, sign.end);
  return (
    token.isFormatted &&
    token.fraction !== '' &&
    (/^[A-Z]{3}$/.test(printed) || printed === 'R' || printed === 'Fr.')
  );
};

const numberStart = /\d/g;

const findNumbers = (text: string): NumberToken[] => {
  const tokens: NumberToken[] = [];
  let index = 0;
  while (tokens.length < maxNumbers) {
    numberStart.lastIndex = index;
    const found = numberStart.exec(text);
    if (!found) break;
    const token = readNumberAt(text, found.index);
    // ".99" and ",50" behind a sign or a space.
    const mark = text[token.start - 1];
    const before = text[token.start - 2];
    if (
      (mark === '.' || mark === ',') &&
      !token.isFormatted &&
      token.end - token.start === 2 &&
      (before === undefined || !/[\p{L}\d.,]/u.test(before))
    ) {
      tokens.push({
        ...token,
        start: token.start - 1,
        whole: '0',
        fraction: text.slice(token.start, token.end),
        isFormatted: true,
      });
    } else tokens.push(token);
    index = afterToken(text, token);
  }
  return tokens;
};

/** Gives each number the sign that belongs to it; a sign between two numbers goes to the nearer one. */
const pairWithSigns = (text: string, tokens: readonly NumberToken[], hints: PriceHints): Found[] => {
  const befores: (PrintedCurrency | undefined)[] = [];
  const behinds: (PrintedCurrency | undefined)[] = [];
  for (const [index, token] of tokens.entries()) {
    const floor = index === 0 ? 0 : tokens[index - 1]!.end;
    const before = signBefore(text, token.start);
    befores.push(before && before.start >= floor && counts(before, token, text, hints) ? before : undefined);
    const end = token.spacedFraction ? undefined : token.end;
    const ceiling = tokens[index + 1]?.start ?? text.length;
    let behind = signBehind(text, end ?? token.end);
    if (!behind && token.spacedFraction) {
      const spaced = signBehind(text, token.spacedFraction.end);
      if (spaced && counts(spaced, token, text, hints)) behind = { ...spaced };
    }
    const reach = token.spacedFraction ? text.length : ceiling;
    behinds.push(behind && behind.end <= reach && counts(behind, token, text, hints) ? behind : undefined);
  }
  for (let index = 0; index + 1 < tokens.length; index += 1) {
    const left = behinds[index];
    const right = befores[index + 1];
    if (!left || !right || left.start >= right.end || right.start >= left.end) continue;
    const gapLeft = left.start - tokens[index]!.end;
    const gapRight = tokens[index + 1]!.start - right.end;
    const goesRight = gapRight < gapLeft || (gapRight === gapLeft && befores[index] !== undefined);
    if (goesRight) behinds[index] = undefined;
    else befores[index + 1] = undefined;
  }
  const found: Found[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    let token = tokens[index]!;
    const before = befores[index];
    let behind = behinds[index];
    let minor: Found['minor'];
    let end = behind && behind.end > token.end ? behind.end : token.end;
    let skip = 0;
    const next = tokens[index + 1];

    if (token.spacedFraction && (before || (behind && behind.start >= token.spacedFraction.end))) {
      // "$12 99", "12 99 €": raised cents whose mark-up was lost.
      const isTaken =
        behinds[index + 1] !== undefined && before !== undefined && behinds[index + 1] !== behind;
      if (!isTaken && token.fraction === undefined) {
        const { fraction, end: fractionEnd } = token.spacedFraction;
        token = { ...token, fraction, end: fractionEnd, isFormatted: true };
        end = Math.max(fractionEnd, behind?.end ?? 0);
        skip = 1;
      }
    } else if (behind && behind.start < token.end) behind = undefined;
    else if (
      behind &&
      !before &&
      next &&
      token.fraction === undefined &&
      !token.hasDash &&
      next.start >= behind.end
    ) {
      // "12€99", "4$50", "12 € 99", "12 руб. 50 коп."
      const gap = next.start - behind.end;
      const isCents = /^\d{2}$/.test(text.slice(next.start, next.end)) && !behinds[index + 1] && !next.goesOn;
      const isTight =
        (gap === 0 && behind.start === token.end) || (gap <= 1 && behind.start - token.end <= 1);
      const tail = text.slice(next.end, next.end + 12);
      if (
        isCents &&
        isTight &&
        (gap === 0 ? !/^(?:%|\d|[.,]\d)/.test(tail) : /^\s*(?:$|[)\]|<]|TTC|\/)/.test(tail))
      ) {
        minor = { whole: token.whole, fraction: text.slice(next.start, next.end) };
        end = next.end;
        skip = 1;
      }
    }
    const sign = before && behind ? (common(before, behind) ?? before) : (before ?? behind);
    if (
      sign &&
      !minor &&
      next &&
      skip === 0 &&
      token.fraction === undefined &&
      // One digit would need a zero that does not stand there.
      /^\d{2}$/.test(text.slice(next.start, next.end))
    ) {
      let at = next.end;
      if (text[at] === ' ') at += 1;
      const hundredths = minorUnitStartingAt(text, at);
      const between = text.slice(Math.max(token.end, behind?.end ?? 0), next.start);
      if (hundredths && /^(?: |, | and | und | et | y | e | i | и )?$/.test(between)) {
        minor = { whole: token.whole, fraction: text.slice(next.start, next.end) };
        end = hundredths.end;
        skip = 1;
      }
    }
    let start = before ? Math.min(before.start, token.start) : token.start;
    if (sign === undefined && token.fraction === undefined && /^\d{1,2}$/.test(token.whole)) {
      // "99¢", "50p", "90 коп."
      let at = token.end;
      if (text[at] === ' ') at += 1;
      const hundredths = minorUnitStartingAt(text, at);
      const printed = hundredths && text.slice(hundredths.start, hundredths.end).toLowerCase();
      if (hundredths && !/^(?:gr|hal|hal\.|rp|c|p|ст|ст\.)$/.test(printed!)) {
        minor = { whole: '0', fraction: token.whole.padStart(2, '0') };
        found.push({
          token,
          start,
          end: hundredths.end,
          sign: hundredths,
          minor,
          isRejected: false,
          qualifier: undefined,
        });
        continue;
      }
      if (
        hundredths &&
        (printed === 'p' || printed === 'c') &&
        at === token.end &&
        isHinted(hundredths.codes, hints)
      ) {
        minor = { whole: '0', fraction: token.whole.padStart(2, '0') };
        found.push({
          token,
          start,
          end: hundredths.end,
          sign: hundredths,
          minor,
          isRejected: false,
          qualifier: undefined,
        });
        continue;
      }
    }
    if (before && text.slice(before.end, token.start).includes('(')) start = token.start;
    found.push({
      token,
      start,
      end,
      sign,
      minor,
      isRejected: isNoPrice(text, token, sign, end),
      qualifier: undefined,
    });
    index += skip;
  }
  return found;
};

const isNoPrice = (
  text: string,
  token: NumberToken,
  sign: PrintedCurrency | undefined,
  end: number,
): boolean => {
  const behind = text.slice(Math.max(token.end, end), Math.max(token.end, end) + 24);
  if (multiplierBehind.test(sign && sign.start >= token.end ? text.slice(token.end, sign.start) : behind))
    return true;
  if (sign) return /^\s?%/.test(behind);
  if (token.goesOn || token.end - token.start > 20) return true;
  if (!token.isFormatted && token.whole.length > 9) return true;
  if (token.hasDash) return false;
  // A rating and its votes.
  if (/^\s?\(\d[\d.,\s]*\)/.test(behind)) return true;
  if (countedBehind.test(behind)) return true;
  // Scripts without spaces may go on with a currency that this reader does not know.
  if (/^[\p{L}_]/u.test(behind) && !(token.isFormatted && isRunOn(behind[0]!))) return true;
  if (/^-[\p{L}\d]/u.test(behind)) return true;
  const before = text.slice(Math.max(0, token.start - 16), token.start);
  if (bareBefore.test(before)) return true;
  return /(?:^|[\s(])-\s?$/.test(before) && /^\s*%/.test(behind);
};

const rangeBetween =
  /^\s*(?:-|–|~|〜|～|…|\.\.\.?|to|bis|a|à|do|до|until|till|hasta|até|tot|til|till|és|και|and|∼)\s*$/iu;

const addQualifiers = (text: string, found: Found[]): void => {
  for (const [index, price] of found.entries()) {
    const next = found[index + 1];
    if (!next || price.isRejected || next.isRejected) continue;
    if (!rangeBetween.test(text.slice(price.end, next.start))) continue;
    // In "10 - 20 €" the one sign is for both.
    const sign = price.sign ?? next.sign;
    if (!sign) {
      if (!price.token.isFormatted || !next.token.isFormatted) continue;
    }
    const low = Number(price.token.whole);
    const high = Number(next.token.whole);
    if (high < low && next.token.loneSeparator === undefined && price.token.loneSeparator === undefined)
      continue;
    price.sign = sign;
    next.sign ??= sign;
    price.qualifier = 'RangeLow';
    next.qualifier = 'RangeHigh';
  }
  let floor = 0;
  for (const [index, price] of found.entries()) {
    if (!price.isRejected || price.sign) {
      const ceiling = found[index + 1]?.start ?? text.length;
      const qualifier = qualifierOf(text, price, floor, ceiling);
      if (qualifier) price.qualifier = price.qualifier && qualifier === 'From' ? price.qualifier : qualifier;
      const low = found[index - 1];
      if (price.qualifier === 'RangeHigh' && low?.qualifier && low.qualifier !== 'RangeLow')
        price.qualifier = low.qualifier;
    }
    // A number that is no price, as in "lowest price of 30 days:", parts no words from theirs.
    if (!price.isRejected) floor = price.end;
  }
};

const qualifierOf = (
  text: string,
  price: Found,
  floor: number,
  ceiling: number,
): PriceQualifier | undefined => {
  const upTo = text.slice(Math.max(0, price.start - 14), price.start);
  if (timesBefore.test(upTo)) return 'Instalment';
  const clause = text.slice(Math.max(floor, price.start - 40), price.start);
  // Words of another sentence say nothing about this price.
  const stop = Math.max(
    clause.lastIndexOf('! '),
    clause.lastIndexOf('? '),
    clause.lastIndexOf(' | '),
    clause.lastIndexOf('; '),
  );
  const before = clause.slice(stop + 1);
  const behind = text.slice(price.end, Math.min(ceiling, price.end + 28));
  const further = text.slice(price.end, price.end + 28);
  if (/^[\s]?(?:[x×х]\s?\d{1,2})(?![\d.,])/iu.test(further) || instalmentWordsBehind.test(further))
    return 'Instalment';
  if (perUnitBehind.test(further)) return 'PerUnit';
  if (price.sign && /(?:^|[\s(])[-–]\s?$/.test(before) && floor === 0 && /^\s*\(?[-–]\s?$/.test(before))
    return 'Saving';
  if (price.sign && /(?:^|\s)[-–]$/.test(before) && !/\d\s*[-–]$/.test(text.slice(0, price.start)))
    return 'Saving';
  if (savingWordsBehind.test(behind)) return 'Saving';
  if (thresholdWordsBehind.test(behind)) return 'Threshold';
  if (shippingWordsBehind.test(behind)) return 'Shipping';
  if (before.trim() !== '') {
    const nowAt = lastMatch(nowWords, before);
    if (lastMatch(savingWords, before) > nowAt) return 'Saving';
    if (lastMatch(wasWords, before) > nowAt) return 'Was';
    if (perUnitBefore.test(before)) return 'PerUnit';
    const isShipping = shippingWords.test(before);
    if (isShipping && thresholdWords.test(before)) return 'Threshold';
    if (isShipping) return 'Shipping';
    if (depositWords.test(before)) return 'Deposit';
    if (instalmentWords.test(before)) return 'Instalment';
    if (fromWords.test(before)) return 'From';
    if (thresholdWords.test(before)) return 'Threshold';
    if (netWords.test(before)) return 'NetOfTax';
  }
  if (netWords.test(behind.slice(0, 20))) return 'NetOfTax';
  return fromWordsBehind.test(behind) ? 'From' : undefined;
};

const lastMatch = (pattern: RegExp, text: string): number => {
  let at = -1;
  let rest = text;
  let offset = 0;
  for (let round = 0; round < 4; round += 1) {
    const found = pattern.exec(rest);
    if (!found) break;
    at = offset + found.index;
    const step = found.index + Math.max(1, found[0].length);
    offset += step;
    rest = rest.slice(step);
  }
  return at;
};

/** Settles "1.299": grouped thousands or three decimals? */
const isGrouped = (
  token: NumberToken,
  currency: string | null,
  hasSign: boolean,
  qualifier: PriceQualifier | undefined,
  hints: PriceHints,
): boolean => {
  const separator = token.loneSeparator!;
  const local = decimalOfLocale(hints.locale) ?? decimalOfCountry(hints.country);
  const home = currency === null ? undefined : decimalOfCurrency(currency);
  if (currency !== null) {
    const digits = digitsOfCurrency(currency);
    if (digits === 0) return true;
    if (digits === 3) {
      // Tunisian shops print both "129,000" and "129.000" for 129 dinars.
      if (currency === 'TND' || separator === '.') return false;
      return (local ?? home) !== separator;
    }
  }
  // Fuel and cloth are priced to the tenth of a cent.
  if (qualifier === 'PerUnit') return (local ?? home) !== separator;
  if (hasSign) return true;
  if (local === undefined) return true;
  return local !== separator || (home !== undefined && home !== separator);
};

const amountOf = (
  { token, minor, qualifier, sign }: Found,
  currency: string | null,
  hints: PriceHints,
): string => {
  if (minor) return `${minor.whole}.${minor.fraction}`;
  if (token.loneSeparator && isGrouped(token, currency, sign !== undefined, qualifier, hints))
    return `${token.whole}${token.fraction}`;
  return token.fraction === undefined ? token.whole : `${token.whole}.${token.fraction}`;
};

const withNormalizedHint = (hints: PriceHints): { hints: PriceHints; printedHint: string | null } => {
  const given = hints.currency?.trim();
  if (hints.currency === undefined) return { hints, printedHint: null };
  const { currency: _, ...others } = hints;
  if (!given) return { hints: others, printedHint: null };
  const code = normalizeCurrency(given, others);
  const found = findCurrency(given);
  const printed = /^[a-z]{3}$/i.test(given) ? null : found ? given.slice(found.start, found.end) : null;
  return { hints: { ...others, ...(code === null ? {} : { currency: code }) }, printedHint: printed };
};

const readPrices = (given: string, rawHints: PriceHints): { price: ParsedPrice; isRejected: boolean }[] => {
  if (!hasDigit.test(given) && !/[⁰¹²³⁴-⁹&]/.test(given)) return [];
  const { hints, printedHint } = withNormalizedHint(rawHints);
  const { text, origin }: ReadableText = makeReadable(given.slice(0, maxTextLength));
  const found = pairWithSigns(text, findNumbers(text), hints);
  addQualifiers(text, found);
  return found.map((each) => {
    const { sign, start, end, qualifier, token } = each;
    const printed = sign ? settleCurrency(sign, hints) : null;
    const currency = sign ? printed : (hints.currency ?? null);
    const from = origin ? origin[start]! : start;
    const to = origin ? origin[end]! : end;
    const slice = (left: number, right: number): string =>
      origin ? given.slice(origin[left]!, origin[right]!) : given.slice(left, right);
    const price: ParsedPrice = {
      amount: amountOf(each, currency, hints),
      currency,
      currencyRaw: sign ? slice(sign.start, sign.end) : printedHint,
      raw: given.slice(from, to).trim(),
      start: from,
      end: to,
      ...(qualifier === undefined ? {} : { qualifier }),
      bare: sign === undefined && !token.hasDash,
    };
    return { price, isRejected: each.isRejected };
  });
};

/**
 * Finds every price in a text, in order, with what the words around say it is.
 *
 * Numbers that measure or count something are left out; a number without a currency is given with `bare: true`.
 * Never throws; time grows linearly with the text, of which the first 20,000 characters are read.
 */
export const findPrices = (text: string, hints: PriceHints = {}): ParsedPrice[] =>
  readPrices(text, hints)
    .filter(({ isRejected }) => !isRejected)
    .map(({ price }) => price);

const isPaid = ({ qualifier }: ParsedPrice): boolean =>
  qualifier === undefined || qualifier === 'From' || qualifier === 'RangeLow' || qualifier === 'NetOfTax';
const isNoPriceAtAll = ({ qualifier }: ParsedPrice): boolean =>
  qualifier === 'Saving' || qualifier === 'Threshold';

/**
 * Reads the price that a buyer pays from a text such as `"1.299,00 €"` or `"was £20 now £15"`.
 *
 * Prefers a price with a currency over a bare number, and what is paid now over an old price, a price per unit or
 * an instalment, which it gives with their `qualifier` when there is nothing else. Of a range it gives the low end.
 *
 * @param text - may hold entities, tags and any script's digits.
 * @param hints - settle what the text leaves open: "$", and "1.000" without a currency.
 * @returns `undefined` when the text holds no price: "call for price", "5 stars", "-20 %", "save $10".
 */
export const parsePriceText = (text: string, hints: PriceHints = {}): ParsedPrice | undefined => {
  const prices = findPrices(text, hints).filter((price) => !isNoPriceAtAll(price));
  const signed = prices.filter(({ bare }) => !bare);
  const best = signed.find(isPaid) ?? (signed.length > 0 ? signed[0] : (prices.find(isPaid) ?? prices[0]));
  if (best) return best;
  const free = text.length < 60 && freeText.test(text) ? text.trim() : undefined;
  if (free === undefined) return undefined;
  const start = text.indexOf(free);
  return {
    amount: '0',
    currency: withNormalizedHint(hints).hints.currency ?? null,
    currencyRaw: null,
    raw: free,
    start,
    end: start + free.length,
    qualifier: 'Free',
    bare: false,
  };
};
