import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { lintSource } from '@secretlint/core';
import { creator as recommendedRules } from '@secretlint/secretlint-rule-preset-recommend';
import type { ProofResult } from '../../scripts/proof.ts';

const root = join(import.meta.dirname, '../..');

/** Made by installing, building and running; nothing of it is published from here. */
const skippedFolders = new Set(['node_modules', '.git', 'build', 'cdk.out', '.cache', 'coverage']);
const binaryFiles = new Set(['.png', '.gz']);

/** A key that opens a service, or what could be mistaken for one: the ones in tests spell out that they are none. */
const licenseKey = /sp_live_[A-Za-z0-9_-]{43}/;

/** Looked at by a person: what these plant opens nothing. */
const harmless = new Set(['test/web/http/http-tier.test.ts basicauth']);

const config = {
  rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: recommendedRules, options: {} }],
};

/** @returns what looks like a secret in a text, one sentence each; the secret itself is not repeated. */
export const findSecrets = async (name: string, text: string): Promise<string[]> => {
  const { messages } = await lintSource({
    source: { filePath: name, content: text, ext: extname(name), contentType: 'text' },
    options: { config, noPhysicFilePath: true, maskSecrets: true },
  });
  return [
    ...messages
      .map(({ ruleId, loc }) => ({ rule: ruleId.replace(/^.*rule-/, ''), line: loc.start.line }))
      .filter(({ rule }) => !harmless.has(`${name} ${rule}`))
      .map(({ rule, line }) => `${name}:${line} ${rule}`),
    ...(licenseKey.test(text) ? [`${name} holds a license key.`] : []),
  ];
};

const filesBelow = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return skippedFolders.has(entry.name) ? [] : filesBelow(name);
    return entry.isFile() && !binaryFiles.has(extname(name)) ? [name] : [];
  });

/** Looks through every text of the project for keys, tokens and passwords. */
export const scanForSecrets = async (): Promise<ProofResult> => {
  const files = filesBelow('');
  const violations: string[] = [];
  for (const file of files)
    violations.push(...(await findSecrets(file, readFileSync(join(root, file), 'utf8'))));
  return { cases: files.length, violations, report: `${files.length} files` };
};
