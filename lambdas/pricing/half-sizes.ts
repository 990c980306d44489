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
