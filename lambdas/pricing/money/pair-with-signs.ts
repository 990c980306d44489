import { wordsBefore } from '../lexicon/amount-words.ts';
import {
  digitsOfCurrency,
  isContradicted,
  isHinted,
  minorUnitStartingAt,
  type PrintedCurrency,
  settleCurrency,
} from './currency-lexicon.ts';
import { isNoPrice } from './not-a-price.ts';
import type { NumberToken } from './number-token.ts';
import type { PricePiece } from './parsed-price.ts';
import type { PriceHints } from './price-hints.ts';
import { memberWordsBehind, savingWordsBehind } from './price-words.ts';
import { common, counts, signBefore, signBehind } from './printed-sign.ts';

interface Signs {
  /** Sign before each number, and behind it. */
  befores: (PrintedCurrency | undefined)[];
  behinds: (PrintedCurrency | undefined)[];
}

/** Whether nothing but a label ending in a colon and a closing mark stand around: no enumeration, no sentence. */
const standsAlone = (text: string, start: number, end: number): boolean =>
  /(?:^|[:(])\s*$/.test(text.slice(Math.max(0, start - 4), start)) &&
  /^\s*(?:$|[)\]|/*])/.test(text.slice(end, end + 6));

/** Whether the text comes from different places: an element of the page begins between the two offsets. */
export type AreApart = (from: number, to: number) => boolean;

/** "Galaxy S8 € 99.00": a number within a name, and behind the sign one that is printed as an amount and has no other. */
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

/** "149 €99" and "Prix 12 €99": two digits behind the sign of what begins a text or follows a label. */
const isCentsOf = (text: string, { start }: NumberToken, cents: NumberToken, gaps: number): boolean =>
  gaps <= 1 &&
  isTwoDigits(text, cents) &&
  /^(?:\s|$)/.test(text.slice(cents.end)) &&
  /(?:^|:|(?<!\p{L})(?:prix|preis|price|precio|prezzo|prijs|partir de|dès|ab|from|nur|only))\s*$/iu.test(
    text.slice(Math.max(0, start - 16), start),
  );

/** Whether a number looks like money: two decimals, groups of thousands, or a dash for absent decimals. */
const isAmount = ({ fraction, isFormatted, hasDash, loneSeparator }: NumberToken): boolean =>
  fraction?.length === 2 || hasDash || loneSeparator !== undefined || (isFormatted && fraction === undefined);

/** Whether the second of two numbers has a sign behind it that the third does not stand nearer to. */
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

/** Whether the sign between two numbers, which both may have, is the second one's. */
const goesToNext = (
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
  // In "62€45" the sign stands for the separator, whatever elements its parts are in.
  const isTight = gapLeft === 0 && gapRight === 0;
  if (!isTight && before === undefined && isNamesNumber(text, tokens, index, behindNext)) return true;
  const isApartLeft = !isTight && areApart(token.end, left.start);
  const isApartRight = !isTight && areApart(right.end, next.start);
  if (isApartLeft !== isApartRight) return isApartLeft;
  // At equal distance the first number's style decides: "€ 10 € 20", and "10 € 20 €".
  if (gapRight === gapLeft) return before !== undefined;
  if (gapRight > gapLeft) return false;
  // "3,45 €13,80 €/kg", "49,99 €1)": the second number has a sign of its own, or is none that one would pay.
  const isSpent =
    before === undefined &&
    gapLeft <= 1 &&
    (hasSignBehind(tokens, index + 1, signs, right.end) ||
      (isAmount(token) && !isAmount(next)) ||
      isCentsOf(text, token, next, gapLeft + gapRight) ||
      isNoPrice(text, next, undefined, next.end));
  return !isSpent;
};

/** Gives each number the signs beside it; a sign between two goes to the one in its element, else to the nearer. */
const signsOf = (
  text: string,
  tokens: readonly NumberToken[],
  hints: PriceHints,
  areApart: AreApart,
): Signs => {
  const befores: Signs['befores'] = [];
  const behinds: Signs['behinds'] = [];
  for (const [index, token] of tokens.entries()) {
    const floor = tokens[index - 1]?.end ?? 0;
    const before = signBefore(text, token.start);
    // "nad 2 500 Kč": a word that spells a code gives way to the sign behind the number.
    const isWord = before !== undefined && /^\p{L}\p{Ll}{2}$/u.test(text.slice(before.start, before.end));
    const isOwn = before && before.start >= floor && !(isWord && signBehind(text, token.end));
    befores.push(isOwn && counts(before, token, text, hints) ? before : undefined);
    let behind = signBehind(text, token.end);
    if (!behind && token.spacedFraction) {
      behind = signBehind(text, token.spacedFraction.end);
      if (behind && token.spacedFraction.isLoose && !standsAlone(text, token.start, behind.end))
        behind = undefined;
    }
    const reach = token.spacedFraction ? text.length : (tokens[index + 1]?.start ?? text.length);
    behinds.push(behind && behind.end <= reach && counts(behind, token, text, hints) ? behind : undefined);
  }
  for (let index = 0; index + 1 < tokens.length; index += 1) {
    const left = behinds[index];
    const right = befores[index + 1];
    if (!left || !right || left.start >= right.end || right.start >= left.end) continue;
    if (goesToNext(text, tokens, index, left, right, { befores, behinds }, areApart))
      behinds[index] = undefined;
    else befores[index + 1] = undefined;
  }
  return { befores, behinds };
};

/** Hundredths that were read together with whole units, and where they end. */
interface Joined {
  whole: string;
  fraction: string;
  end: number;
}

const isTwoDigits = (text: string, { start, end }: NumberToken): boolean =>
  /^\d{2}$/.test(text.slice(start, end));

/** "12€99", "4$50", "12 € 99", "24 DT 500": the sign stands where the decimal separator would. */
const joinCentsBehindSign = (
  text: string,
  token: NumberToken,
  sign: PrintedCurrency,
  next: NumberToken,
  hints: PriceHints,
): Joined | undefined => {
  if (token.fraction !== undefined || token.hasDash || next.start < sign.end) return undefined;
  // "39 € ,99"
  if (
    next.whole === '0' &&
    /^[.,]\d{2}$/.test(text.slice(next.start, next.end)) &&
    next.start - sign.end <= 1
  )
    return { whole: token.whole, fraction: next.fraction!, end: next.end };
  const isThousandths = /^\d{3}$/.test(text.slice(next.start, next.end)) && digitsOfUnit(sign, hints) === 3;
  if ((!isTwoDigits(text, next) && !isThousandths) || next.goesOn) return undefined;
  const gap = next.start - sign.end;
  const tail = text.slice(next.end, next.end + 12);
  const isTight = gap === 0 && sign.start === token.end && !/^(?:%|\d|[.,]\d)/.test(tail);
  // With spaces between, anything that follows may make the second number another thing.
  const isLoose = gap <= 1 && sign.start - token.end <= 1 && /^\s*(?:$|[)\]|<]|TTC|\/)/.test(tail);
  if (!isTight && !isLoose) return undefined;
  return { whole: token.whole, fraction: text.slice(next.start, next.end), end: next.end };
};

