import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { Command } from 'commander';
import { type SellingSite, sellingSiteMembersSchema } from '../../lambdas/domain/selling-site.ts';
import { siteMembers, unknownMemberWarnings } from '../../lambdas/domain/unknown-members.ts';
import type { ExtractionContext } from '../../lambdas/pricing/extraction-context.ts';

import { answerLines } from '../ndjson.ts';
import { describeExplanation, describeExtraction } from '../output/describe.ts';
import { writeOut } from '../output/terminal.ts';

interface Options {
  url?: string;
  sku?: string;
  site?: string;
  fetchedAt?: string;
  json?: boolean;
  ndjson?: boolean;
  explain?: boolean;
}

const readSite = (value: unknown): Partial<SellingSite> | undefined => {
  if (value === undefined || value === null) return undefined;
  const parsed = sellingSiteMembersSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'site'}: ${message}`);
  throw new Error(`The selling site is invalid: ${problems.join('; ')}.`);
};

/** Adds warnings about the site's unknown members. */
const withUnknown = <E extends { Warnings: string[] }>(extraction: E, site: unknown): E => ({
  ...extraction,
  Warnings: [...unknownMemberWarnings(site, siteMembers, 'a selling site'), ...extraction.Warnings],
});

/** @throws Error if the value is not a time. */
const readTime = (value: unknown): number | undefined => {
  if (value === undefined || value === null) return undefined;
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(time))
    throw new Error(
      `The fetch time is invalid: expected ISO 8601, such as 2026-11-21T10:00:00Z, got ${JSON.stringify(value)}.`,
    );
  return time;
};

/** Loaded late: the engine takes longer than the other commands. */
const loadEngine = async () => {
  const [engine, { allEngines: engines }] = await Promise.all([
    import('../../lambdas/pricing/extract-offer.ts'),
    import('../../lambdas/pricing/selectors/all-engines.ts'),
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

const extractFile = async (file: string, options: Options): Promise<void> => {
  const { extractOffer, explainOffer, engines } = await loadEngine();
  const given: unknown = options.site === undefined ? undefined : JSON.parse(options.site);
  const site = readSite(given);
  const html = await textOf(file === '-' ? await buffer(process.stdin) : await readFile(file), site?.Locale);
  const context: ExtractionContext = {
    url: options.url ?? site?.Url ?? 'https://localhost/',
    sku: options.sku,
    site,
    engines,
    fetchedAtMs: readTime(options.fetchedAt),
  };
  const extraction = withUnknown(extractOffer(html, context), given);
  const explanation = options.explain ? explainOffer(html, context) : undefined;
  const text = options.json
    ? JSON.stringify({ ...extraction, ...(explanation && { Explanation: explanation }) }, null, 2)
    : `${describeExtraction(extraction)}${explanation ? `\n\n${describeExplanation(explanation)}` : ''}`;
  await writeOut(`${text}\n`);
  if (extraction.Error) process.exitCode = 2;
};

const examples = `
Examples:
  $ scrap-prices extract page.html --url https://shop.example/p/1
  $ scrap-prices extract page.html --url https://shop.example/p/1 --json
  $ scrap-prices extract page.html --url https://shop.example/p/1 --site '{"Currency":"EUR","Variant":{"Size":"42"}}'
  $ scrap-prices extract page.html --url https://shop.example/p/1 --explain
  $ scrap-prices extract --ndjson < pages.ndjson > results.ndjson

With --ndjson each input line is {"id","url","html","site"?,"sku"?,"fetchedAt"?} and each output line {"id", ...result}.
Lines are UTF-8, end with LF and have at most 128 MiB; an unreadable line gives {"id","error"}.
The "id" is any JSON and is returned unchanged, with numbers exactly as written.
Exit code: 0 an offer was found, 2 none was found, 1 the input could not be read.`;

/** `scrap-prices extract PAGE`: reads the offer on a saved page. */
export const registerExtract = (program: Command): void => {
  program
    .command('extract')
    .description('Read the offer on a saved page.')
    .argument('[page]', 'HTML file; "-" reads standard input')
    .option('--url <url>', 'address of the page, to resolve links and tell the country')
    .option('--sku <sku>', 'requested SKU')
    .option('--site <json>', 'selling site with Currency, Locale, Variant, Condition, Selectors …')
    .option('--fetched-at <time>', 'when the page was fetched (ISO 8601); prices not valid then are ignored')
    .option('--json', 'print JSON')
    .option('--explain', 'explain the result: candidates, page features, and the deciding rule')
    .option('--ndjson', 'read pages from standard input, one JSON object per line')
    .addHelpText('after', examples)
    .action(async (file: string | undefined, options: Options, command: Command) => {
      try {
        if (options.ndjson) await extractLines();
        else if (file === undefined) command.error('error: name a file, or use --ndjson', { exitCode: 1 });
        else await extractFile(file, options);
      } catch (problem) {
        command.error(`error: ${problem instanceof Error ? problem.message : problem}`, { exitCode: 1 });
      }
    });
};
