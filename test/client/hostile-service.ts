import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import answers from './hostile-answers.json' with { type: 'json' };

/** Answers of a service that is broken or wants to harm, which every client must survive. */
export interface HostileAnswer {
  name: string;
  status?: number;
  headers?: Record<string, string>;
  text?: string;
  /** A way to answer below, instead of `text`. */
  body?: string;
  /** Kind of the client's error. */
  error: string;
  /** The only client that notices: `fetch` shows no end of a compressed answer. */
  reader?: 'python';
}

const allAnswers = answers as HostileAnswer[];
export const hostileAnswers = allAnswers.filter(({ reader }) => reader === undefined);

const zeros = gzipSync(Buffer.alloc(256 * 1024 * 1024), { level: 9 });

/** Writes a piece again and again, as fast as the client reads or every so many milliseconds. */
const repeat = (write: () => boolean, response: ServerResponse, everyMs?: number): void => {
  if (everyMs !== undefined) {
    const timer = setInterval(write, everyMs);
    response.once('close', () => clearInterval(timer));
    return;
  }
  const pump = (): void => {
    while (!response.destroyed && write());
  };
  response.on('drain', pump);
  pump();
};

const bodies: Readonly<Record<string, (response: ServerResponse, status: number) => void>> = {
  endless: (response, status) => {
    response.writeHead(status);
    repeat(() => response.write(' '.repeat(65_536)), response);
  },
  'gzip-bomb': (response, status) =>
    void response.writeHead(status, { 'Content-Encoding': 'gzip' }).end(zeros),
  'nested-gzip-bomb': (response, status) =>
    void response.writeHead(status, { 'Content-Encoding': 'gzip, gzip' }).end(gzipSync(zeros)),
  // Complete except for its checksum.
  'cut-gzip': (response, status) =>
    void response
      .writeHead(status, { 'Content-Encoding': 'gzip' })
      .end(gzipSync('{"RequestId":"x","RequestStatus":0}').subarray(0, -8)),
  drip: (response, status) => {
    response.writeHead(status);
    repeat(() => response.write(' '), response, 50);
  },
  'drip-gzip': (response, status) => {
    response.writeHead(status, { 'Content-Encoding': 'gzip' });
    let sent = 0;
    repeat(() => response.write(zeros.subarray(sent, ++sent)), response, 50);
  },
  'drip-headers': (response) => {
    response.socket!.write('HTTP/1.1 200 OK\r\n');
    repeat(() => response.socket!.write('X-A: b\r\n'), response, 50);
  },
  silence: () => {},
  cut: (response, status) => {
    response.writeHead(status, { 'Content-Length': 100 }).write('{"RequestId":');
    setTimeout(() => response.destroy(), 50);
  },
  'not-http': (response) => void response.socket!.end('SSH-2.0-OpenSSH_9.6\r\n'),
  'deep-lists': (response, status) => void response.writeHead(status).end('['.repeat(200_000)),
  'not-utf8': (response, status) =>
    void response.writeHead(status).end(Buffer.from([0x7b, 0xff, 0xfe, 0x80])),
};

/** A service whose stages are the names of the answers: `http://127.0.0.1:1234/endless`. */
export const startHostileService = async () => {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(request.url ?? '');
    response.on('error', () => {});
    const found = allAnswers.find(({ name }) => request.url?.startsWith(`/${name}/`));
    if (!found) return response.writeHead(404).end('no such answer');
    const { status = 200, headers, text, body } = found;
    if (body === undefined) response.writeHead(status, headers).end(text);
    else bodies[body]!(response, status);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Paths of all calls. */
    seen,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
