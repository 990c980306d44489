/** A point of a line in the units of its chart. */
export type Point = readonly [x: number, y: number];

export interface Line {
  name: string;
  points: readonly Point[];
}

export interface Chart {
  title: string;
  xUnit: string;
  yUnit: string;
  lines: readonly Line[];
}

const width = 760;
const plotHeight = 180;
const margin = { left: 64, right: 150, top: 34, bottom: 34 };
const chartHeight = margin.top + plotHeight + margin.bottom;
const plotWidth = width - margin.left - margin.right;
/** More than the plot is wide would only make the file large. */
const maxPoints = 300;

const escapeText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Round numbers from 0 to at least `max`, about five of them. */
const ticks = (max: number): number[] => {
  const rough = Math.max(max, 1e-9) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough)!;
  return Array.from({ length: Math.ceil(max / step) + 1 }, (_, index) =>
    Number((index * step).toPrecision(6)),
  );
};

const thinned = (points: readonly Point[]): readonly Point[] => {
  const step = Math.max(1, Math.ceil(points.length / maxPoints));
  return points.filter((_, index) => index % step === 0 || index === points.length - 1);
};

const drawChart = ({ title, xUnit, yUnit, lines }: Chart, top: number): string => {
  const all = lines.flatMap(({ points }) => points);
  const xTicks = ticks(Math.max(...all.map(([x]) => x)));
  const yTicks = ticks(Math.max(...all.map(([, y]) => y)));
  const xOf = (x: number): string => (margin.left + (x / xTicks.at(-1)!) * plotWidth).toFixed(1);
  const yOf = (y: number): string => (margin.top + plotHeight * (1 - y / yTicks.at(-1)!)).toFixed(1);
  const right = margin.left + plotWidth;
  const bottom = margin.top + plotHeight;
  const grid = yTicks.map(
    (y) =>
      `<line class="grid" x1="${margin.left}" y1="${yOf(y)}" x2="${right}" y2="${yOf(y)}"/><text class="tick" text-anchor="end" x="${margin.left - 8}" y="${yOf(y)}" dy="4">${y.toLocaleString('en')}</text>`,
  );
  const axis = xTicks.map(
    (x) =>
      `<text class="tick" text-anchor="middle" x="${xOf(x)}" y="${bottom + 18}">${x.toLocaleString('en')}</text>`,
  );
  const drawn = lines.map(({ name, points }, index) => {
    const path = thinned(points)
      .map(([x, y]) => `${xOf(x)},${yOf(y)}`)
      .join(' ');
    const y = margin.top + 12 + index * 20;
    return `<polyline class="line c${index}" points="${path}"/><line class="line c${index}" x1="${right + 14}" y1="${y}" x2="${right + 34}" y2="${y}"/><text x="${right + 40}" y="${y}" dy="4">${escapeText(name)}</text>`;
  });
  return `<g transform="translate(0 ${top})">
<text class="title" x="${margin.left}" y="20">${escapeText(title)}</text>
<text class="tick" text-anchor="end" x="${margin.left - 8}" y="20">${escapeText(yUnit)}</text>
<text class="tick" x="${right + 24}" y="${bottom + 18}">${escapeText(xUnit)}</text>
${[...grid, ...axis, ...drawn].join('\n')}
</g>`;
};

/** Draws line charts below one another, as an SVG that follows the reader's light or dark setting. */
export const drawCharts = (title: string, charts: readonly Chart[]): string => {
  const height = 40 + charts.length * chartHeight;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeText(title).replaceAll('"', '&quot;')}">
<style>
  .paper { fill: #fff; } text { fill: #24292f; font: 12px system-ui, sans-serif; }
  text.title { font-weight: 600; font-size: 13px; } text.tick { fill: #57606a; }
  .grid { stroke: #d8dee4; } .line { fill: none; stroke-width: 2; }
  .c0 { stroke: #0969da; } .c1 { stroke: #bc4c00; } .c2 { stroke: #1a7f37; } .c3 { stroke: #8250df; }
  @media (prefers-color-scheme: dark) {
    .paper { fill: #0d1117; } text { fill: #e6edf3; } text.tick { fill: #9198a1; } .grid { stroke: #30363d; }
    .c0 { stroke: #4493f8; } .c1 { stroke: #db6d28; } .c2 { stroke: #3fb950; } .c3 { stroke: #ab7df8; }
  }
</style>
<rect class="paper" width="${width}" height="${height}"/>
<text class="title" x="12" y="24">${escapeText(title)}</text>
${charts.map((chart, index) => drawChart(chart, 40 + index * chartHeight)).join('\n')}
</svg>
`;
};
