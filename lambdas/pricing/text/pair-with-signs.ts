import { wordsBefore } from '../words/lexicon.ts';
import type { PriceHints } from './currency-lexicon.ts';
import {
  digitsOfCurrency,
  isContradicted,
  isHinted,
  minorUnitStartingAt,
  type PrintedCurrency,
  settleCurrency,
} from './currency-lexicon.ts';
import type { NumberToken, PricePiece } from './number-token.ts';
import { fromWords, memberWordsBehind, nowWords, priceNames, savingWordsBehind } from './price-words.ts';
import { commonCurrency, isMoneySign, isNotAPrice, signBefore, signBehind } from './printed-sign.ts';

type Sign = PrintedCurrency | undefined;

interface Signs {
  /** Signs before each number, and after it. */
  befores: Sign[];
  behinds: Sign[];
}

/** The numbers of a text with their signs. */
interface Scene extends Signs {
  text: string;
  tokens: readonly NumberToken[];
  hints: PriceHints;
}

/** True if only a label with a colon and a closing mark surround it: neither enumeration nor sentence. */
const standsAlone = (text: string, start: number, end: number): boolean =>
  /(?:^|[:(])\s*$/.test(text.slice(Math.max(0, start - 4), start)) &&
  /^\s*(?:$|[)\]|/*])/.test(text.slice(end, end + 6));

/** True if an element of the page begins between the two offsets. */
export type AreApart = (from: number, to: number) => boolean;

/** "Galaxy S8 € 99.00": a number inside a name, and an amount without another sign after the sign. */
const isNamesNumber = (
  text: string,
  tokens: readonly NumberToken[],
  index: number,
  signOfNext: PrintedCurrency | undefined,
): boolean => {
  const { start, isFormatted, hasDash } = tokens[index]!;
  if (isFormatted || hasDash || signOfNext !== undefined) return false;
  const isPartOfWord = /\p{L}-?$/u.test(text.slice(Math.max(0, start - 2), start));
  const next = tokens[index + 1]!;
  // "39 € ,99": its own cents.
  if (/[.,]/.test(text[next.start]!)) return false;
  return isPartOfWord || next.fraction?.length === 2;
};

const isTwoDigits = (text: string, { start, end }: NumberToken): boolean =>
  /^\d{2}$/.test(text.slice(start, end));

const isLabelled = (before: string): boolean =>
  /(?:^|:)\s*$/.test(before) || [priceNames, nowWords, fromWords].some((words) => words.endsIn(before));

/** "149 €99", "Prix 12 €99": two digits after the sign of an amount that starts a text or has a label. */
const isCentsOf = (text: string, { start }: NumberToken, cents: NumberToken, gaps: number): boolean =>
  gaps <= 1 &&
  isTwoDigits(text, cents) &&
  /^(?:\s|$)/.test(text.slice(cents.end)) &&
  isLabelled(text.slice(Math.max(0, start - 16), start));

/** True if a number looks like money: two decimals, grouped thousands, or a dash for decimals. */
const isAmount = ({ fraction, isFormatted, hasDash, loneSeparator }: NumberToken): boolean =>
  fraction?.length === 2 || hasDash || loneSeparator !== undefined || (isFormatted && fraction === undefined);

/** True if the second of two numbers has a sign after it that is not nearer to the third. */
const hasSignBehind = (
  tokens: readonly NumberToken[],
  index: number,
  { befores, behinds }: Signs,
  from: number,
): boolean => {
  const own = behinds[index];
  if (own === undefined || own.start < from) return false;
  const further = befores[index + 1];
  return (
    further === undefined ||
    further.start >= own.end ||
    tokens[index + 1]!.start - further.end >= own.start - tokens[index]!.end
  );
};

/** True if the sign between two numbers belongs to the second. */
const belongsToNext = (
  text: string,
  tokens: readonly NumberToken[],
  index: number,
  left: PrintedCurrency,
  right: PrintedCurrency,
  signs: Signs,
  areApart: AreApart,
): boolean => {
  const [token, next] = [tokens[index]!, tokens[index + 1]!];
  const before = signs.befores[index];
  const behindNext = signs.behinds[index + 1];
  const gapLeft = left.start - token.end;
  const gapRight = next.start - right.end;
  // "€64.00 € 51.20": each has the sign before it.
  if (
    before !== undefined &&
    behindNext === undefined &&
    gapRight <= 1 &&
    text.slice(before.start, before.end) === text.slice(right.start, right.end)
  )
    return true;
  // In "62€45" the sign replaces the separator, whatever elements its parts are in.
  const isTight = gapLeft === 0 && gapRight === 0;
  if (!isTight && before === undefined && isNamesNumber(text, tokens, index, behindNext)) return true;
  const isApartLeft = !isTight && areApart(token.end, left.start);
  const isApartRight = !isTight && areApart(right.end, next.start);
  if (isApartLeft !== isApartRight) return isApartLeft;
  // At equal distance the first number's style decides: "€ 10 € 20", and "10 € 20 €".
  if (gapRight === gapLeft) return before !== undefined;
  if (gapRight > gapLeft) return false;
  // "3,45 €13,80 €/kg", "49,99 €1)": the second number has its own sign, or is no amount.
  const isSpent =
    before === undefined &&
    gapLeft <= 1 &&
    (hasSignBehind(tokens, index + 1, signs, right.end) ||
      (isAmount(token) && !isAmount(next)) ||
      isCentsOf(text, token, next, gapLeft + gapRight) ||
      isNotAPrice(text, next, undefined, next.end));
  return !isSpent;
};

/** The sign before a number, if it belongs to it. */
const beforeOf = (text: string, tokens: readonly NumberToken[], index: number, hints: PriceHints): Sign => {
  const token = tokens[index]!;
  const sign = signBefore(text, token.start);
  if (!sign || sign.start < (tokens[index - 1]?.end ?? 0) || !isMoneySign(sign, token, text, hints))
    return undefined;
  // "nad 2 500 Kč": a word that spells a code yields to the sign after the number.
  const isWord = /^\p{L}\p{Ll}{2}$/u.test(text.slice(sign.start, sign.end));
  return isWord && signBehind(text, token.end) ? undefined : sign;
};

/** The sign after a number, or after its spaced decimals. */
const behindOf = (text: string, tokens: readonly NumberToken[], index: number, hints: PriceHints): Sign => {
  const token = tokens[index]!;
  const { spacedFraction, start, end } = token;
  const own = signBehind(text, end);
  const further = own || !spacedFraction ? undefined : signBehind(text, spacedFraction.end);
  if (further && spacedFraction?.isLoose && !standsAlone(text, start, further.end)) return undefined;
  const sign = own ?? further;
  const reach = spacedFraction ? text.length : (tokens[index + 1]?.start ?? text.length);
  return sign && sign.end <= reach && isMoneySign(sign, token, text, hints) ? sign : undefined;
};

/** Assigns signs to numbers; a sign between two goes to the one in its element, else to the nearer. */
const signsOf = (
  text: string,
  tokens: readonly NumberToken[],
  hints: PriceHints,
  areApart: AreApart,
): Signs => {
  const befores = tokens.map((_, index) => beforeOf(text, tokens, index, hints));
  const behinds = tokens.map((_, index) => behindOf(text, tokens, index, hints));
  for (let index = 0; index + 1 < tokens.length; index += 1) {
    const left = behinds[index];
    const right = befores[index + 1];
    if (!left || !right || left.start >= right.end || right.start >= left.end) continue;
    if (belongsToNext(text, tokens, index, left, right, { befores, behinds }, areApart))
      behinds[index] = undefined;
    else befores[index + 1] = undefined;
  }
  return { befores, behinds };
};

/** "$12 99", "12 99 €": raised cents that lost their markup; not "$12 99 €". */
const withSpacedCents = (
  { text, tokens, befores, behinds }: Scene,
  index: number,
): NumberToken | undefined => {
  const token = tokens[index]!;
  const [before, behind, spaced] = [befores[index], behinds[index], token.spacedFraction];
  if (!spaced || (before && behinds[index + 1])) return undefined;
  if (!before && !(behind && behind.start >= spaced.end)) return undefined;
  const isAlone = standsAlone(text, before?.start ?? token.start, behind?.end ?? spaced.end);
  if (spaced.isLoose && !isAlone) return undefined;
  const isThousands = spaced.isLoose === true || /^\s*(?:$|\/)/.test(text.slice(spaced.end));
  const isGrouped = token.loneSeparator !== undefined && isThousands;
  if (token.fraction !== undefined && !isGrouped) return undefined;
  const whole = `${token.whole}${token.fraction ?? ''}`;
  const { fraction, end } = spaced;
  return { ...token, whole, fraction, end, loneSeparator: undefined, isFormatted: true };
};

/** Minor units read together with whole units, and where they end. */
type Cents = Pick<NonNullable<NumberToken['spacedFraction']>, 'fraction' | 'end'>;

/** "12€99", "4$50", "12 € 99", "24 DT 500": the sign replaces the decimal separator. */
const centsBehindSign = ({ text, tokens, behinds, hints }: Scene, index: number): Cents | undefined => {
  const [token, next, sign] = [tokens[index]!, tokens[index + 1]!, behinds[index]];
  if (!sign || behinds[index + 1] || token.fraction !== undefined || token.hasDash) return undefined;
  const gap = next.start - sign.end;
  if (gap < 0) return undefined;
  const printed = text.slice(next.start, next.end);
  // "39 € ,99"
  if (gap <= 1 && next.whole === '0' && /^[.,]\d{2}$/.test(printed))
    return { fraction: next.fraction!, end: next.end };
  const isThousandths = /^\d{3}$/.test(printed) && digitsOfUnit(sign, hints) === 3;
  if ((!isThousandths && !isTwoDigits(text, next)) || next.continues) return undefined;
  const tail = text.slice(next.end, next.end + 12);
  const isTight = gap === 0 && sign.start === token.end && !/^(?:%|\d|[.,]\d)/.test(tail);
  // With spaces in between, following text may make the second number something else.
  const isLoose = gap <= 1 && sign.start - token.end <= 1 && /^\s*(?:$|[)\]|<]|TTC|\/)/.test(tail);
  return isTight || isLoose ? { fraction: printed, end: next.end } : undefined;
};

