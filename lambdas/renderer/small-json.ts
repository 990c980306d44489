const sign = { quote: 0x22, comma: 0x2c, array: 0x5b, escape: 0x5c, object: 0x7b };

/**
 * True if a text, if it is JSON, holds no more values than so many: each stands behind a bracket that opens or a comma.
 * A few bytes of it make an object of a hundred when it is parsed, and an error when it is judged, so that a small text of
 * empty objects would fill the memory of whoever reads it. Looks at each byte once.
 */
export const hasFewJsonValues = (text: Uint8Array, most: number): boolean => {
  let left = most;
  let isInString = false;
  for (let at = 0; at < text.length && left >= 0; at += 1) {
    const byte = text[at];
    if (byte === sign.quote) isInString = !isInString;
    else if (isInString) at += byte === sign.escape ? 1 : 0;
    else if (byte === sign.comma || byte === sign.array || byte === sign.object) left -= 1;
  }
  return left >= 0;
};
