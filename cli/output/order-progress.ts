import type { RequestData, SellingSite } from '../../client/index.ts';
import { type Order, titleOf } from '../run/order.ts';
import { type LineEnd, maxProgressLines, type ProgressLine, siteEnd } from './progress.ts';

const lastWords = (data: RequestData, index: number): LineEnd => {
  const site = data.Sites[index];
  return site ? siteEnd(site) : { words: 'no result', isFine: false };
};

const siteTitle = (site: SellingSite, index: number, { sku }: Order): string => {
  const name = site.Name ?? site.Url ?? site.SearchUrl ?? `site ${index + 1}`;
  return site.Sku === undefined || site.Sku === sku ? name : `${name}, ${site.Sku}`;
};

/** One line a site for one order, else one line an order. */
export const progressLines = (
  orders: readonly Order[],
  results: readonly Promise<RequestData>[],
  notes: readonly (() => string)[],
): ProgressLine[] => {
  const [only, ...others] = orders;
  if (others.length === 0 && only!.sites.length <= maxProgressLines) {
    return only!.sites.map((site, index) => ({
      title: siteTitle(site, index, only!),
      done: results[0]!.then((data) => lastWords(data, index)),
    }));
  }
  return orders.map((order, index) => ({
    title: titleOf(order),
    note: notes[index]!,
    done: results[index]!.then(({ Summary }) => ({
      words: `${Summary.Priced} of ${Summary.Total} priced`,
      isFine: Summary.Priced > 0,
    })),
  }));
};
