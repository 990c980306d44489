/** Some servers decode repeatedly. */
const maxRounds = 4;

const decodedRun = (run: string): string => {
  try {
    return decodeURIComponent(run);
  } catch {
    // Not UTF-8: one character per byte.
    return run.replace(/%(..)/g, (_, byte: string) => String.fromCharCode(Number.parseInt(byte, 16)));
  }
};

const decodedOnce = (text: string): string => text.replace(/(?:%[\da-f]{2})+/gi, decodedRun);

/**
 * Decodes a percent-encoded part of an address, even if encoded several times. Invalid escapes stay as they
 * are.
 */
export const decodedPart = (part: string): string => {
  let text = part;
  for (let round = 0; round < maxRounds && text.includes('%'); round += 1) {
    const decoded = decodedOnce(text);
    if (decoded === text) break;
    text = decoded;
  }
  return text;
};

/** The address as seen by servers that decode it once or more often before they split it into its parts. */
export const decodedAddresses = (url: URL): URL[] => {
  const addresses: URL[] = [];
  let text = `${url.pathname}${url.search}`;
  for (let round = 0; round < maxRounds && text.includes('%'); round += 1) {
    const decoded = decodedOnce(text);
    if (decoded === text) break;
    text = decoded;
    const address = URL.parse(`${url.origin}${text.replaceAll('#', '%23')}`);
    if (address) addresses.push(address);
  }
  return addresses;
};
