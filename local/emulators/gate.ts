import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A door before an emulator that can be shut, so that an outage can be tried without losing its state. */
export interface Gate {
  port: number;
  /** From now on connections are cut, those that are open too. */
  shut: () => void;
  open: () => void;
  close: () => Promise<void>;
}

/** @param targetPort - port on 127.0.0.1 that connections are led to. */
export const openGate = async (targetPort: number): Promise<Gate> => {
  const sockets = new Set<Socket>();
  let isShut = false;
  const cutAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((client) => {
    if (isShut) {
      client.destroy();
      return;
    }
    const target = connect(targetPort, '127.0.0.1');
    for (const [socket, peer] of [
      [client, target],
      [target, client],
    ] as const) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => peer.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        peer.destroy();
      });
    }
    client.pipe(target);
    target.pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    shut: () => {
      isShut = true;
      cutAll();
    },
    open: () => {
      isShut = false;
    },
    close: async () => {
      cutAll();
      server.close();
      await once(server, 'close');
    },
  };
};
