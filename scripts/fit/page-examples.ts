import { isIP } from 'node:net';
import { siteOf } from '../../lambdas/domain/links/site-of.ts';
import { gatherPage } from '../../lambdas/pricing/decide/gather-page.ts';
import { readPage } from '../../lambdas/pricing/page/read-page.ts';
import { recognizePageKind } from '../../lambdas/pricing/page-kind/recognize-page-kind.ts';
import type { LabelledPage } from '../evaluate/labelled-page.ts';
import type { Example } from './logistic-regression.ts';

/** A page by the values of its features; its markup is let go. */
export interface PageExample extends Example {
  set: string;
  id: string;
  url: string;
  split: LabelledPage['split'];
  /** Pages of one shop or template, which are left out together. */
  group: string;
}

/** Whether real sites served the pages, or templates were filled with data of the project's own. */
export type PageOrigin = 'Saved' | 'Imitated';

/** Pages of real sites count more than those that imitate them. */
const weightOfOrigin: Readonly<Record<PageOrigin, number>> = { Saved: 3, Imitated: 1 };

/**
 * Pages of one shop go together, and in the project's sets those of one template, of which there are many shops.
 * What was rendered on this machine has its template's name in the beginning of its id.
 */
export const groupOf = ({ set, id, url }: LabelledPage, origin: PageOrigin): string => {
  const template = `${set} ${id
    .split('-')
    .slice(0, origin === 'Saved' ? 2 : 1)
    .join('-')}`;
  const host = new URL(url).hostname;
  return origin === 'Imitated' || isIP(host) ? template : siteOf(host);
};

/**
 * Reads the features of labelled pages.
 *
 * Left out are walls, which are refused before anything is asked of them, and products' pages without a price: those
 * are neither a list nor anything that a price should be given for.
 */
export const pageExamplesOf = (pages: Iterable<LabelledPage>, origin: PageOrigin): PageExample[] => {
  const examples: PageExample[] = [];
  for (const labelled of pages) {
    const { html, url, set, id, split, sellsNothing, expected } = labelled;
    if (!sellsNothing && expected.price.length === 0) continue;
    // Whoever says nothing of a page's kind may have labelled a product that has no price.
    if (labelled.kind === 'unknown') continue;
    const page = readPage(html, url);
    if (recognizePageKind({ html, page, url })) continue;
    examples.push({
      set,
      id,
      url,
      split,
      group: groupOf(labelled, origin),
      isPositive: !sellsNothing,
      weight: weightOfOrigin[origin],
      values: gatherPage(page, { url }).judgement.parts.map(({ value }) => value),
    });
  }
  return examples;
};
