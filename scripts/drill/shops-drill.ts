import { ScrapPrices } from '../../client/index.ts';
import type { SiteResult } from '../../lambdas/domain/site-result.ts';
import { startLocalStack } from '../../local/stack.ts';
import { catalogue } from './catalogue.ts';
import type { DrillShop, RunningShop, ShopTruth } from './drill-shop.ts';
import { drillShops, shops, titledLines } from './shop-list.ts';

/** What became of all products' pages of one shop. */
interface ShopReport {
  shop: string;
  pages: number;
  /** By the confidence that the service gave. */
  right: Record<string, number>;
  wrong: Record<string, number>;
  unanswered: number;
  /** Prices without a currency. */
  withoutCurrency: number;
  /** What is not as in the database, a line each: page, field, value, expected value. */
  differences: string[];
  /** Rows of carts, wish lists and orders afterwards. */
  carts: number;
}

/** Of all pages, how many may be wrong, and of priced ones, how many may have no answer. */
const mostWrongShare = 1 / 200;
const mostUnansweredShare = 0.03;

const reachesGoal = ({ pages, wrong, unanswered, carts }: ShopReport): boolean => {
  const all = Object.values(wrong).reduce((sum, count) => sum + count, 0);
  const isSure = (wrong.High ?? 0) + (wrong.Medium ?? 0) > 0;
  return !isSure && all <= mostWrongShare * pages && unanswered <= mostUnansweredShare * pages && carts === 0;
};

const isSameAmount = (left: string, right: string): boolean => Number(left) === Number(right);

/** The fields of a result that are not as the shop's database has them, as "Field: value, expected value". */
const differencesOf = (result: SiteResult, truth: ShopTruth): string[] => {
  const { Price, ListPrice, Availability, Sku } = result;
  const found: string[] = [];
  const say = (field: string, value: unknown, expected: unknown): void => {
    found.push(`${field} ${JSON.stringify(value)}, expected ${JSON.stringify(expected)}`);
  };
  if (Price && !isSameAmount(Price.Amount, truth.price)) say('Price', Price.Amount, truth.price);
  // Null says that the page does not tell, which is counted for itself.
  if (Price && truth.currency !== undefined && Price.Currency !== null && Price.Currency !== truth.currency)
    say('Currency', Price.Currency, truth.currency);
  if (ListPrice) say('ListPrice', ListPrice.Amount, null);
  const isOut = Availability === 'OutOfStock' || Availability === 'Discontinued';
  if (truth.isSoldOut !== undefined && Availability !== 'Unknown' && isOut !== truth.isSoldOut)
    say('Availability', Availability, truth.isSoldOut ? 'OutOfStock' : 'InStock');
  if (Sku !== null && Sku !== truth.sku) say('Sku', Sku, truth.sku);
  return found;
};

/** Sites of one request at most. */
const sitesAtOnce = 25;

const scrapeAll = async (running: RunningShop, truth: readonly ShopTruth[]): Promise<SiteResult[]> => {
  const stack = await startLocalStack({ allowedTargets: [new URL(running.origin).host], warm: true });
  try {
    if (stack.license === undefined) throw new Error('The local stack made no license; expected one.');
    const { uid, licenseKey } = stack.license;
    const client = new ScrapPrices({ baseUrl: stack.apiUrl, uid, licenseKey });
    const results: SiteResult[] = [];
    for (let at = 0; at < truth.length; at += sitesAtOnce) {
      const sites = truth
        .slice(at, at + sitesAtOnce)
        .map(({ sku, path }) => ({ Sku: sku, Url: new URL(path, running.origin).href }));
      results.push(...(await client.scrape(truth[at]!.sku, sites)).Sites);
    }
    return results;
  } finally {
    await stack.close();
  }
};

const judge = (shop: DrillShop, results: readonly SiteResult[], truth: readonly ShopTruth[]): ShopReport => {
  const report: ShopReport = {
    shop: `${shop.name} ${shop.version}`,
    pages: truth.length,
    right: {},
    wrong: {},
    unanswered: 0,
    withoutCurrency: 0,
    differences: [],
    carts: 0,
  };
  for (const [index, product] of truth.entries()) {
    const result = results[index]!;
    const { Outcome, Error: error, Confidence, Price } = result;
    const differences = differencesOf(result, product);
    report.differences.push(...differences.map((difference) => `${product.path}: ${difference}`));
    if (Price === null) {
      // A page that is sold out may show no price.
      if (Outcome === 'OutOfStock' && product.isSoldOut) continue;
      report.unanswered += 1;
      report.differences.push(`${product.path}: ${Outcome} ${error?.Code ?? ''}, expected ${product.price}`);
      continue;
    }
    if (Price.Currency === null) report.withoutCurrency += 1;
    const isWrong = differences.some((difference) => /^(?:Price|Currency|ListPrice) /.test(difference));
    const counts = isWrong ? report.wrong : report.right;
    counts[Confidence ?? 'none'] = (counts[Confidence ?? 'none'] ?? 0) + 1;
  }
  return report;
};

const drillShop = async (shop: DrillShop, folder: string): Promise<ShopReport> => {
  const running = await shop.start(folder, catalogue);
  try {
    const truth = await running.truth();
    const report = judge(shop, await scrapeAll(running, truth), truth);
    return { ...report, carts: await running.carts() };
  } finally {
    await running.stop();
  }
};

const tellCounts = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .map(([confidence, count]) => `${count} ${confidence}`)
    .join(', ') || 'none';

const describe = (report: ShopReport): string =>
  `${report.shop}: ${report.pages} pages; right: ${tellCounts(report.right)}; wrong: ${tellCounts(report.wrong)}; ` +
  `${report.unanswered} unanswered, ${report.withoutCurrency} prices without currency; ` +
  `${report.carts} rows in carts afterwards. ${reachesGoal(report) ? 'Goal reached.' : 'GOAL MISSED.'}\n` +
  titledLines('not as in the database', report.differences);

export const shopsUsage = `shops [SHOP ...], of ${Object.keys(shops).join(', ')}`;

/**
 * Scrapes every product's page of real shop systems through the whole service, queued and polled over HTTP, and holds the
 * answers against the shops' own databases.
 */
export const runShopsDrill = (named: readonly string[], cache: string): Promise<boolean> =>
  drillShops(
    named,
    cache,
    `none wrong at High or Medium, one wrong in 200 at most, ${mostUnansweredShare * 100} % unanswered at most, empty carts.`,
    async (shop, folder) => {
      const report = await drillShop(shop, folder);
      return { isReached: reachesGoal(report), text: describe(report) };
    },
  );
