/** Loopback hosts of the shop. */
export const shopHosts = 24;

/** Returns the origin of a page, spread over the hosts. */
export const originOf = (port: number | string, index: number, hosts: number): string =>
  `http://127.0.0.${1 + (index % hosts)}:${port}`;
