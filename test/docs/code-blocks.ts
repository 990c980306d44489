import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

/** Every document of the project, relative to its root. */
export const documents = [
  ...readdirSync(root).filter((file) => file.endsWith('.md')),
  ...readdirSync(join(root, 'docs'))
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
];

export const textOf = (document: string): string => readFileSync(join(root, document), 'utf8');

export interface CodeBlock {
  document: string;
  /** The info string of the fence, e.g. `sh`; may be empty. */
  info: string;
  /** Without the indentation of a list. */
  code: string;
}

const blocksIn = (document: string): CodeBlock[] => {
  const text = textOf(document);
  const blocks = [...text.matchAll(/^( *)(`{3,}|~{3,})(.*)\n([\s\S]*?)^\1\2 *$/gm)].map(
    ([, indent = '', , info = '', code = '']) => ({
      document,
      info: info.trim(),
      code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }),
  );
  const fences = text.match(/^\s*(?:> *)?(`{3,}|~{3,})/gm) ?? [];
  if (fences.length !== 2 * blocks.length) throw new Error(`${document} has an unbalanced fence.`);
  return blocks;
};

export const codeBlocks: readonly CodeBlock[] = documents.flatMap(blocksIn);

/** Returns the code of every block with this info string, to be run by a test. Call it outside of the test. */
export const take = (document: string, info: string): string[] => {
  const blocks = codeBlocks.filter((block) => block.document === document && block.info === info);
  if (blocks.length === 0) throw new Error(`${document} has no block \`\`\`${info}.`);
  return blocks.map(({ code }) => code);
};

/** Returns the code of the only block that begins with a text. */
export const takeOne = (document: string, start: string): string => {
  const blocks = codeBlocks.filter((block) => block.document === document && block.code.startsWith(start));
  if (blocks.length !== 1)
    throw new Error(`${document} has ${blocks.length} blocks that begin with "${start}".`);
  return blocks[0]!.code;
};
