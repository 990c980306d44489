import { checkAccount } from '../../lib/account-rules.ts';
import { counted } from '../output/text.ts';
import { noticeFindings } from './alarm-notices.ts';
import type { AwsInside, ExportTarget, InsideFunction } from './aws-inside.ts';
import { type Check, differs, type Finding, ok, type Patient, unknown } from './finding.ts';

const redeploy = 'Deploy again: npm run deploy -- NAME.';

const looksRight = (problems: Finding[], right: string): Finding[] =>
  problems.length > 0 ? problems : [ok(right)];

const onlyIf = (isSo: boolean, text: string, advice: string = redeploy): Finding[] =>
  isSo ? [differs(text, advice)] : [];

const templateFindings = (one: InsideFunction): Finding[] => {
  const { name, state, memoryMb, timeoutSeconds, reservedConcurrency, variables, expected } = one;
  const unlike = <T>(actual: T, template: T, has: string, says = String(template)): Finding[] =>
    onlyIf(actual !== template, `The function ${name} ${has}; its template says ${says}.`);
  return [
    ...onlyIf(state !== 'Active', `The function ${name} is ${state}, not Active.`),
    ...unlike(memoryMb, expected.memoryMb, `has ${memoryMb} MB`),
    ...unlike(timeoutSeconds, expected.timeoutSeconds, `may run for ${timeoutSeconds} s`),
    ...(reservedConcurrency === 0
      ? onlyIf(
          true,
          `The function ${name} is throttled: its reserved concurrency is 0, so no call of it runs.`,
          'Remove the reservation: aws lambda delete-function-concurrency --function-name NAME.',
        )
      : unlike(
          reservedConcurrency,
          expected.reservedConcurrency,
          `has ${reservedConcurrency ?? 'no'} reserved concurrency`,
          String(expected.reservedConcurrency ?? 'none'),
        )),
    ...Object.entries(expected.variables).flatMap(([variable, value]) => {
      const actual = variables[variable];
      return actual === undefined
        ? onlyIf(true, `The function ${name} has no variable ${variable}, which its template sets.`)
        : unlike(actual, value ?? actual, `has ${variable}="${actual}"`, `"${value}"`);
    }),
  ];
};

/** Explains stack states other than success; the first match counts. */
const stackStates: readonly { pattern: RegExp; text: string; advice: string }[] = [
  {
    pattern: /ROLLBACK_FAILED$/,
    text: 'its last deployment failed and could not be rolled back, so its functions have mixed versions',
    advice:
      'Fix the cause shown in the stack’s events in CloudFormation, and continue: aws cloudformation continue-update-rollback --stack-name STACK. Then deploy again.',
  },
  {
    pattern: /IN_PROGRESS$/,
    text: 'a deployment is in progress, and until it ends functions of two versions run',
    advice: 'Wait until it ends, then run this again.',
  },
  {
    pattern: /ROLLBACK_COMPLETE$/,
    text: 'its last deployment failed and was rolled back to the previous one',
    advice: 'Fix the cause shown in the stack’s events in CloudFormation, and deploy again.',
  },
  {
    pattern: /FAILED$/,
    text: 'its last deployment failed',
    advice: 'Fix the cause shown in the stack’s events in CloudFormation, and deploy again.',
  },
];

const stackFindings = ({ stackStatus }: AwsInside): Finding[] => {
  const state = stackStates.find(({ pattern }) => pattern.test(stackStatus));
  return state ? [differs(`The stack is ${stackStatus}: ${state.text}.`, state.advice)] : [];
};

/** A deployment in progress changes functions itself. */
const deployingMs = 300_000;

const changedByHand = ({ name, changedAtMs, deployedAtMs }: InsideFunction): Finding[] =>
  changedAtMs === undefined || deployedAtMs === undefined
    ? []
    : onlyIf(
        changedAtMs - deployedAtMs > deployingMs,
        `The function ${name} was changed at ${new Date(changedAtMs).toISOString()}, after its deployment (${new Date(deployedAtMs).toISOString()}): it may run other code than the others.`,
        'Find out who changed it (CloudTrail: UpdateFunctionCode, UpdateFunctionConfiguration). CloudFormation does not notice, and replaces the code only if the next deployment changes that function.',
      );

const functionFindings = (inside: AwsInside): Finding[] =>
  looksRight(
    [
      ...stackFindings(inside),
      ...inside.functions.flatMap((one) => [...templateFindings(one), ...changedByHand(one)]),
    ],
    `All ${inside.functions.length} functions match their template.`,
  );

