import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';

export interface AddressLimitProps {
  /** Calls that one address may make in a minute. */
  callsPerMinute: number;
}

/**
 * A web ACL that refuses the calls of an address that makes too many, before they take of the throttle that all callers
 * share. AWS counts by estimate and some seconds late, and refuses until the rate has gone down.
 *
 * @see https://docs.aws.amazon.com/waf/latest/developerguide/waf-rule-statement-type-rate-based.html
 */
export class AddressLimit extends Construct {
  readonly webAclArn: string;

  constructor(scope: Construct, id: string, { callsPerMinute }: AddressLimitProps) {
    super(scope, id);
    const visibilityConfig = (metricName: string) => ({
      metricName,
      cloudWatchMetricsEnabled: true,
      // Samples show headers, which hold license keys.
      sampledRequestsEnabled: false,
    });
    const webAcl = new CfnWebACL(this, 'WebAcl', {
      scope: 'REGIONAL',
      description: 'scrap-prices: refuses addresses that make too many calls',
      defaultAction: { allow: {} },
      rules: [
        {
          name: 'CallsPerAddress',
          priority: 0,
          action: { block: {} },
          statement: {
            rateBasedStatement: { aggregateKeyType: 'IP', limit: callsPerMinute, evaluationWindowSec: 60 },
          },
          visibilityConfig: visibilityConfig('CallsPerAddress'),
        },
      ],
      visibilityConfig: visibilityConfig('WebAcl'),
    });
    this.webAclArn = webAcl.attrArn;
  }
}
