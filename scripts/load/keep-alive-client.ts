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
  return {
    /** @throws Error when the connection fails. */
    send: async ({ method, url, path, headers = {}, body }: HttpCall): Promise<HttpAnswer> => {
      const request = startRequest(url, { method, headers, agent, ...(path !== undefined && { path }) });
      request.end(body);
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      const chunks: Buffer[] = [];
      for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);
      return {
        status: response.statusCode ?? 0,
        headers: response.headers,
        text: Buffer.concat(chunks).toString('utf8'),
      };
    },
    close: (): void => agent.destroy(),
  };
};
