import type { Settings } from './settings.ts';

/** Account and region of a deployment, if known. */
export interface Place {
  region?: string | undefined;
  account?: string | undefined;
}

/** Settings with ARNs, and the parts that must match the stack. */
const placed: { setting: keyof Settings; what: string; parts: (keyof Place)[]; why: string }[] = [
  {
    setting: 'certificateArn',
    what: 'certificate',
    parts: ['region', 'account'],
    why: 'the domain name is regional: request one for it in ACM there, us-east-1 is for edge-optimized names only',
  },
  {
    setting: 'webAclArn',
    what: 'web ACL',
    parts: ['region', 'account'],
    why: 'a regional web ACL only protects resources of its region and account: create one there',
  },
  {
    setting: 'kmsKeyArn',
    what: 'key',
    parts: ['region'],
    why: 'DynamoDB only uses keys of its own region: create one there, or a replica',
  },
  {
    setting: 'alarmTopicArn',
    what: 'topic',
    parts: ['region'],
    why: 'CloudWatch only notifies topics of its own region: create one there',
  },
  {
    setting: 'deliverBus',
    what: 'event bus',
    parts: ['region'],
    why: 'events are sent in the region of the stack: create one there, with a rule that forwards to the other',
  },
];

/** Describes resources that the deployment cannot use where it is. */
export const misplacedArns = (settings: Settings, place: Place): string[] =>
  placed.flatMap(({ setting, what, parts, why }) => {
    const [, , , region, account] = String(settings[setting]).split(':');
    const actual: Place = { region, account };
    return parts.flatMap((part) =>
      actual[part] === undefined || place[part] === undefined || actual[part] === place[part]
        ? []
        : [
            `${setting}: the ${what} is in the ${part} ${actual[part]}, the deployment in ${place[part]}; ${why}`,
          ],
    );
  });
