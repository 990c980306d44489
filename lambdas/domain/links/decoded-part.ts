/** A part of an address without percent-encoding; where "%" encodes nothing it stands for itself. */
export const decodedPart = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};
