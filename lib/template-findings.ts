/** A finding of cfn-lint or checkov that is intended. */
export interface AcceptedFinding {
  /** Of the rule, e.g. `CKV_AWS_59`. */
  rule: string;
  /** Logical ids that it is accepted for; all others are mended. */
  resources: RegExp;
  reason: string;
}

/**
 * Every finding of the two tools is mended or stands here with its reason; `node scripts/bootstrap.mjs scripts/check-template.ts` fails on others, and
 * on what stands here and is not found any more. What cdk-nag finds is acknowledged beside its resource.
 */
export const acceptedFindings: readonly AcceptedFinding[] = [
  {
    rule: 'W3005',
    resources: /^\w+Function[0-9A-F]{8}$/,
    reason:
      'The CDK itself writes a dependency on the role beside the one on its policy; twice said does no harm.',
  },
  {
    rule: 'CKV_AWS_26',
    resources: /^AlarmTopic/,
    reason:
      "CloudWatch may not publish to a topic under the key that AWS manages, and a key of one's own costs a dollar a month; the notices hold names of alarms.",
  },
  {
    rule: 'CKV_AWS_27',
    resources: /^(Queue(Scrape|DeadLetter|Closing)|Delivery(Tries|DeadLetter)|Watches(Steps|DeadLetter))/,
    reason: 'Encrypted with the key of SQS (SqsManagedSseEnabled), which the rule does not know.',
  },
  {
    rule: 'CKV_AWS_28',
    resources: /^Tables(Requests|Usage|Deliveries)/,
    reason:
      'Their items are promised to be gone after minutes, and a backup would keep them for 35 days; licenses have one.',
  },
  {
    rule: 'CKV_AWS_59',
    resources: /^ApiRestApi/,
    reason:
      'The functions check license keys themselves, since the queue operation carries them in its body; console and check pages are the same for everybody.',
  },
  {
    rule: 'CKV_AWS_115',
    resources: /^\w+Function[0-9A-F]{8}$/,
    reason:
      'A new account has nothing to reserve; apiReservedConcurrency does it where there is, and the event source limits the scrapers and the renderers that they invoke.',
  },
  {
    rule: 'CKV_AWS_116',
    resources: /^\w+Function[0-9A-F]{8}$/,
    reason:
      'None is invoked asynchronously: API Gateway answers the error, and the queue has a dead-letter queue.',
  },
  {
    rule: 'CKV_AWS_117',
    resources: /^\w+Function[0-9A-F]{8}$/,
    reason:
      'No function reaches anything private; a VPC would give the scraper, which loads hostile pages, a network to attack.',
  },
  {
    rule: 'CKV_AWS_119',
    resources: /^(Tables|WatchesTable)/,
    reason:
      'Encrypted with the key that AWS manages; license keys are stored as hashes, secrets of webhooks open nothing of the service, and a key of its own costs by the call.',
  },
  {
    rule: 'CKV_AWS_120',
    resources: /^ApiRestApiDeploymentStage/,
    reason: 'Answers change from call to call and belong to one caller; a cache would show them to another.',
  },
  {
    rule: 'CKV_AWS_158',
    resources: /Logs/,
    reason: 'CloudWatch encrypts all logs; lines hold no key, no body, and addresses as far as their host.',
  },
  {
    rule: 'CKV_AWS_173',
    resources: /^\w+Function[0-9A-F]{8}$/,
    reason: 'Lambda encrypts variables; they hold names and limits, no secret.',
  },
];
