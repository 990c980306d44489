// `npm run deploy -- [NAME] [OPTION ...]`, and `bootstrap`, `diff` and `destroy` alike: the CDK's own command
// for the deployment that deployments/NAME.json describes, the same as `npx cdk deploy -c deployment=NAME`. NAME may be
// left out where there is one deployment.
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
