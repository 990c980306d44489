// Set-up of the deploy tests: an AWS emulator with a bootstrapped CDK. One that already answers (LocalStack or ministack) is
// used and left running; otherwise ministack is installed into .cache/ and started.
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pythonEnvironment } from '../../scripts/deploy/python-environment.ts';
import { cdk, createDeployments, endpoint, whole } from './deployments.ts';

const isUp = async (): Promise<boolean> => {
  try {
    return (await fetch(endpoint, { signal: AbortSignal.timeout(1_000) })).status < 500;
  } catch {
    return false;
  }
};

const startEmulator = async (): Promise<ChildProcess> => {
  const programs = pythonEnvironment('ministack', join(import.meta.dirname, 'requirements.txt'));
  const emulator = spawn(join(programs, 'ministack'), {
    env: { ...process.env, BIND_HOST: '127.0.0.1', GATEWAY_PORT: new URL(endpoint).port },
    stdio: process.env.DEPLOY_LOGS ? 'inherit' : 'ignore',
    // Its functions are processes of their own, which end with its group.
    detached: true,
  });
  while (!(await isUp())) {
    if (emulator.exitCode !== null)
      throw new Error(`The emulator ended with ${emulator.exitCode}; DEPLOY_LOGS=1 shows its output.`);
    await delay(250);
  }
  return emulator;
};

export default async (): Promise<() => Promise<void>> => {
  const emulator = (await isUp()) ? undefined : await startEmulator();
  const stop = (): void => {
    if (emulator?.pid) process.kill(-emulator.pid, 'SIGTERM');
  };
  const deployments = createDeployments();
  try {
    const { status, output } = await cdk('bootstrap', deployments.write('emulator', {}));
    if (status !== 0) throw new Error(`cdk bootstrap ended with ${status}:\n${output}`);
  } catch (error) {
    stop();
    throw error;
  }
  return async () => {
    // The other stacks are destroyed by the tests that deploy them.
    if (!emulator) await cdk('destroy', deployments.write('emulator', whole), '--force');
    deployments.remove();
    stop();
  };
};
