import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';

export interface AddressLimitProps {
  /** Calls per minute and address. */
  callsPerMinute: number;
}

/**
 * A web ACL that limits calls per address before they count towards the shared throttle. AWS counts approximately and some
 * seconds late, and blocks until the rate has dropped.
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
