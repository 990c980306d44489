/** Case, spaces and dashes do not tell identifiers apart. */
export const normalIdentifier = (text: string): string => text.toLowerCase().replace(/[\s\-_./]/g, '');

export const sameIdentifier = (first: string, second: string): boolean => {
  const [a, b] = [normalIdentifier(first), normalIdentifier(second)];
  return (
    a !== '' &&
    (a === b ||
      (/^\d+$/.test(a) && /^\d+$/.test(b) && a.replace(/^0+/, '') === b.replace(/^0+/, '') && a.length > 6))
  );
};
