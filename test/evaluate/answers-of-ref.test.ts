import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { answersOfRef } from '../../scripts/evaluate/answers-of-ref.ts';
import { describeChanges } from '../../scripts/evaluate/describe-answers.ts';
import { evaluatePages } from '../../scripts/evaluate/evaluate-pages.ts';
import type { LabelledPage } from '../../scripts/evaluate/labelled-page.ts';
import { outsidePagesOf } from '../../scripts/evaluate/outside-folder.ts';

const html = `<!doctype html><html lang="de"><title>Lampe</title><script type="application/ld+json">
{"@context":"https://schema.org","@type":"Product","name":"Lampe","sku":"L-1","offers":{"@type":"Offer",
"price":"12.90","priceCurrency":"EUR","availability":"https://schema.org/InStock"}}</script><h1>Lampe</h1>
<p class="price">12,90 €\u2028</p><button>In den Warenkorb</button></html>`;

const labelledPage = (changes: Partial<LabelledPage> = {}): LabelledPage => ({
  set: 'lamps',
  id: 'lamp',
  split: 'train',
  kind: 'plain',
  sellsNothing: false,
  url: 'https://shop.example/p/lampe',
  expected: { price: ['12.90'], currency: ['EUR'], sku: ['L-1'] },
  html,
  ...changes,
});

describe('answers of another commit', () => {
  const { TMPDIR } = process.env;
  let folder: string;
  beforeEach(() => {
    // Of its own, so that nobody else's checkouts are seen in it.
    folder = mkdtempSync(join(tmpdir(), 'scrap-prices-test-base-'));
    process.env.TMPDIR = folder;
  });
  afterEach(() => {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
    rmSync(folder, { recursive: true, force: true });
  });

  test('come in the order of the pages, and leave no checkout behind', { timeout: 300_000 }, async () => {
    const pages = [labelledPage(), labelledPage({ id: 'empty', html: '<p>Hallo</p>' })];
    const [lamp, empty] = await answersOfRef('HEAD', pages);
    expect(lamp).toMatchObject({
      Outcome: 'Priced',
      Sku: 'L-1',
      Price: { Amount: '12.90', Currency: 'EUR' },
    });
    expect(empty).toMatchObject({ Price: null });
    expect(readdirSync(folder).filter((name) => name.startsWith('scrap-prices-base-'))).toEqual([]);
    expect(execFileSync('git', ['worktree', 'list'], { encoding: 'utf8' })).not.toContain(folder);
  });

  test('are refused for a name that is no commit, before anything is checked out', async () => {
    await expect(answersOfRef('no-such-branch', [])).rejects.toThrow('There is no commit "no-such-branch"');
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('a diff that a person can read', () => {
  const [page] = evaluatePages([labelledPage()]);

  test('shows each changed value with its verdict and what was expected', () => {
    const base = { ...page!.answer, Price: { Amount: '1290', Currency: 'EUR', Raw: '' } };
    expect(
      describeChanges([page!], [base], 'main'),
    ).toBe(`Against main: 1 of 1 pages are answered otherwise (0 worse, 0 neither, 1 better).
better  [lamps, train] lamp (plain) https://shop.example/p/lampe
    price         - 1290  (wrong)
                  + 12.9  (right)
                    expected 12.90`);
  });

  test('passes over what is answered alike, were it with more digits', () => {
    const base = { ...page!.answer, Price: { Amount: '12.9000', Currency: 'EUR', Raw: '' } };
    expect(describeChanges([page!], [base], 'main')).toContain('0 of 1 pages are answered otherwise');
  });

  test('refuses answers that are not one for each page', () => {
    expect(() => describeChanges([page!], [], 'main')).toThrow('main answered 0 pages, expected 1');
  });
});

describe('pages of a folder outside', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'scrap-prices-outside-'));
    mkdirSync(join(folder, 'html'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const write = (labels: unknown): void => writeFileSync(join(folder, 'labels.json'), JSON.stringify(labels));

  test('are judged by labels with printed signs, where an empty list is not judged', () => {
    writeFileSync(join(folder, 'html', 'lamp.html.gz'), gzipSync(html));
    write({
      lamp: { url: 'https://shop.example/p/1', price: ['12.9'], currency: ['€'], sku: [], list_price: [] },
    });
    const [page] = evaluatePages(outsidePagesOf(folder));
    expect(page).toMatchObject({ split: 'outside', sellsNothing: false });
    expect(page!.judgement.verdicts).toEqual({
      price: 'right',
      currency: 'right',
      availability: 'unjudged',
      sku: 'unjudged',
      listPrice: 'unjudged',
    });
  });

  test('sell nothing when their kind says so, or no kind and no price is labelled', () => {
    for (const id of ['product', 'list', 'bare'])
      writeFileSync(join(folder, 'html', `${id}.html.gz`), gzipSync('<p>'));
    write({
      product: { url: 'https://a.example/', price: [], kind: 'product' },
      list: { url: 'https://a.example/', price: [], kind: 'not-product' },
      bare: { url: 'https://a.example/', price: [] },
    });
    expect([...outsidePagesOf(folder)].map(({ sellsNothing }) => sellsNothing)).toEqual([false, true, true]);
  });

  test('are refused when the labels have another shape', () => {
    write({ lamp: { url: 'https://shop.example/p/1', price: '12.9' } });
    expect(() => [...outsidePagesOf(folder)]).toThrow('labels.json: expected labels by id');
  });
});
