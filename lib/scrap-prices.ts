import { CfnOutput, RemovalPolicy, Stack, Tags, Validations } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import type { Metric, MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import {
  type Grant,
  type IGrantable,
  ManagedPolicy,
  PermissionsBoundary,
  PolicyStatement,
  ServicePrincipal,
} from 'aws-cdk-lib/aws-iam';
import { type IKey, Key } from 'aws-cdk-lib/aws-kms';
import { Architecture, type IFunction } from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { type ITopic, Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct, type IConstruct } from 'constructs';
import { deriveTimings } from '../lambdas/domain/timing.ts';
import { bundlerFor } from './bundler.ts';
import { queueConcurrency, reservedRenderers } from './concurrency.ts';
import { AddressLimit } from './constructs/address-limit.ts';
import { Alarms } from './constructs/alarms.ts';
import { Api } from './constructs/api.ts';
import { CustomDomain } from './constructs/custom-domain.ts';
import { DeliveryQueue, deliveryTimeoutSeconds } from './constructs/delivery-queue.ts';
import { grantExports, hasExports } from './constructs/exports.ts';
import { closingTimeoutSeconds, ScrapeQueue } from './constructs/scrape-queue.ts';
import { ServiceDashboard } from './constructs/service-dashboard.ts';
import { ServiceFunction } from './constructs/service-function.ts';
import { serviceMetricsOf } from './constructs/service-metrics.ts';
import { Tables } from './constructs/tables.ts';
import { Watches } from './constructs/watches.ts';
import { readSellingSites } from './selling-site-registry.ts';
import { parseSettings, type Settings, type SettingsInput } from './settings.ts';
import { settle } from './settle.ts';

/**
 * The settings of a deployment, all optional. `auto` reserves nothing, because a construct does not know the account;
 * `sellingSitesFile` is relative to the working directory.
 */
export interface ScrapPricesProps extends SettingsInput {
  /** Distinguishes the metrics of several deployments in an account. Default: the name of the stack. */
  readonly deploymentName?: string;
}

/** API Gateway gives up after 29 s. A status call may be held for 20 s (`Prefer: wait`). */
const apiTimeoutSeconds = 27;

/** Mostly reads one item; less memory would slow down its cold start. */
const closingMemoryMb = 512;
/** Holds up to ten bodies of 6 MB, each as text, bytes and source objects. */
const deliveryMemoryMb = 512;

/** Creates or imports the topic for alarms; `undefined` without a recipient. */
const alarmTopic = (scope: Construct, { alarmEmail, alarmTopicArn }: Settings): ITopic | undefined => {
  if (alarmTopicArn !== '') return Topic.fromTopicArn(scope, 'AlarmTopic', alarmTopicArn);
  if (alarmEmail === '') return undefined;
  const topic = new Topic(scope, 'AlarmTopic', { enforceSSL: true });
  // A custom policy replaces the default one, which lets CloudWatch publish.
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
    reason: 'There is no fallback for undeliverable mail; alarms are also visible in CloudWatch.',
  });
  return topic;
};

const limitsAddresses = ({ webAclArn, callsPerAddress }: Settings): boolean =>
  webAclArn === '' && callsPerAddress > 0;

/** Attaches the owner's web ACL, or one that limits calls per address. */
const placeWebAcl = (scope: Construct, api: RestApi, settings: Settings): void => {
  const webAclArn = limitsAddresses(settings)
    ? new AddressLimit(scope, 'AddressLimit', { callsPerMinute: settings.callsPerAddress }).webAclArn
    : settings.webAclArn;
  if (webAclArn === '') return;
  new CfnWebACLAssociation(scope, 'WebAcl', { resourceArn: api.deploymentStage.stageArn, webAclArn });
};

/** Protects the stack from deletion, or that which contains it. */
const protect = (stack: Stack): void => {
  if (stack.nestedStackParent) protect(stack.nestedStackParent);
  else stack.terminationProtection = true;
};

