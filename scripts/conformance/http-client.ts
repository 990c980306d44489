// Calls as they are: no redirects, no cookies, headers in their order, bodies as bytes.
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';

export type Header = readonly [name: string, value: string];

export interface Call {
  method?: string;
  /** Path and query behind the base address, e.g. `/api/scrap_prices/queue`. */
  path: string;
  headers?: readonly Header[];
  body?: string | Uint8Array;
}

export interface Answer {
  status: number;
  /** As they came, in their order. */
  headers: readonly Header[];
  bytes: Buffer;
  text: string;
  /** Milliseconds of the epoch on this machine: before the call was sent, after its answer was read. */
  sentAtMs: number;
  readAtMs: number;
}

const maxTriesWhenThrottled = 20;

/** Value of a header by its name in any case; several are joined as RFC 9110 says. */
export const headerOf = (answer: Answer, name: string): string | undefined => {
  const found = answer.headers.filter(([key]) => key.toLowerCase() === name.toLowerCase());
  return found.length === 0 ? undefined : found.map(([, value]) => value).join(', ');
};

/** @throws Mismatch-like SyntaxError when the answer's body is not JSON. */
export const jsonOf = <T = Record<string, unknown>>(answer: Answer): T => JSON.parse(answer.text) as T;

const pairs = (raw: readonly string[]): Header[] => {
  const headers: Header[] = [];
  for (let i = 0; i + 1 < raw.length; i += 2) headers.push([raw[i]!, raw[i + 1]!]);
  return headers;
};

const sendOnce = (baseUrl: string, call: Call): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const url = new URL(baseUrl);
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const body = call.body === undefined ? undefined : Buffer.from(call.body as string);
    const headers = [...(call.headers ?? [])];
    if (body !== undefined) headers.push(['Content-Length', String(body.length)]);
    headers.push(['Host', url.host]);
    const sentAtMs = Date.now();
    const request = send(
      {
        host: url.hostname,
        port: url.port || undefined,
        method: call.method ?? 'GET',
        path: `${url.pathname.replace(/\/$/, '')}${call.path}`,
        headers: headers.flat(),
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const bytes = Buffer.concat(chunks);
          resolve({
            status: response.statusCode ?? 0,
            headers: pairs(response.rawHeaders),
            bytes,
            text: bytes.toString('utf8'),
            sentAtMs,
            readAtMs: Date.now(),
          });
        });
      },
    );
    request.setTimeout(60_000, () => request.destroy(new Error('No answer within 60 s.')));
    request.on('error', reject);
    request.end(body);
  });

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Sends calls to one base address.
 *
 * @param onAnswer - sees every answer, throttled ones included.
 * @returns a function that repeats a call that the gateway throttled after the time it asks for.
 */
export const createClient =
  (baseUrl: string, onAnswer: (call: Call, answer: Answer) => void) =>
  async (call: Call, { keeps429 = false } = {}): Promise<Answer> => {
    for (let tries = 1; ; tries += 1) {
      const answer = await sendOnce(baseUrl, call);
      onAnswer(call, answer);
      if (answer.status !== 429 || keeps429 || tries >= maxTriesWhenThrottled) return answer;
      await pause(1_000 * Math.min(Number(headerOf(answer, 'Retry-After')) || 1, 10));
    }
  };

export type Client = ReturnType<typeof createClient>;