const minorUnitBehind = (text: string, end: number): Sign =>
  minorUnitStartingAt(text, text[end] === ' ' ? end + 1 : end);

const andBetween = /^(?: |, | (?:and|und|et|y|e|i|и|en|og|och|ja|a|і|та|și|şi|és|ve|και|con|com|ir|un) )?$/u;

/** "12 руб. 50 коп.", "£5 50p": two digits only, since a single one would need a zero. */
const centsOfMinorUnit = (
  text: string,
  token: NumberToken,
  from: number,
  next: NumberToken,
): Cents | undefined => {
  if (token.fraction !== undefined || !isTwoDigits(text, next)) return undefined;
  const unit = minorUnitBehind(text, next.end);
  return unit && andBetween.test(text.slice(from, next.start))
    ? { fraction: text.slice(next.start, next.end), end: unit.end }
    : undefined;
};

// Also grams, halers, rupiah and abbreviations: minor units only after whole units.
const neverAlone = /^(?:gr|hal\.?|rp|ст\.?)$/;

/** Digits of a minor unit: three in some countries; if unknown, none are read. */
const digitsOfUnit = ({ codes }: PrintedCurrency, hints: PriceHints): number => {
  if (codes.every((code) => digitsOfCurrency(code) === 2)) return 2;
  const code = settleCurrency({ codes }, hints);
  return code === null ? 0 : digitsOfCurrency(code);
};

