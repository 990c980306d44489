import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');
/** A language that nobody speaks. */
const terms = { Price: ['prezzek'], Was: ['anterik'], 'Shipping before': ['portaduk*'] };
const blocks = [
  '<p>Anterik: 20,00 €</p><p>25,00 €</p>',
  '<p>Portadukal: 20,00 €</p><p>25,00 €</p>',
  '<p>Prezzek: 20,00 €</p><p>Anterik: 25,00 €</p>',
];

let copy: string;

beforeAll(() => {
  mkdirSync(join(root, 'build'), { recursive: true });
  copy = mkdtempSync(join(root, 'build/added-language-'));
  cpSync(join(root, 'package.json'), join(copy, 'package.json'));
  for (const part of ['pricing', 'domain'])
    cpSync(join(root, 'lambdas', part), join(copy, 'lambdas', part), { recursive: true });
});

afterAll(() => rmSync(copy, { recursive: true, force: true }));

const read = async (): Promise<string[]> => {
  const script = `
    import { extractOffer } from ${JSON.stringify(join(copy, 'lambdas/pricing/extract-offer.ts'))};
    const read = (block) => extractOffer(
      '<title>Ilmatar 3</title><h1>Ilmatar 3</h1>' + block + '<button class="add-to-cart">+</button>',
      { url: 'https://shop.example/p/ilmatar-3' },
    );
    console.log(JSON.stringify(${JSON.stringify(blocks)}.map((block) => {
      const { Outcome, Price } = read(block);
      return Price ? Price.Amount : Outcome;
    })));`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module-typescript', '--no-warnings', '-e', script],
    { cwd: copy },
  );
  return JSON.parse(stdout) as string[];
};

it('learns a language from a file and the line that names it', async () => {
  expect(await read()).toEqual(['Ambiguous', 'Ambiguous', 'Ambiguous']);
  const lexicon = join(copy, 'lambdas/pricing/words');
  writeFileSync(join(lexicon, 'languages/qtz.json'), JSON.stringify(terms));
  const list = readFileSync(join(lexicon, 'languages.ts'), 'utf8');
  writeFileSync(
    join(lexicon, 'languages.ts'),
    `${list}export { default as qtz } from './languages/qtz.json' with { type: 'json' };\n`,
  );
  expect(await read()).toEqual(['25.00', '25.00', '20.00']);
});
