/** Some servers decode repeatedly. */
const maxRounds = 4;

/**
 * Decodes a percent-encoded part of an address, even if encoded several times. Invalid escapes stay as they
 * are.
 */
export const decodedPart = (part: string): string => {
  let text = part;
  for (let round = 0; round < maxRounds && text.includes('%'); round += 1) {
    try {
      const decoded = decodeURIComponent(text);
      if (decoded === text) break;
      text = decoded;
    } catch {
      break;
    }
  }
  return text;
};
