// Commands to closed pages in real Chromium.
import { expect, it } from 'vitest';
import { createRenderedDocument } from '../../../lambdas/web/browser/rendered-document.ts';
import { openChromium } from '../../../scripts/chromium.ts';

const limits = { htmlChars: 1_000_000, elements: 1_000 };

it('gives up on a closed page or browser instead of waiting forever', async () => {
  const browser = await openChromium();
  try {
    const rendered = async () => {
      const session = await (await browser.newPage()).createCDPSession();
      const { frameTree } = await session.send('Page.getFrameTree');
      const requested: string[] = [];
      const { send } = session;
      session.send = (method, ...rest) => {
        requested.push(method);
        // Without a limit it would retry forever.
        if (requested.length > 100) throw new RangeError('A page that is gone was asked a hundred times.');
        return send.call(session, method, ...rest) as never;
      };
      const document = createRenderedDocument(session, frameTree.frame.id, limits, (call) => call);
      expect((await document.state(0)).isLoaded).toBe(true);
      return { document, session };
    };
    const closed = await rendered();
    await closed.session.send('Page.close');
    await expect(closed.document.state(0)).rejects.toThrow(/closed/);
    const left = await rendered();
    await browser.close();
    await expect(left.document.html()).rejects.toThrow(/closed/i);
  } finally {
    await browser.close();
  }
});
