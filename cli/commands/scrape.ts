import type { Command } from 'commander';
import pLimit from 'p-limit';
import type { RequestData, SellingSite } from '../../client/index.ts';
import { type ConnectionOptions, connect, withConnection } from '../connection.ts';
import { exitCodes, exitCodesHelp, Interrupted, UsageError } from '../exit-codes.ts';
import {
  type FormatOptions,
  formatFrom,
  type SitesOptions,
  sitesFrom,
  withFormats,
  withSites,
} from '../options.ts';
import { printResults } from '../output/print-results.ts';
import {
  createSiteCount,
  type LineEnd,
  maxProgressLines,
  type ProgressLine,
  showProgress,
  siteEnd,
} from '../output/progress.ts';
import { readSkusFile } from '../sites.ts';

interface ScrapeOptions extends SitesOptions, ConnectionOptions, FormatOptions {
  skus?: string;
  parallel: number;
}

const lastWords = (data: RequestData, index: number): LineEnd => {
  const site = data.Sites[index];
  return site ? siteEnd(site) : { words: 'no result', isFine: false };
};

/** One line a site for one SKU, else one line a SKU. */
const progressLines = (
  skus: readonly string[],
  sites: readonly SellingSite[],
  results: readonly Promise<RequestData>[],
  notes: readonly (() => string)[],
): ProgressLine[] => {
  if (skus.length === 1 && sites.length <= maxProgressLines) {
    return sites.map((site, index) => ({
      title: site.Name ?? site.Url ?? site.SearchUrl ?? `site ${index + 1}`,
      done: results[0]!.then((data) => lastWords(data, index)),
    }));
  }
  return skus.map((sku, index) => ({
    title: sku,
    note: notes[index]!,
    done: results[index]!.then(({ Summary }) => ({
      words: `${Summary.Priced} of ${Summary.Total} priced`,
      isFine: Summary.Priced > 0,
    })),
  }));
};

const examples = `
Examples:
  $ scrap-prices scrape 555088-105 --site "https://shop-a.example/p/{sku}"
  $ scrap-prices scrape 555088-105 -s "Shop A=https://shop-a.example/p/{sku}" -s "Shop B=https://shop-b.example/{sku}"
  $ scrap-prices scrape 555088-105 --sites sites.json --csv > prices.csv
  $ scrap-prices scrape --skus skus.csv --sites sites.json --json | jq '.[].Summary'
`;

/** `scrap-prices scrape SKU`: queues, waits, prints. */
export const registerScrape = (program: Command): void => {
  const command = program
    .command('scrape')
    .description('Scrape prices of a SKU, or of many, and wait for them.')
    .argument('[sku]', 'what to look for; replaces {sku} in the sites');
  withFormats(withConnection(withSites(command)))
    .option('--skus <file>', 'CSV file with many SKUs (column "Sku", else the first); "-" is standard input')
    .option('--parallel <count>', 'requests at the same time with --skus', Number, 4)
    .addHelpText('after', examples + exitCodesHelp)
    .action(async (sku: string | undefined, options: ScrapeOptions) => {
      if ((sku === undefined) === (options.skus === undefined)) {
        throw new UsageError('Give either a SKU or a file of them with --skus.');
      }
      if (options.skus === '-' && options.sites === '-') {
        throw new UsageError('Standard input cannot be both --skus and --sites.');
      }
      if (!Number.isInteger(options.parallel) || options.parallel < 1 || options.parallel > 100) {
        throw new UsageError('--parallel must be a whole number from 1 to 100.');
      }
      const sites = sitesFrom(options);
      const skus = sku === undefined ? readSkusFile(options.skus!) : [sku];
      const client = connect(options);
      const limit = pLimit(options.parallel);
      const interrupt = new AbortController();
      const onInterrupt = (): void => {
        if (interrupt.signal.aborted) process.exit(exitCodes.interrupted);
        process.stderr.write('Interrupted; what is queued stays queued.\n');
        process.exitCode = exitCodes.interrupted;
        interrupt.abort(new Interrupted());
      };
      // Not `once`: libraries that restore the cursor kill the process when no other listener is left.
      process.on('SIGINT', onInterrupt);
      try {
        const counts = skus.map(createSiteCount);
        const results = skus.map((one, index) =>
          limit(() =>
            client.scrape(one, sites, { signal: interrupt.signal, onProgress: counts[index]!.onProgress }),
          ),
        );
        const notes = counts.map(({ note }) => note);
        await showProgress(progressLines(skus, sites, results, notes));
        const settled = await Promise.allSettled(results);
        const failure = settled.find((result) => result.status === 'rejected');
        const found = settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
        if (found.length > 0) printResults(found, formatFrom(options), options.skus !== undefined);
        if (failure) throw failure.reason;
      } finally {
        process.off('SIGINT', onInterrupt);
      }
    });
};
