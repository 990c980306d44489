/** Hosts of the shop: all of 127.0.0.0/8 is this machine. A request's sites are as many at most times. */
export const shopHosts = 24;

/** Origin of a page, of so many hosts in turn. */
export const originOf = (port: number | string, index: number, hosts: number): string =>
  `http://127.0.0.${1 + (index % hosts)}:${port}`;
