import { expect, test } from 'vitest';
import * as z from 'zod';
import lines from '../../../lambdas/domain/links/acting-words.json' with { type: 'json' };
import { actingRoles } from '../../../lambdas/domain/links/acting-words.ts';

const list = z
  .string()
  .transform((text) => text.split(', '))
  .pipe(z.array(z.string().min(1).max(60)));

test('each entry of the table of acting words is valid', () => {
  const line = z.strictObject({
    words: list,
    role: z.enum(actingRoles),
    from: z.string().min(1),
    areNamesToo: z.literal(true).optional(),
    orders: list.optional(),
  });
  expect(z.array(line).safeParse(lines).error).toBeUndefined();
});
