/**
 * Random suites do the same in every run. `ROUNDS=50 npm test -- test/lifecycle` runs 50 times their usual cases, from
 * another seed, which a failure prints; `SEED` sets it.
 */
export const rounds = Number(process.env.ROUNDS ?? 1);
if (!(rounds >= 1)) throw new Error(`ROUNDS is ${process.env.ROUNDS}; expected a number from 1 on.`);

const newSeed = Math.floor(Math.random() * 2 ** 31);

export const manyOf = (usual: number): number => Math.round(usual * rounds);

export const seedOr = (usual: number): number =>
  process.env.SEED === undefined ? (rounds > 1 ? newSeed : usual) : Number(process.env.SEED);
