// Whatever is sent, the answer is a 4xx in the documented shape and nothing is stored.
import { DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { maxBodyBytes } from '../../lambdas/domain/queue-request.ts';
import { api, useLocalStack } from './stack.ts';

const local = useLocalStack({ shops: false });
const { post, bodyFor } = api(() => local.stack);
let dynamoDb: DynamoDBClient;

beforeAll(() => {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = local.stack.awsEnv;
  dynamoDb = new DynamoDBClient({
    region: 'us-east-1',
    endpoint: local.stack.endpoints.dynamodb,
    credentials: { accessKeyId: AWS_ACCESS_KEY_ID!, secretAccessKey: AWS_SECRET_ACCESS_KEY! },
  });
  return () => dynamoDb.destroy();
});

const storedItems = async (): Promise<number> => {
  const { Count } = await dynamoDb.send(new ScanCommand({ TableName: local.stack.tables.requests }));
  return Count ?? 0;
};

const url = 'https://shop.example/p/{sku}';
const valid = () => bodyFor([{ Url: url }], 'x');
const text = (change: (json: string) => string): string => change(JSON.stringify(valid()));

const cases: [name: string, body: () => string, pointers: string[]][] = [
  ['no body', () => '', ['']],
  ['malformed JSON', () => text((json) => json.slice(0, -1)), ['']],
  ['a bare string', () => '"x"', ['']],
  ['an array', () => '[]', ['']],
  ['null', () => 'null', ['']],
  ['a number', () => '1e999', ['']],
  ['wrong types', () => JSON.stringify({ Authorization: [], Data: 1 }), ['/Authorization', '/Data']],
  ['wrong case', () => text((json) => json.replace('"Data"', '"data"')), ['/Data']],
  ['a body over 256 KiB', () => JSON.stringify({ ...valid(), Filler: 'x'.repeat(maxBodyBytes) }), ['']],
  ['101 sites', () => JSON.stringify(bodyFor(Array(101).fill({ Url: url }), 'x')), ['/Data/SellingSites']],
  ['a control character', () => JSON.stringify(bodyFor([{ Url: url }], 'a\u0000b')), ['/Data/Sku']],
  ['a name twice', () => text((json) => json.replace('"Sku":"x"', '"Sku":"y","Sku":"x"')), ['/Data/Sku']],
  ['a lone surrogate', () => text((json) => json.replace('"x"', '"\\ud800"')), ['/Data/Sku']],
  [
    'deep nesting',
    () => text((json) => json.replace('"Sku"', `"Deep":${'['.repeat(10_000)}${']'.repeat(10_000)},"Sku"`)),
    [`/Data/Deep${'/0'.repeat(30)}`],
  ],
];

describe('bad input', () => {
  it.each(cases)('%s is a 400 with pointers', async (_name, body, pointers) => {
    const answer = await post(body());
    expect(answer.status).toBe(400);
    expect(answer.headers.get('Content-Type')).toMatch(/^application\/problem\+json/);
    const { Errors } = (await answer.json()) as { Errors: { Pointer: string; Detail: string }[] };
    expect(Errors.map(({ Pointer }) => Pointer)).toEqual(pointers);
    for (const { Detail } of Errors) expect(Detail).not.toBe('');
  });

  it('a body that the gateway does not take is a 413', async () => {
    expect((await post(`"${'x'.repeat(10 * 1024 * 1024)}"`)).status).toBe(413);
  });

  it('does not depend on the Content-Type', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', '']) {
      expect((await post('{', { 'Content-Type': type })).status).toBe(400);
    }
  });

  it('has stored nothing in the end', async () => {
    expect(await storedItems()).toBe(0);
  });
});
