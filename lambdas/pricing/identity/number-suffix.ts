import { countryCodes } from '../../domain/iso-codes.ts';

/** Suffixes for a market, optionally after a colour letter: "B.CE7", "/40", ".AEU". */
const marked = /^[a-z]?[./#][\p{L}\p{N}]{1,4}$/u;
/** "-EU", "-UK", "-DE". */
const country = /^-([a-z]{2})$/;
/** Letters only, "UXZG", after a number long enough to be complete. */
const letters = /^[a-z]{4,8}$/;
const wholeNumber = 8;

const isMarket = (suffix: string, number: string): boolean => {
  const code = country.exec(suffix)?.[1]?.toUpperCase();
  if (code !== undefined) return code === 'EU' || code === 'UK' || countryCodes.has(code);
  return marked.test(suffix) || (number.length >= wholeNumber && letters.test(suffix));
};

/** The text after this many letters and digits. */
const behind = (text: string, count: number): string => {
  let seen = 0;
  let at = 0;
  for (; at < text.length && seen < count; at += 1) if (/[\p{L}\p{N}]/u.test(text[at]!)) seen += 1;
  return text.slice(at);
};

const bare = (number: string): string => number.replace(/[^\p{L}\p{N}]/gu, '');

/**
 * True if one of two manufacturer numbers may be the other with a market suffix, "WH-1000XM4B.CE7" and
 * "WH-1000XM4B": the market does not change the product.
 */
export const mayBeOfMarket = (first: string, second: string): boolean => {
  const [short, long] = [first, second]
    .map((number) => number.toLowerCase().trim())
    .sort((a, b) => bare(a).length - bare(b).length) as [string, string];
  const stem = bare(short);
  const isNumber = stem.length >= 4 && /\p{L}/u.test(stem) && /\p{N}/u.test(stem);
  return (
    isNumber &&
    bare(long).startsWith(stem) &&
    bare(long) !== stem &&
    isMarket(behind(long, stem.length), stem)
  );
};
