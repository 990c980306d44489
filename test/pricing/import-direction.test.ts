import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const folder = join(import.meta.dirname, '../../lambdas/pricing');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => join(folder, file));

/** The files that each file imports, types among them. */
const importsOf = new Map(
  files.map((file) => [
    file,
    [...readFileSync(file, 'utf8').matchAll(/from '(\.[^']+\.ts)'/g)]
      .map(([, path]) => join(dirname(file), path!))
      .filter((path) => path.startsWith(folder)),
  ]),
);

/** The files from which one leads back to itself, in the order in which they import each other. */
const cycleFrom = (start: string): string[] | undefined => {
  const cameFrom = new Map<string, string>();
  const open = [start];
  for (let file = open.pop(); file !== undefined; file = open.pop())
    for (const next of importsOf.get(file) ?? []) {
      if (next === start) {
        const cycle = [file];
        while (cycle[0] !== start) cycle.unshift(cameFrom.get(cycle[0]!)!);
        return cycle.map((each) => each.slice(folder.length + 1));
      }
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, file);
      open.push(next);
    }
  return undefined;
};

it('has no file that leads back to itself', () => {
  expect(files.map(cycleFrom).filter((cycle) => cycle !== undefined)).toEqual([]);
});

it('decides what the price is without the stages behind', () => {
  const later = ['offers', 'result'].map((stage) => join(folder, stage));
  const earlier = ['decide', 'visible', 'structured', 'embedded', 'page', 'features', 'identity', 'money'];
  const backwards = earlier.flatMap((stage) =>
    [...importsOf]
      .filter(([file]) => file.startsWith(join(folder, stage, '/')))
      .flatMap(([file, imports]) =>
        imports.filter((path) => later.some((each) => path.startsWith(each))).map((path) => [file, path]),
      ),
  );
  expect(backwards).toEqual([]);
});
