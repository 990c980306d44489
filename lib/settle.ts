import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { AccountFacts } from './account-rules.ts';
import { withShares } from './concurrency.ts';
import { readJsonFile } from './json-file.ts';
import type { Settings } from './settings.ts';

const root = join(import.meta.dirname, '..');

const setsLogRole = ({ apiGatewayLogRole }: Settings, facts: AccountFacts): boolean => {
  if (apiGatewayLogRole !== 'auto') return apiGatewayLogRole;
  return facts.ownsLogRole === true || !facts.gatewayLogRole;
};

/** Replaces `auto` by what suits the account and the deployed stack; without facts, by what suits a new account. */
export const settle = (settings: Settings, facts: AccountFacts) => ({
  ...withShares(settings, facts),
  apiGatewayLogRole: setsLogRole(settings, facts),
});

/** Settings whose value a synthesis without credentials would get wrong. */
const kept = ['renderersPerScraper', 'apiReservedConcurrency', 'apiGatewayLogRole'] as const;

/** Returns what the file should say, so that the next template does not depend on the account of the moment. */
export const settledMembers = (settings: Settings, facts: AccountFacts): Partial<Settings> => {
  const [known, unknown] = [settle(settings, facts), settle(settings, {})];
  const differing = kept.filter((name) => known[name] !== unknown[name]);
  return Object.fromEntries(differing.map((name) => [name, known[name]]));
};

/** Adds members to a deployment's file. @returns the message for the operator. */
export const keepSettled = (file: string, members: Partial<Settings>): string => {
  const text = JSON.stringify(members);
  const path = resolve(root, file);
  try {
    const whole = { ...(readJsonFile(path) as object), ...members };
    writeFileSync(path, `${JSON.stringify(whole, null, 2)}\n`);
    return `Added to ${file} what "auto" is in this account: ${text}. Commit it, so that every deployment gets the same.`;
  } catch (error) {
    return `${file} should have ${text}, which "auto" is in this account, but cannot be written: ${(error as Error).message}`;
  }
};
