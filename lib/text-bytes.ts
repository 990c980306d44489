const encodingOf = (bytes: Uint8Array): string => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
};

/**
 * Decodes a text file: UTF-8, or UTF-16 with a byte order mark, which is removed.
 *
 * @returns `undefined` for other encodings and binary files.
 */
export const decodeTextFile = (bytes: Uint8Array): string | undefined => {
  try {
    const text = new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
    // NUL occurs in binary files and in UTF-16 without a byte order mark.
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
};

/** End of a message about a file that {@link decodeTextFile} rejects. */
export const noTextFile =
  'is neither UTF-8 nor UTF-16 with its byte order mark; save it as UTF-8 (in Excel: "CSV UTF-8").';

/** Excel's optional first line, which declares the separator. */
export const separatorLine = /^sep=(.)(\r?\n|$)/i;
