import { expect, it } from 'vitest';
import * as z from 'zod';
import {
  readScrapeMessage,
  type ScrapeMessage,
  scrapeMessageSchema,
  scrapeMessageVersion,
} from '../../lambdas/domain/site-group.ts';
import { createVersionedReader, UnreadableVersionError } from '../../lambdas/domain/versioned.ts';
import { scrapeMessage } from '../fakes/events.ts';

const tomorrow = scrapeMessageVersion + 1;
/** The code of tomorrow, which asks for a member that messages of today lack. */
const readTomorrow = createVersionedReader({
  version: tomorrow,
  schema: scrapeMessageSchema.extend({ Priority: z.int() }),
  fromBefore: (written) => ({ Priority: 5, ...written, Version: tomorrow }),
});
const writtenTomorrow = { ...scrapeMessage(), Version: tomorrow, Priority: 1 };

it('a message of today is read by the code of tomorrow', () => {
  expect(readTomorrow(JSON.parse(JSON.stringify(scrapeMessage())))).toEqual({
    ...scrapeMessage(),
    Version: tomorrow,
    Priority: 5,
  });
});

it('a message of tomorrow is read by the code of today, without what it does not know', () => {
  expect(readScrapeMessage(JSON.stringify(writtenTomorrow))).toEqual({
    ...scrapeMessage(),
    Version: tomorrow,
  });
});

it('a message from before there were versions is read', () => {
  const { Version: _version, Attempt: _attempt, ...before } = scrapeMessage();
  expect(readScrapeMessage(JSON.stringify(before))).toEqual(scrapeMessage());
});

it('a message of a version further off is refused, and the refusal says what is read', () => {
  const far = { ...scrapeMessage(), Version: tomorrow + 1 } as ScrapeMessage;
  expect(() => readScrapeMessage(JSON.stringify(far))).toThrow(UnreadableVersionError);
  expect(() => readScrapeMessage(JSON.stringify(far))).toThrow('reads the versions 0 to 2');
});

it('what is kept for long is read whatever version wrote it, up to the next one', () => {
  const read = createVersionedReader({
    version: 5,
    since: 1,
    schema: z.object({ Version: z.int(), Unit: z.string() }),
    fromBefore: (written) => ({ Unit: 'EUR', ...written }),
  });
  for (const Version of [1, 2, 4]) expect(read({ Version })).toEqual({ Version, Unit: 'EUR' });
  for (const Version of [5, 6]) expect(read({ Version, Unit: 'USD' })).toEqual({ Version, Unit: 'USD' });
  for (const Version of [0, 7]) expect(() => read({ Version })).toThrow('reads the versions 1 to 6');
});
