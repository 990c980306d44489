/** Two-sided tail of the standard normal distribution. Abramowitz and Stegun 26.2.17, error below 1e-7. */
const twoSidedP = (z: number): number => {
  const x = Math.abs(z);
  const t = 1 / (1 + 0.2316419 * x);
  const poly =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return Math.min(1, (2 * poly * Math.exp((-x * x) / 2)) / Math.sqrt(2 * Math.PI));
};

export interface RankTest {
  /** Probability of a difference this large if both samples have the same distribution. */
  p: number;
  /** Probability that a value of the first sample is larger; 0.5 if there is no difference. */
  superiority: number;
}

/**
 * Mann-Whitney U test with normal approximation and tie correction, for samples of 20 or more.
 *
 * @see https://en.wikipedia.org/wiki/Mann%E2%80%93Whitney_U_test
 */
export const mannWhitney = (first: readonly number[], second: readonly number[]): RankTest => {
  const all = [
    ...first.map((value) => ({ value, isFirst: true })),
    ...second.map((value) => ({ value, isFirst: false })),
  ];
  all.sort((a, b) => a.value - b.value);
  const [n1, n2, n] = [first.length, second.length, all.length];
  let rankSum = 0;
  let ties = 0;
  for (let start = 0; start < n; ) {
    let end = start;
    while (end < n && all[end]!.value === all[start]!.value) end += 1;
    const size = end - start;
    // Equal values share the mean of their ranks.
    const rank = (start + 1 + end) / 2;
    for (let i = start; i < end; i += 1) if (all[i]!.isFirst) rankSum += rank;
    ties += size ** 3 - size;
    start = end;
  }
  const u = rankSum - (n1 * (n1 + 1)) / 2;
  const sigma = Math.sqrt(((n1 * n2) / 12) * (n + 1 - ties / (n * (n - 1))));
  return { p: sigma === 0 ? 1 : twoSidedP((u - (n1 * n2) / 2) / sigma), superiority: u / (n1 * n2) };
};
