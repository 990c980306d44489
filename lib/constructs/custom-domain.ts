import { CfnOutput } from 'aws-cdk-lib';
import { DomainName, EndpointType, type RestApi, SecurityPolicy } from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { ApiGatewayDomain } from 'aws-cdk-lib/aws-route53-targets';
import { Construct } from 'constructs';

export interface CustomDomainProps {
  api: RestApi;
  /** e.g. `prices.example.com`. */
  domainName: string;
  /** Certificate in the stack's region. */
  certificateArn: string;
  /** Zone for its DNS record; absent: the owner creates a record that points to `target`. */
  hostedZone?: { hostedZoneId: string; zoneName: string } | undefined;
}

/** A custom domain of the API. It maps to the stage, so paths do not include it. */
export class CustomDomain extends Construct {
  constructor(scope: Construct, id: string, props: CustomDomainProps) {
    super(scope, id);
    const { api, domainName, certificateArn, hostedZone } = props;
    const domain = new DomainName(this, 'DomainName', {
      domainName,
      certificate: Certificate.fromCertificateArn(this, 'Certificate', certificateArn),
      // As the API itself; an edge-optimized one would need its certificate in us-east-1.
      endpointType: EndpointType.REGIONAL,
      securityPolicy: SecurityPolicy.TLS_1_2,
    });
    domain.addBasePathMapping(api, { stage: api.deploymentStage });
    if (hostedZone) {
      new ARecord(this, 'Record', {
        zone: HostedZone.fromHostedZoneAttributes(this, 'Zone', hostedZone),
        recordName: `${domainName}.`,
        target: RecordTarget.fromAlias(new ApiGatewayDomain(domain)),
      });
    }
    new CfnOutput(this, 'Url', {
      value: `https://${domainName}/`,
      description: 'Address of the API',
    }).overrideLogicalId('CustomBaseUrl');
    new CfnOutput(this, 'Target', {
      value: domain.domainNameAliasDomainName,
      description: 'Target for the domain’s DNS record (CNAME)',
    }).overrideLogicalId('CustomDomainTarget');
  }
}
