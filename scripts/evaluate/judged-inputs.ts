import { readdirSync, readFileSync } from 'node:fs';
import { extractOffer } from '../../lambdas/pricing/extract-offer.ts';
import { readPage } from '../../lambdas/pricing/page/read-page.ts';
import { judgeIdentity } from '../../lambdas/pricing/product/judge-identity.ts';
import { readSearchPage } from '../../lambdas/pricing/product/search-hits.ts';
import { recognizePageKind } from '../../lambdas/pricing/refusal/recognize-page-kind.ts';
import { reasonToRender } from '../../lambdas/pricing/rendering/reason-to-render.ts';
import { readWithSigns } from '../../lambdas/pricing/rendering/rendering-signs.ts';
import { parsePriceText } from '../../lambdas/pricing/text/parse-price-text.ts';
import { followed } from '../../test/pricing/product/labelled-lists.ts';
import { numberCases, readNumber, wantedOfNumber } from '../../test/pricing/product/labelled-numbers.ts';
import { faultsOfIdentity, identityPages } from '../../test/pricing/product/labelled-pages.ts';
import { labelledKinds } from '../../test/pricing/refusal/labelled-kinds.ts';
import { judgeMarketplace, type LabelledMarketplace } from '../../test/pricing/sellers/judge-offers.ts';
import { faultsOfOffers, offerPages } from '../../test/pricing/sellers/labelled-pages.ts';
import { priceTexts } from '../../test/pricing/text/price-texts.ts';
import { attributes } from './judge-answer.ts';
import type { JudgedPage } from './judged-page.ts';

/** Counts of right and wrong values, such as `price right`. */
export type Score = Record<string, number>;

/** One labelled input of a set. */
export interface JudgedInput {
  set: string;
  score: () => Score;
}

const tests = new URL('../../test/pricing/', import.meta.url);
const textOf = (file: string): string => readFileSync(new URL(file, tests), 'utf8');
const linesOf = <Line>(file: string): Line[] =>
  textOf(file)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

const rightIf = (isRight: boolean): Score => ({ [isRight ? 'right' : 'wrong']: 1 });

/** A page with a label, or a case with what is expected of it. */
export const judgedInput = (set: string, { html, context, judge }: JudgedPage): JudgedInput => ({
  set,
  score: () => {
    const answer = extractOffer(html, context);
    const { verdicts, isPassed } = judge(answer);
    const score: Score = {};
    for (const attribute of attributes) {
      const verdict = verdicts?.[attribute];
      if (verdict === 'right') score[`${attribute} right`] = 1;
      if (verdict === 'wrong' || verdict === 'unwanted') score[`${attribute} wrong`] = 1;
    }
    const isWrong = isPassed === false || score['price wrong'] === 1;
    if (answer.Price && answer.Confidence === 'High' && isWrong) score['wrong at High'] = 1;
    if (isPassed) score['cases right'] = 1;
    return score;
  },
});

const offers = (): (() => Score)[] => {
  const marketplaces: LabelledMarketplace[] = JSON.parse(textOf('sellers/marketplaces/labels.json'));
  return [
    ...['pages.ndjson', 'messy-pages.ndjson']
      .flatMap(offerPages)
      .map((page) => () => rightIf(faultsOfOffers(page).length === 0)),
    ...marketplaces.map((label) => () => {
      const values = judgeMarketplace(
        label,
        extractOffer(textOf(`sellers/marketplaces/${label.id}.html`), { url: label.url }),
      );
      const count = (judgement: string) => values.filter((value) => value.judgement === judgement).length;
      return { right: count('right'), wrong: count('wrong') };
    }),
  ];
};

interface IdentityCase {
  expect: Parameters<typeof judgeIdentity>[0];
  stated: Parameters<typeof judgeIdentity>[1];
  verdict: string;
}

const identity = (): (() => Score)[] => [
  ...identityPages.map((page) => () => rightIf(faultsOfIdentity(page).length === 0)),
  ...linesOf<IdentityCase>('product/cases.ndjson').map(({ expect, stated, verdict }) => () => {
    const { Verdict } = judgeIdentity(expect, stated);
    return Verdict === verdict || Verdict !== 'Unknown' ? rightIf(Verdict === verdict) : {};
  }),
];

interface SearchCards {
  url: string;
  sku: string;
  found: string;
  acting?: string[];
  html: string;
}

const search = (): (() => Score)[] => [
  ...linesOf<{ found: string; html: string }>('product/lists.ndjson').map(({ found, html }) => () => ({
    right: followed(html).includes(found) ? 1 : 0,
  })),
  ...linesOf<SearchCards>('product/cards.ndjson').map(({ url, sku, found, acting = [], html }) => () => {
    const urls = readSearchPage(readPage(html, url), { sku })
      .hits.slice(0, 3)
      .map((hit) => hit.url);
    return {
      right: urls.includes(found) ? 1 : 0,
      wrong: urls.filter((each) => acting.includes(each)).length,
    };
  }),
];

const numbers = (): (() => Score)[] =>
  numberCases.map((each, index) => () => rightIf(readNumber(each, index) === wantedOfNumber[each.field]));

const texts = (): (() => Score)[] =>
  priceTexts.map(([, text, amount, currency, hints]) => () => {
    const price = parsePriceText(text, hints);
    return rightIf((price?.amount ?? null) === amount && (price?.currency ?? null) === currency);
  });

const kinds = (): (() => Score)[] =>
  labelledKinds.map(
    ({ kind, page }) =>
      () =>
        rightIf(recognizePageKind(page)?.kind === kind),
  );

const lamp = 'https://shop.example/p/trail-lamp-100';

const rendering = (): (() => Score)[] =>
  readdirSync(new URL('rendering/pages/', tests))
    .filter((file) => file.endsWith('.html'))
    .map((file) => () => {
      const { extraction, signs } = readWithSigns(readPage(textOf(`rendering/pages/${file}`), lamp), {
        url: lamp,
      });
      const ruleOf = (history?: 'Same') =>
        reasonToRender({ extraction, signs, history, isAudited: false })?.rule;
      return rightIf(
        ruleOf() !== undefined &&
          (!/\.honest/.test(file) || ruleOf('Same') === undefined) &&
          (!/(?:empty|dash)-fetched/.test(file) || ruleOf('Same') === 'PriceAwaited'),
      );
    });

/** The labelled sets of the tests that judge other answers than a page's offer. */
export const setsOfTests = (): JudgedInput[] =>
  Object.entries({ texts, offers, identity, search, numbers, kinds, rendering }).flatMap(([set, scores]) =>
    scores().map((score) => ({ set, score })),
  );
