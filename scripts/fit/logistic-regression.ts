/** A weighted, labelled example. */
export interface Example {
  values: readonly number[];
  isPositive: boolean;
  weight: number;
}

/** `bias + Σ weight × value` is the logarithm of the odds. */
export interface LogisticModel {
  bias: number;
  weights: number[];
}

const maxRounds = 30;
const settled = 1e-4;

/** Swaps rows to bring the largest cell of a column onto the diagonal; small pivots lose precision. */
const movePivotUp = (matrix: number[][], vector: number[], column: number): void => {
  const magnitudes = matrix.slice(column).map((row) => Math.abs(row[column]!));
  const pivot = column + magnitudes.indexOf(Math.max(...magnitudes));
  [matrix[column], matrix[pivot]] = [matrix[pivot]!, matrix[column]!];
  [vector[column], vector[pivot]] = [vector[pivot]!, vector[column]!];
};

/** Eliminates the column below the diagonal. */
const eliminate = (matrix: number[][], vector: number[], column: number): void => {
  const head = matrix[column]!;
  for (const [row, line] of matrix.entries()) {
    const factor = row <= column ? 0 : line[column]! / head[column]!;
    if (factor === 0) continue;
    for (let cell = column; cell < line.length; cell += 1) line[cell]! -= factor * head[cell]!;
    vector[row]! -= factor * vector[column]!;
  }
};

/** Solves `matrix × x = vector` by Gaussian elimination in place. The matrix is positive definite. */
const solve = (matrix: number[][], vector: number[]): number[] => {
  for (const column of vector.keys()) {
    movePivotUp(matrix, vector, column);
    eliminate(matrix, vector, column);
  }
  for (let row = vector.length - 1; row >= 0; row -= 1) {
    for (let cell = row + 1; cell < vector.length; cell += 1)
      vector[row]! -= matrix[row]![cell]! * vector[cell]!;
    vector[row]! /= matrix[row]![row]!;
  }
  return vector;
};

export const scoreOf = ({ bias, weights }: LogisticModel, values: readonly number[]): number =>
  weights.reduce((sum, weight, index) => sum + weight * values[index]!, bias);

const probability = (score: number): number => 1 / (1 + Math.exp(-score));

/** L2 penalty of the bias: negligible, but keeps the matrix regular. */
const biasRidge = 1e-6;

/** What the weights are shrunk to, and how strongly. */
export interface Prior {
  /** L2 penalty of each weight. */
  ridge: readonly number[];
  centre: readonly number[];
}

/** First and second derivatives of the penalized likelihood. */
const slopeAt = (beta: readonly number[], examples: readonly Example[], { ridge, centre }: Prior) => {
  const gradient = beta.map((each, index) =>
    index === 0 ? 0 : -ridge[index - 1]! * (each - centre[index - 1]!),
  );
  const hessian = beta.map((_, row) =>
    beta.map((_, cell) => (row === cell ? (ridge[row - 1] ?? biasRidge) : 0)),
  );
  for (const { values, isPositive, weight } of examples) {
    const row = [1, ...values];
    const p = probability(row.reduce((sum, value, index) => sum + value * beta[index]!, 0));
    const error = weight * ((isPositive ? 1 : 0) - p);
    const spread = weight * p * (1 - p);
    for (const [i, value] of row.entries()) {
      if (value === 0) continue;
      gradient[i]! += error * value;
      const line = hessian[i]!;
      for (let j = 0; j < row.length; j += 1) line[j]! += spread * value * row[j]!;
    }
  }
  return { gradient, hessian };
};

/**
 * Fits a logistic regression by Newton's method.
 *
 * @param prior - keeps the weights of rare and correlated features finite; a number shrinks all to 0.
 * @param start - initial model; a close one saves iterations.
 * @see https://hastie.su.domains/ElemStatLearn/ section 4.4.1
 */
export const fitLogistic = (
  examples: readonly Example[],
  prior: Prior | number,
  start?: LogisticModel,
): LogisticModel => {
  const size = (examples[0]?.values.length ?? 0) + 1;
  const shrunk =
    typeof prior === 'number'
      ? { ridge: new Array<number>(size - 1).fill(prior), centre: new Array<number>(size - 1).fill(0) }
      : prior;
  let beta = start ? [start.bias, ...start.weights] : new Array<number>(size).fill(0);
  for (let round = 0; round < maxRounds; round += 1) {
    const { gradient, hessian } = slopeAt(beta, examples, shrunk);
    const step = solve(hessian, gradient);
    beta = beta.map((each, index) => each + step[index]!);
    if (Math.max(...step.map(Math.abs)) < settled) break;
  }
  return { bias: beta[0]!, weights: beta.slice(1) };
};
