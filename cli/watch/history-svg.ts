import { escapeUTF8 } from 'entities';
import { dayText, printable } from '../output/text.ts';
import { clockText, isSameDay } from './history-text.ts';
import { groupedAmount, priceText } from './notice.ts';
import type { PriceSeries } from './price-series.ts';

const size = { width: 960, plot: 260, left: 96, right: 24, head: 56, line: 22, foot: 34, now: 28 } as const;

/** Okabe and Ito's palette for colour-blind readers; dashes distinguish curves that share a colour. */
const colours = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#8a8a8a'] as const;
const dashes = ['', '8 4', '2 3', '12 4 2 4'] as const;

const style = `text{font:14px system-ui,sans-serif;fill:#1b211e}.soft{fill:#55605a}.ground{fill:#fff}.grid{stroke:#dde2de}
@media(prefers-color-scheme:dark){text{fill:#e9eeeb}.soft{fill:#a9b4ae}.ground{fill:#131715}.grid{stroke:#323a36}}
path{fill:none;stroke-width:2;stroke-linejoin:round}.gone{opacity:.35}`;

/** Escapes text from a page: no markup, and no characters that XML does not allow. */
const textOf = (text: string): string =>
  escapeUTF8(printable(text.toWellFormed(), 80).replaceAll(/[\uFFFE\uFFFF]/g, ''));

// Floats only determine positions; amounts are printed exactly.
const rounded = (place: number): string => String(Math.round(place * 10) / 10);

interface Scale {
  x: (atMs: number) => number;
  y: (amount: string) => number;
  endX: number;
}

/** Steps that were in stock, or those that were not. */
const pathOf = ({ points }: PriceSeries, { x, y, endX }: Scale, isGone: boolean): string => {
  const parts: string[] = [];
  let isDrawing = false;
  for (const [index, point] of points.entries()) {
    const next = points[index + 1];
    if (point.amount === undefined || point.isGone !== isGone) {
      isDrawing = false;
      continue;
    }
    const [from, to, level] = [x(point.atMs), next === undefined ? endX : x(next.atMs), y(point.amount)];
    parts.push(
      isDrawing ? `V${rounded(level)}H${rounded(to)}` : `M${rounded(from)} ${rounded(level)}H${rounded(to)}`,
    );
    isDrawing = true;
  }
  return parts.join('');
};

interface Panel {
  currency: string | null;
  series: PriceSeries[];
}

const byAmount = (first: { amount: string }, second: { amount: string }): number =>
  Number(first.amount) - Number(second.amount);

const panelOf = ({ currency, series }: Panel, top: number, fromMs: number, toMs: number): string => {
  const lowest = series.map((each) => each.lowest).sort(byAmount)[0]!;
  const highest = series
    .map((each) => each.highest)
    .sort(byAmount)
    .at(-1)!;
  const [low, high] = [Number(lowest.amount), Number(highest.amount)];
  const plotTop = top + series.length * size.line + 40;
  const [startX, endX] = [size.left, size.width - size.right];
  const scale: Scale = {
    endX,
    x: (atMs) =>
      startX + (toMs === fromMs ? 0 : ((atMs - fromMs) / (toMs - fromMs)) * (endX - size.now - startX)),
    y: (amount) =>
      plotTop + (high === low ? size.plot / 2 : ((high - Number(amount)) / (high - low)) * size.plot),
  };
  const grid = [...new Map([highest, lowest].map(({ amount }) => [Number(amount), amount])).values()].map(
    (amount) => {
      const y = rounded(scale.y(amount));
      return `<line class="grid" x1="${startX}" x2="${endX}" y1="${y}" y2="${y}"/><text class="soft" x="${startX - 10}" y="${rounded(scale.y(amount) + 5)}" text-anchor="end">${textOf(groupedAmount(amount))}</text>`;
    },
  );
  const curves = series.map((each, index) => {
    const colour = colours[index % colours.length];
    const dash = dashes[Math.floor(index / colours.length) % dashes.length];
    const pen = `stroke="${colour}"${dash ? ` stroke-dasharray="${dash}"` : ''}`;
    const y = top + 24 + index * size.line;
    const name = `${each.site}: ${priceText({ Amount: each.last.amount, Currency: each.currency })}${each.last.isGone ? ', sold out' : ''}`;
    const [path, gone] = [pathOf(each, scale, false), pathOf(each, scale, true)];
    return `<path d="M${startX} ${y - 5}h28" ${pen}/><text x="${startX + 38}" y="${y}">${textOf(name)}</text>${path && `<path d="${path}" ${pen}/>`}${gone && `<path class="gone" d="${gone}" ${pen}/>`}`;
  });
  const bottom = plotTop + size.plot + 26;
  const endText = isSameDay(fromMs, toMs) ? clockText : dayText;
  const days = `<text class="soft" x="${startX}" y="${bottom}">${endText(fromMs)}</text><text class="soft" x="${endX}" y="${bottom}" text-anchor="end">${endText(toMs)}</text>`;
  return `<g><title>${textOf(`Prices in ${currency ?? 'an unknown currency'}`)}</title>${grid.join('')}${curves.join('')}${days}</g>`;
};

const heightOf = ({ series }: Panel): number => series.length * size.line + 40 + size.plot + size.foot + 20;

/**
 * Prices over time as a self-contained SVG without scripts: a panel for each currency, a curve for each site, pale while
 * sold out.
 *
 * @param all - at least one series, all of one SKU.
 */
export const historySvg = (all: readonly PriceSeries[]): string => {
  const times = all.flatMap(({ points }) => [points[0]!.atMs, points.at(-1)!.atMs]);
  const [fromMs, toMs] = [Math.min(...times), Math.max(...times)];
  const panels: Panel[] = [...Map.groupBy(all, ({ currency }) => currency)].map(([currency, series]) => ({
    currency,
    series,
  }));
  let top = size.head;
  const drawn = panels.map((panel) => {
    const text = panelOf(panel, top, fromMs, toMs);
    top += heightOf(panel);
    return text;
  });
  const time = isSameDay(fromMs, toMs)
    ? `of ${dayText(fromMs)}`
    : `from ${dayText(fromMs)} to ${dayText(toMs)}`;
  const title = textOf(`${all[0]!.sku}, prices ${time}`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${top}" role="img" aria-label="${title}">
<style>${style}</style><rect class="ground" width="${size.width}" height="${top}"/>
<text x="${size.left}" y="34" font-weight="600">${title}</text>
${drawn.join('\n')}
</svg>
`;
};
