// README's own lines, in a folder that holds the project's files and nothing else.
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { networkSettings } from '../../scripts/run-program.ts';
import { cdk, root, run, succeed } from './deployments.ts';
import { problemsIn } from './problems.ts';
import { useDeployments } from './use-deployments.ts';

/** The environment without what npm tells the programs that it runs. */
const outsideNpm = (): NodeJS.ProcessEnv => {
  const { npm_config_local_prefix: _folder, ...settings } = networkSettings(process.env);
  const others = Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'));
  // Whatever Node.js the machine has, and none of what is installed here.
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.startsWith(root));
  return { ...Object.fromEntries(others), ...settings, PATH: path.join(delimiter) };
};

describe('readme', () => {
  const parts = useDeployments();

  test('its lines lead from nothing installed to a doctor who finds nothing', async () => {
    const { emulated, folder, write } = parts.deployments;
    const clone = join(folder, 'clone');
    const block = /^## Deploying\n[\s\S]*?```sh\n([\s\S]*?)```/m.exec(
      readFileSync(join(root, 'README.md'), 'utf8'),
    )?.[1];
    const files = await succeed(run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard']));
    for (const name of files.split('\0').filter((one) => one !== '' && existsSync(join(root, one)))) {
      mkdirSync(dirname(join(clone, name)), { recursive: true });
      cpSync(join(root, name), join(clone, name));
    }
    const settings = { alarmEmail: 'ops@example.com' };
    writeFileSync(join(clone, 'deployments/prod.json'), JSON.stringify({ ...emulated, ...settings }));
    // Nobody answers the question whether rights may be granted.
    const lines = block!.replace('cdk deploy', 'cdk deploy --require-approval never');
    // The doctor's exit code 7: it found something.
    const script = `${lines.trimEnd()} || test $? = 7`;
    const output = await succeed(run('bash', ['-e', '-c', script], { cwd: clone, env: outsideNpm() }));
    expect(output).toMatch(/sp_live_[\s\S]*✓ The browser found/);
    expect(problemsIn(output), output).toEqual([]);
    await succeed(cdk('destroy', write('prod', settings), '--force'));
  });
});
