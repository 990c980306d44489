import { once } from 'node:events';
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request as startRequest } from 'node:http';

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

/** HTTP/1.1 over connections that are kept, as a load balancer or a client library holds them. */
export const createKeepAliveClient = (connections: number) => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let repeated = 0;

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
      text: Buffer.concat(chunks).toString('utf8'),
    };
  };

  return {
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
