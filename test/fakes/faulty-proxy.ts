import http from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * The fate of one call: it passes; it never arrives; it is executed and the response is lost; the service
 * fails, throttles, or refuses permissions or credentials; or something other than AWS responds.
 */
export type Fault = 'pass' | 'lost-call' | 'lost-answer' | 'portal' | keyof typeof refusals;

const refusals = {
  fault: { status: 500, type: 'InternalServerError' },
  throttle: { status: 400, type: 'ThrottlingException' },
  denied: { status: 400, type: 'AccessDeniedException' },
  expired: { status: 400, type: 'ExpiredTokenException' },
  invalid: { status: 400, type: 'ValidationException' },
} as const;

/**
 * A proxy in front of an emulated AWS service that simulates failures of the network and the service.
 *
 * @param plan - returns the fate of each call, given its operation, such as "UpdateItem".
 */
export const startFaultyProxy = async (target: string, plan: (operation: string) => Fault) => {
  const server = http.createServer((request, response) => {
    const operation =
      String(request.headers['x-amz-target'] ?? '')
        .split('.')
        .at(-1) ?? '';
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const fault = plan(operation);
      if (fault === 'lost-call') {
        request.socket.destroy();
        return;
      }
      if (fault === 'portal') {
        response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Welcome to our Wi-Fi</html>');
        return;
      }
      if (fault in refusals) {
        const { status, type } = refusals[fault as keyof typeof refusals];
        response.writeHead(status, {
          'content-type': 'application/x-amz-json-1.0',
          'x-amzn-errortype': type,
        });
        response.end(JSON.stringify({ __type: type, message: 'injected' }));
        return;
      }
      const forward = http.request(
        `${target}${request.url}`,
        { method: request.method, headers: request.headers },
        (answer) => {
          if (fault === 'lost-answer') {
            answer.resume();
            answer.on('end', () => request.socket.destroy());
            return;
          }
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(response);
        },
      );
      forward.on('error', () => request.socket.destroy());
      forward.end(Buffer.concat(chunks));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
