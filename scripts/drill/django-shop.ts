import { copyFile, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, run, startService } from './child.ts';
import type { DrillShop, ShopTruth } from './drill-shop.ts';

interface DjangoShop {
  name: string;
  version: string;
  /** Folder under `shops/` with `requirements.txt` and `project/`. */
  folder: string;
  search: string;
  /** Name of a locale that the shop formats money by, as `localedef` knows it; made for the shop alone. */
  locale?: string;
}

const shopsFolder = fileURLToPath(new URL('./shops/', import.meta.url));

/** Installs the pinned packages into an environment of the shop's own, unless these very ones are installed. */
const install = async (requirements: string, folder: string): Promise<string> => {
  const environment = join(folder, 'venv');
  const python = join(environment, 'bin', 'python');
  const installed = join(folder, 'requirements.txt');
  const wanted = await readFile(requirements, 'utf8');
  if ((await readFile(installed, 'utf8').catch(() => '')) === wanted) return python;
  await rm(environment, { recursive: true, force: true });
  await run('python3', ['-m', 'venv', environment]);
  await run(python, ['-m', 'pip', 'install', '--quiet', '--no-deps', '-r', requirements]);
  await copyFile(requirements, installed);
  return python;
};

/** Compiles a locale into the shop's own folder: a machine need not have it. */
const compileLocale = async (name: string, folder: string): Promise<Record<string, string>> => {
  const locales = join(folder, 'locales');
  await mkdir(locales, { recursive: true });
  try {
    await run('localedef', ['-i', name, '-f', 'UTF-8', join(locales, `${name}.UTF-8`)]);
  } catch (cause) {
    const need = `The shop formats money by the locale ${name}, which "localedef" could not make here`;
    throw new Error(`${need}; install the system's sources of locales (on Debian the package "locales").`, {
      cause,
    });
  }
  return { LOCPATH: locales };
};

/**
 * A shop of Django's world. Its project has `manage.py`, `seed.py`, which reads the catalogue as JSON, and `truth.py`,
 * which writes `{ "products": [...], "carts": n }` from the database.
 */
export const createDjangoShop = ({ name, version, folder: own, search, locale }: DjangoShop): DrillShop => ({
  name,
  version,
  async start(folder, products) {
    await mkdir(folder, { recursive: true });
    const python = await install(join(shopsFolder, own, 'requirements.txt'), folder);
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
    const asked = async (): Promise<{ products: ShopTruth[]; carts: number }> =>
      JSON.parse(await run(python, ['truth.py'], options));
    return {
      origin,
      search,
      truth: async () => (await asked()).products,
      carts: async () => (await asked()).carts,
      stop: () => service.stop(),
    };
  },
});
