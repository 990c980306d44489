import { settingsSchema } from './settings.ts';

interface Described {
  description?: string;
  default?: unknown;
}

const shown = (value: unknown): string => {
  if (value === '' || (typeof value === 'object' && Object.keys(value!).length === 0)) return 'none';
  return `\`${String(value)}\``;
};

/** Renders the settings as a Markdown table from their schema. */
export const settingsTable = (): string => {
  const defaults = settingsSchema.parse({}) as Record<string, unknown>;
  const rows = Object.entries(settingsSchema.shape).map(([name, schema]) => {
    const { description = '' } = schema as Described;
    return `| \`${name}\` | ${shown(defaults[name])} | ${description} |`;
  });
  return ['| Setting | Default | Meaning |', '| --- | --- | --- |', ...rows].join('\n');
};
