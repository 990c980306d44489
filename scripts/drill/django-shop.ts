import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pythonEnvironment } from '../deploy/python-environment.ts';
import { freePort, run, startService } from './child.ts';
import type { DrillShop, ShopTruth } from './drill-shop.ts';

interface DjangoShop {
  name: string;
  version: string;
  /** Folder under `shops/` with `requirements.txt` and `project/`. */
  folder: string;
  search: string;
  /** Locale for formatting money, as `localedef` names it. */
  locale?: string;
}

const shopsFolder = fileURLToPath(new URL('./shops/', import.meta.url));

/** Compiles a locale into the shop's folder, since the machine may lack it. */
const compileLocale = async (name: string, folder: string): Promise<Record<string, string>> => {
  const locales = join(folder, 'locales');
  await mkdir(locales, { recursive: true });
  try {
    await run('localedef', ['-i', name, '-f', 'UTF-8', join(locales, `${name}.UTF-8`)]);
  } catch (cause) {
    const problem = `"localedef" could not compile the locale ${name}, which the shop needs to format money`;
    throw new Error(`${problem}: install the locale sources (on Debian the package "locales").`, { cause });
  }
  return { LOCPATH: locales };
};

/**
 * Creates a Django shop. Its project has `manage.py`, `seed.py`, which reads the catalogue as JSON, and `truth.py`, which
 * prints `{ "products": [...], "carts": n }` from the database.
 */
export const createDjangoShop = ({ name, version, folder: own, search, locale }: DjangoShop): DrillShop => ({
  name,
  version,
  async start(folder, products) {
    await mkdir(folder, { recursive: true });
    const requirements = join(shopsFolder, own, 'requirements.txt');
    const python = join(pythonEnvironment(`drill/${own}-packages`, requirements), 'python');
    const project = join(folder, 'project');
    await rm(project, { recursive: true, force: true });
    await cp(join(shopsFolder, own, 'project'), project, { recursive: true });
    await writeFile(join(project, 'catalogue.json'), JSON.stringify(products));
    const env = locale === undefined ? {} : await compileLocale(locale, folder);
    const options = { cwd: project, env };
    await run(python, ['manage.py', 'migrate', '--verbosity', '0'], options);
    await run(python, ['seed.py'], options);
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const service = await startService(
      python,
      ['manage.py', 'runserver', '--noreload', '--insecure', `127.0.0.1:${port}`],
      options,
      async () => (await fetch(`${origin}${search.replace('{sku}', 'x')}`)).ok,
    );
    const readTruth = async (): Promise<{ products: ShopTruth[]; carts: number }> =>
      JSON.parse(await run(python, ['truth.py'], options));
    return {
      origin,
      search,
      truth: async () => (await readTruth()).products,
      carts: async () => (await readTruth()).carts,
      stop: () => service.stop(),
    };
  },
});
