import data from './size-regions.json' with { type: 'json' };

/** Fractional sizes as decimals. */
const shares: Readonly<Record<string, string>> = {
  '½': '.5',
  '1/2': '.5',
  '⅓': '.33',
  '1/3': '.33',
  '⅔': '.67',
  '2/3': '.67',
  '¼': '.25',
  '1/4': '.25',
  '¾': '.75',
  '3/4': '.75',
};

const mixed = /(?<![\p{N}.,/⁄-])(\d{1,2})(?: ?([½⅓⅔¼¾])| ([12][/⁄][23]|[13][/⁄]4))(?![\p{N}/⁄])/gu;

/** Rewrites fractional sizes as decimals: "42½" and "42 1/2" become "42.5", "42 2/3" becomes "42.67". */
export const withDecimalSizes = (text: string): string =>
  text.replace(mixed, (whole, size: string, sign: string | undefined, fraction: string | undefined) => {
    const share = shares[sign ?? fraction!.replace('⁄', '/')];
    return share === undefined ? whole : `${size}${share}`;
  });

/** A size in one size system. */
export interface RegionalSize {
  /** "EU", "US", "UK", "CM"; "US W" where sizes differ by wearer. Undefined when unknown. */
  region: string | undefined;
  size: string;
}

/** Longest text with sizes, and most sizes per variant. */
const maxText = 120;
export const maxSizes = 20;

const codes = (names: Readonly<Record<string, readonly string[]>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(names).flatMap(([code, words]) => words.map((word) => [word, code] as const)));

const regions = codes(data.regions);
const wearers = codes(data.wearers);

/** Affixes around the name of a size system: `WearableSizeSystemEurope`, `shoe-size-eu`, `usSize`. */
const around = /^https?:\/\/schema\.org\/|wearable|size|system|group|shoes?|display|label|value/gi;

/**
 * Maps a member or type name to a size system: `us m`, `sizeEU`, `WearableSizeSystemUS`.
 *
 * @returns `undefined` when it names none, or something else as well.
 */
export const regionOf = (name: string): string | undefined => {
  if (name.length > maxText) return undefined;
  const [first, second, ...others] = name
    .replace(around, ' ')
    .toLowerCase()
    .split(/[\s_.:-]+/)
    .filter((word) => word !== '');
  const region = first === undefined ? undefined : regions.get(first);
  if (region === undefined || others.length > 0) return undefined;
  if (second === undefined) return region;
  const wearer = wearers.get(second);
  return wearer === undefined ? undefined : `${region} ${wearer}`;
};

/** A possible size: a number, a half, letters such as "XL", a pair of numbers. */
const sizeText =
  /^(?:\d{1,4}(?:[.,]\d{1,2})?(?: ?(?:½|[1-3]\/[2-4]))?|\d?x{0,3}[sml]|one size)(?: ?[a-z])?$/i;

/** A size with its system before or after it: "EU 42", "US M 8", "9 US", "US: 9". */
const sizeWithRegion = (text: string): RegionalSize | undefined => {
  const words = text.split(/[\s:]+/).filter((word) => word !== '');
  for (const count of [2, 1]) {
    if (words.length <= count) continue;
    const before = regionOf(words.slice(0, count).join(' '));
    const rest = words.slice(count).join(' ');
    if (before !== undefined && sizeText.test(rest)) return { region: before, size: rest };
    const behind = regionOf(words.slice(-count).join(' '));
    const start = words.slice(0, -count).join(' ');
    if (behind !== undefined && sizeText.test(start)) return { region: behind, size: start };
  }
  return undefined;
};

/**
 * Reads one size of a list; its system is in the text or beside it.
 *
 * @param system - the list's name for the system, such as `us m`.
 */
export const regionalSize = (text: string, system: string | undefined): RegionalSize | undefined => {
  const size = text.trim();
  if (size === '' || size.length > maxText) return undefined;
  const own = sizeWithRegion(size);
  const region = system === undefined ? undefined : regionOf(system);
  if (own) return { region: region ?? own.region, size: own.size };
  return region === undefined ? undefined : { region, size };
};

/** Separators between sizes; the slash in "42 2/3" is none. */
const separators = /\s*(?:[|;()·•]|,\s|\s\/\s|(?<!\d)\/|\/(?!\d))\s*/;

/** Reads a size given in several systems: "EU 42.5 / US 9 / UK 8". Empty when there is only one. */
export const sizesInText = (text: string): RegionalSize[] => {
  if (text.length > maxText) return [];
  const parts = text.split(separators).filter((part) => part !== '');
  const found = parts.flatMap((part) => sizeWithRegion(part) ?? []);
  return found.length > 1 && found.length === parts.length ? found.slice(0, maxSizes) : [];
};

export const distinctSizes = (sizes: readonly RegionalSize[]): RegionalSize[] =>
  [...new Map(sizes.map((each) => [`${each.region} ${each.size}`, each])).values()].slice(0, maxSizes);
