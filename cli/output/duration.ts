const units = { d: 86_400, h: 3_600, min: 60, s: 1 } as const;

/** A span of time for a person: its two largest units, e.g. `3 d 4 h`, `12 s`, `840 ms`. */
export const formatDuration = (ms: number): string => {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 10_000) return `${(ms / 1_000).toFixed(1)} s`;
  let rest = Math.round(ms / 1_000);
  const parts = Object.entries(units).map(([unit, size]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return { count, unit };
  });
  const first = parts.findIndex(({ count }) => count > 0);
  const shown = parts.slice(first, first + 2).filter(({ count }) => count > 0);
  return shown.map(({ count, unit }) => `${count} ${unit}`).join(' ');
};
