// As much of the query language of CloudWatch Logs Insights as the runbook uses. What is not known here is an error:
// a query with a slip in it must not wait for the night of the alarm.

/** @see https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/CWL_QuerySyntax.html */
const commands = ['fields', 'filter', 'stats', 'sort', 'limit'];
const functions = ['avg', 'bin', 'count', 'latest', 'max', 'min', 'pct', 'sum'];
const keywords = ['and', 'as', 'asc', 'by', 'desc', 'like', 'or'];
const builtIn = [
  '@timestamp',
  '@message',
  '@requestId',
  '@type',
  '@duration',
  '@initDuration',
  '@maxMemoryUsed',
  '@memorySize',
];

export interface InsightsQuery {
  /** What it reads from log lines beside CloudWatch's own fields. */
  fields: string[];
  /** What it reads of CloudWatch's own. */
  builtIn: string[];
  /** Whether a log line passes all its filters. */
  matches: (line: unknown) => boolean;
}

export const fieldOf = (line: unknown, field: string): unknown =>
  field.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | null)?.[name], line);

const reportFields: Readonly<Record<string, { pattern: RegExp; unit: number }>> = {
  '@duration': { pattern: /\tDuration: ([\d.]+) ms/, unit: 1 },
  '@billedDuration': { pattern: /\tBilled Duration: ([\d.]+) ms/, unit: 1 },
  '@initDuration': { pattern: /\tInit Duration: ([\d.]+) ms/, unit: 1 },
  // In bytes.
  '@memorySize': { pattern: /\tMemory Size: (\d+) MB/, unit: 1_000_000 },
  '@maxMemoryUsed': { pattern: /\tMax Memory Used: (\d+) MB/, unit: 1_000_000 },
};

const parsed = (text: string): object => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
};

/**
 * A line of a function's log with the fields that CloudWatch finds in it: those of Lambda's own lines, and those of the
 * first piece of JSON.
 *
 * @see https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/CWL_AnalyzeLogData-discoverable-fields.html
 */
export const insightsLine = (text: string): Record<string, unknown> => {
  const [type] = /^(?:START|END|REPORT|INIT_START|INIT_REPORT)\b/.exec(text) ?? [];
  const reported = Object.entries(reportFields).flatMap(([name, { pattern, unit }]) => {
    const value = type === 'REPORT' ? pattern.exec(text)?.[1] : undefined;
    return value === undefined ? [] : [[name, Number(value) * unit] as const];
  });
  return {
    ...parsed(text.slice(Math.max(0, text.indexOf('{')))),
    ...Object.fromEntries(reported),
    '@message': text,
    ...(type && { '@type': type }),
  };
};

type Token = { kind: 'regex' | 'text' | 'number' | 'duration' | 'name' | 'sign'; value: string };

const tokensOf = (text: string): Token[] => {
  const tokens: Token[] = [];
  const pattern =
    /\s*(?:"(?<text>[^"\n]*)"|(?<duration>\d+(?:ms|s|m|h|d)\b)|(?<number>\d+(?:\.\d+)?)|(?<name>@?[A-Za-z_]\w*(?:\.\w+)*)|(?<sign>>=|<=|!=|[=<>(),/*+|-]))/y;
  const regexPattern = /\s*\/(?<regex>(?:[^/\n\\]|\\.)+)\//y;
  while (text.slice(pattern.lastIndex).trim() !== '') {
    const at = pattern.lastIndex;
    // Elsewhere a slash divides.
    regexPattern.lastIndex = at;
    const regex = tokens.at(-1)?.value === 'like' ? regexPattern.exec(text)?.groups?.regex : undefined;
    if (regex !== undefined) {
      tokens.push({ kind: 'regex', value: regex });
      pattern.lastIndex = regexPattern.lastIndex;
      continue;
    }
    const groups = pattern.exec(text)?.groups;
    if (!groups) throw new Error(`This is no part of a query: ${text.slice(at, at + 40)}`);
    const [kind, value] = Object.entries(groups).find(([, found]) => found !== undefined) as [
      Token['kind'],
      string,
    ];
    tokens.push({ kind, value });
  }
  return tokens;
};

