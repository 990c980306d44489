import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const folder = join(import.meta.dirname, '../../lambdas/pricing');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => join(folder, file));

/** The files of the engine that a file imports, types among them. */
const importsOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/from '(\.[^']+\.ts)'/g)].map(([, path]) =>
    join(dirname(file), path!),
  );

it('decides what the price is without the stages behind', () => {
  const later = ['offers', 'result'].map((stage) => join(folder, stage));
  const earlier = ['decide', 'visible', 'structured', 'embedded', 'page', 'features', 'identity', 'money'];
  const backwards = files
    .filter((file) => earlier.some((stage) => file.startsWith(join(folder, stage, '/'))))
    .flatMap((file) => importsOf(file).map((path) => [file, path] as const))
    .filter(([, path]) => later.some((each) => path.startsWith(each)));
  expect(backwards).toEqual([]);
});
