import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { CloudWatchClient, DescribeAlarmsCommand, SetAlarmStateCommand } from '@aws-sdk/client-cloudwatch';
import {
  DeleteFunctionConcurrencyCommand,
  GetFunctionConfigurationCommand,
  LambdaClient,
  ListEventSourceMappingsCommand,
  PutFunctionConcurrencyCommand,
  UpdateEventSourceMappingCommand,
  UpdateFunctionConfigurationCommand,
} from '@aws-sdk/client-lambda';
import { GetQueueAttributesCommand, SetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { CheckName } from '../../cli/doctor/finding.ts';
import { environment } from '../../lambdas/environment.ts';

type Undo = () => Promise<unknown>;
type Outputs = Readonly<Record<string, string>>;

/** A deliberate fault in a deployed stack, and the doctor's expected finding. */
export interface PlantedFault {
  name: string;
  checks: CheckName[];
  /** Overrides in the deployment's file, without a change of the stack. */
  file?: Record<string, unknown>;
  plant?: (outputs: Outputs) => Promise<Undo>;
  says: RegExp;
  /** Time limit of a scrape that should fail. */
  within?: string;
}

const lambda = (): LambdaClient => new LambdaClient({});
const sqs = (): SQSClient => new SQSClient({ useQueueUrlAsEndpoint: false });

/** Changes variables of a function; `undefined` removes one. */
const withVariables =
  (output: string, variables: Record<string, string | undefined>) =>
  async (outputs: Outputs): Promise<Undo> => {
    const FunctionName = outputs[output]!;
    const client = lambda();
    const { Environment } = await client.send(new GetFunctionConfigurationCommand({ FunctionName }));
    const before = Environment?.Variables ?? {};
    const set = (Variables: Record<string, string>) =>
      client.send(new UpdateFunctionConfigurationCommand({ FunctionName, Environment: { Variables } }));
    const planted = { ...before, ...variables };
    await set(
      Object.fromEntries(
        Object.entries(planted).filter((entry): entry is [string, string] => entry[1] !== undefined),
      ),
    );
    return () => set(before);
  };

const withMemory =
  (output: string, memoryMb: number) =>
  async (outputs: Outputs): Promise<Undo> => {
    const FunctionName = outputs[output]!;
    const client = lambda();
    const { MemorySize } = await client.send(new GetFunctionConfigurationCommand({ FunctionName }));
    const set = (size: number | undefined) =>
      client.send(new UpdateFunctionConfigurationCommand({ FunctionName, MemorySize: size }));
    await set(memoryMb);
    return () => set(MemorySize);
  };

const withoutConcurrency =
  (output: string) =>
  async (outputs: Outputs): Promise<Undo> => {
    const FunctionName = outputs[output]!;
    await lambda().send(new PutFunctionConcurrencyCommand({ FunctionName, ReservedConcurrentExecutions: 0 }));
    return () => lambda().send(new DeleteFunctionConcurrencyCommand({ FunctionName }));
  };

const withoutEventSource = async (outputs: Outputs): Promise<Undo> => {
  const { EventSourceMappings = [] } = await lambda().send(
    new ListEventSourceMappingsCommand({ FunctionName: outputs.ScraperFunctionName }),
  );
  const enable = (Enabled: boolean) =>
    Promise.all(
      EventSourceMappings.map(({ UUID }) =>
        lambda().send(new UpdateEventSourceMappingCommand({ UUID, Enabled })),
      ),
    );
  await enable(false);
  return () => enable(true);
};

const withQueueAttribute =
  (name: 'VisibilityTimeout' | 'RedrivePolicy', value: string) =>
  async (outputs: Outputs): Promise<Undo> => {
    const QueueUrl = outputs.ScrapeQueueUrl;
    const { Attributes = {} } = await sqs().send(
      new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }),
    );
    const set = (text: string) =>
      sqs().send(new SetQueueAttributesCommand({ QueueUrl, Attributes: { [name]: text } }));
    await set(value);
    return () => set(Attributes[name] ?? '');
  };

/** A server that denies every call like AWS, and prints its port. */
const refusingServer = `
const server = require('node:http').createServer((request, response) => {
  const action = String(request.headers['x-amz-target']).replace(/^.*[.]/, '');
  request.resume();
  response.writeHead(400, { 'Content-Type': 'application/x-amz-json-1.0' }).end(JSON.stringify({
    __type: 'com.amazon.coral.service#AccessDeniedException',
    Message: 'User: scraper is not authorized to perform: dynamodb:' + action,
  }));
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
process.stdin.on('end', () => process.exit()).resume();`;

