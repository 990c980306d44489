import { isUtf8 } from 'node:buffer';
import type { Command } from 'commander';
import { detailOf } from '../../lambdas/domain/request/queue-request.ts';
import {
  isHttpUrl,
  type SellingSite,
  sellingSiteMembersSchema,
} from '../../lambdas/domain/site/selling-site.ts';
import { knownSiteMembers, unknownMemberWarnings } from '../../lambdas/domain/site/unknown-members.ts';
import type { ExtractionContext } from '../../lambdas/pricing/sources/extraction-context.ts';
import { parseJsonBytes } from '../../lib/json-file.ts';
import { writeOut } from '../../terminal/streams.ts';
import { exitCodes, UsageError } from '../exit-codes.ts';
import { readFileBytes, readStandardInput } from '../input-files.ts';
import { answerLines, ndjsonHelp } from '../ndjson.ts';
import { withHelp } from '../options.ts';
import { describeExplanation, describeExtraction } from '../output/describe.ts';

interface Options {
  url?: string;
  sku?: string;
  site?: string;
  fetchedAt?: string;
  json?: boolean;
  ndjson?: boolean;
  explain?: boolean;
}

/** @throws UsageError if the value is not a selling site. */
const readSite = (value: unknown): Partial<SellingSite> | undefined => {
  if (value === undefined || value === null) return undefined;
  const parsed = sellingSiteMembersSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(
    (issue) => `${issue.path.join('.') || 'site'}: ${detailOf(issue)}`,
  );
  throw new UsageError(`The selling site is invalid: ${problems.join('; ')}.`);
};

/** Adds warnings about the site's unknown members. */
const withUnknown = <E extends { Warnings: string[] }>(extraction: E, site: unknown): E => ({
  ...extraction,
  Warnings: [...unknownMemberWarnings(site, knownSiteMembers, 'a selling site'), ...extraction.Warnings],
});

/** @throws UsageError if the value is not a time. */
const readTime = (value: unknown): number | undefined => {
  if (value === undefined || value === null) return undefined;
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  if (!Number.isNaN(time)) return time;
  throw new UsageError(
    `The fetch time ${JSON.stringify(value)} is invalid; expected ISO 8601, such as 2026-11-21T10:00:00Z.`,
  );
};

/** Loaded late: the engine takes longer than the other commands. */
const loadEngine = async () => {
  const [engine, { allEngines: engines }] = await Promise.all([
    import('../../lambdas/pricing/extract-offer.ts'),
    import('../../lambdas/pricing/sources/selectors/all-engines.ts'),
  ]);
  return { ...engine, engines };
};

const extractLines = async (): Promise<void> => {
  const { extractOffer, engines } = await loadEngine();
  await answerLines(({ site, fetchedAt }, { text, optional }) =>
    withUnknown(
      extractOffer(text('html'), {
        url: text('url'),
        sku: optional('sku'),
        site: readSite(site),
        engines,
        fetchedAtMs: readTime(fetchedAt),
      }),
      site,
    ),
  );
};

/** Programs that save pages write UTF-8 whatever the page declares; raw copies keep the server's encoding. */
const textOf = async (bytes: Buffer, locale = ''): Promise<string> => {
  if (isUtf8(bytes)) return bytes.toString();
  const { decodeText } = await import('../../lambdas/web/http/decode-text.ts');
  return decodeText(bytes, 'text/html', locale);
};

/** Has a path, since the page may be of a product; a front page is of none. */
const unknownAddress = 'https://localhost/page';

/** @throws UsageError if the value is not an absolute http(s) URL. */
const readAddress = (value: string | undefined): string | undefined => {
  if (value === undefined || isHttpUrl(value)) return value;
  throw new UsageError(`--url must be an absolute http(s) URL, got ${JSON.stringify(value)}.`);
};

/** @throws UsageError if the value is not JSON. */
const readSiteOption = (json: string | undefined): unknown => {
  if (json === undefined) return undefined;
  try {
    return parseJsonBytes(Buffer.from(json));
  } catch (error) {
    throw new UsageError(`--site ${(error as Error).message}`, { cause: error });
  }
};

const extractFile = async (file: string, options: Options): Promise<void> => {
  const url = readAddress(options.url);
  const fetchedAtMs = readTime(options.fetchedAt);
  const given = readSiteOption(options.site);
  const site = readSite(given);
  const bytes = file === '-' ? await readStandardInput() : readFileBytes(file);
  const html = await textOf(bytes, site?.Locale);
  const { extractOffer, explainOffer, engines } = await loadEngine();
  const context: ExtractionContext = {
    url: url ?? site?.Url ?? unknownAddress,
    sku: options.sku,
    site,
    engines,
    fetchedAtMs,
  };
  const extraction = withUnknown(extractOffer(html, context), given);
  const explanation = options.explain ? explainOffer(html, context) : undefined;
  const text = options.json
    ? JSON.stringify({ ...extraction, ...(explanation && { Explanation: explanation }) }, null, 2)
    : `${describeExtraction(extraction)}${explanation ? `\n\n${describeExplanation(explanation)}` : ''}`;
  await writeOut(`${text}\n`);
  if (extraction.Error) process.exitCode = exitCodes.incomplete;
};

export const registerExtract = (program: Command): void => {
  const command = program
    .command('extract')
    .description('Read the offer on a saved page.')
    .argument('[page]', 'HTML file; "-" reads standard input')
    .option('--url <url>', 'address of the page, to resolve links and determine the country')
    .option('--sku <sku>', 'requested SKU')
    .option('--site <json>', 'selling site with Currency, Locale, Variant, Condition, Selectors …')
    .option('--fetched-at <time>', 'when the page was fetched (ISO 8601); prices not valid then are ignored')
    .option('--json', 'print JSON')
    .option('--explain', 'explain the result: candidates, page features, and the deciding rule')
    .option('--ndjson', 'read pages from standard input, one JSON object per line')
    .action(async (file: string | undefined, options: Options) => {
      if (options.ndjson) return extractLines();
      if (file === undefined) throw new UsageError('Name a file, or use --ndjson.');
      return extractFile(file, options);
    });
  withHelp(
    command,
    [
      'extract page.html --url https://shop.example/p/1',
      'extract page.html --url https://shop.example/p/1 --json',
      `extract page.html --url https://shop.example/p/1 --site '{"Currency":"EUR","Variant":{"Size":"42"}}'`,
      'extract page.html --url https://shop.example/p/1 --explain',
      'extract --ndjson < pages.ndjson > results.ndjson',
    ],
    `With --ndjson each input line is {"id","url","html","site"?,"sku"?,"fetchedAt"?} and each output line {"id", ...result}.
Lines are UTF-8, end with LF and have at most 128 MiB; an unreadable line gives {"id","error"}.
${ndjsonHelp}`,
  );
};