const minorUnitBehind = (text: string, end: number): PrintedCurrency | undefined =>
  minorUnitStartingAt(text, text[end] === ' ' ? end + 1 : end);

/** "12 руб. 50 коп.", "£5 50p": two digits, as one would need a zero that does not stand there. */
const joinMinorUnit = (
  text: string,
  token: NumberToken,
  from: number,
  next: NumberToken,
): Joined | undefined => {
  if (token.fraction !== undefined || !isTwoDigits(text, next)) return undefined;
  const unit = minorUnitBehind(text, next.end);
  if (
    !unit ||
    !/^(?: |, | (?:and|und|et|y|e|i|и|en|og|och|ja|a|і|та|și|şi|és|ve|και|con|com|ir|un) )?$/u.test(
      text.slice(from, next.start),
    )
  )
    return undefined;
  return { whole: token.whole, fraction: text.slice(next.start, next.end), end: unit.end };
};

// Also grams, halers, rupiah and abbreviated words: hundredths only behind whole units.
const neverAlone = /^(?:gr|hal\.?|rp|ст\.?)$/;

/** How many digits a unit may have: thousandths in some countries; where it is not known which, none is read. */
const digitsOfUnit = ({ codes }: PrintedCurrency, hints: PriceHints): number => {
  if (codes.every((code) => digitsOfCurrency(code) === 2)) return 2;
  const code = settleCurrency({ codes }, hints);
  return code === null ? 0 : digitsOfCurrency(code);
};

const wordsBeforePence = wordsBefore('Now', 'Was', 'Saving', 'From', 'Members', 'Deposit');

