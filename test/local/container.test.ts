// Dockerfile and compose.yaml, checked without a container engine.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { defaultLocalAddress } from '../../local/addresses.ts';
import { defineStart } from '../../local/start-command.ts';

const root = join(import.meta.dirname, '../..');
const { port } = new URL(defaultLocalAddress);

/** Instructions of the last stage, continued lines joined. */
const instructions = readFileSync(join(root, 'Dockerfile'), 'utf8')
  .replaceAll(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => /^(?<name>[A-Z]+) (?<value>.*)$/.exec(line)!.groups as { name: string; value: string });
const lastStage = instructions.slice(instructions.findLastIndex(({ name }) => name === 'FROM'));
const last = (wanted: string): string => lastStage.findLast(({ name }) => name === wanted)!.value;

const compose = parse(readFileSync(join(root, 'compose.yaml'), 'utf8')) as {
  services: Record<string, { build: string; command: string[]; ports: string[]; volumes: string[] }>;
  volumes: Record<string, unknown>;
};

/** Parses options of `start`. @throws CommanderError for invalid ones. */
const startOptions = ([command, ...args]: string[]): Record<string, unknown> => {
  expect(command).toBe('start');
  const start = defineStart(new Command('start'), 'start')
    .exitOverride()
    .action(() => {});
  return start.parse(args, { from: 'user' }).opts();
};
const isPublic = { listen: '0.0.0.0', data: '/data', demo: false };

describe('the container', () => {
  it('starts with valid arguments, as an unprivileged user', () => {
    expect(JSON.parse(last('ENTRYPOINT'))).toEqual(['scrap-prices']);
    expect(startOptions(JSON.parse(last('CMD')) as string[])).toMatchObject(isPublic);
    expect(last('USER')).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    expect(last('VOLUME')).toBe('/data');
    expect([last('EXPOSE'), last('HEALTHCHECK')]).toEqual([port, expect.stringContaining(`:${port}/`)]);
  });

  it('leaves no state of the build in the image', () => {
    const starts = lastStage.filter(
      ({ name, value }) => name === 'RUN' && value.includes('scrap-prices start'),
    );
    expect(starts).toHaveLength(1);
    expect(starts[0]!.value).toMatch(/^XDG_STATE_HOME=(\S+)\/state .*--data \1\/.*rm -rf \1 /);
  });

  it('refers to existing files, and publishes ports only to this machine', () => {
    const services = Object.values(compose.services);
    expect(services).toHaveLength(1);
    for (const { build, command, ports, volumes } of services) {
      expect(existsSync(join(root, build, 'Dockerfile'))).toBe(true);
      expect(startOptions(command)).toMatchObject(isPublic);
      for (const one of ports) expect(one).toMatch(new RegExp(`^127\\.0\\.0\\.1:\\d+:${port}$`));
      expect(volumes.map((one) => one.split(':'))).toEqual(
        Object.keys(compose.volumes).map((name) => [name, '/data']),
      );
    }
  });

  it.each([
    ['--listen', 'example.com'],
    ['--allow-host', 'prices.lan:80'],
    ['--allow-host', '*'],
    ['--allow-host', 'http://prices.lan'],
  ])('is not exposed by %s %s', (option, value) => {
    const start = defineStart(new Command('start'), 'start')
      .exitOverride()
      .configureOutput({ writeErr: () => {} });
    expect(() => start.action(() => {}).parse([option, value], { from: 'user' })).toThrow();
  });
});
