/**
 * `node scripts/bootstrap.mjs scripts/pages.ts COMMAND`: the labelled pages of test/pages, which are compressed.
 *
 *     list [--set NAME]                    one line a page: set, id, split, kind, language, address
 *     show ID [--into FOLDER]              unpacks a page as <ID>.html and <ID>.json (its label)
 *     pack FOLDER --set NAME               packs new and changed pages of a folder into a set
 *     remove ID                            removes a page from its set
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pageLabelSchema } from './evaluate/labelled-page.ts';
import { listSets, readSet, type StoredPage, writeSet } from './evaluate/page-sets.ts';
import { programOptions } from './program-options.ts';

const usage = `Usage:
  node scripts/bootstrap.mjs scripts/pages.ts list [--set NAME]
  node scripts/bootstrap.mjs scripts/pages.ts show ID [--into FOLDER]
  node scripts/bootstrap.mjs scripts/pages.ts pack FOLDER --set NAME
  node scripts/bootstrap.mjs scripts/pages.ts remove ID`;

const findPage = (id: string): { set: string; page: StoredPage } => {
  for (const set of listSets()) {
    const page = readSet(set).find((candidate) => candidate.id === id);
    if (page) return { set, page };
  }
  throw new Error(
    `No set has a page ${JSON.stringify(id)}; node scripts/bootstrap.mjs scripts/pages.ts list lists them all.`,
  );
};

const list = (sets: readonly string[]): void => {
  for (const set of sets)
    for (const { id, split, kind, language, url } of readSet(set))
      console.log([set, id, split, kind, language, url].join('\t'));
};

const show = (id: string, folder: string): void => {
  const { html, ...label } = findPage(id).page;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${id}.html`), html);
  writeFileSync(join(folder, `${id}.json`), `${JSON.stringify(label, null, 2)}\n`);
  console.log(`${join(folder, `${id}.html`)}\n${join(folder, `${id}.json`)}`);
};

const readUnpacked = (folder: string): StoredPage[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => {
      const label = pageLabelSchema.parse(JSON.parse(readFileSync(join(folder, file), 'utf8')));
      if (`${label.id}.json` !== file)
        throw new Error(`${file} has the id ${label.id}: expected the file name ${label.id}.json.`);
      return { ...label, html: readFileSync(join(folder, `${label.id}.html`), 'utf8') };
    });

const pack = (folder: string, set: string): void => {
  const packed = readUnpacked(folder);
  if (packed.length === 0) throw new Error(`${folder} has no pages: expected <ID>.json and <ID>.html.`);
  const present = listSets().includes(set) ? readSet(set) : [];
  const elsewhere = new Set(
    listSets()
      .filter((other) => other !== set)
      .flatMap((other) => readSet(other).map(({ id }) => id)),
  );
  const taken = packed.find(({ id }) => elsewhere.has(id));
  if (taken) throw new Error(`The id ${taken.id} is taken by a page of another set: choose another.`);
  const ids = new Set(packed.map(({ id }) => id));
  writeSet(set, [...present.filter(({ id }) => !ids.has(id)), ...packed]);
  console.log(`${packed.length} pages packed into ${set}. New floors: npm run evaluate -- --write-floors.`);
};

const remove = (id: string): void => {
  const { set } = findPage(id);
  writeSet(
    set,
    readSet(set).filter((page) => page.id !== id),
  );
  console.log(`${id} removed from ${set}.`);
};

try {
  const { values, positionals } = programOptions(import.meta.filename, {
    allowPositionals: true,
    options: { set: { type: 'string' }, into: { type: 'string' } },
  });
  const [command, argument] = positionals;
  if (command === 'list') list(values.set === undefined ? listSets() : [values.set]);
  else if (command === 'show' && argument !== undefined) show(argument, values.into ?? 'build/pages');
  else if (command === 'pack' && argument !== undefined && values.set !== undefined)
    pack(argument, values.set);
  else if (command === 'remove' && argument !== undefined) remove(argument);
  else throw new Error(usage);
} catch (problem) {
  console.error(problem instanceof Error ? problem.message : problem);
  process.exitCode = 2;
}