/** Whether nothing stands around but what is said of a price: "now 50p", "£1 80p", "80p each"; not "Tent 2P". */
const isPenceAlone = (text: string, start: number, end: number): boolean => {
  const before = text.slice(Math.max(0, start - 24), start).trimEnd();
  const behind = text.slice(end, end + 24);
  const isLedIn =
    before === '' ||
    /(?:\p{Sc}\s?[\d.,]{1,9}|[\d.,]p|[:|(]|(?<!\p{L})(?:[Pp]rice|\d for))$/u.test(before) ||
    /^[.]*$/.test(wordsBeforePence.tailOf(before) ?? '-');
  return (
    isLedIn &&
    (/^\s*(?:$|[^\s\p{L}\p{N}-]|\p{Sc}|\d)/u.test(behind) ||
      savingWordsBehind.test(behind) ||
      memberWordsBehind.test(behind) ||
      /^\s(?:each|ea|per|a|or|and|was|now|inc|incl|ex|excl)(?!\p{L})/iu.test(behind))
  );
};

/** "99¢", "90 коп."; "50p" only glued to the number and where pence are known to be meant. */
const readMinorAlone = (text: string, token: NumberToken, hints: PriceHints): PrintedCurrency | undefined => {
  if (token.fraction !== undefined || !/^\d{1,3}$/.test(token.whole)) return undefined;
  const unit = minorUnitBehind(text, token.end);
  if (!unit || token.whole.length > digitsOfUnit(unit, hints)) return undefined;
  const printed = text.slice(unit.start, unit.end).toLowerCase();
  if (neverAlone.test(printed)) return undefined;
  const isLetter = printed === 'p' || printed === 'c';
  if (!isLetter) return unit;
  // "2P" is how a plug, a tent or a part is named.
  if (unit.start !== token.end || text[unit.start] !== printed) return undefined;
  if (isContradicted(unit.codes, hints) || !isPenceAlone(text, token.start, unit.end)) return undefined;
  const isWholeText = printed === 'p' && token.start === 0 && unit.end === text.length;
  return isWholeText || isHinted(unit.codes, hints) ? unit : undefined;
};

/** Prose has many numbers and seldom a price: most of it needs no closer look. */
const hasAnySign = (
  text: string,
  tokens: readonly NumberToken[],
  befores: Signs['befores'],
  behinds: Signs['behinds'],
  hints: PriceHints,
): boolean =>
  tokens.some(
    (token, index) =>
      befores[index] !== undefined ||
      behinds[index] !== undefined ||
      token.hasDash ||
      readMinorAlone(text, token, hints) !== undefined,
  );

/**
 * Makes of each number, with the sign that belongs to it, what may be a price.
 *
 * @param isSignedOnly - a text without any sign holds nothing that is wanted.
 */
export const pairWithSigns = (
  text: string,
  tokens: readonly NumberToken[],
  hints: PriceHints,
  isSignedOnly = false,
  areApart: AreApart = () => false,
): PricePiece[] => {
  const { befores, behinds } = signsOf(text, tokens, hints, areApart);
  if (isSignedOnly && !hasAnySign(text, tokens, befores, behinds, hints)) return [];
  const pieces: PricePiece[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const next = tokens[index + 1];
    const before = befores[index];
    let token = tokens[index]!;
    let behind = behinds[index];
    let joined: Joined | undefined;

    const { spacedFraction } = token;
    const isSpacedAmount =
      spacedFraction !== undefined &&
      (before !== undefined || (behind !== undefined && behind.start >= spacedFraction.end)) &&
      (!spacedFraction.isLoose ||
        standsAlone(text, before?.start ?? token.start, behind?.end ?? spacedFraction.end));
    if (spacedFraction && isSpacedAmount) {
      // "$12 99", "12 99 €": raised cents whose markup was lost; not "$12 99 €".
      const isOther = behinds[index + 1] !== undefined && before !== undefined;
      const isGrouped =
        token.loneSeparator !== undefined &&
        (spacedFraction.isLoose === true || /^\s*(?:$|\/)/.test(text.slice(spacedFraction.end)));
      if (!isOther && (token.fraction === undefined || isGrouped)) {
        token = {
          ...token,
          whole: isGrouped ? `${token.whole}${token.fraction}` : token.whole,
          fraction: spacedFraction.fraction,
          loneSeparator: undefined,
          end: spacedFraction.end,
          isFormatted: true,
        };
        index += 1;
      }
    } else if (behind && !before && next && behinds[index + 1] === undefined) {
      joined = joinCentsBehindSign(text, token, behind, next, hints);
    }
    if (behind && behind.start < token.end) behind = undefined;

    const sign = before && behind ? (common(before, behind) ?? before) : (before ?? behind);
    if (!sign) {
      const unit = readMinorAlone(text, token, hints);
      if (unit) {
        const minor = { whole: '0', fraction: token.whole.padStart(digitsOfUnit(unit, hints), '0') };
        const { start } = token;
        pieces.push({
          token,
          start,
          end: unit.end,
          sign: unit,
          minor,
          isRejected: false,
          qualifier: undefined,
        });
        continue;
      }
    }
    let end = Math.max(token.end, behind?.end ?? 0);
    if (sign && !joined && next && tokens[index + 1] === next) joined = joinMinorUnit(text, token, end, next);
    if (joined) {
      end = joined.end;
      index += 1;
    }
    pieces.push({
      token,
      start: before ? Math.min(before.start, token.start) : token.start,
      end,
      sign,
      minor: joined,
      isRejected: isNoPrice(text, token, sign, end),
      qualifier: undefined,
    });
  }
  return pieces;
};
