import { expect, it } from 'vitest';
import { toCrashError } from '../../../lambdas/web/browser/navigation-error.ts';

// Statuses of Chromium's content/browser/devtools/protocol/target_handler.cc.
it.each([
  ['oom', 'The renderer process of the page ran out of memory.'],
  ['killed', 'The renderer process of the page ended.'],
  ['crashed', 'The renderer process of the page ended.'],
  ['abnormal', 'The renderer process of the page ended.'],
  ['oom protected', 'The renderer process of the page ended.'],
])('maps Chromium’s "%s" to an error', (status, message) => {
  expect(toCrashError(status)).toMatchObject({ code: 'RendererCrashed', retryable: true, message });
});
