import { existsSync } from 'node:fs';
import puppeteer, { type Browser, type CDPSession } from 'puppeteer-core';
import { WebError } from '../web-error.ts';
import { blockServiceWorkers } from './block-service-workers.ts';
import type { BrowserLimits } from './browser-limits.ts';
import type { ChromiumInstallation } from './chromium-binary.ts';
import { chromiumFlags, type FlagSet, joinFeatures } from './chromium-flags.ts';
import { createProfileFolder } from './profile-folder.ts';
import { hasSharedMemory } from './shared-memory.ts';
import { withDeadline } from './with-deadline.ts';
import { applyWorkerIdentities, type WorkerIdentities } from './worker-identity.ts';

export interface LaunchedBrowser {
  browser: Browser;
  /** For commands to the browser itself. */
  browserSession: CDPSession;
  workerIdentities: WorkerIdentities;
  /** Kills the browser and its children at once. */
  kill(): void;
  /** Closes or kills the browser and its children, and deletes its profile. Never rejects. */
  close(): Promise<void>;
}

export interface LaunchOptions {
  installation: ChromiumInstallation;
  /** Proxy for requests outside pages; each page has its own. */
  proxyUrl: string;
  userAgent: string;
  /** From asking to close to SIGKILL, ms. */
  closeMs: number;
  /** Caps on its processes. */
  limits: Pick<BrowserLimits, 'processBytes' | 'processorSeconds'>;
  flagSet: FlagSet;
  /** A browser with these flags has already opened a page; otherwise this one is tested. */
  isProven: boolean;
  /** Switches to omit, to test what each one protects from. */
  withoutFlags?: readonly string[];
}

/** Excludes the function's environment, which contains its credentials. */
const scrubbedEnvironment = (
  profile: string,
  installation: ChromiumInstallation,
): Record<string, string> => ({
  PATH: '/usr/bin:/bin',
  HOME: profile,
  TMPDIR: profile,
  LANG: 'en_US.UTF-8',
  ...(installation.libraryPath ? { LD_LIBRARY_PATH: installation.libraryPath } : {}),
  ...(installation.fontConfigFile ? { FONTCONFIG_FILE: installation.fontConfigFile } : {}),
});

const shell = '/bin/sh';

/** Writable memory that each process of a page reserves at its start, mostly for V8, and hardly uses. */
const reservedBytes = 600 * 1024 ** 2;

/**
 * Builds a command that starts Chromium with the kernel's limits on each of its processes. A page that exceeds
 * one ends its own process, or the browser if that holds its data; nothing needs to watch them. Without core
 * dumps, as a page that exhausts V8 would leave one of up to 500 MB, and one or two fill the disk.
 *
 * Node.js cannot lower a child's limits; a shell can, before it `exec`s Chromium with the same PID and pipes.
 */
const withKernelLimits = (
  executablePath: string,
  args: string[],
  { processBytes, processorSeconds }: LaunchOptions['limits'],
) => {
  if (!existsSync(shell)) return { executablePath, args };
  const dataKib = Math.ceil((reservedBytes + processBytes) / 1024);
  const limits = `ulimit -c 0; ulimit -d ${dataKib}; ulimit -t ${processorSeconds};`;
  return { executablePath: shell, args: ['-c', `${limits} exec "$0" "$@"`, executablePath, ...args] };
};

/** Time limit of a start, and of the check afterwards; on a small function each takes seconds. */
const startMs = 15_000;

/** A reserved name (RFC 2606). The browser's own proxy refuses everything anyway. */
const nowhere = 'http://start.invalid/';

/** Navigation errors without a network process; the proxy's refusals have other names. */
const networkErrors = new Set(['net::ERR_ABORTED', 'net::ERR_FAILED']);

/**
 * Checks that the browser has a renderer process, and a network process that reports a refused navigation.
 * Without them, a browser starts and then hangs.
 */
const provePage = async (browser: Browser): Promise<void> => {
  const prove = async (): Promise<void> => {
    const target = await browser.waitForTarget((candidate) => candidate.type() === 'page', {
      timeout: startMs,
    });
    const session = await target.createCDPSession();
    const { errorText } = await session.send('Page.navigate', { url: nowhere });
    if (errorText === undefined || networkErrors.has(errorText)) {
      throw new Error(`Expected ${nowhere} to be refused; the browser reported ${errorText ?? 'no error'}.`);
    }
    await session.send('Runtime.evaluate', { expression: '1' });
    await session.detach();
  };
  await withDeadline(startMs, prove(), () => new Error('The browser started but did not open a page.'));
};

const killGroup = (pid: number | undefined): void => {
  if (pid === undefined) return;
  try {
    // The browser leads its own process group, which includes its children.
    process.kill(-pid, 'SIGKILL');
  } catch {}
};

const within = async (ms: number, work: Promise<unknown>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const expiry = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work.catch(() => {}), expiry]);
  clearTimeout(timer);
};

/**
 * Launches Chromium with its own profile, controlled through a pipe, with the proxy as its only network
 * access.
 *
 * @throws WebError `RendererCrashed` if it does not start.
 */
export const launchBrowser = async (options: LaunchOptions): Promise<LaunchedBrowser> => {
  const { installation, proxyUrl, userAgent, flagSet, withoutFlags = [] } = options;
  const omitted = [...withoutFlags, ...flagSet.omitted];
  const profile = await createProfileFolder();
  const common = chromiumFlags({ proxyUrl, userAgent, hasSharedMemory: await hasSharedMemory() });
  const flags = joinFeatures(
    [...common, ...flagSet.added]
      .map(({ flag }) => flag)
      .filter((flag) => !omitted.some((beginning) => flag.startsWith(beginning))),
  );
  let browser: Browser | undefined;
  let browserSession: CDPSession;
  let workerIdentities: WorkerIdentities;
  try {
    browser = await puppeteer.launch({
      ...withKernelLimits(
        installation.executablePath,
        [...flags, `--user-data-dir=${profile.path}`, 'about:blank'],
        options.limits,
      ),
      ignoreDefaultArgs: true,
      // A debugging port would be reachable by pages that reach loopback.
      pipe: true,
      env: scrubbedEnvironment(profile.path, installation),
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      defaultViewport: null,
      timeout: startMs,
      protocolTimeout: 60_000,
    });
    browserSession = await browser.target().createCDPSession();
    workerIdentities = applyWorkerIdentities(browserSession);
    blockServiceWorkers(browserSession);
    if (!options.isProven) await provePage(browser);
  } catch (cause) {
    killGroup(browser?.process()?.pid);
    await profile.delete();
    throw new WebError('RendererCrashed', 'The browser did not start.', { retryable: true, cause });
  }
  return {
    browser,
    browserSession,
    workerIdentities,
    kill: () => killGroup(browser.process()?.pid),
    close: async () => {
      const child = browser.process();
      await within(options.closeMs, browser.close());
      killGroup(child?.pid);
      await within(
        1_000,
        new Promise<void>((resolve) => {
          if (!child || child.exitCode !== null || child.signalCode !== null) resolve();
          else child.once('exit', () => resolve());
        }),
      );
      await profile.delete();
    },
  };
};
