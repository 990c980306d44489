// `npm run deploy -- [NAME] [OPTION ...]`, and the same for `bootstrap`, `diff` and `destroy`: runs the CDK's command for
// deployments/NAME.json, as `npx cdk deploy -c deployment=NAME` does. NAME is optional if there is only one.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const [action = '', ...args] = process.argv.slice(2);
const name = args[0]?.startsWith('-') ? undefined : args.shift();
const cdk = join(import.meta.dirname, '../node_modules/aws-cdk/bin/cdk');
const { status, error } = spawnSync(
  process.execPath,
  [cdk, action, ...(name === undefined ? [] : ['-c', `deployment=${name}`]), ...args],
  { stdio: 'inherit' },
);
if (error) throw error;
process.exitCode = status ?? 1;
