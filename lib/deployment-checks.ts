import { readFileSync } from 'node:fs';
import type {
  IPolicyValidationContext,
  IPolicyValidationPlugin,
  PolicyValidationPluginReport,
  PolicyViolation,
} from 'aws-cdk-lib';
import { type AccountFacts, checkAccount } from './account-rules.ts';
import type { Deployment } from './deployments.ts';
import { type ComparedTemplate, lossesBetween, lossKinds, maxHeldCallsOf } from './losses.ts';

/** Present state in AWS. */
export interface Deployed {
  facts: AccountFacts;
  /** Template of the deployed stack; absent if there is none. */
  template: ComparedTemplate | undefined;
}

/** Reason for reading nothing: no credentials (so nothing can be deployed either), or a failure. */
export type Unread = { reason: 'NoCredentials' } | { reason: 'Failed'; text: string };

/** Values of the context `drop`: kinds of losses, and `unchecked` if AWS cannot be read. */
const droppable = [...lossKinds, 'unchecked'] as const;

/**
 * Reads the context `drop`, e.g. `domain,alarms`.
 *
 * @throws Error that lists the valid words.
 */
export const parseDrop = (given: unknown): ReadonlySet<string> => {
  const words = given === undefined ? [] : String(given).split(',');
  const unknown = words.filter((word) => !(droppable as readonly string[]).includes(word));
  if (unknown.length === 0) return new Set(words);
  throw new Error(
    `"-c drop=${words.join()}" names ${unknown.map((word) => `"${word}"`).join(', ')}; expected some of ${droppable.join(', ')}, separated by commas.`,
  );
};

type Finding = Omit<PolicyViolation, 'violatingResources'>;

const severities = { stop: 'error', warn: 'warning', note: 'info' } as const;

/** The account's facts, with what the deployment itself has of them. */
export const factsOf = ({ facts, template = {} }: Deployed): AccountFacts => {
  const resources = Object.values(template.Resources ?? {}).filter((one) => one !== undefined);
  const reserved = (all: typeof resources): number[] =>
    all.map(({ Properties }) => Number(Properties?.ReservedConcurrentExecutions ?? 0));
  return {
    ...facts,
    ownReserved: reserved(resources).reduce((sum, one) => sum + one, 0),
    ownShare: Math.max(0, ...reserved(resources.filter((one) => maxHeldCallsOf(one) !== undefined))),
    ownsLogRole: resources.some(({ Type }) => Type === 'AWS::ApiGateway::Account'),
  };
};

/**
 * Compares a deployment with its account and the deployed stack. As a CDK validation it stops `synth`, `diff` and `deploy`,
 * however they are started; `ls` and `destroy` do not validate.
 */
export class DeploymentChecks implements IPolicyValidationPlugin {
  readonly name = 'Deployment';
  readonly #deployment: Deployment;
  readonly #deployed: Deployed | Unread;
  readonly #drop: ReadonlySet<string>;

  /** @param drop - accepted kinds of losses. */
  constructor(deployment: Deployment, deployed: Deployed | Unread, drop: ReadonlySet<string>) {
    this.#deployment = deployment;
    this.#deployed = deployed;
    this.#drop = drop;
  }

  validate({ stackTemplates }: IPolicyValidationContext): PolicyValidationPluginReport {
    const violations = stackTemplates.flatMap(({ stackConstructPath, templatePath }) =>
      this.#find(JSON.parse(readFileSync(templatePath, 'utf8'))).map((finding) => ({
        ...finding,
        // Findings without a construct would not be shown.
        violatingResources: [{ constructPath: stackConstructPath, locations: [] }],
      })),
    );
    return { success: violations.every(({ severity }) => severity !== 'error'), violations };
  }

  #find(template: ComparedTemplate): Finding[] {
    return 'reason' in this.#deployed
      ? [this.#unread(this.#deployed)]
      : [...this.#account(this.#deployed), ...this.#losses(this.#deployed, template)];
  }

  #unread(unread: Unread): Finding {
    const ruleName = 'unchecked';
    if (unread.reason === 'NoCredentials') {
      const description =
        'There are no AWS credentials, so the account and the deployed stack were not checked, and "auto" is what suits a new account.';
      return { ruleName, severity: 'info', description };
    }
    const description = `The deployed stack could not be read, so losses are unknown: ${unread.text}`;
    return this.#drop.has(ruleName)
      ? { ruleName, severity: 'warning', description }
      : {
          ruleName,
          severity: 'error',
          description,
          fix: 'Or continue without the checks: -c drop=unchecked',
        };
  }

  #account(deployed: Deployed): Finding[] {
    return checkAccount(factsOf(deployed), this.#deployment).map(({ weight, about, text }) => ({
      ruleName: about,
      severity: severities[weight],
      description: text,
    }));
  }

  #losses({ template }: Deployed, next: ComparedTemplate): Finding[] {
    const losses = template === undefined ? [] : lossesBetween(template, next);
    const open = losses.filter(({ kind }) => !this.#drop.has(kind));
    const all = [...new Set([...this.#drop, ...open.map(({ kind }) => kind)])].join();
    const { stackName, file } = this.#deployment;
    return open.map(({ kind, what }) => ({
      ruleName: kind,
      severity: 'error',
      description: `The deployment would remove from ${stackName}: ${what}.`,
      fix: `Restore it in ${file}, or accept the loss: -c drop=${all}`,
    }));
  }
}
