import { expect, it } from 'vitest';
import { withDeadline } from '../../../lambdas/web/browser/with-deadline.ts';

const expired = () => new Error('No time is left.');

it.each([0, -1])('rejects at once with %i ms left, whatever the work does', async (ms) => {
  await expect(withDeadline(ms, Promise.resolve('done'), expired)).rejects.toThrow('No time is left.');
  await expect(withDeadline(ms, Promise.reject(new Error('failed')), expired)).rejects.toThrow(
    'No time is left.',
  );
});

it('settles like the work within its time', async () => {
  await expect(withDeadline(60_000, Promise.resolve('done'), expired)).resolves.toBe('done');
});