const commandsOf = (tokens: Token[]): Token[][] => {
  const parts: Token[][] = [[]];
  for (const token of tokens) {
    if (token.kind === 'sign' && token.value === '|') parts.push([]);
    else parts.at(-1)!.push(token);
  }
  return parts;
};

const conditionOf = (tokens: Token[]): ((line: unknown) => boolean) => {
  const [field, sign, literal, ...rest] = tokens;
  if (field?.kind === 'name' && sign?.value === 'like' && literal?.kind === 'regex' && rest.length === 0) {
    const wanted = new RegExp(literal.value);
    return (line) => wanted.test(String(fieldOf(line, field.value) ?? ''));
  }
  if (
    field?.kind !== 'name' ||
    sign?.kind !== 'sign' ||
    (literal?.kind !== 'text' && literal?.kind !== 'number')
  ) {
    throw new Error(`This is no condition: ${tokens.map(({ value }) => value).join(' ')}`);
  }
  const compare: Record<string, (a: unknown, b: string) => boolean> = {
    '=': (a, b) => String(a) === b,
    '!=': (a, b) => String(a) !== b,
    '>=': (a, b) => Number(a) >= Number(b),
    '>': (a, b) => Number(a) > Number(b),
    '<=': (a, b) => Number(a) <= Number(b),
    '<': (a, b) => Number(a) < Number(b),
  };
  const operator = compare[sign.value];
  if (!operator) throw new Error(`"${sign.value}" compares nothing.`);
  const first = (line: unknown): boolean => operator(fieldOf(line, field.value), literal.value);
  if (rest.length === 0) return first;
  if (rest[0]?.value !== 'and')
    throw new Error(`"and" or "or" is expected in the place of "${rest[0]?.value}".`);
  const others = conditionOf(rest.slice(1));
  return (line) => first(line) && others(line);
};

/** Conditions that are tied by "and", with "or" between them. */
const alternativesOf = (tokens: Token[]): ((line: unknown) => boolean) => {
  const at = tokens.findIndex(({ kind, value }) => kind === 'name' && value === 'or');
  if (at < 0) return conditionOf(tokens);
  const [first, others] = [conditionOf(tokens.slice(0, at)), alternativesOf(tokens.slice(at + 1))];
  return (line) => first(line) || others(line);
};

/** @throws Error that says which part of a query is none. */
export const parseInsightsQuery = (query: string): InsightsQuery => {
  const fields = new Set<string>();
  const own = new Set<string>();
  const aliases = new Set<string>();
  const conditions: ((line: unknown) => boolean)[] = [];
  for (const [command, ...rest] of commandsOf(tokensOf(query))) {
    if (command === undefined || !commands.includes(command.value)) {
      throw new Error(`"${command?.value ?? ''}" is no command.`);
    }
    if (rest.length === 0) throw new Error(`"${command.value}" needs something to work on.`);
    if (command.value === 'filter') conditions.push(alternativesOf(rest));
    let depth = 0;
    for (const [index, { kind, value }] of rest.entries()) {
      if (kind === 'sign' && value === '(') depth += 1;
      if (kind === 'sign' && value === ')') depth -= 1;
      if (depth < 0) break;
      if (kind !== 'name') continue;
      if (rest[index + 1]?.value === '(') {
        if (!functions.includes(value)) throw new Error(`"${value}" is no function.`);
      } else if (rest[index - 1]?.value === 'as') aliases.add(value);
      else if (value.startsWith('@')) {
        if (!builtIn.includes(value)) throw new Error(`CloudWatch gives no field "${value}".`);
        own.add(value);
      } else if (!keywords.includes(value) && !aliases.has(value)) fields.add(value);
    }
    if (depth !== 0) throw new Error(`The brackets of "${command.value}" do not match.`);
  }
  return {
    fields: [...fields],
    builtIn: [...own],
    matches: (line) => conditions.every((condition) => condition(line)),
  };
};
