import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import pLimit from 'p-limit';
import type { SellingSite, SiteResult } from '../../client/index.ts';
import { skuSchema } from '../../lambdas/domain/site/selling-site.ts';
import type { PageLoad } from '../../lambdas/web/page-load.ts';
import { showProgress, siteEnd } from '../../terminal/progress.ts';
import { info, print } from '../../terminal/streams.ts';
import { counted, printable } from '../../terminal/text.ts';
import { exitCodes, UsageError } from '../exit-codes.ts';
import { withHelp } from '../options.ts';
import { describeExtraction } from '../output/describe.ts';
import type { PagePicture, Trial } from '../page-picture.ts';
import { checkSitesFile } from '../sites.ts';
import type { SiteTrial } from '../try-sites.ts';

/** A folder name that is valid on every system and cannot leave its parent. */
const folderName = (site: SellingSite, index: number): string => {
  const name = (site.Name ?? URL.parse(site.Url ?? site.SearchUrl ?? '')?.hostname ?? '')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{Nd}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
  return `${String(index + 1).padStart(2, '0')}-${[...name].slice(0, 60).join('') || 'site'}`;
};

/** Texts of the price, to find it on the page. */
const pricesOf = ({ Price, Evidence }: SiteResult): string[] =>
  Price === null
    ? []
    : [Price.Amount, Price.Raw, ...Evidence.filter(({ Field }) => Field === 'Price').map(({ Raw }) => Raw)];

/**
 * Saves each trial's `result.json`, `page.html`, and `screenshot.png` with the price outlined: a single trial in the folder
 * itself, several in subfolders.
 *
 * @param picture - may fail, without affecting the other files.
 * @param info - reports what was saved and what was not.
 */
export const saveTrials = async (
  folder: string,
  trials: readonly Trial[],
  picture: (trial: Trial & { page: PageLoad }, prices: readonly string[]) => Promise<PagePicture>,
  info: (sentence: string) => void,
): Promise<void> => {
  for (const [index, { site, result, page }] of trials.entries()) {
    const own = trials.length === 1 ? folder : join(folder, folderName(site, index));
    mkdirSync(own, { recursive: true });
    writeFileSync(join(own, 'result.json'), `${JSON.stringify(result, null, 2)}\n`);
    if (page === undefined) {
      info(`${own}: result.json; no page was received.`);
      continue;
    }
    writeFileSync(join(own, 'page.html'), page.html);
    try {
      const { png, isOutlined } = await picture({ site, result, page }, pricesOf(result));
      writeFileSync(join(own, 'screenshot.png'), png);
      const about = result.Price === null || isOutlined ? '' : ', in which the price was not found';
      info(`${own}: result.json, page.html and screenshot.png${about}.`);
    } catch (error) {
      info(`${own}: result.json and page.html; no picture could be taken: ${(error as Error).message}`);
    }
  }
};

const titleOf = ({ Name, Url, SearchUrl }: SellingSite): string => printable(Name ?? Url ?? SearchUrl ?? '');

const describe = ({ site, result }: Trial): string => {
  const confidence = result.Confidence ? `, confidence ${result.Confidence}` : '';
  return `${titleOf(site)}: ${result.Outcome}${confidence}\n${describeExtraction(result)}`;
};

interface CheckOptions {
  sku?: string;
  name?: string[];
  offline?: boolean;
  json?: boolean;
  allowTarget?: string[];
  save?: string;
}

/** @throws UsageError if the site cannot be tried. */
const trialOf = (site: SellingSite, given: string | undefined): SiteTrial => {
  const sku = site.Sku ?? given;
  const address = site.Url ?? site.SearchUrl;
  if (address === undefined) throw new UsageError(`${site.Name} has neither "Url" nor "SearchUrl".`);
  if (sku === undefined && address.includes('{sku}')) {
    throw new UsageError(`${site.Name ?? address} needs a SKU to try: pass --sku.`);
  }
  if (sku !== undefined && !skuSchema.safeParse(sku).success) {
    throw new UsageError(`"${printable(sku, 40)}" is not a valid SKU.`);
  }
  return { site, sku: sku ?? '' };
};

/** @throws UsageError if the file is invalid, or has none of the named sites. */
const sitesIn = (file: string, { name: names }: CheckOptions): SellingSite[] => {
  const { sites, unknown } = checkSitesFile(file);
  if (unknown.length > 0) {
    throw new UsageError([`${file} has members that the service would ignore:`, ...unknown].join('\n  - '));
  }
  const chosen = names ? sites.filter(({ Name }) => names.includes(Name ?? '')) : sites;
  if (chosen.length === 0) throw new UsageError(`${file} has no such site.`);
  return chosen;
};

const check = async (file: string, options: CheckOptions): Promise<void> => {
  const sites = sitesIn(file, options);
  if (options.offline) {
    process.stdout.write(`${file}: ${counted(sites.length, 'valid selling site')}.\n`);
    return;
  }
  const trials = sites.map((site) => trialOf(site, options.sku));
  // Loaded on demand: the scraper takes a second to load.
  const { trySites } = await import('../try-sites.ts');
  const limit = pLimit(2);
  await using trier = await trySites(options.allowTarget ?? []);
  const results = trials.map((trial) => limit(() => trier.try(trial)));
  await showProgress(
    trials.map(({ site }, index) => ({
      title: titleOf(site),
      done: results[index]!.then(({ result }) => siteEnd(result)),
    })),
  );
  const tried = await Promise.all(results);
  const found = tried.map(({ result }) => result);
  print(options.json, found, () => tried.map(describe).join('\n\n'));
  if (options.save !== undefined) {
    await saveTrials(options.save, tried, trier.picture, info);
  }
  const isFine = found.every(({ Outcome }) => Outcome === 'Priced' || Outcome === 'OutOfStock');
  if (!isFine) process.exitCode = exitCodes.incomplete;
};

export const registerSites = (program: Command): void => {
  const sites = program.command('sites').description('Check files of selling sites.');
  const command = sites
    .command('check')
    .description('Check a file of selling sites and try each site live from this machine.')
    .argument('<file>', 'registry file or list of sites; "-" reads standard input')
    .option('--sku <sku>', "SKU to try; a site's own Sku takes precedence")
    .option('--name <name...>', 'only these sites')
    .option('--offline', 'check only the file')
    .option('--json', 'print JSON')
    .option('--save <folder>', 'save page.html, result.json, and screenshot.png with the price outlined')
    .option('--allow-target <host:port...>', 'private address to allow, e.g. a test shop on loopback')
    .action(check);
  withHelp(command, [
    'sites check sites.json --sku 555088-105',
    'sites check sites.json --sku 555088-105 --name "Shop A"',
    'sites check sites.json --offline',
    'sites check sites.json --sku 555088-105 --save check',
  ]);
};
