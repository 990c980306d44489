import { once } from 'node:events';
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request as startRequest } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { gunzipSync, inflateSync } from 'node:zlib';

export interface HttpAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

export interface HttpCall {
  method: string;
  url: string;
  /** Sent as it stands, where the URL's own path would be normalized. */
  path?: string;
  headers?: Readonly<Record<string, string | string[]>>;
  body?: string | Buffer;
}

/** What the gateway packs answers with for whoever accepts it, `*` included. */
const unpack: Readonly<Record<string, (body: Buffer) => Buffer>> = { gzip: gunzipSync, deflate: inflateSync };

const textOf = ({ headers }: IncomingMessage, body: Buffer): string =>
  (unpack[headers['content-encoding'] ?? '']?.(body) ?? body).toString('utf8');

/** A service that serves nobody for so many tries in a row is down, and not busy. */
const maxTries = 60;

/** HTTP/1.1 over connections that are kept, as a load balancer or a client library holds them. */
export const createKeepAliveClient = (connections: number) => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let repeated = 0;
  let unserved = 0;

  const attempt = async (call: HttpCall, isRepeat: boolean): Promise<HttpAnswer> => {
    const { method, url, path, headers = {}, body } = call;
    const request = startRequest(url, { method, headers, agent, ...(path !== undefined && { path }) });
    request.end(body);
    let response: IncomingMessage;
    try {
      [response] = (await once(request, 'response')) as [IncomingMessage];
    } catch (error) {
      // The server may close a connection that was idle just when it is used again.
      const isClosedIdle = request.reusedSocket && (error as NodeJS.ErrnoException).code === 'ECONNRESET';
      if (!isClosedIdle || isRepeat) throw error;
      repeated += 1;
      return attempt(call, true);
    }
    const chunks: Buffer[] = [];
    for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);
    return {
      status: response.statusCode ?? 0,
      headers: response.headers,
      text: textOf(response, Buffer.concat(chunks)),
    };
  };

  return {
    /** The same, repeated while the gateway says that nobody could serve it, as a machine without a free processor makes it say. */
    sendUntilServed: async (call: HttpCall): Promise<HttpAnswer> => {
      for (let tries = 1; ; tries += 1) {
        const answer = await attempt(call, false);
        if (answer.status !== 503 || tries === maxTries) return answer;
        unserved += 1;
        await pause(1_000 * Number(answer.headers['retry-after'] ?? 1));
      }
    },
    /** Answers that said so. */
    get unserved(): number {
      return unserved;
    },
    /** @throws Error when the connection fails; a call over one that was closed while idle is sent once more. */
    send: (call: HttpCall): Promise<HttpAnswer> => attempt(call, false),
    /** Calls that were sent once more. */
    get repeated(): number {
      return repeated;
    },
    close: (): void => agent.destroy(),
  };
};

export type KeepAliveClient = ReturnType<typeof createKeepAliveClient>;