/** Points the scraper to a DynamoDB that denies access, in its own process because the caller may block. */
const withoutRight = async (outputs: Outputs): Promise<Undo> => {
  const server = spawn(process.execPath, ['-e', refusingServer], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [port] = (await once(server.stdout, 'data')) as [Buffer];
  const undo = await withVariables('ScraperFunctionName', {
    AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${String(port).trim()}`,
  })(outputs);
  return async () => {
    await undo();
    server.kill();
  };
};

const withAlarm = async (): Promise<Undo> => {
  const client = new CloudWatchClient({});
  const { MetricAlarms = [] } = await client.send(new DescribeAlarmsCommand({}));
  const AlarmName = MetricAlarms.find(({ AlarmName: name }) => name?.includes('ApiServerErrors'))?.AlarmName;
  const set = (StateValue: 'ALARM' | 'OK') =>
    client.send(new SetAlarmStateCommand({ AlarmName, StateValue, StateReason: 'A drill' }));
  await set('ALARM');
  return () => set('OK');
};

export const plantedFaults: readonly PlantedFault[] = [
  {
    name: 'a throttled function',
    checks: ['functions', 'api'],
    plant: withoutConcurrency('StatusFunctionName'),
    says: /StatusFunction\S* is throttled[\s\S]*answered (429|503); expected 401[\s\S]*throttle/,
  },
  {
    name: 'no Chromium',
    checks: ['scrape'],
    plant: withVariables('RendererFunctionName', { [environment.chromePath]: '/nowhere/chrome' }),
    says: /✓ Plain HTTP found[\s\S]*✗ The browser found[\s\S]*no Chromium in the bundle/,
  },
  {
    name: 'a missing right',
    checks: ['scrape', 'logs'],
    plant: withoutRight,
    within: '20s',
    says: /scraper function logged[\s\S]*The function’s role lacks a permission/,
  },
  {
    name: 'a wrong table of licenses, so that valid keys are rejected',
    checks: ['functions'],
    plant: withVariables('StatusFunctionName', { [environment.licensesTable]: 'Nobody' }),
    says: /StatusFunction\S* has LICENSES_TABLE="Nobody"; its template says/,
  },
  {
    name: 'a missing variable',
    checks: ['functions', 'api'],
    plant: withVariables('QueueFunctionName', { [environment.scrapeQueueUrl]: undefined }),
    says: /QueueFunction\S* has no variable SCRAPE_QUEUE_URL[\s\S]*an invalid body: answered 50\d/,
  },
  {
    name: 'a missing bucket and event bus',
    checks: ['exports'],
    plant: withVariables('DeliveryFunctionName', {
      [environment.deliverBucket]: 'nobodys-prices',
      [environment.deliverBus]: 'nobodys-bus',
    }),
    says: /There is no bucket nobodys-prices[\s\S]*There is no event bus nobodys-bus/,
  },
  {
    name: 'a disabled event source',
    checks: ['queue', 'scrape'],
    plant: withoutEventSource,
    within: '10s',
    says: /event source .* is Disabled: nothing is scraped[\s\S]*Nothing was scraped within 10 s/,
  },
  {
    name: 'a visibility timeout that is too short',
    checks: ['queue'],
    plant: withQueueAttribute('VisibilityTimeout', '5'),
    says: /visibility timeout is 5 s/,
  },
  {
    name: 'a queue without a dead-letter queue',
    checks: ['queue'],
    plant: withQueueAttribute('RedrivePolicy', ''),
    says: /dead-letter queue is not set/,
  },
  {
    name: 'too little memory',
    checks: ['functions'],
    plant: withMemory('ScraperFunctionName', 512),
    says: /ScraperFunction\S* has 512 MB; its template says 1024/,
  },
  {
    name: 'an alarm that goes off',
    checks: ['alarms'],
    plant: withAlarm,
    says: /The alarm \S*ApiServerErrors\S* is active/,
  },
  {
    name: 'a wrong domain',
    checks: ['domain'],
    file: {
      domainName: 'prices.example.invalid',
      certificateArn: 'arn:aws:acm:us-east-1:000000000000:certificate/x',
    },
    says: /The domain name prices\.example\.invalid does not reach the API/,
  },
  {
    name: 'another account',
    checks: ['account'],
    file: { account: '999999999999' },
    says: /are for the account 000000000000, but .* has 999999999999/,
  },
  {
    name: 'more scrapers than the account has room for',
    checks: ['account'],
    file: { maxScrapers: 1_000 },
    says: /can starve the API.*Set maxScrapers to/,
  },
];
