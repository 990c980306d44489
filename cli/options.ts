import { type Command, InvalidArgumentError, Option } from 'commander';
import type { SellingSite, Webhook } from '../client/index.ts';
import { formatDuration } from '../terminal/text.ts';
import { UsageError } from './exit-codes.ts';
import { type ExpectedMember, readExpectation, withExpectation } from './expectation.ts';
import type { Format } from './output/results.ts';
import { parseSite, readSitesFile } from './sites.ts';

const expectOptions = {
  gtin: ['<gtin>', 'GTIN of the expected product; a different product gets no price'],
  mpn: ['<number>', 'manufacturer part number of the expected product'],
  brand: ['<brand>', 'brand of the expected product'],
  title: ['<title>', 'title of the expected product'],
  quantity: ['<quantity>', 'quantity of the expected product, such as "6 x 0.5 l"'],
} as const satisfies Record<Lowercase<ExpectedMember>, readonly [string, string]>;

type ExpectationOptions = { [Member in ExpectedMember as `expect${Member}`]?: string };

export interface SitesOptions extends ExpectationOptions {
  site?: string[];
  sites?: string;
}

export interface FormatOptions {
  json?: boolean;
  csv?: boolean;
  table?: boolean;
}

/** Adds paragraphs and examples, without the program's name, below a command's help. */
export const withHelp = (command: Command, examples: readonly string[], paragraphs = ''): Command => {
  const lines = examples.map((example) => `  $ scrap-prices ${example}`).join('\n');
  return command.addHelpText('after', `${paragraphs && `\n${paragraphs}\n`}\nExamples:\n${lines}`);
};

/** Description of `--json` in commands that call the service. */
export const jsonInPipe = "print the service's JSON (default in a pipe)";

export const wantsJson = ({ json }: { json?: boolean }): boolean => json === true || !process.stdout.isTTY;

/** Adds options under their own heading in the help. */
export const withGroup = (command: Command, heading: string, add: (to: Command) => Command): Command =>
  add(command.optionsGroup(`${heading}:`)).optionsGroup('Options:');

export const withSites = (command: Command): Command =>
  withGroup(command, 'Selling sites', (to) => {
    to.option(
      '-s, --site <[name=]url>',
      'selling site (repeatable): URL in which {sku} is replaced, or a registered name',
      (value: string, before: string[] = []) => [...before, value],
    ).option('-f, --sites <file>', 'JSON file of selling sites; "-" reads standard input');
    for (const [name, [value, description]] of Object.entries(expectOptions))
      to.option(`--expect-${name} ${value}`, description);
    return to;
  });

/** Adds the expectations in the options to sites. @throws UsageError for an impossible value. */
export const expecting = (sites: readonly SellingSite[], options: ExpectationOptions): SellingSite[] => {
  const ofAll = readExpectation(
    (member) => options[`expect${member}`],
    (member) => `--expect-${member.toLowerCase()}`,
  );
  return sites.map((site) => withExpectation(site, ofAll));
};

/** @throws UsageError if there are none. */
export const sitesFrom = (options: SitesOptions): SellingSite[] => {
  const { site = [], sites } = options;
  const all = [...site.map(parseSite), ...(sites === undefined ? [] : readSitesFile(sites))];
  if (all.length === 0) throw new UsageError('Give at least one selling site with --site or --sites.');
  return expecting(all, options);
};

export interface WebhookOptions {
  webhook?: string;
}

/** The secret is not an argument: `ps` would show it. */
export const webhookSecretVariable = 'SCRAP_PRICES_WEBHOOK_SECRET';

/** @param occasion - when it is notified. */
export const withWebhook = (command: Command, occasion = 'when each request ends'): Command =>
  command.option(
    '--webhook <url>',
    `notify this URL ${occasion}, signed with the license's secret or $${webhookSecretVariable}`,
  );

export const webhookFrom = ({ webhook }: WebhookOptions): Webhook | undefined => {
  const secret = process.env[webhookSecretVariable];
  return webhook === undefined ? undefined : { Url: webhook, ...(secret && { Secret: secret }) };
};

export const withFormats = (command: Command): Command =>
  command
    .addOption(new Option('--json', jsonInPipe).conflicts(['csv', 'table']))
    .addOption(new Option('--csv', 'print CSV, one row per site').conflicts(['json', 'table']))
    .addOption(new Option('--table', 'print a table (default in a terminal)').conflicts(['json', 'csv']));

export const formatFrom = ({ json, csv, table }: FormatOptions): Format => {
  if (json) return 'json';
  if (csv) return 'csv';
  return table || process.stdout.isTTY ? 'table' : 'json';
};

const unitsMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const unit = 's(?:ec(?:ond)?s?)?|m(?:in(?:ute)?s?)?|h(?:(?:ou)?rs?)?|d(?:ays?)?';
const spanPattern = new RegExp(String.raw`^(?:\d{1,6}\s*(?:${unit})(?![a-z]),?\s*)+$`);

const maxSpanDays = 15;

/** Reads a span of time such as `90s`, `5 min`, `1h 30m` or `2 days`. @returns milliseconds. */
export const spanFrom = (text: string): number => {
  const span = text.trim().toLowerCase();
  const parts = spanPattern.test(span) ? span.matchAll(/(\d+)\s*([smhd])/g) : [];
  let spanMs = 0;
  for (const [, count, letter] of parts) spanMs += Number(count) * unitsMs[letter as keyof typeof unitsMs];
  if (spanMs > 0 && spanMs <= maxSpanDays * unitsMs.d) return spanMs;
  throw new InvalidArgumentError(
    `Expected a duration such as 90s, "5 min", 6h or 2d, at most ${maxSpanDays} days.`,
  );
};

/** An option that takes a span of time, with a readable default. */
export const spanOption = (flags: string, description: string, defaultMs: number): Option =>
  new Option(flags, description).argParser(spanFrom).default(defaultMs, formatDuration(defaultMs));

/** Reads a whole number of at least 1. */
export const wholeNumber =
  (most = Number.MAX_SAFE_INTEGER) =>
  (text: string): number => {
    if (/^[1-9]\d*$/.test(text) && Number(text) <= most) return Number(text);
    const range = most === Number.MAX_SAFE_INTEGER ? 'above 0' : `from 1 to ${most}`;
    throw new InvalidArgumentError(`Expected a whole number ${range}.`);
  };

export const parallelOption = (description: string): Option =>
  new Option('--parallel <count>', description).argParser(wholeNumber(100)).default(4);
