import { CfnOutput, RemovalPolicy, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture } from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { type ITopic, Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import { deriveTimings } from '../lambdas/domain/timing.ts';
import { bundlerFor } from './bundler.ts';
import { apiSharesOf, queueConcurrency } from './concurrency.ts';
import { AddressLimit } from './constructs/address-limit.ts';
import { Alarms } from './constructs/alarms.ts';
import { Api } from './constructs/api.ts';
import { CustomDomain } from './constructs/custom-domain.ts';
import { DeliveryQueue, deliveryTimeoutSeconds } from './constructs/delivery-queue.ts';
import { grantExports, hasExports } from './constructs/exports.ts';
import { closingTimeoutSeconds, ScrapeQueue } from './constructs/scrape-queue.ts';
import { ServiceDashboard } from './constructs/service-dashboard.ts';
import { ServiceFunction } from './constructs/service-function.ts';
import { Tables } from './constructs/tables.ts';
import { Watches, type WatchesProps } from './constructs/watches.ts';
import type { Deployment } from './deployments.ts';
import { readSellingSites } from './selling-site-registry.ts';
import type { Settings } from './settings.ts';

export interface ScrapPricesStackProps extends StackProps {
  deployment: Deployment;
}

/** API Gateway gives up after 29 s. A status call may be held for 20 s (`Prefer: wait`). */
const apiTimeoutSeconds = 27;

/** It reads an item and mostly does nothing more; with less memory it would begin slowly. */
const closingMemoryMb = 512;
/** It may have ten bodies of 6 MB in hand, each as text, as bytes and as what it was made of. */
const deliveryMemoryMb = 512;

/** Where alarms go; `undefined` when the deployment names nobody. */
const alarmTopic = (scope: Construct, { alarmEmail, alarmTopicArn }: Settings): ITopic | undefined => {
  if (alarmTopicArn !== '') return Topic.fromTopicArn(scope, 'AlarmTopic', alarmTopicArn);
  if (alarmEmail === '') return undefined;
  const topic = new Topic(scope, 'AlarmTopic', { enforceSSL: true });
  // A policy of one's own takes the place of the default one, which lets CloudWatch publish.
  topic.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(topic).account } },
    }),
  );
  topic.addSubscription(new EmailSubscription(alarmEmail));
  Validations.of(topic).acknowledge({
    id: 'Serverless::Serverless-SNSRedrivePolicy',
    reason:
      'A notice that no mail server takes has nowhere else to go; alarms are seen in CloudWatch all the same.',
  });
  return topic;
};

const limitsAddresses = ({ webAclArn, callsPerAddress }: Settings): boolean =>
  webAclArn === '' && callsPerAddress > 0;

/** Puts the web ACL before the API that the deployment names, or one that limits addresses. */
const placeWebAcl = (stack: Stack, api: RestApi, settings: Settings): void => {
  const webAclArn = limitsAddresses(settings)
    ? new AddressLimit(stack, 'AddressLimit', { callsPerMinute: settings.callsPerAddress }).webAclArn
    : settings.webAclArn;
  if (webAclArn === '') return;
  new CfnWebACLAssociation(stack, 'WebAcl', { resourceArn: api.deploymentStage.stageArn, webAclArn });
};

/** Resources of watches; `undefined` if the deployment has none. */
const watchesOf = (stack: Stack, props: WatchesProps): Watches | undefined => {
  if (!props.settings.watches) return undefined;
  const watches = new Watches(stack, 'Watches', props);
  new CfnOutput(stack, 'WatchesTable', {
    value: watches.table.tableName,
    description: 'For the command line',
  });
  new CfnOutput(stack, 'WatchScheduleGroup', {
    value: watches.groupName,
    description: 'For the command line',
  });
  new CfnOutput(stack, 'WatchDeadLetterQueueUrl', {
    value: watches.deadLetterQueue.queueUrl,
    description: 'For the runbook',
  });
  return watches;
};

const functionsOf = (watches: Watches | undefined) =>
  watches && { watches: watches.keeper.function, watcher: watches.runner.function };

/** Functions that have their names and logs among the stack's outputs. */
const namedFunctionsOf = (stack: ScrapPricesStack): Record<string, ServiceFunction> => ({
  Queue: stack.queueFunction,
  Status: stack.statusFunction,
  Scraper: stack.scraperFunction,
  Renderer: stack.rendererFunction,
  Closing: stack.closingFunction,
  Delivery: stack.deliveryFunction,
  ...(stack.watches && { Watches: stack.watches.keeper, Watcher: stack.watches.runner }),
});

