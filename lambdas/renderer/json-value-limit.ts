const byteOf = { quote: 0x22, comma: 0x2c, array: 0x5b, escape: 0x5c, object: 0x7b };

/**
 * Returns true if a JSON text has at most `limit` values, counted by opening brackets and commas. Parsing can
 * turn a few bytes into an object of a hundred, so a small text of empty objects could exhaust memory.
 */
export const hasAtMostJsonValues = (text: Uint8Array, limit: number): boolean => {
  let remaining = limit;
  let isInString = false;
  for (let at = 0; at < text.length && remaining >= 0; at += 1) {
    const byte = text[at];
    if (byte === byteOf.quote) isInString = !isInString;
    else if (isInString) at += byte === byteOf.escape ? 1 : 0;
    else if (byte === byteOf.comma || byte === byteOf.array || byte === byteOf.object) remaining -= 1;
  }
  return remaining >= 0;
};
