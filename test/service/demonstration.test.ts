import { expect, it } from 'vitest';
import { scrapeShops } from '../../local/demonstration/scrape-shops.ts';
import { shops } from '../../local/shops/shops.ts';
import { useLocalStack } from './stack.ts';

const local = useLocalStack({ warm: ['queue', 'status', 'scraper', 'renderer'] });

it('reports quick shops before the browser and slow ones have ended, each with its expected outcome', async () => {
  const arrived: string[] = [];
  const reports = await Promise.all(
    scrapeShops(local.stack).map(async (pending) => {
      const report = await pending;
      arrived.push(report.shop.name);
      return report;
    }),
  );
  expect(reports.map(({ shop }) => shop)).toEqual(shops);
  expect(reports.flatMap(({ differences }) => differences)).toEqual([]);
  expect(arrived.slice(-3).toSorted()).toEqual(['Bastion Coffee', 'Crema Lab', 'Slow Drip']);
  expect(local.stack.functionActivity('queue').invocations).toBe(1);
});
