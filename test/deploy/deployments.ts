import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');
export const endpoint = process.env.AWS_ENDPOINT_URL ?? 'http://127.0.0.1:4566';
Object.assign(process.env, {
  AWS_ENDPOINT_URL: endpoint,
  AWS_ENDPOINT_URL_S3: endpoint,
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
  AWS_REGION: 'us-east-1',
  AWS_DEFAULT_REGION: 'us-east-1',
  CDK_DISABLE_CLI_TELEMETRY: '1',
});

export interface Ended {
  status: number;
  stdout: string;
  /** Standard output and standard error. */
  output: string;
}

/** Runs a program to its end, whatever its exit code. */
export const run = (
  program: string,
  args: readonly string[],
  settings: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const options = { cwd: root, maxBuffer: 64 * 1024 * 1024, ...settings };
    execFile(program, args, options, (error, stdout, stderr) => {
      const status = error === null ? 0 : error.code;
      if (typeof status === 'number') resolve({ status, stdout, output: stdout + stderr });
      else reject(error);
    });
  });

/** @returns the output of a program that must succeed. */
export const succeed = async (ending: Promise<Ended>): Promise<string> => {
  const { status, output } = await ending;
  assert.equal(status, 0, output.slice(-3_000));
  return output;
};

const cdkProgram = join(root, 'node_modules/aws-cdk/bin/cdk');
export const runCdk = (...args: string[]): Promise<Ended> => run(process.execPath, [cdkProgram, ...args]);

/** Runs `npx cdk ACTION -c deployment=FILE`. */
export const cdk = (action: string, file: string, ...further: string[]): Promise<Ended> =>
  runCdk(action, '-c', `deployment=${file}`, ...further);

export const scrapPrices = (...args: string[]): Promise<Ended> =>
  run(process.execPath, [join(root, 'cli/main.ts'), ...args]);

export type Outputs = Record<string, string>;
export interface Credentials {
  UID: string;
  LicenseKey: string;
}

export const createLicense = async (stackName: string, uid: string): Promise<Credentials> => {
  const output = await succeed(scrapPrices('license', 'create', uid, '--stack', stackName));
  return { UID: uid, LicenseKey: /sp_live_\S+/.exec(output)![0] };
};

/** The base URL that the emulator answers at; the stack's outputs name the one on AWS. */
export const addressOf = (outputs: Outputs): string =>
  `${endpoint}/restapis/${new URL(outputs.BaseUrl!).hostname.split('.')[0]}/prod/_user_request_`;

/** The deployment that several parts look at. */
export const stack = 'ScrapPrices';
// A shorter window has shorter pauses between the deliveries of what cannot be handled.
export const whole = { stackName: stack, console: true, processingWindowSeconds: 120 };

/** Deployments whose files are in a temporary folder. @param targets - what they may reach on this machine. */
export const createDeployments = (targets: readonly string[] = []) => {
  const folder = mkdtempSync(join(tmpdir(), 'scrap-prices-deploy-'));
  // The CDK remembers the account of a key there, which may be another one in another emulator.
  process.env.CDK_HOME = folder;
  /** Settings that the emulator can deploy. */
  const emulated = {
    account: '000000000000',
    region: 'us-east-1',
    allowedTargets: [...targets, new URL(endpoint).host],
    // Resources that the emulator refuses to deploy are asserted on the template.
    metricMathAlarms: false,
    callsPerAddress: 0,
  };
  const outputsFile = join(folder, 'outputs.json');
  const tryDeploy = (file: string, ...further: string[]) =>
    cdk('deploy', file, '--require-approval', 'never', '--outputs-file', outputsFile, ...further);
  return {
    folder,
    emulated,
    /** @returns the deployment's file. */
    write: (name: string, settings: Record<string, unknown>): string => {
      const file = join(folder, `${name}.json`);
      writeFileSync(file, JSON.stringify({ ...emulated, ...settings }));
      return file;
    },
    tryDeploy,
    deploy: async (file: string, ...further: string[]) => {
      const output = await succeed(tryDeploy(file, ...further));
      const [outputs] = Object.values(
        JSON.parse(readFileSync(outputsFile, 'utf8')) as Record<string, Outputs>,
      );
      return { output, outputs: outputs! };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};
