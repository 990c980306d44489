import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../lambdas/pricing');
/** Folders in the order in which they may be imported: each only from earlier ones. */
const order = [
  ...['words', 'text', 'page', 'sources', 'refusal', 'facts', 'price', 'product', 'sellers'],
  // Files beside the folders: the whole pipeline.
  '',
  'rendering',
];
const folderOf = (file: string): string => {
  const [folder = '', ...rest] = relative(root, file).split(sep);
  return rest.length === 0 ? '' : folder;
};
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => join(root, file));

/** The files of the engine that a file imports, types among them. */
const importsOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/from '(\.[^']+\.ts)'/g)]
    .map(([, path]) => join(dirname(file), path!))
    .filter((path) => path.startsWith(root));

it('has no folder without a place in the order', () => {
  expect(files.map(folderOf).filter((folder) => !order.includes(folder))).toEqual([]);
});

it('imports in one direction', () => {
  const backwards = files.flatMap((file) =>
    importsOf(file)
      .filter((path) => order.indexOf(folderOf(path)) > order.indexOf(folderOf(file)))
      .map((path) => [relative(root, file), relative(root, path)]),
  );
  expect(backwards).toEqual([]);
});
