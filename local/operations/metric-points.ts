export interface MetricStatistics {
  Namespace: string;
  Name: string;
  Dimensions: Record<string, string>;
  SampleCount: number;
  Sum: number;
  Maximum: number;
  P50: number;
  P95: number;
}

interface Point {
  timeMs: number;
  /** Namespace, name and dimensions. */
  key: string;
  value: number;
}

/** The part of CloudWatch's embedded metric format that Powertools writes. */
interface EmbeddedMetrics {
  _aws?: {
    CloudWatchMetrics?: {
      Namespace: string;
      Dimensions: string[][];
      Metrics: { Name: string }[];
    }[];
  };
  [member: string]: unknown;
}

const maxPoints = 200_000;

const parseLine = (text: string): EmbeddedMetrics | undefined => {
  if (!text.includes('"CloudWatchMetrics"')) return undefined;
  try {
    return JSON.parse(text) as EmbeddedMetrics;
  } catch {
    return undefined;
  }
};

const keyOf = (namespace: string, name: string, dimensions: Record<string, string>): string =>
  JSON.stringify([namespace, name, Object.entries(dimensions).sort(([a], [b]) => (a < b ? -1 : 1))]);

const numbersIn = (member: unknown): number[] =>
  [member].flat().filter((value): value is number => typeof value === 'number');

/** Nearest rank. @param sorted - not empty. @param share - 0 to 1. */
const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]!;

/**
 * Collects metrics from log lines, as CloudWatch does.
 *
 * @see https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 */
export class MetricPoints {
  readonly #points: Point[] = [];
  /** One text for all points of a metric. */
  readonly #keys = new Map<string, string>();

  addLine(text: string, timeMs: number): void {
    const line = parseLine(text);
    if (!line) return;
    for (const { Namespace, Dimensions, Metrics } of line._aws?.CloudWatchMetrics ?? []) {
      const points = Metrics.flatMap(({ Name }) => numbersIn(line[Name]).map((value) => ({ Name, value })));
      for (const names of Dimensions) {
        const dimensions = Object.fromEntries(names.map((name) => [name, String(line[name])]));
        for (const { Name, value } of points) this.add(Namespace, Name, dimensions, value, timeMs);
      }
    }
  }

  add(
    namespace: string,
    name: string,
    dimensions: Record<string, string>,
    value: number,
    timeMs: number,
  ): void {
    const key = keyOf(namespace, name, dimensions);
    const known = this.#keys.get(key) ?? key;
    this.#keys.set(key, known);
    this.#points.push({ timeMs, key: known, value });
    if (this.#points.length <= maxPoints * 1.2) return;
    this.#points.splice(0, this.#points.length - maxPoints);
    this.#keys.clear();
  }

  statisticsSince(timeMs: number): MetricStatistics[] {
    const values = new Map<string, number[]>();
    for (const point of this.#points) {
      if (point.timeMs < timeMs) continue;
      const known = values.get(point.key);
      if (known) known.push(point.value);
      else values.set(point.key, [point.value]);
    }
    return [...values].map(([key, found]) => {
      const [Namespace, Name, dimensions] = JSON.parse(key) as [string, string, [string, string][]];
      const sorted = found.toSorted((a, b) => a - b);
      return {
        Namespace,
        Name,
        Dimensions: Object.fromEntries(dimensions),
        SampleCount: sorted.length,
        Sum: sorted.reduce((sum, value) => sum + value, 0),
        Maximum: sorted.at(-1)!,
        P50: percentile(sorted, 0.5),
        P95: percentile(sorted, 0.95),
      };
    });
  }
}
