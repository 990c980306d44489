/**
 * Makes text from pages fit for a terminal: control characters go, so that no page can move the cursor, set the
 * title or colour what it did not write; and so do the marks that turn the direction of reading.
 *
 * @param maxLength - in characters; longer text ends with an ellipsis.
 */
export const printable = (text: string, maxLength = 200): string => {
  const clean = text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu, ' ')
    .trim();
  const characters = [...clean];
  return characters.length > maxLength ? `${characters.slice(0, maxLength - 1).join('')}…` : clean;
};
