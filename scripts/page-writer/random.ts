/** Repeatable chance: the same seed gives the same pages, so that a set can be written anew. */
export interface Random {
  /** A whole number from 0 to `below` - 1. */
  int(below: number): number;
  pick<T>(from: readonly T[]): T;
  chance(probability: number): boolean;
  /** A text of `length` digits that does not begin with 0. */
  digits(length: number): string;
  shuffle<T>(list: readonly T[]): T[];
}

/** Mulberry32 over a hash of the seed; good enough for chance in markup. */
export const createRandom = (seed: string): Random => {
  let state = 0x9e3779b9;
  for (const character of seed) state = Math.imul(state ^ character.codePointAt(0)!, 0x01000193) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (below: number): number => Math.floor(next() * below);
  return {
    int,
    pick: (from) => from[int(from.length)]!,
    chance: (probability) => next() < probability,
    digits: (length) => `${1 + int(9)}${Array.from({ length: length - 1 }, () => int(10)).join('')}`,
    shuffle: (list) => {
      const shuffled = [...list];
      for (let index = shuffled.length - 1; index > 0; index -= 1) {
        const other = int(index + 1);
        [shuffled[index], shuffled[other]] = [shuffled[other]!, shuffled[index]!];
      }
      return shuffled;
    },
  };
};
