import { RemovalPolicy, Validations } from 'aws-cdk-lib';
import { AttributeType, BillingMode, type ITable, Table, TableEncryption } from 'aws-cdk-lib/aws-dynamodb';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';

export interface TablesProps {
  /** For requests and counters, which live for minutes. */
  removalPolicy: RemovalPolicy;
  /** Owner's key; absent: the one that AWS owns. */
  key: IKey | undefined;
  /** Name of an existing licenses table; empty: the stack creates one. */
  licensesTable: string;
}

/** TTL attribute, for garbage collection only. */
export const timeToLiveAttribute = 'ExpiresAtEpochSeconds';

/** AWS bills requests of the key that it manages (`AWS_MANAGED`), but not those of the one that it owns. */
export const encryptionWith = (key: IKey | undefined) =>
  key === undefined
    ? { encryption: TableEncryption.DEFAULT }
    : { encryption: TableEncryption.CUSTOMER_MANAGED, encryptionKey: key };

/** The service's state: requests by identifier, licenses by UID, quota counters, records of deliveries. */
export class Tables extends Construct {
  readonly requests: Table;
  readonly licenses: ITable;
  readonly usage: Table;
  readonly deliveries: Table;

  constructor(scope: Construct, id: string, { removalPolicy, key: ownKey, licensesTable }: TablesProps) {
    super(scope, id);
    // Backups would keep data for 35 days that must be gone after minutes, so expiring tables have none.
    const table = (name: string, key: string, policy: RemovalPolicy, expires: boolean) =>
      new Table(this, name, {
        partitionKey: { name: key, type: AttributeType.STRING },
        billingMode: BillingMode.PAY_PER_REQUEST,
        ...encryptionWith(ownKey),
        pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: !expires },
        removalPolicy: policy,
        deletionProtection: policy !== RemovalPolicy.DESTROY,
        ...(expires ? { timeToLiveAttribute } : {}),
      });
    this.requests = table('Requests', 'RequestId', removalPolicy, true);
    // Losing licenses would lock every caller out, so they outlive the stack.
    this.licenses =
      licensesTable === ''
        ? table('Licenses', 'UID', RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE, false)
        : Table.fromTableName(this, 'AdoptedLicenses', licensesTable);
    this.usage = table('Usage', 'UsageKey', removalPolicy, true);
    this.deliveries = table('Deliveries', 'RequestId', removalPolicy, true);
    for (const expiring of [this.requests, this.usage, this.deliveries]) {
      Validations.of(expiring).acknowledge({
        id: 'AwsSolutions::AwsSolutions-DDB3',
        reason:
          'Its items must be gone after minutes, and a backup would keep them for 35 days. Licenses have one.',
      });
    }
  }
}
