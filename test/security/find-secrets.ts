import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { lintSource } from '@secretlint/core';
import { creator as recommendedRules } from '@secretlint/secretlint-rule-preset-recommend';
import type { ProofResult } from './dependencies.ts';

const root = join(import.meta.dirname, '../..');

/** Generated folders, which are not published. */
const skippedFolders = new Set(['node_modules', '.git', 'build', 'cdk.out', '.cache', 'coverage']);
const binaryFiles = new Set(['.png', '.gz']);

/** Patterns of real keys; those in tests contain a word that marks them as fake. */
const licenseKey = /sp_live_[A-Za-z0-9_-]{43}/;

/** Reviewed: their planted secrets are fake. */
const harmless = new Set(['test/web/http/http-tier.test.ts basicauth']);

const config = {
  rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: recommendedRules, options: {} }],
};

/** @returns one sentence per suspected secret, without the secret itself. */
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

/** Searches all text files of the project for keys, tokens and passwords. */
export const scanForSecrets = async (): Promise<ProofResult> => {
  const files = filesBelow('');
  const violations: string[] = [];
  for (const file of files)
    violations.push(...(await findSecrets(file, readFileSync(join(root, file), 'utf8'))));
  return { cases: files.length, violations, report: `${files.length} files` };
};
