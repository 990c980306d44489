import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { takeOne } from '../../test/docs/code-blocks.ts';
import { tryReceiver } from '../../test/docs/try-receiver.ts';

export const webhooksUsage = 'webhooks';

/** The library of the standard's own authors. */
const library = 'standardwebhooks==1.1.0';

/** Posts to the receiver in Python of docs/webhooks.md. @throws Error when Python or its library cannot be had. */
export const runWebhooksDrill = async (args: readonly string[], cache: string): Promise<boolean> => {
  if (args.length > 0) throw new Error('The drill takes no arguments.');
  const folder = join(cache, 'webhooks');
  const python = join(folder, 'venv/bin/python');
  mkdirSync(folder, { recursive: true });
  if (!existsSync(python))
    execFileSync('python3', ['-m', 'venv', join(folder, 'venv')], { stdio: 'inherit' });
  execFileSync(python, ['-m', 'pip', 'install', '--quiet', library], { stdio: 'inherit' });
  const file = join(folder, 'receiver.py');
  writeFileSync(file, takeOne('docs/webhooks.md', 'import os'));
  await tryReceiver(python, [file]);
  process.stdout.write(`The receiver in Python took what was signed, and nothing else (${library}).\n`);
  return true;
};
