/** One labelled example: its features, whether it is positive, and how much it counts. */
export interface Example {
  values: readonly number[];
  isPositive: boolean;
  weight: number;
}

/** A fitted model: `bias + sum of weight × value` is the logarithm of the odds. */
export interface LogisticModel {
  bias: number;
  weights: number[];
}

const maxRounds = 30;
const settled = 1e-4;

/** Solves `matrix × x = vector` by elimination with pivots; both are changed. The matrix is positive definite. */
const solve = (matrix: number[][], vector: number[]): number[] => {
  const size = vector.length;
  for (let column = 0; column < size; column += 1) {
    let pivot = column;
    for (let row = column + 1; row < size; row += 1)
      if (Math.abs(matrix[row]![column]!) > Math.abs(matrix[pivot]![column]!)) pivot = row;
    [matrix[column], matrix[pivot]] = [matrix[pivot]!, matrix[column]!];
    [vector[column], vector[pivot]] = [vector[pivot]!, vector[column]!];
    const head = matrix[column]!;
    for (let row = column + 1; row < size; row += 1) {
      const factor = matrix[row]![column]! / head[column]!;
      if (factor === 0) continue;
      for (let cell = column; cell < size; cell += 1) matrix[row]![cell]! -= factor * head[cell]!;
      vector[row]! -= factor * vector[column]!;
    }
  }
  for (let row = size - 1; row >= 0; row -= 1) {
    for (let cell = row + 1; cell < size; cell += 1) vector[row]! -= matrix[row]![cell]! * vector[cell]!;
    vector[row]! /= matrix[row]![row]!;
  }
  return vector;
};

export const scoreOf = ({ bias, weights }: LogisticModel, values: readonly number[]): number =>
  weights.reduce((sum, weight, index) => sum + weight * values[index]!, bias);

const probability = (score: number): number => 1 / (1 + Math.exp(-score));

/**
 * Fits a logistic regression by Newton's method.
 *
 * @param ridge - penalty of a weight's square; keeps weights of features that always come together finite.
 * @param start - a model near the answer, from which it is found in fewer rounds.
 * @see https://hastie.su.domains/ElemStatLearn/ section 4.4.1
 */
export const fitLogistic = (
  examples: readonly Example[],
  ridge: number,
  start?: LogisticModel,
): LogisticModel => {
  const size = (examples[0]?.values.length ?? 0) + 1;
  let beta = start ? [start.bias, ...start.weights] : new Array<number>(size).fill(0);
  for (let round = 0; round < maxRounds; round += 1) {
    const hessian = Array.from({ length: size }, (_, row) =>
      Array.from({ length: size }, (_, cell) => (row === cell ? (row === 0 ? 1e-6 : ridge) : 0)),
    );
    const gradient = beta.map((each, index) => (index === 0 ? 0 : -ridge * each));
    for (const { values, isPositive, weight } of examples) {
      const row = [1, ...values];
      const p = probability(row.reduce((sum, value, index) => sum + value * beta[index]!, 0));
      const error = weight * ((isPositive ? 1 : 0) - p);
      const spread = weight * p * (1 - p);
      for (const [i, value] of row.entries()) {
        if (value === 0) continue;
        gradient[i]! += error * value;
        const line = hessian[i]!;
        for (let j = 0; j < size; j += 1) line[j]! += spread * value * row[j]!;
      }
    }
    const step = solve(hessian, gradient);
    beta = beta.map((each, index) => each + step[index]!);
    if (Math.max(...step.map(Math.abs)) < settled) break;
  }
  return { bias: beta[0]!, weights: beta.slice(1) };
};

/** Share of pairs, a positive and a negative example, that the scores put in the right order. */
export const areaUnderCurve = (scored: readonly { score: number; isPositive: boolean }[]): number => {
  const sorted = scored.toSorted((a, b) => a.score - b.score);
  let negatives = 0;
  let ordered = 0;
  let positives = 0;
  for (const tied of Map.groupBy(sorted, ({ score }) => score).values()) {
    const up = tied.filter(({ isPositive }) => isPositive).length;
    ordered += up * (negatives + (tied.length - up) / 2);
    positives += up;
    negatives += tied.length - up;
  }
  return ordered / (positives * negatives);
};