const wordsBeforePence = wordsBefore('Now', 'Was', 'Saving', 'From', 'Members', 'Deposit');

/** True if only price words surround it: "now 50p", "£1 80p", "80p each"; not "Tent 2P". */
const isPenceAlone = (text: string, start: number, end: number): boolean => {
  const before = text.slice(Math.max(0, start - 24), start).trimEnd();
  const behind = text.slice(end, end + 24);
  const isLedIn =
    before === '' ||
    /(?:\p{Sc}\s?[\d.,]{1,9}|[\d.,]p|[:|(]|(?<!\p{L})(?:[Pp]rice|\d for))$/u.test(before) ||
    wordsBeforePence.endsIn(before);
  return (
    isLedIn &&
    (/^\s*(?:$|[^\s\p{L}\p{N}-]|\p{Sc}|\d)/u.test(behind) ||
      savingWordsBehind.test(behind) ||
      memberWordsBehind.test(behind) ||
      /^\s(?:each|ea|per|a|or|and|was|now|inc|incl|ex|excl)(?!\p{L})/iu.test(behind))
  );
};

/** "22.5p/100g": fractions of minor units occur only in unit prices. */
const perMeasureBehind = /^\s?(?:\/|(?:per|each|ea)(?!\p{L}))/iu;

/** "99¢", "90 коп."; "50p" only if attached to the number and pence are plausible. */
const readMinorAlone = (text: string, token: NumberToken, hints: PriceHints): Sign => {
  if (!/^\d{1,3}$/.test(token.whole)) return undefined;
  const unit = minorUnitBehind(text, token.end);
  if (!unit || token.whole.length > digitsOfUnit(unit, hints)) return undefined;
  if (token.fraction !== undefined && !perMeasureBehind.test(text.slice(unit.end, unit.end + 8)))
    return undefined;
  const printed = text.slice(unit.start, unit.end).toLowerCase();
  if (neverAlone.test(printed)) return undefined;
  const isLetter = printed === 'p' || printed === 'c';
  if (!isLetter) return unit;
  // "2P" is part of the names of plugs, tents and parts.
  if (unit.start !== token.end || text[unit.start] !== printed) return undefined;
  if (isContradicted(unit.codes, hints) || !isPenceAlone(text, token.start, unit.end)) return undefined;
  const isWholeText = printed === 'p' && token.start === 0 && unit.end === text.length;
  return isWholeText || isHinted(unit.codes, hints) ? unit : undefined;
};

/** "99¢": an amount in minor units alone. */
const minorPiece = (text: string, token: NumberToken, hints: PriceHints): PricePiece | undefined => {
  const unit = readMinorAlone(text, token, hints);
  if (!unit) return undefined;
  const fraction = token.whole.padStart(digitsOfUnit(unit, hints), '0') + (token.fraction ?? '');
  const minor = { whole: '0', fraction };
  return {
    token,
    start: token.start,
    end: unit.end,
    sign: unit,
    minor,
    isRejected: false,
    qualifier: undefined,
  };
};

const signOfBoth = (before: Sign, behind: Sign): Sign =>
  before && behind ? (commonCurrency(before, behind) ?? before) : (before ?? behind);

/** The candidate price at `index`, and how many numbers it uses. */
const pieceAt = (scene: Scene, index: number): { piece: PricePiece; used: number } => {
  const { text, tokens, befores, behinds, hints } = scene;
  const spaced = withSpacedCents(scene, index);
  const token = spaced ?? tokens[index]!;
  const [before, own, next] = [befores[index], behinds[index], tokens[index + 1]];
  const behind = own && own.start >= token.end ? own : undefined;
  const sign = signOfBoth(before, behind);
  const alone = sign ? undefined : minorPiece(text, token, hints);
  if (alone) return { piece: alone, used: 1 };
  const from = Math.max(token.end, behind?.end ?? 0);
  const centsOf = (cents: NumberToken): Cents | undefined =>
    (before ? undefined : centsBehindSign(scene, index)) ?? centsOfMinorUnit(text, token, from, cents);
  const cents = !spaced && sign && next ? centsOf(next) : undefined;
  const start = Math.min(before?.start ?? token.start, token.start);
  const end = cents?.end ?? from;
  const minor = cents && { whole: token.whole, fraction: cents.fraction };
  const isRejected = isNotAPrice(text, token, sign, end);
  const piece = { token, start, end, sign, minor, isRejected, qualifier: undefined };
  return { piece, used: spaced || cents ? 2 : 1 };
};

/**
 * Turns each number, with its sign, into a candidate price.
 *
 * @param isSignedOnly - skips texts without any sign.
 */
export const pairWithSigns = (
  text: string,
  tokens: readonly NumberToken[],
  hints: PriceHints,
  isSignedOnly: boolean,
  areApart: AreApart,
): PricePiece[] => {
  const scene: Scene = { text, tokens, hints, ...signsOf(text, tokens, hints, areApart) };
  const { befores, behinds } = scene;
  const isSigned = (token: NumberToken, index: number): boolean =>
    (befores[index] ?? behinds[index] ?? readMinorAlone(text, token, hints)) !== undefined || token.hasDash;
  // Prose has many numbers and few prices; most needs no closer look.
  if (isSignedOnly && !tokens.some(isSigned)) return [];
  const pieces: PricePiece[] = [];
  for (let index = 0; index < tokens.length; ) {
    const { piece, used } = pieceAt(scene, index);
    pieces.push(piece);
    index += used;
  }
  return pieces;
};
