import { ScrapPrices } from '@scrap-prices/cdk';
import { App, Stack } from 'aws-cdk-lib';
import { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { AccountRootPrincipal, Role } from 'aws-cdk-lib/aws-iam';

const stack = new Stack(new App(), 'Prices');
const prices = new ScrapPrices(stack, 'ScrapPrices', { watches: true, retentionSeconds: 3_600 });

const operator = new Role(stack, 'Operator', { assumedBy: new AccountRootPrincipal() });
prices.grantManageLicenses(operator);
prices.grantManageDeadLetters(operator);

new Alarm(stack, 'Slow', {
  metric: prices.metricCompletionTime(),
  threshold: 60_000,
  evaluationPeriods: 3,
});
