// Chromium behind a wrapper that prevents some of its processes from starting, as Lambda might.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chromiumFlags, flagSets } from '../../../lambdas/web/browser/chromium-flags.ts';
import { createFlagSetChoice } from '../../../lambdas/web/browser/start-browser.ts';
import { type LoopbackServer, startShop } from '../http/loopback-shop.ts';
import { amplyMs, answering, binary, browserFor } from './loopback-browser.ts';

const folder = mkdtempSync(join(tmpdir(), 'scrap-prices-refusing-'));
let shop: LoopbackServer;
beforeAll(async () => {
  shop = await startShop(answering({ '/': '<h1>here</h1>' }));
});
afterAll(async () => {
  await shop.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A Chromium whose processes exit immediately if their command line matches one of these shell patterns. */
const refusing =
  (name: string, patterns: readonly string[], unless = 'nothing') =>
  async () => {
    const installation = await binary();
    const executablePath = join(folder, name);
    const refusals = patterns.map((pattern) => `  *${pattern}*) exit 1 ;;\n`).join('');
    writeFileSync(
      executablePath,
      `#!/bin/sh
case "$*" in
  *${unless}*) ;;
${refusals}esac
exec ${installation.executablePath} "$@" --browser-subprocess-path=${executablePath}
`,
    );
    chmodSync(executablePath, 0o700);
    return { ...installation, executablePath };
  };

const loadWith = async (refused: ReturnType<typeof refusing>, flagSetChoice = createFlagSetChoice()) => {
  const failed: string[] = [];
  const tier = browserFor([shop.target], {
    binary: refused,
    flagSetChoice,
    onStartFailed: (flagSet) => failed.push(flagSet),
  });
  try {
    const request = { url: `${shop.origin}/`, signal: AbortSignal.timeout(amplyMs) };
    const { html } = await tier.load(request, (text) => (text.includes('here') ? 'Ready' : 'NotYet'));
    expect(html).toContain('<h1>here</h1>');
    return failed;
  } finally {
    await tier.close();
  }
};

it('starts Chromium with the default flags if that works', async () => {
  expect(await loadWith(refusing('all', []))).toEqual([]);
});

it.each([
  ['no process for the network', ['--utility-sub-type=network.mojom.NetworkService'], ['usual']],
  ['no --no-zygote', ['--no-zygote'], ['usual', 'few-processes']],
])('falls back to the next flags with %s, and remembers them', async (name, patterns, expected) => {
  const choice = createFlagSetChoice();
  const refused = refusing(name.replaceAll(/\W/g, '-'), patterns);
  expect(await loadWith(refused, choice)).toEqual(expected);
  expect(await loadWith(refused, choice)).toEqual([]);
});

it('reports that the browser did not start after trying all flags once', async () => {
  const failed: string[] = [];
  const tier = browserFor([shop.target], {
    binary: refusing('none', ['--user-data-dir']),
    onStartFailed: (flagSet) => failed.push(flagSet),
  });
  const request = { url: `${shop.origin}/`, signal: AbortSignal.timeout(amplyMs) };
  await expect(tier.load(request, () => 'Ready')).rejects.toMatchObject({
    code: 'RendererCrashed',
    message: 'The browser did not start.',
  });
  expect(failed).toEqual(flagSets.map(({ name }) => name));
  await tier.close();
});

it('keeps protective flags in every fallback', () => {
  const options = { proxyUrl: 'http://127.0.0.1:1', userAgent: 'x', hasSharedMemory: true };
  const protective = chromiumFlags(options).filter(({ isProtective }) => isProtective);
  expect(protective.length).toBeGreaterThan(3);
  for (const { omitted, added } of flagSets) {
    for (const { flag } of protective) {
      expect(omitted.some((beginning) => flag.startsWith(beginning))).toBe(false);
      expect(added.map((one) => one.flag.split('=')[0])).not.toContain(flag.split('=')[0]);
    }
  }
});
