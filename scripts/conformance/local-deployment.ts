// The service on this machine, with shops and licenses of its own, for when no address was given.
import { execFile } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startLocalStack } from '../../local/stack.ts';
import type { Credentials, DeploymentOptions } from './deployment.ts';
import { startShops } from './shops/server.ts';

const run = promisify(execFile);
const commandLine = join(import.meta.dirname, '..', '..', 'bin', 'scrap-prices.ts');

/** Settings of the stack that waits for deadlines: short, and one scraper that a hanging shop holds. */
export const shortTimes = { processingWindowSeconds: 30, retentionSeconds: 20 } as const;

export interface LocalDeployment extends DeploymentOptions {
  close: () => Promise<void>;
}

/** A port of this machine where nobody listens: it was free a moment ago. */
const closedPort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });

export interface LocalOptions {
  kind: 'usual' | 'shortTimes';
  /** Makes further licenses: another, an expired, a disabled and a limited one. */
  hasLicenses?: boolean;
  /** Receives what functions write. */
  log?: (line: string) => void;
}

/** A license is made with an end that is still to come, so this waits for it; a slow machine gets a later end. */
const makeExpired = async (make: (...options: string[]) => Promise<Credentials>): Promise<Credentials> => {
  for (let aheadMs = 10_000; ; aheadMs *= 2) {
    const expiresAtMs = Date.now() + aheadMs;
    try {
      const license = await make('--expires', new Date(expiresAtMs).toISOString());
      await pause(Math.max(0, expiresAtMs + 1_000 - Date.now()));
      return license;
    } catch (error) {
      if (aheadMs > 120_000) throw error;
    }
  }
};

export const startLocalDeployment = async ({
  kind,
  hasLicenses = false,
  log,
}: LocalOptions): Promise<LocalDeployment> => {
  const shops = await startShops();
  const closedTarget = `127.0.0.1:${await closedPort()}`;
  const stack = await startLocalStack({
    allowedTargets: [shops.target, closedTarget],
    warm: true,
    ...(kind === 'shortTimes' && { settings: { ...shortTimes }, maxConcurrency: 1 }),
    ...(log && { log: ({ functionName, text }) => log(`${functionName}: ${text}`) }),
  });
  const close = async (): Promise<void> => {
    await stack.close();
    await shops.close();
  };
  const env = { ...process.env, ...stack.cliEnv };
  const license = async (uid: string, ...options: string[]): Promise<Credentials> => {
    const args = [commandLine, 'license', 'create', uid, ...options, '--local', stack.webUrl];
    const { stdout } = await run(process.execPath, args, { env });
    return { uid, licenseKey: stdout.trim() };
  };
  const disable = async ({ uid, licenseKey }: Credentials): Promise<Credentials> => {
    await run(process.execPath, [commandLine, 'license', 'disable', uid, '--local', stack.webUrl], {
      env,
    });
    return { uid, licenseKey };
  };
  const furtherLicenses = async () => ({
    other: await license('conformance-other'),
    disabled: await disable(await license('conformance-disabled')),
    limited: await license('conformance-limited', '--requests-per-minute', '1'),
    expired: await makeExpired((...options) => license(`conformance-expired-${Date.now()}`, ...options)),
  });
  try {
    if (stack.license === undefined) throw new Error('The local stack made no license, expected one.');
    return {
      baseUrl: stack.apiUrl,
      license: stack.license,
      ...(hasLicenses && (await furtherLicenses())),
      processingWindowMs: (kind === 'shortTimes' ? shortTimes.processingWindowSeconds : 300) * 1_000,
      retentionMs: (kind === 'shortTimes' ? shortTimes.retentionSeconds : 300) * 1_000,
      shops,
      closedTarget,
      ...(kind === 'shortTimes' && { hold: () => stack.breakService('sqs') }),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
};
