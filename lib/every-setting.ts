/** Settings that enable every optional part of the template, for its checks. */
export const everySetting: Readonly<Record<string, unknown>> = {
  domainName: 'prices.example.com',
  certificateArn: 'arn:aws:acm:eu-west-1:123456789012:certificate/x',
  hostedZoneId: 'Z0123456789ABC',
  hostedZoneName: 'example.com',
  alarmEmail: 'ops@example.com',
  webAclArn: 'arn:aws:wafv2:eu-west-1:123456789012:regional/webacl/x/y',
  apiReservedConcurrency: 2,
  allowedOrigins: ['https://a.example'],
  removalPolicy: 'retain',
  console: true,
  watches: true,
  deliverBucket: 'acme-prices',
  deliverBus: 'arn:aws:events:eu-west-1:123456789012:event-bus/prices',
};
