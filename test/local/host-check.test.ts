import { request } from 'node:http';
import { expect, it } from 'vitest';
import { useLocalStack } from '../service/stack.ts';

const local = useLocalStack({ shops: false });

const statusFor = (host: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    request(`${local.stack.webUrl}/demo.json`, { headers: { Host: host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });

it('answers to its own names alone, so that no web page can read the license key through a name of its own', async () => {
  const { port } = new URL(local.stack.webUrl);
  expect(await statusFor(`127.0.0.1:${port}`)).toBe(200);
  expect(await statusFor(`localhost:${port}`)).toBe(200);
  expect(await statusFor(`evil.example:${port}`)).toBe(421);
  expect(await statusFor('127.0.0.1.evil.example')).toBe(421);
});