/** Applies the settings that concern every resource. */
const applyToAll = (
  scope: Construct,
  { removalPolicy, tags, permissionsBoundary: boundary }: ReturnType<typeof settle>,
): void => {
  if (removalPolicy === 'retain') protect(Stack.of(scope));
  for (const [name, value] of Object.entries(tags)) Tags.of(scope).add(name, value);
  if (boundary === '') return;
  PermissionsBoundary.of(scope).apply(
    boundary.startsWith('arn:')
      ? ManagedPolicy.fromManagedPolicyArn(scope, 'Boundary', boundary)
      : ManagedPolicy.fromManagedPolicyName(scope, 'Boundary', boundary),
  );
};

const ownKey = (scope: Construct, { kmsKeyArn }: Pick<Settings, 'kmsKeyArn'>): IKey | undefined =>
  kmsKeyArn === '' ? undefined : Key.fromKeyArn(scope, 'Key', kmsKeyArn);

/** All functions use tables, except the renderer. */
const grantKey = (key: IKey | undefined, { renderer: _, ...others }: ScrapPrices['functions']): void => {
  // `grantEncryptDecrypt` would add wildcards.
  const actions = ['Decrypt', 'Encrypt', 'GenerateDataKey', 'ReEncryptFrom', 'ReEncryptTo', 'DescribeKey'];
  for (const fn of Object.values(others)) key?.grant(fn, ...actions.map((action) => `kms:${action}`));
};

/** The address that works with every setting. */
const firstAddress = (
  { api, url }: ScrapPrices,
  { disableExecuteApiEndpoint }: Pick<Settings, 'disableExecuteApiEndpoint'>,
): string => (disableExecuteApiEndpoint ? url : api.url);

/** @throws Error if the stack has another service. */
const refuseSecond = (service: ScrapPrices): void => {
  const stack = Stack.of(service);
  const isOther = (one: IConstruct) =>
    one instanceof ScrapPrices && one !== service && Stack.of(one) === stack;
  const other = stack.node.findAll().find(isOther);
  if (other === undefined) return;
  throw new Error(
    `A stack can contain only one ScrapPrices, since the command line finds it by the stack's outputs: ${other.node.path} is already in this one. Put ${service.node.path} into a stack of its own.`,
  );
};

/** Adds an output that the command line finds by its name. */
const addOutput = (scope: Construct, name: string, value: string, description = 'For the command line') =>
  new CfnOutput(scope, name, { value, description }).overrideLogicalId(name);

const addFunctionOutputs = (
  scope: Construct,
  services: Record<string, ServiceFunction>,
  watches: Watches | undefined,
): void => {
  const watching = watches && { Watches: watches.keeper, Watcher: watches.runner };
  for (const [name, { function: fn, logGroup }] of Object.entries({ ...services, ...watching })) {
    addOutput(scope, `${name}FunctionName`, fn.functionName);
    const description = 'Log of the function, for the command line and the runbook';
    addOutput(scope, `${name}LogGroup`, logGroup.logGroupName, description);
  }
  if (!watches) return;
  addOutput(scope, 'WatchesTable', watches.table.tableName);
  addOutput(scope, 'WatchScheduleGroup', watches.groupName);
  addOutput(scope, 'WatchDeadLetterQueueUrl', watches.deadLetterQueue.queueUrl, 'For the runbook');
};

/**
 * The whole service. A stack can contain only one, because the command line finds it by the stack's outputs.
 */
