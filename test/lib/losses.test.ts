import { beforeAll, describe, expect, it } from 'vitest';
import { everySetting } from '../../lib/every-setting.ts';
import { type ComparedTemplate, lossesBetween } from '../../lib/losses.ts';
import { synthesize } from './synthesize.ts';

const templateOf = (settings: Record<string, unknown>): ComparedTemplate =>
  synthesize(settings).toJSON() as ComparedTemplate;

const whole = {
  domainName: 'prices.example.com',
  certificateArn: 'arn:aws:acm:eu-west-1:1:certificate/x',
  alarmEmail: 'ops@example.com',
  webAclArn: 'arn:aws:wafv2:eu-west-1:1:regional/webacl/x/y',
};

let plain: ComparedTemplate;
let full: ComparedTemplate;
let forgetful: ComparedTemplate;
beforeAll(() => {
  plain = templateOf({});
  full = templateOf(whole);
  forgetful = templateOf({ stage: 'dev' });
  // The bundles may have to be built first.
});

describe('an update', () => {
  it('with the same or additional settings loses nothing', () => {
    expect(lossesBetween(full, structuredClone(full))).toEqual([]);
    expect(lossesBetween(plain, full)).toEqual([]);
  });

  it('without its settings loses the domain, the stage, alarm notifications and the web ACL', () => {
    const losses = lossesBetween(full, forgetful);
    expect(losses.map(({ kind }) => kind).sort()).toEqual(['alarms', 'domain', 'stage', 'webAcl']);
    expect(losses.map(({ what }) => what).join()).toMatch(/prices\.example\.com.*"prod".*ops@example\.com/);
  });

  it('that replaces or unprotects the licenses table loses licenses', () => {
    const before = plain;
    const [id] = Object.entries(before.Resources!).find(([name]) => name.startsWith('TablesLicenses'))!;
    const replaced = structuredClone(before);
    replaced.Resources!.Other = replaced.Resources![id];
    delete replaced.Resources![id];
    expect(lossesBetween(before, replaced)).toMatchObject([{ kind: 'licenses' }]);
    const unprotected = structuredClone(before);
    unprotected.Resources![id]!.DeletionPolicy = 'Delete';
    expect(lossesBetween(before, unprotected)).toMatchObject([{ kind: 'licenses' }]);
  });

  it('without any settings lists each removed table and schedule group', () => {
    const before = templateOf(everySetting);
    const { domainName, certificateArn, hostedZoneId, hostedZoneName, alarmEmail, webAclArn } = everySetting;
    const named = { domainName, certificateArn, hostedZoneId, hostedZoneName, alarmEmail, webAclArn };
    const after = templateOf(named);
    const gone = Object.keys(before.Resources!).filter(
      (id) =>
        /^AWS::(DynamoDB::Table|Scheduler::ScheduleGroup|S3::Bucket)$/.test(before.Resources![id]!.Type) &&
        after.Resources![id] === undefined,
    );
    expect(gone.map((id) => before.Resources![id]!.Type).toSorted()).toEqual([
      'AWS::DynamoDB::Table',
      'AWS::Scheduler::ScheduleGroup',
    ]);
    const losses = lossesBetween(before, after);
    expect(losses.map(({ kind }) => kind)).toEqual(['watches', 'watches', 'concurrency', 'concurrency']);
    for (const id of gone) expect(losses.map(({ what }) => what).join()).toContain(id);
    expect(before.Resources![gone.find((id) => /Table/.test(id))!]!.DeletionPolicy).toBe(
      'RetainExceptOnCreate',
    );
  });

  it('that lowers what is reserved for the API, or the calls that it holds, loses concurrency', () => {
    const reserving = templateOf({ apiReservedConcurrency: 50, watches: true });
    const lost = (after: ComparedTemplate) =>
      lossesBetween(reserving, after).map(({ kind, what }) => `${kind} ${what.replace(/[0-9A-F]{8}/, '')}`);
    expect(lost(templateOf({ apiReservedConcurrency: 60, watches: true }))).toEqual([]);
    expect(lost(templateOf({ watches: true }))).toEqual([
      'concurrency the concurrency reserved for QueueFunction (50, would be 0)',
      'concurrency the concurrency reserved for StatusFunction (50, would be 0)',
      'concurrency calls held by StatusFunction (25, would be 1)',
      'concurrency the concurrency reserved for WatchesWatchesFunction (50, would be 0)',
    ]);
    const fewer = templateOf({ apiReservedConcurrency: 50, maxHeldCalls: 24, watches: true });
    expect(lost(fewer)).toEqual(['concurrency calls held by StatusFunction (25, would be 24)']);
  });

  it('of another deployment takes over the stack', () => {
    const of = (name?: string): ComparedTemplate => ({
      Outputs: name ? { Deployment: { Value: name } } : {},
    });
    expect(lossesBetween(of('emulator'), of('prod'))).toMatchObject([
      { kind: 'owner', what: expect.stringContaining('"emulator"') },
    ]);
    expect(lossesBetween(of('prod'), of('prod'))).toEqual([]);
    // From before deployments had names.
    expect(lossesBetween(of(), of('prod'))).toEqual([]);
  });
});