/** The whole service. */
export class ScrapPricesStack extends Stack {
  readonly queueFunction: ServiceFunction;
  readonly statusFunction: ServiceFunction;
  readonly scraperFunction: ServiceFunction;
  readonly rendererFunction: ServiceFunction;
  readonly closingFunction: ServiceFunction;
  readonly deliveryFunction: ServiceFunction;
  /** Absent where the deployment has none. */
  readonly watches: Watches | undefined;

  constructor(scope: Construct, id: string, { deployment, ...props }: ScrapPricesStackProps) {
    const { settings } = deployment;
    super(scope, id, {
      description: 'scrap-prices: asynchronous price scraping with evidence',
      terminationProtection: settings.removalPolicy === 'retain',
      ...props,
    });
    const timings = deriveTimings(settings);
    const concurrency = queueConcurrency(settings);
    const removalPolicy = settings.removalPolicy === 'retain' ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
    const logRetention = settings.logRetentionDays as RetentionDays;
    const registry = readSellingSites(settings.sellingSitesFile);
    const bundleFunction = bundlerFor(this);

    const { requests, licenses, usage, deliveries } = new Tables(this, 'Tables', {
      removalPolicy,
      licensesTable: settings.licensesTable,
    });
    const { queue, deadLetterQueue, closingQueue } = new ScrapeQueue(this, 'Queue', { timings });
    const tries = new DeliveryQueue(this, 'Delivery', { timings });
    const { queue: deliveryQueue, deadLetterQueue: deliveryDeadLetters } = tries;

    const durations = {
      processingWindowSeconds: String(settings.processingWindowSeconds),
      retentionSeconds: String(settings.retentionSeconds),
    };
    const reach = {
      allowedTargets: settings.allowedTargets.join(','),
      webhookHttp: String(settings.webhookHttp),
    };
    const common = { logRetention, removalPolicy, logLevel: settings.logLevel, deployment: deployment.name };
    const apiFunction = {
      ...common,
      architecture: Architecture.ARM_64,
      memoryMb: settings.apiMemoryMb,
      timeoutSeconds: apiTimeoutSeconds,
    };
    // The account's limits are applied earlier; see `withShares`.
    const shares = apiSharesOf(settings, {});
    const callFunction = { ...apiFunction, reservedConcurrency: shares.reserved };

    this.queueFunction = new ServiceFunction(this, 'QueueFunction', {
      ...callFunction,
      codeFolder: bundleFunction('queue', registry),
      variables: {
        ...durations,
        requestsTable: requests.tableName,
        licensesTable: licenses.tableName,
        usageTable: usage.tableName,
        deliveriesTable: deliveries.tableName,
        scrapeQueueUrl: queue.queueUrl,
        closingQueueUrl: closingQueue.queueUrl,
        deliveryQueueUrl: deliveryQueue.queueUrl,
        ...reach,
        tellsOperator: String(hasExports(settings)),
        allowedOrigins: settings.allowedOrigins.join(','),
      },
    });
    this.statusFunction = new ServiceFunction(this, 'StatusFunction', {
      ...callFunction,
      codeFolder: bundleFunction('status', registry),
      variables: {
        ...durations,
        requestsTable: requests.tableName,
        licensesTable: licenses.tableName,
        deliveriesTable: deliveries.tableName,
        usageTable: usage.tableName,
        maxHeldCalls: String(shares.held),
        statusCallsPerMinute: String(settings.statusCallsPerMinute),
        allowedOrigins: settings.allowedOrigins.join(','),
      },
    });
    // Treat the browser as compromised: without a sandbox, it gets no permissions and no secrets.
    this.rendererFunction = new ServiceFunction(this, 'RendererFunction', {
      ...common,
      // Chromium is built for x86_64 only.
      architecture: Architecture.X86_64,
      memoryMb: settings.rendererMemoryMb,
      // Chromium itself takes 210 MB of it. The half that is not free costs a two-thousandth of the memory.
      diskMb: 1_024,
      // The scraper, which waits for it, has no more.
      timeoutSeconds: timings.functionTimeoutSeconds,
      codeFolder: bundleFunction('renderer', registry),
      variables: {},
      hasNoPermissions: true,
    });
    this.scraperFunction = new ServiceFunction(this, 'ScraperFunction', {
      ...common,
      architecture: Architecture.ARM_64,
      memoryMb: settings.scraperMemoryMb,
      timeoutSeconds: timings.functionTimeoutSeconds,
      codeFolder: bundleFunction('scraper', registry),
      // A group of sites waits for its turn at a host in ever new messages: their deliveries count crashes.
      allowsRecursion: true,
      variables: {
        ...durations,
        requestsTable: requests.tableName,
        scrapeQueueUrl: queue.queueUrl,
        deliveryQueueUrl: deliveryQueue.queueUrl,
        rendererFunction: this.rendererFunction.function.functionName,
        functionTimeoutSeconds: String(timings.functionTimeoutSeconds),
        allowedTargets: settings.allowedTargets.join(','),
        userAgent: settings.userAgent,
        userAgentLink: settings.userAgentLink,
        robotsPolicy: settings.robotsPolicy,
        maxFetchesPerHost: String(settings.maxFetchesPerHost),
        maxBrowserPages: String(settings.maxBrowserPages),
      },
    });

    this.closingFunction = new ServiceFunction(this, 'ClosingFunction', {
      ...common,
      architecture: Architecture.ARM_64,
      memoryMb: closingMemoryMb,
      timeoutSeconds: closingTimeoutSeconds,
      codeFolder: bundleFunction('closing', registry),
      variables: {
        ...durations,
        requestsTable: requests.tableName,
        closingQueueUrl: closingQueue.queueUrl,
        deliveryQueueUrl: deliveryQueue.queueUrl,
      },
    });
    this.deliveryFunction = new ServiceFunction(this, 'DeliveryFunction', {
      ...common,
      architecture: Architecture.ARM_64,
      memoryMb: deliveryMemoryMb,
      timeoutSeconds: deliveryTimeoutSeconds,
      codeFolder: bundleFunction('delivery', registry),
      variables: {
        ...durations,
        ...reach,
        requestsTable: requests.tableName,
        licensesTable: licenses.tableName,
        deliveriesTable: deliveries.tableName,
        deliveryQueueUrl: deliveryQueue.queueUrl,
        deliveryQueueArn: deliveryQueue.queueArn,
        deliveryScheduleGroup: tries.scheduleGroup.ref,
        deliverySchedulerRoleArn: tries.schedulerRole.roleArn,
        webhookRetrySeconds: settings.webhookRetrySeconds.join(','),
        webhooksPerMinute: String(settings.webhooksPerMinute),
        deliverBucket: settings.deliverBucket,
        deliverBus: settings.deliverBus,
        functionTimeoutSeconds: String(deliveryTimeoutSeconds),
        userAgentLink: settings.userAgentLink,
      },
    });

    const [onQueue, onStatus, onScraper, onClosing, onDelivery] = [
      this.queueFunction,
      this.statusFunction,
      this.scraperFunction,
      this.closingFunction,
      this.deliveryFunction,
    ].map((service) => service.function);
    requests.grant(
      onQueue!,
      'dynamodb:GetItem',
      'dynamodb:PutItem',
      'dynamodb:UpdateItem',
      'dynamodb:DeleteItem',
    );
    requests.grant(onStatus!, 'dynamodb:GetItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem');
    requests.grant(onScraper!, 'dynamodb:GetItem', 'dynamodb:UpdateItem');
    onScraper!.addToRolePolicy(
      new PolicyStatement({
        actions: ['lambda:InvokeFunction'],
        resources: [this.rendererFunction.function.functionArn],
      }),
    );
    licenses.grant(onQueue!, 'dynamodb:GetItem');
    licenses.grant(onStatus!, 'dynamodb:GetItem');
    usage.grant(onQueue!, 'dynamodb:GetItem', 'dynamodb:UpdateItem');
    usage.grant(onStatus!, 'dynamodb:GetItem', 'dynamodb:UpdateItem');
    queue.grant(onQueue!, 'sqs:SendMessage');
    requests.grant(onClosing!, 'dynamodb:GetItem', 'dynamodb:UpdateItem');
    closingQueue.grant(onQueue!, 'sqs:SendMessage');
    onClosing!.addEventSource(
      new SqsEventSource(closingQueue, {
        batchSize: 10,
        reportBatchItemFailures: true,
        maxConcurrency: concurrency.closing,
      }),
    );
    // The delivery function seals a request before it reports a failure.
    requests.grant(onDelivery!, 'dynamodb:GetItem', 'dynamodb:UpdateItem');
    licenses.grant(onDelivery!, 'dynamodb:GetItem');
    deliveries.grant(onDelivery!, 'dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem');
    deliveries.grant(onStatus!, 'dynamodb:GetItem');
    // It counts what callers want posted again.
    deliveries.grant(onQueue!, 'dynamodb:GetItem', 'dynamodb:UpdateItem');
    tries.grantScheduling(onDelivery!);
    grantExports(onDelivery!, settings);
    for (const teller of [onQueue!, onScraper!, onClosing!, onDelivery!])
      deliveryQueue.grant(teller, 'sqs:SendMessage');
    onDelivery!.addEventSource(
      new SqsEventSource(deliveryQueue, {
        batchSize: 10,
        reportBatchItemFailures: true,
        maxConcurrency: concurrency.delivery,
      }),
    );
    // Results that could not be written are sent again.
    queue.grant(onScraper!, 'sqs:SendMessage');

    onScraper!.addEventSource(
      new SqsEventSource(queue, {
        // One message holds what one browser can do; a second one would only wait for it.
        batchSize: 1,
        reportBatchItemFailures: true,
        maxConcurrency: concurrency.scraper,
      }),
    );

    this.watches = watchesOf(this, {
      settings,
      apiFunction: callFunction,
      common,
      registry,
      variables: { durations, reach },
      tables: { requests, licenses, usage },
      queues: { queue, closingQueue, deliveryQueue },
      removalPolicy,
      timings,
    });
    const watching = functionsOf(this.watches);

    const consumers = [onScraper!, onClosing!, onDelivery!, watching?.watcher].filter(
      (fn) => fn !== undefined,
    );
    for (const consumer of consumers) {
      Validations.of(consumer).acknowledge({
        id: 'Serverless::Serverless-LambdaEventSourceMappingDestination',
        reason:
          'For SQS the destination of failed messages is the dead-letter queue of the queue, if it has one.',
      });
    }

    const consoleFunction = settings.console
      ? new ServiceFunction(this, 'ConsoleFunction', {
          ...apiFunction,
          codeFolder: bundleFunction('console', registry),
          variables: {},
        })
      : undefined;
    const { api, queueMethod } = new Api(this, 'Api', {
      ...common,
      stage: settings.stage,
      setsLogRole: settings.apiGatewayLogRole,
      queueFunction: onQueue!,
      statusFunction: onStatus!,
      watchesFunction: this.watches?.keeper.function,
      consoleFunction: consoleFunction?.function,
      throttleRatePerSecond: settings.throttleRatePerSecond,
      throttleBurst: settings.throttleBurst,
      limitsAddresses: limitsAddresses(settings),
      allowedOrigins: settings.allowedOrigins,
    });

    const alarmProps = {
      api,
      functions: {
        queue: onQueue!,
        status: onStatus!,
        scraper: onScraper!,
        renderer: this.rendererFunction.function,
        closing: onClosing!,
        delivery: onDelivery!,
        ...watching,
      },
      watchDeadLetters: this.watches?.deadLetterQueue,
      queue,
      deadLetterQueue,
      deliveryQueue,
      deliveryDeadLetters,
      exports: hasExports(settings),
      deployment: deployment.name,
    };
    const { alarms } = new Alarms(this, 'Alarms', {
      ...alarmProps,
      queueMethod,
      timings,
      metricMath: settings.metricMathAlarms,
      topic: alarmTopic(this, settings),
    });
    new ServiceDashboard(this, 'Dashboard', { ...alarmProps, alarms });
    if (settings.domainName !== '') {
      const { domainName, certificateArn, hostedZoneId, hostedZoneName } = settings;
      new CustomDomain(this, 'Domain', {
        api,
        domainName,
        certificateArn,
        hostedZone: hostedZoneId === '' ? undefined : { hostedZoneId, zoneName: hostedZoneName },
      });
    }
    placeWebAcl(this, api, settings);

    const told = settings.alarmTopicArn || settings.alarmEmail;
    new CfnOutput(this, 'AlarmsTell', { value: told || 'nobody', description: 'Who is told of alarms' });
    new CfnOutput(this, 'Deployment', { value: deployment.name, description: 'Name of the deployment' });
    new CfnOutput(this, 'BaseUrl', { value: api.url, description: 'Base address of the API' });
    if (consoleFunction) {
      const base = settings.domainName === '' ? api.url : `https://${settings.domainName}/`;
      new CfnOutput(this, 'ConsoleUrl', {
        value: `${base}console/index.html`,
        description: 'The console, for people',
      });
    }
    new CfnOutput(this, 'LicensesTable', { value: licenses.tableName, description: 'For the command line' });
    new CfnOutput(this, 'ScrapeQueueUrl', { value: queue.queueUrl, description: 'For the command line' });
    new CfnOutput(this, 'DeadLetterQueueUrl', {
      value: deadLetterQueue.queueUrl,
      description: 'For the command line',
    });
    new CfnOutput(this, 'DeliveryDeadLetterQueueUrl', {
      value: deliveryDeadLetters.queueUrl,
      description: 'For the runbook',
    });
    for (const [name, service] of Object.entries(namedFunctionsOf(this))) {
      new CfnOutput(this, `${name}FunctionName`, {
        value: service.function.functionName,
        description: 'For the command line',
      });
      new CfnOutput(this, `${name}LogGroup`, {
        value: service.logGroup.logGroupName,
        description: 'Its log, for the command line and the runbook',
      });
    }
  }
}
