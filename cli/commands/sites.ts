import type { Command } from 'commander';
import pLimit from 'p-limit';
import type { SellingSite } from '../../client/index.ts';
import { skuSchema } from '../../lambdas/domain/selling-site.ts';
import { exitCodes, exitCodesHelp, UsageError } from '../exit-codes.ts';
import { counted } from '../output/counted.ts';
import { describeExtraction } from '../output/describe-extraction.ts';
import { printable } from '../output/printable.ts';
import { showProgress, siteEnd } from '../output/progress.ts';
import { saveTrials, type Trial } from '../save-trials.ts';
import { checkSitesFile } from '../sites.ts';
import type { SiteTrial } from '../try-sites.ts';

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

/** @throws UsageError when the site cannot be tried. */
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

/** @throws UsageError when the file is not as it should be, or none of its sites is meant. */
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
  // Loaded late: the scraper's parts take a second, and the other commands start without them.
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
  process.stdout.write(
    options.json ? `${JSON.stringify(found, null, 2)}\n` : `${tried.map(describe).join('\n\n')}\n`,
  );
  if (options.save !== undefined) {
    await saveTrials(options.save, tried, trier.picture, (sentence) => process.stderr.write(`${sentence}\n`));
  }
  const isFine = found.every(({ Outcome }) => Outcome === 'Priced' || Outcome === 'OutOfStock');
  if (!isFine) process.exitCode = exitCodes.incomplete;
};

/** `scrap-prices sites check FILE`: reads the file and tries each site live from this machine. */
export const registerSites = (program: Command): void => {
  const sites = program.command('sites').description('Check files of selling sites.');
  sites
    .command('check')
    .description('Check a file of selling sites and try each site live from this machine.')
    .argument('<file>', 'registry file or list of sites; "-" reads standard input')
    .option('--sku <sku>', "SKU to try; a site's own Sku takes precedence")
    .option('--name <name...>', 'only these sites')
    .option('--offline', 'check only the file')
    .option('--json', 'print JSON')
    .option('--save <folder>', 'save page.html, result.json, and screenshot.png with the price outlined')
    .option('--allow-target <host:port...>', 'private address to allow, e.g. a test shop on loopback')
    .addHelpText(
      'after',
      `
Examples:
  $ scrap-prices sites check sites.json --sku 555088-105
  $ scrap-prices sites check sites.json --sku 555088-105 --name "Shop A"
  $ scrap-prices sites check sites.json --offline
  $ scrap-prices sites check sites.json --sku 555088-105 --save check
${exitCodesHelp}`,
    )
    .action(check);
};
