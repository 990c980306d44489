import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { ScrapPrices } from '../../../client/index.ts';
import type { SiteResult } from '../../../lambdas/domain/site-result.ts';
import { startLocalStack } from '../../../local/stack.ts';
import { titledLines } from '../titled-lines.ts';
import { buildShop } from './build-shop.ts';
import { type FrameworkCase, skuOf } from './cases.ts';
import type { FrameworkShop } from './framework-shop.ts';
import { frameworks } from './shops.ts';
import { type RunningFrameworkShop, serveShop } from './static-shop.ts';

export const frameworksUsage = `frameworks [--keep FOLDER] [FRAMEWORK ...], of ${Object.keys(frameworks).join(', ')}`;

interface Built {
  shop: FrameworkShop;
  running: RunningFrameworkShop;
}

/** Describes what is wrong with an answer; `undefined` if it is right. */
const faultOf = ({ Outcome, Price, Availability, Error: error }: SiteResult, { truth }: FrameworkCase) => {
  const isOut = Availability === 'OutOfStock' || Availability === 'Discontinued';
  if (Price === null) return `no price: ${Outcome} ${error?.Code ?? ''}`;
  if (Number(Price.Amount) !== Number(truth.price)) return `${Price.Amount}, expected ${truth.price}`;
  if (isOut !== truth.isSoldOut)
    return `${Availability}, expected ${truth.isSoldOut ? 'sold out' : 'in stock'}`;
  return undefined;
};

const scrape = async (shops: readonly Built[]): Promise<SiteResult[][]> => {
  const hosts = shops.map(({ running }) => new URL(running.origin).host);
  const stack = await startLocalStack({ allowedTargets: hosts, warm: true });
  try {
    if (stack.license === undefined) throw new Error('Expected the local stack to have a license.');
    const client = new ScrapPrices({ baseUrl: stack.apiUrl, ...stack.license });
    const results: SiteResult[][] = [];
    for (const { shop, running } of shops) {
      const sites = shop.cases.map((page) => ({ Sku: skuOf(page), Url: `${running.origin}/p/${page.slug}` }));
      results.push((await client.scrape('TL', sites)).Sites);
    }
    return results;
  } finally {
    await stack.close();
  }
};

const judge = ({ shop }: Built, results: readonly SiteResult[]): { text: string; wrong: number } => {
  const faults = shop.cases.flatMap((page, index) => {
    const result = results[index]!;
    const fault = faultOf(result, page);
    const way = `${result.RenderMode ?? 'not loaded'}, ${result.Confidence ?? 'no confidence'}`;
    return fault === undefined ? [] : [`${page.slug} (${page.what}): ${fault}; ${way}`];
  });
  const rendered = results.filter(({ RenderMode }) => RenderMode === 'Browser');
  const took = rendered.map(({ DurationMs }) => DurationMs).toSorted((a, b) => a - b);
  const middle = took.length > 0 ? `, ${took[took.length >> 1]} ms each in the median` : '';
  return {
    text:
      `${shop.name}: ${shop.cases.length} pages, ${shop.cases.length - faults.length} right, ${faults.length} wrong; ` +
      `${rendered.length} rendered${middle}\n${titledLines('wrong', faults)}`,
    wrong: faults.length,
  };
};

/** Saves the first HTML of all pages. */
const keepPages = async ({ shop, running }: Built, folder: string): Promise<void> => {
  mkdirSync(folder, { recursive: true });
  for (const { slug } of shop.cases)
    writeFileSync(join(folder, `${shop.name}.${slug}.html`), await running.firstHtml(slug));
};

/** @throws Error for an unknown name. */
const shopsNamed = (named: readonly string[]): Built['shop'][] => {
  const unknown = named.filter((name) => !Object.hasOwn(frameworks, name));
  if (unknown.length > 0)
    throw new Error(
      `Unknown framework ${unknown.join(', ')}; expected some of ${Object.keys(frameworks).join(', ')}.`,
    );
  return (named.length > 0 ? named : Object.keys(frameworks)).map((name) => frameworks[name]!);
};

/** Builds and starts a shop. Reports a failed build and returns `undefined`. */
const build = async (shop: Built['shop'], folder: string): Promise<Built[]> => {
  try {
    await buildShop(shop, folder);
    return [{ shop, running: await serveShop(shop, folder) }];
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    process.stdout.write(`${shop.name}: COULD NOT BE BUILT: ${reason}\n`);
    return [];
  }
};

/**
 * Builds small shops with common frameworks, scrapes them in `Auto` through the whole service, and compares the answers
 * with what a buyer finally sees.
 *
 * @returns false if an answer is wrong or a build fails.
 */
export const runFrameworksDrill = async (args: readonly string[]): Promise<boolean> => {
  const keepsAt = args.indexOf('--keep');
  const keptFolder = keepsAt < 0 ? undefined : args[keepsAt + 1];
  const named = keepsAt < 0 ? args : args.toSpliced(keepsAt, 2);
  const chosen = shopsNamed(named);
  const cache = join(tmpdir(), `scrap-prices-frameworks-${userInfo().username}`);
  const built: Built[] = [];
  try {
    for (const shop of chosen) built.push(...(await build(shop, join(cache, shop.name))));
    if (keptFolder !== undefined) for (const each of built) await keepPages(each, keptFolder);
    let wrong = 0;
    for (const [index, results] of (await scrape(built)).entries()) {
      const report = judge(built[index]!, results);
      wrong += report.wrong;
      process.stdout.write(report.text);
    }
    const pages = built.reduce((sum, { shop }) => sum + shop.cases.length, 0);
    process.stdout.write(`${pages} pages, ${wrong} wrong.\n`);
    return built.length === chosen.length && wrong === 0;
  } finally {
    for (const { running } of built) await running.stop();
  }
};