const queueFindings = (inside: AwsInside): Finding[] => {
  const { scrapeQueue, deadLetterQueueArn, functions, eventSources, deadLetters } = inside;
  const { deadLetterArn, visibilitySeconds } = scrapeQueue;
  const scrapers = functions.filter(({ name }) => /scraper/i.test(name));
  const longest = Math.max(...scrapers.map(({ timeoutSeconds }) => timeoutSeconds));
  const state = eventSources.find(({ queueArn }) => queueArn === scrapeQueue.arn)?.state;
  return looksRight(
    [
      ...onlyIf(
        deadLetters > 0,
        `The dead-letter queue holds ${counted(deadLetters, 'message')} that failed in every delivery.`,
        'List them with "npx scrap-prices dlq list". "dlq redrive" retries those whose request can still complete, "dlq purge" deletes them; docs/runbook.md#groups-given-up explains how to find the cause.',
      ),
      ...onlyIf(
        deadLetterArn !== deadLetterQueueArn,
        `The scrape queue’s dead-letter queue is ${deadLetterArn ?? 'not set'}; expected ${deadLetterQueueArn}.`,
      ),
      ...onlyIf(
        visibilitySeconds < longest,
        `The scrape queue’s visibility timeout is ${visibilitySeconds} s, but a scraper may work on a message for ${longest} s.`,
      ),
      ...onlyIf(state === undefined, 'The scraper has no event source for the queue.'),
      ...onlyIf(
        state !== undefined && !/^(Enabled|Enabling|Creating|Updating)$/.test(state),
        `The scraper’s event source for the queue is ${state}: nothing is scraped.`,
        'Enable it: aws lambda update-event-source-mapping --enabled --uuid UUID.',
      ),
    ],
    'The queue feeds the scraper, and has its dead-letter queue.',
  );
};

const alarmStateFindings = ({ alarms, expectedAlarms, alarmsTell }: AwsInside): Finding[] => [
  ...alarms
    .filter(({ state }) => state === 'ALARM')
    .map(({ name }) => differs(`The alarm ${name} is active.`, 'docs/runbook.md has a section for it.')),
  ...(alarms.length < expectedAlarms
    ? [differs(`There are ${alarms.length} alarms; the template has ${expectedAlarms}.`, redeploy)]
    : [ok(`There are ${alarms.length} alarms.`)]),
  alarmsTell === 'nobody'
    ? differs(
        'Alarms notify nobody.',
        'Set alarmEmail or alarmTopicArn in the deployment’s file, and deploy.',
      )
    : ok(`Alarms tell ${alarmsTell}.`),
];

const exportFinding = ({ kind, name, state }: ExportTarget): Finding => {
  if (state === 'there') return ok(`The ${kind} ${name} exists.`);
  if (state === 'closed') return unknown(`These credentials may not look up the ${kind} ${name}.`);
  return differs(
    `There is no ${kind} ${name}: results are retried for a day, and then not exported.`,
    `Create it, or set ${kind === 'bucket' ? 'deliverBucket' : 'deliverBus'} to an existing one and deploy (docs/results.md).`,
  );
};

const exportFindings = ({ exportTargets }: AwsInside): Finding[] =>
  exportTargets.length === 0 ? [ok('No export of results is configured.')] : exportTargets.map(exportFinding);

/** Runs a check that needs AWS. */
const onAws =
  (look: (inside: AwsInside, patient: Patient) => Finding[] | Promise<Finding[]>): Check =>
  async (patient) =>
    patient.inside === undefined
      ? [unknown('The local stack has no AWS.')]
      : look(await patient.inside(), patient);

const accountFindings = ({ account }: AwsInside, { deployment }: Patient): Finding[] => {
  if (deployment === undefined) return [unknown('The settings are unknown without the deployment’s file.')];
  // Alarms have their own check.
  const findings = checkAccount(account, deployment).filter(({ about }) => about !== 'alarms');
  return looksRight(
    findings.map(({ weight, text }) => (weight === 'note' ? unknown(text) : differs(text))),
    `The account’s quota of ${account.concurrentExecutions} concurrent executions is sufficient.`,
  );
};

const alarmFindings = async (inside: AwsInside, { notices, clock, wait }: Patient): Promise<Finding[]> => {
  const findings = alarmStateFindings(inside);
  if (notices === undefined || inside.alarmsTell === 'nobody') return findings;
  return [...findings, ...(await noticeFindings(notices, inside.alarms, { clock, wait }))];
};

export const insideChecks = {
  account: onAws(accountFindings),
  functions: onAws(functionFindings),
  queue: onAws(queueFindings),
  exports: onAws(exportFindings),
  alarms: onAws(alarmFindings),
};
