/** The parts of a CloudFormation template that are compared. */
export interface ComparedTemplate {
  Resources?: Record<
    string,
    { Type: string; Properties?: Record<string, unknown>; DeletionPolicy?: string } | undefined
  >;
}

/** What an update can take away for good, or from whoever relies on it; the words that `--drop` takes. */
export const lossKinds = ['domain', 'stage', 'licenses', 'alarms', 'webAcl'] as const;
export type LossKind = (typeof lossKinds)[number];

export interface Loss {
  kind: LossKind;
  /** In words, for the person who deploys. */
  what: string;
}

type Resources = [id: string, properties: Record<string, unknown>, deletionPolicy: string | undefined][];

const ofType = (template: ComparedTemplate, type: string): Resources =>
  Object.entries(template.Resources ?? {}).flatMap(([id, resource]) =>
    resource?.Type === type ? [[id, resource.Properties ?? {}, resource.DeletionPolicy]] : [],
  );

/** Values of a property in the one template that no resource of the other has. */
const gone = (
  before: ComparedTemplate,
  after: ComparedTemplate,
  type: string,
  property: string,
): string[] => {
  const kept = new Set(ofType(after, type).map(([, properties]) => JSON.stringify(properties[property])));
  return ofType(before, type)
    .map(([, properties]) => properties[property])
    .filter((value) => value !== undefined && !kept.has(JSON.stringify(value)))
    .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
};

const keyOf = (properties: Record<string, unknown>): string =>
  JSON.stringify([properties.TableName, properties.KeySchema]);

/** The table of licenses is the one whose key is a UID. */
const licenseTables = (template: ComparedTemplate): Resources =>
  ofType(template, 'AWS::DynamoDB::Table').filter(([, properties]) =>
    JSON.stringify(properties.KeySchema ?? '').includes('"UID"'),
  );

const lostLicenses = (before: ComparedTemplate, after: ComparedTemplate): Loss[] =>
  licenseTables(before).flatMap(([id, properties]): Loss[] => {
    const now = licenseTables(after).find(([other]) => other === id);
    if (!now || keyOf(now[1]) !== keyOf(properties)) {
      return [{ kind: 'licenses', what: `the table of licenses (${id}), in whose place an empty one comes` }];
    }
    return now[2] === 'Retain'
      ? []
      : [
          {
            kind: 'licenses',
            what: `the protection of the table of licenses (${id}): it would go with its stack`,
          },
        ];
  });

const lostAddress = (before: ComparedTemplate, after: ComparedTemplate): Loss[] => {
  const apis = new Set(ofType(after, 'AWS::ApiGateway::RestApi').map(([id]) => id));
  return [
    ...gone(before, after, 'AWS::ApiGateway::Stage', 'StageName').map(
      (stage): Loss => ({
        kind: 'stage',
        what: `the stage "${stage}", which stands in every caller's address`,
      }),
    ),
    ...ofType(before, 'AWS::ApiGateway::RestApi')
      .filter(([id]) => !apis.has(id))
      .map(([id]): Loss => ({ kind: 'stage', what: `the API (${id}) with its address` })),
  ];
};

/** All actions of all alarms; an alarm that goes takes nothing of it with it. */
const listeners = (template: ComparedTemplate): Set<string> =>
  new Set([
    ...ofType(template, 'AWS::CloudWatch::Alarm')
      .flatMap(([, { AlarmActions }]) => (AlarmActions as unknown[] | undefined) ?? [])
      .filter((action) => typeof action === 'string'),
    ...ofType(template, 'AWS::SNS::Subscription').map(([, { Endpoint }]) => String(Endpoint)),
  ]);

/** One of the owner's own may take the place of the deployment's. */
const lostWebAcls = (before: ComparedTemplate, after: ComparedTemplate): Loss[] => {
  const type = 'AWS::WAFv2::WebACLAssociation';
  const hasAny = ofType(after, type).length > 0;
  return gone(before, after, type, 'WebACLArn').flatMap((acl): Loss[] => {
    if (acl.startsWith('arn:')) return [{ kind: 'webAcl', what: `the web ACL ${acl} before the API` }];
    return hasAny ? [] : [{ kind: 'webAcl', what: 'the limit of calls that one address may make' }];
  });
};

/** What somebody relies on and has no more after an update from the one template to the other. */
export const lossesBetween = (before: ComparedTemplate, after: ComparedTemplate): Loss[] => {
  const told = listeners(after);
  return [
    ...gone(before, after, 'AWS::ApiGateway::DomainName', 'DomainName').map(
      (domain): Loss => ({ kind: 'domain', what: `the domain name ${domain}` }),
    ),
    ...lostAddress(before, after),
    ...lostLicenses(before, after),
    ...[...listeners(before)]
      .filter((listener) => !told.has(listener))
      .map((listener): Loss => ({ kind: 'alarms', what: `the notice of alarms to ${listener}` })),
    ...lostWebAcls(before, after),
  ];
};
