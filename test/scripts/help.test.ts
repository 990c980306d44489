// Every command prints its help without installing or starting anything.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const programs = Object.entries(scripts).flatMap(([name, command]): [string, string, string[]][] => {
  const [, given = '', program = ''] = /^node scripts\/bootstrap\.mjs (.*?(\S+\.ts).*)$/.exec(command) ?? [];
  return program === '' ? [] : [[name, program, given.split(' ')]];
});
/** Four scripts run one program. */
const ofDeployments = ['bootstrap', 'diff', 'destroy'];

const help = (command: readonly string[]) =>
  spawnSync(process.execPath, [join(root, 'scripts/bootstrap.mjs'), ...command], {
    cwd: root,
    encoding: 'utf8',
  });

/** Lists the options of a program. */
const optionsIn = (source: string): string[] => {
  const [, options = ''] =
    /programOptions\([^{]*\{[\s\S]*?options: \{([\s\S]*?\})[,\s]*\}/.exec(source) ?? [];
  return [...options.matchAll(/'?([\w-]+)'?: \{ type:/g)].map(([, name]) => `--${name}`);
};

describe('every command of the project', () => {
  it('uses the bootstrap with its help, or a tool with its own', () => {
    const others = Object.keys(scripts).filter((name) => !programs.some(([known]) => known === name));
    expect(others).toEqual(['lint', 'format']);
  });

  it.each(programs.filter(([name]) => !ofDeployments.includes(name)))(
    '%s prints its usage and all its options',
    (name, program, given) => {
      const command = /^(start|test)$/.test(name) ? `npm ${name}` : `npm run ${name}`;
      for (const flag of ['--help', '-h']) {
        const { status, stdout, stderr } = help([...given, flag]);
        expect([status, stderr]).toEqual([0, '']);
        expect(stdout).toContain(command);
        expect(stdout).not.toMatch(/^ ?(\*|import|\/\/|\/\*)/m);
      }
      const { stdout } = help([...given, '--help']);
      for (const option of optionsIn(readFileSync(join(root, program), 'utf8')))
        expect(stdout).toContain(option);
    },
  );
});
