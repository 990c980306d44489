import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Lists the addresses on which this process listens, in the format of `/proc/net/tcp`: `0100007F:1F90`. */
export const listeners = (): { address: string; port: number }[] => {
  const own = new Set(
    readdirSync('/proc/self/fd').flatMap((fd) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/self/fd/${fd}`))?.[1] ?? [];
      } catch {
        return [];
      }
    }),
  );
  return ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/net/${table}`, 'utf8')
      .split('\n')
      .slice(1)
      .flatMap((line) => {
        const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/);
        const [address = '', port = ''] = local.split(':');
        return state === '0A' && own.has(inode) ? [{ address, port: Number.parseInt(port, 16) }] : [];
      }),
  );
};
