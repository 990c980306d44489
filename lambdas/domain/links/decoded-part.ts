/** Some servers decode what another one before them has decoded. */
const maxRounds = 4;

/**
 * A part of an address without percent-encoding, however often it was encoded; where "%" encodes nothing it stands for
 * itself.
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