export class ScrapPrices extends Construct {
  readonly api: RestApi;
  /** Base address of the API, with a trailing slash. */
  readonly url: string;
  readonly tables: {
    readonly requests: ITable;
    readonly licenses: ITable;
    readonly usage: ITable;
    readonly deliveries: ITable;
    /** Absent without `watches`, like the other members for watches. */
    readonly watches?: ITable;
  };
  readonly queues: {
    readonly scrape: IQueue;
    readonly scrapeDeadLetters: IQueue;
    readonly closing: IQueue;
    readonly delivery: IQueue;
    readonly deliveryDeadLetters: IQueue;
    readonly watches?: IQueue;
    readonly watchDeadLetters?: IQueue;
  };
  readonly functions: {
    readonly queue: IFunction;
    readonly status: IFunction;
    readonly scraper: IFunction;
    readonly renderer: IFunction;
    readonly closing: IFunction;
    readonly delivery: IFunction;
    readonly watches?: IFunction;
    readonly watcher?: IFunction;
  };
  readonly #metric: ReturnType<typeof serviceMetricsOf>;

  /** @throws Error that names every invalid setting, or the first service of the stack. */
  constructor(scope: Construct, id: string, props: ScrapPricesProps = {}) {
    super(scope, id);
    refuseSecond(this);
    const { deploymentName: deployment = Stack.of(this).stackName, ...given } = props;
    // The account is unknown here; an app that knows it resolves `auto` itself.
    const settings = settle(parseSettings(given), {});
    applyToAll(this, settings);
    const timings = deriveTimings(settings);
    const concurrency = queueConcurrency(settings);
    const removalPolicy = settings.removalPolicy === 'retain' ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
    const logRetention = settings.logRetentionDays as RetentionDays;
    const registry = readSellingSites(settings.sellingSitesFile);
    const bundleFunction = bundlerFor(this);

    const key = ownKey(this, settings);
    const { requests, licenses, usage, deliveries } = new Tables(this, 'Tables', {
      removalPolicy,
      key,
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
    const common = { logRetention, removalPolicy, logLevel: settings.logLevel, deployment };
    const apiFunction = {
      ...common,
      architecture: Architecture.ARM_64,
      memoryMb: settings.apiMemoryMb,
      timeoutSeconds: apiTimeoutSeconds,
    };
    const callFunction = { ...apiFunction, reservedConcurrency: settings.apiReservedConcurrency };

    const queueFunction = new ServiceFunction(this, 'QueueFunction', {
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
        cell: String(settings.cell),
        exportsToOperator: String(hasExports(settings)),
        statusCallsPerMinute: String(settings.statusCallsPerMinute),
        allowedOrigins: settings.allowedOrigins.join(','),
      },
    });
    const statusFunction = new ServiceFunction(this, 'StatusFunction', {
      ...callFunction,
      codeFolder: bundleFunction('status', registry),
      variables: {
        ...durations,
        requestsTable: requests.tableName,
        licensesTable: licenses.tableName,
        deliveriesTable: deliveries.tableName,
        usageTable: usage.tableName,
        maxHeldCalls: String(settings.maxHeldCalls),
        statusCallsPerMinute: String(settings.statusCallsPerMinute),
        allowedOrigins: settings.allowedOrigins.join(','),
      },
    });
    // Treat the browser as compromised: without a sandbox, it gets no permissions and no secrets.
    const rendererFunction = new ServiceFunction(this, 'RendererFunction', {
      ...common,
      // Chromium is built for x86_64 only.
      architecture: Architecture.X86_64,
      memoryMb: settings.rendererMemoryMb,
      // Chromium takes 210 MB. The part beyond 512 MB costs a two-thousandth of the memory.
      diskMb: 1_024,
      // The scraper, which waits for it, has no more.
      timeoutSeconds: timings.functionTimeoutSeconds,
      codeFolder: bundleFunction('renderer', registry),
      // So that busy renderers cannot use up what other functions need.
      reservedConcurrency: reservedRenderers(settings),
      variables: {},
      hasNoPermissions: true,
    });
    const scraperFunction = new ServiceFunction(this, 'ScraperFunction', {
      ...common,
      architecture: Architecture.ARM_64,
      memoryMb: settings.scraperMemoryMb,
      timeoutSeconds: timings.functionTimeoutSeconds,
      codeFolder: bundleFunction('scraper', registry),
      // A group that waits for a host is sent again as a new message, because the receive count is for crashes.
      allowsRecursion: true,
      variables: {
        ...durations,
        requestsTable: requests.tableName,
        scrapeQueueUrl: queue.queueUrl,
        deliveryQueueUrl: deliveryQueue.queueUrl,
        rendererFunction: rendererFunction.function.functionName,
        renderersPerScraper: String(settings.renderersPerScraper),
        functionTimeoutSeconds: String(timings.functionTimeoutSeconds),
        allowedTargets: settings.allowedTargets.join(','),
        userAgent: settings.userAgent,
        userAgentLink: settings.userAgentLink,
        robotsPolicy: settings.robotsPolicy,
        maxFetchesPerHost: String(settings.maxFetchesPerHost),
        maxBrowserPages: String(settings.maxBrowserPages),
      },
    });

    const closingFunction = new ServiceFunction(this, 'ClosingFunction', {
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
    const deliveryFunction = new ServiceFunction(this, 'DeliveryFunction', {
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
        deliveryDeadLetterQueueArn: deliveryDeadLetters.queueArn,
        deliveryScheduleGroup: tries.scheduleGroup.ref,
        deliverySchedulerRoleArn: tries.schedulerRole.roleArn,
        webhookRetrySeconds: settings.webhookRetrySeconds.join(','),
        webhooksPerMinute: String(settings.webhooksPerMinute),
        // The other half only serves fast receivers.
        slowDeliverers: String(Math.floor(concurrency.delivery / 2)),
        deliverBucket: settings.deliverBucket,
        deliverBus: settings.deliverBus,
        functionTimeoutSeconds: String(deliveryTimeoutSeconds),
        userAgentLink: settings.userAgentLink,
      },
    });

    const [onQueue, onStatus, onScraper, onClosing, onDelivery] = [
      queueFunction,
      statusFunction,
      scraperFunction,
      closingFunction,
      deliveryFunction,
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
        resources: [rendererFunction.function.functionArn],
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
    // Counts resends.
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

    const watches = settings.watches
      ? new Watches(this, 'Watches', {
          settings,
          apiFunction: callFunction,
          common,
          registry,
          variables: { durations, reach },
          tables: { requests, licenses, usage },
          queues: { queue, closingQueue, deliveryQueue },
          key,
          timings,
        })
      : undefined;
    this.tables = { requests, licenses, usage, deliveries, ...(watches && { watches: watches.table }) };
    this.queues = {
      scrape: queue,
      scrapeDeadLetters: deadLetterQueue,
      closing: closingQueue,
      delivery: deliveryQueue,
      deliveryDeadLetters,
      ...(watches && { watches: watches.queue, watchDeadLetters: watches.deadLetterQueue }),
    };
    this.functions = {
      queue: onQueue!,
      status: onStatus!,
      scraper: onScraper!,
      renderer: rendererFunction.function,
      closing: onClosing!,
      delivery: onDelivery!,
      ...(watches && { watches: watches.keeper.function, watcher: watches.runner.function }),
    };
    this.#metric = serviceMetricsOf(deployment);
    grantKey(key, this.functions);

    const consumers = [onScraper!, onClosing!, onDelivery!, this.functions.watcher].filter(
      (fn) => fn !== undefined,
    );
    for (const consumer of consumers) {
      Validations.of(consumer).acknowledge({
        id: 'Serverless::Serverless-LambdaEventSourceMappingDestination',
        reason: 'For SQS, failed messages go to the dead-letter queue of the queue, if it has one.',
      });
    }

    const consoleFunction = settings.console
      ? new ServiceFunction(this, 'ConsoleFunction', {
          ...apiFunction,
          codeFolder: bundleFunction('console', registry),
          variables: {},
        })
      : undefined;
    const { api } = new Api(this, 'Api', {
      ...common,
      stage: settings.stage,
      setsLogRole: settings.apiGatewayLogRole,
      disableExecuteApiEndpoint: settings.disableExecuteApiEndpoint,
      queueFunction: onQueue!,
      statusFunction: onStatus!,
      watchesFunction: this.functions.watches,
      consoleFunction: consoleFunction?.function,
      throttleRatePerSecond: settings.throttleRatePerSecond,
      throttleBurst: settings.throttleBurst,
      limitsAddresses: limitsAddresses(settings),
      allowedOrigins: settings.allowedOrigins,
    });

    const alarmProps = {
      api,
      functions: this.functions,
      watchDeadLetters: watches?.deadLetterQueue,
      queue,
      deadLetterQueue,
      deliveryQueue,
      deliveryDeadLetters,
      exports: hasExports(settings),
      deployment,
    };
    const { alarms } = new Alarms(this, 'Alarms', {
      ...alarmProps,
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

    this.api = api;
    this.url = settings.domainName === '' ? api.url : `https://${settings.domainName}/`;

    const recipient = settings.alarmTopicArn || settings.alarmEmail;
    addOutput(this, 'AlarmsTell', recipient || 'nobody', 'Who is notified of alarms');
    addOutput(this, 'Deployment', deployment, 'Name of the deployment');
    addOutput(this, 'BaseUrl', firstAddress(this, settings), 'Base address of the API');
    if (consoleFunction)
      addOutput(this, 'ConsoleUrl', `${this.url}console/index.html`, 'The console, for people');
    addOutput(this, 'LicensesTable', licenses.tableName);
    addOutput(this, 'ScrapeQueueUrl', queue.queueUrl);
    addOutput(this, 'DeadLetterQueueUrl', deadLetterQueue.queueUrl);
    addOutput(this, 'DeliveryDeadLetterQueueUrl', deliveryDeadLetters.queueUrl, 'For the runbook');
    addFunctionOutputs(
      this,
      {
        Queue: queueFunction,
        Status: statusFunction,
        Scraper: scraperFunction,
        Renderer: rendererFunction,
        Closing: closingFunction,
        Delivery: deliveryFunction,
      },
      watches,
    );
  }

  /** Grants access to create, read, change and delete licenses. */
  grantManageLicenses(grantee: IGrantable): Grant {
    return this.tables.licenses.grant(
      grantee,
      'dynamodb:GetItem',
      'dynamodb:PutItem',
      'dynamodb:UpdateItem',
      'dynamodb:DeleteItem',
    );
  }

  /** Grants access to read, delete and redrive dead letters. */
  grantManageDeadLetters(grantee: IGrantable): void {
    const { scrape, scrapeDeadLetters, delivery, deliveryDeadLetters, watches, watchDeadLetters } =
      this.queues;
    for (const queue of [scrape, delivery, watches]) queue?.grantSendMessages(grantee);
    for (const queue of [scrapeDeadLetters, deliveryDeadLetters, watchDeadLetters]) {
      queue?.grantConsumeMessages(grantee);
      queue?.grant(grantee, 'sqs:StartMessageMoveTask', 'sqs:ListMessageMoveTasks');
    }
  }

  /** Accepted requests. By default the sum over five minutes, like all counts. */
  metricRequestsQueued(options?: MetricOptions): Metric {
    return this.#metric('queue', 'requestsQueued').with(options ?? {});
  }

  /** Completed requests. */
  metricRequestsCompleted(options?: MetricOptions): Metric {
    return this.#metric('scraper', 'requestsCompleted').with(options ?? {});
  }

  /** Milliseconds from queueing to completion. By default the 95th percentile of five minutes. */
  metricCompletionTime(options?: MetricOptions): Metric {
    return this.#metric('scraper', 'completionTime', 'p95').with(options ?? {});
  }

  /**
   * Scraped sites.
   *
   * @param outcome - as in results, e.g. `Priced`.
   */
  metricSites(outcome: string, options?: MetricOptions): Metric {
    return this.#metric('scraper', 'sites', 'Sum', { Outcome: outcome }).with(options ?? {});
  }
}
