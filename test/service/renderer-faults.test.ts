// The renderer fails as a whole in every possible way. Only the sites with pages in it are affected.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { RendererFaultKind } from '../../lambdas/domain/renderer-fault.ts';
import type { SiteResult } from '../../lambdas/domain/result/site-result.ts';
import { scraperLogLines } from '../../lambdas/scraper/log-lines.ts';
import { type Assembly, startLocalStack } from '../../local/stack.ts';
import { synthesizeProject } from '../../local/synthesize-project.ts';
import { productHtml, shellHtml } from '../fakes/tiers.ts';
import { api, useServer } from './stack.ts';

const folder = mkdtempSync(join(tmpdir(), 'scrap-prices-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const shop = useServer((request, response) => {
  const html = request.url === '/shell' ? shellHtml : productHtml();
  response.setHeader('Content-Type', 'text/html').end(html);
});

/** The project's template with another renderer function. */
const withRenderer = (name: string, source: string, properties: object): Assembly => {
  const assembly = synthesizeProject({});
  const bundle = join(folder, name);
  mkdirSync(bundle);
  writeFileSync(join(bundle, 'index.mjs'), source);
  const [, renderer] = Object.entries(assembly.template.Resources).find(
    ([id, { Type }]) => Type === 'AWS::Lambda::Function' && id.startsWith('Renderer'),
  )!;
  Object.assign(renderer.Properties!, properties);
  const { S3Key } = renderer.Properties!.Code as { S3Key: string };
  return {
    ...assembly,
    codeFolder: (code) => (code.S3Key === S3Key ? bundle : assembly.codeFolder(code)),
  };
};

it.each<[string, { source: string; properties?: object; kind: RendererFaultKind; says: RegExp }]>([
  [
    'runs out of memory',
    {
      source: 'export const handler = () => { for (const all = []; ; ) all.push(new Array(1e6).fill({})); };',
      properties: { MemorySize: 128 },
      kind: 'Crashed',
      says: /^RendererCrashed: The renderer crashed/,
    },
  ],
  [
    'does not answer in its time',
    {
      source: 'export const handler = () => new Promise((resolve) => setTimeout(resolve, 1e9));',
      properties: { Timeout: 1 },
      kind: 'TimedOut',
      says: /^Timeout: The renderer did not respond in time/,
    },
  ],
  [
    'answers rubbish',
    {
      source: "export const handler = async () => '<html>';",
      kind: 'Unreadable',
      says: /^RendererCrashed: The renderer sent an invalid response/,
    },
  ],
  [
    'is throttled',
    {
      source: 'export const handler = async () => null;',
      properties: { ReservedConcurrentExecutions: 0 },
      kind: 'Throttled',
      says: /^RendererCrashed: No browser was available/,
    },
  ],
])('a renderer that %s', async (name, { source, properties = {}, kind, says }) => {
  const faults: string[] = [];
  const stack = await startLocalStack({
    assembly: withRenderer(name.replaceAll(' ', '-'), source, properties),
    allowedTargets: [shop.target],
    log: ({ functionName, text }) => {
      if (
        functionName.startsWith('Scraper') &&
        text.includes(`"message":"${scraperLogLines.rendererFailed}"`)
      ) {
        faults.push((JSON.parse(text) as { kind: string }).kind);
      }
    },
  });
  try {
    const call = api(() => stack);
    const requestId = await call.queue(
      [
        { Url: `${shop.origin}/p`, RenderMode: 'Http' },
        { Url: `${shop.origin}/shell`, RenderMode: 'Browser' },
        { Url: `${shop.origin}/shell` },
        { Url: `${shop.origin}/p` },
      ],
      '555088-105',
    );
    const { view } = await call.settled(requestId);
    const [plain, rendered, shell, neighbour] = (view.Data as { Sites: SiteResult[] }).Sites;
    expect(plain).toMatchObject({ Outcome: 'Priced', RenderMode: 'Http' });
    expect(neighbour).toMatchObject({ Outcome: 'Priced', RenderMode: 'Http' });
    expect(`${rendered!.Error?.Code}: ${rendered!.Error?.Message}`).toMatch(says);
    expect(rendered!.Error?.Retryable).toBe(true);
    // The HTTP result remains, with a warning that the browser failed.
    expect(shell!.Warnings.join()).toMatch(/BrowserFailed/);
    expect(faults.length).toBeGreaterThan(0);
    expect(new Set(faults)).toEqual(new Set([kind]));
    // Each page at most twice: together or alone, and one retry.
    expect(faults.length).toBeLessThanOrEqual(4);
    expect(stack.functionActivity('scraper').errors).toBe(0);
  } finally {
    await stack.close();
  }
});
