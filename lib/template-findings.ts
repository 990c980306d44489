/** A finding of cfn-lint or checkov that is intended. */
export interface AcceptedFinding {
  /** Of the rule, e.g. `CKV_AWS_59`. */
  rule: string;
  /** Accepted logical ids. */
  resources: RegExp;
  reason: string;
}

/**
 * Accepted findings with their reasons. `node scripts/bootstrap.mjs scripts/check-template.ts` fails on others, and on
 * stale entries. Findings of cdk-nag are acknowledged at their resources.
 */
export const acceptedFindings: readonly AcceptedFinding[] = [
  {
    rule: 'W3005',
    resources: /^\w+Function[0-9A-F]{8}$/,
    reason: 'The CDK adds a redundant dependency on the role, which is harmless.',
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
      'Their items must be gone after minutes, and a backup would keep them for 35 days; licenses have one.',
  },
  {
    rule: 'CKV_AWS_59',
    resources: /^ApiRestApi/,
    reason:
      'The functions check license keys themselves, since the queue operation carries them in its body; console and check pages are the same for everybody.',
  },
  {
    rule: 'CKV_AWS_73',
    resources: /^ApiRestApiDeploymentStage/,
    reason:
      'Access log and metrics record each call; tracing would give every role a permission for all resources.',
  },
  {
    rule: 'CKV_AWS_115',
    resources: /^\w+Function[0-9A-F]{8}$/,
    reason:
      'A new account has nothing to reserve. Otherwise apiReservedConcurrency does, and the event source limits scrapers and renderers.',
  },
  {
    rule: 'CKV_AWS_116',
    resources: /^\w+Function[0-9A-F]{8}$/,
    reason:
      'None is invoked asynchronously: API Gateway returns the error, and queues have dead-letter queues.',
  },
  {
    rule: 'CKV_AWS_117',
    resources: /^\w+Function[0-9A-F]{8}$/,
    reason:
      'No function needs private resources, and a VPC would expose a network to the scraper, which loads hostile pages.',
  },
  {
    rule: 'CKV_AWS_119',
    resources: /^(Tables|WatchesTable)/,
    reason:
      'Encrypted with the key that AWS owns. License keys are hashed, webhook secrets give no access to the service, and a key of one’s own (kmsKeyArn) costs per call.',
  },
  {
    rule: 'CKV_AWS_120',
    resources: /^ApiRestApiDeploymentStage/,
    reason: 'Responses change and belong to one caller; a cache could leak them to another.',
  },
  {
    rule: 'CKV_AWS_158',
    resources: /Logs/,
    reason: 'CloudWatch encrypts all logs; lines contain no keys or bodies, and only the host of URLs.',
  },
  {
    rule: 'CKV_AWS_192',
    resources: /^AddressLimitWebAcl/,
    reason: 'No function runs Java, and the web ACL only counts calls; an owner’s own may have more rules.',
  },
  {
    rule: 'CKV_AWS_173',
    resources: /^\w+Function[0-9A-F]{8}$/,
    reason: 'Lambda encrypts variables; they contain names and limits, no secrets.',
  },
];
