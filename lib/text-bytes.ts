const encodingOf = (bytes: Uint8Array): string => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
};

/**
 * Decodes a file that a person, or a spreadsheet, wrote: UTF-8, or UTF-16 with its byte order mark, which is taken away.
 *
 * @returns `undefined` when it is neither, or no text at all.
 */
export const decodeTextFile = (bytes: Uint8Array): string | undefined => {
  try {
    const text = new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
    // No text has it; pictures, archives and UTF-16 without its mark do.
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
};

/** The rest of a sentence about a file that {@link decodeTextFile} cannot read. */
export const noTextFile =
  'is neither UTF-8 nor UTF-16 with its byte order mark; save it as UTF-8 (in Excel: "CSV UTF-8").';

/** Excel's own first line, which says what separates the cells. */
export const separatorLine = /^sep=(.)(\r?\n|$)/i;
