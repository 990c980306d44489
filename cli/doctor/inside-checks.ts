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
          'Take the reservation away: aws lambda delete-function-concurrency --function-name NAME.',
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

/** Meanings of stack states other than the end of a successful deployment; first match first. */
const stackStates: readonly { pattern: RegExp; text: string; advice: string }[] = [
  {
    pattern: /ROLLBACK_FAILED$/,
    text: 'its last deployment failed and could not be taken back: some functions have its code, others the code before',
    advice:
      'See the events of the stack in CloudFormation, mend what stands there, and let it go on: aws cloudformation continue-update-rollback --stack-name STACK. Then deploy again.',
  },
  {
    pattern: /IN_PROGRESS$/,
    text: 'a deployment is under way, and until its end functions of two versions run side by side',
    advice: 'Wait for its end, then look again.',
  },
  {
    pattern: /ROLLBACK_COMPLETE$/,
    text: 'its last deployment failed and was taken back: what runs is the one before',
    advice: 'See the events of the stack in CloudFormation for the reason, mend it, and deploy again.',
  },
  {
    pattern: /FAILED$/,
    text: 'its last deployment failed',
    advice: 'See the events of the stack in CloudFormation for the reason, mend it, and deploy again.',
  },
];

const stackFindings = ({ stackStatus }: AwsInside): Finding[] => {
  const state = stackStates.find(({ pattern }) => pattern.test(stackStatus));
  return state ? [differs(`The stack is ${stackStatus}: ${state.text}.`, state.advice)] : [];
};

/** A deployment itself changes functions while it lasts. */
const deployingMs = 300_000;

const changedByHand = ({ name, changedAtMs, deployedAtMs }: InsideFunction): Finding[] =>
  changedAtMs === undefined || deployedAtMs === undefined
    ? []
    : onlyIf(
        changedAtMs - deployedAtMs > deployingMs,
        `The function ${name} was changed at ${new Date(changedAtMs).toISOString()}, after its deployment (${new Date(deployedAtMs).toISOString()}) and not by it: it may run other code than the rest.`,
        'Find out who did it (CloudTrail: UpdateFunctionCode, UpdateFunctionConfiguration). CloudFormation does not notice; a deployment brings the right code back where that function differs from the last one deployed.',
      );

const functionFindings = (inside: AwsInside): Finding[] =>
  looksRight(
    [
      ...stackFindings(inside),
      ...inside.functions.flatMap((one) => [...templateFindings(one), ...changedByHand(one)]),
    ],
    `All ${inside.functions.length} functions are as their template says.`,
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
        `The dead-letter queue holds ${counted(deadLetters, 'message')} that no delivery could handle.`,
        'See them: npx scrap-prices dlq list. Those whose request still has time go back by "dlq redrive", the others go by "dlq purge"; docs/runbook.md#groups-given-up has how to find the reason.',
      ),
      ...onlyIf(
        deadLetterArn !== deadLetterQueueArn,
        `The scrape queue hands its dead letters to ${deadLetterArn ?? 'nobody'}; expected ${deadLetterQueueArn}.`,
      ),
      ...onlyIf(
        visibilitySeconds < longest,
        `The scrape queue shows a message again after ${visibilitySeconds} s, while a scraper may still work on it for ${longest} s.`,
      ),
      ...onlyIf(state === undefined, 'No event source leads from the queue to the scraper.'),
      ...onlyIf(
        state !== undefined && !/^(Enabled|Enabling|Creating|Updating)$/.test(state),
        `The event source from the queue to the scraper is ${state}: nothing is scraped.`,
        'Enable it: aws lambda update-event-source-mapping --enabled --uuid UUID.',
      ),
    ],
    'The queue feeds the scraper, and hands what cannot be handled to its dead-letter queue.',
  );
};

const alarmStateFindings = ({ alarms, expectedAlarms, alarmsTell }: AwsInside): Finding[] => [
  ...alarms
    .filter(({ state }) => state === 'ALARM')
    .map(({ name }) => differs(`The alarm ${name} is going off.`, 'docs/runbook.md has a section for it.')),
  ...(alarms.length < expectedAlarms
    ? [differs(`There are ${alarms.length} alarms; the template has ${expectedAlarms}.`, redeploy)]
    : [ok(`There are ${alarms.length} alarms.`)]),
  alarmsTell === 'nobody'
    ? differs(
        'Nobody is told when an alarm goes off.',
        'Set alarmEmail or alarmTopicArn in the file of the deployment, and deploy.',
      )
    : ok(`Alarms tell ${alarmsTell}.`),
];

const exportFinding = ({ kind, name, state }: ExportTarget): Finding => {
  if (state === 'there') return ok(`The ${kind} ${name} is there, and takes what has ended.`);
  if (state === 'closed')
    return unknown(`The ${kind} ${name} is not told to these credentials: whether it is there is not known.`);
  return differs(
    `There is no ${kind} ${name}: what has ended is tried for a day, and then lost to it.`,
    `Make it, or set ${kind === 'bucket' ? 'deliverBucket' : 'deliverBus'} to one that there is, and deploy (docs/results.md).`,
  );
};

const exportFindings = ({ exportTargets }: AwsInside): Finding[] =>
  exportTargets.length === 0
    ? [ok('Ended requests are told to nobody but their callers.')]
    : exportTargets.map(exportFinding);

/** Looks at what AWS tells from inside, where there is AWS. */
const onAws =
  (look: (inside: AwsInside, patient: Patient) => Finding[] | Promise<Finding[]>): Check =>
  async (patient) =>
    patient.inside === undefined
      ? [unknown('There is no AWS behind the local stack.')]
      : look(await patient.inside(), patient);

const accountFindings = ({ account }: AwsInside, { deployment }: Patient): Finding[] => {
  if (deployment === undefined)
    return [unknown('Without the file of the deployment its settings are not known.')];
  // Alarms have a check of their own.
  const findings = checkAccount(account, deployment).filter(({ about }) => about !== 'alarms');
  return looksRight(
    findings.map(({ weight, text }) => (weight === 'note' ? unknown(text) : differs(text))),
    `The account allows ${account.concurrentExecutions} functions at the same time, which is enough.`,
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
